package rating

import "hexclub/rules"

// A Change is what a game did to a player's rating, and why.
type Change struct {
	Before, After Rating
	Expected      float64 // of the game's one point, from 0 to 1
	Score         float64 // of it: 1 where all opponents were beaten
	Opponents     int
	Strength      float64 // the rating of the opponents, on average
}

// Points is by how much the rating changed, in whole points as ratings are
// shown, so that before and after differ by it.
func (c Change) Points() int { return c.After.Whole() - c.Before.Whole() }

// Update returns what a game does to the ratings of its players, by seat - 1.
// They are given as they were when it ended, [Rating.Idle] included. Seats of
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

// opponents returns what the player after so many others scored against each
// opponent, who all weigh the same and one game together.
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

// follow works out what follows from the results.
func (c *Change) follow(results []Result) {
	c.After = c.Before.Played(results, 0)
	c.Opponents = len(results)
	for _, r := range results {
		c.Expected += r.Weight * c.Before.Expected(r.Opponent)
		c.Score += r.Weight * r.Score
		c.Strength += r.Weight * r.Opponent.Rating
	}
}

// score returns what a player scores against another, by the places of both.
func score(place, other int8) float64 {
	switch {
	case place < other:
		return 1
	case place > other:
		return 0
	}
	return 0.5
}
