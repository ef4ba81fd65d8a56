package handlers

import (
	"context"
	"math"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/static"
	"hexclub/views/ops"
	"hexclub/views/page"
)

// bans keeps the active bans in memory, so that a request from a banned address costs no more than
// its answer.
type bans struct {
	loading sync.Mutex // held from the read of a list until it is in place
	list    atomic.Pointer[[]db.Ban]
	club    atomic.Pointer[db.Club] // shown on the page for banned addresses
}

// of returns the active ban of an address, if there is one. If there are several, it returns the
// longest.
func (b *bans) of(address string, now time.Time) (ban db.Ban, banned bool) {
	list := b.list.Load()
	if list == nil || len(*list) == 0 {
		return ban, false
	}
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return ban, false
	}
	ip = ip.Unmap().WithZone("")
	for _, b := range *list {
		if b.Prefix.Contains(ip) && now.Before(b.Until) && b.Until.After(ban.Until) {
			ban, banned = b, true
		}
	}
	return ban, banned
}

// LoadBans reads the bans of addresses and ends the open streams of banned ones. It is also a
// duty, because the operator changes bans while the site runs.
func (a *App) LoadBans(ctx context.Context) error {
	a.bans.loading.Lock()
	defer a.bans.loading.Unlock()
	list, err := a.DB.Bans(ctx, a.Now())
	if err != nil {
		return err
	}
	was := a.bans.list.Swap(&list)
	if was == nil || !slices.EqualFunc(*was, list, sameBan) {
		a.endBanned()
	}
	club, err := a.DB.Club(ctx)
	if err == nil {
		a.bans.club.Store(&club)
	}
	return err
}

// sameBan reports whether two bans are of the same addresses for the same time.
func sameBan(a, b db.Ban) bool { return a.Prefix == b.Prefix && a.Until.Equal(b.Until) }

// endBanned ends the open streams of addresses that are banned.
func (a *App) endBanned() {
	now := a.Now()
	a.Live.EndFrom(func(address string) bool {
		_, banned := a.bans.of(address, now)
		return banned
	})
}

// keepOut is a middleware that rejects all requests of banned addresses. It lets through static files,
// which the page about the ban needs, and health checks, which may come from a proxy.
func (a *App) keepOut(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		path := c.Request().URL.Path
		if strings.HasPrefix(path, static.Prefix) || path == "/healthz" || path == "/readyz" {
			return next(c)
		}
		ban, banned := a.bans.of(c.RealIP(), a.Now())
		if !banned {
			return next(c)
		}
		turnAway(c, "address-ban.met")
		t := a.catalog(c)
		c.Response().Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(ban.Until.Sub(a.Now()).Seconds()))))
		c.Response().Header().Set("Connection", "close")
		if club := a.bans.club.Load(); club != nil {
			c.Set(clubKey, *club)
		}
		text := ops.BannedText(t, ban.Until)
		return a.rejectInBackground(c, http.StatusForbidden, func() error {
			return a.answerProblem(c, http.StatusForbidden, text, "", func() templ.Component {
				heading := t.T("error.heading.forbidden")
				return ops.Banned(page.ErrorPage{Frame: a.bareFrame(c, heading), Heading: heading, Text: text})
			})
		})
	}
}

func (a *App) showBans(c echo.Context) error {
	return a.bansPage(c, http.StatusOK, ops.BansPage{Length: "day"}, nil)
}

// bansPage answers with the bans that hold, and with a form to make one, filled with what
// was sent, and with what was wrong with it.
func (a *App) bansPage(c echo.Context, status int, p ops.BansPage, problem error) (err error) {
	if p.Frame, err = a.frame(c, a.catalog(c).T("ban.title")); err != nil {
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
			by = playerName(p.T, ban.By)
		}
		p.Lines = append(p.Lines, ops.NewBanLine(p.T, db.RangeText(ban.Prefix), ban.Reason, by, ban.Until))
	}
	p.Own, p.Lengths = c.RealIP(), ops.NewBanLengths(p.T)
	return a.render(c, status, ops.Bans(p))
}

// banAddress bans what the form has.
func (a *App) banAddress(c echo.Context) error {
	page := ops.BansPage{Range: strings.TrimSpace(c.FormValue("range")), Reason: c.FormValue("reason"), Length: c.FormValue("length")}
	ban, err := a.readBan(c, page)
	if err != nil {
		return a.refusedBan(c, page, err)
	}
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	if err := a.DB.AddBan(c.Request().Context(), ban, v.person.ID, a.Now()); err != nil {
		return a.refusedBan(c, page, err)
	}
	a.logSecurity(c, "address-ban.made", "range", db.RangeText(ban.Prefix), "until", ban.Until, "by", v.person.ID)
	return a.banned(c, "ban.done")
}

func (a *App) refusedBan(c echo.Context, page ops.BansPage, err error) error {
	if mendable(err) {
		return a.bansPage(c, statusOf(err), page, err)
	}
	return err
}

// readBan is the ban that a form asks for. One of the sender's own address is an
// *rules.Error of kind Conflict (error.ban-self): nobody could lift it. So is one of a proxy
// that the site knows (error.ban-proxy), by which anybody may come.
func (a *App) readBan(c echo.Context, page ops.BansPage) (b db.Ban, err error) {
	if b.Prefix, err = db.ParseRange(page.Range); err != nil {
		return b, err
	}
	if own, err := netip.ParseAddr(c.RealIP()); err == nil && b.Prefix.Contains(own.Unmap().WithZone("")) {
		return b, rules.Errorf(rules.Conflict, "error.ban-self", "%s holds %s", b.Prefix, own)
	}
	if slices.ContainsFunc(a.proxies, b.Prefix.Overlaps) {
		return b, rules.Errorf(rules.Conflict, "error.ban-proxy", "%s has a proxy in it", b.Prefix)
	}
	if b.Reason, err = readReason(c); err != nil {
		return b, err
	}
	length, err := oneOf(c, "length", ops.BanLengths()...)
	days := map[string]int{"day": 1, "week": 7, "month": 30, "year": 365}[length]
	if b.Until = a.Now().AddDate(0, 0, days); days == 0 {
		b.Until = a.Now().Add(time.Hour)
	}
	return b, err
}

// liftBan lets a range of addresses in again.
func (a *App) liftBan(c echo.Context) error {
	prefix, err := db.ParseRange(c.FormValue("range"))
	if err != nil {
		return err
	}
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	if err := a.DB.LiftBan(c.Request().Context(), prefix, v.person.ID, a.Now()); err != nil {
		return err
	}
	a.logSecurity(c, "address-ban.lifted", "range", db.RangeText(prefix), "by", v.person.ID)
	return a.banned(c, "ban.lifted")
}

// banned leads back to the bans, which count from now on.
func (a *App) banned(c echo.Context, notice string) error {
	if err := a.LoadBans(context.WithoutCancel(c.Request().Context())); err != nil {
		return err
	}
	if err := a.leaveNotice(c, notice); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/admin/bans")
}
