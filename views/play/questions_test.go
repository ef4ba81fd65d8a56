package play

import (
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/views/board"
	"hexclub/views/page"
	"hexclub/views/setup"
	"hexclub/views/viewstest"
)

func TestOptionWords(t *testing.T) {
	for _, test := range []struct {
		name, game, tag string
		options         map[string]string
		want            []string
	}{
		{"no options", "tartan", "en", nil, nil},
		{"defaults", "six", "en", map[string]string{"rules": "basic", "seats": "2", "declare": "no"}, nil},
		{"missing", "hexellation", "en", map[string]string{}, nil},
		{"one", "hexit", "fr", map[string]string{"tiles": "19"}, []string{"19 tuiles\u202f: partie rapide"}},
		{"in the game's order", "six", "en", map[string]string{"declare": "yes", "seats": "4", "rules": "basic"}, []string{
			"4 players in two teams", "Shapes must be declared",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			game, err := games.Find(test.game)
			if err != nil {
				t.Fatal(err)
			}
			if got := page.OptionWords(viewstest.Catalog(t, test.tag), game.Info(), test.options); !slices.Equal(got, test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// Each way to play has its questions: first those that matter, then the rest in the game's order.
func TestSetupQuestions(t *testing.T) {
	for _, test := range []struct{ game, opponent, first, more string }{
		{"hexone", "", "level", "starter clock match explore"},
		{"hexone", "invite", "opponent clock counts", "clock starter match explore"},
		{"tartan", "lobby", "clock counts", "clock starter explore"},
		{"hexit", "device", "opponent clock counts", "clock starter option.tiles explore"},
		{"six", "bot", "option.seats level", "starter clock seat bots option.rules option.declare explore"},
		{"hexellation", "named", "opponent option.seats clock counts", "clock starter seat bots option.sky option.declare option.planet explore"},
	} {
		t.Run(test.game+" "+test.opponent, func(t *testing.T) {
			p := setupPage(t, test.game, map[string]string{"opponent": test.opponent}, nil)
			names := func(questions []setup.Question) string {
				var names []string
				for _, q := range questions {
					names = append(names, q.Name)
				}
				return strings.Join(names, " ")
			}
			if first, more := names(p.Main), names(p.More); first != test.first || more != test.more || p.Open {
				t.Errorf("asks for %q and %q, open %v; want %q and %q", first, more, p.Open, test.first, test.more)
			}
		})
	}
	t.Run("seats of a team", func(t *testing.T) {
		seats := setupPage(t, "six", nil, nil).More[2].Answers
		if got, want := seats[3].Label, "Seat 3: Black, with seat 1"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got, want := seats[2].Label, "Seat 2: Red, with seat 4"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// One clock is chosen among the usual and the other ones. A choice among the folded questions unfolds them.
func TestSetupChoices(t *testing.T) {
	for _, test := range []struct {
		opponent, clock, want string
		open                  bool
	}{
		{"invite", "", "none", false},
		{"lobby", "", "3d", false},
		{"lobby", "10+5", "10+5", false},
		{"lobby", "3+2", "3+2", true},
		{"invite", "7d", "7d", true},
		{"bot", "", "none", false},
		{"bot", "30+15", "30+15", true},
		{"bot", "7d", "none", false}, // bots need no days
		{"device", "4+4", "none", false},
	} {
		p := setupPage(t, "tartan", map[string]string{"opponent": test.opponent, "clock": test.clock}, nil)
		var chosen []string
		for _, q := range slices.Concat(p.Main, p.More) {
			if i := q.Chosen(); q.Name == "clock" && i >= 0 {
				chosen = append(chosen, q.Answers[i].Value)
			}
		}
		if !slices.Equal(chosen, []string{test.want}) || p.Open != test.open {
			t.Errorf("%+v: chosen are %q, open %v", test, chosen, p.Open)
		}
	}
}

// setupPage returns the form for a new game with the values that were sent.
func setupPage(t *testing.T, key string, sent map[string]string, problem error) SetupPage {
	t.Helper()
	game, err := games.Find(key)
	if err != nil {
		t.Fatal(err)
	}
	return NewSetup(page.Frame{T: viewstest.Catalog(t, "en")}, game.Info(), func(name string) string { return sent[name] }, 1, problem)
}

// Every clock of a form is valid, in the usual notation, live ones first.
func TestClockQuestion(t *testing.T) {
	texts := viewstest.Catalog(t, "fr")
	for _, controls := range [][]string{setup.LiveClocks(), setup.DayClocks(), append(setup.LiveClocks(), setup.DayClocks()...)} {
		q := setup.ClockQuestion(texts, controls)
		groups := 0
		for i, a := range q.Answers {
			control, err := record.ParseControl(a.Value)
			if err != nil || control.None() || a.Label != page.ControlShort(texts, control) {
				t.Errorf("answer %d is %+v: %v", i, a, err)
			}
			if a.Group != "" {
				groups++
			}
			if i > 0 && control.Live() && a.Group != "" {
				t.Errorf("%s comes after others", a.Value)
			}
		}
		if want := 1 + len(controls)/10; groups != want {
			t.Errorf("%v come in %d groups, want %d", controls, groups, want)
		}
	}
}

// Fields have the values that were sent; errors are shown only at the chosen answer.
func TestSetupFields(t *testing.T) {
	fields := func(clock string) map[string]setup.Field {
		problem := rules.Errorf(rules.Invalid, "setup.bad-days", "99").In(setup.DaysField)
		p := setupPage(t, "tartan", map[string]string{"clock": clock, "days": "99", "minutes": "5", "opponent": "named", "player": "Anna"}, problem)
		found := map[string]setup.Field{}
		for _, q := range slices.Concat(p.Main, p.More) {
			for _, a := range q.Answers {
				for _, f := range a.Fields {
					found[f.Name] = f
				}
			}
		}
		return found
	}
	got := fields("days")
	if got["days"].Problem != "problem-days" || got["days"].Value != "99" || got["minutes"].Problem != "" || got["minutes"].Value != "5" || got["player"].Value != "Anna" {
		t.Errorf("fields are %+v", got)
	}
	if got := fields("live"); got["days"].Problem != "" {
		t.Errorf("a field that is not asked for is wrong: %+v", got["days"])
	}
}

// A picture shows more than the initial position, and is not empty.
func TestGameListPictures(t *testing.T) {
	cards, err := setup.NewGameList(viewstest.Catalog(t, "en"))
	if err != nil {
		t.Fatal(err)
	}
	for i, game := range games.All() {
		card := cards[i]
		if card.Key != game.Info().Key {
			t.Errorf("card %d is of %s", i, card.Key)
		}
		st, err := game.New(rules.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		picture, err := board.GamePicture(viewstest.Catalog(t, "en"), game)
		if err != nil {
			t.Fatal(err)
		}
		pieces := func(b board.Board) (n int) {
			for _, c := range b.Cells {
				n += len(c.Layers)
			}
			return n
		}
		if start := board.NewPicture(viewstest.Catalog(t, "en"), game, st); pieces(picture) < pieces(start)+9 {
			t.Errorf("%s shows %d pieces, its start %d", card.Key, pieces(picture), pieces(start))
		}
		for _, c := range picture.Cells {
			if c.Class == "cell table" && len(c.Layers) == 0 {
				t.Errorf("%s shows the bare table at %s", card.Key, c.Name)
			}
		}
	}
}
