// Command hexclub is the whole site in one binary: run without arguments it
// serves the pages from a SQLite file that it creates.
//
// main.go lists the subcommands, each a struct of its flags with a method Run, in a file of
// its name. Flags come from the command line, else from the environment, else from a file
// that the environment names (environment.go); durations are also written in days
// (duration.go). What works on the site's file embeds a databaseFlag (database.go), as the
// server may be running beside it; [hexclub/cmd/hexclub/demo] makes the club to look at.
//
// The server (serve.go) has its log by logging.go, the operator's address by metrics.go and
// its share of the memory by memory.go. It ends with status 78 (configStatus) where what is
// set is wrong, and with 65 (damagedStatus) where its database is damaged or lost: starting
// it again helps in neither case.
//
// engine.go plays by the text protocol; match.go lets programs play each other.
//
// Tests run the program itself: main_test.go starts it, player_test.go plays on it,
// shipped_test.go has it as the Dockerfile builds it. documents_test.go checks the README and the
// handbooks: their commands, paths, links and settings. What ends in _bench are loads, which
// the check runs for moments, and -long in full.
package main
