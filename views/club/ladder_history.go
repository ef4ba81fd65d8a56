package club

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"hexclub/rules/ladder"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// MostCurves is how many players a graph of places shows.
const MostCurves = 6

// A PlaceSince is the place of a player since a moment, 0 off the ladder.
type PlaceSince struct {
	At    time.Time
	Place int
}

// A LadderHistoryPage is the places of some players over time, as a graph and as a
// table.
type LadderHistoryPage struct {
	LadderFrame
	Action  string
	People  []page.Choose // that can be chosen; those that are shown are
	Typed   string        // name of another, as it was sent
	Problem string
	Label   string // of the graph: what it shows, in words
	Curves  []PlaceCurve
	Ups     []page.Tick // places, from the top
	Days    []page.Tick
	Table   PlaceTable
}

// A PlaceCurve is the places of a player. Class tells the style sheet, which gives each its own
// colour and dashes; the marker has its shape.
type PlaceCurve struct {
	Class  string
	Name   string
	Now    string // place; empty for who has left
	Marker string
	Path   string
	Points []CurvePoint
}

// A CurvePoint is where a place has changed.
type CurvePoint struct{ X, Y string }

// A PlaceTable is the places on the days when one of them changed, the last first.
type PlaceTable struct {
	Names []string
	Rows  []PlaceTableRow
	More  bool // earlier ones are left out
}

// A PlaceTableRow is the places at the end of a day.
type PlaceTableRow struct {
	Day, Date string
	Places    []string
}

// curveMarkers are the shapes of curves, one after the other.
var curveMarkers = [MostCurves]string{
	"M-4 0A4 4 0 1 0 4 0A4 4 0 1 0-4 0Z", "M-4-4H4V4H-4Z", "M0-5.5 5.5 4.5H-5.5Z",
	"M0-5.5 5.5 0 0 5.5-5.5 0Z", "M0 5.5 5.5-4.5H-5.5Z", "M-5-1.7H-1.7V-5H1.7V-1.7H5V1.7H1.7V5H-1.7V1.7H-5Z",
}

// HistoryPeople are who is shown when nobody was chosen: the reader with the neighbours, else the
// top of the ladder.
func HistoryPeople(state ladder.State, reader string) []string {
	at := max(state.Place(reader)-1, 0)
	first := max(min(at-2, len(state.Players)-5), 0)
	var people []string
	for _, p := range state.Players[first:min(first+5, len(state.Players))] {
		people = append(people, p.ID)
	}
	return people
}

// tableDays is how many days the table of places has.
const tableDays = 60

// NewLadderHistory is the places of people over time. Offered are those who can be chosen by a
// click, by id as well.
func NewLadderHistory(f page.Frame, in LadderInput, people, offered []string, places map[string][]PlaceSince) LadderHistoryPage {
	t := f.T
	for id, list := range places {
		places[id] = settled(list)
	}
	p := LadderHistoryPage{LadderFrame: in.frame(f, LadderHistoryPath), Action: LadderHref(in.ID) + LadderHistoryPath}
	for _, id := range offered {
		p.People = append(p.People, page.Choose{Value: in.name(id), Label: in.name(id), Chosen: slices.Contains(people, id)})
	}
	g, ok := newPlaceGraph(people, places, in.Now)
	if !ok {
		return p
	}
	p.Ups, p.Days = g.ups(), g.Days(t)
	p.Label = t.T("ladder.graph", "Name", in.Name)
	for i, id := range people {
		if len(places[id]) == 0 {
			continue
		}
		curve := g.curve(i, places[id])
		curve.Name = in.name(id)
		if now := places[id][len(places[id])-1].Place; now > 0 {
			curve.Now = t.T("ladder.place", "Place", strconv.Itoa(now))
		} else {
			curve.Now = t.T("ladder.has-left")
		}
		p.Label += " " + t.T("ladder.graph-line", "Player", curve.Name, "First", strconv.Itoa(places[id][0].Place),
			"From", page.RatingDate(t, places[id][0].At), "Now", curve.Now)
		p.Curves = append(p.Curves, curve)
		p.Table.Names = append(p.Table.Names, curve.Name)
	}
	p.Table.Rows, p.Table.More = placeRows(t, people, places)
	return p
}

// settled are places without those that were passed at one moment only.
func settled(places []PlaceSince) (kept []PlaceSince) {
	for i, p := range places {
		if i+1 < len(places) && places[i+1].At.Equal(p.At) || len(kept) > 0 && kept[len(kept)-1].Place == p.Place {
			continue
		}
		kept = append(kept, p)
	}
	return kept
}

// A placeGraph is where places are drawn over time: a graph that is upside down, because the first
// place is at the top, and has whole steps.
type placeGraph struct{ page.Graph }

// newPlaceGraph has room for the places of people up to now; ok is false where there is nothing
// to draw.
func newPlaceGraph(people []string, places map[string][]PlaceSince, now time.Time) (g placeGraph, ok bool) {
	lowest, highest := 0, 0 // the numbers of the best and the worst place
	for _, id := range people {
		for _, p := range places[id] {
			if g.First.IsZero() || p.At.Before(g.First) {
				g.First = p.At
			}
			if p.Place > 0 {
				highest = max(highest, p.Place)
				if lowest == 0 || p.Place < lowest {
					lowest = p.Place
				}
			}
		}
	}
	if lowest == 0 {
		return g, false
	}
	g.Last = now
	for _, step := range []int{1, 2, 5, 10, 20, 50, 100} {
		if g.Step = float64(step); (highest-lowest)/step < 2*page.GraphSteps {
			break
		}
	}
	g.Low, g.High = float64(lowest), float64(max(highest, lowest+1))
	return g, true
}

// y is where a place is, from 0 at the top to 1.
func (g placeGraph) y(place int) float64 { return (float64(place) - g.Low) / (g.High - g.Low) }

// ups are the places that are written, from the top.
func (g placeGraph) ups() []page.Tick {
	var ticks []page.Tick
	for place := int(g.Low); place <= int(g.High); place++ {
		if place%int(g.Step) == 0 || place == int(g.Low) {
			ticks = append(ticks, page.Tick{At: page.Percent(g.y(place)), Text: strconv.Itoa(place)})
		}
	}
	return ticks
}

// curve is the places of one player: level until they change. Where the player was off the ladder
// there is nothing.
func (g placeGraph) curve(i int, places []PlaceSince) PlaceCurve {
	curve := PlaceCurve{Class: "curve-" + strconv.Itoa(i+1), Marker: curveMarkers[i]}
	var path strings.Builder
	was, slot := 0, -1
	for n, p := range places {
		x := g.X(p.At)
		if was > 0 {
			page.DrawTo(&path, 1, x, g.y(was))
		}
		if was = p.Place; was == 0 {
			continue
		}
		begins := 0
		if n > 0 && places[n-1].Place > 0 {
			begins = 1
		}
		page.DrawTo(&path, begins, x, g.y(was))
		if at := int(x * page.GraphSlots); at == slot {
			curve.Points = curve.Points[:len(curve.Points)-1] // it would be drawn on top
		} else {
			slot = at
		}
		curve.Points = append(curve.Points, CurvePoint{page.Percent(x), page.Percent(g.y(was))})
	}
	if was > 0 {
		page.DrawTo(&path, 1, 1, g.y(was))
	}
	curve.Path = path.String()
	return curve
}

// placeRows are the places of people at the end of each day on which one has
// changed, the last first.
func placeRows(t *i18n.Catalog, people []string, places map[string][]PlaceSince) (rows []PlaceTableRow, more bool) {
	var days []time.Time
	for _, id := range people {
		for _, p := range places[id] {
			days = append(days, p.At.UTC().Truncate(24*time.Hour))
		}
	}
	slices.SortFunc(days, func(a, b time.Time) int { return b.Compare(a) })
	days = slices.CompactFunc(days, time.Time.Equal)
	if more = len(days) > tableDays; more {
		days = days[:tableDays]
	}
	for _, day := range days {
		row := PlaceTableRow{Day: day.Format(time.DateOnly), Date: page.RatingDate(t, day)}
		for _, id := range people {
			if len(places[id]) == 0 {
				continue
			}
			is := 0
			for _, p := range places[id] {
				if p.At.Before(day.Add(24 * time.Hour)) {
					is = p.Place
				}
			}
			cell := "–"
			if is > 0 {
				cell = strconv.Itoa(is)
			}
			row.Places = append(row.Places, cell)
		}
		rows = append(rows, row)
	}
	return rows, more
}
