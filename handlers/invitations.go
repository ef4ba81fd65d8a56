package handlers

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/views/account"
	"hexclub/views/club"
	"hexclub/views/page"
)

const (
	secretLetters   = 26                  // of a link that lets somebody in
	personalLife    = 90 * 24 * time.Hour // of an imported member's link
	invitationLines = 50
)

// invitedPath is the address of an invitation by its secret.
func invitedPath(secret string) string { return "/invited/" + secret }

// keepSecret has browsers keep nothing of an answer with secrets in it.
func keepSecret(c echo.Context) { c.Response().Header().Set("Cache-Control", "no-store") }

func (a *App) showInvitations(c echo.Context) error {
	return a.invitationsPage(c, http.StatusOK, club.InvitationsPage{Uses: "1", Days: "14"}, nil)
}

// invitationsPage answers with the invitations, and with a form to make one, filled
// with what was sent, and with what was wrong with it.
func (a *App) invitationsPage(c echo.Context, status int, p club.InvitationsPage, problem error) (err error) {
	if p.Frame, err = a.frame(c, a.catalog(c).T("invitation.title")); err != nil {
		return err
	}
	p.MostUses = strconv.Itoa(db.MostUses)
	if p.Link != "" {
		keepSecret(c)
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
	return a.render(c, status, club.Invitations(p))
}

// invitationLine is an invitation as views have it.
func (a *App) invitationLine(f page.Frame, i db.Invitation) club.InvitationLine {
	return club.NewInvitationLine(f.T, club.InvitationInput{
		ID: i.ID, Note: i.Note, Maker: playerName(f.T, i.Maker), Made: i.Made, Expires: i.Expires, Uses: i.Uses, Used: i.Used,
		Revoked: i.Revoked, Expired: !a.Now().Before(i.Expires),
	})
}

// invite makes an invitation for anybody, and shows its link once.
func (a *App) invite(c echo.Context) error {
	page := club.InvitationsPage{Note: trimTitle(c.FormValue("note")), Uses: strings.TrimSpace(c.FormValue("uses")), Days: strings.TrimSpace(c.FormValue("days"))}
	if page.Note != "" {
		if err := validateTitle(page.Note, maxNote, "error.invitation-note"); err != nil {
			return a.invitationsPage(c, statusOf(err), page, err)
		}
	}
	uses, err := strconv.Atoi(page.Uses)
	if err != nil {
		return a.invitationsPage(c, http.StatusUnprocessableEntity, page, rules.Errorf(rules.Invalid, "error.uses", "%.20q", page.Uses))
	}
	days, err := strconv.Atoi(page.Days)
	if err != nil || days < 1 || days > 366 {
		return a.invitationsPage(c, http.StatusUnprocessableEntity, page, rules.Errorf(rules.Invalid, "error.invitation-time", "%.20q", page.Days))
	}
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	secret, now := db.NewID(secretLetters), a.Now()
	err = a.DB.Invite(c.Request().Context(), db.NewInvitation{
		Hash: hashID(secret), Note: page.Note, Uses: uses, Expires: now.AddDate(0, 0, days),
	}, v.person.ID, now)
	if mendable(err) {
		return a.invitationsPage(c, statusOf(err), page, err)
	}
	if err != nil {
		return err
	}
	return a.invitationsPage(c, http.StatusOK, club.InvitationsPage{Uses: "1", Days: "14", Link: a.siteURL(c, invitedPath(secret))}, nil)
}

// revokeInvitation takes an invitation back.
func (a *App) revokeInvitation(c echo.Context) error {
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	if err := a.DB.Revoke(c.Request().Context(), c.Param("invitation"), v.person.ID, a.Now()); err != nil {
		return err
	}
	if err := a.leaveNotice(c, "invitation.revoked"); err != nil {
		return err
	}
	if member := c.FormValue("member"); member != "" { // whose page it was done on
		return c.Redirect(http.StatusSeeOther, page.MemberHref(member))
	}
	return c.Redirect(http.StatusSeeOther, "/club/invitations")
}

// showInvited answers with the form that an invitation leads to.
func (a *App) showInvited(c echo.Context) error {
	inv, _, err := a.invited(c)
	if err != nil {
		return err
	}
	return a.invitedPage(c, http.StatusOK, inv, nil)
}

// invited is the invitation that the address has the secret of, for who is not
// logged in.
func (a *App) invited(c echo.Context) (inv db.Invitation, v *visitor, err error) {
	err = a.triedLink(c, func() error {
		inv, err = a.DB.Invitation(c.Request().Context(), hashID(c.Param("link")), a.Now())
		return err
	})
	if err != nil {
		return inv, nil, err
	}
	v, err = a.visitor(c)
	if err == nil && v.signedIn() {
		err = rules.Errorf(rules.Conflict, "error.signed-in", "%s is invited", v.person.ID)
	}
	return inv, v, err
}

// invitedPage answers with the form that an invitation leads to, filled with what was
// sent, and with what was wrong with it.
func (a *App) invitedPage(c echo.Context, status int, inv db.Invitation, problem error) error {
	f, err := a.frame(c, a.catalog(c).T("signup.title"))
	if err != nil {
		return err
	}
	f.Return = "/club"
	p := account.InvitedPage{
		AccountPage: account.AccountPage{Frame: f, Name: nameAgain(c, problem)}, Action: invitedPath(c.Param("link")), Member: inv.Person.Name,
	}
	p.Refused = page.NewRefused(f.T, problem, "name")
	return a.render(c, status, account.Invited(p))
}

// acceptInvitation makes an account for who was invited, or gives an imported member
// a password. A guest's games come along.
func (a *App) acceptInvitation(c echo.Context) error {
	inv, v, err := a.invited(c)
	if err != nil {
		return err
	}
	person, err := a.joinClub(c, inv, v)
	switch {
	case mendable(err):
		return a.invitedPage(c, statusOf(err), inv, err)
	case err != nil:
		return err
	}
	a.publishName(c, person)
	a.logSecurity(c, "sign-up.done", "person", person.ID)
	if err := a.become(c, v, person); err != nil {
		return err
	}
	if err := a.leaveNotice(c, "signup.done"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/club")
}

// joinClub makes somebody who was invited a member. Who comes by a personal link does
// not count as one more who signs up from an address: at a club's evening all come
// from one, and each link lets in nobody but its member.
func (a *App) joinClub(c echo.Context, inv db.Invitation, v *visitor) (db.Person, error) {
	ctx, secret := c.Request().Context(), hashID(c.Param("link"))
	name, password := trimName(c.FormValue("name")), c.FormValue("password")
	personal := inv.Person.ID != ""
	if personal {
		name = inv.Person.Name
	} else if err := a.checkName(c, name); err != nil {
		return db.Person{}, err
	}
	if err := validatePassword(password, name); err != nil {
		return db.Person{}, err
	}
	if !personal {
		if err := allowAddress(c, a.limits.signUps); err != nil {
			return db.Person{}, err
		}
	}
	hash, err := a.hash(c, password)
	if err != nil {
		return db.Person{}, err
	}
	if personal {
		return a.DB.JoinInvited(ctx, secret, v.person.ID, hash, a.Now())
	}
	return a.DB.SignUpInvited(ctx, secret, v.person.ID, name, hash, a.Now())
}
