package handlers_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"hexclub/db"
)

// A click while the page fetches what changed is not lost.
func TestClickDuringNews(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	arrived, release := make(chan struct{}, 10), make(chan struct{})
	s.between(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.RawQuery, "since=") && strings.HasSuffix(r.URL.Path, "/board") {
			arrived <- struct{}{}
			<-release
		}
		s.router.ServeHTTP(w, r)
	})
	p := newBrowser(t).person(s, desktop)
	game := strings.TrimPrefix(p.deviceGame(), "/games/")
	// The page has to listen before something changes; it says so by asking.
	for listening := false; !listening; {
		s.Live.Publish(game)
		select {
		case <-arrived:
			listening = true
		default:
			p.title()
		}
	}
	p.click("#c-c2")
	p.has(".steps li:nth-child(1)")
	close(release)
	p.has("#confirm") // and the draft outlives the answer that tells nothing new
}

// An unread answer is stuck until somebody reads it.
type unread struct {
	http.ResponseWriter
	read <-chan struct{}
}

func (u unread) Write(p []byte) (int, error) {
	<-u.read
	return u.ResponseWriter.Write(p)
}

// Who plays and does not read the answer keeps nobody from hearing of it.
func TestAnswerThatNobodyReads(t *testing.T) {
	t.Parallel()
	r := newRace(t)
	anna, ben := r.member(t, "Anna"), r.member(t, "Ben")
	game := r.running(t, db.NewGame{}, anna, ben)
	watcher := r.Live.Watch("", game.ID)
	defer r.Live.Leave(watcher)
	read := make(chan struct{})
	r.between(t, func(w http.ResponseWriter, request *http.Request) { r.router.ServeHTTP(unread{w, read}, request) })
	var played answer
	var err error
	var playing sync.WaitGroup
	playing.Go(func() { played, err = r.send(anna, "/games/"+game.ID+"/turns", "draft=c2&ply=0", true) })
	select {
	case <-watcher.Changes:
	case <-time.After(patience):
		t.Error("nobody hears of the turn")
	}
	close(read)
	if playing.Wait(); err != nil || played.status != http.StatusOK {
		t.Errorf("the turn is answered %d, %v", played.status, err)
	}
}

// News of a player's own turn come before the answer to it: what is clicked in
// between is not lost.
func TestClickBeforeAnswer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	played, release := s.holdAnswer(t)
	p := newBrowser(t).person(s, desktop)
	p.deviceGame()
	p.evaluate(`document.addEventListener("htmx:confirm", (e) => {
		if (e.target.id === "c-d3") document.body.dataset.clicked = "yes"
	})`)
	p.click("#c-c2")
	p.click("#confirm")
	<-played
	p.has(".turns li:nth-child(1)")
	p.click("#c-d3")
	p.has("body[data-clicked]")
	close(release)
	p.has("#confirm")
	if steps := p.text(".steps"); steps != "d3" {
		t.Errorf("the steps are %q, want d3", steps)
	}
}

// The opponent answers before the player's own page has its answer: the page
// shows the newer board, and the older answer does not replace it.
func TestNewsDuringTurn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	played, release := s.holdAnswer(t)
	p, guest := newBrowser(t).person(s, desktop), s.client(t)
	p.open("/games/new?game=hexone")
	p.click("input[name=starter][value=me]")
	p.click("form.card button")
	p.shows(".invite input")
	game := p.path()
	guest.post(strings.TrimPrefix(p.attribute(".invite input", "value"), s.url))
	p.shows(".status.mine")
	p.evaluate(`document.addEventListener("htmx:beforeSwap", (e) => {
		if (e.detail.requestConfig.verb === "post") document.body.dataset.answered = "yes"
	})`)
	p.click("#c-c2")
	p.click("#confirm")
	<-played
	guest.turn(game, "d3", 1).wantStatus(t, http.StatusOK)
	p.has(".turns li:nth-child(2)")
	close(release)
	p.has("body[data-answered]")
	p.has(".turns li:nth-child(2)")
	p.shows(".status.mine")
	if last := p.text(".last-turn"); !strings.HasSuffix(last, "played d3.") {
		t.Errorf("told last is %q", last)
	}
}

// Who is cut off is told so, loses nothing, and is told when it is over.
func TestCutOff(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	cut := make(chan struct{})
	s.between(t, func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-cut:
			if strings.Contains(r.URL.RawQuery, "d3") {
				panic(http.ErrAbortHandler) // the connection breaks without an answer
			}
		default:
		}
		s.router.ServeHTTP(w, r)
	})
	p := newBrowser(t).person(s, desktop)
	p.deviceGame()
	p.click("#c-c2")
	p.has("#confirm")
	p.click("#undo")
	p.has(".open#c-d3")
	close(cut)
	p.click("#c-d3")
	p.shows("#connection")
	if text := p.text("#connection"); !strings.HasPrefix(text, "No connection.") {
		t.Errorf("told is %q", text)
	}
	p.click("#c-c2") // goes through again
	p.has("#confirm")
	p.has("#connection[hidden]")
}
