package play_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/play"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/bot"
)

// Without JavaScript, the page after a turn shows the bots' turns, unless they take too long.
func TestBotsAnswerBeforeThePage(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	s.Play.SetBotWait(time.Minute)
	c := s.Client(t)
	path := c.Post("/games", strings.Fields("game six option.seats 4 opponent bot level 1 seat 2")...).WantStatus(t, http.StatusOK).Path
	s.WithBots(t)
	g := s.Until(t, path, sitetest.Answered)
	c.Turn(path, sitetest.ATurn(g.Record, rng()), g.Record.Moved()).WantText(t, ".status.mine", "Your turn").WantCount(t, ".thinking", 0)
	slow := sitetest.New(t) // no bots run
	slow.Play.SetBotWait(time.Millisecond)
	c = slow.Client(t)
	c.Turn(c.AgainstBot("game", "hexone"), "c2", 0).WantCount(t, ".status.thinking", 1)
}

// The page shows that a bot is thinking. Without JavaScript a link leads to the bot's turn.
func TestThinkingIsShown(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	path := c.AgainstBot("game", "hexone", "level", "4")
	page := c.Turn(path, "c2", 0).WantStatus(t, http.StatusOK)
	page.WantText(t, ".status.thinking", "Maya · bot 4 (Red) is thinking.").WantText(t, "noscript", path)
	page.WantCount(t, "form[action$='/draw']", 0).WantCount(t, "form[action$='/takeback']", 1)
	s.Client(t).Get(path).WantText(t, ".status.thinking", "is thinking")
	s.WithBots(t)
	s.Until(t, path, sitetest.Answered)
	c.Get(path).WantText(t, ".status.mine", "Your turn").WantText(t, ".last-turn", "Maya · bot 4").WantCount(t, ".thinking", 0)
	french := c.With("Accept-Language", "fr")
	french.Get(path).WantText(t, ".players", "Maya · robot 4")
}

// Bots agree to every takeback. The page says what was taken back, until the next turn begins.
func TestTakebackAgainstBot(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	s.Play.SetBotWait(time.Minute)
	c := s.Client(t)
	path := c.AgainstBot("game", "hexone", "level", "1")
	s.WithBots(t)
	c.Turn(path, "c2", 0)
	s.Until(t, path, sitetest.Answered)
	p := c.Post(path+"/takeback").WantStatus(t, http.StatusOK)
	if got := p.Text(".closed"); got != "Turn 1 and all later turns are taken back." {
		t.Errorf("the page says %q", got)
	}
	c.Get(path+"?draft=c2").WantCount(t, ".closed", 0)
	c.Turn(path, "c2", s.GameAt(t, path).Record.Moved()).WantCount(t, ".closed", 0)
}

// Bots have names on all pages with players.
func TestBotsAreNamed(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	path := c.AgainstBot("game", "hexone", "level", "3")
	c.Get("/").WantText(t, ".desk", "Against bots").WantText(t, ".games", "Bruno · bot 3")
	s.Client(t).Get("/games").WantText(t, "main", "Bruno · bot 3")
	c.Turn(path, "c2", 0)
	s.WithBots(t)
	s.Until(t, path, sitetest.Answered)
	c.Post(path+"/resign").WantText(t, ".status.over", "Bruno · bot 3 (Red) wins").WantCount(t, "#chat", 0)
	c.Get("/").WantText(t, ".played", "Bruno · bot 3")
	c.Get("/archive").WantText(t, "main", "Bruno · bot 3")
	for _, ext := range []string{"txt", "json"} {
		if body := c.Get(path + "/record." + ext).Body; !strings.Contains(body, "bot level 3") {
			t.Errorf("the record as %s does not name the bot: %s", ext, body)
		}
		if body := c.Get("/settings/games." + ext).Body; !strings.Contains(body, "bot level 3") {
			t.Errorf("the file of all games as %s does not name the bot", ext)
		}
	}
	again := c.Post(path+"/rematch").WantStatus(t, http.StatusOK).Path
	if g := s.GameAt(t, again); again == path || g.Status != db.Running || g.Players[0].Bot() != 3 {
		t.Errorf("the rematch is %s: %+v", again, g)
	}
	match := c.Post("/games", "game", "hexone", "opponent", "bot", "starter", "me", "match", "two").Path
	c.Get("/matches/"+strings.TrimPrefix(match, "/games/")).WantText(t, "main", "Pip · bot 1")
	room := c.Post("/games", strings.Fields("game six option.seats 4 opponent lobby seat 1 bots yes bot-2 1")...).Path
	c.Get(room).WantText(t, ".waiting .seats", "Pip · bot 1")
	s.Client(t).Get(c.Invitation(room)).WantText(t, "main", "Pip · bot 1")
}

// Pages distinguish bots of one level.
func TestEqualBotsAreToldApart(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c, other := s.Client(t), s.Client(t)
	path := c.Post("/games", strings.Fields("game six option.seats 4 opponent bot level 1 seat 4")...).Path
	page := c.Get(path).WantText(t, ".status", "Pip A · bot 1 (Black) is thinking")
	for seat, want := range []string{"Pip A · bot 1", "Pip B · bot 1", "Pip C · bot 1", "Guest"} {
		page.WantText(t, fmt.Sprintf(".players .seat[data-seat='%d']", seat+1), want)
	}
	const black, red = "Pip A · bot 1, Pip C · bot 1", "Pip B · bot 1"
	c.Get("/").WantText(t, ".desk .games", black+" Six · with "+red)
	if name := other.Get("/games").Attribute("main h2 a", "aria-label"); !strings.HasPrefix(name, "Six, "+black+" against "+red+", Guest") {
		t.Errorf("the game to watch is called %q", name)
	}
	s.WithBots(t)
	s.Until(t, path, sitetest.Answered)
	c.Get(path).WantText(t, ".last-turn", "Pip C · bot 1 (Black)")
	c.Get(path+"/turns/2").WantText(t, ".status", "Pip B · bot 1 (Red)")
	c.Post(path+"/resign").WantText(t, ".status.over", "Pip A · bot 1 (Black), Pip C · bot 1 (Black)")
	c.Get("/archive").WantText(t, "main", black)
	room := c.Post("/games", strings.Fields("game six option.seats 4 opponent lobby seat 1 bots yes bot-2 1 bot-3 1")...).Path
	invited := other.Get(c.Invitation(room))
	for _, want := range []string{"Pip A · bot 1", "Pip B · bot 1"} {
		c.Get(room).WantText(t, ".waiting .seats", want)
		invited.WantText(t, "main", want)
	}
}

// A person cannot act for a bot, with any request.
func TestNobodyActsForBots(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	path := c.AgainstBot("game", "hexone")
	c.NoRedirects().Turn(path, "c2", 0).WantStatus(t, http.StatusSeeOther)
	for _, who := range []*sitetest.Client{c, s.Client(t)} {
		want := map[bool]int{true: http.StatusConflict, false: http.StatusForbidden}[who == c]
		who.Post(path+"/turns", "draft", "d3", "moved", "1", "person", db.BotID(1), "seat", "2", "as", db.BotID(1)).WantStatus(t, want)
	}
	c.Post("/login", "name", "bot-1", "password", "").WantStatus(t, http.StatusUnprocessableEntity)
	s.Client(t).Get("/people/bot-1").WantStatus(t, http.StatusNotFound)
	c.Post(path+"/seats", "seat", "2")
	if g := s.GameAt(t, path); len(g.Record.Turns()) != 1 || g.Players[1].Bot() != 1 {
		t.Errorf("%d turns, %+v", len(g.Record.Turns()), g.Players)
	}
}

// A slowBot searches until the test lets it continue, or it is stopped.
type slowBot struct {
	begun, stopped chan struct{}
	goOn           chan struct{}
}

func newSlowBot() slowBot {
	return slowBot{make(chan struct{}, 9), make(chan struct{}, 9), make(chan struct{})}
}

func (b slowBot) choose(ctx context.Context, task bot.Task) (bot.Choice, error) {
	b.begun <- struct{}{}
	select {
	case <-b.goOn:
		return bot.Choose(ctx, task)
	case <-ctx.Done():
		b.stopped <- struct{}{}
		return bot.Choice{}, ctx.Err()
	}
}

// A search ends when its game has changed.
func TestSearchesAreStopped(t *testing.T) {
	t.Parallel()
	for act, turns := range map[string]int{"takeback": 0, "resign": 1, "abort": 1} {
		t.Run(act, func(t *testing.T) {
			t.Parallel()
			s, slow := sitetest.New(t), newSlowBot()
			s.Play.Think(slow.choose)
			s.WithBots(t)
			c := s.Client(t)
			path := c.AgainstBot("game", "hexone")
			c.Turn(path, "c2", 0).WantStatus(t, http.StatusOK)
			<-slow.begun
			c.NoRedirects().Post(path+"/"+act).WantStatus(t, http.StatusSeeOther)
			<-slow.stopped
			if got := len(s.GameAt(t, path).Record.Turns()); got != turns {
				t.Errorf("%d turns, want %d", got, turns)
			}
			if act != "takeback" {
				return
			}
			c.NoRedirects().Turn(path, "b2", s.GameAt(t, path).Record.Moved()).WantStatus(t, http.StatusSeeOther)
			<-slow.begun
			close(slow.goOn)
			if g := s.Until(t, path, sitetest.Answered); len(g.Record.Turns()) != 2 {
				t.Errorf("after another turn there are %d", len(g.Record.Turns()))
			}
		})
	}
	t.Run("the site stops", func(t *testing.T) {
		t.Parallel()
		s, slow := sitetest.New(t), newSlowBot()
		s.Play.Think(slow.choose)
		stop := s.WithBots(t)
		c := s.Client(t)
		c.Turn(c.AgainstBot("game", "hexone"), "c2", 0)
		<-slow.begun
		stop()
		<-slow.stopped
		if s.Play.Crowd() != 0 {
			t.Errorf("%d search on", s.Play.Crowd())
		}
	})
}

// A bot with little time left searches less, up to the last second.
func TestTimeShare(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		left, increment time.Duration
		want            float64
	}{
		{24 * time.Hour, 0, 1},
		{time.Minute, 0, 1},
		{30 * time.Second, 0, 0.5},
		{6 * time.Second, 0, 0.1},
		{6 * time.Second, time.Second, 0.8 / 3},
		{6 * time.Second, time.Minute, 0.5},
		{600 * time.Millisecond, 0, 0.01},
		{time.Millisecond, 0, 0.0001},
		{0, time.Minute, 0.0001},
	} {
		if got := play.TimeShare(test.left, test.increment); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("with %v left and %v more it is %v, want %v", test.left, test.increment, got, test.want)
		}
	}
}

// A bot spends no more than its clock allows; weak bots are not limited by it.
func TestBotsLookAtTheClock(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		form, first string // set-up, and the turn before the bot's
		want        float64
	}{
		{"game hexone level 6 clock live minutes 1 increment 0", "c2", 0.1},
		{"game hexone level 1 clock live minutes 1 increment 0", "c2", 1},
		{"game six option.seats 4 seat 1 level 5 clock live minutes 1 increment 0", "-1,0", 1},
		{"game hexone level 6 clock 1d", "c2", 1},
		{"game hexone level 6", "c2", 1},
	} {
		t.Run(test.form, func(t *testing.T) {
			s, clock := sitetest.LimitedSite(t, web.Limits{})
			share := 0.0
			s.Play.Think(func(_ context.Context, task bot.Task) (bot.Choice, error) {
				share = task.Share
				return bot.Choice{}, errors.New("no idea")
			})
			c := s.Client(t)
			path := c.Post("/games", strings.Fields("opponent bot starter me "+test.form)...).WantStatus(t, http.StatusOK).Path
			c.Turn(path, test.first, 0).WantStatus(t, http.StatusOK)
			clock.Advance(54 * time.Second)
			bots := s.Play.NewBots()
			bots.Look(t.Context(), false)
			bots.End()
			if math.Abs(share-test.want) > 0.001 {
				t.Errorf("it has %v of its budget, want %v", share, test.want)
			}
		})
	}
}

// When a bot's time is up, the game and the search end. The game is cancelled, because it is the bot's first turn.
func TestFlagOfABotFalls(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{})
	slow := newSlowBot()
	s.Play.Think(slow.choose)
	s.WithBots(t)
	c := s.Client(t)
	path := c.Post("/games", strings.Fields("game hexone opponent bot starter me clock live minutes 1 increment 0")...).WantStatus(t, http.StatusOK).Path
	c.Turn(path, "c2", 0)
	<-slow.begun
	clock.Advance(time.Minute)
	if err := s.WorkOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-slow.stopped
	g := s.GameAt(t, path)
	if result, over := g.Record.Result(); !over || result.Reason != rules.CalledOff || g.Status != db.Over {
		t.Errorf("the game is %s, %+v", g.Status, result)
	}
}

// After a restart bots take the pending turns, and choose the same.
func TestBotsResume(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	path := c.AgainstBot("game", "hexit", "level", "1")
	for _, text := range []string{"first", "second"} {
		g := s.GameAt(t, path)
		g = s.GameAt(t, c.Turn(path, sitetest.ATurn(g.Record, rng()), g.Record.Moved()).WantStatus(t, http.StatusOK).Path)
		want, err := play.BotTurn(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		restarted := *s
		restarted.App = sitetest.NewApp(t, web.Config{DB: s.DB})
		stop := restarted.WithBots(t)
		turns := restarted.Until(t, path, sitetest.Answered).Record.Turns()
		stop()
		if got := strings.Join(turns[len(turns)-1].Actions, " "); got != want {
			t.Errorf("the %s time it plays %s, want %s", text, got, want)
		}
	}
}

// A game that cannot be replayed, or that breaks a search, is logged once and does not block others.
func TestBrokenGamesDoNotStallBots(t *testing.T) {
	t.Parallel()
	s, log := sitetest.LoggedSite(t)
	c := s.Client(t)
	begin := func(turn string) (path string) {
		path = c.AgainstBot("game", "hexone")
		c.Turn(path, turn, 0).WantStatus(t, http.StatusOK)
		return path
	}
	broken, mad, sound := begin("c2"), begin("b2"), begin("c2")
	if _, err := s.Raw(t).Exec(fmt.Sprintf("UPDATE events SET event = 'nonsense' WHERE game = '%[1]s'; UPDATE games SET revision = revision + 1 WHERE id = '%[1]s'", broken[len("/games/"):])); err != nil {
		t.Fatal(err)
	}
	maddens := s.GameAt(t, mad).Record.State().Key()
	s.Play.Think(func(ctx context.Context, task bot.Task) (bot.Choice, error) {
		if task.State.Key() == maddens {
			panic("out of its mind")
		}
		return bot.Choose(ctx, task)
	})
	s.WithBots(t)
	s.Until(t, sound, sitetest.Answered)
	for !strings.Contains(log.String(), "out of its mind") || !strings.Contains(log.String(), "broken game") {
		runtime.Gosched() // until both are logged
	}
	later := begin("c2") // so that bots look again
	s.Until(t, later, sitetest.Answered)
	if n := strings.Count(log.String(), "bot turn failed"); n != 2 {
		t.Errorf("the log has %d lines: %s", n, log)
	}
	if crowd := s.Play.Crowd(); crowd != 0 {
		t.Errorf("%d search still", crowd)
	}
}

// A failed turn is retried at the next poll, and not before. A changed game without a notification starts a new
// search.
func TestFailedTurnsAreTriedAgain(t *testing.T) {
	t.Parallel()
	s, log := sitetest.LoggedSite(t)
	c := s.Client(t)
	path := c.AgainstBot("game", "hexone")
	c.Turn(path, "c2", 0)
	s.Play.Think(func(context.Context, bot.Task) (bot.Choice, error) { return bot.Choice{}, errors.New("no idea") })
	bots := s.Play.NewBots()
	bots.Look(t.Context(), false)
	bots.End()
	called := make(chan struct{}, 9)
	s.Play.Think(func(ctx context.Context, task bot.Task) (bot.Choice, error) {
		called <- struct{}{}
		return bot.Choice{}, errors.New("no idea")
	})
	bots.Look(t.Context(), false)
	if s.Play.Crowd() != 0 || len(called) != 0 {
		t.Error("it is tried again at once")
	}
	bots.Look(t.Context(), true)
	bots.End()
	if n := strings.Count(log.String(), "no idea"); n != 1 || len(called) != 1 {
		t.Errorf("tried again %d times, logged %d times", len(called), n)
	}
	if _, err := s.Raw(t).Exec("UPDATE games SET revision = revision + 1 WHERE id = $1", path[len("/games/"):]); err != nil {
		t.Fatal(err)
	}
	s.Play.Think(bot.Choose)
	bots.Look(t.Context(), true)
	bots.End()
	if g := s.GameAt(t, path); len(g.Record.Turns()) != 2 {
		t.Errorf("%d turns were taken", len(g.Record.Turns()))
	}
}

// A turn that conflicts with another is no error, and is retried although the game has not changed.
func TestConflictsAreTriedAgain(t *testing.T) {
	t.Parallel()
	s, log := sitetest.LoggedSite(t)
	c := s.Client(t)
	path := c.AgainstBot("game", "hexone")
	c.Turn(path, "c2", 0)
	status := func(status db.Status) {
		if _, err := s.Raw(t).Exec("UPDATE games SET status = $2 WHERE id = $1", path[len("/games/"):], string(status)); err != nil {
			t.Error(err)
		}
	}
	s.Play.Think(func(ctx context.Context, task bot.Task) (bot.Choice, error) {
		status(db.Waiting) // a waiting game
		return bot.Choose(ctx, task)
	})
	bots := s.Play.NewBots()
	bots.Look(t.Context(), false)
	bots.End()
	if g := s.GameAt(t, path); len(g.Record.Turns()) != 1 || log.String() != "" {
		t.Fatalf("%d turns were taken, logged %q", len(g.Record.Turns()), log)
	}
	status(db.Running)
	s.Play.Think(bot.Choose)
	bots.Look(t.Context(), true)
	bots.End()
	if g := s.GameAt(t, path); len(g.Record.Turns()) != 2 {
		t.Errorf("%d turns were taken", len(g.Record.Turns()))
	}
}

func rng() *rand.Rand { return rand.New(rand.NewPCG(1, 1)) }
