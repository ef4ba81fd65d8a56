package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

// An Outcome is how a game ended for one of its players.
type Outcome string

// The outcomes. A game without opponents is neither won nor lost.
const (
	Won           = Outcome(rules.Won)
	Drawn         = Outcome(rules.Drawn)
	Lost          = Outcome(rules.Lost)
	Alone Outcome = "alone"
)

// archive adds a game that is over to the lists of its players' games. A game that was called off
// is in no list.
func archive(ctx context.Context, tx *sql.Tx, g Game) error {
	if _, err := exec(ctx, tx, "UPDATE seats SET open = false WHERE game = $1", g.ID); err != nil {
		return err
	}
	result, _ := g.Record.Result()
	if result.Void() {
		return nil
	}
	for i, player := range g.Players {
		seat := rules.Seat(i + 1)
		if player.ID == "" || player.Bot() != 0 || g.SeatsOf(player.ID)[0] != seat {
			continue
		}
		rivals := g.rivals(seat)
		outcome := Outcome(result.Outcome(seat))
		if len(rivals) == 0 {
			rivals, outcome = []string{""}, Alone
		}
		for j, rival := range rivals {
			_, err := exec(ctx, tx, `INSERT INTO finished (game, person, nth, rival, ended, kind, class, rated, outcome)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, g.ID, player.ID, j+1, null(rival), g.Changed.UnixMilli(),
				g.Key, string(g.Class()), g.Rated, string(outcome))
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// rivals lists the opponents of a seat, each once, bots last.
func (g Game) rivals(seat rules.Seat) (rivals []string) {
	own, colours := g.Players[seat-1].ID, g.Record.Game().Info().Colours
	for i, other := range g.Players {
		if other.ID != "" && other.ID != own && colours[i] != colours[seat-1] && !slices.Contains(rivals, other.ID) {
			rivals = append(rivals, other.ID)
		}
	}
	slices.SortStableFunc(rivals, func(a, b string) int { return cmp.Compare(min(BotLevel(a), 1), min(BotLevel(b), 1)) })
	return rivals
}

// absorbFinished assigns a guest's finished games to an account. Games that both played are
// archived anew.
func (d *DB) absorbFinished(ctx context.Context, tx *sql.Tx, guest, account string) error {
	rows, err := tx.QueryContext(ctx, `SELECT f.game FROM finished f JOIN finished o ON o.game = f.game AND o.person = $2 AND o.nth = 1
		WHERE f.person = $1 AND f.nth = 1`, guest, account)
	shared, err := scanTexts(rows, err)
	if err != nil {
		return err
	}
	for _, game := range shared {
		if _, err := exec(ctx, tx, "DELETE FROM finished WHERE game = $1", game); err != nil {
			return err
		}
	}
	for _, query := range []string{
		"UPDATE finished SET rival = $2 WHERE rival = $1 AND game IN (SELECT game FROM finished WHERE person = $1)",
		"UPDATE finished SET person = $2 WHERE person = $1",
	} {
		if _, err := exec(ctx, tx, query, guest, account); err != nil {
			return err
		}
	}
	for _, game := range shared {
		g, err := d.readOne(ctx, tx.StmtContext(ctx, d.turnGame), game)
		if err != nil {
			return err
		}
		if err := archive(ctx, tx, g); err != nil {
			return err
		}
	}
	return nil
}

// A Filter selects finished games of a person. Empty fields do not filter.
type Filter struct {
	Key      string // of the rules
	Rival    string // id of a person who was an opponent
	Outcome  Outcome
	Terms    string    // RatedGames or CasualGames
	Class    string    // a rating.Class, or NoClock
	From, To time.Time // when it ended: From inclusive, To exclusive
	Alone    bool      // also games without opponents
}

// The values of Filter.Terms, and the Filter.Class of games without a clock.
const (
	RatedGames  = "rated"
	CasualGames = "casual"
	NoClock     = "none"
)

// A Place is a position in a list of finished games.
type Place struct {
	Ended time.Time
	ID    string
}

// Archive returns the finished games of a person that match a filter, the last first: at most limit
// games after a place, or from the start for the zero Place. More reports whether there are others.
func (d *DB) Archive(ctx context.Context, person string, f Filter, after Place, limit int, now time.Time) (page []GameRow, more bool, err error) {
	tx, err := d.read.BeginTx(ctx, nil)
	if err != nil {
		return nil, false, kind(err)
	}
	defer func() { _ = tx.Rollback() }() // read only
	page, err = finishedRows(ctx, tx, person, f, after, limit+1, now)
	return page[:min(limit, len(page))], len(page) > limit, err
}

func finishedRows(ctx context.Context, tx *sql.Tx, person string, f Filter, after Place, limit int, now time.Time) ([]GameRow, error) {
	conditions, args := f.conditions(person, after)
	args = append(args, limit)
	query := `(SELECT game, 0 AS shelf, row_number() OVER (ORDER BY ended DESC, game DESC) AS line FROM (
		SELECT game, ended FROM finished WHERE ` + conditions + `
		ORDER BY ended DESC, game DESC LIMIT $` + strconv.Itoa(len(args)) + `) f) l`
	read, err := tx.QueryContext(ctx, selectRows+query+ofRows, args...)
	rows, err := scanRows(now, read, err)
	return unshelved(rows), err
}

// conditions returns a filter's conditions in SQL. The index of each person's games covers all of
// them.
func (f Filter) conditions(person string, after Place) (where string, args []any) {
	var list []string
	add := func(condition string, values ...any) {
		for _, value := range values {
			args = append(args, value)
			condition = strings.Replace(condition, "?", "$"+strconv.Itoa(len(args)), 1)
		}
		list = append(list, condition)
	}
	add("person = ?", person)
	if f.Rival != "" {
		add("rival = ?", f.Rival)
	} else {
		add("nth = 1")
	}
	if f.Key != "" {
		add("kind = ?", f.Key)
	}
	if f.Outcome != "" {
		add("outcome = ?", string(f.Outcome))
	} else if !f.Alone {
		add("outcome <> 'alone'")
	}
	if f.Terms != "" {
		add("rated = ?", f.Terms == RatedGames)
	}
	if f.Class == NoClock {
		add("class = ''")
	} else if f.Class != "" {
		add("class = ?", f.Class)
	}
	if !f.From.IsZero() {
		add("ended >= ?", f.From.UnixMilli())
	}
	if !f.To.IsZero() {
		add("ended < ?", f.To.UnixMilli())
	}
	if after.ID != "" {
		add("(ended, game) < (?, ?)", after.Ended.UnixMilli(), after.ID)
	}
	return strings.Join(list, " AND "), args
}

func unshelved(rows []shelved) []GameRow {
	list := make([]GameRow, len(rows))
	for i, row := range rows {
		list[i] = row.GameRow
	}
	return list
}

// Unfinished returns the games that are not over in which a person plays all seats, or plays only
// bots without a clock. It pages like Archive, the last changed first. Only the filter's Key and
// times apply; the times are those of the last change.
func (d *DB) Unfinished(ctx context.Context, person string, f Filter, after Place, limit int, now time.Time) (page []GameRow, more bool, err error) {
	tx, err := d.read.BeginTx(ctx, nil)
	if err != nil {
		return nil, false, kind(err)
	}
	defer func() { _ = tx.Rollback() }() // read only
	from, to := int64(math.MinInt64), int64(math.MaxInt64)
	if !f.From.IsZero() {
		from = f.From.UnixMilli()
	}
	if !f.To.IsZero() {
		to = f.To.UnixMilli()
	}
	read, err := tx.QueryContext(ctx, selectRows+`(
		SELECT w.id AS game, 0 AS shelf, row_number() OVER (ORDER BY w.changed DESC, w.id DESC) AS line
		FROM games w WHERE w.id IN (SELECT game FROM seats WHERE person = $1 AND open)
			AND NOT EXISTS (SELECT 1 FROM seats x WHERE x.game = w.id AND (x.person IS NULL
				OR x.person <> $1 AND (x.person NOT LIKE `+botIDs+` OR w.deadline IS NOT NULL)))
			AND ($2 = '' OR (w.changed, w.id) < ($3, $2)) AND ($4 = '' OR w.game = $4) AND w.changed >= $5 AND w.changed < $6
		ORDER BY line LIMIT $7) l`+ofRows, person, after.ID, after.Ended.UnixMilli(), f.Key, from, to, limit+1)
	rows, err := scanRows(now, read, err)
	return unshelved(rows[:min(limit, len(rows))]), len(rows) > limit, err
}

// A Tally counts a person's games by outcome.
type Tally struct{ Won, Drawn, Lost int }

// All returns the number of games.
func (t Tally) All() int { return t.Won + t.Drawn + t.Lost }

// tallied selects the columns of a Tally.
const tallied = `sum(CASE WHEN outcome = 'won' THEN 1 ELSE 0 END) AS won, sum(CASE WHEN outcome = 'drawn' THEN 1 ELSE 0 END) AS drawn,
	sum(CASE WHEN outcome = 'lost' THEN 1 ELSE 0 END) AS lost`

const (
	selectTallies = "SELECT kind, " + tallied + " FROM finished WHERE person = $1 AND nth = 1 AND outcome <> 'alone' GROUP BY kind"
	selectRivals  = `SELECT p.id, p.name, f.won, f.drawn, f.lost FROM (
			SELECT rival, count(*) AS times, ` + tallied + ` FROM finished WHERE person = $1 AND rival IS NOT NULL GROUP BY rival
		) f JOIN people p ON p.id = f.rival WHERE p.name IS NOT NULL ORDER BY f.times DESC, p.folded LIMIT $2`
)

// Tallies returns how a person's games ended, by the key of their rules. It leaves out games
// without opponents.
func (d *DB) Tallies(ctx context.Context, person string) (map[string]Tally, error) {
	rows, err := d.read.QueryContext(ctx, selectTallies, person)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	tallies := map[string]Tally{}
	for rows.Next() {
		var key string
		var t Tally
		if err := rows.Scan(&key, &t.Won, &t.Drawn, &t.Lost); err != nil {
			return nil, kind(err)
		}
		tallies[key] = t
	}
	return tallies, kind(errors.Join(rows.Err(), rows.Close()))
}

// A Rival is an opponent of a person, with the outcomes for the person.
type Rival struct {
	Player
	Tally
}

// Rivals returns the most frequent opponents of a person, at most limit. It leaves out guests.
func (d *DB) Rivals(ctx context.Context, person string, limit int) ([]Rival, error) {
	rows, err := d.read.QueryContext(ctx, selectRivals, person, limit)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	var list []Rival
	for rows.Next() {
		var r Rival
		if err := rows.Scan(&r.ID, &r.Name, &r.Won, &r.Drawn, &r.Lost); err != nil {
			return nil, kind(err)
		}
		list = append(list, r)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

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
