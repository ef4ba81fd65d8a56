package db

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/ladder"
)

// A climb is a ladder with players, and an organiser who does not play.
type climb struct {
	*testing.T
	d         *DB
	organiser Person
	season    Season
	ladder    Ladder
	people    map[string]Person // by name
	now       time.Time
}

// newClimb returns a ladder of Hexone over the board, with the players in the order of their
// names. set changes its terms.
func newClimb(t *testing.T, d *DB, set func(*LadderTerms), names ...string) *climb {
	t.Helper()
	c := &climb{T: t, d: d, now: noon, people: map[string]Person{}}
	c.organiser = c.account("Olga")
	c.try(d.SetRole(t.Context(), c.organiser.ID, Organiser, Operator, noon))
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

// tick advances the clock and returns its time.
func (c *climb) tick(after time.Duration) time.Time {
	c.now = c.now.Add(after)
	return c.now
}

// challenges returns a challenge of one player by another, over the board unless the ladder is
// on the site.
func (c *climb) challenges(from, to string) Challenge {
	c.Helper()
	made, _, err := c.d.MakeChallenge(c.Context(), c.ladder.ID, c.people[from].ID, c.people[to].ID, c.ladder.Settings.Games[0],
		c.ladder.Venue == OnSite, c.tick(time.Second))
	c.try(err)
	return made
}

// accepts accepts a challenge and returns it.
func (c *climb) accepts(made Challenge) Challenge {
	c.Helper()
	_, err := c.d.AcceptChallenge(c.Context(), made.ID, made.To.ID, c.tick(time.Second))
	c.try(err)
	return c.again(made)
}

// again returns the challenge as it is stored now.
func (c *climb) again(made Challenge) Challenge {
	c.Helper()
	is, err := c.d.Challenge(c.Context(), made.ID)
	c.try(err)
	return is
}

// order returns the names of the ladder's players, from the top.
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

// events returns the kinds and names of the ladder's events so far, the first one first.
func (c *climb) events() []string {
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
	log, _, err := c.d.AuditLog(ctx, AuditFilter{Acts: []string{"ladder-set"}}, 100)
	if err != nil || len(log) != 2 || log[0].Detail["SettingKey"] != "ladder.set.reach" || log[0].Detail["Was"] != "3" || log[0].Detail["Is"] != "1" {
		t.Errorf("log %+v, %v", log, err)
	}
	terms.Rated = true
	_, err = c.d.EditLadder(ctx, c.ladder.ID, terms, c.organiser.ID, c.now)
	wantError(t, err, rules.Invalid, "error.pairing-rated")
}

// A new season's ladder begins with the players of an old one, except those who have left or whose
// accounts are deleted.
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

// The queries of the pages go by indexes.
func TestLadderQueriesAreIndexed(t *testing.T) {
	d := openFile(t)
	for _, index := range []string{"ladder_players_place", "ladder_events_places", "challenges_by", "challenges_of"} {
		wantPlan(t, d, index, selectLadderRows, "ladder", 1, 100, 0, 0, "hexone", "days", LadderForm)
	}
	wantPlan(t, d, "challenges_open", selectOpenChallenges, "ladder")
	wantPlan(t, d, "ladders_due", selectDueLadders, 1, 10)
	wantPlan(t, d, "ladders_season", selectDueLadders, 1, 10)
	wantPlan(t, d, "ladders_season", selectAutomatic)
	wantPlan(t, d, "ladder_events_at", selectLadderEvents("e.kind <> 'moved'"), "ladder", 0, 50)
}

// Events are listed by their moments, also those that were stored late, and pages follow one another.
func TestLadderEventsByTime(t *testing.T) {
	c := newClimb(t, openTest(t), nil)
	var stored []ladder.Event
	for i, name := range []string{"Anna", "Ben", "Carl", "Dora", "Emil"} { // stored in this order
		at := noon.Add(time.Duration([]int{4, 1, 4, 3, 2}[i]) * time.Hour).UnixMilli()
		stored = append(stored, ladder.Event{Kind: ladder.Joined, At: at, Player: c.account(name).ID, To: i + 1, Why: ladder.NewcomersRule})
	}
	c.try(c.d.inTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error { return insertEvents(ctx, tx, c.ladder.ID, stored) }))
	const want = "Carl Anna Dora Emil Ben"
	var names []string
	for before, more := 0, true; more; {
		var events []LadderEvent
		var err error
		events, more, err = c.d.LadderEvents(t.Context(), c.ladder.ID, "", before, 2)
		c.try(err)
		for _, e := range events {
			names, before = append(names, e.Player.Name), e.Number
		}
	}
	if got := strings.Join(names, " "); got != want {
		t.Errorf("listed %s, want %s", got, want)
	}
	events, _, err := c.d.LadderEvents(t.Context(), c.ladder.ID, c.people["Dora"].ID, 0, 10)
	if err != nil || len(events) != 1 || events[0].Number != 4 {
		t.Errorf("events of Dora %+v, %v", events, err)
	}
}
