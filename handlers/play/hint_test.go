package play_test

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

	"hexclub/handlers/limit"
	"hexclub/handlers/play"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/bot"
	"hexclub/rules/games"
)

// In every game against a bot, the player to act can get a suggestion. It is shown on the board and needs one
// more click. Nothing is stored.
func TestHint(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for _, game := range games.All() {
		t.Run(game.Info().Key, func(t *testing.T) {
			c := s.Client(t)
			path := c.BotGame(game.Info().Key)
			p := c.Get(path)
			before := s.Stored(t)
			hint := c.Get(p.HintTo(t)).WantStatus(t, http.StatusOK)
			hint.WantCount(t, ".suggestion span.notation", 1).WantCount(t, ".now #confirm", 0)
			if hint.Find("#board .hint").Length() == 0 || hint.Find("#board .hint[aria-label*=', suggested']").Length() == 0 {
				t.Error("nothing is marked on the board")
			}
			s.WantStored(t, before)
			whole := c.Get(hint.Made(t)).WantStatus(t, http.StatusOK)
			whole.WantCount(t, "#confirm", 1).WantCount(t, "#hint", 0)
			if want := strings.Join(whole.List(".steps a"), " "); hint.Text(".suggestion span.notation") != want {
				t.Errorf("%q leads to %v", hint.Text(".suggestion"), whole.List(".steps a"))
			}
			if again := c.Get(p.HintTo(t)); again.Text(".suggestion") != hint.Text(".suggestion") {
				t.Errorf("asked again it says %q, before %q", again.Text(".suggestion"), hint.Text(".suggestion"))
			}
		})
	}
}

// A suggestion continues a draft. A complete or illegal draft gets none.
func TestHintWithinATurn(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	path := c.BotGame("hexellation")
	begun := c.Get(path + "?draft=m:b2,m:c3")
	to := begun.HintTo(t)
	if want := path + "/hint?draft=m:b2,m:c3"; to != want {
		t.Errorf("it is suggested at %s, want %s", to, want)
	}
	hint := c.Get(to).WantStatus(t, http.StatusOK)
	address, err := url.Parse(hint.Made(t))
	if draft := address.Query().Get("draft"); err != nil || !strings.HasPrefix(draft, "m:b2,m:c3,m:") {
		t.Errorf("suggested is %s", draft)
	}
	hint.WantCount(t, "#board .draft", 2)
	c.Get(path+"/hint?draft=m:b2,m:c3,m:a1,m:a2,end").WantStatus(t, http.StatusOK).WantCount(t, ".suggestion", 0).WantCount(t, "#confirm", 1)
	c.Get(path+"/hint?draft=nonsense").WantStatus(t, http.StatusOK).WantCount(t, ".suggestion", 0).WantCount(t, ".now .notice.bad", 1)
}

// htmx gets only the board, and the address stays the game's.
func TestHintFragment(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	path := c.BotGame("hexellation")
	p := c.Htmx().Get(path+"/hint?draft=m:b2").WantStatus(t, http.StatusOK)
	p.WantCount(t, "nav", 0).WantCount(t, ".suggestion", 1).WantText(t, "#say", "winning chance")
	if got := p.Header.Get("HX-Replace-Url"); got != path+"?draft=m:b2" {
		t.Errorf("the page is then at %s", got)
	}
	p = c.Htmx().Get("/analysis/hexone/hint?line=c2,d3").WantStatus(t, http.StatusOK)
	p.WantCount(t, "nav[aria-label=Games]", 0).WantCount(t, ".suggestion", 1).WantText(t, "#say", "winning chance")
	if got := p.Header.Get("HX-Replace-Url"); got != "/analysis/hexone?line=c2,d3" {
		t.Errorf("the sandbox is then at %s", got)
	}
}

// Other people and other games get no suggestion.
func TestNoHint(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	between, host, _ := s.TwoPlayers(t)
	c := s.Client(t)
	theirs := c.BotGame("hexone")
	c.Turn(theirs, "c2", 0).WantStatus(t, http.StatusOK)
	over := c.BotGame("hexone")
	c.Post(over+"/resign").WantStatus(t, http.StatusOK)
	for name, test := range map[string]struct {
		who  *sitetest.Client
		path string
	}{
		"between people":                {host, between},
		"on one device":                 {c, c.DeviceGame()},
		"who watches":                   {s.Client(t), c.BotGame("hexone")},
		"another player":                {host, c.BotGame("hexone")},
		"the bot is to act":             {c, theirs},
		"the game is over":              {c, over},
		"without exploring":             {c, c.BotGame("hexone", "explore", "no")},
		"claims that pages do not tell": {c, c.BotGame("six", "option.declare", "yes")},
	} {
		t.Run(name, func(t *testing.T) {
			test.who.Get(test.path).WantStatus(t, http.StatusOK).WantCount(t, "#hint", 0)
			test.who.Get(test.path+"/hint").WantStatus(t, http.StatusForbidden).WantText(t, "main", "You can ask for suggestions on your turn, in casual games against bots")
		})
	}
	c.Get("/games/nothing/hint").WantStatus(t, http.StatusNotFound)
}

// The sandbox suggests a turn in any position with a seat to act.
func TestSandboxHint(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	for _, game := range games.All() {
		path := "/analysis/" + game.Info().Key
		hint := c.Get(c.Get(path).HintTo(t)).WantStatus(t, http.StatusOK)
		after := c.Get(hint.Made(t)).WantStatus(t, http.StatusOK)
		ahead := c.Get(hint.Attribute("#hint-explore", "href")).WantStatus(t, http.StatusOK).WantCount(t, ".line button[aria-current]", 0)
		if line := ahead.List(".line button"); len(line) < len(after.List(".line button")) {
			t.Errorf("%s: the line to be explored is %v", path, line)
		}
		turn := hint.Text(".suggestion span.notation")
		if got := after.List(".line button"); strings.Join(got[:len(strings.Fields(turn))], " ") != turn {
			t.Errorf("%s: suggested is %q, made is %v", path, turn, got)
		}
		if after.Attribute(".line button[aria-current]", "value") != after.Attribute(".line li:first-child button:last-child", "value") {
			t.Errorf("%s: not the turn is shown, but %s", path, after.Text(".line button[aria-current]"))
		}
	}
	for name, path := range map[string]string{
		"the game is over":              "/analysis/hexone/hint?position=.../.b2../...../..../...+win1:elimination+9",
		"claims that pages do not tell": "/analysis/six/hint?option.declare=yes",
		"the board is edited":           "/analysis/six/hint?edit=on",
	} {
		t.Run(name, func(t *testing.T) {
			c.Get(path).WantStatus(t, http.StatusOK).WantCount(t, ".suggestion", 0).WantCount(t, "#hint", 0)
		})
	}
	c.Get("/analysis/go/hint").WantStatus(t, http.StatusNotFound)
}

// Hints are limited for each person and address, and for all when many searches run. A cancelled hint frees its
// place.
func TestHintLimits(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{Hints: limit.Limit{Burst: 2, Every: 10 * time.Second}})
	c := s.Client(t)
	path := c.BotGame("hexone")
	c.Get(path+"/hint").WantStatus(t, http.StatusOK)
	c.Get("/analysis/hexone/hint").WantStatus(t, http.StatusOK)
	c.Get(path+"/hint").WantText(t, "main", "Too many suggestions").WantTooMany(t)
	s.Client(t).Get("/analysis/hexone/hint").WantStatus(t, http.StatusOK)
	clock.Advance(20 * time.Second)

	empty := s.Play.FillSearches(play.MaxSearches)
	c.Get(path+"/hint").WantText(t, "main", "The site is busy").WantTooMany(t)
	empty()
	c.Get(path+"/hint").WantStatus(t, http.StatusOK)
}

// A HEAD request starts no search and does not count towards a limit.
func TestHintHead(t *testing.T) {
	t.Parallel()
	s, _ := sitetest.LimitedSite(t, web.Limits{Hints: limit.Limit{Burst: 1, Every: time.Hour}})
	searches := 0
	s.Play.Think(func(ctx context.Context, task bot.Task) (bot.Choice, error) {
		searches++
		return bot.Choose(ctx, task)
	})
	c := s.Client(t)
	paths := []string{c.BotGame("hexone") + "/hint", "/analysis/hexone/hint"}
	for _, path := range slices.Repeat(paths, 2) {
		c.Do(http.MethodHead, path, nil, nil).WantStatus(t, http.StatusOK)
	}
	if searches != 0 {
		t.Errorf("%d searches", searches)
	}
	c.Get(paths[0]).WantStatus(t, http.StatusOK).WantCount(t, ".suggestion", 1)
}

// A search ends when its client disconnects.
func TestHintGivenUp(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	path := c.BotGame("hexone")
	defer s.Play.FillSearches(play.MaxSearches - 1)()
	ctx, cancel := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Url+path+"/hint", nil)
	if err != nil {
		t.Fatal(err)
	}
	answered := make(chan error)
	go func() {
		answer, err := c.Http.Do(request)
		if err == nil {
			_ = answer.Body.Close()
		}
		answered <- err
	}()
	for s.Play.Crowd() < play.MaxSearches {
		runtime.Gosched()
	}
	cancel()
	if err := <-answered; !errors.Is(err, context.Canceled) {
		t.Errorf("it is answered, %v", err)
	}
	for s.Play.Crowd() == play.MaxSearches {
		runtime.Gosched()
	}
}
