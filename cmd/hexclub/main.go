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
	Demo        demoCommand        `cmd:"" help:"Fill a new database with a club to look at."`
	Admin       adminCommand       `cmd:"" help:"Do what the operator does at the machine."`
	Sessions    sessionsCommand    `cmd:"" help:"See to where people are logged in."`
	Bans        bansCommand        `cmd:"" help:"Keep addresses out, or let them in again."`
	Backup      backupCommand      `cmd:"" help:"Make a backup now, beside the running server or without it."`
	Restore     restoreCommand     `cmd:"" help:"Put a backup in the place of the database."`
	Verify      verifyCommand      `cmd:"" help:"Check a database or a backup, and replay every game in it."`
	Healthcheck healthcheckCommand `cmd:"" help:"Ask the server on this machine whether it is alive."`
	Engine      engineCommand      `cmd:"" help:"Play by the text protocol on standard input and output."`
	Match       matchCommand       `cmd:"" help:"Let two players play many games against each other, and count."`
	Version     versionCommand     `cmd:"" help:"Print the version."`
	Help        helpCommand        `cmd:"" help:"Tell about the program, or about a command."`

	VersionFlag kong.VersionFlag `name:"version" help:"Print the version."`
}

// helpCommand is --help for who asks in words.
type helpCommand struct {
	Command []string `arg:"" optional:"" help:"Command to tell about, such as admin create."`
}

// Run prints what --help of the command prints.
func (h helpCommand) Run(parser *kong.Kong) error {
	if _, err := parser.Parse(append(h.Command, "--help")); err != nil { // else it has ended the program
		return configError(err)
	}
	return nil
}

// description is what the help of the program says first.
const description = `A club for hexagonal board games: one binary, one file.

The handbooks are in the source: README.md says how to start, .github/docs/operating.md how to run, back up and upgrade the site, .github/docs/text-protocol.md how programs play.`

// newParser returns the parser of the command line.
func newParser(options ...kong.Option) *kong.Kong {
	return kong.Must(&commands{}, append([]kong.Option{
		kong.Name("hexclub"),
		kong.Description(description),
		kong.Vars{"languages": strings.Join(i18n.Tags, ","), "version": versionText()},
		kong.Resolvers(kong.ResolverFunc(fromFile)),
		durations(),
	}, options...)...)
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // who asks a second time need not wait
	parser := newParser(kong.BindTo(ctx, (*context.Context)(nil)))
	strays, err := strayVariables(parser.Model, os.Environ())
	if err != nil {
		parser.FatalIfErrorf(configError(err))
	}
	command, err := parser.Parse(os.Args[1:])
	if err != nil {
		parser.FatalIfErrorf(configError(err))
	}
	if command.Command() != "serve" { // which has a log to tell it in
		strays.print()
	}
	command.FatalIfErrorf(command.Run(strays))
}
