package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/record"
)

// long runs load benchmarks in full. By default the check only shows that they work.
var long = flag.Bool("long", false, "run load benchmarks in full, and fail if they take too long")

// aim fails a benchmark that ran in full, on a quiet machine, if a value is not below its target.
func aim(b *testing.B, earnest bool, what string, figure, under float64) {
	b.Helper()
	if earnest && figure >= under {
		b.Errorf("%s: %.1f, the target is below %.0f", what, figure, under)
	}
}

// A player is a person with a browser and an address of their own.
type player struct {
	http   *http.Client
	url    string
	random *rand.Rand
	script bool // requests are sent as by htmx
}

// addressOf returns one of many loopback addresses.
func addressOf(n int) string { return fmt.Sprintf("127.0.%d.%d", 1+n/200, 1+n%200) }

// from returns a dialer whose connections come from a local address.
func from(address string) net.Dialer {
	return net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
}

// player returns a player with a number.
func (s *server) player(t testing.TB, number int) *player {
	t.Helper()
	dialer, client := from(addressOf(number)), browser(t)
	transport := &http.Transport{DialContext: dialer.DialContext, MaxIdleConnsPerHost: 2}
	t.Cleanup(transport.CloseIdleConnections)
	client.Transport, client.Timeout = transport, time.Minute
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &player{http: client, url: s.url, random: rand.New(rand.NewPCG(uint64(number), 1))}
}

// An unwanted error is an answer with another status than expected.
type unwanted struct {
	what   string
	status int
}

func (u unwanted) Error() string { return fmt.Sprintf("%s answers %d", u.what, u.status) }

// statusOf returns the status of an unwanted error, 0 for other errors.
func statusOf(err error) int {
	var no unwanted
	errors.As(err, &no)
	return no.status
}

// ask sends a request, with a form unless it is nil. It returns the body of the answer and the
// address that it redirects to. Another status than wanted is an error.
func (p *player) ask(ctx context.Context, method, path string, form url.Values, want int) (body, leads string, err error) {
	request, err := http.NewRequestWithContext(ctx, method, p.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		return "", "", err
	}
	if method == http.MethodPost {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if p.script {
		request.Header.Set("HX-Request", "true")
	}
	answer, err := p.http.Do(request)
	if err != nil {
		return "", "", err
	}
	defer func() { _ = answer.Body.Close() }()
	var text bytes.Buffer
	if _, err := io.Copy(&text, answer.Body); err != nil {
		return "", "", err
	}
	if answer.StatusCode != want {
		return text.String(), "", unwanted{method + " " + path, answer.StatusCode}
	}
	return text.String(), answer.Header.Get("Location"), nil
}

func (p *player) get(ctx context.Context, path string) (body string, err error) {
	body, _, err = p.ask(ctx, http.MethodGet, path, nil, http.StatusOK)
	return body, err
}

func (p *player) post(ctx context.Context, path string, pairs ...string) (leads string, err error) {
	_, leads, err = p.ask(ctx, http.MethodPost, path, formOf(pairs...), http.StatusSeeOther)
	return leads, err
}

// send posts a form as htmx does, which is answered in place.
func (p *player) send(ctx context.Context, path string, pairs ...string) error {
	if !p.script {
		_, err := p.post(ctx, path, pairs...)
		return err
	}
	_, _, err := p.ask(ctx, http.MethodPost, path, formOf(pairs...), http.StatusOK)
	return err
}

func formOf(pairs ...string) url.Values {
	form := url.Values{}
	for pair := range slices.Chunk(pairs, 2) {
		form.Add(pair[0], pair[1])
	}
	return form
}

// events returns the events of a game from the public record, without times.
func (p *player) events(ctx context.Context, game string) ([]string, error) {
	text, err := p.get(ctx, game+"/record.json")
	if err != nil {
		return nil, err
	}
	var sheet struct{ Events []string }
	err = json.Unmarshal([]byte(text), &sheet)
	for i, event := range sheet.Events {
		sheet.Events[i], _, _ = strings.Cut(event, "@") // without the time
	}
	return sheet.Events, err
}

// A table is a running game of one player for all seats, or of two.
type table struct {
	players []*player // by seat
	game    rules.Game
	path    string
	record  *record.Record // acknowledged events
	sent    []string       // the turn that was not acknowledged
}

var invitation = regexp.MustCompile(`/join/[\w-]+`)

// idInPath matches the id in the path of a game.
var idInPath = regexp.MustCompile(`/games/[\w-]+`)

// begin creates and starts a game.
func begin(ctx context.Context, game rules.Game, players ...*player) (*table, error) {
	return beginWith(ctx, game, nil, players...)
}

// beginWith is begin with more fields of the form.
func beginWith(ctx context.Context, game rules.Game, more []string, players ...*player) (*table, error) {
	setup, err := game.Info().Complete(rules.Setup{})
	if err != nil {
		return nil, err
	}
	t := &table{players: players, game: game}
	if t.record, err = record.New(game, setup); err != nil {
		return nil, err
	}
	opponent := "device"
	if len(players) > 1 {
		opponent = "invite"
	}
	form := append(more, "game", game.Info().Key, "opponent", opponent, "starter", "me") // the first value of a name counts
	if t.path, err = players[0].post(ctx, "/games", form...); err != nil || len(players) == 1 {
		return t, err
	}
	page, err := players[0].get(ctx, t.path)
	if err != nil {
		return nil, err
	}
	join := invitation.FindString(page)
	if join == "" {
		return nil, errors.New(t.path + " shows no invitation")
	}
	_, err = players[1].post(ctx, join)
	return t, err
}

// over reports whether the game is over.
func (t *table) over() bool { return t.record.Turn().Seat == 0 }

// mover returns the player to act.
func (t *table) mover() *player { return t.players[(int(t.record.Turn().Seat)-1)%len(t.players)] }

// turn plays a random turn and returns how long the answer took. After the end of the game it
// starts another one.
func (t *table) turn(ctx context.Context) (took time.Duration, err error) {
	if t.over() {
		next, err := begin(ctx, t.game, t.players...)
		if err != nil {
			return 0, err
		}
		*t = *next
	}
	who := t.mover()
	t.sent = sitetest.Turn(t.record, who.random)
	form := []string{"draft", strings.Join(t.sent, ","), "moved", fmt.Sprint(t.record.Moved())}
	begun := time.Now()
	if err := who.send(ctx, t.path+"/turns", form...); err != nil {
		return 0, err
	}
	took = time.Since(begun)
	return took, t.acknowledge()
}

// acknowledge adds the turn that was sent to the record.
func (t *table) acknowledge() error {
	turn := strings.Join(t.sent, " ")
	t.sent = nil
	return t.record.Play(t.record.Turn().Seat, turn)
}

// reconcile checks that the site has exactly the acknowledged events. The turn that was sent last
// may be stored too, as a whole: then reconcile adds it and returns true.
func (t *table) reconcile(ctx context.Context) (more bool, err error) {
	stored, err := t.players[0].events(ctx, t.path)
	if err != nil {
		return false, err
	}
	acknowledged := t.record.Events()
	switch {
	case slices.Equal(stored, acknowledged):
		t.sent = nil
		return false, nil
	case len(t.sent) > 0 && slices.Equal(stored, append(acknowledged, t.sent...)):
		return true, t.acknowledge()
	}
	return false, fmt.Errorf("%s: %w: stored is %v; acknowledged were %v, and sent %v", t.path, errLost, stored, acknowledged, t.sent)
}

// errLost is the error of a game that is not stored as it was acknowledged.
var errLost = errors.New("turns were lost, or added")
