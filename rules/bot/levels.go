package bot

// A Level is how well a bot plays, from 1, for a child's first game, to
// MaxLevel, as strong as it gets.
type Level int

// MaxLevel is the highest level.
const MaxLevel Level = 6

// Valid tells whether there is such a level.
func (l Level) Valid() bool { return l >= 1 && l <= MaxLevel }

// Rating is about how strong the level is in a game, in the measure of the
// people's ratings: taken from play between the levels, one of which is set to
// what a beginner has. See the package's tables.
func (l Level) Rating(game string) int {
	return planOf(game).steps[l-1].rating
}

// SearchOf is how a level searches a game with so many seats.
func SearchOf(game string, seats int, level Level) Search {
	plan := planOf(game)
	how, step := plan.search, plan.steps[level-1]
	how.Nodes, how.Blur, how.Slip = step.nodes, step.blur, step.slip
	if seats > 2 && how.Method == AlphaBeta && game == "hexellation" {
		how.Nodes = max(1, how.Nodes/8) // playouts, which cost more
	}
	return how
}

// A plan is how a game is searched, by the key of the game, and what its levels
// may spend.
type plan struct {
	search Search
	steps  [MaxLevel]step
}

// A step is what a level may spend and where it errs, as in Search, and its
// rating.
type step struct{ nodes, blur, slip, rating int }

// planOf is the plan of a game; one that nobody has made a plan for is searched
// without knowledge.
func planOf(game string) plan {
	switch game {
	case "hexone":
		return plan{
			search: Search{Method: AlphaBeta, Whole: true, Late: 0.7, Margin: 600},
			steps:  ladder,
		}
	case "hexit":
		return plan{
			search: Search{Method: AlphaBeta, Whole: true, Late: 0.7, Margin: 600},
			steps:  ladder,
		}
	case "six":
		return plan{
			search: Search{Method: AlphaBeta, Late: 0.7, Margin: 600},
			steps:  ladder,
		}
	case "tartan":
		return plan{
			search: Search{Method: AlphaBeta, Late: 0.7},
			steps:  ladder,
		}
	case "hexellation":
		return plan{
			search: Search{Method: AlphaBeta, Late: 0.7},
			steps:  ladder,
		}
	}
	return plan{search: Search{Method: MCTS, Explore: 1.4, Expand: 4}, steps: ladder}
}

var ladder = [MaxLevel]step{
	{60, 1500, 300, 800},
	{300, 800, 100, 1000},
	{2000, 300, 0, 1200},
	{10000, 0, 0, 1400},
	{60000, 0, 0, 1600},
	{400000, 0, 0, 1800},
}
