package web

import (
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"hexclub/db"
	"hexclub/handlers/cache"
	"hexclub/rules/bot"
	"hexclub/rules/lesson"
	"hexclub/static"
	"hexclub/views/i18n"
)

// Config is what an App is made from.
type Config struct {
	DB  *db.DB
	Log *slog.Logger
	Now func() time.Time

	// URL is the site's public address ("https://hex.example"), empty to go
	// by the address of each request. With https, cookies are marked secure.
	URL string

	// SMTP is the server that mails are sent by ("smtp://user:password@mail.example:587"),
	// and MailFrom the address that they come from. Both are empty on a site
	// without mail, which says nothing about it; else there must be a URL.
	SMTP     string
	MailFrom string

	// Hints is the level of the searches that suggest turns; 0 is the highest.
	Hints bot.Level

	// Searches is how many searches for bots' turns and hints there are at once;
	// 0 for so many that they leave a core for pages where there are several.
	// AddBackgroundThreads has the same number, and lets pages be answered sooner.
	// At most two passwords are hashed at once, and no more than there are searches.
	Searches int

	// BotWait is how long the answer to a turn without JavaScript waits for the turns of bots; 0 for
	// not at all.
	BotWait time.Duration

	// Embedded is shared with other Apps; nil to read it.
	Embedded *Embedded

	// Limits are how often things may be done.
	Limits Limits

	// Backups are where the site's backups are and how often they are made.
	Backups db.Backups

	// Guests is the time after which a guest who does not come back is deleted; 0 for
	// db.GuestsStay, negative for never.
	Guests time.Duration

	// Version is that of the program.
	Version string

	// Metrics says to count what happens, for Prometheus; ops.Area.Monitoring answers with it.
	Metrics bool

	// Proxies are the addresses of those that pass requests on to the site and
	// name their clients in X-Forwarded-For.
	Proxies []netip.Prefix
}

// A ConfigError says what is wrong with a setting of a Config. It does not contain
// the value, which may be a secret.
type ConfigError struct {
	Setting string // name of the field: URL, SMTP or MailFrom
	Err     error
}

func (e *ConfigError) Error() string { return e.Setting + ": " + e.Err.Error() }

// Unwrap is what is wrong.
func (e *ConfigError) Unwrap() error { return e.Err }

// Check says what New would say is wrong with the settings, as a *ConfigError, before
// there is a database.
func (config Config) Check() error {
	if config.URL != "" {
		if _, err := parseSiteURL(config.URL); err != nil {
			return &ConfigError{"URL", err}
		}
	}
	_, err := newPostOffice(config)
	return err
}

// Embedded is what the program brings along: texts, files and lessons. It does not
// change, so several Apps may share it. Make one with ReadEmbedded.
type Embedded struct {
	Text    *i18n.Catalogs
	Static  *static.Files
	Courses lesson.Courses

	Front    cache.PerLanguage[front]
	Reserved func() *reservedNames
}

// ReadEmbedded reads what the program brings along; lessons are read when they are
// first asked for. An error is one of the program's making.
func ReadEmbedded() (*Embedded, error) {
	text, err := i18n.Load()
	if err != nil {
		return nil, err
	}
	files, err := static.Load()
	if err != nil {
		return nil, err
	}
	e := &Embedded{Text: text, Static: files, Courses: lesson.NewCourses(i18n.Typeset)}
	e.Front.Build = newFront
	e.Reserved = sync.OnceValue(func() *reservedNames { return NewReservedNames(text) })
	return e, nil
}
