package web

import (
	"errors"
	"math"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"sync"

	"github.com/labstack/echo/v4"
)

// Addresses are the public address of the site, and those of proxies before it.
type Addresses struct {
	URL     *url.URL       // public; nil to go by the request
	Proxies []netip.Prefix // whose word on where a request comes from is taken
	unknown sync.Once      // logs a proxy that is not one of them
}

// parseSiteURL parses the public address of a site.
func parseSiteURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") || (u.Path != "" && u.Path != "/") ||
		u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("the public address is not like https://hex.example")
	}
	if port, err := strconv.Atoi(u.Port()); u.Port() != "" && (err != nil || port < 1 || port > math.MaxUint16) {
		return nil, errors.New("the public address has no port that there is")
	}
	return u, nil
}

// SiteURL is the full address of a path, as the reader would send it on.
func (a *Addresses) SiteURL(c echo.Context, path string) string {
	if a.URL != nil {
		return a.FullURL(path)
	}
	scheme := "http"
	if c.Request().TLS != nil {
		scheme = "https"
	}
	return scheme + "://" + c.Request().Host + path
}

// FullURL returns the full address of a path, for mails.
func (a *Addresses) FullURL(path string) string { return a.URL.Scheme + "://" + a.URL.Host + path }

// Referrer is the path of this site's page that sent a request. It is empty
// when that is unknown or cannot be asked for again, as an answer to a form.
func (a *Addresses) Referrer(c echo.Context) string {
	u, err := url.Parse(c.Request().Referer())
	if err != nil || u.Host == "" || u.Host != c.Request().Host && (a.URL == nil || u.Host != a.URL.Host) {
		return ""
	}
	path := u.RequestURI()
	page := c.Echo().NewContext(nil, nil)
	c.Echo().Router().Find(http.MethodGet, u.Path, page)
	if path != LocalPath(path) || page.Get(echo.ContextKeyHeaderAllow) != nil {
		return ""
	}
	return path
}

// unknownProxy returns the address of the proxy on this machine or near it that passed a
// request on, when the site does not know that proxy.
func (a *Addresses) unknownProxy(r *http.Request) (from netip.Addr, ok bool) {
	if r.Header.Get(echo.HeaderXForwardedFor) == "" || a.FromProxy(r) {
		return netip.Addr{}, false
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	from = peer.Addr().Unmap()
	return from, err == nil && (from.IsLoopback() || from.IsPrivate() || from.IsLinkLocalUnicast() || sharedRange.Contains(from))
}

// FromProxy reports whether a request was passed on by a proxy that the site knows.
func (a *Addresses) FromProxy(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && slices.ContainsFunc(a.Proxies, func(p netip.Prefix) bool { return p.Contains(peer.Addr().Unmap()) })
}

// NoticeProxy warns, once, where a proxy on this machine or near it passes requests on
// and is not known: all visitors then share its limits and bans.
func (s *Site) NoticeProxy(r *http.Request) {
	if from, ok := s.unknownProxy(r); ok {
		s.unknown.Do(func() {
			s.Log.Warn("all who come by a proxy share limits and bans: --proxy (HEXCLUB_PROXY) does not name it", "address", from.String())
		})
	}
}

// BehindUnknownProxy reports whether a request has the address of a proxy, and not its client's.
func (a *Addresses) BehindUnknownProxy(c echo.Context) bool {
	_, shared := a.unknownProxy(c.Request())
	return shared
}

// sharedRange holds the addresses that providers and virtual networks use inside (RFC 6598).
var sharedRange = netip.MustParsePrefix("100.64.0.0/10")
