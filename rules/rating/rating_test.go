package rating

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

const day = 24 * 60 * 60 * 1000

func TestStart(t *testing.T) {
	if got := Start(); got != (Rating{1500, 350, 0.06}) {
		t.Errorf("a newcomer starts at %v", got)
	}
}

func TestTimeMakesLessCertain(t *testing.T) {
	settled := Rating{1620, 60, 0.06}
	for _, test := range []struct {
		name string
		idle int64
		want float64 // deviation
	}{
		{"no time", 0, 60},
		{"time before the last game", -day, 60},
		{"a period, as in step 6", Period, math.Sqrt(60*60 + scale*scale*0.06*0.06)},
		{"half a period", Period / 2, math.Sqrt(60*60 + scale*scale*0.06*0.06/2)},
		{"a lifetime", 80 * 365 * day, MaxDeviation},
		{"for ever", math.MaxInt64, MaxDeviation},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := settled.Idle(test.idle)
			near(t, "the deviation", got.Deviation, test.want, 1e-9)
			if got.Rating != settled.Rating || got.Volatility != settled.Volatility {
				t.Errorf("%v became %v", settled, got)
			}
		})
	}
}

// The length of a period is chosen for this.
func TestAYearWithoutPlayMakesProvisional(t *testing.T) {
	settled := Rating{1620, 60, 0.06}
	if settled.Idle(300 * day).Provisional() {
		t.Error("it is provisional after 300 days")
	}
	if !settled.Idle(400 * day).Provisional() {
		t.Error("it is not provisional after 400 days")
	}
}

func TestTimeAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := ratings().Draw(t, "player")
		a, b := rapid.Int64Range(0, 1000*day).Draw(t, "first"), rapid.Int64Range(0, 1000*day).Draw(t, "then")
		if once, twice := r.Idle(a+b), r.Idle(a).Idle(b); math.Abs(once.Deviation-twice.Deviation) > 1e-6 {
			t.Fatalf("%v at once, %v in two steps", once, twice)
		}
	})
}

func TestProvisional(t *testing.T) {
	for deviation, want := range map[float64]bool{350: true, 110.01: true, 110: false, 30: false} {
		if got := (Rating{1500, deviation, 0.06}).Provisional(); got != want {
			t.Errorf("with a deviation of %v provisional is %t", deviation, got)
		}
	}
}

func TestRange(t *testing.T) {
	if low, high := (Rating{1850, 50, 0.06}).Range(); low != 1750 || high != 1950 { // the paper's own example
		t.Errorf("the range is %v to %v", low, high)
	}
}

// play returns a player after the given number of games against equal, settled
// opponents, alternately won and lost.
func play(r Rating, games int, between int64) Rating {
	for i := range games {
		r = r.Idle(between).Played([]Result{{Rating{r.Rating, 60, 0.06}, float64(i % 2), 1}}, 0)
	}
	return r
}

func TestANewcomerIsSettledAfterADozenGames(t *testing.T) {
	if r := play(Start(), 8, day); !r.Provisional() {
		t.Errorf("after 8 games: %v", r)
	}
	if r := play(Start(), 13, day); r.Provisional() {
		t.Errorf("after 13 games: %v", r)
	}
}

func TestRegularPlayKeepsSure(t *testing.T) {
	for _, between := range []int64{7 * day, 7 * day / 2} { // one or two games a week
		near(t, "the deviation", play(Start(), 500, between).Deviation, 60, 8)
	}
	if r := play(Start(), 5000, day/100); r.Deviation != MinDeviation {
		t.Errorf("after ever so many games: %v", r)
	}
}
