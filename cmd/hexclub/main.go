// Command hexclub is the whole site in one binary: run without arguments it
// serves the pages from a SQLite file that it creates.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"hexclub/views/i18n"
)

// version is set when a release is built.
var version = "dev"

// commands are the subcommands and their flags. Each flag can be set in the
// environment too.
type commands struct {
	Serve    serveCommand    `cmd:"" default:"withargs" help:"Serve the site (the default)."`
	Engine   engineCommand   `cmd:"" help:"Play by the text protocol on standard input and output."`
	Match    matchCommand    `cmd:"" help:"Let two players play many games against each other, and count."`
	Admin    adminCommand    `cmd:"" help:"Do what the operator does at the machine."`
	Sessions sessionsCommand `cmd:"" help:"See to where people are logged in."`
	Version  versionCommand  `cmd:"" help:"Print the version."`
}

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run() error {
	_, err := fmt.Println("hexclub", version)
	return err
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	parser := kong.Must(&commands{},
		kong.Name("hexclub"),
		kong.Description("A club for hexagonal board games: one binary, one file."),
		kong.Vars{"languages": strings.Join(i18n.Tags, ",")},
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Resolvers(kong.ResolverFunc(fromFile)),
	)
	warnings, err := unknownVariables(parser.Model, os.Environ())
	parser.FatalIfErrorf(err)
	for _, warning := range warnings {
		_, _ = fmt.Fprintln(os.Stderr, "hexclub: warning:", warning)
	}
	command, err := parser.Parse(os.Args[1:])
	parser.FatalIfErrorf(err)
	command.FatalIfErrorf(command.Run())
}
