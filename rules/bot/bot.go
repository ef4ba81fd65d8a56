package bot

import (
	"context"
	"runtime"

	"hexclub/rules"
)

// A Task is a position in which a bot is to act.
type Task struct {
	// Game is what is played.
	Game rules.Game

	// State is the position, in which somebody acts. It may lie within a turn.
	// It is left alone.
	State rules.State

	// Seen is how often positions have occurred at the start of a turn, the
	// present one included: the record ends the game the third time. Nil for
	// none.
	Seen map[rules.Key]int

	// Level is how well the bot plays, from 1 to MaxLevel.
	Level Level

	// Search is how it searches instead of as the level has it; zero for the
	// level's.
	Search Search

	// Share is how much of the budget may be spent, above 0 and up to 1; 0 is
	// all of it.
	Share float64

	// Seed is what chance draws from: the same task has the same answer.
	Seed uint64
}

// A Choice is what a bot would play, and why.
type Choice struct {
	Line   []rules.Action // what it would play and then expects; at least one action
	Turn   int            // how many of them, from the first, are the seat's own turn to its end
	Chance float64        // of winning, for the seat to act: from 0 to 1, a draw counting half
	Proven bool           // that Chance, being 0, 0.5 or 1, is certain
	Nodes  int            // what it cost, counted as Search.Nodes is
}

// Choose searches for the turn to play. The error is the context's when that is
// done before, and an *rules.Error of kind Conflict (error.over) when nobody
// acts, Invalid (error.level) for a level that there is not.
//
// Within a turn the search goes on from what it knows already. From time to time
// it lets others have the processor.
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
		// What comes later in the turn has been searched with what came before.
		budget = max(1, how.Nodes/again)
	}
}

// again is by how much smaller the budget is for each action of a turn after the
// first.
const again = 4

// A finding is what a search has found: the best line, of at least one action,
// and the chance of winning by it for who acts.
type searchResult struct {
	line   []rules.Action
	chance float64
	proven bool
	nodes  int
}

// A searcher looks for the best action of one position after the other, within
// one turn.
type searcher interface {
	// find spends so many nodes at most, or is cut off by the context: then
	// what it has found means nothing.
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

// A common is what every searcher knows.
type common struct {
	ctx    context.Context
	sides  [rules.MaxSeats + 1]int8 // as rules.Info.Sides has them
	pair   bool                     // there are two sides, so that what is good for one is bad for the other
	seen   map[rules.Key]int
	random *rules.Random
	how    Search
	salt   uint64 // of the errors in judging
}

// A search looks whether it is still wanted, and lets others have the processor, at
// least a hundred times a second or so: after so many nodes of alpha-beta, or so much work of
// playouts, counted as their player does.
const (
	pauseNodes = 1 << 11
	pauseWork  = 1 << 14
)

// wanted lets others have the processor, and reports whether the search goes
// on.
func (c *common) wanted() bool {
	runtime.Gosched()
	return c.ctx.Err() == nil
}

// A chance draws actions without looking at them.
type chance struct{ common }

func (c *chance) find(st rules.State, _ int) searchResult {
	actions := st.Actions(nil)
	return searchResult{line: []rules.Action{c.any(actions)}, chance: 0.5, nodes: 1}
}

// acting is who acts, and the number of the action within the turn.
func acting(st rules.State) (seat rules.Seat, action int) {
	if actor, ok := st.(rules.Actor); ok {
		return actor.Acting()
	}
	turn := st.Turn()
	return turn.Seat, turn.Action
}
