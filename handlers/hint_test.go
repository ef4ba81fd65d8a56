package handlers_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/handlers"
	"hexclub/rules/bot"
	"hexclub/rules/games"
)

// In every game against a bot a turn is suggested to who is to act, shown on the
// board, and made by one more click. Nothing is stored.
func TestHint(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, game := range games.All() {
		t.Run(game.Info().Key, func(t *testing.T) {
			c := s.client(t)
			path := c.botGame(game.Info().Key)
			p := c.get(path)
			before := s.stored(t)
			hint := c.get(p.hintTo(t)).wantStatus(t, http.StatusOK)
			hint.wantText(t, ".suggestion", "I would play ").wantCount(t, ".now #confirm", 0)
			if hint.Find("#board .hint").Length() == 0 || hint.Find("#board .hint[aria-label*=', suggested']").Length() == 0 {
				t.Error("nothing is marked on the board")
			}
			s.wantStored(t, before)
			whole := c.get(hint.made(t)).wantStatus(t, http.StatusOK)
			whole.wantCount(t, "#confirm", 1).wantCount(t, "#hint", 0)
			if want := "I would play " + strings.Join(whole.list(".steps a"), " ") + "."; !strings.HasPrefix(hint.text(".suggestion p"), want) {
				t.Errorf("%q leads to %v", hint.text(".suggestion"), whole.list(".steps a"))
			}
			if again := c.get(p.hintTo(t)); again.text(".suggestion") != hint.text(".suggestion") {
				t.Errorf("asked again it says %q, before %q", again.text(".suggestion"), hint.text(".suggestion"))
			}
		})
	}
}

// A turn that is begun is gone on with; one that is whole, or wrong, has no
// suggestion.
func TestHintWithinATurn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	path := c.botGame("hexellation")
	begun := c.get(path + "?draft=m:b2,m:c3")
	to := begun.hintTo(t)
	if want := path + "/hint?draft=m:b2,m:c3"; to != want {
		t.Errorf("it is suggested at %s, want %s", to, want)
	}
	hint := c.get(to).wantStatus(t, http.StatusOK)
	address, err := url.Parse(hint.made(t))
	if draft := address.Query().Get("draft"); err != nil || !strings.HasPrefix(draft, "m:b2,m:c3,m:") {
		t.Errorf("suggested is %s", draft)
	}
	hint.wantCount(t, "#board .draft", 2)
	c.get(path+"/hint?draft=m:b2,m:c3,m:a1,m:a2,end").wantStatus(t, http.StatusOK).wantCount(t, ".suggestion", 0).wantCount(t, "#confirm", 1)
	c.get(path+"/hint?draft=nonsense").wantStatus(t, http.StatusOK).wantCount(t, ".suggestion", 0).wantCount(t, ".side .notice.bad", 1)
}

// htmx gets the board alone, and keeps an address that asks for nothing.
func TestHintFragment(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	path := c.botGame("hexellation")
	p := c.htmx().get(path+"/hint?draft=m:b2").wantStatus(t, http.StatusOK)
	p.wantCount(t, "nav", 0).wantCount(t, ".suggestion", 1).wantText(t, "#say", "I would play ")
	if got := p.header.Get("HX-Replace-Url"); got != path+"?draft=m:b2" {
		t.Errorf("the page is then at %s", got)
	}
	p = c.htmx().get("/analysis/hexone/hint?line=c2,d3").wantStatus(t, http.StatusOK)
	p.wantCount(t, "nav[aria-label=Games]", 0).wantCount(t, ".suggestion", 1).wantText(t, "#say", "I would play ")
	if got := p.header.Get("HX-Replace-Url"); got != "/analysis/hexone?line=c2,d3" {
		t.Errorf("the sandbox is then at %s", got)
	}
}

// Nothing is suggested to anybody else, nor in any other game.
func TestNoHint(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	between, host, _ := s.twoPlayers(t)
	c := s.client(t)
	theirs := c.botGame("hexone")
	c.turn(theirs, "c2", 0).wantStatus(t, http.StatusOK)
	over := c.botGame("hexone")
	c.post(over+"/resign").wantStatus(t, http.StatusOK)
	for name, test := range map[string]struct {
		who  *client
		path string
	}{
		"between people":                {host, between},
		"on one device":                 {c, c.deviceGame()},
		"who watches":                   {s.client(t), c.botGame("hexone")},
		"another player":                {host, c.botGame("hexone")},
		"the bot is to act":             {c, theirs},
		"the game is over":              {c, over},
		"without exploring":             {c, c.botGame("hexone", "explore", "no")},
		"claims that pages do not tell": {c, c.botGame("six", "option.declare", "yes")},
	} {
		t.Run(name, func(t *testing.T) {
			test.who.get(test.path).wantStatus(t, http.StatusOK).wantCount(t, "#hint", 0)
			test.who.get(test.path+"/hint").wantStatus(t, http.StatusForbidden).wantText(t, "main", "A turn is suggested in a casual game against bots")
		})
	}
	c.get("/games/nothing/hint").wantStatus(t, http.StatusNotFound)
}

// In the sandbox a turn is suggested in any position in which somebody acts.
func TestSandboxHint(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	for _, game := range games.All() {
		path := "/analysis/" + game.Info().Key
		hint := c.get(c.get(path).hintTo(t)).wantStatus(t, http.StatusOK)
		after := c.get(hint.made(t)).wantStatus(t, http.StatusOK)
		ahead := c.get(hint.attribute("#hint-explore", "href")).wantStatus(t, http.StatusOK).wantCount(t, ".line button[aria-current]", 0)
		if line := ahead.list(".line button"); len(line) < len(after.list(".line button")) {
			t.Errorf("%s: the line to be explored is %v", path, line)
		}
		turn, _, _ := strings.Cut(strings.TrimPrefix(hint.text(".suggestion p"), "I would play "), ". ")
		if got := after.list(".line button"); strings.Join(got[:len(strings.Fields(turn))], " ") != turn {
			t.Errorf("%s: suggested is %q, made is %v", path, turn, got)
		}
		if after.attribute(".line button[aria-current]", "value") != after.attribute(".line li:first-child button:last-child", "value") {
			t.Errorf("%s: not the turn is shown, but %s", path, after.text(".line button[aria-current]"))
		}
	}
	for name, path := range map[string]string{
		"the game is over":              "/analysis/hexone/hint?position=.../.b2../...../..../...+win1:elimination+9",
		"claims that pages do not tell": "/analysis/six/hint?option.declare=yes",
		"the board is edited":           "/analysis/six/hint?edit=on",
	} {
		t.Run(name, func(t *testing.T) {
			c.get(path).wantStatus(t, http.StatusOK).wantCount(t, ".suggestion", 0).wantCount(t, "#hint", 0)
		})
	}
	c.get("/analysis/go/hint").wantStatus(t, http.StatusNotFound)
}

// Who asks too often waits, as a person or by the address; and so does everybody
// when many search. Who gives up takes no place.
func TestHintLimits(t *testing.T) {
	t.Parallel()
	s, clock := limitedSite(t, handlers.Limits{Hints: handlers.Limit{Burst: 2, Every: 10 * time.Second}})
	c := s.client(t)
	path := c.botGame("hexone")
	c.get(path+"/hint").wantStatus(t, http.StatusOK)
	c.get("/analysis/hexone/hint").wantStatus(t, http.StatusOK)
	c.get(path+"/hint").wantText(t, "main", "That was many suggestions").wantTooMany(t)
	s.client(t).get("/analysis/hexone/hint").wantStatus(t, http.StatusOK)
	clock.advance(20 * time.Second)

	empty := s.Play.FillThinkers(handlers.MostThinkers)
	c.get(path+"/hint").wantText(t, "main", "more to do than it can").wantTooMany(t)
	empty()
	c.get(path+"/hint").wantStatus(t, http.StatusOK)
}

// Nothing is searched for where only the head of an answer is asked for, which
// counts for no limit either.
func TestHintHead(t *testing.T) {
	t.Parallel()
	s, _ := limitedSite(t, handlers.Limits{Hints: handlers.Limit{Burst: 1, Every: time.Hour}})
	searches := 0
	s.Play.Think(func(ctx context.Context, task bot.Task) (bot.Choice, error) {
		searches++
		return bot.Choose(ctx, task)
	})
	c := s.client(t)
	paths := []string{c.botGame("hexone") + "/hint", "/analysis/hexone/hint"}
	for _, path := range slices.Repeat(paths, 2) {
		c.do(http.MethodHead, path, nil, nil).wantStatus(t, http.StatusOK)
	}
	if searches != 0 {
		t.Errorf("%d searches", searches)
	}
	c.get(paths[0]).wantStatus(t, http.StatusOK).wantCount(t, ".suggestion", 1)
}

// Who waits for a suggestion and goes away is not waited for.
func TestHintGivenUp(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	path := c.botGame("hexone")
	defer s.Play.FillThinkers(handlers.MostThinkers - 1)()
	ctx, cancel := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path+"/hint", nil)
	if err != nil {
		t.Fatal(err)
	}
	answered := make(chan error)
	go func() {
		answer, err := c.http.Do(request)
		if err == nil {
			_ = answer.Body.Close()
		}
		answered <- err
	}()
	for s.Play.Crowd() < handlers.MostThinkers {
		runtime.Gosched()
	}
	cancel()
	if err := <-answered; !errors.Is(err, context.Canceled) {
		t.Errorf("it is answered, %v", err)
	}
	for s.Play.Crowd() == handlers.MostThinkers {
		runtime.Gosched()
	}
}
