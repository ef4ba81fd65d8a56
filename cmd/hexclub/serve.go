package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"hexclub/db"
	"hexclub/handlers"
	"hexclub/handlers/gate"
	"hexclub/handlers/search"
	"hexclub/handlers/web"
)

// serveCommand serves the site until it is told to stop.
type serveCommand struct {
	Listen      string   `default:"localhost:8080" env:"HEXCLUB_LISTEN" help:"Address to listen on."`
	DB          string   `default:"hexclub.db" env:"HEXCLUB_DB" name:"db" type:"path" help:"SQLite file, created when missing."`
	URL         string   `env:"HEXCLUB_URL" name:"url" help:"Public address, such as https://hex.example; by default that of each request."`
	SMTP        string   `env:"HEXCLUB_SMTP" name:"smtp" help:"Server to send mails by, such as smtp://user:password@mail.example:587; by default none are sent. Needs --mail-from and --url. Better set in the environment, or in a file named by HEXCLUB_SMTP_FILE: all on the machine can read flags."`
	From        string   `env:"HEXCLUB_MAIL_FROM" name:"mail-from" help:"Address that mails come from, under the name that members know, such as 'The Honeycomb <club@mail.example>'."`
	Proxy       []string `env:"HEXCLUB_PROXY" name:"proxy" help:"Addresses or ranges of proxies in front of the site, such as 127.0.0.1 or 10.0.0.0/8, with commas between; by default none."`
	backupsFlag `embed:""`
	BackupEvery time.Duration `default:"24h" env:"HEXCLUB_BACKUP_EVERY" name:"backup-every" help:"How old the newest backup may become until another is made, such as 12h or 7d; 0 for none by the clock."`
	BackupKeep  int           `default:"14" env:"HEXCLUB_BACKUP_KEEP" name:"backup-keep" help:"How many backups stay; the oldest go."`
	GuestExpiry time.Duration `default:"90d" env:"HEXCLUB_GUEST_EXPIRY" name:"guest-expiry" help:"How long a guest who does not come back is kept, such as 30d; 0 for ever. A guest is removed with its games on one device and against bots."`

	Metrics string `env:"HEXCLUB_METRICS" name:"metrics" help:"Address to answer the operator on, such as localhost:9090: /metrics for Prometheus, /readyz with details; by default none."`

	loggingFlags `embed:""`
}

const (
	// stopPatience is how long requests may go on when the server stops. Then they are
	// cut off: who reads an answer byte by byte keeps nobody waiting.
	stopPatience = 6 * time.Second

	// stopWithin is how long stopping may take in all, before the system kills the
	// program. Nothing that was answered is lost by it.
	stopWithin = 9 * time.Second
)

// Run serves until ctx is done, then lets running requests finish.
func (s serveCommand) Run(ctx context.Context, strays strays) (err error) {
	defer func() {
		if db.Damaged(err) {
			err = exitError{err, damagedStatus}
		}
	}()
	limitMemory()
	config, err := s.config()
	if err != nil {
		return configError(err)
	}
	strays.log(config.Log)
	listener, err := listen("--listen (HEXCLUB_LISTEN)", "localhost:8080", s.Listen)
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }() // twice is harmless
	metrics, err := s.listenMetrics()
	if err != nil {
		return err
	}

	// What follows is for one site alone: a second would bring the schema of the first up
	// to date while it runs.
	release, err := db.ServeAlone(s.DB)
	if err != nil {
		return badDatabase(err)
	}
	defer func() { err = errors.Join(err, release()) }()
	if err := config.Backups.Probe(s.DB); err != nil {
		err = fmt.Errorf("--backups (HEXCLUB_BACKUPS): no backups can be made there: %w", err)
		if setWrong(err) {
			return configError(err)
		}
		config.Log.Error("the site opens without backups", "error", err) // a disk's trouble, which may pass; /readyz tells of it
	}
	store, err := db.OpenWith(ctx, s.DB, config.Backups)
	if err != nil && ctx.Err() != nil {
		return nil // it was stopped before it had begun
	}
	if err != nil {
		return badDatabase(err)
	}
	defer func() { err = errors.Join(err, store.Close()) }()

	config.DB = store
	app, err := handlers.New(config)
	if err != nil {
		return err
	}
	if warning := store.Warning(); warning != nil {
		app.Log.Warn("the database was brought up to date all the same", "warning", warning)
	}
	offer, err := app.Account.OfferAdmin(ctx)
	if err != nil {
		return err
	}
	failed := make(chan error, 3) // one each of what may fail below
	defer watch(app, metrics, failed)()
	ctx, stop := context.WithCancel(ctx)
	working := make(chan struct{})
	go func() { defer close(working); app.Work(ctx) }()
	defer func() { stop(); <-working }() // before the database closes
	go func() {
		if err := checkWhole(ctx, store.CheckWhole, app.Log); err != nil {
			failed <- err
		}
	}()
	server := gate.NewServer(app.Router(), app.Log)
	go func() { failed <- server.Serve(app.Guard.LimitConnections(listener)) }()
	debug.FreeOSMemory() // what starting took and is not needed any more
	if err := dropStartPages(); err != nil {
		app.Log.Debug("pages of the program stay in memory", "error", err)
	}
	if err := s.logStart(ctx, config, listener); err != nil {
		return err
	}
	s.greet(s.address(listener), metrics, offer)

	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		return shutDown(app, server)
	}
}

// checkWhole checks the database, which is open. Damage alone ends the site; where it could
// not be checked, as after a passing error of the disk, the log tells.
func checkWhole(ctx context.Context, check func(context.Context) error, log *slog.Logger) error {
	err := check(ctx)
	switch {
	case db.Damaged(err):
		return err
	case err != nil && ctx.Err() == nil:
		log.Error("the database could not be checked as a whole", "error", err)
	}
	return nil
}

// badDatabase tells that the database cannot be opened.
func badDatabase(err error) error {
	err = fmt.Errorf("--db (HEXCLUB_DB): %w", err)
	if setWrong(err) || errors.Is(err, db.ErrNewer) {
		return configError(err)
	}
	return err
}

// config is what the site is made from, but for the database.
func (s serveCommand) config() (config web.Config, err error) {
	config = web.Config{
		Log: s.logger(os.Stderr), Now: time.Now, URL: s.URL, SMTP: s.SMTP, MailFrom: s.From,
		Limits: web.DefaultLimits(), BotWait: time.Second, Searches: search.AddBackgroundThreads(),
		Version: programVersion(), Metrics: s.Metrics != "",
	}
	if config.Proxies, err = parseProxies(s.Proxy); err != nil {
		return config, err
	}
	if config.Backups, err = s.backups(); err != nil {
		return config, err
	}
	if config.Guests, err = s.guests(); err != nil {
		return config, err
	}
	return config, namingFlag(config.Check())
}

// logStart writes to the log what was started, and how it is set.
func (s serveCommand) logStart(ctx context.Context, config web.Config, listener net.Listener) error {
	schema, _, err := config.DB.Schema(ctx)
	if err != nil {
		return err
	}
	config.Log.Info("started", "version", config.Version, "address", listener.Addr().String(), "url", s.URL,
		"database", s.DB, "schema", schema, "backups", config.Backups.Dir, "mails", s.SMTP != "",
		"proxies", strings.Join(s.Proxy, ","), "metrics", s.Metrics)
	return nil
}

// greet tells who is at the machine where the site is open, and by what link somebody
// becomes its admin, if it is offered; not in the log, which is for others, too.
func (s serveCommand) greet(address string, metrics net.Listener, offer string) {
	fmt.Printf("Hexclub is open at %s\n", address)
	if metrics != nil {
		fmt.Printf("Metrics are at http://%s/metrics\n", metrics.Addr())
	}
	if offer != "" {
		fmt.Printf("The club has no admin yet. Whoever opens this link first, within 24 hours, becomes its admin:\n%s\n",
			cmp.Or(strings.TrimRight(s.URL, "/"), address)+offer)
	}
}

// shutDown ends a server cleanly: streams at once, then requests.
func shutDown(app *handlers.App, server *http.Server) error {
	app.Log.Info("stopping")
	time.AfterFunc(stopWithin, func() {
		app.Log.Error("stopping took too long")
		os.Exit(1)
	})
	app.Live.Close() // streams end by themselves, so that Shutdown need not wait for them
	patience, cancel := context.WithTimeout(context.Background(), stopPatience)
	defer cancel()
	err := server.Shutdown(patience)
	if errors.Is(err, context.DeadlineExceeded) {
		app.Log.Warn("requests that took too long were cut off")
		return server.Close()
	}
	return err
}

// backups are where backups go, and how often. Bounds keep what was mistyped from
// filling the disk, or from leaving one backup alone.
func (s serveCommand) backups() (db.Backups, error) {
	b := s.of(s.DB)
	b.Every, b.Keep = s.BackupEvery, s.BackupKeep
	switch {
	case b.Every != 0 && b.Every < time.Minute:
		return b, fmt.Errorf("--backup-every (HEXCLUB_BACKUP_EVERY) %v is less than a minute", b.Every)
	case b.Keep < 1:
		return b, fmt.Errorf("--backup-keep (HEXCLUB_BACKUP_KEEP) %d is less than 1", b.Keep)
	}
	return b, nil
}

// guests returns how long guests are kept, as handlers.Config has it.
func (s serveCommand) guests() (time.Duration, error) {
	switch {
	case s.GuestExpiry == 0:
		return -1, nil
	case s.GuestExpiry < 24*time.Hour:
		return 0, fmt.Errorf("--guest-expiry (HEXCLUB_GUEST_EXPIRY) %v is less than a day", s.GuestExpiry)
	}
	return s.GuestExpiry, nil
}

// namingFlag names the flag, and the variable, that is wrong.
func namingFlag(err error) error {
	var wrong *web.ConfigError
	if !errors.As(err, &wrong) {
		return err
	}
	flag := map[string]string{
		"URL": "--url (HEXCLUB_URL)", "SMTP": "--smtp (HEXCLUB_SMTP or HEXCLUB_SMTP_FILE)", "MailFrom": "--mail-from (HEXCLUB_MAIL_FROM)",
	}[wrong.Setting]
	return fmt.Errorf("%s: %w", flag, wrong.Err)
}

// parseProxies reads addresses and ranges of addresses.
func parseProxies(texts []string) (list []netip.Prefix, err error) {
	for _, text := range texts {
		prefix, err := netip.ParsePrefix(text)
		if address, single := netip.ParseAddr(text); single == nil {
			prefix, err = address.Prefix(address.BitLen())
		}
		if err != nil {
			return nil, fmt.Errorf("--proxy (HEXCLUB_PROXY): %q is not like 127.0.0.1 or 10.0.0.0/8", text)
		}
		list = append(list, prefix)
	}
	return list, nil
}

// address is where a browser on this machine finds the site: the host that was
// asked for and the port that it got.
func (s serveCommand) address(listener net.Listener) string {
	host, _, _ := net.SplitHostPort(s.Listen) // it was listened on, so it can be split
	if host == "" {
		host = "localhost"
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return "http://" + net.JoinHostPort(host, port)
}
