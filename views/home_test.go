package views

import (
	"testing"

	"hexclub/rules/games"
)

func TestGameLine(t *testing.T) {
	for _, test := range []struct {
		name              string
		game              ListedGame
		players, standing string
	}{
		{
			"two",
			ListedGame{Key: "hexone", Players: []string{"Ann", "Ben"}, ToAct: 2},
			"Ann against Ben", "Ben to play",
		},
		{
			"one of two",
			ListedGame{Key: "hexone", Players: []string{"Ann", ""}, ToAct: 1, Waiting: true},
			"Ann against free seat", "waiting for an opponent",
		},
		{
			"two of six",
			ListedGame{Key: "hexellation", Players: []string{"", "Ann", "", "Ben", "", ""}, ToAct: 1, Waiting: true},
			"Ann, Ben, 4 free seats", "waiting for more players",
		},
		{
			"three of four",
			ListedGame{Key: "six", Players: []string{"Ann", "Ben", "", "Dan"}, ToAct: 1, Waiting: true},
			"Ann, Ben, Dan, 1 free seat", "waiting for more players",
		},
		{
			"three",
			ListedGame{Key: "hexellation", Players: []string{"Ann", "Ben", "Cem"}, ToAct: 3, Yours: true},
			"Ann, Ben, Cem", "your turn",
		},
		{
			"two teams",
			ListedGame{Key: "six", Players: []string{"Ann", "Ben", "Cem", "Dan"}, Result: "win 2 4"},
			"Ann, Cem against Ben, Dan", "Ben (Red), Dan (Red) won",
		},
		{
			"two teams of one person",
			ListedGame{Key: "six", Players: []string{"Black", "Red", "Black", "Red"}, Result: "win 1 3"},
			"Black against Red", "Black won",
		},
		{
			"drawn",
			ListedGame{Key: "tartan", Players: []string{"Ann", "Ben"}, Result: "draw"},
			"Ann against Ben", "drawn",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			game, err := games.Find(test.game.Key)
			if err != nil {
				t.Fatal(err)
			}
			line := NewGameLine(catalog(t, "en"), test.game, game.Info())
			if line.Players != test.players || line.Standing != test.standing || line.Mine != test.game.Yours {
				t.Errorf("%+v, want %q, %q", line, test.players, test.standing)
			}
		})
	}
}
