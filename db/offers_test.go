package db

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/record"
)

// act does what an event says, for who holds its seat: "draw:2" as the
// person in seat 2, "accept:1" at the event at which the game then is.
func act(t testing.TB, d *DB, g Game, event string) (Game, error) {
	t.Helper()
	ctx, now := t.Context(), in(time.Hour)
	g = read(t, d, g)
	word, number, acts := strings.Cut(event, ":")
	if !acts {
		return d.PlayTurn(ctx, g.ID, g.by(g.Record.Turn().Seat), g.Record.Moved(), event, now)
	}
	person := g.by(rules.Seat(number[0] - '0'))
	switch word {
	case "draw":
		return d.OfferDraw(ctx, g.ID, person, now)
	case "takeback":
		return d.AskTakeback(ctx, g.ID, person, now)
	case "accept":
		return d.Accept(ctx, g.ID, person, g.Record.EventCount(), now)
	case "decline":
		return d.Decline(ctx, g.ID, person, g.Record.EventCount(), now)
	case "resign":
		return d.Resign(ctx, g.ID, person, now)
	case "abort":
		return d.Abort(ctx, g.ID, person, now)
	}
	t.Fatalf("no such act: %s", event)
	return Game{}, nil
}

// acts does one after the other what cannot fail.
func acts(t testing.TB, d *DB, g Game, events string) Game {
	t.Helper()
	for event := range strings.FieldsSeq(events) {
		after, err := act(t, d, g, event)
		if err != nil {
			t.Fatalf("%s: %v", event, err)
		}
		if stored := read(t, d, g); after.Revision != stored.Revision || after.Record.EventCount() != stored.Record.EventCount() {
			t.Fatalf("%s: returned %+v, stored %+v", event, after, stored)
		}
		g = after
	}
	wantWhole(t, d, g.ID)
	return g
}

func TestOffers(t *testing.T) {
	d := openTest(t)
	for name, tt := range map[string]struct {
		events string
		result string // empty while it goes on
		reason rules.Reason
		open   record.OfferKind
		act    rules.Seat
	}{
		"offered by the one to act":       {"draw:1", "", "", record.Draw, 1},
		"offered by the other":            {"draw:2", "", "", record.Draw, 1},
		"accepted by the other":           {"draw:1 accept:2", "draw", rules.Agreement, record.NoOffer, 0},
		"accepted by the one to act":      {"draw:2 accept:1", "draw", rules.Agreement, record.NoOffer, 0},
		"offered by both":                 {"draw:1 draw:2", "draw", rules.Agreement, record.NoOffer, 0},
		"declined by the other":           {"draw:1 decline:2", "", "", record.NoOffer, 1},
		"declined by the one to act":      {"c2 draw:1 decline:2", "", "", record.NoOffer, 2},
		"withdrawn":                       {"draw:2 decline:2", "", "", record.NoOffer, 1},
		"again":                           {"draw:2 decline:1 c2 draw:2 accept:1", "draw", rules.Agreement, record.NoOffer, 0},
		"stands while who offers plays":   {"draw:1 c2", "", "", record.Draw, 2},
		"lapses when who is asked does":   {"draw:2 c2", "", "", record.NoOffer, 2},
		"of a takeback":                   {"c2 takeback:1", "", "", record.Takeback, 2},
		"of a takeback, accepted":         {"c2 takeback:1 accept:2", "", "", record.NoOffer, 1},
		"of a takeback, declined":         {"c2 takeback:1 decline:2", "", "", record.NoOffer, 2},
		"of a takeback, withdrawn":        {"c2 takeback:1 decline:1", "", "", record.NoOffer, 2},
		"of a takeback, answered in play": {"c2 takeback:1 d3", "", "", record.NoOffer, 1},
		"of a takeback after the reply":   {"c2 d3 takeback:1 accept:2", "", "", record.NoOffer, 1},
		"of a takeback of the reply":      {"c2 d3 takeback:2 accept:1", "", "", record.NoOffer, 2},
		"of a takeback, then a draw":      {"c2 takeback:1 decline:2 draw:2 accept:1", "draw", rules.Agreement, record.NoOffer, 0},
		"resigned by the one to act":      {"c2 d3 resign:1", "win 2", rules.Resignation, record.NoOffer, 0},
		"resigned by the other":           {"c2 d3 resign:2", "win 1", rules.Resignation, record.NoOffer, 0},
		"resigned with an offer open":     {"c2 draw:1 resign:1", "win 2", rules.Resignation, record.NoOffer, 0},
		"called off by the one to act":    {"c2 abort:2", "void", rules.CalledOff, record.NoOffer, 0},
		"called off by the other":         {"c2 abort:1", "void", rules.CalledOff, record.NoOffer, 0},
		"called off with an offer open":   {"c2 draw:1 abort:1", "void", rules.CalledOff, record.NoOffer, 0},
		"called off after a takeback":     {"c2 d3 takeback:2 accept:1 abort:2", "void", rules.CalledOff, record.NoOffer, 0},
	} {
		t.Run(name, func(t *testing.T) {
			g := acts(t, d, begin(t, d, NewGame{}), tt.events)
			if g.Record.Offer().Kind != tt.open || g.Record.Turn().Seat != tt.act {
				t.Errorf("the offer is %+v, seat %d is to act", g.Record.Offer(), g.Record.Turn().Seat)
			}
			if tt.result != "" {
				wantEnd(t, d, g, tt.result, tt.reason)
			} else if g.Status != Running {
				t.Errorf("the game is %s", g.Status)
			}
			wantEvents(t, d, g, tt.events)
			if want := 2 + len(strings.Fields(tt.events)); g.Revision != want || !g.Changed.Equal(in(time.Hour)) {
				t.Errorf("revision %d of %v, want %d", g.Revision, g.Changed, want)
			}
		})
	}
}

func TestOffersThatCannotBe(t *testing.T) {
	d := openTest(t)
	for name, tt := range map[string]struct {
		before, event string
		kind          rules.ErrorKind
		key           string
	}{
		"accept nothing":              {"c2", "accept:2", rules.Conflict, "error.no-offer"},
		"decline nothing":             {"c2", "decline:2", rules.Conflict, "error.no-offer"},
		"accept one's own":            {"c2 draw:1", "accept:1", rules.Conflict, "error.offered"},
		"offer twice":                 {"c2 draw:1", "draw:1", rules.Conflict, "error.offered"},
		"offer again at the turn":     {"draw:1 decline:2", "draw:1", rules.Conflict, "error.offered-before"},
		"offer what one withdrew":     {"draw:1 decline:1", "draw:1", rules.Conflict, "error.offered-before"},
		"ask again at the turn":       {"c2 takeback:1 decline:2", "takeback:1", rules.Conflict, "error.offered-before"},
		"ask twice":                   {"c2 takeback:1", "takeback:1", rules.Conflict, "error.offer-open"},
		"offer beside another":        {"c2 takeback:1", "draw:2", rules.Conflict, "error.offer-open"},
		"ask beside another":          {"c2 draw:2", "takeback:1", rules.Conflict, "error.offer-open"},
		"take back nothing":           {"c2", "takeback:2", rules.Conflict, "error.no-turn-back"},
		"accept what lapsed":          {"c2 takeback:1 d3", "accept:2", rules.Conflict, "error.no-offer"},
		"accept what was declined":    {"draw:1 decline:2", "accept:2", rules.Conflict, "error.no-offer"},
		"accept after the end":        {"draw:1 resign:1", "accept:2", rules.Conflict, "error.over"},
		"offer after the end":         {"resign:1", "draw:2", rules.Conflict, "error.over"},
		"take back the end":           {"c2 d3 resign:2", "takeback:1", rules.Conflict, "error.over"},
		"take back a draw":            {"c2 d3 draw:1 accept:2", "takeback:1", rules.Conflict, "error.over"},
		"resign twice":                {"resign:1", "resign:1", rules.Conflict, "error.over"},
		"win, then resign":            {"resign:1", "resign:2", rules.Conflict, "error.over"},
		"play on":                     {"resign:2", "abort:1", rules.Conflict, "error.over"},
		"call off when all played":    {"c2 d3", "abort:1", rules.Conflict, "error.abort-late"},
		"call off twice":              {"abort:1", "abort:2", rules.Conflict, "error.over"},
		"resign what was called off":  {"abort:2", "resign:1", rules.Conflict, "error.over"},
		"decline what was called off": {"draw:1 abort:2", "decline:1", rules.Conflict, "error.over"},
	} {
		t.Run(name, func(t *testing.T) {
			g := acts(t, d, begin(t, d, NewGame{Control: control(t, "180+0"), Terms: Terms{Rated: true}}), tt.before)
			after, err := act(t, d, g, tt.event)
			wantError(t, err, tt.kind, tt.key)
			if after.Revision != g.Revision || read(t, d, g).Revision != g.Revision {
				t.Errorf("shown is %+v", after)
			}
			wantWhole(t, d, g.ID)
		})
	}
}

// Who answers answers the offer that was seen.
func TestStaleAnswers(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	g := acts(t, d, begin(t, d, NewGame{}), "c2 d3 draw:1 decline:2 takeback:1")
	for _, events := range []int{-1, 0, 3, 4, 6} {
		for name, answer := range map[string]func() (Game, error){
			"accept":  func() (Game, error) { return d.Accept(ctx, g.ID, g.by(2), events, noon) },
			"decline": func() (Game, error) { return d.Decline(ctx, g.ID, g.by(2), events, noon) },
		} {
			after, err := answer()
			wantError(t, err, rules.Conflict, "error.stale")
			if after.Revision != g.Revision || after.Record.Offer().Kind != record.Takeback {
				t.Errorf("%s at %d shows %+v", name, events, after)
			}
		}
	}
	wantEvents(t, d, g, "c2 d3 draw:1 decline:2 takeback:1")
	// A turn is made at a position, which offers leave as it is.
	_, err := d.PlayTurn(ctx, g.ID, g.by(1), 5, "c2", noon)
	wantError(t, err, rules.Conflict, "error.stale")
	must(t)(d.PlayTurn(ctx, g.ID, g.by(1), 2, "c2", noon))
	// The turn answered the offer, so that it is not there to be accepted.
	_, err = d.Accept(ctx, g.ID, g.by(2), 5, noon)
	wantError(t, err, rules.Conflict, "error.stale")
	_, err = d.Accept(ctx, g.ID, g.by(2), 6, noon)
	wantError(t, err, rules.Conflict, "error.no-offer")
	// A turn made before a takeback is not one made after it.
	g = acts(t, d, g, "takeback:1 accept:2")
	for _, events := range []int{0, 2, 6, 7} {
		_, err = d.PlayTurn(ctx, g.ID, g.by(1), events, "c2", noon)
		wantError(t, err, rules.Conflict, "error.stale")
	}
	must(t)(d.PlayTurn(ctx, g.ID, g.by(1), 8, "c2", noon))
}

// wantActsOfPeople fails the test unless it makes the request of every act that
// people can ask for: all but timeout, which the clock decides.
func wantActsOfPeople[F any](t *testing.T, requests map[string]F) {
	t.Helper()
	for _, act := range record.Acts() {
		if _, ok := requests[string(act)]; !ok && act != "timeout" {
			t.Errorf("this test does not know the act %s", act)
		}
	}
}

func TestActsOfOthers(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	stranger := newAccount(t, d).ID
	running, waiting := acts(t, d, begin(t, d, NewGame{}), "c2 draw:1"), create(t, d, NewGame{})
	requests := map[string]func(game, person string) (Game, error){
		"turn":     func(game, person string) (Game, error) { return d.PlayTurn(ctx, game, person, 1, "d3", noon) },
		"resign":   func(game, person string) (Game, error) { return d.Resign(ctx, game, person, noon) },
		"draw":     func(game, person string) (Game, error) { return d.OfferDraw(ctx, game, person, noon) },
		"takeback": func(game, person string) (Game, error) { return d.AskTakeback(ctx, game, person, noon) },
		"accept":   func(game, person string) (Game, error) { return d.Accept(ctx, game, person, 2, noon) },
		"decline":  func(game, person string) (Game, error) { return d.Decline(ctx, game, person, 2, noon) },
		"abort":    func(game, person string) (Game, error) { return d.Abort(ctx, game, person, noon) },
	}
	wantActsOfPeople(t, requests)
	for name, do := range requests {
		for _, person := range []string{stranger, "", "nobody"} {
			_, err := do("none", person)
			wantError(t, err, rules.NotFound, "error.no-game")
			for _, g := range []Game{running, waiting} {
				after, err := do(g.ID, person)
				wantError(t, err, rules.Forbidden, "error.not-a-player")
				if after.Record != nil || read(t, d, g).Revision != g.Revision {
					t.Errorf("%s by %q shows %+v", name, person, after)
				}
			}
		}
		if name == "abort" { // a host may withdraw a game that waits
			continue
		}
		after, err := do(waiting.ID, waiting.Host)
		wantError(t, err, rules.Conflict, "error.waiting")
		if after.Revision != waiting.Revision {
			t.Errorf("%s while it waits shows %+v", name, after)
		}
	}
}

// A person with several seats answers offers for all of them, and acts for the seat to act.
func TestSeveralSeats(t *testing.T) {
	d := openTest(t)
	// four is a running game of Six that people share.
	four := func(t *testing.T, holders ...string) Game {
		t.Helper()
		g := begin(t, d, NewGame{Key: "six", Setup: seats("4")})
		for i, person := range holders {
			mustExec(t, d, "UPDATE seats SET person = $3 WHERE game = $1 AND seat = $2", g.ID, i+1, person)
		}
		return read(t, d, g)
	}
	anna, ben := newAccount(t, d).ID, newAccount(t, d).ID

	t.Run("two each agree at once", func(t *testing.T) {
		g := acts(t, d, four(t, anna, ben, anna, ben), "draw:3")
		wantEvents(t, d, g, "draw:1 accept:3")
		for _, seat := range []rules.Seat{1, 3} {
			_, err := act(t, d, g, fmt.Sprint("draw:", seat))
			wantError(t, err, rules.Conflict, "error.offered")
			_, err = act(t, d, g, fmt.Sprint("accept:", seat))
			wantError(t, err, rules.Conflict, "error.offered")
		}
		g = acts(t, d, g, "accept:4")
		wantEvents(t, d, g, "draw:1 accept:3 accept:2 accept:4")
		wantEnd(t, d, g, "draw", rules.Agreement)
	})
	t.Run("one of three is missing", func(t *testing.T) {
		g := acts(t, d, four(t, anna, anna, ben), "draw:3 draw:1")
		wantEvents(t, d, g, "draw:3 draw:1 accept:2")
		g = acts(t, d, g, "accept:4")
		wantEnd(t, d, g, "draw", rules.Agreement)
	})
	t.Run("one declines for all", func(t *testing.T) {
		g := acts(t, d, four(t, anna, ben, anna, ben), "draw:2 decline:1")
		if g.Record.Offer().Kind != record.NoOffer {
			t.Errorf("open is %+v", g.Record.Offer())
		}
	})
	t.Run("the last turn of them is taken back", func(t *testing.T) {
		g := four(t, anna, ben, anna, ben)
		random := newRandom(1)
		for range 3 {
			g = play(t, d, g, noon, randomTurn(g.Record, random))
		}
		g = acts(t, d, g, "takeback:1")
		if offer := g.Record.Offer(); offer.Seat != 3 || offer.Turn != 3 || !offer.Agreed(1) || offer.Agreed(2) {
			t.Errorf("asked is %+v", offer)
		}
		g = acts(t, d, g, "accept:2")
		if turn := g.Record.Turn(); turn.Seat != 3 || turn.Number != 3 || len(g.Record.Turns()) != 2 {
			t.Errorf("to act is %+v", turn)
		}
	})
	t.Run("resigning is the seat's that is to act", func(t *testing.T) {
		g := begin(t, d, NewGame{Key: "hexellation", Setup: seats("4")})
		for seat, person := range map[rules.Seat]string{1: anna, 2: ben, 3: anna} {
			mustExec(t, d, "UPDATE seats SET person = $3 WHERE game = $1 AND seat = $2", g.ID, seat, person)
		}
		g = acts(t, d, g, "resign:3") // who is to act as seat 1, too
		wantEvents(t, d, g, "resign:1")
		g = acts(t, d, g, "resign:1") // seat 2 is to act, seat 3 is left
		wantEvents(t, d, g, "resign:1 resign:3")
		_, err := act(t, d, g, "resign:1")
		wantError(t, err, rules.Conflict, "error.out")
		if g.Status != Running || g.Record.Turn().Seat != 2 {
			t.Errorf("seat %d is to act", g.Record.Turn().Seat)
		}
		_, err = act(t, d, g, "draw:2")
		wantError(t, err, rules.Invalid, "error.no-draws")
		_, err = act(t, d, g, "takeback:3")
		wantError(t, err, rules.Conflict, "error.out")
		wantEnd(t, d, acts(t, d, g, "resign:2"), "win 4", rules.Resignation)
	})
	t.Run("seats that are out have no say", func(t *testing.T) {
		g := begin(t, d, NewGame{Key: "hexellation", Setup: seats("5")})
		for seat, person := range map[rules.Seat]string{1: anna, 2: ben, 3: anna, 4: ben} {
			mustExec(t, d, "UPDATE seats SET person = $3 WHERE game = $1 AND seat = $2", g.ID, seat, person)
		}
		random := newRandom(2)
		g = acts(t, d, g, "resign:1 resign:2") // seats 1 and 2 are out, 3 and 4 of the same people are not
		for range 3 {
			g = play(t, d, g, noon, randomTurn(g.Record, random))
		}
		g = acts(t, d, g, "takeback:1 accept:2 accept:5")
		if turn := g.Record.Turns(); len(turn) != 2 || g.Record.Turn().Seat != 3 {
			t.Errorf("the turns are %v, to act is %+v", turn, g.Record.Turn())
		}
		wantEvents(t, d, g, strings.Join(g.Record.Events()[:len(g.Record.Events())-3], " ")+" takeback:3 accept:4 accept:5")
	})
	t.Run("of two that became one person, one has agreed", func(t *testing.T) {
		g := acts(t, d, begin(t, d, NewGame{}), "draw:1")
		mustExec(t, d, "UPDATE seats SET person = $2 WHERE game = $1", g.ID, anna)
		wantEnd(t, d, acts(t, d, g, "accept:1"), "draw", rules.Agreement)
	})
	t.Run("one device asks nobody", func(t *testing.T) {
		g := acts(t, d, newGame(t, d, true), "c2 d3 takeback:1")
		wantEvents(t, d, g, "c2 d3 takeback:2 accept:1")
		if g.Record.Turn().Seat != 2 || g.Record.Offer().Kind != record.NoOffer {
			t.Errorf("to act is %+v", g.Record.Turn())
		}
		wantEnd(t, d, acts(t, d, g, "draw:1"), "draw", rules.Agreement)
		wantEnd(t, d, acts(t, d, newGame(t, d, true), "abort:2"), "void", rules.CalledOff)
	})
}

// A takeback does not bring back a player who has resigned or run out of time.
func TestNoTakebackPastALeaving(t *testing.T) {
	d := openTest(t)
	g := begin(t, d, NewGame{Key: "hexellation", Setup: seats("3"), Control: control(t, "1+0")})
	g = play(t, d, g, noon, "m:b2,m:a1,m:a2,m:b1,end")
	if _, err := d.DropFlags(t.Context(), in(2*time.Minute), 1); err != nil {
		t.Fatal(err)
	}
	_, err := d.AskTakeback(t.Context(), g.ID, g.by(1), in(2*time.Minute))
	wantError(t, err, rules.Conflict, "error.left-since")
	wantWhole(t, d, g.ID)
}
