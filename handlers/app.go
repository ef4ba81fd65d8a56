package handlers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"sync"
	"time"

	"hexclub/db"
	"hexclub/handlers/live"
	"hexclub/rules/bot"
	"hexclub/rules/lesson"
	"hexclub/static"
	"hexclub/views/i18n"
)

// An App is everything that handlers share. Make one with New.
type App struct {
	DB   *db.DB
	Live *live.Hub
	Log  *slog.Logger
	Now  func() time.Time
	*Embedded
	sessions    *sessionStore
	password    *passwordHasher
	rendered    sync.Pool // of *bytes.Buffer, for pages
	pictures    queue     // of those that are drawn in pixels
	hashing     *slots    // by address
	background  *slots    // by kind of request (inBackground)
	lowPriority *threads
	limits      limiters
	bans        bans
	floods      floods
	thinkers    *thinkers     // all searches of games
	hints       bot.Level     // of what searches suggest
	patience    time.Duration // with bots, of those whose pages do not follow
	here        *presence
	reserved    func() *reservedNames
	days        visitDays      // on which members were here
	proxies     []netip.Prefix // whose word on where a request comes from is taken
	unknown     sync.Once      // logs a proxy that is not one of them
	origin      *http.CrossOriginProtection
	url         *url.URL    // public address; nil to go by the request
	post        *postOffice // nil on a site that sends no mails

	compressor  *compressor
	front       perLanguage[front]
	thumbnails  thumbnails // of desks
	current     *shared[*currentList]
	currentNews *throttle                     // announces current
	seeks       map[string]*shared[*seekList] // by the key of their game; empty for all games

	backups     db.Backups
	backupTries backupTries
	listing     listing

	version string
	started time.Time
	health  health
	done    dutyRecords
	recent  *recent
	metrics *metrics // nil on a site that counts nothing
}

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

	// Patience is how long who plays a turn without JavaScript is kept waiting for
	// what bots answer; 0 for not at all.
	Patience time.Duration

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

	// Metrics says to count what happens, for Prometheus; Watchtower answers with it.
	Metrics bool

	// Proxies are the addresses of those that pass requests on to the site and
	// tell where they come from, in X-Forwarded-For.
	Proxies []netip.Prefix
}

// A ConfigError says what is wrong with a setting of a Config. It does not tell the
// value, which may be a secret.
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
	text    *i18n.Catalogs
	static  *static.Files
	courses lesson.Courses
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
	return &Embedded{text: text, static: files, courses: lesson.NewCourses(i18n.Typeset)}, nil
}

// New makes an App. A URL that is not an absolute http or https address is a
// *ConfigError, and so is half a configuration of mail; a database that cannot be
// written is an error, too.
func New(config Config) (*App, error) {
	embedded, err := config.Embedded, error(nil)
	if embedded == nil {
		if embedded, err = ReadEmbedded(); err != nil {
			return nil, err
		}
	}
	searches := cmp.Or(config.Searches, spareCores())
	hashPlaces := min(2, searches)
	a := &App{
		DB:          config.DB,
		Live:        live.NewHub(),
		Now:         config.Now,
		Embedded:    embedded,
		password:    newPasswordHasher(hashPlaces),
		hashing:     newSlots("hashing-at", hashPlaces),
		pictures:    newPictureQueue(),
		background:  newSlots("background", 1),
		lowPriority: newThreads(),
		limits:      newLimiters(config.Limits, config.Now),
		thinkers:    newThinkers(searches),
		hints:       cmp.Or(config.Hints, bot.MaxLevel),
		patience:    config.Patience,
		here:        newPresence(config.Now),
		proxies:     config.Proxies,
		origin:      http.NewCrossOriginProtection(),
		compressor:  newCompressor(),
		backups:     config.Backups,
		listing:     make(listing, 1),
		version:     config.Version,
		started:     config.Now(),
		recent:      &recent{},
	}
	a.front.build = newFront
	a.current = &shared[*currentList]{build: a.loadCurrent, maxAge: listPeriod, now: config.Now}
	a.seeks = a.newSeeks()
	a.currentNews = &throttle{
		period: listPeriod, announce: a.announceGames, now: config.Now, after: func(d time.Duration, f func()) { time.AfterFunc(d, f) },
	}
	a.reserved = sync.OnceValue(func() *reservedNames { return newReservedNames(a.text) })
	a.Log = slog.New(tee{Handler: config.Log.Handler(), keep: a.recent})
	if config.Metrics {
		a.metrics = newMetrics(a)
	}
	if config.URL != "" {
		if a.url, err = parseSiteURL(config.URL); err != nil {
			return nil, &ConfigError{"URL", err}
		}
		if err := a.origin.AddTrustedOrigin(a.fullURL("")); err != nil {
			return nil, fmt.Errorf("public address: %w", err)
		}
	}
	a.sessions = &sessionStore{
		db: config.DB, now: config.Now, secure: a.url != nil && a.url.Scheme == "https",
		guests: max(0, cmp.Or(config.Guests, db.GuestsStay)),
	}
	if a.post, err = newPostOffice(config); err != nil {
		return nil, err
	}
	if err := a.LoadBans(context.Background()); err != nil {
		return nil, fmt.Errorf("load bans: %w", err)
	}
	// No time that the site was down counts against a player.
	if err := a.DB.ResumeClocks(context.Background(), a.Now()); err != nil {
		return nil, fmt.Errorf("resume clocks: %w", err)
	}
	_ = a.CheckHealth(context.Background()) // what is not well is logged when it is looked at again
	return a, nil
}

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
