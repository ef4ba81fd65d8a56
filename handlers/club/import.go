package club

import (
	"encoding/csv"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/mail"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/club"
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
	name, err := a.clubName(c)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, attachment("csv", name, "links"))
	web.KeepSecret(c)
	return c.Blob(http.StatusOK, csvMedia, csvFile(table))
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
			m.problem = rules.Errorf(rules.Invalid, "error.mail-address", "%q", m.mail)
		case !known:
			m.problem = rules.Errorf(rules.Invalid, "error.import-role", "%.30q", m.role)
		case role.Organises() && v.Person.Role != db.Admin:
			m.problem = rules.Errorf(rules.Forbidden, "error.import-role-admins", "%q", m.role)
		}
	}
	return nil
}

// isMember reports whether a name is that of a member as it is written, except for case.
func (a *Area) isMember(c echo.Context, name string) (bool, error) {
	person, err := a.DB.PersonByName(c.Request().Context(), name)
	if rules.IsKind(err, rules.NotFound) {
		return false, nil
	}
	return err == nil && person.Closed.IsZero() && strings.EqualFold(person.Name, name), err
}
