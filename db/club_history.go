package db

import (
	"context"
	"errors"
	"time"

	"hexclub/rules/pairing"
)

// A TournamentPlayed is a tournament that has begun, as one of its entrants played it.
type TournamentPlayed struct {
	ID, Name      string
	Over          bool
	Began         time.Time
	Round, Rounds int  // the last published round, and the number of all
	Place         int  // in the end, from 1; 0 while it runs, and without a place
	Shared        bool // others have the same place
	Score         int  // in the end, in halves of a point; -1 while it runs, in a knockout, and without a place
	Of            int  // entrants
}

// TournamentsPlayed returns the last tournaments that a person has played, the last one first. Those that were called
// off are left out.
func (d *DB) TournamentsPlayed(ctx context.Context, person string, limit int) (list []TournamentPlayed, err error) {
	rows, err := d.read.QueryContext(ctx, selectTournamentsPlayed, person, limit)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var t TournamentPlayed
		var began int64
		if err := rows.Scan(&t.ID, &t.Name, &t.Over, &began, &t.Round, &t.Rounds, &t.Place, &t.Shared, &t.Score, &t.Of); err != nil {
			return nil, kind(err)
		}
		t.Began = fromMS(began)
		list = append(list, t)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

// selectTournamentsPlayed takes a person and a limit.
const selectTournamentsPlayed = `SELECT t.id, t.name, t.status = 'over', coalesce(t.begun, t.made), t.round, t.rounds, CASE WHEN t.status = 'over' THEN coalesce(e.place, 0) ELSE 0 END,
	EXISTS (SELECT 1 FROM entrants o WHERE o.tournament = t.id AND o.place = e.place AND o.person <> e.person),
	coalesce(CASE WHEN t.status = 'over' THEN e.score END, -1), (SELECT count(*) FROM entrants o WHERE o.tournament = t.id)
	FROM entrants e JOIN tournaments t ON t.id = e.tournament
	WHERE e.person = $1 AND t.status IN ('running', 'over') ORDER BY t.begun DESC, t.id DESC LIMIT $2`

// A LadderPlayed is a ladder as one of its players stands there.
type LadderPlayed struct {
	ID, Name         string
	Open             bool // the ladder is open, and the player is on it
	Place            int  // the last one, if it is not open
	Best             int
	Won, Drawn, Lost int // challenges
}

// LaddersPlayed returns the last ladders on which a person was, those that are open first.
func (d *DB) LaddersPlayed(ctx context.Context, person string, limit int) (list []LadderPlayed, err error) {
	rows, err := d.read.QueryContext(ctx, selectLaddersPlayed, person, limit)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var l LadderPlayed
		if err := rows.Scan(&l.ID, &l.Name, &l.Open, &l.Place, &l.Best, &l.Won, &l.Drawn, &l.Lost); err != nil {
			return nil, kind(err)
		}
		list = append(list, l)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

// selectLaddersPlayed takes a person and a limit.
var selectLaddersPlayed = `SELECT l.id, l.name, p.place IS NOT NULL AND l.closed IS NULL, coalesce(p.place, p.last, 0),
	coalesce((SELECT min(e.to_place) FROM ladder_events e WHERE e.ladder = l.id AND e.person = $1 AND e.moved AND e.to_place > 0), p.place, p.last, 0),
	` + countChallenges("c.winner = $1") + ", " + countChallenges("c.status = 'drawn'") + ", " + countChallenges("c.status = 'won' AND c.winner <> $1") + `
	FROM ladder_players p JOIN ladders l ON l.id = p.ladder
	WHERE p.person = $1 ORDER BY p.place IS NOT NULL AND l.closed IS NULL DESC, l.made DESC, l.id LIMIT $2`

// countChallenges counts the decided challenges of a person $1 on the ladder l that meet a condition.
func countChallenges(condition string) string {
	count := func(role string) string {
		return "(SELECT count(*) FROM challenges c WHERE c.ladder = l.id AND c." + role + " = $1 AND c.decided IS NOT NULL AND " + condition + ")"
	}
	return count("challenger") + " + " + count("challenged")
}

// A BoardGame is a pairing that was played over the board, as one of its players sees it.
type BoardGame struct {
	ID       string
	Key      string // of the rules
	Unit     pairing.Unit
	Ended    time.Time
	Opponent Player
	Outcome  Outcome
	Points   [2]int // own and the opponent's, counted in halves; 0 where the game has no points
	HalfWins [2]int // likewise
	In       PairedIn
}

// BoardGames returns the finished pairings that a person played over the board, the last one first: at most limit after
// a place, or from the start for the zero Place. More reports whether there are others. A pairing that was forfeited is
// left out.
func (d *DB) BoardGames(ctx context.Context, person string, after Place, limit int) (list []BoardGame, more bool, err error) {
	before := after.Ended.UnixMilli()
	if after.ID == "" {
		before = int64(1) << 62
	}
	rows, err := d.read.QueryContext(ctx, selectBoardGames, person, before, after.ID, limit+1)
	if err != nil {
		return nil, false, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var g BoardGame
		var second bool
		var ended int64
		var winner int
		err := rows.Scan(&g.ID, &g.Key, &g.Unit, &ended, &second, &winner, &g.Points[0], &g.Points[1], &g.HalfWins[0], &g.HalfWins[1],
			&g.Opponent.ID, &g.Opponent.Name, &g.Opponent.Deleted, &g.In.Of, &g.In.Round)
		if err != nil {
			return nil, false, kind(err)
		}
		g.Ended, g.Outcome = fromMS(ended), Lost
		switch {
		case winner == 0:
			g.Outcome = Drawn
		case (winner == 2) == second:
			g.Outcome = Won
		}
		if second {
			g.Points = [2]int{g.Points[1], g.Points[0]}
			g.HalfWins = [2]int{g.HalfWins[1], g.HalfWins[0]}
		}
		list = append(list, g)
	}
	return list[:min(limit, len(list))], len(list) > limit, kind(errors.Join(rows.Err(), rows.Close()))
}

// selectBoardGames takes a person, a place and a limit.
const selectBoardGames = `SELECT p.id, p.game, p.unit, p.ended, p.second = $1, p.winner, p.points_1, p.points_2, p.half_wins_1, p.half_wins_2,
	o.id, coalesce(o.name, ''), o.deleted, ` + pairedIn + `
	FROM pairings p JOIN people o ON o.id = CASE p.first WHEN $1 THEN p.second ELSE p.first END ` + withPairedIn + `
	WHERE p.id IN (SELECT id FROM pairings WHERE first = $1 AND status = 'over' UNION SELECT id FROM pairings WHERE second = $1 AND status = 'over')
		AND NOT p.site AND p.how <> 'forfeit' AND (p.ended, p.id) < (CAST($2 AS bigint), CAST($3 AS text))
	ORDER BY p.ended DESC, p.id DESC LIMIT $4`
