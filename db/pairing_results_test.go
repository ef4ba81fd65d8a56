package db

import (
	"cmp"
	"slices"
	"sync"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

// What one enters the other confirms.
func TestEnterResult(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	won, lost := scoredGame(1, 20), scoredGame(2, 30)
	match := func(t *testing.T) Pairing { return newPairing(t, d, NewPairing{Unit: pairing.Match}) }
	enter := func(t *testing.T, p Pairing, player int, list ...pairing.Game) Pairing {
		t.Helper()
		p, err := d.EnterResult(ctx, p.ID, p.Players[player-1].ID, list, noon)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	t.Run("confirmed", func(t *testing.T) {
		p := match(t)
		waits := enter(t, p, 1, won, lost)
		if e := readPairing(t, d, p).Entered; e == nil || e.By != p.Players[0].ID || !slices.Equal(e.Games, []pairing.Game{won, lost}) || waits.Status != PairingOpen {
			t.Fatalf("entered is %+v", e)
		}
		_, err := d.ConfirmResult(ctx, p.ID, p.Players[0].ID, waits.Revision, noon)
		wantError(t, err, rules.Conflict, "error.pairing-none")
		_, err = d.ConfirmResult(ctx, p.ID, p.Players[1].ID, waits.Revision-1, noon)
		wantError(t, err, rules.Conflict, "error.pairing-changed")
		_, err = d.ConfirmResult(ctx, p.ID, newAccount(t, d).ID, waits.Revision, noon)
		wantError(t, err, rules.Forbidden, "error.not-paired")
		if after, err := d.ConfirmResult(ctx, p.ID, p.Players[1].ID, waits.Revision, in(time.Hour)); err != nil || after.Status != PairingOver {
			t.Fatalf("%+v, %v", after, err)
		}
		p = readPairing(t, d, p)
		if p.How != EndEntered || p.Standing.Winner != 2 || p.Standing.Points != [2]int{40, 60} || p.Entered != nil || !p.Ended.Equal(in(time.Hour)) {
			t.Errorf("the pairing is %+v", p)
		}
		_, err = d.EnterResult(ctx, p.ID, p.Players[0].ID, []pairing.Game{won, won}, noon)
		wantError(t, err, rules.Conflict, "error.pairing-over")
		_, err = d.ConfirmResult(ctx, p.ID, p.Players[1].ID, p.Revision, noon)
		wantError(t, err, rules.Conflict, "error.pairing-over")
	})
	t.Run("both enter the same", func(t *testing.T) {
		p := match(t)
		enter(t, p, 1, won, lost)
		if p = enter(t, p, 2, won, lost); p.Status != PairingOver || p.How != EndEntered {
			t.Errorf("the pairing is %+v", p)
		}
	})
	t.Run("both enter another", func(t *testing.T) {
		p := match(t)
		enter(t, p, 1, won, lost)
		after, err := d.EnterResult(ctx, p.ID, p.Players[1].ID, []pairing.Game{lost, lost}, noon)
		wantError(t, err, rules.Conflict, "error.pairing-entered")
		if after.Entered == nil || after.Entered.By != p.Players[0].ID {
			t.Errorf("the pairing is %+v", after)
		}
		if after = enter(t, p, 1, lost, lost); after.Status != PairingOpen || !slices.Equal(after.Entered.Games, []pairing.Game{lost, lost}) {
			t.Errorf("entered anew it is %+v", after)
		}
	})
	t.Run("contested", func(t *testing.T) {
		p := match(t)
		waits := enter(t, p, 1, won, lost)
		_, err := d.ContestResult(ctx, p.ID, p.Players[1].ID, string(make([]byte, MaxReason+1)), waits.Revision, noon)
		wantError(t, err, rules.Invalid, "error.note")
		_, err = d.ContestResult(ctx, p.ID, p.Players[0].ID, "", waits.Revision, noon)
		wantError(t, err, rules.Conflict, "error.pairing-none")
		after, err := d.ContestResult(ctx, p.ID, p.Players[1].ID, " I won both. ", waits.Revision, in(time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		if e := readPairing(t, d, p).Entered; e.Against != p.Players[1].ID || e.Contest != "I won both." || !e.ContestedAt.Equal(in(time.Minute)) {
			t.Errorf("contested is %+v", e)
		}
		_, err = d.ConfirmResult(ctx, p.ID, p.Players[1].ID, after.Revision, noon)
		wantError(t, err, rules.Conflict, "error.pairing-none")
		if p = enter(t, p, 2, lost, lost); p.Entered.By != p.Players[1].ID || p.Entered.Against != "" {
			t.Errorf("entered anew it is %+v", p.Entered)
		}
	})
	t.Run("all at once", func(t *testing.T) {
		p := match(t)
		waits := enter(t, p, 1, won, lost)
		var group sync.WaitGroup
		outcomes := make([]error, 8)
		for i := range outcomes {
			group.Add(1)
			go func() {
				defer group.Done()
				if i%2 == 0 {
					_, outcomes[i] = d.ConfirmResult(ctx, p.ID, p.Players[1].ID, waits.Revision, noon)
				} else {
					_, outcomes[i] = d.EnterResult(ctx, p.ID, p.Players[1].ID, []pairing.Game{won, lost}, noon)
				}
			}()
		}
		group.Wait()
		good := 0
		for _, err := range outcomes {
			if err == nil {
				good++
			} else {
				wantError(t, err, rules.Conflict, "error.pairing-over")
			}
		}
		if p = readPairing(t, d, p); good != 1 || p.Status != PairingOver || p.Revision != waits.Revision+1 {
			t.Errorf("%d confirmed; %+v", good, p)
		}
	})
	t.Run("refused", func(t *testing.T) {
		p, site := match(t), newPairing(t, d, NewPairing{Site: true})
		anna := p.Players[0].ID
		for key, list := range map[string][]pairing.Game{
			"error.pairing-unfinished": {won},
			"error.pairing-surplus":    {won, lost, won},
			"error.pairing-points":     {won, scoredGame(1, 50)},
			"error.pairing-outcome":    {won, {}},
			"error.pairing-forfeit":    {won, {Forfeit: [2]bool{true, true}}},
		} {
			_, err := d.EnterResult(ctx, p.ID, anna, list, noon)
			wantError(t, err, rules.Invalid, key)
		}
		_, err := d.EnterResult(ctx, p.ID, newAccount(t, d).ID, []pairing.Game{won, lost}, noon)
		wantError(t, err, rules.Forbidden, "error.not-paired")
		_, err = d.EnterResult(ctx, p.ID, "", []pairing.Game{won, lost}, noon)
		wantError(t, err, rules.Forbidden, "error.not-paired")
		_, err = d.EnterResult(ctx, site.ID, site.Players[0].ID, []pairing.Game{won}, noon)
		wantError(t, err, rules.Conflict, "error.pairing-site")
		_, err = d.EnterResult(ctx, "none", anna, nil, noon)
		wantError(t, err, rules.NotFound, "error.no-pairing-page")
		if after := readPairing(t, d, p); after.Revision != p.Revision || after.Entered != nil {
			t.Errorf("the pairing is %+v", after)
		}
	})
	t.Run("without a winner the organiser chooses", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Key: "six", Decisive: true})
		level := pairing.Game{Halves: [2]int{1, 1}}
		enter(t, p, 1, level, level, level)
		p = enter(t, p, 2, level, level, level)
		if p = readPairing(t, d, p); p.Status != PairingOpen || !p.Standing.Undecided {
			t.Fatalf("the pairing is %+v", p)
		}
		_, err := d.EnterResult(ctx, p.ID, p.Players[0].ID, []pairing.Game{level, level, {Halves: [2]int{2, 0}}}, noon)
		wantError(t, err, rules.Conflict, "error.pairing-over")
		organiser := organiserOf(t, d)
		_, err = d.DecidePairing(ctx, p.ID, organiser, Decision{Games: p.Games, Why: "A coin fell.", Revision: p.Revision}, noon)
		wantError(t, err, rules.Invalid, "error.pairing-no-winner")
		_, err = d.DecidePairing(ctx, p.ID, organiser, Decision{Games: p.Games, Forfeit: [2]bool{true, true}, Why: "Both gone.", Revision: p.Revision}, noon)
		wantError(t, err, rules.Invalid, "error.pairing-no-winner")
		if _, err = d.DecidePairing(ctx, p.ID, organiser, Decision{Games: p.Games, Winner: 2, Why: "A coin fell.", Revision: p.Revision}, noon); err != nil {
			t.Fatal(err)
		}
		if p = readPairing(t, d, p); p.Standing.Winner != 2 || p.Standing.Worth != [2]int{0, 2} || p.How != EndDecided {
			t.Errorf("the pairing is %+v", p)
		}
	})
}

// scoredGame returns a game of Hexone that a player has won with this number of whole points.
func scoredGame(winner, points int) pairing.Game {
	var g pairing.Game
	g.Halves[winner-1], g.Points[winner-1] = 2, 2*points
	return g
}

func TestDecidePairing(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	organiser := organiserOf(t, d)
	decide := func(t *testing.T, p Pairing, decision Decision) Pairing {
		t.Helper()
		decision.Why = cmp.Or(decision.Why, "So it was.")
		if _, err := d.DecidePairing(ctx, p.ID, organiser, decision.filled(readPairing(t, d, p)), in(time.Hour)); err != nil {
			t.Fatal(err)
		}
		return readPairing(t, d, p)
	}
	lastAct := func(t *testing.T) AuditEntry {
		t.Helper()
		list, _, err := d.AuditLog(ctx, AuditFilter{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		return list[0]
	}
	first, second := [2]bool{true, false}, [2]bool{false, true}
	t.Run("a result over the board", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{})
		p = decide(t, p, Decision{Games: []pairing.Game{scoredGame(2, 12)}})
		if p.Status != PairingOver || p.How != EndDecided || p.Standing.Winner != 2 || p.Decided == nil || p.Decided.By.ID != organiser ||
			p.Decided.Reason != "So it was." || !p.Decided.At.Equal(in(time.Hour)) {
			t.Errorf("the pairing is %+v", p)
		}
		act := lastAct(t)
		if act.Act != "pairing-decided" || act.By.ID != organiser || act.About != p.Ref() || act.Detail["Was"] != "–" || act.Detail["Is"] != "0–1 (0–1 0:12)" ||
			act.Detail["FirstPeople"] != p.Players[0].ID || act.Detail["Reason"] != "So it was." {
			t.Errorf("the log has %+v", act)
		}
	})
	t.Run("a correction", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Key: "six", Site: true})
		lose(t, d, p, 1, noon)
		p = decide(t, p, Decision{Games: []pairing.Game{{Halves: [2]int{2, 0}}}})
		if p.Standing.Winner != 1 || p.How != EndDecided || !p.Ended.Equal(noon) {
			t.Errorf("corrected it is %+v", p)
		}
		if act := lastAct(t); act.Act != "pairing-corrected" || act.Detail["Was"] != "0–1 (0–1)" || act.Detail["Is"] != "1–0 (1–0)" {
			t.Errorf("the log has %+v", act)
		}
		wantEnd(t, d, gamesOf(t, d, p)[0], "win 2", rules.Resignation) // the game stays as it was played
		if p = decide(t, p, Decision{Off: true}); p.Status != PairingOff || p.Standing != (pairing.Standing{}) || len(p.Games) != 0 {
			t.Errorf("called off it is %+v", p)
		}
		if act := lastAct(t); act.Act != "pairing-off" || act.Detail["Was"] != "1–0 (1–0)" {
			t.Errorf("the log has %+v", act)
		}
		if p = decide(t, p, Decision{Forfeit: second}); p.Status != PairingOver || p.Standing.Winner != 1 || p.How != EndForfeit {
			t.Errorf("after that it is %+v", p)
		}
	})
	t.Run("a correction by which the same player wins", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Unit: pairing.TwoGames})
		p = decide(t, p, Decision{Games: []pairing.Game{scoredGame(1, 20), scoredGame(1, 12)}})
		decide(t, p, Decision{Games: []pairing.Game{scoredGame(1, 21), scoredGame(1, 12)}})
		if act := lastAct(t); act.Detail["Was"] != "1–0 (1–0 20:0; 1–0 12:0)" || act.Detail["Is"] != "1–0 (1–0 21:0; 1–0 12:0)" {
			t.Errorf("the log has %+v", act)
		}
	})
	t.Run("a match given up halfway", func(t *testing.T) {
		for forfeit, want := range map[[2]bool][2]int{first: {98, 98}, second: {196, 0}, {true, true}: {98, 0}} {
			p := newPairing(t, d, NewPairing{Unit: pairing.Match, Site: true, Rated: true, Control: control(t, "2d")})
			lose(t, d, p, 2, noon)
			running := gamesOf(t, d, p)[1]
			p = decide(t, p, Decision{Forfeit: forfeit})
			if p.Standing.Points != want || p.Status != PairingOver || p.How != EndForfeit || p.Games[1].Forfeit != forfeit {
				t.Errorf("%v: the pairing is %+v", forfeit, p)
			}
			list := gamesOf(t, d, p)
			if len(list) != 2 || list[1].Status != Over {
				t.Fatalf("%v: games %+v", forfeit, list)
			}
			switch forfeit {
			case first: // has seat 2 there
				wantEnd(t, d, running, "win 1", rules.Resignation)
			case second:
				wantEnd(t, d, running, "win 2", rules.Resignation)
			default:
				wantEnd(t, d, running, "void", rules.CalledOff)
			}
		}
	})
	t.Run("a game given up where it stands", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Site: true})
		g := playRandom(t, d, gamesOf(t, d, p)[0], 20, 3)
		p = decide(t, p, Decision{Forfeit: first})
		result, _ := read(t, d, g).Record.Result()
		if got := p.Games[0]; got.Points[1] != int(result.Halves[1]) || got.Halves != [2]int{0, 2} {
			t.Errorf("%+v of %v", got, result)
		}
	})
	t.Run("another result while the game goes on", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Key: "six", Unit: pairing.TwoGames, Site: true, Rated: true, Control: control(t, "2d")})
		lose(t, d, p, 2, noon)
		g := gamesOf(t, d, p)[1]
		random := newRandom(5)
		for range 4 {
			g = play(t, d, g, noon, randomTurn(g.Record, random))
		}
		draw := pairing.Game{Halves: [2]int{1, 1}}
		if p = decide(t, p, Decision{Games: []pairing.Game{draw, draw}}); p.Standing.Worth != [2]int{1, 1} {
			t.Errorf("the pairing is %+v", p)
		}
		wantEnd(t, d, g, "void", rules.CalledOff)
	})
	t.Run("a live one for which nobody came", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Unit: pairing.Match, Site: true, Control: control(t, "5+0")})
		p = decide(t, p, Decision{Forfeit: second})
		if list := gamesOf(t, d, p); len(list) != 1 || list[0].Status != Over || p.Standing.Points != [2]int{196, 0} {
			t.Errorf("%+v with %+v", p, list)
		}
	})
	t.Run("after replays somebody goes", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Key: "six", Decisive: true, Site: true})
		for range 3 {
			drawn(t, d, p, noon)
		}
		if p = decide(t, p, Decision{Forfeit: first}); p.Standing.Winner != 2 || p.Chosen != 2 {
			t.Errorf("the pairing is %+v", p)
		}
	})
	t.Run("refused", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Key: "six"})
		good := Decision{Games: []pairing.Game{{Halves: [2]int{2, 0}}}, Why: "So it was.", Revision: p.Revision}
		before := countRows(t, d, "audit_log")
		for _, who := range []string{p.Players[0].ID, newAccount(t, d).ID, newGuest(t, d).ID, ""} {
			_, err := d.DecidePairing(ctx, p.ID, who, good, noon)
			wantError(t, err, rules.Forbidden, "error.organisers-only")
		}
		for key, change := range map[string]func(*Decision){
			"error.reason":             func(n *Decision) { n.Why = "So it\u200bwas." },
			"error.pairing-unfinished": func(n *Decision) { n.Games = nil },
			"error.pairing-winner":     func(n *Decision) { n.Winner = 2 },
			"error.pairing-outcome":    func(n *Decision) { n.Games = []pairing.Game{{}} },
		} {
			bad := good
			change(&bad)
			after, err := d.DecidePairing(ctx, p.ID, organiser, bad, noon)
			wantError(t, err, rules.Invalid, key)
			if after.Status != PairingOpen {
				t.Errorf("shown is %+v", after)
			}
		}
		stale := good
		stale.Revision--
		_, err := d.DecidePairing(ctx, p.ID, organiser, stale, noon)
		wantError(t, err, rules.Conflict, "error.pairing-changed")
		_, err = d.DecidePairing(ctx, "none", organiser, good, noon)
		wantError(t, err, rules.NotFound, "error.no-pairing-page")
		if after := readPairing(t, d, p); after.Revision != p.Revision || countRows(t, d, "audit_log") != before {
			t.Errorf("the pairing is %+v", after)
		}
	})
}

// What waits for an organiser's word is listed from the moment it came up until it is
// decided, and changes the mark of organisers' front pages alone.
func TestDisputes(t *testing.T) {
	m := newTournament(t, TournamentSettings{Kind: Knockout}, 2)
	d, ctx := m.d, t.Context()
	m.begin()
	made := m.publish()[0]
	anna, ben := made.Players[0].ID, made.Players[1].ID
	marks, bystander := map[string]string{}, newAccount(t, d).ID
	wantMarks := func(organisers bool) {
		t.Helper()
		for who, changes := range map[string]bool{m.organiser: organisers, bystander: false} {
			mark, err := d.DeskMark(ctx, who)
			m.ok(err)
			if was, known := marks[who]; known && (mark != was) != changes {
				t.Errorf("the mark is %s, was %s", mark, was)
			}
			marks[who] = mark
		}
	}
	disputes := func() []Dispute {
		t.Helper()
		list, err := d.Disputes(ctx)
		m.ok(err)
		return list
	}
	wantMarks(false)
	p, err := d.EnterResult(ctx, made.ID, anna, []pairing.Game{first}, noon)
	m.ok(err)
	if b := m.full().Boards[0]; !b.Entered || b.Contested || len(disputes()) != 0 {
		t.Errorf("entered it is %+v, of %+v", b, disputes())
	}
	wantMarks(false)
	_, err = d.ContestResult(ctx, made.ID, ben, "", p.Revision, in(time.Minute))
	m.ok(err)
	wantMarks(true)
	if b := m.full().Boards[0]; !b.Entered || !b.Contested {
		t.Errorf("contested it is %+v", b)
	}
	if a, err := d.Awaiting(ctx, m.organiser, noon); err != nil || a.Disputes != (AwaitedDisputes{Contested: 1, Only: made.ID}) {
		t.Errorf("the organiser is awaited in %+v, %v", a.Disputes, err)
	}
	list := disputes()
	want := Dispute{
		ID: made.ID, Key: "hexone", Unit: pairing.OneGame, Players: made.Players, Contested: true, Since: in(time.Minute), PairedIn: PairedIn{"Cup", 1},
	}
	if len(list) != 1 || list[0] != want {
		t.Fatalf("in dispute are %+v, want %+v", list, want)
	}
	level := pairing.Game{Halves: [2]int{1, 1}}
	for _, who := range []string{anna, ben} {
		_, err = d.EnterResult(ctx, made.ID, who, []pairing.Game{level, level, level}, in(time.Hour))
		m.ok(err)
		if who == anna && len(disputes()) != 0 {
			t.Errorf("entered anew it is in dispute still")
		}
	}
	want.Undecided, want.Contested, want.Since = true, false, in(time.Hour)
	if list = disputes(); len(list) != 1 || list[0] != want {
		t.Errorf("without a winner are %+v, want %+v", list, want)
	}
	if a, err := d.Awaiting(ctx, m.organiser, noon); err != nil || a.Disputes != (AwaitedDisputes{Undecided: 1, Only: made.ID}) {
		t.Errorf("the organiser is awaited in %+v, %v", a.Disputes, err)
	}
	wantMarks(true)
	m.ok(m.decide(made.ID, Decision{Games: []pairing.Game{level, level, level}, Winner: 1}))
	if list = disputes(); len(list) != 0 {
		t.Errorf("decided, in dispute are %+v", list)
	}
	wantMarks(true)

	c := newClimb(t, d, nil, "Ann", "Ben")
	of := c.accepts(c.challenges("Ben", "Ann")).Pairing
	p, err = d.EnterResult(ctx, of, c.people["Ben"].ID, []pairing.Game{first}, noon)
	m.ok(err)
	_, err = d.ContestResult(ctx, of, c.people["Ann"].ID, "", p.Revision, noon)
	m.ok(err)
	if list = disputes(); len(list) != 1 || list[0].ID != of || list[0].Of != "Hexone ladder" || list[0].Round != 0 {
		t.Errorf("of a ladder are %+v", list)
	}
}
