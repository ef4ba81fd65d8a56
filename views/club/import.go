package club

import (
	"strings"
	"time"

	"hexclub/views/i18n"
	"hexclub/views/page"
)

// An ImportPage is the form to import members, and what would come of it.
type ImportPage struct {
	page.Frame
	page.Refused
	Text    string // as pasted or uploaded
	Sent    string // the same as it was understood, to be confirmed: as CSV, with nothing but names and addresses
	Columns string // which columns were understood; empty where the list names none
	Checked bool   // the lines say what would happen
	Lines   []ImportLine
	Good    string // what the good lines come to; empty where there is none
	AllGood bool
	Most    string // how many at once

	OpenLine int // line from 1 in which a quotation mark is open; 0 for none
}

// An ImportLine is a line of a list of members.
type ImportLine struct {
	Number  string
	Name    string
	Mail    string
	Problem string // why it is not imported; empty where it is
}

// NewImportLines are lines with what is wrong with them.
func NewImportLines(t *i18n.Catalog, lines []ImportLine, good int) (page ImportPage) {
	page.Checked, page.Lines, page.AllGood = true, lines, good == len(lines)
	if good > 0 {
		page.Good = t.N("import.good", good)
	}
	return page
}

// ImportColumns says of which columns names and addresses are read, by what the list
// calls them; nothing for a list that does not.
func ImportColumns(t *i18n.Catalog, names []string, mail string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = t.T("import.column", "Name", name)
	}
	switch joined := strings.Join(quoted, " + "); {
	case len(names) == 0:
		return ""
	case mail == "":
		return t.T("import.columns-names", "Names", joined)
	default:
		return t.T("import.columns", "Names", joined, "Mail", t.T("import.column", "Name", mail))
	}
}

// An ImportedPage has links that were just made for imported members.
type ImportedPage struct {
	page.Frame
	Heading string
	Until   string // until when the links hold
	Lines   []ImportedLine
	CSV     string
	After   string // name after which there are others who get new links; empty for none
}

// An ImportedLine is an imported member with their link.
type ImportedLine struct{ Name, Mail, Link string }

// LinksHold says until when links let somebody in.
func LinksHold(t *i18n.Catalog, until time.Time) string {
	return t.T("import.until", "Date", page.RatingDate(t, until))
}
