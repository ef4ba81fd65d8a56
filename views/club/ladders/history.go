package ladders

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"hexclub/rules/ladder"
	"hexclub/views/page"
)

// MostCurves is the maximum number of players in a graph.
const MostCurves = 6

// A PlaceSince is a player's place since a point in time; 0 is off the ladder.
type PlaceSince struct {
	At    time.Time
	Place int
}

// A HistoryPage shows places of players over time, as a graph and as a table.
type HistoryPage struct {
	Head
	Action  string
	People  []page.Choose // offered players; those shown are chosen
	Typed   string        // name of another player, as typed
	Problem string
	Label   string // of the graph, for screen readers
	Curves  []PlaceCurve
	Ups     []page.Tick // places, from the top
	Days    []page.Tick
	Table   PlaceTable
}

// A PlaceCurve is the places of a player. Class gives it its own colour and dashes in the style sheet, Marker its
// shape.
type PlaceCurve struct {
	Class  string
	Avatar string
	Name   string
	Now    string // current place; for a former player, that they have left
	Marker string
	Path   string
	Points []CurvePoint
	End    string // height of the current place; empty for a former player
}

// A CurvePoint is a change of place.
type CurvePoint struct{ X, Y string }

// A PlaceTable is the places on the days with a change, the last first.
type PlaceTable struct {
	Names []string
	Rows  []PlaceTableRow
	More  bool // earlier ones are omitted
}

// A PlaceTableRow is the places at the end of a day.
type PlaceTableRow struct {
	Day    page.Moment
	Places []string
}

// curveMarkers are the shapes of the curves, in order.
var curveMarkers = [MostCurves]string{
	"M-4 0A4 4 0 1 0 4 0A4 4 0 1 0-4 0Z", "M-4-4H4V4H-4Z", "M0-5.5 5.5 4.5H-5.5Z",
	"M0-5.5 5.5 0 0 5.5-5.5 0Z", "M0 5.5 5.5-4.5H-5.5Z", "M-5-1.7H-1.7V-5H1.7V-1.7H5V1.7H1.7V5H-1.7V1.7H-5Z",
}

// HistoryPeople returns the players shown by default: the reader with the neighbours, or the top of the ladder.
func HistoryPeople(state ladder.State, reader string) []string {
	at := max(state.Place(reader)-1, 0)
	first := max(min(at-2, len(state.Players)-5), 0)
	var people []string
	for _, p := range state.Players[first:min(first+5, len(state.Players))] {
		people = append(people, p.ID)
	}
	return people
}

// mostLabels is the number of places up to which each is labelled.
const mostLabels = 16

// tableDays is the maximum number of days in the table.
const tableDays = 60

// NewHistory returns the places of people over time. offered are the ids of players who can be chosen by a
// click.
func NewHistory(f page.Frame, in Input, people, offered []string, places map[string][]PlaceSince) HistoryPage {
	t := f.T
	for id, list := range places {
		places[id] = settled(list)
	}
	p := HistoryPage{Head: in.frame(f, HistoryPath), Action: Href(in.ID) + HistoryPath}
	for _, id := range offered {
		p.People = append(p.People, page.Choose{Value: in.name(id), Label: in.name(id), Chosen: slices.Contains(people, id)})
	}
	g, ok := newPlaceGraph(people, places, in.Now)
	if !ok {
		return p
	}
	p.Ups, p.Days = g.ups(), g.Days(f.Calendar())
	p.Label = t.T("ladder.graph", "Name", in.Name)
	for i, id := range people {
		if len(places[id]) == 0 {
			continue
		}
		curve := g.curve(i, places[id])
		curve.Avatar, curve.Name = id, in.name(id)
		if id == in.Reader {
			curve.Class += " mine"
		}
		if now := places[id][len(places[id])-1].Place; now > 0 {
			curve.Now, curve.End = t.T("ladder.place", "Place", strconv.Itoa(now)), page.Percent(g.y(now))
		} else {
			curve.Now = t.T("ladder.has-left")
		}
		p.Label += " " + t.T("ladder.graph-line", "Player", curve.Name, "First", strconv.Itoa(places[id][0].Place),
			"From", f.Calendar().Date(places[id][0].At), "Now", curve.Now)
		p.Curves = append(p.Curves, curve)
		p.Table.Names = append(p.Table.Names, curve.Name)
	}
	p.Table.Rows, p.Table.More = placeRows(f.Calendar(), people, places)
	return p
}

// settled removes places that were held for a moment only.
func settled(places []PlaceSince) (kept []PlaceSince) {
	for i, p := range places {
		if i+1 < len(places) && places[i+1].At.Equal(p.At) || len(kept) > 0 && kept[len(kept)-1].Place == p.Place {
			continue
		}
		kept = append(kept, p)
	}
	return kept
}

// A placeGraph is a graph of places over time. It is upside down, because the first place is at the top, and has
// integer steps.
type placeGraph struct{ page.Graph }

// newPlaceGraph returns a graph with room for the places of people up to now; ok is false if there is nothing to
// draw.
func newPlaceGraph(people []string, places map[string][]PlaceSince, now time.Time) (g placeGraph, ok bool) {
	lowest, highest := 0, 0 // numbers of the best and the worst place
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
		if g.Step = float64(step); (highest-lowest)/step < mostLabels {
			break
		}
	}
	g.Low, g.High = float64(lowest), float64(max(highest, lowest+1))
	return g, true
}

// y returns the height of a place, from 0 at the top to 1.
func (g placeGraph) y(place int) float64 { return (float64(place) - g.Low) / (g.High - g.Low) }

// ups returns the labelled places, from the top.
func (g placeGraph) ups() []page.Tick {
	var ticks []page.Tick
	for place := int(g.Low); place <= int(g.High); place++ {
		if place%int(g.Step) == 0 || place == int(g.Low) {
			ticks = append(ticks, page.Tick{At: page.Percent(g.y(place)), Text: strconv.Itoa(place)})
		}
	}
	return ticks
}

// curve returns the places of a player, level until they change, with gaps for the time off the ladder.
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
			curve.Points = curve.Points[:len(curve.Points)-1] // the new point covers it
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

// placeRows returns the places of people at the end of each day with a change, the last first.
func placeRows(c page.Calendar, people []string, places map[string][]PlaceSince) (rows []PlaceTableRow, more bool) {
	var days []time.Time
	for _, id := range people {
		for _, p := range places[id] {
			days = append(days, c.Midnight(p.At))
		}
	}
	slices.SortFunc(days, func(a, b time.Time) int { return b.Compare(a) })
	days = slices.CompactFunc(days, time.Time.Equal)
	if more = len(days) > tableDays; more {
		days = days[:tableDays]
	}
	for _, day := range days {
		row := PlaceTableRow{Day: c.Whole(day)}
		for _, id := range people {
			if len(places[id]) == 0 {
				continue
			}
			is := 0
			for _, p := range places[id] {
				if p.At.Before(day.AddDate(0, 0, 1)) {
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
