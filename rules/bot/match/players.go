package match

import (
	"context"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/record"
)

// searching returns a contender that searches with the method that how returns
// for a game and its number of sides.
func searching(name string, how func(game string, sides int) bot.Search) Contender {
	return Contender{
		Name: name,
		New: func(_ context.Context, game rules.Game, _ rules.Setup, seed uint64) (Player, error) {
			return &searcher{game: game, search: how(game.Info().Key, 2), random: rules.Random(seed)}, nil
		},
	}
}

// A searcher plays the choices of package bot.
type searcher struct {
	game   rules.Game
	search bot.Search
	random rules.Random
}

// Move returns a whole turn.
func (s *searcher) Move(ctx context.Context, r *record.Record) (Move, error) {
	choice, err := bot.Choose(ctx, bot.Task{
		Game:   s.game,
		State:  r.State(),
		Seen:   r.Seen(),
		Search: s.search,
		Seed:   s.random.Uint64(),
	})
	if err != nil {
		return Move{}, err
	}
	return Move{Actions: choice.Line[:choice.Turn], Nodes: choice.Nodes}, nil
}

// Close does nothing.
func (s *searcher) Close() {}
