package handlers

import (
	"cmp"
	"log/slog"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"hexclub/db"
	"hexclub/handlers/live"
)

// A site is what all areas need: who asks, in which language, and how they are answered.
type site struct {
	DB   *db.DB
	Live *live.Hub
	Log  *slog.Logger
	Now  func() time.Time
	*Embedded
	url      *url.URL    // public address; nil to go by the request
	post     *postOffice // nil on a site that sends no mails
	sessions *sessionStore
	days     visitDays // on which members were here
	here     *presence
	limits   *limiters
	bans     bans
	floods   floods
	metrics  *metrics       // nil on a site that counts nothing
	proxies  []netip.Prefix // whose word on where a request comes from is taken
	unknown  sync.Once      // logs a proxy that is not one of them
	rendered sync.Pool      // of *bytes.Buffer, for pages
	reserved func() *reservedNames
	front    perLanguage[front]
	recent   *recent

	seekChanged    func(key string) // a game in the lobby has changed; the key is that of its rules
	currentChanged func()           // a game in the list of current games has changed
}

func newSite(config Config, embedded *Embedded) (s *site, err error) {
	s = &site{
		DB: config.DB, Live: live.NewHub(), Now: config.Now, Embedded: embedded,
		here: newPresence(config.Now), limits: newLimiters(config.Limits, config.Now), proxies: config.Proxies, recent: &recent{},
	}
	s.Log = slog.New(tee{Handler: config.Log.Handler(), keep: s.recent})
	s.reserved = sync.OnceValue(func() *reservedNames { return newReservedNames(s.text) })
	s.front.build = newFront
	if config.URL != "" {
		if s.url, err = parseSiteURL(config.URL); err != nil {
			return nil, &ConfigError{"URL", err}
		}
	}
	s.sessions = &sessionStore{
		db: config.DB, now: config.Now, secure: s.url != nil && s.url.Scheme == "https",
		guests: max(0, cmp.Or(config.Guests, db.GuestsStay)),
	}
	if s.post, err = newPostOffice(config); err != nil {
		return nil, err
	}
	return s, nil
}
