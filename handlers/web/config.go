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

// Config has the settings of an App.
type Config struct {
	DB  *db.DB
	Log *slog.Logger
	Now func() time.Time

	// URL is the site's public address ("https://hex.example"), empty to use that of each request. With https,
	// cookies are marked secure.
	URL string

	// SMTP is the server for outgoing e-mail ("smtp://user:password@mail.example:587"), and MailFrom the
	// sender's address. Both are empty on a site without e-mail; else URL is required.
	SMTP     string
	MailFrom string

	// Hints is the level of the searches for hints; 0 is the highest.
	Hints bot.Level

	// Searches is the number of searches for bots' turns and hints at once; 0 leaves a core for pages if there
	// are several. AddBackgroundThreads has the same number, and lets pages be answered sooner. At most two
	// passwords are hashed at once, and no more than there are searches.
	Searches int

	// PasswordMemory is the memory that the hash of a new password takes, in KiB; 0 for 19 MiB, the least that is
	// safe. Tests hash faster.
	PasswordMemory uint32

	// BotWait is how long the answer to a turn without JavaScript waits for the turns of bots; 0 for not at all.
	BotWait time.Duration

	// Embedded is shared with other Apps; nil to read it.
	Embedded *Embedded

	Limits Limits

	// Backups configures the site's backups.
	Backups db.Backups

	// Guests is the time after which an absent guest is deleted; 0 for db.GuestsStay, negative for never.
	Guests time.Duration

	// Node names this program among those that serve the same database on a server; empty for one that serves it alone.
	Node string

	// Version is the version of the program.
	Version string

	// Metrics enables metrics for Prometheus; ops.Area.Monitoring serves them.
	Metrics bool

	// Styleguide enables the page that shows the parts of the design to developers.
	Styleguide bool

	// Proxies are the addresses of proxies that forward requests to the site and send their clients' addresses
	// in X-Forwarded-For.
	Proxies []netip.Prefix
}

// A ConfigError is an error in a setting of a Config. It does not contain the value, which may be a secret.
type ConfigError struct {
	Setting string // name of the field: URL, SMTP or MailFrom
	Err     error
}

func (e *ConfigError) Error() string { return e.Setting + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *ConfigError) Unwrap() error { return e.Err }

// Check returns the *ConfigError that New would return for the settings, without a database.
func (config Config) Check() error {
	if config.URL != "" {
		if _, err := parseSiteURL(config.URL); err != nil {
			return &ConfigError{"URL", err}
		}
	}
	_, err := newPostOffice(config)
	return err
}

// Embedded has the embedded texts, files and lessons. It does not change, so several Apps may share it.
// ReadEmbedded and NewEmbedded make one.
type Embedded struct {
	Text    *i18n.Catalogs
	Static  *static.Files
	Courses lesson.Courses

	Front    cache.PerLanguage[front]
	Reserved func() *reservedNames
}

// ReadEmbedded reads the embedded data. Lessons are read at their first use. An error is a mistake in the
// program.
func ReadEmbedded() (*Embedded, error) {
	text, err := i18n.Load()
	if err != nil {
		return nil, err
	}
	return NewEmbedded(text, lesson.NewCourses(i18n.Typeset))
}

// NewEmbedded returns the embedded data with these texts and lessons.
func NewEmbedded(text *i18n.Catalogs, courses lesson.Courses) (*Embedded, error) {
	files, err := static.Load()
	if err != nil {
		return nil, err
	}
	e := &Embedded{Text: text, Static: files, Courses: courses}
	e.Front.Build = newFront
	e.Reserved = sync.OnceValue(func() *reservedNames { return NewReservedNames(text) })
	return e, nil
}
