package db

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"
)

// Awaiting is what awaits a person. The header of every page shows it.
type Awaiting struct {
	Turns      int // games, without games on one device and games against bots without a clock
	Challenges int // challenges to games
	Club       int // challenges of ladders to answer, pairings to begin or to play over the board, results to confirm

	Disputes AwaitedDisputes // for an organiser

	Near *NearDeadline // the first deadline of these challenges and pairings that is near; nil for none
}

// AwaitedDisputes are the numbers of pairings that await an organiser's decision, by what awaits it.
type AwaitedDisputes struct {
	Contested int
	Undecided int    // lack the winner
	Entered   int    // were entered, and the opponent cannot answer
	Only      string // id of the only pairing among all; empty for none or several
}

// A NearDeadline is a deadline within a day, when at most a third of the time remains.
type NearDeadline struct {
	Task  ClubTask
	About Ref // the challenge or the pairing
	Due   time.Time
	Other Player // opponent, or the person who challenges
	In    PairedIn
}

// A ClubTask is what a challenge or a pairing asks of a person.
type ClubTask string

// The tasks.
const (
	TaskAnswer  ClubTask = "answer"  // a challenge
	TaskPlay    ClubTask = "play"    // a pairing
	TaskConfirm ClubTask = "confirm" // the result that the opponent entered
)

// nearDeadline is the longest time, in milliseconds, before a deadline that is near.
const nearDeadline = int64(24 * time.Hour / time.Millisecond)

// Near reports whether a deadline that was set at a moment is near: within a day, when at most a third of the time remains.
func Near(made, due, now time.Time) bool {
	left := due.Sub(now)
	return left > 0 && left.Milliseconds() <= nearDeadline && 3*left <= due.Sub(made)
}

// Soon reports whether a deadline is within two days, or has passed.
func Soon(due, now time.Time) bool {
	return !due.IsZero() && due.Sub(now) <= 2*24*time.Hour
}

// Awaiting returns what awaits a person.
func (d *DB) Awaiting(ctx context.Context, person string, now time.Time) (a Awaiting, err error) {
	near, disputes := 0, ""
	err = d.readAwaiting.QueryRowContext(ctx, person, now.UnixMilli(), nearDeadline).Scan(&a.Turns, &a.Challenges, &disputes, &a.Club, &near)
	a.Disputes = readDisputes(disputes)
	if err != nil || near == 0 {
		return a, kind(err)
	}
	n := NearDeadline{About: Ref{Kind: RefPairing}}
	var due int64
	err = d.read.QueryRowContext(ctx, selectNear, person, now.UnixMilli(), nearDeadline).
		Scan(&n.Task, &n.About.ID, &due, &n.Other.ID, &n.Other.Name, &n.Other.Deleted, &n.In.Of, &n.In.Round)
	if errors.Is(err, sql.ErrNoRows) { // it was just settled
		return a, nil
	}
	if n.Task == TaskAnswer {
		n.About.Kind = RefChallenge
	}
	n.Due = fromMS(due)
	a.Near = &n
	return a, kind(err)
}

// countAwaiting takes a person, the time and the value of nearDeadline.
var countAwaiting = "SELECT (SELECT count(*) " + fromAwaiting("$1") + "), (SELECT count(*) " + fromChallenges("$1") + "), " + disputesOf + `,
	count(CASE WHEN todo.counts THEN 1 END), count(CASE WHEN ` + isNear + " THEN 1 END) FROM (" + clubTasks + ") todo"

// disputesOf selects the pairings that await the decision of an organiser as one text, for readDisputes.
var disputesOf = `coalesce((SELECT string_agg(CASE WHEN p.undecided THEN 'undecided ' WHEN p.contested_by IS NOT NULL THEN 'contested ' ELSE 'entered ' END || p.id, ' ')
	FROM people me CROSS JOIN pairings p WHERE me.id = $1 AND me.role IN ('organiser', 'admin') AND ` + inDispute + `), '')`

// readDisputes counts pairings in a text: what awaits a decision, and the id of the pairing, and so on.
func readDisputes(text string) (d AwaitedDisputes) {
	words := strings.Fields(text)
	for i := 0; i+1 < len(words); i += 2 {
		switch words[i] {
		case "undecided":
			d.Undecided++
		case "contested":
			d.Contested++
		default:
			d.Entered++
		}
	}
	if len(words) == 2 {
		d.Only = words[1]
	}
	return d
}

// selectNear takes the same, and returns the first deadline that is near.
const selectNear = `SELECT todo.task, todo.id, todo.due, o.id, coalesce(o.name, ''), o.deleted, coalesce(l.name, t.name, ''), coalesce(n.round, 0)
	FROM (` + clubTasks + `) todo JOIN people o ON o.id = todo.other
	LEFT JOIN challenges c ON c.id = CASE todo.task WHEN 'answer' THEN todo.id ELSE (SELECT x.id FROM challenges x WHERE x.pairing = todo.id) END
	LEFT JOIN ladders l ON l.id = c.ladder
	LEFT JOIN tournament_pairings n ON n.pairing = todo.id LEFT JOIN tournaments t ON t.id = n.tournament
	WHERE ` + isNear + ` ORDER BY todo.due, todo.id LIMIT 1`

// isNear selects the near deadlines of clubTasks todo, as Near does.
const isNear = "todo.due > CAST($2 AS bigint) AND todo.due - CAST($2 AS bigint) <= CAST($3 AS bigint) AND 3 * (todo.due - CAST($2 AS bigint)) <= todo.due - todo.made"

// clubTasks selects the challenges and pairings that await a person. A pairing on the site awaits both players until its
// game has begun, and then the player to act; a turn is counted as a game's.
const clubTasks = `
	SELECT 'answer' AS task, c.id AS id, c.challenger AS other, c.answer_by AS due, c.made AS made, true AS counts
	FROM challenges c WHERE c.challenged = $1 AND c.decided IS NULL AND c.status = 'waiting'
	UNION ALL
	SELECT CASE WHEN p.entered IS NULL THEN 'play' ELSE 'confirm' END, p.id, CASE p.first WHEN $1 THEN p.second ELSE p.first END, p.due, p.made, true
	FROM pairings p
	WHERE p.id IN (SELECT id FROM pairings WHERE first = $1 AND status = 'open' UNION SELECT id FROM pairings WHERE second = $1 AND status = 'open')
		AND NOT p.site AND NOT p.undecided AND (p.entered IS NULL OR p.entered_by <> $1 AND p.contested_by IS NULL)
	UNION ALL
	SELECT 'play', p.id, CASE p.first WHEN $1 THEN p.second ELSE p.first END, p.due, p.made, g.status = 'waiting'
	FROM seats s CROSS JOIN games g CROSS JOIN pairings p
	WHERE s.person = $1 AND s.open AND g.id = s.game AND (g.status = 'waiting' OR g.status = 'running' AND g.to_act = s.seat)
		AND p.id = g.pairing AND p.status = 'open'
	UNION ALL
	SELECT 'play', p.id, CASE p.first WHEN $1 THEN p.second ELSE p.first END, p.due, p.made, true
	FROM seats s CROSS JOIN games g CROSS JOIN pairings p
	WHERE s.reserved = $1 AND s.open AND s.person IS NULL AND g.id = s.game AND p.id = g.pairing AND p.status = 'open'`
