package bot

import (
	"context"
	"runtime"

	"hexclub/rules"
)

// A Task is a position in which a bot is to act.
type Task struct {
	// Game is the game.
	Game rules.Game

	// State is the position. It must have a seat to act, and may lie within a
	// turn. Choose does not change it.
	State rules.State

	// Seen is how often positions have occurred at the start of a turn,
	// including the current one: the record ends the game at the third
	// occurrence. Nil for none.
	Seen map[rules.Key]int

	// Level is the strength, from 1 to MaxLevel.
	Level Level

	// Search replaces the search of the level; zero uses the level's.
	Search Search

	// Share is the fraction of the budget to use, above 0 and up to 1; 0 is
	// all of it.
	Share float64

	// Seed is the seed of random choices: the same task has the same answer.
	Seed uint64
}

// A Choice is what a bot would play, and why.
type Choice struct {
	Line   []rules.Action // the actions to play and the expected continuation; at least one
	Turn   int            // how many of them, from the first, belong to the seat's own turn
	Chance float64        // the probability of winning, from 0 to 1, for the seat to act; a draw counts half
	Proven bool           // Chance is 0, 0.5 or 1 and certain
	Nodes  int            // the cost, counted like Search.Nodes
}

// Choose searches for the turn to play. It returns the context's error when
// that is done first, and an *rules.Error of kind Conflict (error.over) when
// no seat is to act, or Invalid (error.level) for an unknown level.
//
// Within a turn the search continues from what it knows already. From time to
// time it yields the processor.
func Choose(ctx context.Context, task Task) (Choice, error) {
	turn := task.State.Turn()
	if turn.Seat == 0 {
		return Choice{}, rules.Errorf(rules.Conflict, "error.over", "nobody acts in %s", task.State.Position())
	}
	how := task.Search
	if how == (Search{}) {
		if !task.Level.Valid() {
			return Choice{}, rules.Errorf(rules.Invalid, "error.level", "no level %d", task.Level)
		}
		info := task.Game.Info()
		_, sides := info.Sides(task.State.Seats())
		how = SearchOf(info.Key, sides, task.Level)
	}
	if task.Share > 0 {
		how.Nodes = max(1, int(float64(how.Nodes)*task.Share))
	}
	random := rules.Random(task.Seed)
	s := newSearcher(ctx, task, how, &random)
	var choice Choice
	st := task.State.Clone()
	budget := how.Nodes
	for {
		f := s.find(st, budget)
		if err := ctx.Err(); err != nil {
			return Choice{}, err
		}
		choice.Nodes += f.nodes
		choice.Line = append(choice.Line[:choice.Turn], f.line...)
		choice.Turn++
		if choice.Turn == 1 {
			choice.Chance, choice.Proven = f.chance, f.proven
		}
		st.Play(f.line[0])
		if seat, action := acting(st); seat != turn.Seat || action == 0 {
			return choice, nil
		}
		// The later actions of the turn have been searched together with the
		// first.
		budget = max(1, how.Nodes/again)
	}
}

// again divides the budget for each action of a turn after the first.
const again = 4

// A searchResult is the best line, of at least one action, and the probability
// of winning by it for the seat to act.
type searchResult struct {
	line   []rules.Action
	chance float64
	proven bool
	nodes  int
}

// A searcher finds the best actions of consecutive positions within one turn.
type searcher interface {
	// find uses at most the given number of nodes. If the context stops it,
	// its result is meaningless.
	find(st rules.State, nodes int) searchResult
}

// newSearcher returns the searcher of a task.
func newSearcher(ctx context.Context, task Task, how Search, random *rules.Random) searcher {
	sides, count := task.Game.Info().Sides(task.State.Seats())
	c := common{ctx: ctx, sides: sides, seen: task.Seen, random: random, how: how, salt: random.Uint64(), pair: count == 2}
	switch {
	case how.Method == AlphaBeta && c.pair:
		return newAlphaBeta(c)
	case how.Method == Chance:
		return &chance{c}
	}
	return newTree(c)
}

// A common holds what every searcher knows.
type common struct {
	ctx    context.Context
	sides  [rules.MaxSeats + 1]int8 // from rules.Info.Sides
	pair   bool                     // there are two sides, so what is good for one is bad for the other
	seen   map[rules.Key]int
	random *rules.Random
	how    Search
	salt   uint64 // of the evaluation errors
}

// A search polls its context and yields the processor about a hundred times a
// second or more: after this number of nodes of alpha-beta, or this much work
// of playouts, as their player counts it.
const (
	pauseNodes = 1 << 11
	pauseWork  = 1 << 14
)

// wanted yields the processor and reports whether the search continues.
func (c *common) wanted() bool {
	runtime.Gosched()
	return c.ctx.Err() == nil
}

// A chance draws actions at random.
type chance struct{ common }

func (c *chance) find(st rules.State, _ int) searchResult {
	actions := st.Actions(nil)
	return searchResult{line: []rules.Action{c.any(actions)}, chance: 0.5, nodes: 1}
}

// acting returns the seat to act and the number of the action within the turn.
func acting(st rules.State) (seat rules.Seat, action int) {
	if actor, ok := st.(rules.Actor); ok {
		return actor.Acting()
	}
	turn := st.Turn()
	return turn.Seat, turn.Action
}
