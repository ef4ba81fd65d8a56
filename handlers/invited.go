package handlers

import (
	"hexclub/db"
	"hexclub/rules"
	"hexclub/views/account"
	"hexclub/views/page"
	"net/http"

	"github.com/labstack/echo/v4"
)

// showInvited answers with the form that an invitation leads to.
func (a *accountArea) showInvited(c echo.Context) error {
	inv, _, err := a.invited(c)
	if err != nil {
		return err
	}
	return a.invitedPage(c, http.StatusOK, inv, nil)
}

// invited is the invitation that the address has the secret of, for who is not
// logged in.
func (a *accountArea) invited(c echo.Context) (inv db.Invitation, v *visitor, err error) {
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
func (a *accountArea) invitedPage(c echo.Context, status int, inv db.Invitation, problem error) error {
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
func (a *accountArea) acceptInvitation(c echo.Context) error {
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
func (a *accountArea) joinClub(c echo.Context, inv db.Invitation, v *visitor) (db.Person, error) {
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
