package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"runtime/debug"
	"time"

	"hexclub/db"
	"hexclub/handlers"
)

// serveCommand serves the site until it is told to stop.
type serveCommand struct {
	Listen string   `default:"localhost:8080" env:"HEXCLUB_LISTEN" help:"Address to listen on."`
	DB     string   `default:"hexclub.db" env:"HEXCLUB_DB" name:"db" type:"path" help:"SQLite file, created when missing."`
	URL    string   `env:"HEXCLUB_URL" name:"url" help:"Public address, such as https://hex.example; by default that of each request."`
	SMTP   string   `env:"HEXCLUB_SMTP" name:"smtp" help:"Server to send mails by, such as smtp://user:password@mail.example:587; by default none are sent. Needs --mail-from and --url."`
	From   string   `env:"HEXCLUB_MAIL_FROM" name:"mail-from" help:"Address that mails come from, such as 'Hexclub <club@mail.example>'."`
	Proxy  []string `env:"HEXCLUB_PROXY" name:"proxy" help:"Addresses or ranges of proxies in front of the site, such as 127.0.0.1 or 10.0.0.0/8, with commas between; by default none."`
}

// stopPatience is how long requests may go on when the server stops.
const stopPatience = 10 * time.Second

// Run serves until ctx is done, then lets running requests finish.
func (s serveCommand) Run(ctx context.Context) (err error) {
	limitMemory()
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	proxies, err := parseProxies(s.Proxy)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", s.Listen)
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }() // twice is harmless

	// What follows is for one site alone: who gets the address is it.
	store, err := db.Open(s.DB)
	if err != nil {
		return fmt.Errorf("open %s: %w", s.DB, err)
	}
	defer func() { err = errors.Join(err, store.Close()) }()

	app, err := handlers.New(handlers.Config{
		DB: store, Log: log, Now: time.Now, URL: s.URL, SMTP: s.SMTP, MailFrom: s.From,
		Proxies: proxies, Limits: handlers.DefaultLimits(), Patience: time.Second, Searches: handlers.AddSearchThreads(),
	})
	if err != nil {
		return err
	}
	server := handlers.NewServer(app.Router(), log)
	ctx, stop := context.WithCancel(ctx)
	working := make(chan struct{})
	go func() { defer close(working); app.Work(ctx) }()
	defer func() { stop(); <-working }() // before the database closes

	failed := make(chan error, 1)
	go func() { failed <- server.Serve(app.Door(listener)) }()
	debug.FreeOSMemory() // what starting took and is not needed any more
	fmt.Printf("Hexclub is open at %s\n", s.address(listener))

	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	log.Info("stopping")
	app.Live.Close() // streams end by themselves, so that Shutdown need not wait for them
	patience, cancel := context.WithTimeout(context.Background(), stopPatience)
	defer cancel()
	return server.Shutdown(patience)
}

// parseProxies reads addresses and ranges of addresses.
func parseProxies(texts []string) (list []netip.Prefix, err error) {
	for _, text := range texts {
		prefix, err := netip.ParsePrefix(text)
		if address, single := netip.ParseAddr(text); single == nil {
			prefix, err = address.Prefix(address.BitLen())
		}
		if err != nil {
			return nil, fmt.Errorf("proxy %q is not like 127.0.0.1 or 10.0.0.0/8", text)
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
