package web

import (
	"cmp"
	"log/slog"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"hexclub/db"
	"hexclub/handlers/cache"
	"hexclub/handlers/live"
)

// A Site is what all areas need: who asks, in which language, and how they are answered.
type Site struct {
	DB   *db.DB
	Live *live.Hub
	Log  *slog.Logger
	Now  func() time.Time
	*Embedded
	Url      *url.URL    // public address; nil to go by the request
	Post     *postOffice // nil on a site that sends no mails
	Sessions *sessionStore
	days     visitDays // on which members were here
	Here     *presence
	Limits   *limiters
	Bans     bans
	Floods   floods
	Metrics  *metrics       // nil on a site that counts nothing
	Proxies  []netip.Prefix // whose word on where a request comes from is taken
	unknown  sync.Once      // logs a proxy that is not one of them
	rendered sync.Pool      // of *bytes.Buffer, for pages
	Reserved func() *reservedNames
	Front    cache.PerLanguage[front]
	Recent   *recent

	SeekChanged    func(key string) // a game in the lobby has changed; the key is that of its rules
	CurrentChanged func()           // a game in the list of current games has changed
}

func New(config Config, embedded *Embedded) (s *Site, err error) {
	s = &Site{
		DB: config.DB, Live: live.NewHub(), Now: config.Now, Embedded: embedded,
		Here: newPresence(config.Now), Limits: NewLimiters(config.Limits, config.Now), Proxies: config.Proxies, Recent: &recent{},
	}
	s.Log = slog.New(tee{Handler: config.Log.Handler(), keep: s.Recent})
	s.Reserved = sync.OnceValue(func() *reservedNames { return NewReservedNames(s.Text) })
	s.Front.Build = newFront
	if config.URL != "" {
		if s.Url, err = parseSiteURL(config.URL); err != nil {
			return nil, &ConfigError{"URL", err}
		}
	}
	s.Sessions = &sessionStore{
		db: config.DB, now: config.Now, Secure: s.Url != nil && s.Url.Scheme == "https",
		Guests: max(0, cmp.Or(config.Guests, db.GuestsStay)),
	}
	if s.Post, err = newPostOffice(config); err != nil {
		return nil, err
	}
	return s, nil
}
