package views

import (
	"math"
	"strconv"
	"strings"
	"time"

	"hexclub/rules/rating"
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

// newGraph has room for games, of which there is one at least, in order; and,
// where a band is drawn, for its end. What it is wider before is cut off.
func newGraph(games []RatedGame, banded bool) graph {
	last := games[len(games)-1]
	g := graph{first: games[0].At, last: last.At, low: last.After.Rating, high: last.After.Rating}
	if banded {
		g.low, g.high = last.After.Range()
	}
	for _, game := range games {
		g.low, g.high = min(g.low, game.After.Rating), max(g.high, game.After.Rating)
	}
	for _, g.step = range []float64{25, 50, 100, 200, 500, 1000} {
		if g.high-g.low <= (graphSteps-1)*g.step {
			break
		}
	}
	g.low, g.high = g.step*math.Floor(g.low/g.step), g.step*math.Ceil(g.high/g.step)
	if g.high-g.low < 2*g.step {
		g.low, g.high = g.low-g.step, g.high+g.step
	}
	return g
}

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

// thin leaves out games that would be drawn on top of later ones.
func (g graph) thin(games []RatedGame) []RatedGame {
	slot := func(game RatedGame) int { return int(g.x(game.At) * graphSlots) }
	var kept []RatedGame
	for i, game := range games {
		if i+1 == len(games) || slot(games[i+1]) != slot(game) {
			kept = append(kept, game)
		}
	}
	return kept
}

// line is the games of a class.
func (g graph) line(t *i18n.Catalog, class rating.Class, games []RatedGame) RatingLine {
	line := RatingLine{Class: string(class), Name: ClassName(t, class), Marker: markers[class]}
	var path strings.Builder
	for i, game := range games {
		x, y := g.x(game.At), g.y(game.After.Rating)
		line.Now = NewRatingMark(t, game.After)
		line.Points = append(line.Points, RatingPoint{
			X: percent(x), Y: percent(y), Href: "/games/" + game.ID,
			Text: t.T("rating.point",
				"Date", ratingDate(t, game.At), "Rating", line.Now.String(), "Change", signed(game.Points()), "Game", game.words(t)),
		})
		drawTo(&path, i, x, y)
	}
	line.Path = path.String()
	return line
}

// band is where the strength lies with 95 % confidence: along the upper ends,
// and back along the lower.
func (g graph) band(games []RatedGame) string {
	if len(games) < 2 {
		return ""
	}
	var path strings.Builder
	for i := range 2 * len(games) {
		game := games[min(i, 2*len(games)-1-i)]
		low, high := game.After.Range()
		if i >= len(games) {
			high = low
		}
		drawTo(&path, i, g.x(game.At), g.y(high))
	}
	return path.String() + "Z"
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
