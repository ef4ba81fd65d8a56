// Command hexclub is the whole site in one binary: run without arguments it
// serves the pages from a SQLite file that it creates.
package main

import (
	"context"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"hexclub/views/i18n"
)

// commands are the subcommands and their flags. Each flag can be set in the
// environment too.
type commands struct {
	Serve       serveCommand       `cmd:"" default:"withargs" help:"Serve the site (the default)."`
	Healthcheck healthcheckCommand `cmd:"" help:"Ask the server on this machine whether it is alive."`
	Engine      engineCommand      `cmd:"" help:"Play by the text protocol on standard input and output."`
	Match       matchCommand       `cmd:"" help:"Let two players play many games against each other, and count."`
	Admin       adminCommand       `cmd:"" help:"Do what the operator does at the machine."`
	Demo        demoCommand        `cmd:"" help:"Fill a new database with a club to look at."`
	Version     versionCommand     `cmd:"" help:"Print the version."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	command := kong.Parse(&commands{},
		kong.Name("hexclub"),
		kong.Description("A club for hexagonal board games: one binary, one file."),
		kong.UsageOnError(),
		kong.Vars{"languages": strings.Join(i18n.Tags, ",")},
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
	command.FatalIfErrorf(command.Run())
}
