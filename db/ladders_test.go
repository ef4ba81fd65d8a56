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

// A climb is a ladder with players, and an organiser who is none of them.
type climb struct {
	*testing.T
	d         *DB
	organiser Person
	season    Season
	ladder    Ladder
	people    map[string]Person // by name
	now       time.Time
}

// newClimb is a ladder of Hexone over the board, of players in the order of their names. Set
// changes its terms.
func newClimb(t *testing.T, d *DB, set func(*LadderTerms), names ...string) *climb {
	t.Helper()
	c := &climb{T: t, d: d, now: noon, people: map[string]Person{}}
	c.organiser = c.account("Olga")
	c.try(d.GiveRole(t.Context(), c.organiser.ID, Organiser, noon))
	var err error
	c.season, err = d.NewSeason(t.Context(), "Spring", "", c.organiser.ID, noon)
	c.try(err)
	terms := LadderTerms{Name: "Hexone ladder", Settings: ladder.Default("hexone"), Venue: OverBoard}
	if set != nil {
		set(&terms)
	}
	c.ladder, err = d.CreateLadder(t.Context(), c.season.ID, "", terms, c.organiser.ID, noon)
	c.try(err)
	for _, name := range names {
		c.account(name)
		_, err := d.JoinLadder(t.Context(), c.ladder.ID, c.people[name].ID, c.tick(time.Second))
		c.try(err)
	}
	return c
}

func (c *climb) account(name string) Person {
	c.Helper()
	p, err := c.d.SignUp(c.Context(), "", name, "secret of "+name, noon)
	c.try(err)
	c.people[name] = p
	return p
}

func (c *climb) try(err error) {
	c.Helper()
	if err != nil {
		c.Fatal(err)
	}
}

// tick is the moment a while later.
func (c *climb) tick(after time.Duration) time.Time {
	c.now = c.now.Add(after)
	return c.now
}

// challenges is a challenge of one by another, over the board unless the ladder is on the site.
func (c *climb) challenges(from, to string) Challenge {
	c.Helper()
	made, _, err := c.d.MakeChallenge(c.Context(), c.ladder.ID, c.people[from].ID, c.people[to].ID, c.ladder.Settings.Games[0],
		c.ladder.Venue == OnSite, c.tick(time.Second))
	c.try(err)
	return made
}

// accepts is the challenge accepted.
func (c *climb) accepts(made Challenge) Challenge {
	c.Helper()
	_, err := c.d.AcceptChallenge(c.Context(), made.ID, made.To.ID, c.tick(time.Second))
	c.try(err)
	return c.again(made)
}

// again is the challenge as it is by now.
func (c *climb) again(made Challenge) Challenge {
	c.Helper()
	is, err := c.d.Challenge(c.Context(), made.ID)
	c.try(err)
	return is
}

// order is who is on the ladder, from the top.
func (c *climb) order() string {
	c.Helper()
	l, err := c.d.LadderNow(c.Context(), c.ladder.ID, c.now)
	c.try(err)
	var names []string
	for _, p := range l.State.Players {
		names = append(names, l.People[p.ID].Name)
	}
	return strings.Join(names, " ")
}

func (c *climb) wantOrder(want string) {
	c.Helper()
	if got := c.order(); got != want {
		c.Errorf("the ladder is %s, want %s", got, want)
	}
}

// told is what happened so far, from the first on: kinds and names.
func (c *climb) told() []string {
	c.Helper()
	events, _, err := c.d.LadderEvents(c.Context(), c.ladder.ID, "", 0, 1000)
	c.try(err)
	var list []string
	for _, e := range slices.Backward(events) {
		list = append(list, strings.TrimSpace(string(e.Kind)+" "+e.Player.Name+" "+e.Other.Name))
	}
	return list
}

// ticks does what is due after a while, as the worker does.
func (c *climb) ticks(after time.Duration) {
	c.Helper()
	_, err := c.d.TickLadders(c.Context(), c.tick(after), 100)
	c.try(err)
}

func wantRefusal(t testing.TB, err error, rule ladder.Rule) {
	t.Helper()
	var refusal *ladder.Refusal
	var plain *rules.Refusal
	if !errors.As(err, &refusal) || refusal.Rule() != rule || !errors.As(err, &plain) {
		t.Errorf("error %v, want a refusal by %s", err, rule)
	}
}

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
	if got := c.told(); !slices.Equal(got, want) {
		t.Errorf("told %q, want %q", got, want)
	}
	rows, err := c.d.LadderRows(t.Context(), c.ladder.ID, 1, 4, noon.Add(10*time.Second), "hexone", "", c.now)
	if err != nil || rows[c.people["Dora"].ID].Was != 4 || rows[c.people["Anna"].ID].Was != 1 || !rows[c.people["Ben"].ID].Last.Equal(is.Decided) {
		t.Errorf("rows %+v, %v", rows, err)
	}
	places, err := c.d.LadderPlaces(t.Context(), c.ladder.ID, []string{c.people["Dora"].ID, c.people["Ben"].ID})
	if got := places[c.people["Dora"].ID]; err != nil || len(got) != 2 || got[0].Place != 4 || got[1].Place != 2 || len(places[c.people["Ben"].ID]) != 2 {
		t.Errorf("places %+v, %v", places, err)
	}
}

// plays enters and confirms that somebody has won a challenge over the board, or
// for nobody that it was a draw.
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

// What fell due while nobody looked is done in the order of time, as if somebody had; time that the site
// was down counts against nobody.
func TestLadderAfterDowntime(t *testing.T) {
	d := openTest(t)
	c := newClimb(t, d, func(l *LadderTerms) { l.Settings.InactiveDays = 10 }, "Anna", "Ben", "Carl", "Dora")
	first, second := c.challenges("Ben", "Anna"), c.challenges("Dora", "Carl")
	c.try(d.Pulse(t.Context(), c.tick(day)))
	c.try(d.ResumeClocks(t.Context(), c.tick(5*day))) // down for five days
	c.ticks(time.Second)
	c.wantOrder("Anna Ben Carl Dora")
	if is := c.again(first); !is.AnswerBy.Equal(first.AnswerBy.Add(5 * day)) {
		t.Errorf("to be answered by %v, was %v", is.AnswerBy, first.AnswerBy)
	}
	accepted := c.accepts(second)
	c.try(d.Pulse(t.Context(), c.tick(time.Hour)))
	c.try(d.ResumeClocks(t.Context(), c.tick(20*day)))
	p, err := d.Pairing(t.Context(), accepted.Pairing)
	c.try(err)
	if is := c.again(accepted); !is.PlayBy.Equal(accepted.PlayBy.Add(20*day)) || !p.Due.Equal(is.PlayBy) {
		t.Errorf("to be played by %v, was %v; pairing due %v", is.PlayBy, accepted.PlayBy, p.Due)
	}
	// The worker stood still for half a year while the site ran.
	c.ticks(180 * day)
	want := []string{"made Ben Anna", "made Dora Carl", "accepted Carl Dora", "won Ben Anna", "dropped Ben", "dropped Anna"}
	if got := c.told()[4:]; len(got) < len(want) || !slices.Equal(got[:4], want[:4]) {
		t.Errorf("told %q, want first %q", got, want)
	}
	if is := c.again(accepted); is.Status != ChallengeLapsed {
		t.Errorf("unplayed %+v", is)
	}
	if p, err = d.Pairing(t.Context(), accepted.Pairing); err != nil || p.Status != PairingOff {
		t.Errorf("its pairing %+v, %v", p, err)
	}
}

func TestLadderOnTheSite(t *testing.T) {
	onSite := func(l *LadderTerms) {
		l.Venue, l.Control, l.Rated, l.Settings.Unplayed = OnSite, threeDays, true, ladder.Lost
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

func TestLadderCorrections(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl", "Dora")
	ctx := t.Context()
	organiser, id := c.organiser.ID, c.ladder.ID
	_, err := c.d.PlaceOnLadder(ctx, id, c.people["Dora"].ID, 1, c.people["Anna"].ID, "because", c.tick(time.Second))
	wantError(t, err, rules.Forbidden, "error.organisers-only")
	_, err = c.d.PlaceOnLadder(ctx, id, c.people["Dora"].ID, 1, organiser, "  ", c.tick(time.Second))
	wantError(t, err, rules.Invalid, "error.ladder-reason")
	_, err = c.d.PlaceOnLadder(ctx, id, c.people["Dora"].ID, 9, organiser, "because", c.tick(time.Second))
	wantError(t, err, rules.Invalid, "error.ladder-place")
	_, err = c.d.PlaceOnLadder(ctx, id, c.people["Dora"].ID, 2, organiser, "a result was wrong", c.tick(time.Second))
	c.try(err)
	c.wantOrder("Anna Dora Ben Carl")
	made := c.accepts(c.challenges("Dora", "Anna"))
	_, err = c.d.RemoveFromLadder(ctx, id, c.people["Anna"].ID, organiser, "moved away", c.tick(time.Second))
	c.try(err)
	c.wantOrder("Dora Ben Carl")
	if p, err := c.d.Pairing(ctx, made.Pairing); err != nil || p.Status != PairingOver || p.How != EndForfeit {
		t.Errorf("pairing %+v, %v", p, err)
	}
	_, err = c.d.AddToLadder(ctx, id, c.account("Gus").ID, 2, organiser, "strong", c.tick(time.Second))
	c.try(err)
	c.wantOrder("Dora Gus Ben Carl")
	made = c.challenges("Carl", "Ben")
	_, err = c.d.DecideChallenge(ctx, made.ID, organiser, ladder.Outcome{Winner: c.people["Gus"].ID}, "because", c.tick(time.Second))
	wantError(t, err, rules.Invalid, "error.result")
	_, err = c.d.DecideChallenge(ctx, made.ID, organiser, ladder.Outcome{Winner: c.people["Carl"].ID}, "Ben said so", c.tick(time.Second))
	c.try(err)
	c.wantOrder("Dora Gus Carl Ben")
	log, _, err := c.d.Log(ctx, LogFilter{}, 100)
	c.try(err)
	var acts []string
	for _, entry := range slices.Backward(log) {
		acts = append(acts, entry.Act+" "+entry.Detail["Was"]+" "+entry.Detail["Is"]+" "+entry.Detail["Reason"])
	}
	want := []string{
		"ladder-placed 4 2 a result was wrong", "ladder-removed 2 0 moved away", "ladder-added 0 2 strong", "challenge-won   Ben said so",
	}
	if got := acts[len(acts)-len(want):]; !slices.Equal(got, want) {
		t.Errorf("logged %q, want %q", got, want)
	}
}

func TestLadderTerms(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl", "Dora", "Emil")
	ctx := t.Context()
	made := c.challenges("Emil", "Dora")
	terms := c.ladder.LadderTerms
	terms.Settings.Reach, terms.Settings.Answer = 1, 9
	_, err := c.d.EditLadder(ctx, c.ladder.ID, terms, c.people["Anna"].ID, c.tick(time.Second))
	wantError(t, err, rules.Forbidden, "error.organisers-only")
	bad := terms
	bad.Name, bad.Settings.Reach = "", -1
	_, err = c.d.EditLadder(ctx, c.ladder.ID, bad, c.organiser.ID, c.tick(time.Second))
	if joined, ok := err.(interface{ Unwrap() []error }); !ok || len(joined.Unwrap()) != 2 {
		t.Errorf("error %v, want two", err)
	}
	_, err = c.d.EditLadder(ctx, c.ladder.ID, terms, c.organiser.ID, c.tick(time.Second))
	c.try(err)
	if is := c.again(made); !is.AnswerBy.Equal(made.AnswerBy) {
		t.Errorf("a challenge that was made is to be answered by %v, was %v", is.AnswerBy, made.AnswerBy)
	}
	log, _, err := c.d.Log(ctx, LogFilter{Act: "ladder-set"}, 100)
	if err != nil || len(log) != 2 || log[0].Detail["SettingKey"] != "ladder.set.reach" || log[0].Detail["Was"] != "3" || log[0].Detail["Is"] != "1" {
		t.Errorf("log %+v, %v", log, err)
	}
	terms.Rated = true
	_, err = c.d.EditLadder(ctx, c.ladder.ID, terms, c.organiser.ID, c.now)
	wantError(t, err, rules.Invalid, "error.pairing-rated")
}

// A new season's ladder begins with the players of an old one, but for who has left or is gone.
func TestLadderCarryOver(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl", "Dora", "Emil")
	ctx := t.Context()
	_, err := c.d.LeaveLadder(ctx, c.ladder.ID, c.people["Ben"].ID, c.tick(time.Second))
	c.try(err)
	_, err = c.d.DeletePerson(ctx, c.people["Dora"].ID, c.tick(time.Second))
	c.try(err)
	c.wantOrder("Anna Carl Emil")
	c.try(c.d.SetSeason(ctx, c.season.ID, SeasonClosed, c.organiser.ID, c.tick(time.Second)))
	closed := c.now
	_, err = c.d.JoinLadder(ctx, c.ladder.ID, c.people["Ben"].ID, c.tick(time.Second))
	wantError(t, err, rules.Conflict, "error.season-closed")
	_, err = c.d.CreateLadder(ctx, c.season.ID, "", c.ladder.LadderTerms, c.organiser.ID, c.now)
	wantError(t, err, rules.Conflict, "error.season-closed")
	c.ticks(40 * day) // nobody is inactive in a season that is closed
	c.wantOrder("Anna Carl Emil")
	if l, err := c.d.Ladder(ctx, c.ladder.ID); err != nil || !l.Closed.Equal(closed) {
		t.Errorf("closed %v, want %v; %v", l.Closed, closed, err)
	}

	season, err := c.d.NewSeason(ctx, "Summer", c.season.ID, c.organiser.ID, c.now)
	c.try(err)
	old := c.ladder
	terms := old.LadderTerms
	terms.Settings.Entry = ladder.Given
	c.ladder, err = c.d.CreateLadder(ctx, season.ID, old.ID, terms, c.organiser.ID, c.now)
	c.try(err)
	c.wantOrder("Anna Carl Emil")
	l, err := c.d.LadderNow(ctx, c.ladder.ID, c.now)
	if err != nil || l.State.Players[2].Free != 0 || l.State.Settings.Entry != ladder.Given || l.Ladder.Continues != old.ID || l.Season.Name != "Summer" {
		t.Errorf("ladder %+v, %v", l, err)
	}
	_, err = c.d.JoinLadder(ctx, c.ladder.ID, c.people["Ben"].ID, c.now)
	wantRefusal(t, err, ladder.NewcomersRule)
	list, err := c.d.LaddersOf(ctx, season.ID)
	if err != nil || len(list) != 1 || list[0].ID != c.ladder.ID {
		t.Errorf("ladders of the season %+v, %v", list, err)
	}
}

// Whose account is deleted leaves the ladder, as its rules have it for challenges.
func TestLadderDeletion(t *testing.T) {
	c := newClimb(t, openTest(t), func(l *LadderTerms) { l.Settings.Received = 2 }, "Anna", "Ben", "Carl")
	played, waits := c.accepts(c.challenges("Ben", "Anna")), c.challenges("Carl", "Anna")
	_, err := c.d.DeletePerson(t.Context(), c.people["Anna"].ID, c.tick(time.Hour))
	c.try(err)
	c.wantOrder("Ben Carl")
	if is := c.again(played); is.Status != ChallengeWon || is.Winner != c.people["Ben"].ID || !is.To.Deleted {
		t.Errorf("the accepted one %+v", is)
	}
	if is := c.again(waits); is.Status != ChallengeWon {
		t.Errorf("the other %+v", is)
	}
	p, err := c.d.Pairing(t.Context(), played.Pairing)
	if err != nil || p.Status != PairingOver || p.How != EndForfeit {
		t.Errorf("pairing %+v, %v", p, err)
	}
	c.ticks(400 * day)
}

// A correction of the result of a challenge moves nobody: that is the organiser's to do.
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
	c.try(err)
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

// The queries of the pages go by indexes.
func TestLadderQueriesAreIndexed(t *testing.T) {
	d := openTest(t)
	for _, index := range []string{"ladder_players_place", "ladder_events_places", "challenges_by", "challenges_of"} {
		wantPlan(t, d, index, selectLadderRows, "ladder", 1, 100, 0, "hexone", "days")
	}
	wantPlan(t, d, "challenges_open", selectOpenChallenges, "ladder")
	wantPlan(t, d, "ladders_due", selectDueLadders, 1, 10)
	wantPlan(t, d, "ladders_season", selectDueLadders, 1, 10)
}

// entered are the games of a pairing over the board of one game that a person has won.
func entered(p Pairing, winner string) []pairing.Game {
	var g pairing.Game
	won := p.Player(winner) - 1
	g.Halves[won], g.Points[won] = 2, 2*20
	return []pairing.Game{g}
}

// People are told once of what concerns them on ladders, unless they have seen it.
func TestLadderMatters(t *testing.T) {
	d := openTest(t)
	c := newClimb(t, d, func(l *LadderTerms) { l.Settings.InactiveDays = 10 }, "Anna", "Ben", "Carl")
	for _, p := range c.people {
		c.try(d.AskAddress(t.Context(), p.ID, p.ID+"@mail.example", "en", false, noon.Add(-time.Hour)))
		mustExec(t, d, "UPDATE mail SET address = pending, pending = NULL WHERE person = $1", p.ID)
	}
	want := func(name string, kinds ...MatterKind) {
		t.Helper()
		if got := toldOfClub(t, d, c.people[name].ID, c.now); !slices.Equal(got, kinds) {
			t.Errorf("%s was told %v after %v, want %v", name, got, c.now.Sub(noon), kinds)
		}
	}
	first := c.challenges("Ben", "Anna")
	want("Anna")
	c.ticks(2 * time.Minute)
	want("Anna", MatterChallenged)
	want("Anna")
	want("Ben")
	c.ticks(2*day + 2*time.Minute)
	want("Anna", MatterAnswer)
	_, err := d.RefuseChallenge(t.Context(), first.ID, first.To.ID, c.tick(time.Hour))
	c.try(err)
	c.ticks(2 * time.Minute)
	want("Ben", MatterRefused)
	want("Anna")
	c.challenges("Carl", "Ben")
	c.ticks(4 * day)
	c.wantOrder("Anna Carl Ben")
	want("Carl", MatterExpired)
	want("Ben", MatterExpired)
	c.ticks(7 * day)
	c.wantOrder("Carl Anna Ben")
	want("Anna", MatterInactive)
	want("Carl")
}
