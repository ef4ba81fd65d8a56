package page

import (
	"strconv"
	"strings"
	"time"

	"hexclub/views/i18n"
)

// A Graph is where ratings are drawn, over time. Its width is the page's and
// its height the style sheet's: places in it are parts of these, so that texts,
// markers and lines are as large on a phone as on a desk.
type Graph struct {
	First, Last time.Time
	Low, High   float64 // ratings at the bottom and at the top
	Step        float64 // between those that are written
}

const (
	graphSize  = 1000 // of the square that lines are drawn on and that is stretched
	GraphSlots = 60   // along the time; of more games that fall into one slot the last is drawn
	GraphSteps = 5    // between ratings that are written, at most
)

// X is where a time is, from 0 at the left to 1; in the middle where all is at
// one time.
func (g Graph) X(at time.Time) float64 {
	if !g.Last.After(g.First) {
		return 0.5
	}
	return float64(at.Sub(g.First)) / float64(g.Last.Sub(g.First))
}

// Y is where a rating is, from 0 at the top to 1.
func (g Graph) Y(rating float64) float64 { return (g.High - rating) / (g.High - g.Low) }

// Ups are the ratings that are written, from the top.
func (g Graph) Ups() []Tick {
	var ticks []Tick
	for r := g.High; r >= g.Low; r -= g.Step {
		ticks = append(ticks, Tick{At: Percent(g.Y(r)), Text: strconv.FormatFloat(r, 'f', 0, 64)})
	}
	return ticks
}

// Days are the dates that are written: the first, the last and that between,
// as far as they are not the same.
func (g Graph) Days(t *i18n.Catalog) []Tick {
	from, to := RatingDate(t, g.First), RatingDate(t, g.Last)
	if !g.Last.After(g.First) {
		return []Tick{{Percent(0.5), from, "middle"}}
	}
	ticks := []Tick{{Percent(0), from, "first"}}
	if middle := RatingDate(t, g.First.Add(g.Last.Sub(g.First)/2)); middle != from && middle != to {
		ticks = append(ticks, Tick{Percent(0.5), middle, "middle"})
	}
	if to != from {
		ticks = append(ticks, Tick{Percent(1), to, "last"})
	}
	return ticks
}

// DrawTo goes on with a path to a place, or begins it there.
func DrawTo(path *strings.Builder, i int, x, y float64) {
	letter := "L"
	if i == 0 {
		letter = "M"
	}
	path.WriteString(letter + strconv.FormatFloat(graphSize*x, 'f', 0, 64) + " " + strconv.FormatFloat(graphSize*y, 'f', 0, 64))
}

func Percent(part float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(100*part, 'f', 1, 64), ".0") + "%"
}

// A Tick is a value on an axis.
type Tick struct {
	At   string // in per cent from the left or from the top
	Text string
	End  string // class: where along the axis it is
}
