package views

import (
	"slices"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
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
		{"one", "hexit", "fr", map[string]string{"tiles": "19"}, []string{"19 tuiles : une partie rapide"}},
		{"in the game's order", "six", "en", map[string]string{"declare": "yes", "seats": "4", "rules": "basic"}, []string{
			"4 players in two teams", "A shape wins only when declared",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			game, err := games.Find(test.game)
			if err != nil {
				t.Fatal(err)
			}
			if got := OptionWords(catalog(t, test.tag), game.Info(), test.options); !slices.Equal(got, test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// Players come first, then the rest in the game's order.
func TestSetupQuestions(t *testing.T) {
	for key, want := range map[string][]string{
		"tartan":      {"opponent", "starter", "explore"},
		"hexit":       {"opponent", "starter", "option.tiles", "explore"},
		"six":         {"opponent", "option.seats", "starter", "seat", "option.rules", "option.declare", "explore"},
		"hexellation": {"opponent", "option.seats", "starter", "seat", "option.sky", "option.declare", "option.planet", "explore"},
	} {
		t.Run(key, func(t *testing.T) {
			game, err := games.Find(key)
			if err != nil {
				t.Fatal(err)
			}
			page := NewSetup(Frame{T: catalog(t, "en")}, game.Info(), func(string) string { return "" })
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
		page := NewSetup(Frame{T: catalog(t, "en")}, game.Info(), func(string) string { return "" })
		seats := page.Questions[3].Answers
		if got, want := seats[3].Label, "Seat 3: Black, with seat 1"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got, want := seats[2].Label, "Seat 2: Red, with seat 4"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// A picture shows more than the start of the game, and no empty table.
func TestGameListPictures(t *testing.T) {
	cards, err := NewGameList(catalog(t, "en"))
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
		pieces := func(b Board) (n int) {
			for _, c := range b.Cells {
				n += len(c.Layers)
			}
			return n
		}
		if start := NewPicture(catalog(t, "en"), game, st); pieces(card.Picture) < pieces(start)+9 {
			t.Errorf("%s shows %d pieces, its start %d", card.Key, pieces(card.Picture), pieces(start))
		}
		for _, c := range card.Picture.Cells {
			if c.Class == "cell table" && len(c.Layers) == 0 {
				t.Errorf("%s shows the bare table at %s", card.Key, c.Name)
			}
		}
	}
}
