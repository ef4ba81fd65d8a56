package handlers_test

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
	"hexclub/handlers"
	"hexclub/rules"
	"hexclub/rules/bot"
)

// Who plays without JavaScript comes back to a page on which the bots have played,
// unless that takes longer than anybody should wait.
func TestBotsAnswerBeforeThePage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Play.Patience(time.Minute)
	c := s.client(t)
	path := c.post("/games", strings.Fields("game six option.seats 4 opponent bot level 1 seat 2")...).wantStatus(t, http.StatusOK).path
	s.withBots(t)
	for range 2 { // sooner than anybody can win
		g := s.until(t, path, answered)
		c.turn(path, aTurn(g.Record, rng()), g.Record.Moved()).wantText(t, ".status.mine", "Your turn").wantCount(t, ".thinking", 0)
	}
	slow := newSite(t) // no bots are there
	slow.Play.Patience(time.Millisecond)
	c = slow.client(t)
	c.turn(c.againstBot("game", "hexone"), "c2", 0).wantCount(t, ".status.thinking", 1)
}

// The page tells that a bot is thinking, and by a link without JavaScript what
// it then plays.
func TestThinkingIsShown(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	path := c.againstBot("game", "hexone", "level", "4")
	page := c.turn(path, "c2", 0).wantStatus(t, http.StatusOK)
	page.wantText(t, ".status.thinking", "Maya · bot 4 (Red) is thinking.").wantText(t, "noscript", path)
	page.wantCount(t, "form[action$='/draw']", 0).wantCount(t, "form[action$='/takeback']", 1)
	s.client(t).get(path).wantText(t, ".status.thinking", "is thinking")
	s.withBots(t)
	s.until(t, path, answered)
	c.get(path).wantText(t, ".status.mine", "Your turn").wantText(t, ".last-turn", "Maya · bot 4").wantCount(t, ".thinking", 0)
	french := c.with("Accept-Language", "fr")
	french.get(path).wantText(t, ".players", "Maya · robot 4")
}

// Bots agree to every takeback. The page says what was taken back, until the next turn begins.
func TestTakebackAgainstBot(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Play.Patience(time.Minute)
	c := s.client(t)
	path := c.againstBot("game", "hexone", "level", "1")
	s.withBots(t)
	c.turn(path, "c2", 0)
	s.until(t, path, answered)
	p := c.post(path+"/takeback").wantStatus(t, http.StatusOK)
	if got := p.text(".closed"); got != "Turn 1 and all that followed are taken back." {
		t.Errorf("the page says %q", got)
	}
	c.get(path+"?draft=c2").wantCount(t, ".closed", 0)
	c.turn(path, "c2", s.gameAt(t, path).Record.Moved()).wantCount(t, ".closed", 0)
}

// Wherever players are named bots are.
func TestBotsAreNamed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	path := c.againstBot("game", "hexone", "level", "3")
	c.get("/").wantText(t, ".desk", "Against bots").wantText(t, ".games", "Bruno · bot 3")
	s.client(t).get("/games").wantText(t, "main", "Bruno · bot 3")
	c.turn(path, "c2", 0)
	s.withBots(t)
	s.until(t, path, answered)
	c.post(path+"/resign").wantText(t, ".status.over", "Bruno · bot 3 (Red) wins").wantCount(t, "#chat", 0)
	c.get("/").wantText(t, ".games", "Bruno · bot 3")
	c.get("/archive").wantText(t, "main", "Bruno · bot 3")
	for _, ext := range []string{"txt", "json"} {
		if body := c.get(path + "/record." + ext).body; !strings.Contains(body, "bot level 3") {
			t.Errorf("the record as %s does not name the bot: %s", ext, body)
		}
		if body := c.get("/settings/games." + ext).body; !strings.Contains(body, "bot level 3") {
			t.Errorf("the file of all games as %s does not name the bot", ext)
		}
	}
	again := c.post(path+"/rematch").wantStatus(t, http.StatusOK).path
	if g := s.gameAt(t, again); again == path || g.Status != db.Running || g.Players[0].Bot() != 3 {
		t.Errorf("the rematch is %s: %+v", again, g)
	}
	match := c.post("/games", "game", "hexone", "opponent", "bot", "starter", "me", "match", "two").path
	c.get("/matches/"+strings.TrimPrefix(match, "/games/")).wantText(t, "main", "Lotta · bot 2")
	room := c.post("/games", strings.Fields("game six option.seats 4 opponent lobby seat 1 bots yes bot-2 1")...).path
	c.get(room).wantText(t, ".waiting .seats", "Pip · bot 1")
	s.client(t).get(c.invitation(room)).wantText(t, "main", "Pip · bot 1")
}

// Bots of one level are told apart wherever their game is.
func TestEqualBotsAreToldApart(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, other := s.client(t), s.client(t)
	path := c.post("/games", strings.Fields("game six option.seats 4 opponent bot level 1 seat 4")...).path
	page := c.get(path).wantText(t, ".status", "Pip A · bot 1 (Black) is thinking")
	for seat, want := range []string{"Pip A · bot 1", "Pip B · bot 1", "Pip C · bot 1", "Guest"} {
		page.wantText(t, fmt.Sprintf(".players .seat:nth-child(%d)", seat+1), want)
	}
	const black, red = "Pip A · bot 1, Pip C · bot 1", "Pip B · bot 1"
	c.get("/").wantText(t, ".desk .opponents", "against "+black+" with "+red)
	other.get("/games").wantText(t, "main h2", black+" against "+red+", Guest").wantText(t, "main", "Pip A · bot 1 to play")
	s.withBots(t)
	s.until(t, path, answered)
	c.get(path).wantText(t, ".last-turn", "Pip C · bot 1 (Black)")
	c.get(path+"/turns/2").wantText(t, ".status", "Pip B · bot 1 (Red)")
	c.post(path+"/resign").wantText(t, ".status.over", "Pip A · bot 1 (Black), Pip C · bot 1 (Black)")
	c.get("/archive").wantText(t, "main", black)
	room := c.post("/games", strings.Fields("game six option.seats 4 opponent lobby seat 1 bots yes bot-2 1 bot-3 1")...).path
	invited := other.get(c.invitation(room))
	for _, want := range []string{"Pip A · bot 1", "Pip B · bot 1"} {
		c.get(room).wantText(t, ".waiting .seats", want)
		invited.wantText(t, "main", want)
	}
}

// A person does not act for a bot, whatever is sent.
func TestNobodyActsForBots(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	path := c.againstBot("game", "hexone")
	c.still().turn(path, "c2", 0).wantStatus(t, http.StatusSeeOther)
	for _, who := range []*client{c, s.client(t)} {
		want := map[bool]int{true: http.StatusConflict, false: http.StatusForbidden}[who == c]
		who.post(path+"/turns", "draft", "d3", "ply", "1", "person", db.BotID(2), "seat", "2", "as", db.BotID(2)).wantStatus(t, want)
	}
	c.post("/login", "name", "bot-2", "password", "").wantStatus(t, http.StatusUnprocessableEntity)
	s.client(t).get("/people/bot-2").wantStatus(t, http.StatusNotFound)
	c.post(path+"/seats", "seat", "2")
	if g := s.gameAt(t, path); len(g.Record.Turns()) != 1 || g.Players[1].Bot() != 2 {
		t.Errorf("%d turns, %+v", len(g.Record.Turns()), g.Players)
	}
}

// A slowBot searches until it is told to go on, or stopped.
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

// A search ends when its game is another.
func TestSearchesAreStopped(t *testing.T) {
	t.Parallel()
	for act, turns := range map[string]int{"takeback": 0, "resign": 1, "abort": 1} {
		t.Run(act, func(t *testing.T) {
			t.Parallel()
			s, slow := newSite(t), newSlowBot()
			s.Play.Think(slow.choose)
			s.withBots(t)
			c := s.client(t)
			path := c.againstBot("game", "hexone")
			c.turn(path, "c2", 0).wantStatus(t, http.StatusOK)
			<-slow.begun
			c.still().post(path+"/"+act).wantStatus(t, http.StatusSeeOther)
			<-slow.stopped
			if got := len(s.gameAt(t, path).Record.Turns()); got != turns {
				t.Errorf("%d turns, want %d", got, turns)
			}
			if act != "takeback" {
				return
			}
			c.still().turn(path, "b2", s.gameAt(t, path).Record.Moved()).wantStatus(t, http.StatusSeeOther)
			<-slow.begun
			close(slow.goOn)
			if g := s.until(t, path, answered); len(g.Record.Turns()) != 2 {
				t.Errorf("after another turn there are %d", len(g.Record.Turns()))
			}
		})
	}
	t.Run("the site stops", func(t *testing.T) {
		t.Parallel()
		s, slow := newSite(t), newSlowBot()
		s.Play.Think(slow.choose)
		stop := s.withBots(t)
		c := s.client(t)
		c.turn(c.againstBot("game", "hexone"), "c2", 0)
		<-slow.begun
		stop()
		<-slow.stopped
		if s.Play.Crowd() != 0 {
			t.Errorf("%d search on", s.Play.Crowd())
		}
	})
}

// Who has little time left thinks less, to the last second.
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
		if got := handlers.TimeShare(test.left, test.increment); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("with %v left and %v more it is %v, want %v", test.left, test.increment, got, test.want)
		}
	}
}

// A bot spends no more than its clock has, of which weak ones have plenty.
func TestBotsLookAtTheClock(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		form, first string // set-up, and the turn after which a bot thinks
		want        float64
	}{
		{"game hexone level 6 clock live minutes 1 increment 0", "c2", 0.1},
		{"game hexone level 1 clock live minutes 1 increment 0", "c2", 1},
		{"game six option.seats 4 seat 1 level 5 clock live minutes 1 increment 0", "-1,0", 1},
		{"game hexone level 6 clock 1d", "c2", 1},
		{"game hexone level 6", "c2", 1},
	} {
		t.Run(test.form, func(t *testing.T) {
			s, clock := limitedSite(t, handlers.Limits{})
			share := 0.0
			s.Play.Think(func(_ context.Context, task bot.Task) (bot.Choice, error) {
				share = task.Share
				return bot.Choice{}, errors.New("no idea")
			})
			c := s.client(t)
			path := c.post("/games", strings.Fields("opponent bot starter me "+test.form)...).wantStatus(t, http.StatusOK).path
			c.turn(path, test.first, 0).wantStatus(t, http.StatusOK)
			clock.advance(54 * time.Second)
			bots := s.Play.NewBots()
			bots.Look(t.Context(), false)
			bots.End()
			if math.Abs(share-test.want) > 0.001 {
				t.Errorf("it has %v of its budget, want %v", share, test.want)
			}
		})
	}
}

// A flag that falls while a bot thinks ends the game, and the search.
func TestFlagOfABotFalls(t *testing.T) {
	t.Parallel()
	s, clock := limitedSite(t, handlers.Limits{})
	slow := newSlowBot()
	s.Play.Think(slow.choose)
	s.withBots(t)
	c := s.client(t)
	path := c.post("/games", strings.Fields("game hexone opponent bot starter me clock live minutes 1 increment 0")...).wantStatus(t, http.StatusOK).path
	c.turn(path, "c2", 0)
	<-slow.begun
	clock.advance(time.Minute)
	if err := s.WorkOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-slow.stopped
	g := s.gameAt(t, path)
	if result, over := g.Record.Result(); !over || result.Reason != rules.Timeout || g.Status != db.Over {
		t.Errorf("the game is %s, %+v", g.Status, result)
	}
}

// After a restart bots take the turns that they were to take, the same ones.
func TestBotsResume(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	path := c.againstBot("game", "hexit", "level", "1")
	for _, text := range []string{"first", "second"} {
		g := s.gameAt(t, path)
		g = s.gameAt(t, c.turn(path, aTurn(g.Record, rng()), g.Record.Moved()).wantStatus(t, http.StatusOK).path)
		want, err := handlers.BotTurn(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		restarted := *s
		restarted.App = newApp(t, handlers.Config{DB: s.DB})
		stop := restarted.withBots(t)
		turns := restarted.until(t, path, answered).Record.Turns()
		stop()
		if got := strings.Join(turns[len(turns)-1].Actions, " "); got != want {
			t.Errorf("the %s time it plays %s, want %s", text, got, want)
		}
	}
}

// A game that cannot be replayed, or drives a search mad, is logged once and keeps
// no other waiting.
func TestBrokenGamesDoNotStallBots(t *testing.T) {
	t.Parallel()
	s, log := loggedSite(t)
	c := s.client(t)
	begin := func(turn string) (path string) {
		path = c.againstBot("game", "hexone")
		c.turn(path, turn, 0).wantStatus(t, http.StatusOK)
		return path
	}
	broken, mad, sound := begin("c2"), begin("b2"), begin("c2")
	if _, err := s.raw(t).Exec("UPDATE events SET event = 'nonsense' WHERE game = $1; UPDATE games SET revision = revision + 1 WHERE id = $1", broken[len("/games/"):]); err != nil {
		t.Fatal(err)
	}
	maddens := s.gameAt(t, mad).Record.State().Key()
	s.Play.Think(func(ctx context.Context, task bot.Task) (bot.Choice, error) {
		if task.State.Key() == maddens {
			panic("out of its mind")
		}
		return bot.Choose(ctx, task)
	})
	s.withBots(t)
	s.until(t, sound, answered)
	for !strings.Contains(log.String(), "out of its mind") || !strings.Contains(log.String(), "broken game") {
		runtime.Gosched() // until both are logged
	}
	later := begin("c2") // and look again
	s.until(t, later, answered)
	if n := strings.Count(log.String(), "a bot takes no turn"); n != 2 {
		t.Errorf("the log has %d lines: %s", n, log)
	}
	if crowd := s.Play.Crowd(); crowd != 0 {
		t.Errorf("%d search still", crowd)
	}
}

// What fails is tried again when bots look anew, and not before; a game that is
// another by then, which nobody was told, is begun with afresh.
func TestFailedTurnsAreTriedAgain(t *testing.T) {
	t.Parallel()
	s, log := loggedSite(t)
	c := s.client(t)
	path := c.againstBot("game", "hexone")
	c.turn(path, "c2", 0)
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
	if _, err := s.raw(t).Exec("UPDATE games SET revision = revision + 1 WHERE id = $1", path[len("/games/"):]); err != nil {
		t.Fatal(err)
	}
	s.Play.Think(bot.Choose)
	bots.Look(t.Context(), true)
	bots.End()
	if g := s.gameAt(t, path); len(g.Record.Turns()) != 2 {
		t.Errorf("%d turns were taken", len(g.Record.Turns()))
	}
}

// A turn that comes at a bad moment is no error, and is tried again though the
// game has not changed.
func TestConflictsAreTriedAgain(t *testing.T) {
	t.Parallel()
	s, log := loggedSite(t)
	c := s.client(t)
	path := c.againstBot("game", "hexone")
	c.turn(path, "c2", 0)
	status := func(status db.Status) {
		if _, err := s.raw(t).Exec("UPDATE games SET status = $2 WHERE id = $1", path[len("/games/"):], string(status)); err != nil {
			t.Error(err)
		}
	}
	s.Play.Think(func(ctx context.Context, task bot.Task) (bot.Choice, error) {
		status(db.Waiting) // in which nobody plays
		return bot.Choose(ctx, task)
	})
	bots := s.Play.NewBots()
	bots.Look(t.Context(), false)
	bots.End()
	if g := s.gameAt(t, path); len(g.Record.Turns()) != 1 || log.String() != "" {
		t.Fatalf("%d turns were taken, logged %q", len(g.Record.Turns()), log)
	}
	status(db.Running)
	s.Play.Think(bot.Choose)
	bots.Look(t.Context(), true)
	bots.End()
	if g := s.gameAt(t, path); len(g.Record.Turns()) != 2 {
		t.Errorf("%d turns were taken", len(g.Record.Turns()))
	}
}

func rng() *rand.Rand { return rand.New(rand.NewPCG(1, 1)) }
