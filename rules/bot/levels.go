package bot

// A Level is the strength of a bot, from 1, for a child's first game, to
// MaxLevel.
type Level int

// MaxLevel is the highest level.
const MaxLevel Level = 6

// Valid reports whether there is such a level.
func (l Level) Valid() bool { return l >= 1 && l <= MaxLevel }

// Rating returns the approximate rating of the level in a game with the given
// number of sides, on the scale of people's ratings. It is taken from games
// between the levels, with one level set to a beginner's rating; see the
// tables in the package documentation. It is 0 if it has not been measured.
func (l Level) Rating(game string, sides int) int {
	return planFor(game, sides).steps[l-1].rating
}

// SearchOf returns the search of a level for a game with the given number of
// sides.
func SearchOf(game string, sides int, level Level) Search {
	plan := planFor(game, sides)
	how, step := plan.search, plan.steps[level-1]
	how.Nodes, how.Blur, how.Slip = step.nodes, step.blur, step.slip
	return how
}

// planFor returns the plan for a game with the given number of sides.
func planFor(game string, sides int) plan {
	if sides > 2 {
		return unplanned
	}
	return planOf(game)
}

// A plan holds the search for a game, by its key, and the budgets of its
// levels.
type plan struct {
	search Search
	steps  [MaxLevel]step
}

// A step holds the budget, the errors (see Search) and the rating of a level.
type step struct{ nodes, blur, slip, rating int }

// planOf returns the plan of a game between two sides.
func planOf(game string) plan {
	switch game {
	case "hexone":
		return plan{
			search: Search{Method: AlphaBeta, Whole: true, Late: 0.7, Margin: 600},
			steps: [MaxLevel]step{
				{40, 2500, 400, 830},
				{150, 1200, 100, 1000},
				{2_000, 700, 0, 1270},
				{12_000, 250, 0, 1410},
				{30_000, 0, 0, 1490},
				{2_000_000, 0, 0, 1570},
			},
		}
	case "hexit":
		return plan{
			search: Search{Method: AlphaBeta, Whole: true, Late: 0.7, Margin: 600},
			steps: [MaxLevel]step{
				{80, 900, 200, 800},
				{200, 500, 80, 1000},
				{600, 320, 0, 1350},
				{3_000, 180, 0, 1630},
				{40_000, 60, 0, 1800},
				{1_200_000, 0, 0, 1960},
			},
		}
	case "six":
		return plan{
			search: Search{Method: AlphaBeta, Late: 0.7, Margin: 600},
			steps: [MaxLevel]step{
				{40, 2500, 400, 730},
				{120, 1200, 100, 1000},
				{500, 700, 0, 1240},
				{3_000, 250, 0, 1550},
				{40_000, 0, 0, 1770},
				{500_000, 0, 0, 2010},
			},
		}
	case "tartan":
		return plan{
			search: Search{Method: AlphaBeta, Late: 0.7},
			steps: [MaxLevel]step{
				{40, 2500, 400, 710},
				{200, 1200, 100, 1000},
				{2_500, 700, 0, 1400},
				{15_000, 250, 0, 1710},
				{250_000, 0, 0, 1940},
				{3_000_000, 0, 0, 2050},
			},
		}
	case "hexellation":
		return plan{
			search: Search{Method: AlphaBeta, Late: 0.7},
			steps: [MaxLevel]step{
				{30, 1500, 300, 920},
				{100, 1000, 100, 1000},
				{400, 600, 0, 1080},
				{2_000, 0, 0, 1170},
				{20_000, 0, 0, 1240},
				{1_500_000, 0, 0, 1330},
			},
		}
	}
	return unplanned
}

// unplanned is the plan of games that have not been measured, so it has no
// ratings: games without their own plan, or with more than two sides.
var unplanned = plan{
	search: Search{Method: MCTS, Explore: 1.4, Expand: 4},
	steps: [MaxLevel]step{
		{nodes: 20, slip: 250},
		{nodes: 60, slip: 60},
		{nodes: 300},
		{nodes: 1_500},
		{nodes: 8_000},
		{nodes: 40_000},
	},
}
