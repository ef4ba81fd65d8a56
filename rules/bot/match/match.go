package match

import (
	"context"
	"maps"
	"slices"
	"sync"

	"hexclub/rules"
)

// A Match is what two contenders play.
type Match struct {
	Game    rules.Game
	Setup   rules.Setup
	Games   int          // how many; of an odd number the last opening is played once
	Opening int          // turns that are played at random before the contenders play
	Turns   int          // after so many a game is drawn; 0 for no limit
	Seed    uint64       // what chance draws from
	Workers int          // how many games are played at once, at least 1
	Now     func() int64 // the time in nanoseconds, from whenever; nil: nothing takes any
}

// A Contender takes part in a match.
type Contender struct {
	Name string

	// New is the contender's player for one game that starts from the set-up.
	// Chance draws from the seed. It gives up when the context is done.
	New func(ctx context.Context, game rules.Game, setup rules.Setup, seed uint64) (Player, error)
}

// side is the index of a side in a game: 0 for the one that acts first.
type side int

// sides returns by seat - 1 which side a seat plays for: seats of one colour
// are one side. Set-ups of more than two sides are an *rules.Error of kind
// Invalid, as bad set-ups are.
func sides(game rules.Game, setup rules.Setup) ([]side, error) {
	st, err := game.New(setup)
	if err != nil {
		return nil, err
	}
	of, count := game.Info().Sides(st.Seats())
	if count != 2 {
		return nil, rules.Errorf(rules.Invalid, "error.option", "a match is between two sides, and this set-up of %s has %d", game.Info().Key, count)
	}
	list := make([]side, st.Seats())
	for i := range list {
		list[i] = side(of[i+1] - 1)
	}
	return list, nil
}

// Run plays the match and counts. It tells each game when it has ended, in
// the order of their numbers, unless told is nil. When the context is done it
// counts the games that came to an end and returns the context's error with
// them; other errors are those of a bad set-up.
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
	for _, number := range slices.Sorted(maps.Keys(waiting)) { // behind one that was broken off
		table.add(waiting[number])
	}
	return table, ctx.Err()
}
