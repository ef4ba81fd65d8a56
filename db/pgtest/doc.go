// Package pgtest runs PostgreSQL servers for tests, from Debian's package postgresql-15.
//
// If the environment has HEXCLUB_ENGINE=postgres, tests of the site open databases on a server instead of files: see
// [On]. [Templates.Database] returns a copy of one, and [Empty] one without tables. [Start] starts a server that a test may stop or kill.
// A server listens on a socket in a temporary folder, and runs as an unprivileged user, which PostgreSQL requires.
package pgtest
