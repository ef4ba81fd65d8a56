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

// Addresses are the public address of the site, and the addresses of proxies in front of it.
type Addresses struct {
	URL     *url.URL       // public; nil to use that of the request
	Proxies []netip.Prefix // whose headers are trusted
	unknown sync.Once      // logs an unknown proxy
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

// SiteURL returns the full address of a path, for links that readers share.
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

// FullURL returns the full address of a path, for e-mails.
func (a *Addresses) FullURL(path string) string { return a.URL.Scheme + "://" + a.URL.Host + path }

// Referrer returns the path of this site's page that sent a request. It is empty if that is unknown, or if the
// page was the answer to a form.
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

// unknownProxy returns the address of an unknown proxy on this machine or nearby that forwarded a request.
func (a *Addresses) unknownProxy(r *http.Request) (from netip.Addr, ok bool) {
	if r.Header.Get(echo.HeaderXForwardedFor) == "" || a.FromProxy(r) {
		return netip.Addr{}, false
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	from = peer.Addr().Unmap()
	return from, err == nil && (from.IsLoopback() || from.IsPrivate() || from.IsLinkLocalUnicast() || sharedRange.Contains(from))
}

// FromProxy reports whether a known proxy forwarded a request.
func (a *Addresses) FromProxy(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && slices.ContainsFunc(a.Proxies, func(p netip.Prefix) bool { return p.Contains(peer.Addr().Unmap()) })
}

// NoticeProxy warns once of an unknown proxy on this machine or nearby, because all visitors then share its
// limits and bans.
func (s *Site) NoticeProxy(r *http.Request) {
	if from, ok := s.unknownProxy(r); ok {
		s.unknown.Do(func() {
			s.Log.Warn("requests through this proxy share limits and bans: --proxy (HEXCLUB_PROXY) does not name it", "address", from.String())
		})
	}
}

// BehindUnknownProxy reports whether a request has the address of a proxy instead of its client's.
func (a *Addresses) BehindUnknownProxy(c echo.Context) bool {
	_, shared := a.unknownProxy(c.Request())
	return shared
}

// sharedRange has the addresses that providers and virtual networks use internally (RFC 6598).
var sharedRange = netip.MustParsePrefix("100.64.0.0/10")
