package club

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

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
	text = addressed.ReplaceAllString(withoutNumbers(text), "$1,$2$3")
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

// withoutNumbers returns a list without the numbers of its lines, such as "1. Ana" or "2) Ben", if several lines have them.
func withoutNumbers(text string) string {
	if len(numbered.FindAllStringIndex(text, 2)) < 2 {
		return text
	}
	return numbered.ReplaceAllString(text, "")
}

// numbered matches the number at the beginning of a line.
var numbered = regexp.MustCompile(`(?m)^[ \t]*[0-9]+[.)][ \t]+`)

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
