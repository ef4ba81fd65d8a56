package match

import (
	"math"
	"slices"
)

// A Table is the result of a match so far.
type Table struct {
	Sides [2]Standing // of the contenders
	Cut   int         // games that took too many turns
	Turns Spread      // of the games, the opening included
}

// A Standing is the result of one contender.
type Standing struct {
	Name    string
	First   Score // of the games in which its side acted first
	Second  Score // of the others
	Faults  []Fault
	Actions int    // it played
	Nodes   int    // it searched; 0 if unknown
	Time    int64  // nanoseconds of all its turns
	Turn    Spread // of its turns, in nanoseconds
}

// A Fault is a game that was lost other than by the rules.
type Fault struct {
	Game int // from 0
	Why  error
}

// Score returns the score of all games.
func (s Standing) Score() Score {
	return Score{s.First.Won + s.Second.Won, s.First.Drawn + s.Second.Drawn, s.First.Lost + s.Second.Lost}
}

// A Score counts games.
type Score struct{ Won, Drawn, Lost int }

// Games returns the number of games.
func (s Score) Games() int { return s.Won + s.Drawn + s.Lost }

// Share returns the share of the points from 0 to 1, with a draw as half a
// point; half without games.
func (s Score) Share() float64 {
	if s.Games() == 0 {
		return 0.5
	}
	return (float64(s.Won) + float64(s.Drawn)/2) / float64(s.Games())
}

// z is the number of standard deviations that exclude one normal value in
// twenty.
const z = 1.959963984540054

// Interval returns the range of the share of the points in infinitely many
// games, with a confidence of 95 %: the score interval of Wilson ("Probable
// inference, the law of succession, and statistical inference", 1927). Draws,
// and openings played from both sides, make it wider than necessary.
func (s Score) Interval() (low, high float64) {
	n := float64(s.Games())
	if n == 0 {
		return 0, 1
	}
	p := s.Share()
	centre := (p + z*z/(2*n)) / (1 + z*z/n)
	reach := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(centre-reach, 0), min(centre+reach, 1)
}

// Elo returns the difference in Elo ratings for an expected share of the
// points; infinite for 0 and 1.
func Elo(share float64) float64 {
	return 400 * math.Log10(share/(1-share))
}

// A Spread collects values.
type Spread struct{ values []int64 }

func (s *Spread) add(values ...int64) { s.values = append(s.values, values...) }

// Mean returns the mean, 0 without values.
func (s Spread) Mean() float64 {
	if len(s.values) == 0 {
		return 0
	}
	sum := 0.0
	for _, value := range s.values {
		sum += float64(value)
	}
	return sum / float64(len(s.values))
}

// Quantile returns the least value that the given share of them does not
// exceed; 0 without values.
func (s Spread) Quantile(share float64) int64 {
	if len(s.values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s.values))
	return sorted[max(int(math.Ceil(share*float64(len(sorted))))-1, 0)]
}

func newTable(contenders [2]Contender) Table {
	var t Table
	for i, contender := range contenders {
		t.Sides[i].Name = contender.Name
	}
	return t
}

// add counts a game.
func (t *Table) add(p Played) {
	if p.Cut {
		t.Cut++
	}
	t.Turns.add(int64(len(p.Record.Turns())))
	for i := range t.Sides {
		s := &t.Sides[i]
		share := p.Score
		if i == 1 {
			share = 1 - share
		}
		score := &s.First
		if p.First != i {
			score = &s.Second
		}
		switch share {
		case 1:
			score.Won++
		case 0:
			score.Lost++
			if p.Fault != nil {
				s.Faults = append(s.Faults, Fault{p.Number, p.Fault})
			}
		default:
			score.Drawn++
		}
		s.Actions += p.Efforts[i].Actions
		s.Nodes += p.Efforts[i].Nodes
		for _, spent := range p.Efforts[i].Turns {
			s.Time += spent
		}
		s.Turn.add(p.Efforts[i].Turns...)
	}
}
