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

// SearchOf is how a level searches a game between so many sides.
func SearchOf(game string, sides int, level Level) Search {
	plan := planOf(game)
	if sides > 2 {
		plan = unplanned
	}
	how, step := plan.search, plan.steps[level-1]
	how.Nodes, how.Blur, how.Slip = step.nodes, step.blur, step.slip
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

// planOf is the plan of a game between two sides.
func planOf(game string) plan {
	switch game {
	case "hexone":
		return plan{
			search: Search{Method: AlphaBeta, Whole: true, Late: 0.7, Margin: 600},
			steps: [MaxLevel]step{
				{40, 2500, 400, 600},
				{150, 1200, 100, 900},
				{2_000, 700, 0, 1200},
				{12_000, 250, 0, 1500},
				{200_000, 0, 0, 1700},
				{2_000_000, 0, 0, 1900},
			},
		}
	case "hexit":
		return plan{
			search: Search{Method: AlphaBeta, Whole: true, Late: 0.7, Margin: 600},
			steps: [MaxLevel]step{
				{80, 900, 200, 600},
				{200, 500, 80, 900},
				{600, 320, 0, 1200},
				{3_000, 180, 0, 1500},
				{40_000, 60, 0, 1700},
				{1_200_000, 0, 0, 1900},
			},
		}
	case "six":
		return plan{
			search: Search{Method: AlphaBeta, Late: 0.7, Margin: 600},
			steps: [MaxLevel]step{
				{40, 2500, 400, 600},
				{120, 1200, 100, 900},
				{500, 700, 0, 1200},
				{3_000, 250, 0, 1500},
				{40_000, 0, 0, 1700},
				{500_000, 0, 0, 1900},
			},
		}
	case "tartan":
		return plan{
			search: Search{Method: AlphaBeta, Late: 0.7},
			steps: [MaxLevel]step{
				{40, 2500, 400, 600},
				{200, 1200, 100, 900},
				{2_500, 700, 0, 1200},
				{15_000, 250, 0, 1500},
				{250_000, 0, 0, 1700},
				{3_000_000, 0, 0, 1900},
			},
		}
	case "hexellation":
		return plan{
			search: Search{Method: AlphaBeta, Late: 0.7},
			steps: [MaxLevel]step{
				{30, 1500, 300, 600},
				{100, 1000, 100, 900},
				{400, 600, 0, 1200},
				{2_000, 0, 0, 1500},
				{20_000, 0, 0, 1700},
				{1_500_000, 0, 0, 1900},
			},
		}
	}
	return unplanned
}

// unplanned is the plan of what nobody has measured: games that have no plan of
// their own, or more than two sides.
var unplanned = plan{
	search: Search{Method: MCTS, Explore: 1.4, Expand: 4},
	steps: [MaxLevel]step{
		{20, 0, 250, 600},
		{60, 0, 60, 900},
		{300, 0, 0, 1200},
		{1_500, 0, 0, 1500},
		{8_000, 0, 0, 1700},
		{40_000, 0, 0, 1900},
	},
}
