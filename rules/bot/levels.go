package bot

// A Level is how well a bot plays, from 1, for a child's first game, to
// MaxLevel, as strong as it gets.
type Level int

// MaxLevel is the highest level.
const MaxLevel Level = 6

// Valid reports whether there is such a level.
func (l Level) Valid() bool { return l >= 1 && l <= MaxLevel }

// Rating is about how strong the level is in a game between so many sides, in the
// measure of the people's ratings: taken from play between the levels, one of
// which is set to what a beginner has. See the package's tables. It is 0 where
// nobody has measured it.
func (l Level) Rating(game string, sides int) int {
	return planFor(game, sides).steps[l-1].rating
}

// SearchOf returns how a level searches a game between so many sides.
func SearchOf(game string, sides int, level Level) Search {
	plan := planFor(game, sides)
	how, step := plan.search, plan.steps[level-1]
	how.Nodes, how.Blur, how.Slip = step.nodes, step.blur, step.slip
	return how
}

// planFor returns the plan of a game between so many sides.
func planFor(game string, sides int) plan {
	if sides > 2 {
		return unplanned
	}
	return planOf(game)
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

// unplanned is the plan of what nobody has measured, so it has no ratings: games
// that have no plan of their own, or more than two sides.
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
