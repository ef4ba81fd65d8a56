package db

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
)

func TestLadderChallenge(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl", "Dora")
	c.wantOrder("Anna Ben Carl Dora")

	made := c.challenges("Dora", "Ben")
	if made.Status != ChallengeWaiting || !made.AnswerBy.Equal(made.Made.Add(3*day)) || made.LadderName != "Hexone ladder" || made.Pairing != "" {
		t.Errorf("challenge %+v", made)
	}
	_, err := c.d.AcceptChallenge(t.Context(), made.ID, c.people["Carl"].ID, c.tick(time.Minute))
	wantError(t, err, rules.Forbidden, "error.ladder-others")
	made = c.accepts(made)
	p, err := c.d.Pairing(t.Context(), made.Pairing)
	c.try(err)
	if made.Status != ChallengeAccepted || !made.PlayBy.Equal(made.Accepted.Add(14*day)) || !p.Due.Equal(made.PlayBy) || p.Site || p.Unit != "game" ||
		p.Player(c.people["Dora"].ID) == 0 || p.Player(c.people["Ben"].ID) == 0 {
		t.Errorf("challenge %+v, pairing %+v", made, p)
	}
	desk, err := c.d.ChallengesOf(t.Context(), c.people["Ben"].ID)
	if err != nil || len(desk) != 1 || desk[0].ID != made.ID {
		t.Errorf("Ben's challenges %+v, %v", desk, err)
	}

	c.plays(made, "Dora")
	c.wantOrder("Anna Dora Ben Carl")
	is := c.again(made)
	if is.Status != ChallengeWon || is.Winner != c.people["Dora"].ID || is.By != ladder.ByPlay || is.Open() {
		t.Errorf("challenge %+v", is)
	}
	want := []string{"joined Anna", "joined Ben", "joined Carl", "joined Dora", "made Dora Ben", "accepted Ben Dora", "won Dora Ben"}
	if got := c.events(); !slices.Equal(got, want) {
		t.Errorf("the events are %q, want %q", got, want)
	}
	rows, err := c.d.LadderRows(t.Context(), c.ladder.ID, LadderPart{From: 1, To: 3, Also: 4}, noon.Add(10*time.Second), "hexone", "", c.now)
	if err != nil || len(rows) != 4 || rows[c.people["Dora"].ID].Was != 4 || rows[c.people["Anna"].ID].Was != 1 {
		t.Errorf("rows %+v, %v", rows, err)
	}
	places, err := c.d.LadderPlaces(t.Context(), c.ladder.ID, []string{c.people["Dora"].ID, c.people["Ben"].ID})
	if got := places[c.people["Dora"].ID]; err != nil || len(got) != 2 || got[0].Place != 4 || got[1].Place != 2 || len(places[c.people["Ben"].ID]) != 2 {
		t.Errorf("places %+v, %v", places, err)
	}
}

// plays enters and confirms the winner of a challenge over the board; an empty winner means a draw.
func (c *climb) plays(made Challenge, winner string) {
	c.Helper()
	p, err := c.d.Pairing(c.Context(), made.Pairing)
	c.try(err)
	p, err = c.d.EnterResult(c.Context(), p.ID, p.Players[0].ID, entered(p, c.people[winner].ID), c.tick(time.Minute))
	c.try(err)
	_, err = c.d.ConfirmResult(c.Context(), p.ID, p.Players[1].ID, p.Revision, c.tick(time.Minute))
	c.try(err)
}

func TestLadderRefusals(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl", "Dora", "Emil", "Fay")
	ctx := t.Context()
	try := func(from, to string) error {
		_, _, err := c.d.MakeChallenge(ctx, c.ladder.ID, c.people[from].ID, c.people[to].ID, "hexone", false, c.tick(time.Second))
		return err
	}
	wantRefusal(t, try("Anna", "Ben"), ladder.UpwardsRule)
	wantRefusal(t, try("Anna", "Olga"), ladder.PlayersRule)
	wantRefusal(t, try("Anna", "Anna"), ladder.PlayersRule)
	_, _, err := c.d.MakeChallenge(ctx, c.ladder.ID, c.people["Ben"].ID, c.people["Anna"].ID, "six", false, c.now)
	wantRefusal(t, err, ladder.GamesRule)
	_, _, err = c.d.MakeChallenge(ctx, c.ladder.ID, c.people["Ben"].ID, c.people["Anna"].ID, "hexone", true, c.now)
	wantError(t, err, rules.Invalid, "error.ladder-where")
	_, _, err = c.d.MakeChallenge(ctx, c.ladder.ID, newGuest(t, c.d).ID, c.people["Anna"].ID, "hexone", false, c.now)
	wantError(t, err, rules.Forbidden, "error.log-in-first")
	_, err = c.d.JoinLadder(ctx, c.ladder.ID, newGuest(t, c.d).ID, c.now)
	wantError(t, err, rules.Forbidden, "error.log-in-first")
	_, err = c.d.JoinLadder(ctx, "none", c.people["Olga"].ID, c.now)
	wantError(t, err, rules.NotFound, "error.no-ladder")
	_, err = c.d.JoinLadder(ctx, c.ladder.ID, c.people["Anna"].ID, c.now)
	wantRefusal(t, err, ladder.PlayersRule)

	made := c.challenges("Fay", "Anna") // free: five places up
	if !made.Free {
		t.Errorf("challenge %+v is not free", made)
	}
	_, err = c.d.RefuseChallenge(ctx, made.ID, c.people["Anna"].ID, c.tick(time.Second))
	c.try(err)
	if is := c.again(made); is.Status != ChallengeDeclined || is.Open() {
		t.Errorf("challenge %+v", is)
	}
	next := c.challenges("Ben", "Anna")
	_, err = c.d.RefuseChallenge(ctx, next.ID, c.people["Anna"].ID, c.tick(time.Second))
	wantRefusal(t, err, ladder.RefusingRule)
	_, err = c.d.WithdrawChallenge(ctx, next.ID, c.people["Anna"].ID, c.tick(time.Second))
	wantError(t, err, rules.Forbidden, "error.ladder-others")
	_, err = c.d.WithdrawChallenge(ctx, next.ID, c.people["Ben"].ID, c.tick(time.Second))
	c.try(err)
	_, err = c.d.WithdrawChallenge(ctx, next.ID, c.people["Ben"].ID, c.tick(time.Second))
	wantError(t, err, rules.NotFound, "error.ladder-challenge")
	c.wantOrder("Anna Ben Carl Dora Emil Fay")
}

// Who was refused waits as long as after a decided challenge, however long refusals count.
func TestLadderRefusedAgain(t *testing.T) {
	c := newClimb(t, openTest(t), func(l *LadderTerms) { l.Settings.RefusalDays, l.Settings.Rematch = 1, 7 }, "Anna", "Ben", "Carl")
	made := c.challenges("Ben", "Anna")
	_, err := c.d.RefuseChallenge(t.Context(), made.ID, c.people["Anna"].ID, c.tick(time.Second))
	c.try(err)
	again := func(after time.Duration) error {
		_, _, err := c.d.MakeChallenge(t.Context(), c.ladder.ID, c.people["Ben"].ID, c.people["Anna"].ID, "hexone", false, c.tick(after))
		return err
	}
	wantRefusal(t, again(time.Second), ladder.PauseRule)
	wantRefusal(t, again(7*day-2*time.Second), ladder.PauseRule)
	c.try(again(time.Second))
}

// Two who challenge the same at once: one does, one is refused.
func TestLadderTwoChallengeTheSame(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl")
	errs := make([]error, 2)
	var both sync.WaitGroup
	for i, from := range []string{"Ben", "Carl"} {
		both.Go(func() {
			_, _, errs[i] = c.d.MakeChallenge(t.Context(), c.ladder.ID, c.people[from].ID, c.people["Anna"].ID, "hexone", false, c.now)
		})
	}
	both.Wait()
	if (errs[0] == nil) == (errs[1] == nil) {
		t.Fatalf("errors %v", errs)
	}
	wantRefusal(t, errors.Join(errs...), ladder.AtOnceRule)
}

// Who accepts at the very moment when the time to answer is over finds the
// challenge lost.
func TestLadderAcceptedTooLate(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben")
	made := c.challenges("Ben", "Anna")
	_, err := c.d.AcceptChallenge(t.Context(), made.ID, made.To.ID, made.AnswerBy)
	wantError(t, err, rules.NotFound, "error.ladder-challenge")
	c.wantOrder("Anna Ben")
	c.now = made.AnswerBy
	c.ticks(0)
	c.wantOrder("Ben Anna")
	if is := c.again(made); is.Status != ChallengeWon || is.By != ladder.ByDefault || !is.Decided.Equal(made.AnswerBy) {
		t.Errorf("challenge %+v", is)
	}
}

func TestLadderOnTheSite(t *testing.T) {
	onSite := func(l *LadderTerms) {
		l.Venue, l.Control, l.Rated = OnSite, threeDays, true
	}
	t.Run("a game decides", func(t *testing.T) {
		c := newClimb(t, openTest(t), onSite, "Anna", "Ben")
		made := c.accepts(c.challenges("Ben", "Anna"))
		games, err := c.d.PairingGames(t.Context(), made.Pairing)
		c.try(err)
		if len(games) != 1 || games[0].Status != Running || !games[0].Rated || games[0].Record.Control() != threeDays {
			t.Fatalf("games %+v", games)
		}
		_, err = c.d.Resign(t.Context(), games[0].ID, c.people["Anna"].ID, c.tick(time.Hour))
		c.try(err)
		c.wantOrder("Ben Anna")
	})
	t.Run("who is awaited when the time is up has lost", func(t *testing.T) {
		c := newClimb(t, openTest(t), onSite, "Anna", "Ben")
		made := c.accepts(c.challenges("Ben", "Anna"))
		games, err := c.d.PairingGames(t.Context(), made.Pairing)
		c.try(err)
		awaited := games[0].Players[0].ID
		mustExec(t, c.d, "UPDATE games SET since = since + $1, deadline = deadline + $1", 30*day.Milliseconds())
		c.now = made.PlayBy
		c.ticks(0)
		is := c.again(made)
		if is.Status != ChallengeWon || is.Winner == awaited || is.By != ladder.ByDefault {
			t.Errorf("challenge %+v, awaited was %s", is, awaited)
		}
		g, err := c.d.Game(t.Context(), games[0].ID)
		if err != nil || g.Status != Over {
			t.Errorf("its game is %s, %v", g.Status, err)
		}
	})
}

// A result that waits for a word when the time to play is over is waited for.
func TestLadderResultWaits(t *testing.T) {
	begin := func(t *testing.T, unplayed ladder.Resolution) (*climb, Challenge, Pairing) {
		c := newClimb(t, openTest(t), func(l *LadderTerms) { l.Settings.Unplayed = unplayed }, "Anna", "Ben")
		made := c.accepts(c.challenges("Ben", "Anna"))
		c.now = made.PlayBy.Add(-time.Hour)
		p, err := c.d.Pairing(t.Context(), made.Pairing)
		c.try(err)
		p, err = c.d.EnterResult(t.Context(), p.ID, c.people["Ben"].ID, entered(p, c.people["Ben"].ID), c.now)
		c.try(err)
		return c, made, p
	}
	t.Run("a day for the answer", func(t *testing.T) {
		c, made, _ := begin(t, ladder.Lost)
		c.ticks(time.Hour)
		c.ticks(22 * time.Hour)
		c.wantOrder("Anna Ben")
		c.ticks(time.Hour)
		c.wantOrder("Ben Anna")
		if is := c.again(made); is.Status != ChallengeWon || is.By != ladder.ByDefault {
			t.Errorf("challenge %+v", is)
		}
	})
	t.Run("confirmed late", func(t *testing.T) {
		c, made, p := begin(t, ladder.Lapses)
		_, err := c.d.ConfirmResult(t.Context(), p.ID, c.people["Anna"].ID, p.Revision, c.tick(2*time.Hour)) // nobody ticked meanwhile
		c.try(err)
		c.wantOrder("Ben Anna")
		if is := c.again(made); is.Status != ChallengeWon || is.By != ladder.ByPlay {
			t.Errorf("challenge %+v", is)
		}
	})
	t.Run("contested", func(t *testing.T) {
		c, made, p := begin(t, ladder.Lapses)
		p, err := c.d.ContestResult(t.Context(), p.ID, c.people["Anna"].ID, "no", p.Revision, c.now)
		c.try(err)
		for range 5 {
			c.ticks(day)
		}
		if is := c.again(made); !is.Open() {
			t.Fatalf("challenge %+v", is)
		}
		_, err = c.d.DecidePairing(t.Context(), p.ID, c.organiser.ID, Decision{
			Games: entered(p, c.people["Ben"].ID), Why: "the sheet was seen", Revision: p.Revision,
		}, c.tick(time.Hour))
		c.try(err)
		c.wantOrder("Ben Anna")
	})
}

// The result of a challenge that has ended is not decided again apart from its places.
func TestLadderResultCorrected(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben")
	made := c.accepts(c.challenges("Ben", "Anna"))
	c.plays(made, "Ben")
	c.wantOrder("Ben Anna")
	p, err := c.d.Pairing(t.Context(), made.Pairing)
	c.try(err)
	_, err = c.d.DecidePairing(t.Context(), p.ID, c.organiser.ID, Decision{
		Games: entered(p, c.people["Anna"].ID), Why: "entered wrongly", Revision: p.Revision,
	}, c.tick(time.Hour))
	wantError(t, err, rules.Conflict, "error.pairing-ladder")
	c.wantOrder("Ben Anna")
	c.try(c.d.SetSeason(t.Context(), c.ladder.Season, SeasonClosed, c.organiser.ID, c.tick(time.Hour)))
	c.try(c.d.SetSeason(t.Context(), c.ladder.Season, SeasonArchived, c.organiser.ID, c.tick(time.Hour)))
	_, err = c.d.DecidePairing(t.Context(), p.ID, c.organiser.ID, Decision{Off: true, Why: "too late", Revision: p.Revision + 1}, c.tick(time.Hour))
	wantError(t, err, rules.Conflict, "error.season-archived")
}

func TestLadderPairingCalledOff(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben")
	made := c.accepts(c.challenges("Ben", "Anna"))
	p, err := c.d.Pairing(t.Context(), made.Pairing)
	c.try(err)
	_, err = c.d.DecidePairing(t.Context(), p.ID, c.organiser.ID, Decision{Off: true, Why: "flood", Revision: p.Revision}, c.tick(time.Hour))
	c.try(err)
	if is := c.again(made); is.Status != ChallengeLapsed {
		t.Errorf("challenge %+v", is)
	}
}

// entered returns the results of a pairing over the board of one game that a person has won; a draw for nobody.
func entered(p Pairing, winner string) []pairing.Game {
	g := pairing.Game{Halves: [2]int{1, 1}}
	if won := p.Player(winner); won > 0 {
		g = pairing.Game{}
		g.Halves[won-1], g.Points[won-1] = 2, 2*20
	}
	return []pairing.Game{g}
}

// The form of a player has the results of the last challenges that were played, the oldest first.
func TestLadderForm(t *testing.T) {
	c := newClimb(t, openTest(t), func(l *LadderTerms) { l.Settings.Rematch = 0 }, "Anna", "Ben", "Carl")
	form := func(name string) string {
		rows, err := c.d.LadderRows(t.Context(), c.ladder.ID, LadderPart{From: 1, To: 2, Also: 3}, noon, "hexone", "", c.now)
		c.try(err)
		return strings.Join(rows[c.people[name].ID].Form, " ")
	}
	for _, winner := range []string{"Anna", "Anna", "", "Anna", "Ben"} {
		c.plays(c.accepts(c.challenges("Ben", "Anna")), winner)
	}
	if got := form("Ben"); got != "lost lost drawn lost won" {
		t.Errorf("Ben's form is %q", got)
	}
	c.plays(c.accepts(c.challenges("Carl", "Ben")), "Carl")
	declined := c.challenges("Ben", "Carl")
	_, err := c.d.RefuseChallenge(t.Context(), declined.ID, c.people["Carl"].ID, c.tick(time.Minute))
	c.try(err)
	for name, want := range map[string]string{"Ben": "lost drawn lost won lost", "Anna": "won won drawn won lost", "Carl": "won"} {
		if got := form(name); got != want {
			t.Errorf("the form of %s is %q, want %q", name, got, want)
		}
	}
}
