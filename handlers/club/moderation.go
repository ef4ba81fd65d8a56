package club

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/club"
	"hexclub/views/page"
)

// mayClose reports whether the visitor may close a member's account: organisers those of members, admins all
// others, too.
func mayClose(v *web.Visitor, member db.Person) bool {
	return v.Person.ID != member.ID && (member.Role == db.Member || v.Person.Role == db.Admin)
}

// mayRename reports whether the visitor may change the name of an account.
func mayRename(v *web.Visitor, member db.Person) bool {
	return member.Role == db.Member || v.Person.Role == db.Admin
}

// RenameMember changes a member's name, and publishes it to the pages that show it.
func (a *Area) RenameMember(c echo.Context) error {
	person, v, err := a.memberNamed(c)
	if err != nil {
		return err
	}
	name := web.TrimName(c.FormValue("name"))
	if err = a.CheckName(c, name); err == nil {
		err = a.mustConfirmRename(c, person, name)
	}
	if err == nil {
		err = a.DB.RenameMember(c.Request().Context(), person.ID, name, v.Person.ID, a.Now())
	}
	if err != nil {
		if slices.Contains(rules.FieldsOf(err), "sure") {
			return a.refusedMember(c, person, club.FieldRename, err)
		}
		return a.refusedMember(c, person, club.FieldName, err)
	}
	if name == person.Name {
		return c.Redirect(http.StatusSeeOther, page.MemberHref(name))
	}
	a.PublishName(c, person)
	a.LogSecurity(c, "member-account.renamed", "person", person.ID, "by", v.Person.ID)
	return a.backToMember(c, name, "members.renamed")
}

// mustConfirmRename fails unless the organiser confirms the new name of a member whom finished games or tables show.
func (a *Area) mustConfirmRename(c echo.Context, person db.Person, name string) error {
	if name == person.Name || c.FormValue("sure") == "yes" {
		return nil
	}
	traces, err := a.DB.TracesOf(c.Request().Context(), person.ID)
	if err == nil && traces.Played() {
		err = rules.Errorf(rules.Invalid, "delete.unsure", "renaming %s", person.ID).In("sure")
	}
	return err
}

// CloseMember closes a member's account, once the organiser confirms, and ends the account's open streams.
func (a *Area) CloseMember(c echo.Context) error {
	person, v, err := a.memberNamed(c)
	if err != nil {
		return err
	}
	reason, err := web.ReadReason(c)
	if err != nil {
		return a.refusedMember(c, person, club.FieldReason, err)
	}
	if c.FormValue("sure") != "yes" {
		return a.refusedMember(c, person, club.FieldClosing, rules.Errorf(rules.Invalid, "delete.unsure", "closing %s", person.ID))
	}
	changed, err := a.DB.CloseAccount(c.Request().Context(), person.ID, reason, v.Person.ID, a.Now())
	if err != nil {
		return a.refusedMember(c, person, "", err)
	}
	a.Live.End(person.ID)
	for _, game := range changed {
		a.PublishMeeting(game)
	}
	a.LogSecurity(c, "member-account.closed", "person", person.ID, "by", v.Person.ID)
	return a.backToMember(c, person.Name, "closing.done")
}

// OpenMember reopens a member's account.
func (a *Area) OpenMember(c echo.Context) error {
	person, v, err := a.memberNamed(c)
	if err != nil {
		return err
	}
	if err := a.DB.OpenAccount(c.Request().Context(), person.ID, v.Person.ID, a.Now()); err != nil {
		return a.refusedMember(c, person, "", err)
	}
	a.LogSecurity(c, "member-account.opened", "person", person.ID, "by", v.Person.ID)
	return a.backToMember(c, person.Name, "closing.opened")
}

// backToMember redirects to a member's page, with a notice.
func (a *Area) backToMember(c echo.Context, name, notice string) error {
	if err := a.LeaveNotice(c, notice); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, page.MemberHref(name))
}
