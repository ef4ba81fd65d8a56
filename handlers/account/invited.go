package account

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/account"
	"hexclub/views/page"
)

// ShowInvited shows the form to accept an invitation.
func (a *Area) ShowInvited(c echo.Context) error {
	inv, _, err := a.invited(c)
	if err != nil {
		return err
	}
	return a.invitedPage(c, http.StatusOK, inv, nil)
}

// invited returns the invitation whose secret is in the address. It fails for visitors who are
// logged in.
func (a *Area) invited(c echo.Context) (inv db.Invitation, v *web.Visitor, err error) {
	err = a.TriedLink(c, func() error {
		inv, err = a.DB.Invitation(c.Request().Context(), web.HashID(c.Param("link")), a.Now())
		return err
	})
	if err != nil {
		return inv, nil, err
	}
	v, err = a.Visitor(c)
	if err == nil && v.SignedIn() {
		err = rules.Errorf(rules.Conflict, "error.signed-in", "%s is invited", v.Person.ID)
	}
	return inv, v, err
}

// invitedPage shows the form to accept an invitation, with what was sent and the problem with it.
func (a *Area) invitedPage(c echo.Context, status int, inv db.Invitation, problem error) error {
	f, err := a.Frame(c, a.Catalog(c).T("signup.title"))
	if err != nil {
		return err
	}
	f.Return = "/club"
	p := account.InvitedPage{
		AccountPage: account.AccountPage{Frame: f, Name: web.NameAgain(c, problem)}, Action: web.InvitedPath(c.Param("link")), Member: inv.Person.Name,
	}
	if inv.Role.Organises() {
		p.Role = f.T.T("invited.role", "Role", f.T.T(inv.Role.Key()))
	}
	p.Refused = page.NewRefused(f.T, problem, "name")
	return a.Render(c, status, account.Invited(p))
}

// AcceptInvitation creates an account for an invited visitor, or sets the password of an imported
// member. A guest keeps all games.
func (a *Area) AcceptInvitation(c echo.Context) error {
	inv, v, err := a.invited(c)
	if err != nil {
		return err
	}
	person, err := a.joinClub(c, inv, v)
	switch {
	case web.ShowAgain(err):
		return a.invitedPage(c, web.StatusOf(err), inv, err)
	case err != nil:
		return err
	}
	a.PublishName(c, person)
	a.LogSecurity(c, "sign-up.done", "person", person.ID)
	if err := a.Become(c, v, person); err != nil {
		return err
	}
	if err := a.LeaveNotice(c, "signup.done"); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/club")
}

// joinClub makes the visitor a member. A sign-up by a personal link does not count towards the
// limit of its address: at a club's evening all members share one address, and each link works for
// one member only.
func (a *Area) joinClub(c echo.Context, inv db.Invitation, v *web.Visitor) (db.Person, error) {
	ctx, secret := c.Request().Context(), web.HashID(c.Param("link"))
	name, password := web.TrimName(c.FormValue("name")), c.FormValue("password")
	personal := inv.Person.ID != ""
	if personal {
		name = inv.Person.Name
	} else if err := a.CheckName(c, name); err != nil {
		return db.Person{}, err
	}
	if err := web.ValidatePassword(password, name); err != nil {
		return db.Person{}, err
	}
	if !personal {
		if err := web.AllowAddress(c, a.Limits.SignUps); err != nil {
			return db.Person{}, err
		}
	}
	hash, err := a.hash(c, password)
	if err != nil {
		return db.Person{}, err
	}
	if personal {
		return a.DB.JoinInvited(ctx, secret, v.Person.ID, hash, a.Now())
	}
	return a.DB.SignUpInvited(ctx, secret, v.Person.ID, name, hash, a.Now())
}
