// Package db stores people, sessions, games and the progress of learners in one SQLite file, or in a PostgreSQL database,
// which several programs may serve.
//
// [Open] returns a [DB]. Its methods are named for what a page reads or does, one file a noun. Each
// method is one transaction or one statement, so its results are consistent; concurrent writers
// share one commit. A game is stored as its set-up and the texts of its events, with the columns
// that lists of games show. A [Game] is always replayed by package record, which also judges each
// turn. A game's row has the version of the rules under which it began and is replayed, so a
// corrected reading never breaks an old record. Games that cannot be replayed are in file.go.
//
// The key of a game's rules is called Key, in the columns game and kind. The id of a game is called
// game, like a person's id is called person.
//
// A game waits, runs and is over. While it waits, people take its seats (seats.go), through the
// lobby (lobby.go), a challenge or a link. While it runs, they change its record with turns, offers and answers (turns.go). Bots
// have seats like people (bots.go). All changes go through editIn, which judges the clock first
// (clocks.go) and, at a game's end, updates ratings (ratings.go) and starts the second game of a
// match (matches.go).
//
// One database is one club (club.go). People are accounts or guests (people.go), and sessions identify
// their browsers (sessions.go). Accounts are the club's members, with roles (members.go).
// Invitations admit new members (invitations.go), links set a new password (resets.go) or make the
// first admin, and the operator does the rest at the machine (operator.go).
// Accounts are closed (closing.go), renamed (names.go) and deleted (deletion.go), messages
// removed (chat.go), addresses banned (bans.go). Seasons have ladders and tournaments
// (seasons.go). An act of an organiser checks the role and writes the audit log (audit_log.go) in
// its own transaction; text.go has the limits of what organisers create. The package removes
// games that nobody joins (expiry.go), and guests who do not return (guests.go).
//
// A [Pairing] is two members who are to play each other (pairings.go). On the site the package
// creates their games and counts them as they end (pairing_games.go). Over the board the players
// enter the result, and organisers decide when they disagree (pairing_results.go). The consequences
// of its end are only in pairingSettled. Package rules/ladder judges a [Ladder]: an act loads its
// state, runs, and stores the difference with its events (ladder_state.go). The acts of players are
// in challenges.go, with those of time, and of organisers in ladder_members.go; ladder_lists.go has
// what pages show. An accepted challenge makes a pairing, whose end decides the challenge.
//
// People with an address (mail.go) get e-mails about games (notices.go) and about the club
// (club_notices.go).
//
// A [Tournament] has its rules (tournaments.go), entrants (entrants.go) and rounds (rounds.go): a
// round is proposed, and exactly the proposal is published. Standings are not stored: package
// tourney computes them from a [FullTournament] (tournament_full.go). The consequences of a settled
// pairing are in tournament_settled.go, for a knockout in bracket.go.
//
// Package store manages the file or the connections to the server: open, transactions, backups, locks. file.go exports
// what other packages use of it. This package provides the migrations, the replay of games for verifying a
// file, and the access that ends when a backup is restored (restore.go). Pulse (clocks.go) stores
// every few seconds that the site runs, and fails when the file cannot be written. [Move] copies a
// club between a file and a PostgreSQL server: every table of the schema except localTables, so new
// tables need nothing for it but rows in testdata/schemas.
//
// On a server there may be several nodes: programs that serve the same database (nodes.go). They share a clock and which
// people are present, and claim the turns of bots. A database in a file stores nothing of this.
//
// # Errors
//
// An error that a user sees is an *rules.Error of one of few kinds, and each method names those
// that it returns. Besides, every method may return kind Unavailable: the database was busy for too
// long, the disk is full or failed, or the request ended. A game's own refusals are *rules.Refusal.
// All other errors are internal.
//
// # SQL
//
// Methods read from d.read, whose connections cannot write, and write within inTx. Statements use
// the subset that SQLite and PostgreSQL share: ids are texts made by this package, times are
// milliseconds since 1970, parameters are $1, optional values are NULL. QueryRow never reads an
// INSERT with RETURNING outside of a transaction, because then the write-ahead log is never
// checkpointed.
//
// The function of a transaction runs again after a conflict with another one. So it changes nothing outside of the
// transaction but what it sets anew each time, and returns when a statement has failed. Tests run each function twice.
//
// To change the schema, add a file to migrations with the next number; released files are never
// edited. Where PostgreSQL needs another text, it is in a file of the same name that ends in .postgres.sql. All new
// migrations are applied in one transaction, after a backup of the file. New kinds of access that can be revoked must also
// end in restore.go.
package db
