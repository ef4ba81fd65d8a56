// Package db keeps people, sessions, games and what people have learned in one
// SQLite file.
//
// [Open] gives a [DB]; its methods are named for what a page wants to know or
// do, one file a noun. Every method is one transaction or one statement, so
// what it returns belongs together;
// those that write at the same time share one commit. What is stored of a game is its set-up and
// the texts of its events, and besides only what lists of games show; a [Game]
// is always replayed by package record, which also judges every turn. A game's
// row keeps the version of the rules that it began under and replays by, so a
// corrected reading never breaks an old record. What cannot be replayed all the
// same is in broken.go.
//
// A game waits, runs and is over. While it waits people take its seats
// (seats.go), as the lobby (lobby.go), a challenge or a link leads them to it;
// when it runs they change its record (turns.go). Bots sit in seats like people
// (bots.go). All of it goes through editIn,
// which judges the clock first (clocks.go) and writes what follows from a
// game's end: ratings (ratings.go) and the second game of a match (matches.go).
//
// One file is one club (club.go). People are accounts or guests (people.go), whose browsers
// are known by sessions (sessions.go). Accounts are the club's members, with roles (members.go);
// invitations let people in (invitations.go), links give who forgot it a new password
// (resets.go), one makes the first admin (first_admin.go), the operator does the rest at
// the machine (operator.go). Accounts are closed (closing.go), renamed (renames.go) and
// deleted (deletion.go), messages removed (moderation.go), addresses banned (bans.go).
// Ladders and tournaments are held in seasons (seasons.go). What organisers do asks for
// their role in its own transaction, and is written to the log in it (audit_log.go); bounds.go
// says how much of it there may be. The package removes
// games that nobody joins (expiry.go), and guests who do not come back (guests.go).
//
// A [Pairing] is two people of the club who are to play (pairings.go). On this site
// it makes its games itself and counts them as they end (pairing_games.go); over the
// board its players say what came of it, and organisers decide where they do not
// agree (pairing_results.go); what waits for their word is in disputes.go. Whatever
// follows from its end is done by pairingSettled alone. A [Ladder] is judged by package
// rules/ladder: an act loads its state, lets the package act, and stores the difference
// with what happened (ladder_state.go); challenges.go, ladder_members.go and ladder_deadlines.go are the acts
// of players, of organisers and of time, ladder_lists.go what pages show. An accepted
// challenge makes a pairing, whose end decides it.
//
// Whoever gave an address (mail.go) is written to (letters.go) about games (notices.go) and
// about the club (club_notices.go).
//
// A [Tournament] has its rules (tournaments.go), entrants (entrants.go) and rounds
// (rounds.go): a round is proposed, and exactly what was proposed is published.
// Nothing of its standings is stored: [FullTournament] is all that happened, from
// which package tourney makes them (tournament_full.go). What follows when a pairing
// is settled is in tournament_settled.go, for a knockout in bracket.go; what is drawn by lot,
// in draws.go.
//
// Package store opens and keeps the file (open, transactions, backups, locks); file.go offers
// what others use of it. The package gives it the migrations, the replay of games when a file is
// verified (verify.go), and what ends when a backup is restored (restore.go). Pulse (pulse.go)
// stores every few seconds that the site runs, and fails when the file cannot be written.
//
// # Errors
//
// An error that a person is told about is an *rules.Error of one of few kinds,
// and each method names those it returns. Beyond them every method may return
// kind Unavailable: the database was busy for too long, the disk is full or
// failed, the request ended. A game's own refusals are passed on as
// *rules.Refusal. Everything else is internal.
//
// # SQL
//
// Methods read from d.read, whose connections cannot write, and write within inTx.
// Statements keep to what SQLite and PostgreSQL share: ids are made here and
// are text, times are milliseconds since 1970, parameters are $1, optional
// things are NULL. An INSERT with RETURNING is never read by QueryRow outside
// a transaction, because then the write-ahead log is never folded back.
//
// To change the schema add a file to migrations with the next number; those
// that were released are never edited. All that a file has not seen are applied in one
// transaction, once a backup of the file was made. What lets somebody in and may be taken
// back ends in restore.go, too.
package db
