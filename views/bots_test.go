package views

import (
	"slices"
	"testing"

	"hexclub/rules/bot"
)

// Bots of one level are told apart in their game, and those alone of theirs are
// called as everywhere.
func TestBotNames(t *testing.T) {
	for _, test := range []struct {
		name, tag string
		levels    []bot.Level
		want      []string
	}{
		{"one", "en", []bot.Level{0, 6}, []string{"", "Ada · bot 6"}},
		{"of several levels", "en", []bot.Level{1, 0, 6}, []string{"Pip · bot 1", "", "Ada · bot 6"}},
		{"of one level", "en", []bot.Level{6, 6, 0, 6}, []string{"Ada 1 · bot 6", "Ada 2 · bot 6", "", "Ada 3 · bot 6"}},
		{"of both", "fr", []bot.Level{2, 6, 2, 1}, []string{"Lotta 1 · robot 2", "Ada · robot 6", "Lotta 2 · robot 2", "Pip · robot 1"}},
		{"none", "en", []bot.Level{0, 0}, []string{"", ""}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := BotNames(catalog(t, test.tag), test.levels); !slices.Equal(got, test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}
