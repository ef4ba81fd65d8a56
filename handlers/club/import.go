package club

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
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"hexclub/db"
	"hexclub/handlers/mail"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/club"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// maxImported is how many members are imported at once.
const maxImported = 500

// WithList reads the form with a list that a request brings, for a handler that only
// organisers come to: a form of a stranger would take memory while it arrives byte by byte. As
// with other forms, the page must have been drawn for the same account.
func (a *Area) WithList(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := web.ParseForm(c); err != nil {
			return err
		}
		return a.SameReader(next)(c)
	}
}

func (a *Area) ShowImport(c echo.Context) error {
	return a.importPage(c, http.StatusOK, club.ImportPage{}, nil)
}

// importPage answers with the form to import members, and with what was wrong with
// the list as a whole.
func (a *Area) importPage(c echo.Context, status int, p club.ImportPage, problem error) (err error) {
	if p.Frame, err = a.Frame(c, a.Catalog(c).T("import.title")); err != nil {
		return err
	}
	p.Most = strconv.Itoa(maxImported)
	p.Refused = page.NewRefused(p.T, problem, "list")
	if p.OpenLine > 0 {
		p.Problem = p.T.T("error.import-quotes", "Line", strconv.Itoa(p.OpenLine))
	}
	return a.Render(c, status, club.Import(p))
}

// ImportMembers says what would come of a list of members, line by line; it does it
// when the sender is sure of that. Nothing is stored unless every line is good, or
// the sender wants the good ones only.
func (a *Area) ImportMembers(c echo.Context) error {
	text, err := readList(c)
	if err != nil {
		return a.importPage(c, web.StatusOf(err), club.ImportPage{}, err)
	}
	list, err := parseMembers(text)
	if err != nil {
		return a.importPage(c, web.StatusOf(err), club.ImportPage{Text: text, OpenLine: list.openLine}, err)
	}
	members := list.members
	if err := a.checkMembers(c, members); err != nil {
		return err
	}
	good := slices.DeleteFunc(slices.Clone(members), func(m listedMember) bool { return m.problem != nil })
	switch sure := c.FormValue("sure"); {
	case len(good) > 0 && (sure == "good" || sure == "all" && len(good) == len(members)):
		return a.storeMembers(c, list, text, good)
	case sure == "all" || sure == "good":
		return a.importPreview(c, http.StatusUnprocessableEntity, list, text, nil)
	}
	return a.importPreview(c, http.StatusOK, list, text, nil)
}

// importPreview answers with what would come of a list.
func (a *Area) importPreview(c echo.Context, status int, list memberList, text string, problem error) error {
	t, good, members := a.Catalog(c), 0, list.members
	table := [][]string{{"name", "email"}}
	lines := make([]club.ImportLine, len(members))
	for i, m := range members {
		lines[i] = club.ImportLine{Number: strconv.Itoa(m.line), Name: m.name, Mail: m.mail}
		table = append(table, []string{m.name, m.mail})
		if m.problem != nil {
			lines[i].Problem = m.problemText(t)
		} else {
			good++
		}
	}
	page := club.NewImportLines(t, lines, good)
	if page.Text = text; slices.ContainsFunc(members, func(m listedMember) bool { return web.HasHidden(m.problem) }) {
		page.Text = web.WithoutHidden(text)
	}
	page.Sent = tableText(table)
	page.Columns = club.ImportColumns(t, list.nameColumns, list.mailColumn)
	return a.importPage(c, status, page, problem)
}

// storeMembers imports members of a list, and answers with their links, once.
func (a *Area) storeMembers(c echo.Context, list memberList, text string, members []listedMember) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	store, lines, now := make([]db.NewMember, len(members)), make([]club.ImportedLine, len(members)), a.Now()
	for i, m := range members {
		secret := db.NewID(web.SecretLetters)
		store[i] = db.NewMember{Name: m.name, Hash: web.HashID(secret)}
		lines[i] = club.ImportedLine{Name: m.name, Mail: m.mail, Link: a.SiteURL(c, web.InvitedPath(secret))}
	}
	err = a.DB.ImportMembers(c.Request().Context(), store, v.Person.ID, now.Add(memberLinkLife), now)
	if taken := err; rules.IsKind(taken, rules.Conflict) { // since it was checked
		list.members = members
		if err := a.checkMembers(c, members); err != nil {
			return err
		}
		return a.importPreview(c, http.StatusConflict, list, text, taken)
	}
	if err != nil {
		return err
	}
	return a.linksPage(c, a.Catalog(c).N("import.done", len(lines)), lines, now, "")
}

// maxLinks is how many members get new links at once: as many as their table comes
// back of to be downloaded.
const maxLinks = 1000

// RenewLinks makes new links for all imported members who have not come, and answers
// with them, once. When there are more of them than maxLinks, the form says after
// which name to go on.
func (a *Area) RenewLinks(c echo.Context) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	ctx, now := c.Request().Context(), a.Now()
	waiting, more, err := a.DB.Members(ctx, db.MemberFilter{Waiting: true, After: c.FormValue("after")}, maxLinks)
	if err != nil {
		return err
	}
	links, secrets := make([]db.MemberLink, len(waiting)), map[string]string{}
	for i, m := range waiting {
		secrets[m.ID] = db.NewID(web.SecretLetters)
		links[i] = db.MemberLink{Person: m.ID, Hash: web.HashID(secrets[m.ID])}
	}
	invited, err := a.DB.InviteMembers(ctx, links, v.Person.ID, now.Add(memberLinkLife), now)
	if err != nil {
		return err
	}
	var lines []club.ImportedLine
	for _, m := range waiting {
		if slices.Contains(invited, m.ID) {
			lines = append(lines, club.ImportedLine{Name: m.Name, Link: a.SiteURL(c, web.InvitedPath(secrets[m.ID]))})
		}
	}
	after := ""
	if more {
		after = waiting[len(waiting)-1].Name
	}
	return a.linksPage(c, a.Catalog(c).N("import.renewed", len(lines)), lines, now, after)
}

// linksPage answers with links that were just made, once. After is the name after
// which there are others to make; empty for none.
func (a *Area) linksPage(c echo.Context, heading string, lines []club.ImportedLine, now time.Time, after string) error {
	f, err := a.Frame(c, a.Catalog(c).T("import.links"))
	if err != nil {
		return err
	}
	table := [][]string{{"name", "email", "link"}}
	for _, line := range lines {
		table = append(table, []string{line.Name, line.Mail, line.Link})
	}
	web.KeepSecret(c)
	return a.Render(c, http.StatusOK, club.Imported(club.ImportedPage{
		Frame: f, Heading: heading, Lines: lines, CSV: writeCSV(table), Until: club.LinksHold(f.T, now.Add(memberLinkLife)), After: after,
	}))
}

// DownloadLinks answers with the table of links that a page of imported members has,
// as a file: the site itself does not know them any more.
func (a *Area) DownloadLinks(c echo.Context) error {
	table, err := csv.NewReader(strings.NewReader(c.FormValue("csv"))).ReadAll()
	if err != nil || len(table) == 0 || len(table[0]) != 3 {
		return rules.Errorf(rules.Invalid, "error.form", "csv: %v", err)
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="hexclub-members.csv"`)
	web.KeepSecret(c)
	return c.Blob(http.StatusOK, csvMedia, csvFile(table))
}

// A listedMember is a line of a list of members.
type listedMember struct {
	line       int // from 1
	name, mail string
	problem    error // nil where it can be imported
	duplicate  int   // line that has the name already; 0 for none
}

// told is what is wrong with a line.
func (m listedMember) problemText(t *i18n.Catalog) string {
	if m.duplicate > 0 {
		return t.T("import.double", "Line", strconv.Itoa(m.duplicate))
	}
	return page.ErrorText(t, m.problem)
}

// checkMembers finds what is wrong with the lines of a list, each by itself, among
// each other, and with what is stored.
func (a *Area) checkMembers(c echo.Context, members []listedMember) error {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.name
	}
	states, err := a.DB.CheckNames(c.Request().Context(), names, a.Now())
	if err != nil {
		return err
	}
	club, err := a.Club(c)
	if err != nil {
		return err
	}
	for i := range members {
		m := &members[i]
		m.problem, m.duplicate = web.ValidateName(m.name, club.Name, a.Reserved()), 0
		_, isMail := mail.ParseAddress(m.mail)
		switch {
		case m.problem != nil:
		case states[i].Taken:
			m.problem = rules.Errorf(rules.Conflict, "error.name-taken", "%q", m.name)
		case states[i].Similar:
			m.problem = rules.Errorf(rules.Conflict, "error.name-similar", "%q", m.name)
		case states[i].Double >= 0:
			m.duplicate = members[states[i].Double].line
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

// What a list may call its columns, in the languages of the site and of neighbours. A
// column of one kind may be called as one of another in another language: "Nom" is the
// family's name where "Prénom" is there too.
var (
	nameHeadings = []string{
		"name", "names", "full name", "member", "player", "nom", "noms", "nom complet", "membre", "joueur",
		"nombre", "nombre completo", "miembro", "jugador", "socio", "이름", "성명", "회원", "선수", "mitglied", "spieler",
	}
	givenHeadings  = []string{"first name", "firstname", "given name", "forename", "prénom", "prenom", "nombre", "vorname"}
	familyHeadings = []string{"last name", "lastname", "surname", "family name", "nom de famille", "apellido", "apellidos", "nachname", "familienname"}
	mailHeadings   = []string{
		"mail", "email", "e-mail", "e-mail address", "email address", "mail address", "courriel", "adresse e-mail", "adresse courriel",
		"correo", "correo electrónico", "이메일", "메일", "이메일 주소", "e-mail-adresse",
	}
)

// A memberList is a list as it was understood.
type memberList struct {
	members     []listedMember
	nameColumns []string // headings of the columns that names are read from; nil where the list has none
	mailColumn  string   // the same for addresses; empty for none
	openLine    int      // with error.import-quotes: in which line a quotation mark is open; from 1
}

// columns are the positions of the parts of a member in a row.
type columns struct {
	names []int // parts of the name, in its order
	mail  int   // -1 for none
}

// headed are the columns that a first row names, if it names them.
func headed(row []string) (cols columns, found bool) {
	column := func(headings []string, but int) int {
		return slices.IndexFunc(row, func(cell string) bool {
			return slices.Contains(headings, strings.ToLower(cell)) && (but < 0 || row[but] != cell)
		})
	}
	given, family, name := column(givenHeadings, -1), column(familyHeadings, -1), column(nameHeadings, -1)
	if given >= 0 && family < 0 {
		family = column(nameHeadings, given)
	}
	if family >= 0 && given < 0 {
		given = column(nameHeadings, family)
	}
	cols.mail = column(mailHeadings, -1)
	switch {
	case given >= 0 && family >= 0:
		cols.names = []int{given, family}
	case name >= 0:
		cols.names = []int{name}
	case family >= 0 || given >= 0:
		cols.names = []int{max(family, given)}
	case cols.mail > 0:
		cols.names = []int{0}
	case cols.mail == 0 && len(row) > 1:
		cols.names = []int{1}
	}
	return cols, len(cols.names) > 0
}

// member is a row as its columns have it.
func (cols columns) member(row []string) (m listedMember) {
	cell := func(i int) string {
		if i < 0 || i >= len(row) {
			return ""
		}
		return row[i]
	}
	var parts []string
	for _, i := range cols.names {
		parts = append(parts, cell(i))
	}
	m.name, m.mail = web.TrimName(strings.Join(parts, " ")), cell(cols.mail)
	return m
}

// parseMembers reads a list: a name, and an address for mails if there is one, a
// line, with commas, semicolons or tabs between. A first line that names the columns
// says where they stand. A list that is none, has no lines or too many, is an
// *rules.Error of kind Invalid.
func parseMembers(text string) (list memberList, err error) {
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma, reader.FieldsPerRecord = separatorOf(text), -1
	reader.TrimLeadingSpace = reader.Comma != '\t' // which is space, too
	cols, first := columns{names: []int{0}, mail: 1}, true
	for {
		row, err := reader.Read()
		var open *csv.ParseError
		switch {
		case errors.Is(err, io.EOF) && len(list.members) == 0:
			return list, rules.Errorf(rules.Invalid, "error.import-empty", "no lines")
		case errors.Is(err, io.EOF):
			return list, nil
		case errors.As(err, &open):
			return memberList{openLine: open.StartLine}, rules.Errorf(rules.Invalid, "error.import-quotes", "%v", err)
		case err != nil:
			return list, err
		}
		line, _ := reader.FieldPos(0)
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		if strings.Join(row, "") == "" {
			continue
		}
		if found, names := headed(row); first && names {
			first, cols = false, found
			list.setColumns(row, cols)
			continue
		}
		first = false
		m := cols.member(row)
		m.line = line
		if list.members = append(list.members, m); len(list.members) > maxImported {
			return list, rules.Errorf(rules.Invalid, "error.import-many", "over %d", maxImported)
		}
	}
}

// setColumns keeps what the columns are called.
func (l *memberList) setColumns(row []string, cols columns) {
	for _, i := range cols.names {
		l.nameColumns = append(l.nameColumns, row[i])
	}
	if cols.mail >= 0 {
		l.mailColumn = row[cols.mail]
	}
}

// separatorOf is what stands between the columns of a list: what its first line has
// most of.
func separatorOf(text string) rune {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return slices.MaxFunc([]rune{'\t', ';', ','}, func(a, b rune) int {
		return cmp.Compare(strings.Count(first, string(a)), strings.Count(first, string(b)))
	})
}
