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

// commands lists the subcommands and the global flags. Each flag can also be set in the
// environment.
type commands struct {
	Serve       serveCommand       `cmd:"" default:"withargs" help:"Serve the site (the default)."`
	Demo        demoCommand        `cmd:"" help:"Fill a new database with a demo club."`
	Admin       adminCommand       `cmd:"" help:"Manage accounts."`
	Sessions    sessionsCommand    `cmd:"" help:"Manage sessions."`
	Bans        bansCommand        `cmd:"" help:"Ban IP addresses, or lift bans."`
	Backup      backupCommand      `cmd:"" help:"Make a backup now. The server may be running."`
	Restore     restoreCommand     `cmd:"" help:"Restore a backup."`
	Verify      verifyCommand      `cmd:"" help:"Check a database or a backup, and replay all its games."`
	Nodes       nodesCommand       `cmd:"" help:"List the nodes that serve a site on PostgreSQL."`
	Move        moveCommand        `cmd:"" help:"Move a database from a file to PostgreSQL, or back."`
	Healthcheck healthcheckCommand `cmd:"" help:"Check that the server on this machine responds."`
	Engine      engineCommand      `cmd:"" help:"Speak the text protocol on standard input and output."`
	Match       matchCommand       `cmd:"" help:"Play many games between two players, and print statistics."`
	Version     versionCommand     `cmd:"" help:"Print the version."`
	Help        helpCommand        `cmd:"" help:"Show help for the program or for a command."`

	VersionFlag kong.VersionFlag `name:"version" help:"Print the version."`
}

// helpCommand is --help as a command.
type helpCommand struct {
	Command []string `arg:"" optional:"" help:"Command to show help for, such as admin create."`
}

// Run prints what --help of the command prints.
func (h helpCommand) Run(parser *kong.Kong) error {
	if _, err := parser.Parse(append(h.Command, "--help")); err != nil { // on success it exits
		return configError(err)
	}
	return nil
}

// description is the first paragraph of the help.
const description = `A club for hexagonal board games: one binary, one file.

The documentation is in the source repository: README.md to start, .github/docs/operating.md to run the site, .github/docs/text-protocol.md for programs that play.`

// newParser returns the parser of the command line.
func newParser(options ...kong.Option) *kong.Kong {
	return kong.Must(&commands{}, append([]kong.Option{
		kong.Name("hexclub"),
		kong.Description(description),
		kong.Vars{"languages": strings.Join(i18n.Tags, ","), "version": versionText()},
		kong.Resolvers(kong.ResolverFunc(fromFile)),
		durations(),
		databases(),
	}, options...)...)
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	parser := newParser(kong.BindTo(ctx, (*context.Context)(nil)))
	unknown, err := findUnknownVariables(parser.Model, os.Environ())
	if err != nil {
		parser.FatalIfErrorf(configError(err))
	}
	command, err := parser.Parse(os.Args[1:])
	if err != nil {
		parser.FatalIfErrorf(configError(withoutValue(err)))
	}
	if command.Command() != "serve" { // serve logs them instead
		unknown.print()
	}
	command.FatalIfErrorf(command.Run(unknown))
}
