package match

import (
	"context"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/record"
)

// searching is a contender that searches as it is told for a game with so many
// seats.
func searching(name string, how func(game string, seats int) bot.Search) Contender {
	return Contender{
		Name: name,
		New: func(game rules.Game, setup rules.Setup, seed uint64) (Player, error) {
			start, err := game.New(setup)
			if err != nil {
				return nil, err
			}
			search := how(game.Info().Key, start.Seats())
			return &searcher{game: game, search: search, random: rules.Random(seed)}, nil
		},
	}
}

// A searcher plays what package bot finds.
type searcher struct {
	game   rules.Game
	search bot.Search
	random rules.Random
}

// Move is a whole turn.
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

// Close has nothing to do.
func (s *searcher) Close() {}
