package rating

import "hexclub/rules"

// A Change is the effect of a game on a player's rating, and its reasons.
type Change struct {
	Before, After Rating
	Expected      float64 // expected score of the game's one point, from 0 to 1
	Score         float64 // actual score: 1 if all opponents were beaten
	Opponents     int
	Strength      float64 // average rating of the opponents
}

// Points returns the change of the rating in whole points, as the difference
// of the ratings shown before and after.
func (c Change) Points() int { return c.After.Whole() - c.Before.Whole() }

// Update returns the effect of a game on the ratings of its players, by seat -
// 1. The ratings must be those at its end, including [Rating.Idle]. Seats of
// one colour are a team. A void game changes nothing.
func Update(info rules.Info, result rules.Result, before []Rating) []Change {
	changes := make([]Change, len(before))
	for i, r := range before {
		changes[i].Before = r.bounded()
	}
	for i := range changes {
		changes[i].follow(opponents(info, result, changes, i))
	}
	return changes
}

// opponents returns the player's scores against each opponent. All have equal
// weights that add up to one game.
func opponents(info rules.Info, result rules.Result, players []Change, seat int) []Result {
	var results []Result
	for other, player := range players {
		if info.Colours[other] != info.Colours[seat] && !result.Void() {
			results = append(results, Result{Opponent: player.Before, Score: score(result.Places[seat], result.Places[other])})
		}
	}
	for i := range results {
		results[i].Weight = 1 / float64(len(results))
	}
	return results
}

// follow computes the change from the results.
func (c *Change) follow(results []Result) {
	c.After = c.Before.Played(results, 0)
	c.Opponents = len(results)
	for _, r := range results {
		c.Expected += r.Weight * c.Before.Expected(r.Opponent)
		c.Score += r.Weight * r.Score
		c.Strength += r.Weight * r.Opponent.Rating
	}
}

// score returns the score of a player against another, by the places of both.
func score(place, other int8) float64 {
	switch {
	case place < other:
		return 1
	case place > other:
		return 0
	}
	return 0.5
}
