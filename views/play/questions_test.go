package play

import (
	"slices"
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
		{"one", "hexit", "fr", map[string]string{"tiles": "19"}, []string{"19 tuiles\u202f: une partie rapide"}},
		{"in the game's order", "six", "en", map[string]string{"declare": "yes", "seats": "4", "rules": "basic"}, []string{
			"4 players in two teams", "A shape wins only when declared",
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

// The players are first, then the rest in the game's order.
func TestSetupQuestions(t *testing.T) {
	for key, want := range map[string][]string{
		"hexone":      {"opponent", "starter", "match", "clock", "counts", "explore"},
		"tartan":      {"opponent", "starter", "clock", "counts", "explore"},
		"hexit":       {"opponent", "starter", "clock", "counts", "option.tiles", "explore"},
		"six":         {"opponent", "option.seats", "starter", "seat", "bots", "clock", "counts", "option.rules", "option.declare", "explore"},
		"hexellation": {"opponent", "option.seats", "starter", "seat", "bots", "clock", "counts", "option.sky", "option.declare", "option.planet", "explore"},
	} {
		t.Run(key, func(t *testing.T) {
			game, err := games.Find(key)
			if err != nil {
				t.Fatal(err)
			}
			page := NewSetup(page.Frame{T: viewstest.Catalog(t, "en")}, game.Info(), func(string) string { return "" }, nil)
			var names []string
			for _, q := range page.Questions {
				names = append(names, q.Name)
			}
			if !slices.Equal(names, want) {
				t.Errorf("asks for %v, want %v", names, want)
			}
		})
	}
	t.Run("seats of a team", func(t *testing.T) {
		game, err := games.Find("six")
		if err != nil {
			t.Fatal(err)
		}
		page := NewSetup(page.Frame{T: viewstest.Catalog(t, "en")}, game.Info(), func(string) string { return "" }, nil)
		seats := page.Questions[3].Answers
		if got, want := seats[3].Label, "Seat 3: Black, with seat 1"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got, want := seats[2].Label, "Seat 2: Red, with seat 4"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// Every clock of a form is valid, in the usual notation, live ones first.
func TestClockQuestion(t *testing.T) {
	texts := viewstest.Catalog(t, "fr")
	for _, controls := range [][]string{setup.LiveClocks(), setup.DayClocks(), PlayNowClocks()} {
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
		if want := 1 + len(controls)/7; groups != want {
			t.Errorf("%v come in %d groups, want %d", controls, groups, want)
		}
	}
}

// Fields have the values that were sent; errors are shown only at the chosen answer.
func TestSetupFields(t *testing.T) {
	game, err := games.Find("tartan")
	if err != nil {
		t.Fatal(err)
	}
	fields := func(clock string) map[string]setup.Field {
		sent := map[string]string{"clock": clock, "days": "99", "minutes": "5", "opponent": "named", "player": "Anna"}
		problem := rules.Errorf(rules.Invalid, "setup.bad-days", "99").In(setup.DaysField)
		page := NewSetup(page.Frame{T: viewstest.Catalog(t, "en")}, game.Info(), func(name string) string { return sent[name] }, problem)
		found := map[string]setup.Field{}
		for _, q := range page.Questions {
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
