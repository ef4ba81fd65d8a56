package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/hexone"
)

var kills = flag.Int("kills", 5, "how often TestKilled kills the program")

// Four people play 20 turns a second while the program is killed at random moments, and
// started again. Every turn that was acknowledged is there, of others all or nothing,
// people stay logged in, and the file has no fault. What a power cut takes besides is what
// the system had not written yet, and TestTurnsAreDurable is about.
func TestKilled(t *testing.T) {
	t.Parallel()
	const (
		people = 4
		pause  = people * time.Second / 20 // between two turns of one of them
	)
	database := filepath.Join(t.TempDir(), "hexclub.db")
	players := make([]*soloist, people)
	for i := range players {
		client := browser(t)
		client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse } // it is the answer that counts
		players[i] = &soloist{client: client}
	}
	reconcile := func(s *server) (others int) {
		for _, p := range players {
			if p.game != "" {
				others += p.reconcile(t, events(t, s.url+p.game))
			}
		}
		return others
	}
	var acknowledged, others int
	for range *kills {
		s := serve(t, database, "--backup-every", "0")
		others += reconcile(s)
		dead := make(chan struct{})
		var playing sync.WaitGroup
		for i, p := range players {
			playing.Go(func() {
				time.Sleep(time.Duration(i) * pause / people) // they take turns
				next := time.NewTicker(pause)
				defer next.Stop()
				for p.play(t, s.url) {
					select {
					case <-dead:
						return
					case <-next.C:
					}
				}
			})
		}
		time.Sleep(pause + rand.N(4*pause)) // any moment
		s.kill(t)
		close(dead)
		playing.Wait()
		report, err := db.Verify(t.Context(), database)
		if err != nil || report.Err() != nil {
			t.Fatalf("after a kill the file is %+v, %v", report, err)
		}
	}
	others += reconcile(serve(t, database, "--backup-every", "0"))
	for _, p := range players {
		acknowledged += p.acknowledged
	}
	t.Logf("%d kills, %d turns acknowledged, %d others stored", *kills, acknowledged, others)
	if acknowledged < *kills {
		t.Errorf("only %d turns were acknowledged", acknowledged)
	}
}

// A soloist plays both sides of games of Hexone, one after the other.
type soloist struct {
	client       *http.Client
	game         string   // path; empty: none yet
	events       []string // that were acknowledged
	sent         []string // the turn that has no answer yet
	turns        int
	acknowledged int
}

// play plays a turn, or starts a game. It tells whether the server lives.
func (p *soloist) play(t *testing.T, site string) bool {
	st := p.state(t)
	if p.game == "" || st.Turn().Seat == 0 {
		response, err := p.client.PostForm(site+"/games", url.Values{"game": {"hexone"}, "opponent": {"device"}})
		if err != nil {
			return false
		}
		_ = response.Body.Close()
		if response.StatusCode != http.StatusSeeOther {
			t.Errorf("a new game is answered %d", response.StatusCode)
			return false
		}
		p.game, p.events = response.Header.Get("Location"), nil
		return true
	}
	p.turns++
	p.sent = nextTurn(st, p.turns)
	response, err := p.client.PostForm(site+p.game+"/turns", url.Values{"draft": {strings.Join(p.sent, " ")}, "ply": {fmt.Sprint(len(p.events))}})
	if err != nil {
		return false // whether it counts is seen later
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusSeeOther {
		t.Errorf("turn %v after %v is answered %d", p.sent, p.events, response.StatusCode)
		return false
	}
	p.events, p.sent = append(p.events, p.sent...), nil
	p.acknowledged++
	return true
}

// reconcile compares what was acknowledged with what is stored, and counts the turns
// that are stored without an answer.
func (p *soloist) reconcile(t *testing.T, stored []string) (others int) {
	t.Helper()
	switch {
	case slices.Equal(stored, p.events):
	case p.sent != nil && slices.Equal(stored, append(slices.Clone(p.events), p.sent...)):
		others = 1
	default:
		t.Fatalf("game %s is stored as %v; acknowledged were %v, and sent %v", p.game, stored, p.events, p.sent)
	}
	p.events, p.sent = stored, nil
	return others
}

// state is the game as far as it was acknowledged.
func (p *soloist) state(t *testing.T) rules.State {
	st, err := hexone.Game{}.New(rules.Setup{})
	if err != nil {
		t.Error(err)
		return nil
	}
	for _, text := range p.events {
		action, err := st.Parse(text)
		if err != nil {
			t.Error(err)
		}
		st.Play(action)
	}
	return st
}

// nextTurn plays a turn that varies with its number and returns its actions.
func nextTurn(st rules.State, number int) []string {
	var texts []string
	for turn := st.Turn().Number; st.Turn().Seat != 0 && st.Turn().Number == turn; {
		actions := st.Actions(nil)
		action := actions[(number*7+len(texts))%len(actions)]
		texts = append(texts, st.Text(action))
		st.Play(action)
	}
	return texts
}
