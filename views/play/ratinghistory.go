package play

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"hexclub/rules"
	"hexclub/rules/rating"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/table"
)

// A RatedGame is a game that changed the rating of a player.
type RatedGame struct {
	ID        string
	Class     rating.Class
	At        time.Time // when it ended
	Opponents []string  // names, without partners
	Outcome   rules.Outcome
	rating.Change
}

// words describes the result and the opponents of the game.
func (g RatedGame) words(t *i18n.Catalog) string {
	key := "rating.lost"
	switch g.Outcome {
	case rules.Won:
		key = "rating.won"
	case rules.Drawn:
		key = "rating.drawn"
	}
	return t.T(key, "Opponents", strings.Join(g.Opponents, ", "))
}

// A RatingHistory is a player's ratings in one game over time, as a graph and as a table.
type RatingHistory struct {
	T     *i18n.Catalog
	Game  string // its name
	Label string // of the graph: what it shows, in words
	Lines []RatingLine
	Band  string      // path of the confidence band; empty for several lines, whose bands would overlap
	Ups   []page.Tick // ratings, from the top
	Days  []page.Tick // dates, from the left
	Rows  []RatingRow
}

// A RatingLine is the ratings of one class of clock. The style sheet gives each Class its colour and dashes; the
// marker has its shape.
type RatingLine struct {
	Class  string
	Name   string
	Now    page.RatingMark
	Marker string // path about the origin
	Path   string // through the points, on a square of graphSize
	Points []RatingPoint
}

// A RatingPoint is the rating after a game.
type RatingPoint struct {
	X, Y string // percentages from the left and from the top
	Href string
	Text string
}

// A RatingRow is a game in the table.
type RatingRow struct {
	At     page.Moment
	Href   string
	Game   string // result and opponents
	Class  string // empty if all games are of one class
	Rating page.RatingMark
	Margin string
	Change string
}

// markers are the shapes of points.
var markers = map[rating.Class]string{
	rating.Quick: "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0-4 0Z",
	rating.Long:  "M-4-4H4V4H-4Z",
	rating.Days:  "M0-5.5 5.5 4.5H-5.5Z",
}

// newRatingHistory makes the history of a player's ratings in a game. The table has all games, the latest first;
// the graph has those that can be distinguished.
func newRatingHistory(c page.Calendar, game string, games []RatedGame) RatingHistory {
	t := c.T
	games = slices.Clone(games)
	slices.SortStableFunc(games, func(a, b RatedGame) int { return a.At.Compare(b.At) })
	h := RatingHistory{T: t, Game: game}
	if len(games) == 0 {
		return h
	}
	byClass := map[rating.Class][]RatedGame{}
	for _, g := range games {
		byClass[g.Class] = append(byClass[g.Class], g)
	}
	frame := newRatingFrame(games, len(byClass) == 1)
	h.Ups, h.Days = frame.Ups(), frame.Days(c)
	h.Label = t.T("rating.graph", "Game", game)
	for _, class := range rating.Classes() {
		if played := byClass[class]; len(played) > 0 {
			h.Lines = append(h.Lines, frame.line(c, class, frame.thin(played)))
			h.Label += " " + summary(c, class, played)
		}
	}
	if len(byClass) == 1 {
		h.Band = frame.band(frame.thin(games))
	}
	for _, g := range slices.Backward(games) {
		h.Rows = append(h.Rows, newRatingRow(c, g, len(h.Lines) > 1))
	}
	return h
}

// sparkline returns the path of a player's ratings in a class of clock, on a square of graphSize; empty for less than two
// games.
func sparkline(games []RatedGame, class rating.Class) string {
	played := slices.DeleteFunc(slices.Clone(games), func(g RatedGame) bool { return g.Class != class })
	if len(played) < 2 {
		return ""
	}
	slices.SortStableFunc(played, func(a, b RatedGame) int { return a.At.Compare(b.At) })
	frame := newRatingFrame(played, false)
	var path strings.Builder
	for i, game := range frame.thin(played) {
		page.DrawTo(&path, i, frame.X(game.At), frame.Y(game.After.Rating))
	}
	return path.String()
}

// drawn reports whether there is a graph: one game would be a single dot.
func (h RatingHistory) drawn() bool { return len(h.Rows) > 1 }

// summary describes a line in words.
func summary(c page.Calendar, class rating.Class, games []RatedGame) string {
	t := c.T
	first, last := games[0], games[len(games)-1]
	low, high := first.After.Whole(), first.After.Whole()
	for _, g := range games {
		low, high = min(low, g.After.Whole()), max(high, g.After.Whole())
	}
	return t.T("rating.graph-line", "Class", page.ClassName(t, class),
		"First", page.NewRatingMark(t, first.After).String(), "From", c.Date(first.At),
		"Last", page.NewRatingMark(t, last.After).String(), "To", c.Date(last.At),
		"Low", strconv.Itoa(low), "High", strconv.Itoa(high))
}

func newRatingRow(c page.Calendar, g RatedGame, several bool) RatingRow {
	t := c.T
	row := RatingRow{
		At: c.Near(g.At), Href: "/games/" + g.ID,
		Game: g.words(t), Rating: page.NewRatingMark(t, g.After), Margin: table.RatingMargin(g.After), Change: page.Signed(g.Points()),
	}
	if several {
		row.Class = page.ClassName(t, g.Class)
	}
	return row
}

// A ratingFrame is the plane of a graph of ratings over time.
type ratingFrame struct{ page.Graph }

// newRatingFrame makes a frame that fits games, at least one, in order, and the end of the confidence band, if
// one is drawn. Its wider beginning is cut off.
func newRatingFrame(games []RatedGame, banded bool) ratingFrame {
	last := games[len(games)-1]
	g := ratingFrame{page.Graph{First: games[0].At, Last: last.At, Low: last.After.Rating, High: last.After.Rating}}
	if banded {
		g.Low, g.High = last.After.Range()
	}
	for _, game := range games {
		g.Low, g.High = min(g.Low, game.After.Rating), max(g.High, game.After.Rating)
	}
	for _, g.Step = range []float64{25, 50, 100, 200, 500, 1000} {
		if g.High-g.Low <= (page.GraphSteps-1)*g.Step {
			break
		}
	}
	g.Low, g.High = g.Step*math.Floor(g.Low/g.Step), g.Step*math.Ceil(g.High/g.Step)
	if g.High-g.Low < 2*g.Step {
		g.Low, g.High = g.Low-g.Step, g.High+g.Step
	}
	return g
}

// thin removes games that later ones would cover.
func (g ratingFrame) thin(games []RatedGame) []RatedGame {
	slot := func(game RatedGame) int { return int(g.X(game.At) * page.GraphSlots) }
	var kept []RatedGame
	for i, game := range games {
		if i+1 == len(games) || slot(games[i+1]) != slot(game) {
			kept = append(kept, game)
		}
	}
	return kept
}

// line returns the games of a class.
func (g ratingFrame) line(c page.Calendar, class rating.Class, games []RatedGame) RatingLine {
	t := c.T
	line := RatingLine{Class: string(class), Name: page.ClassName(t, class), Marker: markers[class]}
	var path strings.Builder
	for i, game := range games {
		x, y := g.X(game.At), g.Y(game.After.Rating)
		line.Now = page.NewRatingMark(t, game.After)
		line.Points = append(line.Points, RatingPoint{
			X: page.Percent(x), Y: page.Percent(y), Href: "/games/" + game.ID,
			Text: t.T("rating.point",
				"Date", c.Date(game.At), "Rating", line.Now.String(), "Change", page.Signed(game.Points()), "Game", game.words(t)),
		})
		page.DrawTo(&path, i, x, y)
	}
	line.Path = path.String()
	return line
}

// band returns the path of the 95 % confidence band: along the upper ends, and back along the lower.
func (g ratingFrame) band(games []RatedGame) string {
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
		page.DrawTo(&path, i, g.X(game.At), g.Y(high))
	}
	return path.String() + "Z"
}
