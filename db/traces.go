package db

import "context"

// Traces are numbers of the places that show a person's name, and of what a deletion of the account
// ends.
type Traces struct {
	Games       int // over
	Tournaments int // over
	Ladders     int // closed
	Seasons     int // archived, with a ladder or a tournament of the person
	Messages    int // in chats of games

	OpenGames       int // waiting or running
	OpenPairings    int
	OpenTournaments int // not over, which the person has not left
	OpenLadders     int // on which the person has a place
}

// Played reports whether finished games or tables show the name.
func (t Traces) Played() bool { return t.Games+t.Tournaments+t.Ladders+t.Seasons > 0 }

// TracesOf returns the traces of a person.
func (d *DB) TracesOf(ctx context.Context, person string) (t Traces, err error) {
	err = d.read.QueryRowContext(ctx, `SELECT
		(SELECT count(*) FROM finished WHERE person = $1 AND nth = 1),
		(SELECT count(*) FROM entrants e JOIN tournaments t ON t.id = e.tournament WHERE e.person = $1 AND t.status = 'over'),
		(SELECT count(*) FROM ladder_players p JOIN ladders l ON l.id = p.ladder WHERE p.person = $1 AND l.closed IS NOT NULL),
		(SELECT count(*) FROM seasons WHERE archived IS NOT NULL AND id IN (
			SELECT t.season FROM entrants e JOIN tournaments t ON t.id = e.tournament WHERE e.person = $1
			UNION SELECT l.season FROM ladder_players p JOIN ladders l ON l.id = p.ladder WHERE p.person = $1)),
		(SELECT count(*) FROM messages WHERE person = $1),
		(SELECT count(DISTINCT game) FROM seats WHERE person = $1 AND open),
		(SELECT count(*) FROM pairings p `+openPairings("$1")+`),
		(SELECT count(*) FROM entrants e JOIN tournaments t ON t.id = e.tournament
			WHERE e.person = $1 AND e.withdrawn IS NULL AND t.status IN ('entry', 'running')),
		(SELECT count(*) FROM ladder_players p JOIN ladders l ON l.id = p.ladder WHERE p.person = $1 AND p.place IS NOT NULL AND l.closed IS NULL)`,
		person).Scan(&t.Games, &t.Tournaments, &t.Ladders, &t.Seasons, &t.Messages, &t.OpenGames, &t.OpenPairings, &t.OpenTournaments, &t.OpenLadders)
	return t, kind(err)
}
