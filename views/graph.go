package views

import (
	"strconv"
	"strings"
	"time"

	"hexclub/views/i18n"
)

// A graph is where ratings are drawn, over time. Its width is the page's and
// its height the style sheet's: places in it are parts of these, so that texts,
// markers and lines are as large on a phone as on a desk.
type graph struct {
	first, last time.Time
	low, high   float64 // ratings at the bottom and at the top
	step        float64 // between those that are written
}

const (
	graphSize  = 1000 // of the square that lines are drawn on and that is stretched
	graphSlots = 60   // along the time; of more games that fall into one slot the last is drawn
	graphSteps = 5    // between ratings that are written, at most
)

// x is where a time is, from 0 at the left to 1; in the middle where all is at
// one time.
func (g graph) x(at time.Time) float64 {
	if !g.last.After(g.first) {
		return 0.5
	}
	return float64(at.Sub(g.first)) / float64(g.last.Sub(g.first))
}

// y is where a rating is, from 0 at the top to 1.
func (g graph) y(rating float64) float64 { return (g.high - rating) / (g.high - g.low) }

// ups are the ratings that are written, from the top.
func (g graph) ups() []Tick {
	var ticks []Tick
	for r := g.high; r >= g.low; r -= g.step {
		ticks = append(ticks, Tick{At: percent(g.y(r)), Text: strconv.FormatFloat(r, 'f', 0, 64)})
	}
	return ticks
}

// days are the dates that are written: the first, the last and that between,
// as far as they are not the same.
func (g graph) days(t *i18n.Catalog) []Tick {
	from, to := ratingDate(t, g.first), ratingDate(t, g.last)
	if !g.last.After(g.first) {
		return []Tick{{percent(0.5), from, "middle"}}
	}
	ticks := []Tick{{percent(0), from, "first"}}
	if middle := ratingDate(t, g.first.Add(g.last.Sub(g.first)/2)); middle != from && middle != to {
		ticks = append(ticks, Tick{percent(0.5), middle, "middle"})
	}
	if to != from {
		ticks = append(ticks, Tick{percent(1), to, "last"})
	}
	return ticks
}

// drawTo goes on with a path to a place, or begins it there.
func drawTo(path *strings.Builder, i int, x, y float64) {
	letter := "L"
	if i == 0 {
		letter = "M"
	}
	path.WriteString(letter + strconv.FormatFloat(graphSize*x, 'f', 0, 64) + " " + strconv.FormatFloat(graphSize*y, 'f', 0, 64))
}

func percent(part float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(100*part, 'f', 1, 64), ".0") + "%"
}

// A Tick is a value on an axis.
type Tick struct {
	At   string // in per cent from the left or from the top
	Text string
	End  string // class: where along the axis it is
}
