package tournaments

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/views/page"
)

// PresentPage is a round or the standings of a tournament for a projector.
type PresentPage struct {
	page.Frame
	Name, Caption string
	Href          string        // of this page, which renews itself
	Boards        []BoardRow    // of a round
	Standings     []StandingRow // else
	Fit           string        // class for the number of rows
}

// presentRows are the numbers of rows that fill a screen, and presentColumns is the maximum number of columns.
var presentRows = []int{4, 6, 8, 10, 12, 16, 20}

const presentColumns = 3

// NewPresentRound returns a round for a projector.
func NewPresentRound(f page.Frame, in Input, round int) PresentPage {
	f.Site = RoundHref(in.ID, round)
	table := in.boardTable(f.T, round)
	caption := []string{table.Caption}
	if slices.ContainsFunc(table.Rows, func(row BoardRow) bool { return row.First.Starts != "" && row.Second.Name != "" }) {
		caption = append(caption, f.T.T("tournament.first-starts"))
	}
	if due := in.due(round); !due.IsZero() {
		club := in.calendar(f.T)
		club.Zone = club.Club // projectors stand in the club
		caption = append(caption, f.T.T("tournament.until", "When", club.At(due).Text))
	}
	return PresentPage{
		Frame: page.WithSheet(f, "present.css"), Name: in.Name, Caption: strings.Join(caption, " · "), Href: page.Projector.Path(f.Site),
		Boards: table.Rows, Fit: presentFit(len(table.Rows), 8),
	}
}

// NewPresentStandings returns the standings for a projector.
func NewPresentStandings(f page.Frame, in Input) PresentPage {
	f.Site = Href(in.ID)
	table := in.standingTable(f.T)
	return PresentPage{
		Frame: page.WithSheet(f, "present.css"), Name: in.Name, Caption: table.Caption + " · " + in.statusWords(f.T), Href: page.Projector.Path(f.Site),
		Standings: table.Rows, Fit: presentFit(len(table.Rows), 12),
	}
}

// NewPresentPlaces returns places, such as those of a ladder, for a projector. The address of their page is the frame's Site.
func NewPresentPlaces(f page.Frame, name, caption string, rows []StandingRow) PresentPage {
	return PresentPage{
		Frame: page.WithSheet(f, "present.css"), Name: name, Caption: caption, Href: page.Projector.Path(f.Site),
		Standings: rows, Fit: presentFit(len(rows), 12),
	}
}

// presentFit returns the classes for a number of rows: for the rows of a column and the number of columns. One column has at
// most single rows.
func presentFit(rows, single int) string {
	columns := 1
	for columns < presentColumns && rows > columns*single {
		columns++
	}
	most := presentRows[len(presentRows)-1]
	for _, n := range presentRows {
		if n*columns >= rows {
			most = n
			break
		}
	}
	return "rows-" + strconv.Itoa(most) + " columns-" + strconv.Itoa(columns)
}
