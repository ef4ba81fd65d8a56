package views

import (
	"time"

	"hexclub/views/i18n"
)

// An ImportPage is the form to import members, and what would come of it.
type ImportPage struct {
	Frame
	Text    string // as pasted or uploaded
	Problem string
	Checked bool // the lines say what would happen
	Lines   []ImportLine
	Good    string // what the good lines come to; empty where there is none
	AllGood bool
	Most    string // how many at once
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

// An ImportedPage has the links of those who were imported.
type ImportedPage struct {
	Frame
	Heading string
	Until   string // until when the links hold
	Lines   []ImportedLine
	CSV     string
}

// An ImportedLine is an imported member with their link.
type ImportedLine struct{ Name, Mail, Link string }

// LinksHold says until when links let somebody in.
func LinksHold(t *i18n.Catalog, until time.Time) string {
	return t.T("import.until", "Date", ratingDate(t, until))
}
