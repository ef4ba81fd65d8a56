package club

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/club"
	"hexclub/views/page"
)

// ShowMemberDeletion shows an admin what the deletion of a member's account ends, and what stays.
func (a *Area) ShowMemberDeletion(c echo.Context) error {
	person, v, err := a.memberNamed(c)
	if err != nil {
		return err
	}
	if person.ID == v.Person.ID {
		return c.Redirect(http.StatusSeeOther, "/settings/delete")
	}
	return a.memberDeletionPage(c, http.StatusOK, person, nil)
}

// memberDeletionPage renders the form that deletes a member's account, with the problem of what was sent.
func (a *Area) memberDeletionPage(c echo.Context, status int, person db.Person, problem error) error {
	f, err := a.Frame(c, a.Catalog(c).T("members.delete"))
	if err != nil {
		return err
	}
	traces, err := a.DB.TracesOf(c.Request().Context(), person.ID)
	if err != nil {
		return err
	}
	p := club.NewMemberDeletion(f, person.Name, club.MemberTraces(traces))
	p.Avatar = web.AvatarOf(db.Player{ID: person.ID, Name: person.Name})
	if p.Refused = page.NewRefused(f.T, problem, "sure"); problem != nil {
		p.Reason = c.FormValue("reason")
	}
	return a.Render(c, status, club.DeleteMember(p))
}

// DeleteMember deletes a member's account, once the admin confirms, and gives a reason.
func (a *Area) DeleteMember(c echo.Context) error {
	person, v, err := a.memberNamed(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	reason, err := web.ReadReason(c)
	if err == nil && c.FormValue("sure") != "yes" {
		err = rules.Errorf(rules.Invalid, "delete.unsure", "deleting %s", person.ID).In("sure")
	}
	var paired []db.Pairing
	if err == nil {
		paired, err = a.DB.PairingsOf(ctx, person.ID)
	}
	var changed []db.Game
	if err == nil {
		changed, err = a.DB.DeleteAccount(ctx, person.ID, reason, v.Person.ID, a.Now())
	}
	switch {
	case web.ShowAgain(err):
		return a.memberDeletionPage(c, web.StatusOf(err), person, err)
	case err != nil:
		return err
	}
	a.Live.End(person.ID)
	a.PublishLeft(changed, paired)
	a.LogSecurity(c, "member-account.deleted", "person", person.ID, "by", v.Person.ID)
	if err := a.LeaveNotice(c, "members.deleted"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/club/members")
}
