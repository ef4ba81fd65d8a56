package match

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"hexclub/rules/bot"
)

// Parse reads a contender: a level from "1" to "6", or a way of searching,
// "random", "uct", "mcts" or "alphabeta". Settings may follow, the fields of
// bot.Search with commas before them, which take the place of the level's or of
// those usual for the search: "5,nodes=20000", "uct,nodes=3000", "6,whole=true".
func Parse(text string) (Contender, error) {
	settings := strings.Split(text, ",")
	base, settings, name := settings[0], settings[1:], text
	var how func(game string, seats int) bot.Search
	if n, err := strconv.Atoi(base); err == nil && bot.Level(n).Valid() {
		if len(settings) == 0 {
			name = "level " + base
		}
		how = func(game string, seats int) bot.Search { return bot.SearchOf(game, seats, bot.Level(n)) }
	} else if search, ok := searches()[base]; ok {
		how = func(string, int) bot.Search { return search }
	} else {
		return Contender{}, fmt.Errorf("%q is no player: write a level from 1 to %d, or %s", base, bot.MaxLevel,
			strings.Join(slices.Sorted(maps.Keys(searches())), ", "))
	}
	if err := change(&bot.Search{}, settings); err != nil {
		return Contender{}, err
	}
	return searching(name, func(game string, seats int) bot.Search {
		search := how(game, seats)
		_ = change(&search, settings) // it went well before
		return search
	}), nil
}

// searches are the ways of searching by name, as they are usually set.
func searches() map[string]bot.Search {
	return map[string]bot.Search{
		"random":    {Method: bot.Chance, Nodes: 1},
		"uct":       {Method: bot.UCT, Nodes: 1000, Explore: 1.4, Expand: 1},
		"mcts":      {Method: bot.MCTS, Nodes: 1000, Explore: 1.4, Expand: 4},
		"alphabeta": {Method: bot.AlphaBeta, Nodes: 10000, Late: 0.7},
	}
}

// change sets what the settings name.
func change(search *bot.Search, settings []string) error {
	for _, setting := range settings {
		key, value, _ := strings.Cut(setting, "=")
		if err := set(search, key, value); err != nil {
			return fmt.Errorf("the setting %q: %w", setting, err)
		}
	}
	return nil
}

// set sets one field.
func set(search *bot.Search, key, value string) error {
	number, err := strconv.ParseFloat(value, 32)
	if key == "whole" {
		search.Whole, err = strconv.ParseBool(value)
	}
	switch {
	case err != nil:
		return fmt.Errorf("%q is no value", value)
	case number < 0:
		return fmt.Errorf("it is below 0")
	case key == "nodes" && number < 1:
		return fmt.Errorf("a search looks at something")
	}
	switch key {
	case "nodes":
		search.Nodes = int(number)
	case "blur":
		search.Blur = int(number)
	case "slip":
		search.Slip = int(number)
	case "explore":
		search.Explore = float32(number)
	case "expand":
		search.Expand = uint32(number)
	case "cut":
		search.Cut = int(number)
	case "margin":
		search.Margin = int(number)
	case "late":
		search.Late = float32(number)
	case "whole":
	default:
		return fmt.Errorf("there are nodes, blur, slip, whole, late, margin, explore, expand and cut")
	}
	return nil
}
