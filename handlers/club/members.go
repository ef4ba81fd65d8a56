package club

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/club"
	"hexclub/views/page"
)

const memberLines = 50

// ShowMembers serves the list of members, filtered by the address.
func (a *Area) ShowMembers(c echo.Context) error {
	ctx := c.Request().Context()
	f, err := a.Frame(c, a.Catalog(c).T("club.members"))
	if err != nil {
		return err
	}
	filter, err := readMemberFilter(c, f)
	if err != nil {
		return err
	}
	members, more, err := a.DB.Members(ctx, filter, memberLines)
	if err != nil {
		return err
	}
	all, waiting, err := a.DB.CountMembers(ctx)
	if err != nil {
		return err
	}
	p := club.MembersPage{Frame: f, Heading: f.T.N("club.members-count", all), Search: filter.Search}
	if p.Filtered = filter.Search != "" || filter.Role != "" || filter.Waiting || filter.Closed; p.Filtered {
		found, err := a.DB.CountMatching(ctx, filter)
		if err != nil {
			return err
		}
		p.Heading = f.T.T("members.found", "Count", strconv.Itoa(found), "All", strconv.Itoa(all))
	}
	p.SetLists(memberQuery(filter), waiting)
	for _, m := range members {
		p.Lines = append(p.Lines, memberLine(f, m))
	}
	if more {
		p.Next = membersHref(filter, members[len(members)-1].Name)
	}
	if filter.After != "" {
		p.First = membersHref(filter, "")
	}
	return a.Render(c, http.StatusOK, club.Members(p))
}

// readMemberFilter reads the filter from the address. Only organisers can filter by members who have not joined
// and by closed accounts, and sort by the last visit.
func readMemberFilter(c echo.Context, f page.Frame) (filter db.MemberFilter, err error) {
	var roles []string
	for _, role := range db.Roles() {
		roles = append(roles, string(role))
	}
	role, err := web.Choice(c, "role", roles...)
	if err != nil {
		return filter, err
	}
	order, err := web.Choice(c, "sort", string(db.BySince), string(db.BySeen))
	if db.MemberOrder(order) == db.BySeen && !f.Reader.Organises {
		order = ""
	}
	search := []rune(web.TrimName(c.QueryParam("name")))
	return db.MemberFilter{
		Search: string(search[:min(len(search), web.MaxName)]), Role: db.Role(role), Order: db.MemberOrder(order), After: c.QueryParam("after"),
		Waiting: f.Reader.Organises && c.QueryParam("waiting") == "yes",
		Closed:  f.Reader.Organises && c.QueryParam("closed") == "yes",
	}, err
}

// memberQuery returns the filter as the parameters of the address.
func memberQuery(f db.MemberFilter) url.Values {
	query := url.Values{}
	for name, value := range map[string]string{"name": f.Search, "role": string(f.Role), "sort": string(f.Order)} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if f.Waiting {
		query.Set("waiting", "yes")
	}
	if f.Closed {
		query.Set("closed", "yes")
	}
	return query
}

// membersHref returns the address of the members after one, or the first members for no name, with the same
// filter.
func membersHref(f db.MemberFilter, after string) string {
	query := memberQuery(f)
	if after != "" {
		query.Set("after", after)
	}
	return club.MembersHref(query)
}

func memberLine(f page.Frame, m db.MemberRow) club.MemberLine {
	return club.NewMemberLine(f, club.MemberInput{
		Name: m.Name, Avatar: web.AvatarOf(m.Player), RoleKey: m.Role.Key(), Plain: m.Role == db.Member, Since: m.Since, Seen: m.Seen, Joined: m.Joined, Closed: m.Closed, Until: m.Until,
	})
}

func roleOptions(f page.Frame) page.Options {
	var pairs []string
	for _, role := range db.Roles() {
		pairs = append(pairs, string(role), role.Key())
	}
	return club.NewRoleOptions(f.T, pairs...)
}

// roleName returns the name of a role, or "" for that of a plain member.
func roleName(f page.Frame, role db.Role) string {
	if !role.Organises() {
		return ""
	}
	return f.T.T(role.Key())
}

// ShowMember serves a member's page for organisers.
func (a *Area) ShowMember(c echo.Context) error {
	person, _, err := a.memberNamed(c)
	if err != nil {
		return a.ToRenamed(c, c.Param("member"), err, page.MemberHref)
	}
	return a.memberPage(c, http.StatusOK, person, "", "", nil)
}

// refusedMember renders a member's page with an error, at the field of the error. An error that no form can fix
// is returned.
func (a *Area) refusedMember(c echo.Context, person db.Person, field string, err error) error {
	if web.ShowAgain(err) {
		return a.memberPage(c, web.StatusOf(err), person, "", field, err)
	}
	return err
}

// memberNamed returns the member in the address, and the visitor.
func (a *Area) memberNamed(c echo.Context) (person db.Person, v *web.Visitor, err error) {
	if v, err = a.Visitor(c); err == nil {
		person, err = a.DB.PersonByName(c.Request().Context(), c.Param("member"))
	}
	return person, v, err
}

// memberPage renders a member's page for organisers, with a new link if there is one, and with a problem at its
// field.
func (a *Area) memberPage(c echo.Context, status int, person db.Person, link, field string, problem error) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	f, err := a.Frame(c, person.Name)
	if err != nil {
		return err
	}
	row := db.MemberRow{
		Player: db.Player{ID: person.ID, Name: person.Name}, Role: person.Role, Since: person.Created, Seen: person.Seen,
		Joined: person.Hash != "", Closed: !person.Closed.IsZero(),
	}
	if link != "" {
		web.KeepSecret(c)
	}
	p := club.MemberPage{
		Frame: f, Action: page.MemberHref(person.Name), Chosen: string(person.Role), Roles: roleOptions(f), Link: link,
		Removal: club.MemberRemoval{May: mayClose(v, person)},
		Rename:  club.MemberRename{May: mayRename(v, person), Kept: int(db.NameKept.Hours() / 24), Typed: person.Name},
	}
	open, err := a.DB.PersonalInvitation(c.Request().Context(), person.ID, a.Now())
	switch {
	case err == nil:
		row.Until = open.Expires
		p.Invitation = a.invitationLine(f, open)
	case !rules.IsKind(err, rules.NotFound):
		return err
	}
	p.MemberLine = memberLine(f, row)
	if p.Rename.May {
		traces, err := a.DB.TracesOf(c.Request().Context(), person.ID)
		if err != nil {
			return err
		}
		shown := club.MemberTraces(traces)
		p.Rename.Shown, p.Removal.Ends = shown.Finished(f.T), shown.Open(f.T)
	}
	if problem != nil {
		p.Refuse(field, page.ErrorText(f.T, problem))
		p.Removal.Reason = c.FormValue("reason")
		if field == club.FieldName || field == club.FieldRename {
			p.Rename.Typed = web.NameAgain(c, problem)
		}
	}
	return a.Render(c, status, club.Member(p))
}

// SetRole gives a member a role.
func (a *Area) SetRole(c echo.Context) error {
	person, v, err := a.memberNamed(c)
	if err != nil {
		return err
	}
	role := db.Role(c.FormValue("role"))
	if !slices.Contains(db.Roles(), role) {
		return rules.Errorf(rules.Invalid, "error.form", "role=%.20q", role)
	}
	err = a.DB.SetRole(c.Request().Context(), person.ID, role, v.Person.ID, a.Now())
	if err != nil {
		return a.refusedMember(c, person, "", err)
	}
	a.LogSecurity(c, "member-role.changed", "person", person.ID, "role", role, "by", v.Person.ID)
	notice := "members.role-done"
	if person.Hash == "" && role.Organises() {
		notice = "members.role-pending-done"
		_, err := a.DB.PersonalInvitation(c.Request().Context(), person.ID, a.Now())
		switch {
		case rules.IsKind(err, rules.NotFound):
			notice = "members.role-pending-link"
		case err != nil:
			return err
		}
	}
	if err := a.LeaveNotice(c, notice); err != nil {
		return err
	}
	if v.Person.ID == person.ID && !role.Organises() {
		return c.Redirect(http.StatusSeeOther, "/club/members")
	}
	return c.Redirect(http.StatusSeeOther, page.MemberHref(person.Name))
}

// InviteMember makes a new link for an imported member, and shows it once.
func (a *Area) InviteMember(c echo.Context) error {
	person, v, err := a.memberNamed(c)
	if err != nil {
		return err
	}
	secret, now := db.NewID(web.SecretLetters), a.Now()
	err = a.DB.InviteMember(c.Request().Context(), person.ID, web.HashID(secret), v.Person.ID, now.Add(memberLinkLife), now)
	if err != nil {
		return a.refusedMember(c, person, "", err)
	}
	return a.memberPage(c, http.StatusOK, person, a.SiteURL(c, web.InvitedPath(secret)), "", nil)
}

// RemoveMember deletes an imported member, once the organiser confirms.
func (a *Area) RemoveMember(c echo.Context) error {
	person, v, err := a.memberNamed(c)
	if err != nil {
		return err
	}
	if c.FormValue("sure") != "yes" {
		return a.refusedMember(c, person, club.FieldRemoval, rules.Errorf(rules.Invalid, "delete.unsure", "removing %s", person.ID))
	}
	paired, err := a.DB.PairingsOf(c.Request().Context(), person.ID)
	if err != nil {
		return err
	}
	changed, err := a.DB.RemoveMember(c.Request().Context(), person.ID, v.Person.ID, a.Now())
	if err != nil {
		return a.refusedMember(c, person, "", err)
	}
	a.PublishLeft(changed, paired)
	if err := a.LeaveNotice(c, "members.removed"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/club/members")
}
