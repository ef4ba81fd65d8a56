package club

import (
	"slices"
	"strings"
	"time"

	"hexclub/views/i18n"
	"hexclub/views/page"
)

// An ImportPage is the form that imports members, with a preview of the result.
type ImportPage struct {
	page.Frame
	page.Refused
	Text    string // as pasted or uploaded
	Sent    string // the parsed list, sent for confirmation: CSV with names and addresses only
	Columns string // which columns are used; empty if the list has no headings
	Checked bool   // the lines show a preview
	Lines   []ImportLine
	Good    string // what the valid lines amount to; empty if there are none
	AllGood bool
	Most    string // maximum number of members

	OpenLine int // number of the line with an unclosed quotation mark, from 1; 0 for none
}

// An ImportLine is a line of a list of members.
type ImportLine struct {
	Number  string
	Name    string
	Mail    string
	Role    string // higher than member; else empty
	Known   bool   // there is such a member already
	Problem string // why it is not imported; empty if it is
}

// NewImportLines returns the preview of lines, of which so many can be imported.
func NewImportLines(t *i18n.Catalog, lines []ImportLine, good int) (p ImportPage) {
	p.Checked, p.Lines = true, lines
	p.AllGood = !slices.ContainsFunc(lines, func(l ImportLine) bool { return l.Problem != "" })
	if good > 0 {
		p.Good = t.N("import.good", good)
	}
	return p
}

// ImportColumns describes the columns from which names, addresses and roles are read, by their headings. It is empty for a
// list without headings.
func ImportColumns(t *i18n.Catalog, names []string, mail, role string) string {
	if role != "" {
		return ImportColumns(t, names, mail, "") + " " + t.T("import.columns-roles", "Roles", t.T("import.column", "Name", role))
	}
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

// An ImportedPage shows the links that were just made for imported members.
type ImportedPage struct {
	page.Frame
	Heading string
	Until   page.Phrase // when the links expire
	Lines   []ImportedLine
	CSV     string
	After   string // the last name on the page if further members get new links; else empty
}

// An ImportedLine is an imported member with the member's link.
type ImportedLine struct{ Name, Mail, Link string }

// LinksHold returns the text about when the links expire.
func LinksHold(c page.Calendar, until time.Time) page.Phrase {
	return page.NewPhrase(c.T, "import.until", "Date", c.On(until))
}
