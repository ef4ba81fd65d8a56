package match

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"hexclub/rules/bot"
)

// Parse parses a contender: a level from "1" to "6", or a method, "random",
// "uct", "mcts" or "alphabeta". Settings may follow, separated by commas:
// fields of bot.Search that replace those of the level or the defaults of the
// method: "5,nodes=20000", "uct,nodes=3000", "6,whole=true".
func Parse(text string) (Contender, error) {
	settings := strings.Split(text, ",")
	base, settings, name := settings[0], settings[1:], text
	var how func(game string, sides int) bot.Search
	if n, err := strconv.Atoi(base); err == nil && bot.Level(n).Valid() {
		if len(settings) == 0 {
			name = "level " + base
		}
		how = func(game string, sides int) bot.Search { return bot.SearchOf(game, sides, bot.Level(n)) }
	} else if search, ok := searches()[base]; ok {
		how = func(string, int) bot.Search { return search }
	} else {
		return Contender{}, fmt.Errorf("%q is not a player: write a level from 1 to %d, or %s", base, bot.MaxLevel,
			strings.Join(slices.Sorted(maps.Keys(searches())), ", "))
	}
	if err := change(&bot.Search{}, settings); err != nil {
		return Contender{}, err
	}
	return searching(name, func(game string, sides int) bot.Search {
		search := how(game, sides)
		_ = change(&search, settings) // it succeeded before
		return search
	}), nil
}

// searches returns the methods by name, with their default settings.
func searches() map[string]bot.Search {
	return map[string]bot.Search{
		"random":    {Method: bot.Chance, Nodes: 1},
		"uct":       {Method: bot.UCT, Nodes: 1000, Explore: 1.4, Expand: 1},
		"mcts":      {Method: bot.MCTS, Nodes: 1000, Explore: 1.4, Expand: 4},
		"alphabeta": {Method: bot.AlphaBeta, Nodes: 10000, Late: 0.7},
	}
}

// change applies settings.
func change(search *bot.Search, settings []string) error {
	for _, setting := range settings {
		key, value, _ := strings.Cut(setting, "=")
		if err := set(search, key, value); err != nil {
			return fmt.Errorf("the setting %q: %w", setting, err)
		}
	}
	return nil
}

// set sets one field of a search, by the name of the field.
func set(search *bot.Search, key, value string) error {
	fields := reflect.ValueOf(search).Elem()
	field := fields.FieldByNameFunc(func(name string) bool { return strings.ToLower(name) == key && name != "Method" })
	if !field.IsValid() {
		return fmt.Errorf("the settings of a search are %s", strings.Join(settingNames(), ", "))
	}
	if field.Kind() == reflect.Bool {
		on, err := strconv.ParseBool(value)
		field.SetBool(on)
		if err != nil {
			return fmt.Errorf("%q is neither true nor false", value)
		}
		return nil
	}
	number, err := strconv.ParseFloat(value, 32)
	least := 0.0
	if key == "nodes" {
		least = 1
	}
	if within := least <= number && number <= math.MaxInt32; err != nil || !within { // false for NaN
		return fmt.Errorf("%q is not a valid number", value)
	}
	field.Set(reflect.ValueOf(number).Convert(field.Type()))
	return nil
}

// settingNames returns the names of the settings.
func settingNames() (names []string) {
	kind := reflect.TypeFor[bot.Search]()
	for i := range kind.NumField() {
		if name := kind.Field(i).Name; name != "Method" {
			names = append(names, strings.ToLower(name))
		}
	}
	return names
}
