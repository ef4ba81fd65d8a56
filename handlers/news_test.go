package handlers_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

// A click while the page fetches a change is not lost.
func TestClickDuringNews(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	arrived, release := make(chan struct{}, 10), make(chan struct{})
	s.Between(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.RawQuery, "since=") && strings.HasSuffix(r.URL.Path, "/board") {
			arrived <- struct{}{}
			<-release
		}
		s.Router.ServeHTTP(w, r)
	})
	p := sitetest.NewBrowser(t).Person(s, sitetest.Desktop)
	p.Confirming()
	game := strings.TrimPrefix(p.DeviceGame(), "/games/")
	// The page's stream has to be open before the change; the page then sends a request.
	for listening := false; !listening; {
		s.Live.Publish(game)
		select {
		case <-arrived:
			listening = true
		default:
			p.Title()
		}
	}
	p.Click("#c-c2")
	p.Has(".steps li:nth-child(1)")
	close(release)
	p.Has("#confirm") // and the draft survives the answer without changes
}

// An unread answer blocks until it is read.
type unread struct {
	http.ResponseWriter
	read <-chan struct{}
}

func (u unread) Write(p []byte) (int, error) {
	<-u.read
	return u.ResponseWriter.Write(p)
}

// A player who does not read the answer does not delay the opponent's event.
func TestUnreadAnswer(t *testing.T) {
	t.Parallel()
	r := newRace(t)
	anna, ben := r.Member(t, "Anna"), r.Member(t, "Ben")
	game := r.running(t, db.NewGame{}, anna, ben)
	watcher := r.Live.Watch("", game.ID)
	defer r.Live.Leave(watcher)
	read := make(chan struct{})
	r.Between(t, func(w http.ResponseWriter, request *http.Request) { r.Router.ServeHTTP(unread{w, read}, request) })
	var played answer
	var err error
	var playing sync.WaitGroup
	playing.Go(func() { played, err = r.send(anna, "/games/"+game.ID+"/turns", "draft=c2&moved=0", true) })
	select {
	case <-watcher.Changes:
	case <-time.After(sitetest.StepTimeout):
		t.Error("nobody hears of the turn")
	}
	close(read)
	if playing.Wait(); err != nil || played.status != http.StatusOK {
		t.Errorf("the turn is answered %d, %v", played.status, err)
	}
}

// The event of a player's own turn comes before the answer to it: a click in between is not lost.
func TestClickBeforeAnswer(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	played, release := s.HoldAnswer(t)
	p := sitetest.NewBrowser(t).Person(s, sitetest.Desktop)
	p.Confirming()
	p.DeviceGame()
	p.Evaluate(`document.addEventListener("htmx:confirm", (e) => {
		if (e.target.id === "c-d3") document.body.dataset.clicked = "yes"
	})`)
	p.Click("#c-c2")
	p.Click("#confirm")
	<-played
	p.Has(".turns li:nth-child(1)")
	p.Click("#c-d3")
	p.Has("body[data-clicked]")
	close(release)
	p.Has("#confirm")
	if steps := p.Text(".steps"); steps != "d3" {
		t.Errorf("the steps are %q, want d3", steps)
	}
}

// The opponent moves before the player's own page has its answer: the page shows the newer board, and the older
// answer does not replace it.
func TestNewsDuringTurn(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	played, release := s.HoldAnswer(t)
	p, guest := sitetest.NewBrowser(t).Person(s, sitetest.Desktop), s.Client(t)
	p.Open("/games/new?game=hexone&opponent=invite&starter=me")
	p.Click("form.card button")
	p.Shows(".invite input")
	game := p.Path()
	guest.Post(strings.TrimPrefix(p.Attribute(".invite input", "value"), s.Url))
	p.Shows(".status.mine")
	p.Evaluate(`document.addEventListener("htmx:beforeSwap", (e) => {
		if (e.detail.requestConfig.verb === "post") document.body.dataset.answered = "yes"
	})`)
	p.Click("#c-c2")
	p.Click("#confirm")
	<-played
	guest.Turn(game, "d3", 1).WantStatus(t, http.StatusOK)
	p.Has(".turns li:nth-child(2)")
	close(release)
	p.Has("body[data-answered]")
	p.Has(".turns li:nth-child(2)")
	p.Shows(".status.mine")
	if last := p.Text(".last-turn"); !strings.HasSuffix(last, "played d3.") {
		t.Errorf("the last announcement is %q", last)
	}
}

// A lost connection is shown, loses nothing, and its return is shown.
func TestLostConnection(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	cut := make(chan struct{})
	s.Between(t, func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-cut:
			if strings.Contains(r.URL.RawQuery, "d3") {
				panic(http.ErrAbortHandler) // the connection breaks without an answer
			}
		default:
		}
		s.Router.ServeHTTP(w, r)
	})
	p := sitetest.NewBrowser(t).Person(s, sitetest.Desktop)
	p.Confirming()
	p.DeviceGame()
	p.Click("#c-c2")
	p.Has("#confirm")
	p.Click("#undo")
	p.Has(".open#c-d3")
	close(cut)
	p.Click("#c-d3")
	p.Shows("#connection")
	if text := p.Text("#connection"); !strings.HasPrefix(text, "Not sent: no connection") {
		t.Errorf("announced is %q", text)
	}
	p.Click("#c-c2") // works again
	p.Has("#confirm")
	p.Has("#connection[hidden]")
}

// The page of a load balancer that finds no node to answer does not replace the board.
func TestNoNodeAnswers(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	s.Between(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.RawQuery, "d3") {
			http.Error(w, "<h1>502 Bad Gateway</h1>", http.StatusBadGateway)
			return
		}
		s.Router.ServeHTTP(w, r)
	})
	p := sitetest.NewBrowser(t).Person(s, sitetest.Desktop)
	p.Confirming()
	p.DeviceGame()
	p.Click("#c-d3")
	p.Shows("#connection")
	p.Evaluate(`htmx.trigger(document.body, "htmx:sseOpen")`) // the stream is back: that sends nothing again
	p.Shows("#connection")
	if text := p.Text("#connection"); !strings.HasPrefix(text, "Not sent: no connection") {
		t.Errorf("announced is %q", text)
	}
	p.Click("#c-c2") // the board is still there
	p.Has("#confirm")
	p.Has("#connection[hidden]")
}
