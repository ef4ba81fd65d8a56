package web

import (
	"bytes"
	"cmp"
	"log/slog"
	"sync"
	"time"

	"hexclub/db"
	"hexclub/handlers/live"
	"hexclub/handlers/peers"
)

// A Site has what all areas need: the visitor, the language, and the answer to a request.
type Site struct {
	DB  *db.DB
	Now func() time.Time
	*Embedded
	Addresses
	Publisher
	Monitor
	Post     *postOffice // nil on a site without e-mail
	Sessions *sessionStore
	Presence *presence
	Limits   *limiters
	Pictures *Pictures
	buffers  sync.Pool // of *bytes.Buffer, for pages
}

// New returns a site. It fails with a *ConfigError as handlers.New does.
func New(config Config, embedded *Embedded) (s *Site, err error) {
	s = &Site{
		DB: config.DB, Now: config.Now, Embedded: embedded, Addresses: Addresses{Proxies: config.Proxies}, Publisher: Publisher{Live: live.NewHub()},
		Presence: newPresence(config.Now), Limits: NewLimiters(config.Limits, config.Now), Pictures: newPictures(),
	}
	s.Recent = &recent{}
	s.Log = slog.New(tee{Handler: config.Log.Handler(), keep: s.Recent})
	s.Peers = peers.New(config.Node, s.DB, s.Live, s.Log, s.Limits.logInsAt, s.Limits.logInsAs, s.Limits.logInsBy, s.Limits.ResetsAt, s.Limits.ResetsAs,
		s.Limits.Mail, s.Limits.Mailboxes)
	s.Peers.OnChange(func(topic string) {
		if topic == "" {
			s.Presence.lose()
		}
	})
	if config.URL != "" {
		if s.URL, err = parseSiteURL(config.URL); err != nil {
			return nil, &ConfigError{"URL", err}
		}
	}
	s.Sessions = &sessionStore{
		db: config.DB, now: config.Now, Secure: s.URL != nil && s.URL.Scheme == "https",
		Guests: max(0, cmp.Or(config.Guests, db.GuestsStay)),
	}
	if s.Post, err = newPostOffice(config); err != nil {
		return nil, err
	}
	return s, nil
}

// buffer returns an empty buffer for a page. The caller releases it.
func (s *Site) buffer() *bytes.Buffer {
	b, ok := s.buffers.Get().(*bytes.Buffer)
	if !ok {
		b = &bytes.Buffer{}
	}
	b.Reset()
	return b
}

// release returns a buffer to the pool.
func (s *Site) release(b *bytes.Buffer) {
	if b.Cap() <= maxBuffer {
		s.buffers.Put(b)
	}
}

// maxBuffer is the maximum size of a buffer that is used again, in bytes.
const maxBuffer = 256 << 10
