package club

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/views/club"
	"hexclub/views/page"
)

const (
	memberLinkLife  = 90 * 24 * time.Hour // of the link of an imported member
	invitationLines = 50
)

// ShowInvitations serves the open invitations, with a form for a new one.
func (a *Area) ShowInvitations(c echo.Context) error {
	return a.invitationsPage(c, http.StatusOK, club.InvitationsPage{Uses: "1", Days: "14"}, nil)
}

// invitationsPage renders the invitations, and the form for a new one with its values and its problem.
func (a *Area) invitationsPage(c echo.Context, status int, p club.InvitationsPage, problem error) (err error) {
	if p.Frame, err = a.Frame(c, a.Catalog(c).T("invitation.title")); err != nil {
		return err
	}
	if p.Reader.Admin {
		p.Roles = roleOptions(p.Frame)
	}
	p.MaxUses = strconv.Itoa(db.MaxUses)
	if p.Link != "" {
		web.KeepSecret(c)
	}
	p.Refused = page.NewRefused(p.T, problem, "uses")
	after := c.QueryParam("after")
	list, more, err := a.DB.Invitations(c.Request().Context(), after, invitationLines)
	if err != nil {
		return err
	}
	for _, i := range list {
		p.Lines = append(p.Lines, a.invitationLine(p.Frame, i))
	}
	if more {
		p.Older = "/club/invitations?after=" + list[len(list)-1].ID
	}
	if after != "" {
		p.Newest = "/club/invitations"
	}
	return a.Render(c, status, club.Invitations(p))
}

// invitationLine converts an invitation for views.
func (a *Area) invitationLine(f page.Frame, i db.Invitation) club.InvitationLine {
	return club.NewInvitationLine(f.Calendar(), club.InvitationInput{
		ID: i.ID, Note: i.Note, Role: roleName(f, i.Role), Maker: web.PlayerName(f.T, i.Maker), Made: i.Made, Expires: i.Expires, Uses: i.Uses, Used: i.Used,
		Revoked: i.Revoked, Expired: !a.Now().Before(i.Expires),
	})
}

// Invite makes an invitation that any person can use, and shows its link once.
func (a *Area) Invite(c echo.Context) error {
	p := club.InvitationsPage{Note: web.TrimTitle(c.FormValue("note")), Uses: strings.TrimSpace(c.FormValue("uses")), Days: strings.TrimSpace(c.FormValue("days")), Role: c.FormValue("role")}
	uses, err := strconv.Atoi(p.Uses)
	if err != nil {
		uses = 0 // db rejects it
	}
	days, err := strconv.Atoi(p.Days)
	if err != nil || days > 366 {
		days = 0
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	secret, now := db.NewID(web.SecretLetters), a.Now()
	err = a.DB.Invite(c.Request().Context(), db.NewInvitation{
		Hash: web.HashID(secret), Note: p.Note, Role: db.Role(p.Role), Uses: uses, Expires: now.AddDate(0, 0, days),
	}, v.Person.ID, now)
	if web.ShowAgain(err) {
		return a.invitationsPage(c, web.StatusOf(err), p, err)
	}
	if err != nil {
		return err
	}
	return a.invitationsPage(c, http.StatusOK, club.InvitationsPage{Uses: "1", Days: "14", Link: a.SiteURL(c, web.InvitedPath(secret))}, nil)
}

// RevokeInvitation revokes an invitation.
func (a *Area) RevokeInvitation(c echo.Context) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	if err := a.DB.Revoke(c.Request().Context(), c.Param("invitation"), v.Person.ID, a.Now()); err != nil {
		return err
	}
	if err := a.LeaveNotice(c, "invitation.revoked"); err != nil {
		return err
	}
	if member := c.FormValue("member"); member != "" { // the form was on a member's page
		return c.Redirect(http.StatusSeeOther, page.MemberHref(member))
	}
	return c.Redirect(http.StatusSeeOther, "/club/invitations")
}
