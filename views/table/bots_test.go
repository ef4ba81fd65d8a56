package table

import (
	"slices"
	"strings"
	"testing"

	"hexclub/rules/bot"
	"hexclub/rules/games"
	"hexclub/views/page"
	"hexclub/views/setup"
	"hexclub/views/viewstest"
)

// The names of bots of one level differ within their game; the only bot of its level has its usual name.
func TestBotNames(t *testing.T) {
	for _, test := range []struct {
		name, tag string
		levels    []bot.Level
		want      []string
	}{
		{"one", "en", []bot.Level{0, 6}, []string{"", "Ada · bot 6"}},
		{"of several levels", "en", []bot.Level{1, 0, 6}, []string{"Pip · bot 1", "", "Ada · bot 6"}},
		{"of one level", "en", []bot.Level{6, 6, 0, 6}, []string{"Ada A · bot 6", "Ada B · bot 6", "", "Ada C · bot 6"}},
		{"of both", "fr", []bot.Level{2, 6, 2, 1}, []string{"Lotta A · robot 2", "Ada · robot 6", "Lotta B · robot 2", "Pip · robot 1"}},
		{"none", "en", []bot.Level{0, 0}, []string{"", ""}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := page.BotNames(viewstest.Catalog(t, test.tag), test.levels); !slices.Equal(got, test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// A bot's rating is shown only for games between two sides, where it was measured.
func TestBotRatings(t *testing.T) {
	texts := viewstest.Catalog(t, "en")
	for _, test := range []struct {
		key   string
		seats int
		want  bool
	}{
		{"hexone", 2, true},
		{"six", 4, true},
		{"hexellation", 2, true},
		{"hexellation", 3, false},
		{"hexellation", 6, false},
	} {
		game, err := games.Find(test.key)
		if err != nil {
			t.Fatal(err)
		}
		if got := botRating(texts, game.Info(), test.seats, 3); (got != nil) != test.want || got != nil && got.Number == "0" {
			t.Errorf("%s with %d seats: %+v", test.key, test.seats, got)
		}
		between := strings.HasSuffix(setup.LevelOptions(texts, game.Info())[2].Text, "with two players")
		if between != (test.key == "hexellation") {
			t.Errorf("%s: the form says that levels are rated between two: %v", test.key, between)
		}
	}
}
