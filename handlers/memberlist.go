package handlers

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"hexclub/db"
	"hexclub/handlers/mail"
	"hexclub/rules"
	"hexclub/views"
	"hexclub/views/i18n"
)

// mostImported is how many members are imported at once.
const mostImported = 500

// maxList is the size of the largest request with a list of members: one of
// mostImported long names and addresses, as a form writes it.
const maxList = "512K"

// listPath is where lists of members are sent to, and what such paths begin with.
const listPath = "/club/import"

func (a *App) showImport(c echo.Context) error {
	return a.importPage(c, http.StatusOK, views.ImportPage{}, nil)
}

// importPage answers with the form to import members, and with what was wrong with
// the list as a whole.
func (a *App) importPage(c echo.Context, status int, page views.ImportPage, problem error) (err error) {
	if page.Frame, err = a.frame(c, a.catalog(c).T("import.title")); err != nil {
		return err
	}
	page.Most = strconv.Itoa(mostImported)
	if problem != nil {
		page.Problem = views.ErrorText(page.T, problem)
	}
	return a.render(c, status, views.Import(page))
}

// importMembers says what would come of a list of members, line by line; it does it
// when the sender is sure of that. Nothing is stored unless every line is good, or
// the sender wants the good ones only.
func (a *App) importMembers(c echo.Context) error {
	text, err := readList(c)
	if err != nil {
		return a.importPage(c, statusOf(err), views.ImportPage{}, err)
	}
	members, err := parseMembers(text)
	if err != nil {
		return a.importPage(c, statusOf(err), views.ImportPage{Text: text}, err)
	}
	if err := a.checkMembers(c, members); err != nil {
		return err
	}
	good := slices.DeleteFunc(slices.Clone(members), func(m listedMember) bool { return m.problem != nil })
	switch sure := c.FormValue("sure"); {
	case len(good) > 0 && (sure == "good" || sure == "all" && len(good) == len(members)):
		return a.storeMembers(c, text, good)
	case sure == "all" || sure == "good":
		return a.importPreview(c, http.StatusUnprocessableEntity, text, members, nil)
	}
	return a.importPreview(c, http.StatusOK, text, members, nil)
}

// importPreview answers with what would come of a list.
func (a *App) importPreview(c echo.Context, status int, text string, members []listedMember, problem error) error {
	t, good := a.catalog(c), 0
	lines := make([]views.ImportLine, len(members))
	for i, m := range members {
		lines[i] = views.ImportLine{Number: strconv.Itoa(m.line), Name: m.name, Mail: m.mail}
		if m.problem != nil {
			lines[i].Problem = m.told(t)
		} else {
			good++
		}
	}
	page := views.NewImportLines(t, lines, good)
	page.Text = text
	return a.importPage(c, status, page, problem)
}

// storeMembers imports members, and answers with their links, once.
func (a *App) storeMembers(c echo.Context, text string, members []listedMember) error {
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	list, now := make([]db.NewMember, len(members)), a.Now()
	page := views.ImportedPage{Lines: make([]views.ImportedLine, len(members))}
	table := [][]string{{"name", "email", "link"}}
	for i, m := range members {
		secret := db.NewID(secretLetters)
		list[i] = db.NewMember{Name: m.name, Hash: hashID(secret)}
		page.Lines[i] = views.ImportedLine{Name: m.name, Mail: m.mail, Link: a.siteURL(c, invitedPath(secret))}
		table = append(table, []string{m.name, m.mail, page.Lines[i].Link})
	}
	expires := now.Add(personalLife)
	err = a.DB.ImportMembers(c.Request().Context(), list, v.person.ID, expires, now)
	if taken := err; rules.IsKind(taken, rules.Conflict) { // since it was checked
		if err := a.checkMembers(c, members); err != nil {
			return err
		}
		return a.importPreview(c, http.StatusConflict, text, members, taken)
	}
	if err != nil {
		return err
	}
	if page.Frame, err = a.frame(c, a.catalog(c).T("import.title")); err != nil {
		return err
	}
	page.Heading, page.CSV = page.T.N("import.done", len(members)), writeCSV(table)
	page.Until = views.LinksHold(page.T, expires)
	return a.render(c, http.StatusOK, views.Imported(page))
}

// downloadLinks answers with the table of links that a page of imported members has,
// as a file: the site itself does not know them any more.
func (a *App) downloadLinks(c echo.Context) error {
	table, err := csv.NewReader(strings.NewReader(c.FormValue("csv"))).ReadAll()
	if err != nil || len(table) == 0 || len(table[0]) != 3 {
		return rules.Errorf(rules.Invalid, "error.form", "csv: %v", err)
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="hexclub-members.csv"`)
	return c.Blob(http.StatusOK, "text/csv; charset=utf-8", []byte(writeCSV(table)))
}

// writeCSV is a table as CSV, in which no cell is a formula to a spreadsheet.
func writeCSV(table [][]string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	for _, row := range table {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = harmlessCell(cell)
		}
		_ = w.Write(cells) // a Builder takes everything
	}
	w.Flush()
	return b.String()
}

// harmlessCell is a text that no spreadsheet takes for a formula (OWASP, CSV
// Injection).
func harmlessCell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

// A listedMember is a line of a list of members.
type listedMember struct {
	line       int // from 1
	name, mail string
	problem    error // nil where it can be imported
	double     int   // line that has the name already; 0 for none
}

// told is what is wrong with a line.
func (m listedMember) told(t *i18n.Catalog) string {
	if m.double > 0 {
		return t.T("import.double", "Line", strconv.Itoa(m.double))
	}
	return views.ErrorText(t, m.problem)
}

// checkMembers finds what is wrong with the lines of a list, each by itself, among
// each other, and with what is stored.
func (a *App) checkMembers(c echo.Context, members []listedMember) error {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.name
	}
	states, err := a.DB.CheckNames(c.Request().Context(), names)
	if err != nil {
		return err
	}
	for i := range members {
		m := &members[i]
		m.problem, m.double = validateName(m.name, a.text), 0
		_, isMail := mail.ParseAddress(m.mail)
		switch {
		case m.problem != nil:
		case states[i].Taken:
			m.problem = rules.Errorf(rules.Conflict, "error.name-taken", "%q", m.name)
		case states[i].Double >= 0:
			m.double = members[states[i].Double].line
			m.problem = rules.Errorf(rules.Conflict, "error.name-taken", "%q twice", m.name)
		case m.mail != "" && !isMail:
			m.problem = rules.Errorf(rules.Invalid, "error.import-mail", "%q", m.mail)
		}
	}
	return nil
}

// readList is the list that a form brings, as a file or as text.
func readList(c echo.Context) (string, error) {
	if header, err := c.FormFile("file"); err == nil && header.Size > 0 {
		file, err := header.Open()
		if err != nil {
			return "", err
		}
		defer func() { _ = file.Close() }()
		content, err := io.ReadAll(file)
		if err != nil {
			return "", err
		}
		return decodeText(content)
	}
	return decodeText([]byte(c.FormValue("list")))
}

// decodeText is a file's text, which spreadsheets write as UTF-8, as UTF-16 with a
// mark at its start, or as the Latin letters of Windows. What has characters that no
// list has is an *rules.Error of kind Invalid and key error.import-file.
func decodeText(content []byte) (string, error) {
	decoder := unicode.BOMOverride(unicode.UTF8.NewDecoder())
	marked := bytes.HasPrefix(content, []byte{0xff, 0xfe}) || bytes.HasPrefix(content, []byte{0xfe, 0xff})
	if !marked && !utf8.Valid(content) {
		decoder = charmap.Windows1252.NewDecoder().Transformer
	}
	text, _, err := transform.Bytes(decoder, content)
	if err != nil || bytes.ContainsRune(text, 0) || bytes.ContainsRune(text, utf8.RuneError) {
		return "", rules.Errorf(rules.Invalid, "error.import-file", "%v", err)
	}
	return string(text), nil
}

// headings are what a list may call its columns, in the languages of the site.
var headings = []string{"name", "names", "member", "nom", "membre", "nombre", "miembro", "이름", "회원"}

// parseMembers reads a list: a name, and an address for mails if there is one, a
// line, with commas, semicolons or tabs between. A first line that names the columns
// is left out. A list that is none, has no lines or too many, is an *rules.Error of
// kind Invalid.
func parseMembers(text string) (members []listedMember, err error) {
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma, reader.FieldsPerRecord, reader.TrimLeadingSpace = separatorOf(text), -1, true
	for {
		row, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, rules.Errorf(rules.Invalid, "error.import-quotes", "%v", err)
		}
		line, _ := reader.FieldPos(0)
		m := listedMember{line: line, name: trimName(row[0])}
		if len(row) > 1 {
			m.mail = strings.TrimSpace(row[1])
		}
		switch {
		case m.name == "" && m.mail == "":
			continue
		case len(members) == 0 && line == 1 && slices.Contains(headings, strings.ToLower(m.name)):
			continue
		}
		if members = append(members, m); len(members) > mostImported {
			return nil, rules.Errorf(rules.Invalid, "error.import-many", "over %d", mostImported)
		}
	}
	if len(members) == 0 {
		return nil, rules.Errorf(rules.Invalid, "error.import-empty", "no lines")
	}
	return members, nil
}

// separatorOf is what stands between the columns of a list: what its first line has
// most of.
func separatorOf(text string) rune {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return slices.MaxFunc([]rune{'\t', ';', ','}, func(a, b rune) int {
		return cmp.Compare(strings.Count(first, string(a)), strings.Count(first, string(b)))
	})
}
