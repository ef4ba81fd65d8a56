package rating

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"hexclub/rules"
)

var (
	pair  = rules.Info{Colours: []string{"blue", "red"}}
	teams = rules.Info{Colours: []string{"black", "red", "black", "red"}}
	six   = rules.Info{Colours: []string{"red", "blue", "green", "yellow", "purple", "orange"}}
)

func TestTwoPlayers(t *testing.T) {
	before := []Rating{{1600, 80, 0.06}, {1500, 120, 0.06}}
	changes := Update(pair, rules.Win(1, 2, "line"), before)
	for seat, want := range []Change{
		{Before: before[0], After: before[0].Played([]Result{{before[1], 1, 1}}, 0), Expected: before[0].Expected(before[1]), Score: 1, Opponents: 1, Strength: 1500},
		{Before: before[1], After: before[1].Played([]Result{{before[0], 0, 1}}, 0), Expected: before[1].Expected(before[0]), Score: 0, Opponents: 1, Strength: 1600},
	} {
		if changes[seat] != want {
			t.Errorf("seat %d: %+v, want %+v", seat+1, changes[seat], want)
		}
	}
	if changes[0].Points() <= 0 || changes[1].Points() >= 0 {
		t.Errorf("the changes are %d and %d", changes[0].Points(), changes[1].Points())
	}
}

// Numbers by which the formula can be checked by hand.
func TestAFirstGame(t *testing.T) {
	changes := Update(pair, rules.Win(2, 2, "line"), []Rating{Start(), Start()})
	for seat, want := range []struct {
		points       int
		score, after float64
	}{{-162, 0, 1337.8}, {162, 1, 1662.2}} {
		c := changes[seat]
		near(t, "the rating", c.After.Rating, want.after, 0.05)
		near(t, "the deviation", c.After.Deviation, 290.2, 0.05)
		if c.Points() != want.points || c.Expected != 0.5 || c.Score != want.score {
			t.Errorf("seat %d: %+d, %+v", seat+1, c.Points(), c)
		}
	}
}

func TestTeamsWinTogether(t *testing.T) {
	result := rules.Result{Reason: "ring", Places: [rules.MaxSeats]int8{1, 2, 1, 2}}
	changes := Update(teams, result, []Rating{{1500, 100, 0.06}, {1700, 100, 0.06}, {1400, 100, 0.06}, {1300, 100, 0.06}})
	for seat, want := range []struct{ score, strength float64 }{{1, 1500}, {0, 1450}, {1, 1500}, {0, 1450}} {
		c := changes[seat]
		if c.Score != want.score || c.Strength != want.strength || c.Opponents != 2 {
			t.Errorf("seat %d: %+v", seat+1, c)
		}
		if won := want.score == 1; won != (c.After.Rating > c.Before.Rating) {
			t.Errorf("seat %d: %+v", seat+1, c)
		}
	}
}

func TestOneWinnerOfSix(t *testing.T) {
	before := make([]Rating, 6)
	for i := range before {
		before[i] = Start()
	}
	changes := Update(six, rules.Win(4, 6, "model"), before)
	two := Update(pair, rules.Win(1, 2, "line"), before[:2])
	for i, c := range changes {
		score := 0.4 // four draws and a loss
		if i == 3 {
			score = 1
		}
		near(t, "the score", c.Score, score, 1e-12)
		near(t, "what is expected", c.Expected, 0.5, 1e-12)
		near(t, "the deviation", c.After.Deviation, two[0].After.Deviation, 1e-9)
	}
	near(t, "the winner", changes[3].After.Rating, two[0].After.Rating, 1e-9)
	sum := 0.0
	for _, c := range changes {
		sum += c.After.Rating
	}
	near(t, "the sum", sum, 6*1500, 1e-9)
}

// A seat that shares a draw has beaten the seats that are out.
func TestADrawThatOthersDoNotShare(t *testing.T) {
	info := rules.Info{Colours: six.Colours[:3]}
	result := rules.Result{Drawn: true, Places: [rules.MaxSeats]int8{1, 2, 1}}
	changes := Update(info, result, []Rating{Start(), Start(), Start()})
	for seat, want := range []float64{0.75, 0, 0.75} {
		near(t, "the score", changes[seat].Score, want, 1e-12)
	}
}

func TestAVoidGameChangesNothing(t *testing.T) {
	before := []Rating{{1600, 80, 0.06}, {1500, 120, 0.06}}
	for seat, c := range Update(pair, rules.Result{Reason: rules.CalledOff}, before) {
		if c != (Change{Before: before[seat], After: before[seat]}) {
			t.Errorf("seat %d: %+v", seat+1, c)
		}
	}
}

// The ratings shown before and after differ by the change shown.
func TestPointsAreOfWholeRatings(t *testing.T) {
	c := Change{Before: Rating{1500.4, 60, 0.06}, After: Rating{1508.6, 60, 0.06}}
	if c.Points() != 9 || c.Before.Whole() != 1500 || c.After.Whole() != 1509 {
		t.Errorf("%d to %d is %+d", c.Before.Whole(), c.After.Whole(), c.Points())
	}
}

// The seats of a game may be given in any order.
func TestOrderOfSeatsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, rules.MaxSeats).Draw(t, "seats")
		before := rapid.SliceOfN(ratings(), n, n).Draw(t, "before")
		colours := rapid.SliceOfN(rapid.SampledFrom([]string{"red", "blue", "green"}), n, n).Draw(t, "colours")
		order := rapid.Permutation(indices(n)).Draw(t, "order")
		var result, other rules.Result
		shuffled, others := make([]Rating, n), make([]string, n)
		for i := range n {
			result.Places[i] = int8(rapid.IntRange(1, 2).Draw(t, "place"))
		}
		for to, from := range order {
			shuffled[to], others[to], other.Places[to] = before[from], colours[from], result.Places[from]
		}
		changes := Update(rules.Info{Colours: colours}, result, before)
		same := Update(rules.Info{Colours: others}, other, shuffled)
		for to, from := range order {
			a, b := changes[from], same[to]
			for _, pair := range [][2]float64{{a.After.Rating, b.After.Rating}, {a.After.Deviation, b.After.Deviation}, {a.After.Volatility, b.After.Volatility}, {a.Expected, b.Expected}, {a.Score, b.Score}, {a.Strength, b.Strength}} {
				if math.Abs(pair[0]-pair[1]) > 1e-6 {
					t.Fatalf("%+v, in another order %+v", a, b)
				}
			}
		}
	})
}

func indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// A player who wins alone never loses rating, and a player beaten by all never
// gains.
func TestWinnersOfManyGain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, rules.MaxSeats).Draw(t, "seats")
		winner := rapid.IntRange(1, n).Draw(t, "winner")
		before := rapid.SliceOfN(ratings(), n, n).Draw(t, "before")
		for i, c := range Update(six, rules.Win(rules.Seat(winner), n, "model"), before) {
			if i+1 == winner && c.After.Rating < c.Before.Rating {
				t.Fatalf("the winner: %+v", c)
			}
			if c.Expected <= 0 || c.Expected >= 1 || c.Score < 0 || c.Score > 1+1e-9 || c.Opponents != n-1 {
				t.Fatalf("seat %d: %+v", i+1, c)
			}
			if surprise := c.Score - c.Expected; n == 2 && surprise*(c.After.Rating-c.Before.Rating) < 0 {
				t.Fatalf("the change does not follow from what was expected: %+v", c)
			}
		}
	})
}
