package rating

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// near fails the test unless a number equals the printed one to half of its
// last digit.
func near(t testing.TB, what string, got, want, half float64) {
	t.Helper()
	if !(math.Abs(got-want) <= half) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// The paper's worked example ("Example calculation"), each number to its
// printed precision.
func TestWorkedExample(t *testing.T) {
	player := Rating{1500, 200, 0.06}
	results := []Result{
		{Rating{1400, 30, 0.06}, 1, 1},
		{Rating{1550, 100, 0.06}, 0, 1},
		{Rating{1700, 300, 0.06}, 0, 1},
	}
	for i, want := range []struct{ g, e float64 }{{0.9955, 0.639}, {0.9531, 0.432}, {0.7242, 0.303}} {
		g, e := player.against(results[i].Opponent)
		near(t, "g", g, want.g, 0.00005)
		near(t, "E", e, want.e, 0.0005)
		near(t, "Expected", player.Expected(results[i].Opponent), want.e, 0.0005)
	}
	after := player.Played(results, 1)
	// The paper goes on from -0.2069, as it is printed, to 1464.06; without
	// rounding on the way it is 1464.05.
	mu := (after.Rating - 1500) / scale
	near(t, "the rating on the paper's scale", mu, -0.2069, 0.00005)
	near(t, "the rating", 1500+scale*math.Round(mu*1e4)/1e4, 1464.06, 0.005)
	near(t, "the deviation", after.Deviation, 151.52, 0.005)
	near(t, "the volatility", math.Floor(after.Volatility*1e5)/1e5, 0.05999, 1e-12) // 0.059996, cut off
}

// ratings generates all ratings within the bounds.
func ratings() *rapid.Generator[Rating] {
	return rapid.Custom(func(t *rapid.T) Rating {
		return Rating{
			Rating:     rapid.Float64Range(MinRating, MaxRating).Draw(t, "rating"),
			Deviation:  rapid.Float64Range(MinDeviation, MaxDeviation).Draw(t, "deviation"),
			Volatility: rapid.Float64Range(MinVolatility, MaxVolatility).Draw(t, "volatility"),
		}
	})
}

// wild generates ratings of any numbers, including NaN.
func wild() *rapid.Generator[Rating] {
	number := rapid.OneOf(
		rapid.Float64(), rapid.Float64Range(-5000, 5000),
		rapid.SampledFrom([]float64{0, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64}),
	)
	return rapid.Custom(func(t *rapid.T) Rating {
		return Rating{number.Draw(t, "rating"), number.Draw(t, "deviation"), number.Draw(t, "volatility")}
	})
}

// scores returns the scores of a win, a draw and a loss.
func scores() *rapid.Generator[float64] { return rapid.SampledFrom([]float64{0, 0.5, 1}) }

func TestNothingLeadsOutOfBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Float64(), scores(), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.SmallestNonzeroFloat64}))
		results := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Result {
			return Result{wild().Draw(t, "opponent"), number.Draw(t, "score"), number.Draw(t, "weight")}
		}), 0, 20).Draw(t, "results")
		r := wild().Draw(t, "player")
		for _, got := range []Rating{
			r.Played(results, number.Draw(t, "periods")), r.Idle(rapid.Int64().Draw(t, "idle")),
		} {
			if got != got.bounded() { // and NaN is not equal to itself
				t.Fatalf("out of bounds: %v", got)
			}
		}
		for _, result := range results {
			if e := r.Expected(result.Opponent); !(e > 0 && e < 1) {
				t.Fatalf("%v is expected against %v", e, result.Opponent)
			}
		}
	})
}

// The volatility is a root of the paper's function, of which there may be more
// than one after unlikely results.
func TestVolatilityIsARoot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := ratings().Draw(t, "player")
		sigma, phi := r.Volatility, r.Deviation/scale
		v := math.Exp(rapid.Float64Range(-5, 35).Draw(t, "log v"))
		delta := math.Exp(rapid.Float64Range(-10, 35).Draw(t, "log delta"))
		f := func(x float64) float64 {
			e, square := math.Exp(x), phi*phi+v+math.Exp(x)
			return e*(delta*delta-phi*phi-v-e)/(2*square*square) - (x-2*math.Log(sigma))/(tau*tau)
		}
		root := 2 * math.Log(volatility(sigma, phi, v, delta))
		if below, above := f(root-1e-5), f(root+1e-5); below*above > 0 {
			t.Fatalf("about %v the function is %v and %v", root, below, above)
		}
	})
}

func TestWithoutPlayOnlyTheDeviationGrows(t *testing.T) {
	r := Rating{1700, 100, 0.06}
	want := math.Sqrt(100*100 + scale*scale*0.06*0.06) // step 6
	for _, results := range [][]Result{nil, {{Opponent: r, Score: 1, Weight: 0}}} {
		got := r.Played(results, 1)
		near(t, "the deviation", got.Deviation, want, 1e-9)
		if got.Rating != r.Rating || got.Volatility != r.Volatility {
			t.Errorf("%v became %v", r, got)
		}
	}
}

func TestEqualPlayersGainWhatTheOtherLoses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := ratings().Draw(t, "players")
		r.Rating = rapid.Float64Range(1000, 2000).Draw(t, "rating")
		won, lost, drew := r.Played([]Result{{r, 1, 1}}, 0), r.Played([]Result{{r, 0, 1}}, 0), r.Played([]Result{{r, 0.5, 1}}, 0)
		if gain, loss := won.Rating-r.Rating, r.Rating-lost.Rating; gain <= 0 || math.Abs(gain-loss) > 1e-9 {
			t.Fatalf("the winner gains %v, the loser loses %v", gain, loss)
		}
		if won.Deviation != lost.Deviation || math.Abs(won.Volatility-lost.Volatility) > 1e-9 {
			t.Fatalf("%v won, %v lost", won, lost)
		}
		if math.Abs(drew.Rating-r.Rating) > 1e-9 {
			t.Fatalf("a draw of equals led from %v to %v", r, drew)
		}
	})
}

func TestWhoWinsNeverLosesRating(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, opponent := ratings().Draw(t, "player"), ratings().Draw(t, "opponent")
		won, drew, lost := r.Played([]Result{{opponent, 1, 1}}, 0), r.Played([]Result{{opponent, 0.5, 1}}, 0), r.Played([]Result{{opponent, 0, 1}}, 0)
		if won.Rating < r.Rating || lost.Rating > r.Rating || drew.Rating > won.Rating || drew.Rating < lost.Rating {
			t.Fatalf("%v won, %v drew, %v lost", won, drew, lost)
		}
		if won.Deviation > r.Deviation || lost.Deviation > r.Deviation {
			t.Fatalf("a game made %v less certain", r)
		}
	})
}

func TestTheLessCertainMovesMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sure, opponent := ratings().Draw(t, "player"), ratings().Draw(t, "opponent")
		sure.Rating = rapid.Float64Range(1000, 2000).Draw(t, "rating")
		unsure := sure
		unsure.Deviation = rapid.Float64Range(sure.Deviation, MaxDeviation).Draw(t, "more")
		results := []Result{{opponent, scores().Draw(t, "score"), 1}}
		little, much := sure.Played(results, 0), unsure.Played(results, 0)
		if math.Abs(much.Rating-unsure.Rating) < math.Abs(little.Rating-sure.Rating)-1e-9 {
			t.Fatalf("%v moved to %v, but %v to %v", sure, little, unsure, much)
		}
	})
}

// An upset raises the volatility, an expected result lowers it.
func TestVolatilityFollowsSurprise(t *testing.T) {
	r, strong := Rating{1500, 60, 0.06}, Result{Rating{2000, 60, 0.06}, 1, 1}
	// By bisection of the paper's function, in another program.
	near(t, "after three upsets the volatility", r.Played([]Result{strong, strong, strong}, 0).Volatility, 0.0600990852, 1e-8)
	if got := r.Played([]Result{{Rating{2300, 60, 0.06}, 1, 1}}, 0); got.Volatility <= r.Volatility {
		t.Errorf("an upset leads to %v", got)
	}
	if got := r.Played([]Result{{Rating{1500, 60, 0.06}, 0.5, 1}}, 0); got.Volatility >= r.Volatility {
		t.Errorf("a draw of equals leads to %v", got)
	}
}

func FuzzPlayed(f *testing.F) {
	f.Add(1500.0, 200.0, 0.06, 1400.0, 30.0, 1.0, 1.0, 1.0)
	f.Add(100.0, 350.0, 0.1, 4000.0, 30.0, 1.0, 1.0, 0.0)
	f.Add(math.NaN(), math.Inf(1), -1.0, math.MaxFloat64, 0.0, 2.0, 5e-324, math.Inf(1))
	f.Fuzz(func(t *testing.T, rating, deviation, volatility, other, uncertain, score, weight, periods float64) {
		r := Rating{rating, deviation, volatility}.Played([]Result{{Rating{other, uncertain, volatility}, score, weight}}, periods)
		if r != r.bounded() {
			t.Errorf("out of bounds: %v", r)
		}
	})
}
