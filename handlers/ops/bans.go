package ops

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/ops"
	"hexclub/views/page"
)

// ShowBans serves the banned addresses, with a form for a new ban.
func (a *Area) ShowBans(c echo.Context) error {
	return a.bansPage(c, http.StatusOK, ops.BansPage{Length: "day"}, nil)
}

// bansPage shows the current bans and a form to add one, with what was sent and the problem with
// it.
func (a *Area) bansPage(c echo.Context, status int, p ops.BansPage, problem error) (err error) {
	if p.Frame, err = a.Frame(c, a.Catalog(c).T("ban.title")); err != nil {
		return err
	}
	p.Refused = page.NewRefused(p.T, problem, "range")
	list, err := a.DB.Bans(c.Request().Context(), a.Now())
	if err != nil {
		return err
	}
	for _, ban := range list {
		by := p.T.T("log.operator")
		if ban.By.ID != "" {
			by = web.PlayerName(p.T, ban.By)
		}
		p.Lines = append(p.Lines, ops.NewBanLine(p.Calendar(), db.RangeText(ban.Prefix), ban.Reason, by, ban.Until))
	}
	p.Own, p.Lengths = c.RealIP(), ops.NewBanLengths(p.T)
	return a.Render(c, status, ops.Bans(p))
}

// BanAddress adds the ban of the form.
func (a *Area) BanAddress(c echo.Context) error {
	p := ops.BansPage{Range: strings.TrimSpace(c.FormValue("range")), Reason: c.FormValue("reason"), Length: c.FormValue("length")}
	ban, err := a.readBan(c, p)
	if err != nil {
		return a.rejectedBan(c, p, err)
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	if err := a.DB.AddBan(c.Request().Context(), ban, v.Person.ID, a.Now()); err != nil {
		return a.rejectedBan(c, p, err)
	}
	a.LogSecurity(c, "address-ban.made", "range", db.RangeText(ban.Prefix), "until", ban.Until, "by", v.Person.ID)
	return a.banned(c, "ban.done")
}

func (a *Area) rejectedBan(c echo.Context, p ops.BansPage, err error) error {
	if web.ShowAgain(err) {
		return a.bansPage(c, web.StatusOf(err), p, err)
	}
	return err
}

// readBan reads a ban from a form. It returns an *rules.Error of kind Conflict for the sender's own
// address (error.ban-self), because the sender could not lift the ban, and for a proxy that the
// site knows (error.ban-proxy), because all visitors may come from there.
func (a *Area) readBan(c echo.Context, p ops.BansPage) (b db.Ban, err error) {
	if b.Prefix, err = db.ParseRange(p.Range); err != nil {
		return b, err
	}
	if own, err := netip.ParseAddr(c.RealIP()); err == nil && b.Prefix.Contains(own.Unmap().WithZone("")) {
		return b, rules.Errorf(rules.Conflict, "error.ban-self", "%s holds %s", b.Prefix, own)
	}
	if slices.ContainsFunc(a.Proxies, b.Prefix.Overlaps) {
		return b, rules.Errorf(rules.Conflict, db.ErrBanProxy.Key, "%s has a proxy in it", b.Prefix)
	}
	if b.Reason, err = web.ReadReason(c); err != nil {
		return b, err
	}
	length, err := web.OneOf(c, "length", ops.BanLengths()...)
	days := map[string]int{"day": 1, "week": 7, "month": 30, "year": 365}[length]
	if b.Until = a.Now().AddDate(0, 0, days); days == 0 {
		b.Until = a.Now().Add(time.Hour)
	}
	return b, err
}

// LiftBan lifts a ban.
func (a *Area) LiftBan(c echo.Context) error {
	prefix, err := db.ParseRange(c.FormValue("range"))
	if err != nil {
		return err
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	if err := a.DB.LiftBan(c.Request().Context(), prefix, v.Person.ID, a.Now()); err != nil {
		return err
	}
	a.LogSecurity(c, "address-ban.lifted", "range", db.RangeText(prefix), "by", v.Person.ID)
	return a.banned(c, "ban.lifted")
}

// banned applies changed bans and redirects to the list.
func (a *Area) banned(c echo.Context, notice string) error {
	if err := a.LoadBans(context.WithoutCancel(c.Request().Context())); err != nil {
		return err
	}
	if err := a.LeaveNotice(c, notice); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/admin/bans")
}
