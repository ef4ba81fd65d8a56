package match

import (
	"context"
	"maps"
	"slices"
	"sync"

	"hexclub/rules"
)

// A Match holds the settings of a match.
type Match struct {
	Game    rules.Game
	Setup   rules.Setup
	Games   int          // number of games; with an odd number the last opening is played once
	Opening int          // random turns before the contenders play
	Turns   int          // the number of turns after which a game is drawn; 0 for no limit
	Seed    uint64       // the seed of random choices
	Workers int          // number of games played at once, at least 1
	Now     func() int64 // the time in nanoseconds since any moment; nil measures no time
}

// A Contender takes part in a match.
type Contender struct {
	Name string

	// New returns the contender's player for one game that starts from the
	// set-up, with a seed for random choices. It stops when the context is
	// done.
	New func(ctx context.Context, game rules.Game, setup rules.Setup, seed uint64) (Player, error)
}

// side is the index of a side in a game: 0 for the one that acts first.
type side int

// sides returns the side of each seat, by seat - 1: seats of one colour are
// one side. Set-ups with more than two sides, and bad ones, are an
// *rules.Error of kind Invalid.
func sides(game rules.Game, setup rules.Setup) ([]side, error) {
	st, err := game.New(setup)
	if err != nil {
		return nil, err
	}
	of, count := game.Info().Sides(st.Seats())
	if count != 2 {
		return nil, rules.Errorf(rules.Invalid, "error.option", "a match needs two sides, but this set-up of %s has %d", game.Info().Key, count)
	}
	list := make([]side, st.Seats())
	for i := range list {
		list[i] = side(of[i+1] - 1)
	}
	return list, nil
}

// Run plays the match and counts. It passes each finished game to report, in
// the order of their numbers, unless report is nil. When the context is done
// it counts the finished games and returns them with the context's error. Its
// other errors are those of a bad set-up.
func Run(ctx context.Context, m Match, contenders [2]Contender, report func(Played)) (Table, error) {
	table := newTable(contenders)
	seating, err := sides(m.Game, m.Setup)
	if err != nil {
		return table, err
	}
	numbers := make(chan int)
	go func() {
		defer close(numbers)
		for n := range m.Games {
			select {
			case numbers <- n:
			case <-ctx.Done():
				return
			}
		}
	}()
	ended := make(chan Played)
	var workers sync.WaitGroup
	for range max(m.Workers, 1) {
		workers.Go(func() {
			for n := range numbers {
				if played, ok := m.play(ctx, seating, contenders, n); ok {
					ended <- played
				}
			}
		})
	}
	go func() { workers.Wait(); close(ended) }()

	// Games end in any order.
	waiting, next := map[int]Played{}, 0
	for played := range ended {
		waiting[played.Number] = played
		for ; waiting[next].Record != nil; next++ {
			table.add(waiting[next])
			if report != nil {
				report(waiting[next])
			}
			delete(waiting, next)
		}
	}
	for _, number := range slices.Sorted(maps.Keys(waiting)) { // after one that was interrupted
		table.add(waiting[number])
	}
	return table, ctx.Err()
}
