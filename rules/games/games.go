// Package games is the list of all games.
package games

import (
	"hexclub/rules"
	"hexclub/rules/hexellation"
	"hexclub/rules/hexit"
	"hexclub/rules/hexone"
	"hexclub/rules/six"
	"hexclub/rules/tartan"
)

// All lists the games in the order pages show them.
func All() []rules.Game {
	return []rules.Game{hexone.Game{}, hexit.Game{}, six.Game{}, tartan.Game{}, hexellation.Game{}}
}

// Find returns the game with the given key, or an *rules.Error of kind
// NotFound.
func Find(key string) (rules.Game, error) {
	for _, game := range All() {
		if game.Info().Key == key {
			return game, nil
		}
	}
	return nil, rules.Errorf(rules.NotFound, "error.game", "no game %q", key)
}
