package page

import (
	"strconv"
	"strings"
	"time"
)

// A Graph is the plane of a graph of ratings over time. Its width is set by the page and its height by the style
// sheet. Coordinates are fractions of these, so that texts, markers and lines have the same size on all screens.
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

// X returns the coordinate of a time, from 0 at the left to 1; the middle if all times are the same.
func (g Graph) X(at time.Time) float64 {
	if !g.Last.After(g.First) {
		return 0.5
	}
	return float64(at.Sub(g.First)) / float64(g.Last.Sub(g.First))
}

// Y returns the coordinate of a rating, from 0 at the top to 1.
func (g Graph) Y(rating float64) float64 { return (g.High - rating) / (g.High - g.Low) }

// Ups returns the labels of the rating axis, from the top.
func (g Graph) Ups() []Tick {
	var ticks []Tick
	for r := g.High; r >= g.Low; r -= g.Step {
		ticks = append(ticks, Tick{At: Percent(g.Y(r)), Text: strconv.FormatFloat(r, 'f', 0, 64)})
	}
	return ticks
}

// Days returns the labels of the time axis: the first date, the last and the one between, without repetitions.
func (g Graph) Days(c Calendar) []Tick {
	from, to := c.Date(g.First), c.Date(g.Last)
	if !g.Last.After(g.First) {
		return []Tick{{Percent(0.5), from, "middle"}}
	}
	ticks := []Tick{{Percent(0), from, "first"}}
	if middle := c.Date(g.First.Add(g.Last.Sub(g.First) / 2)); middle != from && middle != to {
		ticks = append(ticks, Tick{Percent(0.5), middle, "middle"})
	}
	if to != from {
		ticks = append(ticks, Tick{Percent(1), to, "last"})
	}
	return ticks
}

// DrawTo adds a point to a path, which the first one begins.
func DrawTo(path *strings.Builder, i int, x, y float64) {
	letter := "L"
	if i == 0 {
		letter = "M"
	}
	path.WriteString(letter + strconv.FormatFloat(graphSize*x, 'f', 0, 64) + " " + strconv.FormatFloat(graphSize*y, 'f', 0, 64))
}

// Percent returns a part of 1 as a percentage with at most one decimal: "12.5%".
func Percent(part float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(100*part, 'f', 1, 64), ".0") + "%"
}

// A Tick is a value on an axis.
type Tick struct {
	At   string // percentage from the left or from the top
	Text string
	End  string // class for labels at the ends of the axis
}
