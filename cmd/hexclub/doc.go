// Command hexclub is the whole site in one binary. Without arguments it serves the site from a
// SQLite file, which it creates if needed.
//
// main.go lists the subcommands. Each is a struct of flags with a method Run, in a file of its
// name. A flag gets its value from the command line, from the environment, or from a file that the
// environment names (environment.go). Durations may be in days (duration.go). Commands that use the
// site's database embed a databaseFlag (database.go), because the server may be running at the same
// time. Package [hexclub/cmd/hexclub/demo] creates the demo club.
//
// The server is in serve.go, with its log in logging.go, the listener for metrics in metrics.go and
// its memory limit in memory.go. It exits with status 78 (configStatus) if its configuration is
// wrong, and with 65 (damagedStatus) if its database is damaged or lost. Restarting helps in
// neither case.
//
// engine.go speaks the text protocol. match.go plays matches between programs.
//
// Tests run the program itself: main_test.go starts it, player_test.go plays on it, and
// shipped_test.go builds it as the Dockerfile does. documents_test.go checks commands, paths, links
// and settings in the README and the handbooks. Files that end in _bench_test.go or
// _bench_linux_test.go are load tests. The full check runs each for a few seconds, -long for as long as it needs.
package main
