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
	"sync/atomic"
	"time"

	"hexclub/db"
	"hexclub/handlers"
	"hexclub/handlers/gate"
	"hexclub/handlers/search"
	"hexclub/handlers/web"
)

// serveCommand serves the site until it is interrupted.
type serveCommand struct {
	Listen      string   `default:"localhost:8080" env:"HEXCLUB_LISTEN" help:"Address to listen on."`
	DB          string   `default:"hexclub.db" env:"HEXCLUB_DB" name:"db" type:"database" help:"SQLite file, which is created if it does not exist, or URL of PostgreSQL, such as postgres://user:password@db.example/hexclub. Prefer the environment, or a file named by HEXCLUB_DB_FILE, for a URL with a password."`
	URL         string   `env:"HEXCLUB_URL" name:"url" help:"Public address, such as https://hex.example; by default the address of each request."`
	SMTP        string   `env:"HEXCLUB_SMTP" name:"smtp" help:"Mail server, such as smtp://user:password@mail.example:587; by default no e-mail is sent. Requires --mail-from and --url. Prefer the environment, or a file named by HEXCLUB_SMTP_FILE: all users of the machine can read flags."`
	From        string   `env:"HEXCLUB_MAIL_FROM" name:"mail-from" help:"Sender of e-mail, with a name that members know, such as 'The Honeycomb <club@mail.example>'."`
	Proxy       []string `env:"HEXCLUB_PROXY" name:"proxy" help:"Addresses or ranges of proxies in front of the site, such as 127.0.0.1 or 10.0.0.0/8, separated by commas; by default none."`
	backupsFlag `embed:""`
	BackupEvery time.Duration `default:"24h" env:"HEXCLUB_BACKUP_EVERY" name:"backup-every" help:"Interval between automatic backups, such as 12h or 7d; 0 for none."`
	BackupKeep  int           `default:"14" env:"HEXCLUB_BACKUP_KEEP" name:"backup-keep" help:"Number of backups to keep; the oldest are deleted."`
	GuestExpiry time.Duration `default:"90d" env:"HEXCLUB_GUEST_EXPIRY" name:"guest-expiry" help:"How long to keep guests who don't return, such as 30d; 0 for ever. Their games on one device and against bots are deleted too."`

	Drain   time.Duration `default:"5s" env:"HEXCLUB_DRAIN" name:"drain" help:"How long a node on PostgreSQL goes on serving after it was asked to stop, with /readyz failing, so that a load balancer notices. Not used with SQLite."`
	Metrics string        `env:"HEXCLUB_METRICS" name:"metrics" help:"Address for monitoring, such as localhost:9090: /metrics for Prometheus, /readyz with details; by default none."`

	Styleguide bool `env:"HEXCLUB_STYLEGUIDE" name:"styleguide" help:"Serve /styleguide, a page for developers that shows the parts of the design."`

	loggingFlags `embed:""`
}

const (
	// requestTimeout is how long requests may continue after the server was asked to stop. Then
	// their connections are closed, so a client that reads slowly cannot delay the end.
	requestTimeout = 6 * time.Second

	// stopTimeout limits the whole time to stop; systemd and Docker kill the program soon after.
	// Everything that was answered is already on disk.
	stopTimeout = 9 * time.Second
)

// Run serves the site until ctx is done, then lets running requests finish.
func (s serveCommand) Run(ctx context.Context, unknown unknownVariables) (err error) {
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
	unknown.log(config.Log)
	listener, err := listen("--listen (HEXCLUB_LISTEN)", "localhost:8080", s.Listen)
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }() // closing twice is harmless
	metrics, err := s.listenMetrics()
	if err != nil {
		return err
	}

	// Only one server may use the database: a second one could migrate the schema under the first.
	release, err := db.ServeAlone(s.DB)
	if err != nil {
		return openError(err)
	}
	defer func() { err = errors.Join(err, release()) }()
	if err := s.probeBackups(config.Backups); err != nil {
		err = fmt.Errorf("--backups (HEXCLUB_BACKUPS): backups cannot be written: %w", err)
		if isPathError(err) {
			return configError(err)
		}
		config.Log.Error("starting without backups", "error", err) // a disk error may be temporary; /readyz reports it
	}
	store, err := db.OpenWith(ctx, s.DB, config.Backups)
	if err != nil && ctx.Err() != nil {
		return nil // stopped before the start was complete
	}
	if err != nil {
		return openError(err)
	}
	defer func() { err = errors.Join(err, store.Close()) }()

	config.DB = store
	if store.OnServer() {
		config.Now = store.Now
	}
	config.Node = nodeName(listener)
	app, err := handlers.New(config)
	if err != nil {
		return err
	}
	if warning := store.Warning(); warning != nil {
		app.Log.Warn("the database was migrated despite a problem", "warning", warning)
	}
	offer, err := app.Account.OfferAdmin(ctx)
	if err != nil {
		return err
	}
	failed := make(chan error, 3) // one for each sender below
	defer serveMetrics(app, metrics, failed)()
	work, stop := context.WithCancel(context.WithoutCancel(ctx)) // goes on while the node drains
	working := make(chan struct{})
	go func() { defer close(working); app.Work(work) }()
	defer func() { // before the database closes
		stop()
		<-working
		leave(app)
	}()
	go func() {
		if err := checkWhole(work, store.CheckWhole, app.Log); err != nil {
			failed <- err
		}
	}()
	draining := &drainer{Handler: app.Router()}
	server := gate.NewServer(draining, app.Log)
	go func() { failed <- server.Serve(app.Guard.LimitConnections(listener)) }()
	debug.FreeOSMemory() // memory that was only needed to start
	if err := dropStartPages(); err != nil {
		app.Log.Debug("memory of the start not released", "error", err)
	}
	if err := s.logStart(ctx, config, listener); err != nil {
		return err
	}
	s.printAddress(s.address(listener), metrics, offer)

	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		s.drain(app, draining)
		stop()
		return shutDown(app, server)
	}
}

// leave notifies other nodes of the last changes, and removes this node from the list of those that serve the site.
func leave(app *handlers.App) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := errors.Join(app.Peers.Flush(ctx), app.DB.LeaveNodes(ctx, app.Now())); err != nil {
		app.Log.Warn("other nodes do not know that this one has stopped", "error", err)
	}
}

// checkWhole checks the open database. Only damage stops the site; other errors, such as a
// temporary disk error, are logged.
func checkWhole(ctx context.Context, check func(context.Context) error, log *slog.Logger) error {
	err := check(ctx)
	switch {
	case db.Damaged(err):
		return err
	case err != nil && ctx.Err() == nil:
		log.Error("the database could not be checked", "error", err)
	}
	return nil
}

// openError explains that the database cannot be opened.
func openError(err error) error {
	err = fmt.Errorf("--db (HEXCLUB_DB): %w", err)
	if isPathError(err) || errors.Is(err, db.ErrNewer) || errors.Is(err, db.ErrUnfinished) || errors.As(err, new(*db.ServerError)) {
		return configError(err)
	}
	return err
}

// config returns the configuration of the site, without the database.
func (s serveCommand) config() (config web.Config, err error) {
	config = web.Config{
		Log: s.logger(os.Stderr), Now: time.Now, URL: s.URL, SMTP: s.SMTP, MailFrom: s.From,
		Limits: web.DefaultLimits(), BotWait: time.Second, Searches: search.AddBackgroundThreads(),
		Version: programVersion(), Metrics: s.Metrics != "", Styleguide: s.Styleguide,
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
	return config, nameFlag(config.Check())
}

// logStart logs the version and the configuration.
func (s serveCommand) logStart(ctx context.Context, config web.Config, listener net.Listener) error {
	schema, _, err := config.DB.Schema(ctx)
	if err != nil {
		return err
	}
	config.Log.Info("started", "version", config.Version, "address", listener.Addr().String(), "url", s.URL,
		"database", db.Redact(s.DB), "schema", schema, "backups", config.Backups.Dir, "mails", s.SMTP != "",
		"proxies", strings.Join(s.Proxy, ","), "metrics", s.Metrics)
	return nil
}

// printAddress prints the address of the site, and the link with which the first admin signs up, if
// there is none yet. The link is not logged because others may read the log.
func (s serveCommand) printAddress(address string, metrics net.Listener, offer string) {
	fmt.Printf("Hexclub is open at %s\n", address)
	if metrics != nil {
		fmt.Printf("Metrics are at http://%s/metrics\n", metrics.Addr())
	}
	if offer != "" {
		fmt.Printf("The club has no admin yet. The first person who opens this link within 24 hours becomes the admin:\n%s\n",
			cmp.Or(strings.TrimRight(s.URL, "/"), address)+offer)
	}
}

// drain lets a node among others go on for a while after the load balancer has seen that it is about to stop. A second signal
// ends the program.
func (s serveCommand) drain(app *handlers.App, draining *drainer) {
	if !app.DB.OnServer() || s.Drain <= 0 {
		return
	}
	app.Log.Info("draining", "for", s.Drain.String())
	draining.on.Store(true)
	ctx, cancel := context.WithTimeout(context.Background(), s.Drain)
	defer cancel()
	if err := app.Ops.Drain(ctx); err != nil {
		app.Log.Warn("other nodes do not know that this one stops", "error", err)
	}
	<-ctx.Done()
}

// A drainer answers requests. While it drains, each connection ends with its next answer, so that later requests may go to other
// nodes. It closes no idle connection: a request may be on its way there, which a load balancer cannot repeat.
type drainer struct {
	http.Handler
	on atomic.Bool
}

func (d *drainer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if d.on.Load() {
		w.Header().Set("Connection", "close")
	}
	d.Handler.ServeHTTP(w, r)
}

// nodeName names this program among the nodes: its machine and port.
func nodeName(listener net.Listener) string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return net.JoinHostPort(host, port)
}

// shutDown stops the server: streams at once, then requests.
func shutDown(app *handlers.App, server *http.Server) error {
	app.Log.Info("stopping")
	time.AfterFunc(stopTimeout, func() {
		app.Log.Error("stopping took too long")
		os.Exit(1)
	})
	app.Live.Close() // Shutdown would wait for the streams
	timeout, cancel := context.WithTimeout(context.Background(), requestTimeout)
	defer cancel()
	err := server.Shutdown(timeout)
	if errors.Is(err, context.DeadlineExceeded) {
		app.Log.Warn("requests that took too long were aborted")
		return server.Close()
	}
	return err
}

// backups returns the configuration of backups. The limits reject typing errors that would fill the
// disk or keep no usable backup.
func (s serveCommand) backups() (db.Backups, error) {
	if db.OnServer(s.DB) {
		if s.Backups != "" {
			return db.Backups{}, fmt.Errorf("--backups (HEXCLUB_BACKUPS): %w", db.ErrServer)
		}
		return db.Backups{}, nil
	}
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

// probeBackups returns an error if no backups of the database in a file can be written.
func (s serveCommand) probeBackups(b db.Backups) error {
	if db.OnServer(s.DB) {
		return nil
	}
	return b.Probe(s.DB)
}

// guests returns how long to keep guests, as web.Config expects it.
func (s serveCommand) guests() (time.Duration, error) {
	switch {
	case s.GuestExpiry == 0:
		return -1, nil
	case s.GuestExpiry < 24*time.Hour:
		return 0, fmt.Errorf("--guest-expiry (HEXCLUB_GUEST_EXPIRY) %v is less than a day", s.GuestExpiry)
	}
	return s.GuestExpiry, nil
}

// nameFlag adds the flag and the variable to a configuration error.
func nameFlag(err error) error {
	var wrong *web.ConfigError
	if !errors.As(err, &wrong) {
		return err
	}
	flag := map[string]string{
		"URL": "--url (HEXCLUB_URL)", "SMTP": "--smtp (HEXCLUB_SMTP or HEXCLUB_SMTP_FILE)", "MailFrom": "--mail-from (HEXCLUB_MAIL_FROM)",
	}[wrong.Setting]
	return fmt.Errorf("%s: %w", flag, wrong.Err)
}

// parseProxies parses addresses and ranges of addresses.
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

// address returns the URL of the site for a browser on this machine, with the port of the listener.
func (s serveCommand) address(listener net.Listener) string {
	host, _, _ := net.SplitHostPort(s.Listen) // net.Listen accepted it
	if host == "" {
		host = "localhost"
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return "http://" + net.JoinHostPort(host, port)
}
