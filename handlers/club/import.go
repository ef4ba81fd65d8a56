package club

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"io"
	"net/http"
	"regexp"
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

// maxImported limits the members of one import.
const maxImported = 500

// WithList parses the form with a list. It runs after the check of the role, because a form that arrives slowly
// occupies memory. Like other forms, the page must have been rendered for the same account.
func (a *Area) WithList(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := web.ParseForm(c); err != nil {
			return err
		}
		return a.SameReader(next)(c)
	}
}

// ShowImport serves the form to import members.
func (a *Area) ShowImport(c echo.Context) error {
	return a.importPage(c, http.StatusOK, club.ImportPage{}, nil)
}

// importPage renders the import form, with a problem of the whole list if there is one.
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

// ImportMembers previews the import of a list, line by line, and carries it out once the organiser confirms. It
// stores nothing while a line has a problem, unless the organiser chose to import the valid lines only.
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
	good := slices.DeleteFunc(slices.Clone(members), func(m listedMember) bool { return m.problem != nil || m.known })
	bad := slices.ContainsFunc(members, func(m listedMember) bool { return m.problem != nil })
	switch sure := c.FormValue("sure"); {
	case len(good) > 0 && (sure == "good" || sure == "all" && !bad):
		return a.storeMembers(c, list, text, good)
	case sure == "all" || sure == "good":
		return a.importPreview(c, http.StatusUnprocessableEntity, list, text, nil)
	}
	return a.importPreview(c, http.StatusOK, list, text, nil)
}

// importPreview renders what an import of a list would do.
func (a *Area) importPreview(c echo.Context, status int, list memberList, text string, problem error) error {
	t, good, members := a.Catalog(c), 0, list.members
	table := [][]string{{"name", "email"}}
	roles := slices.ContainsFunc(members, func(m listedMember) bool { return m.role != "" })
	if roles {
		table[0] = append(table[0], "role")
	}
	lines := make([]club.ImportLine, len(members))
	for i, m := range members {
		lines[i] = club.ImportLine{Number: strconv.Itoa(m.line), Name: m.name, Mail: m.mail}
		row := []string{m.name, m.mail}
		if roles {
			row = append(row, m.role)
		}
		table = append(table, row)
		if role, _ := a.readRole(m.role); role.Organises() {
			lines[i].Role = t.T(role.Key())
		}
		switch {
		case m.problem != nil:
			lines[i].Problem = m.problemText(t)
		case m.known:
			lines[i].Known = true
		default:
			good++
		}
	}
	p := club.NewImportLines(t, lines, good)
	if p.Text = text; slices.ContainsFunc(members, func(m listedMember) bool { return web.HasHidden(m.problem) }) {
		p.Text = web.WithoutHidden(text)
	}
	p.Sent = tableText(table)
	p.Columns = club.ImportColumns(t, list.nameColumns, list.mailColumn, list.roleColumn)
	return a.importPage(c, status, p, problem)
}

// storeMembers imports members of a list, and shows their links. The links cannot be shown again.
func (a *Area) storeMembers(c echo.Context, list memberList, text string, members []listedMember) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	store, lines, now := make([]db.NewMember, len(members)), make([]club.ImportedLine, len(members)), a.Now()
	for i, m := range members {
		secret := db.NewID(web.SecretLetters)
		role, _ := a.readRole(m.role) // checkMembers has checked it
		store[i] = db.NewMember{Name: m.name, Hash: web.HashID(secret), Role: role}
		lines[i] = club.ImportedLine{Name: m.name, Mail: m.mail, Link: a.SiteURL(c, web.InvitedPath(secret))}
	}
	err = a.DB.ImportMembers(c.Request().Context(), store, v.Person.ID, now.Add(memberLinkLife), now)
	if taken := err; rules.IsKind(taken, rules.Conflict) { // another request took a name in the meantime
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

// maxLinks limits how many members get new links at once: the largest number whose table fits in a form, for the
// download.
const maxLinks = 1000

// RenewLinks makes new links for all imported members who have not joined, and shows the links once. For more
// than maxLinks members, the page has a form that continues after the last name.
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

// linksPage renders new links, which cannot be shown again. The name after is where to continue; empty if no
// member is left.
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
		Frame: f, Heading: heading, Lines: lines, CSV: writeCSV(table), Until: club.LinksHold(f.Calendar(), now.Add(memberLinkLife)), After: after,
	}))
}

// DownloadLinks returns the table of links as a file. The page sends the table back, because the site stores
// only hashes of the links.
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
	role       string // as written; empty for none
	known      bool   // there is a member with this name, so nothing is to import
	problem    error  // why the line cannot be imported; nil if it can
	duplicate  int    // the earlier line with the same name; 0 for none
}

// problemText describes the problem of a line.
func (m listedMember) problemText(t *i18n.Catalog) string {
	if m.duplicate > 0 {
		return t.T("import.double", "Line", strconv.Itoa(m.duplicate))
	}
	return page.ErrorText(t, m.problem)
}

// checkMembers finds the problems of all lines, which are invalid values, duplicates in the list, and names in use, and the
// lines of people who are members already.
func (a *Area) checkMembers(c echo.Context, members []listedMember) error {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.name
	}
	states, err := a.DB.CheckNames(c.Request().Context(), names, a.Now())
	if err != nil {
		return err
	}
	own, err := a.Club(c)
	if err != nil {
		return err
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	for i := range members {
		m := &members[i]
		role, known := a.readRole(m.role)
		m.problem, m.duplicate, m.known = web.ValidateName(m.name, own.Name, a.Reserved()), 0, false
		if states[i].Taken && states[i].Double < 0 {
			if m.known, err = a.isMember(c, m.name); err != nil {
				return err
			}
		}
		_, isMail := mail.ParseAddress(m.mail)
		switch {
		case m.known:
			m.problem = nil
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
		case !known:
			m.problem = rules.Errorf(rules.Invalid, "error.import-role", "%.30q", m.role)
		case role.Organises() && v.Person.Role != db.Admin:
			m.problem = rules.Errorf(rules.Forbidden, "error.import-role-admins", "%q", m.role)
		}
	}
	return nil
}

// isMember reports whether a name is that of a member.
func (a *Area) isMember(c echo.Context, name string) (bool, error) {
	person, err := a.DB.PersonByName(c.Request().Context(), name)
	if rules.IsKind(err, rules.NotFound) {
		return false, nil
	}
	return err == nil && person.Closed.IsZero(), err
}

// readList returns the submitted list, a file or text.
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

// decodeText decodes a file as spreadsheets write it: UTF-8, UTF-16 with a byte order mark, or Windows-1252. It
// fails with an *rules.Error of kind Invalid and key error.import-file for control characters that occur in no
// list.
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

// Headings of columns, in the languages of the site and of its neighbours. A word can mean different columns in
// two languages: "Nom" is the family name if there is a column "Prénom", else the full name.
var (
	nameHeadings = []string{
		"name", "names", "full name", "member", "player", "nom", "noms", "nom complet", "membre", "joueur",
		"nombre", "nombre completo", "miembro", "jugador", "socio", "이름", "성명", "회원", "선수", "mitglied", "spieler",
	}
	givenHeadings  = []string{"first name", "firstname", "given name", "forename", "prénom", "prenom", "nombre", "vorname"}
	familyHeadings = []string{"last name", "lastname", "surname", "family name", "nom de famille", "apellido", "apellidos", "nachname", "familienname"}
	roleHeadings   = []string{"role", "rôle", "rol", "역할", "rolle"}
	mailHeadings   = []string{
		"mail", "email", "e-mail", "e-mail address", "email address", "mail address", "courriel", "adresse e-mail", "adresse courriel",
		"correo", "correo electrónico", "이메일", "메일", "이메일 주소", "e-mail-adresse",
	}
)

// A memberList is a parsed list.
type memberList struct {
	members     []listedMember
	roleColumn  string   // heading of the column of roles; empty for none
	nameColumns []string // headings of the columns of names; nil for a list without headings
	mailColumn  string   // heading of the column of addresses; empty for none
	openLine    int      // with error.import-quotes: the line of the unclosed quotation mark, from 1
}

// columns are the positions of a member's values in a row.
type columns struct {
	names []int // parts of the name, in order
	mail  int   // -1 for none
	role  int   // -1 for none
}

// headed returns the columns that a first row names, if it names any.
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
	cols.mail, cols.role = column(mailHeadings, -1), column(roleHeadings, -1)
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

// member returns the member in a row.
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
	m.name, m.mail, m.role = web.TrimName(strings.Join(parts, " ")), cell(cols.mail), cell(cols.role)
	return m
}

// readRole returns the role that a word of a list names, in any language of the site or as files of the site have it. No word
// stands for a member.
func (a *Area) readRole(word string) (role db.Role, known bool) {
	word = strings.ToLower(word)
	for _, role := range db.Roles() {
		if word == string(role) {
			return role, true
		}
		for _, tag := range i18n.Tags {
			if word == strings.ToLower(a.Text.Match(tag, "").T(role.Key())) {
				return role, true
			}
		}
	}
	return db.Member, word == ""
}

// parseMembers parses a list: in each line a name and an optional e-mail address, separated by commas, semicolons or tabs, or
// as e-mail programs write them: "Ana Lima <ana@example.org>". A first line of headings determines the columns; one may be of
// roles. Without headings, each line can have a separator of its own. It fails with an *rules.Error of kind Invalid for a list
// that is empty, too long or malformed.
func parseMembers(text string) (list memberList, err error) {
	text = addressed.ReplaceAllString(text, "$1,$2$3")
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma, reader.FieldsPerRecord = separatorOf(text), -1
	reader.TrimLeadingSpace = reader.Comma != '\t' // a tab is white space, too
	cols, first := columns{names: []int{0}, mail: 1, role: -1}, true
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
			row[i] = unescapeFormula(strings.TrimSpace(row[i]))
		}
		if strings.Join(row, "") == "" {
			continue
		}
		if found, names := headed(row); first && names {
			first, cols = false, found
			list.setColumns(row, cols)
			continue
		}
		if first = false; len(row) == 1 && cols.mail == 1 { // the separator of the first line is not in this one
			row = splitRow(row[0])
		}
		m := cols.member(row)
		m.line = line
		if list.members = append(list.members, m); len(list.members) > maxImported {
			return list, rules.Errorf(rules.Invalid, "error.import-many", "over %d", maxImported)
		}
	}
}

// addressed matches a line with a name and an address as e-mail programs write them.
var addressed = regexp.MustCompile(`(?m)^[ \t]*"?([^<>"\r\n]+?)"?[ \t]*<([^<>\s]+@[^<>\s]+)>[ \t,;]*(\r?)$`)

// splitRow divides a line of a list without headings, by its first separator if it has one.
func splitRow(line string) []string {
	i := strings.IndexAny(line, separators)
	if i < 0 {
		return []string{line}
	}
	return []string{strings.TrimSpace(line[:i]), strings.TrimSpace(line[i+1:])}
}

// setColumns stores the headings of the columns that are read.
func (l *memberList) setColumns(row []string, cols columns) {
	for _, i := range cols.names {
		l.nameColumns = append(l.nameColumns, row[i])
	}
	if cols.mail >= 0 {
		l.mailColumn = row[cols.mail]
	}
	if cols.role >= 0 {
		l.roleColumn = row[cols.role]
	}
}

// separators are the separators of columns.
const separators = "\t;,"

// separatorOf returns the separator of columns: the one that occurs most often in the first line.
func separatorOf(text string) rune {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return slices.MaxFunc([]rune(separators), func(a, b rune) int {
		return cmp.Compare(strings.Count(first, string(a)), strings.Count(first, string(b)))
	})
}
