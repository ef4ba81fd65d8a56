package pairings

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/pairing"
	"hexclub/views/page"
	"hexclub/views/viewstest"
)

// pairingOfTest returns a pairing of Anna and Ben over the board after some games.
func pairingOfTest(t *testing.T, key string, unit pairing.Unit, decisive bool, list ...pairing.Game) Input {
	t.Helper()
	game, err := games.Find(key)
	if err != nil {
		t.Fatal(err)
	}
	in := Input{
		ID: "x", Play: Play{Terms: pairing.Terms{Game: game, Unit: unit, Decisive: decisive}}, Players: [2]string{"Anna", "Ben"}, Games: list, State: State{How: "entered"},
	}
	in.Standing = in.Play.Terms.Standing(list)
	in.State.Open = !in.Standing.Over
	return in
}

func TestPairingStatus(t *testing.T) {
	en := viewstest.Catalog(t, "en")
	won, drawn := pairing.Game{Halves: [2]int{2, 0}}, pairing.Game{Halves: [2]int{1, 1}}
	scored := func(first, second int) pairing.Game {
		g := pairing.Game{Points: [2]int{2 * first, 2 * second}, Halves: [2]int{2, 0}}
		if second > first {
			g.Halves = [2]int{0, 2}
		}
		return g
	}
	lost := pairing.Game{Halves: [2]int{0, 2}}
	nobody := pairing.Game{Forfeit: [2]bool{true, true}}
	givenUp := [2]pairing.Game{scored(49, 0), scored(0, 49)}
	givenUp[0].Forfeit[1], givenUp[1].Forfeit[0] = true, true
	chosen := pairingOfTest(t, "hexone", pairing.Match, true, givenUp[:]...)
	var err error
	if chosen.Standing, err = chosen.Standing.Decided(2); err != nil {
		t.Fatal(err)
	}
	chosen.Decision.Chosen, chosen.State.Open = true, false
	for want, in := range map[string]Input{
		"To be played.":                            pairingOfTest(t, "six", pairing.OneGame, false),
		"Anna wins, 1 to 0.":                       pairingOfTest(t, "six", pairing.OneGame, false, won),
		"Ben wins, 1.5 to 0.5.":                    pairingOfTest(t, "six", pairing.TwoGames, false, lost, drawn),
		"Drawn, 0.5 to 0.5.":                       pairingOfTest(t, "six", pairing.OneGame, false, drawn),
		"Nobody wins: both players forfeited.":     pairingOfTest(t, "six", pairing.OneGame, false, nobody),
		"The score is tied: an organiser decides.": pairingOfTest(t, "six", pairing.OneGame, true, drawn, drawn, drawn),
		"Ben wins the match, 30 to 20.":            pairingOfTest(t, "hexone", pairing.Match, false, scored(20, 0), scored(0, 30)),
		"Ben wins the match, 20 to 20: a tie goes to the player who started the second game.": pairingOfTest(t, "hexone", pairing.Match, false, scored(20, 0), scored(0, 20)),
		"Ben advances by the organisers’ decision, at 49 to 49.":                              chosen,
	} {
		if got := NewPage(page.Frame{T: en}, in).Status.String(); got != want {
			t.Errorf("status %q, want %q", got, want)
		}
	}
	due := pairingOfTest(t, "six", pairing.OneGame, false)
	due.State.Due = time.Date(2026, 7, 9, 18, 30, 0, 0, time.UTC)
	if got := NewPage(page.Frame{T: en}, due).Status.String(); got != "To be played by 9 July 2026, 18:30." {
		t.Errorf("status %q", got)
	}
	due.State.Off = true
	if p := NewPage(page.Frame{T: en}, due); p.Status.String() != "Cancelled: it doesn’t count." || len(p.Lines) != 0 {
		t.Errorf("page %+v", p)
	}
}

// TestPairingForms checks that readers get the forms that they may use, and no others.
func TestPairingForms(t *testing.T) {
	en := viewstest.Catalog(t, "en")
	entered := &Entered{By: 1, Games: []pairing.Game{{Halves: [2]int{2, 0}}}}
	contested := &Entered{By: 1, Games: entered.Games, Contested: true}
	for name, tt := range map[string]struct {
		change func(*Input)
		want   string
	}{
		"a stranger":               {func(*Input) {}, ""},
		"a player":                 {func(in *Input) { in.Reader = 1 }, "enter"},
		"who has entered":          {func(in *Input) { in.Reader, in.Entered = 1, entered }, "enter"},
		"who is asked":             {func(in *Input) { in.Reader, in.Entered = 2, entered }, "answer"},
		"who has contested":        {func(in *Input) { in.Reader, in.Entered = 2, contested }, "enter"},
		"on the site":              {func(in *Input) { in.Reader, in.Play.Site = 1, true }, ""},
		"when it is over":          {func(in *Input) { in.Reader, in.State.Open = 1, false }, ""},
		"an organiser":             {func(in *Input) { in.Organises = true }, "decide"},
		"an organiser, over":       {func(in *Input) { in.Organises, in.State.Open = true, false }, "decide"},
		"an organiser who plays":   {func(in *Input) { in.Organises, in.Reader = true, 1 }, "enter decide"},
		"a stranger, when entered": {func(in *Input) { in.Entered = entered }, ""},
	} {
		in := pairingOfTest(t, "six", pairing.OneGame, false)
		tt.change(&in)
		p := NewPage(page.Frame{T: en}, in)
		var got []string
		if p.Enter != nil {
			got = append(got, "enter")
		}
		if p.Answer != nil {
			got = append(got, "answer")
		}
		if p.Decide != nil {
			got = append(got, "decide")
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s finds %q, want %q", name, got, tt.want)
		}
	}
}

// TestPairingFields checks that a form has fields for each possible game, for points if the game has them, and the
// submitted values.
func TestPairingFields(t *testing.T) {
	en := viewstest.Catalog(t, "en")
	for _, tt := range []struct {
		key           string
		unit          pairing.Unit
		decisive      bool
		games, points int
		help          string
	}{
		{"six", pairing.OneGame, false, 1, 0, ""},
		{"six", pairing.TwoGames, true, 4, 0, ""},
		{"hexone", pairing.Match, true, 2, 1, "Winner’s points: 7 to 49"},
		{"hexit", pairing.OneGame, true, 3, 2, "At most 39 points together"},
	} {
		in := pairingOfTest(t, tt.key, tt.unit, tt.decisive)
		in.Reader, in.Organises = 1, true
		in.Sent = Form{Part: "enter", Entries: []pairing.Entry{{Outcome: pairing.SecondWon, Points: [2]string{"a", "b"}}}}
		in.Problem = rules.Errorf(rules.Invalid, "error.pairing-points", "game %d", 1)
		p := NewPage(page.Frame{T: en}, in)
		f := p.Enter
		chosen := slices.IndexFunc(f.Games[0].Outcomes, func(c page.Choose) bool { return c.Chosen })
		if len(f.Games) != tt.games || len(f.Games[0].Points) != tt.points || f.Games[0].Outcomes[chosen].Value != pairing.SecondWon || f.Problem == "" {
			t.Errorf("%s %s: %+v", tt.key, tt.unit, f)
		}
		if !strings.Contains(f.Points, tt.help) || (f.Points == "") != (tt.help == "") {
			t.Errorf("%s: the points are said to be %q", tt.key, f.Points)
		}
		if tt.points > 0 && f.Games[0].Points[tt.points-1].Value != map[int]string{1: "a", 2: "b"}[tt.points] || len(f.Games[0].Outcomes) != 3 {
			t.Errorf("%s: fields %+v", tt.key, f.Games[0])
		}
		if forfeits := strings.TrimPrefix(p.Decide.Points, f.Points); (forfeits != "") != (tt.points > 0) {
			t.Errorf("%s: of points of what was not played is said %q", tt.key, forfeits)
		}
		if d := p.Decide; len(d.Games[0].Outcomes) != map[bool]int{false: 4, true: 7}[tt.games > 1] || d.Problem != "" || (len(d.Winners) > 0) != (tt.decisive && tt.unit != pairing.Match) {
			t.Errorf("%s: the organiser has %+v", tt.key, d)
		}
	}
}

// TestPairingHow checks that an organiser's reason is shown for the organiser's own decision only, and that a game
// given up halfway is not described as never begun.
func TestPairingHow(t *testing.T) {
	en := viewstest.Catalog(t, "en")
	halfway := pairing.Game{Halves: [2]int{0, 2}, Points: [2]int{0, 62}, Forfeit: [2]bool{true, false}}
	in := pairingOfTest(t, "hexone", pairing.OneGame, false, halfway)
	in.Decision.By, in.Decision.Reason = "Olga", "A mistake."
	for how, want := range map[string]string{
		"played": "Decided by the games played here.", "lapsed": "Not played in time.",
		"decided": "Decided by Olga: A mistake.", "forfeit": "Decided by Olga: A mistake.",
	} {
		in.State.How = how
		p := NewPage(page.Frame{T: en}, in)
		if p.How != want || len(p.Notes) != 1 || p.Notes[0] != en.T("pairing.halfway-rule") {
			t.Errorf("%s: %q, %q", how, p.How, p.Notes)
		}
	}
}

// TestPairingNotPlayed checks that a player has to enter a result for every game of the unit. "Not played" is an
// answer for possible further games, and for organisers.
func TestPairingNotPlayed(t *testing.T) {
	en := viewstest.Catalog(t, "en")
	in := pairingOfTest(t, "six", pairing.TwoGames, true)
	in.Reader, in.Organises = 1, true
	p := NewPage(page.Frame{T: en}, in)
	for i, g := range p.Enter.Games {
		if replay := i >= 2; g.Needed == replay || notPlayed(g) != replay {
			t.Errorf("a player is asked of game %d: %+v", i+1, g)
		}
		if g := p.Decide.Games[i]; g.Needed || !notPlayed(g) {
			t.Errorf("an organiser is asked of game %d: %+v", i+1, g)
		}
	}
}

// TestDecideOneGame checks that the form of an organiser for a pairing of one game has no words about several games.
func TestDecideOneGame(t *testing.T) {
	for name, tt := range map[string]struct {
		unit pairing.Unit
		want string
		many bool
	}{
		"one game":  {pairing.OneGame, "Anna forfeits", false},
		"two games": {pairing.TwoGames, "Anna forfeits unplayed games", true},
	} {
		in := pairingOfTest(t, "six", tt.unit, false)
		in.Organises = true
		d := NewDecision(page.Frame{T: viewstest.Catalog(t, "en")}, in)
		if d.Ways[1].Label != tt.want || d.Forfeits != tt.many || len(d.Ways) != 5 {
			t.Errorf("%s: %+v, with an explanation: %t", name, d.Ways, d.Forfeits)
		}
	}
}

// notPlayed reports whether the last answer for a game is that it was not played.
func notPlayed(g ResultFields) bool {
	last := g.Outcomes[len(g.Outcomes)-1]
	return last.Label == "Not played" && last.Value == ""
}

// TestPairingWrongPoints checks that an error about points names the game, and suits the rules that are played.
func TestPairingWrongPoints(t *testing.T) {
	en := viewstest.Catalog(t, "en")
	for key, want := range map[string][2]string{"hexone": {"Game 2. ", "7 to 49"}, "hexit": {"Game 2. ", "39 together"}, "six": {"", "don’t match the game"}} {
		in := pairingOfTest(t, key, pairing.TwoGames, false)
		_, problem := in.Play.Terms.Read(2, pairing.Entry{Outcome: pairing.FirstWon, Points: [2]string{"many", ""}})
		in.Reader, in.Problem, in.Sent = 1, problem, Form{Part: "enter"}
		got := NewPage(page.Frame{T: en}, in).Enter.Problem
		if !strings.HasPrefix(got, want[0]) || !strings.Contains(got, want[1]) || strings.Contains(got, "Hex") {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
}

// TestPairingWaits checks that no game is "to be played" while a result awaits confirmation, and that the player who
// has to confirm it is addressed.
func TestPairingWaits(t *testing.T) {
	en := viewstest.Catalog(t, "en")
	drawn := pairing.Game{Halves: [2]int{1, 1}, Points: [2]int{24, 24}}
	won := pairing.Game{Halves: [2]int{0, 2}, Points: [2]int{0, 25}}
	in := pairingOfTest(t, "hexit", pairing.OneGame, true)
	in.Entered = &Entered{By: 1, Games: []pairing.Game{drawn, won}}
	for reader, want := range []string{"for Ben to confirm it.", "for Ben to confirm it.", "for you to confirm it."} {
		in.Reader = reader
		p := NewPage(page.Frame{T: en}, in)
		if !strings.HasSuffix(p.Status.String(), want) || len(p.Lines) != 2 {
			t.Errorf("to reader %d it is %q, with %+v", reader, p.Status, p.Lines)
		}
		for _, line := range p.Lines {
			if line.Standing != "result entered" {
				t.Errorf("a game is %q", line.Standing)
			}
		}
		if said := p.Entered.Lines[1]; said.Standing != "Ben won, " || said.Score != "0–12.5" {
			t.Errorf("entered is %+v", said)
		}
	}
}
