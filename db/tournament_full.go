package db

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"hexclub/rules/pairing"
	"hexclub/rules/rating"
	"hexclub/rules/tourney"
)

// A FullTournament is a tournament with all that happened in it.
type FullTournament struct {
	Tournament
	Entrants []Entrant         // by number
	Rounds   []TournamentRound // that are published, in order
	Boards   []Board           // of all these, by round and board
	Absences []Absence         // by round, also of rounds to come
}

// An Entrant is a player of a tournament.
type Entrant struct {
	Player
	Number int // in the ranking, from 1
	From   int // first round to be paired in
	To     int // last one, of who has withdrawn; 0 for who has not
	At     time.Time
	Rating *rating.Rating // as it was last stored, in the tournament's game and class; nil for none
}

// A TournamentRound is a round that is published.
type TournamentRound struct {
	Number int
	Paired time.Time
	Due    time.Time // zero: whenever
	Note   string    // of the organisers, for all who see the round; empty for none
}

// A Board is the pairing of two people in a round, or one person with a bye.
type Board struct {
	Round, Board  int
	First, Second string // ids; Second is empty for a bye
	Gone          [2]bool
	Pairing       string // id; empty for a bye and for a walkover, whose players are Gone

	Status    PairingStatus // of the pairing; a bye and a walkover are over
	How       PairingEnd
	Due       time.Time
	Undecided bool    // the organiser has to choose a winner
	Entered   bool    // a player has said what came of it, and it is open
	Contested bool    // what was said
	Winner    int     // player 1 or 2; 0 for nobody
	Chosen    bool    // the winner, by an organiser, as the games leave it open
	Worth     [2]int  // in halves of a point: 2 for a win
	HalfWins  [2]int  // of the games
	Points    [2]int  // of the games, counted in halves
	Unplayed  [2]bool // who gave up all that was to be played, where nothing was
	Forfeits  tourney.Forfeits
	Own       int // player 1 or 2, who as an organiser decided the result, which no other organiser has confirmed; else 0
}

// Bye reports whether it is one.
func (b Board) Bye() bool { return b.Second == "" }

// Open reports whether it is still to be played.
func (b Board) Open() bool { return b.Status == PairingOpen }

// Tied reports whether it was a match with equal sums, won by who started the second
// game.
func (b Board) Tied(t Tournament) bool {
	return t.Unit == pairing.Match && b.Winner == 2 && b.Points[0] == b.Points[1] && !b.Chosen
}

// Left reports whether the board was a match with equal sums whose second game was resigned, lost
// on time or forfeited by the player who started it.
func (b Board) Left(t Tournament) bool {
	return t.Unit == pairing.Match && b.Winner == 1 && b.Points[0] == b.Points[1] && !b.Chosen
}

// Has reports whether a person sits there.
func (b Board) Has(person string) bool {
	return person != "" && (b.First == person || b.Second == person)
}

// Result returns the board as package tourney counts it.
func (b Board) Result() tourney.Result {
	r := tourney.Result{Round: b.Round, Board: b.Board, First: b.First, Second: b.Second, Over: !b.Open()}
	switch {
	case b.Open():
	case b.Bye():
		r.Halves[0] = tourney.Win
	case b.Pairing == "":
		r.Forfeit = b.Gone
		for i, gone := range b.Gone {
			if !gone && b.Gone[1-i] {
				r.Halves[i] = tourney.Win
			}
		}
	case b.Status == PairingOff: // nobody came, and nobody has to
		r.Forfeit = [2]bool{true, true}
	default:
		r.Halves, r.Games, r.Points, r.Forfeit, r.Forfeits = b.Worth, b.HalfWins, b.Points, b.Unplayed, b.Forfeits
	}
	return r
}

// Entrant returns the entrant with a person's id; ok reports whether there is one.
func (t FullTournament) Entrant(person string) (e Entrant, ok bool) {
	i := slices.IndexFunc(t.Entrants, func(e Entrant) bool { return e.ID == person && person != "" })
	if i < 0 {
		return Entrant{}, false
	}
	return t.Entrants[i], true
}

// Field returns the entrants as package tourney pairs them.
func (t FullTournament) Field() []tourney.Entrant {
	field := make([]tourney.Entrant, len(t.Entrants))
	for i, e := range t.Entrants {
		field[i] = tourney.Entrant{ID: e.ID, Rank: e.Number, From: e.From, To: e.To}
	}
	return field
}

// Results returns all boards as package tourney counts them; for a round robin also those that
// are not published yet.
func (t FullTournament) Results() []tourney.Result {
	results := make([]tourney.Result, len(t.Boards))
	for i, b := range t.Boards {
		results[i] = b.Result()
	}
	for _, a := range t.Absences {
		if a.Round <= t.Round {
			results = append(results, a.result())
		}
	}
	if t.Kind != RoundRobin || t.Round >= t.Length {
		return results
	}
	for i, pairs := range tourney.RoundRobin(t.Field(), t.Double)[t.Round:] {
		for _, pair := range pairs {
			results = append(results, tourney.Result{Round: t.Round + i + 1, Board: pair.Board, First: pair.First, Second: pair.Second})
		}
	}
	return results
}

// RoundBoards returns the boards of a round.
func (t FullTournament) RoundBoards(round int) []Board {
	from, _ := slices.BinarySearchFunc(t.Boards, round, func(b Board, round int) int { return cmp.Compare(b.Round, round) })
	to, _ := slices.BinarySearchFunc(t.Boards, round+1, func(b Board, round int) int { return cmp.Compare(b.Round, round) })
	return t.Boards[from:to]
}

// Waiting returns the number of unfinished boards of all published rounds.
func (t FullTournament) Waiting() (n int) {
	for _, b := range t.Boards {
		if b.Open() {
			n++
		}
	}
	return n
}

// FullTournament returns the tournament with the id and its whole history. It fails with kind
// NotFound (error.no-tournament) if there is none.
func (d *DB) FullTournament(ctx context.Context, id string) (t FullTournament, err error) {
	err = d.reading(ctx, func(tx *sql.Tx) error {
		t, err = fullTournament(ctx, tx, id)
		return err
	})
	return t, err
}

// reading reads in one transaction, so that what is read belongs together.
func (d *DB) reading(ctx context.Context, read func(*sql.Tx) error) error {
	tx, err := d.read.BeginTx(ctx, nil)
	if err != nil {
		return kind(err)
	}
	defer func() { _ = tx.Rollback() }() // there is nothing to keep
	return kind(read(tx))
}

func fullTournament(ctx context.Context, tx *sql.Tx, id string) (t FullTournament, err error) {
	if t.Tournament, err = oneTournament(tx.QueryContext(ctx, selectTournament+"WHERE t.id = $1", id)); err != nil {
		return t, err
	}
	if t.Entrants, err = entrantsOf(ctx, tx, t.Tournament); err != nil {
		return t, err
	}
	if t.Rounds, err = roundsOf(ctx, tx, id); err != nil {
		return t, err
	}
	if t.Boards, err = boardsOf(ctx, tx, id); err != nil {
		return t, err
	}
	t.Absences, err = absencesOf(ctx, tx, t)
	return t, err
}

func entrantsOf(ctx context.Context, tx *sql.Tx, t Tournament) (list []Entrant, _ error) {
	rows, err := tx.QueryContext(ctx, `SELECT p.id, coalesce(p.name, ''), p.deleted, e.number, e.entered, coalesce(e.withdrawn, 0), e.at,
		r.rating, r.deviation, r.volatility
		FROM entrants e JOIN people p ON p.id = e.person
		LEFT JOIN ratings r ON r.person = e.person AND r.game = $2 AND r.class = $3
		WHERE e.tournament = $1 ORDER BY e.number, e.at, e.person`, t.ID, t.Key, string(rating.ClassOf(t.control())))
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var e Entrant
		var at int64
		var strength, deviation, volatility sql.NullFloat64
		err := rows.Scan(&e.ID, &e.Name, &e.Deleted, &e.Number, &e.From, &e.To, &at, &strength, &deviation, &volatility)
		if err != nil {
			return nil, kind(err)
		}
		e.At = fromMS(at)
		if strength.Valid {
			e.Rating = &rating.Rating{Rating: strength.Float64, Deviation: deviation.Float64, Volatility: volatility.Float64}
		}
		list = append(list, e)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

func roundsOf(ctx context.Context, tx *sql.Tx, id string) (list []TournamentRound, _ error) {
	rows, err := tx.QueryContext(ctx, "SELECT round, paired, due, note FROM tournament_rounds WHERE tournament = $1 ORDER BY round", id)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var r TournamentRound
		var paired int64
		var due sql.NullInt64
		if err := rows.Scan(&r.Number, &paired, &due, &r.Note); err != nil {
			return nil, kind(err)
		}
		r.Paired, r.Due = fromMS(paired), timeOf(due)
		list = append(list, r)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

func boardsOf(ctx context.Context, tx *sql.Tx, id string) (list []Board, _ error) {
	rows, err := tx.QueryContext(ctx, `SELECT b.round, b.board, b.first, coalesce(b.second, ''), b.gone, coalesce(b.pairing, ''),
		coalesce(p.status, 'over'), coalesce(p.how, ''), p.due, coalesce(p.undecided, false),
		p.entered_by IS NOT NULL, p.contested_by IS NOT NULL, coalesce(p.winner, 0), coalesce(p.chosen <> 0, false),
		coalesce(p.worth_1, 0), coalesce(p.worth_2, 0), coalesce(p.half_wins_1, 0), coalesce(p.half_wins_2, 0),
		coalesce(p.points_1, 0), coalesce(p.points_2, 0), coalesce(p.results, ''),
		CASE p.decided_by WHEN p.first THEN 1 WHEN p.second THEN 2 ELSE 0 END
		FROM tournament_pairings b LEFT JOIN pairings p ON p.id = b.pairing
		WHERE b.tournament = $1 ORDER BY b.round, b.board`, id)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var b Board
		var gone int
		var due sql.NullInt64
		var results string
		err := rows.Scan(&b.Round, &b.Board, &b.First, &b.Second, &gone, &b.Pairing,
			&b.Status, &b.How, &due, &b.Undecided, &b.Entered, &b.Contested, &b.Winner, &b.Chosen,
			&b.Worth[0], &b.Worth[1], &b.HalfWins[0], &b.HalfWins[1], &b.Points[0], &b.Points[1], &results, &b.Own)
		if err != nil {
			return nil, kind(err)
		}
		if b.Status != PairingOver || !ownEnd(b.How) {
			b.Own = 0
		}
		b.Gone, b.Due = [2]bool{gone&1 != 0, gone&2 != 0}, timeOf(due)
		if b.Unplayed, b.Forfeits, err = forfeited(results); err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

// forfeited returns which games of a pairing were forfeited, and by whom if all were.
func forfeited(results string) (all [2]bool, f tourney.Forfeits, err error) {
	if !strings.Contains(results, "true") { // most have none, and need not be read
		return all, f, nil
	}
	var games []pairing.Game
	if err := json.Unmarshal([]byte(results), &games); err != nil {
		return all, f, err
	}
	played := false
	for _, g := range games {
		if g.Forfeit == [2]bool{} {
			played = true
			continue
		}
		for i, gone := range g.Forfeit {
			f.By[i] = f.By[i] || gone
			f.Games[i] += g.Halves[i]
			f.Points[i] += g.Points[i]
		}
	}
	if !played {
		all = f.By
	}
	return all, f, nil
}

// A RoundProgress is how far the published rounds of a tournament are, as a person sees it.
type RoundProgress struct {
	Round        int
	Boards, Open int       // boards, and those of them that are not finished
	Due          time.Time // first deadline of an open board; zero for none
	Pairing      string    // id of the person's open pairing; empty for none
	Opponent     Player    // in it
}

// RoundsProgress returns the progress of each round of tournaments that has open boards, and of the last published
// round, by the tournaments' ids and in order. Person may be empty.
func (d *DB) RoundsProgress(ctx context.Context, person string, tournaments ...string) (map[string][]RoundProgress, error) {
	if len(tournaments) == 0 {
		return nil, nil
	}
	list, args := inList(tournaments)
	rows, err := d.read.QueryContext(ctx, selectRoundsProgress(list, "$"+strconv.Itoa(len(args)+1)), append(args, person)...)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	progress := map[string][]RoundProgress{}
	for rows.Next() {
		var id string
		var r RoundProgress
		var due sql.NullInt64
		if err := rows.Scan(&id, &r.Round, &r.Boards, &r.Open, &due, &r.Pairing, &r.Opponent.ID, &r.Opponent.Name, &r.Opponent.Deleted); err != nil {
			return nil, kind(err)
		}
		r.Due = timeOf(due)
		progress[id] = append(progress[id], r)
	}
	return progress, kind(errors.Join(rows.Err(), rows.Close()))
}

// An EntryCount is how many people have entered a tournament, and whether a person is one of them.
type EntryCount struct {
	Number int
	Mine   bool
}

// EntryCounts returns the numbers of people who have entered tournaments, by the tournaments' ids. Person may be empty.
func (d *DB) EntryCounts(ctx context.Context, person string, tournaments ...string) (map[string]EntryCount, error) {
	if len(tournaments) == 0 {
		return nil, nil
	}
	list, args := inList(tournaments)
	rows, err := d.read.QueryContext(ctx, `SELECT tournament, count(*), max(CASE WHEN person = $`+strconv.Itoa(len(args)+1)+` THEN 1 ELSE 0 END)
		FROM entrants WHERE tournament IN `+list+` AND withdrawn IS NULL GROUP BY tournament`, append(args, person)...)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	counts := map[string]EntryCount{}
	for rows.Next() {
		var id string
		var c EntryCount
		if err := rows.Scan(&id, &c.Number, &c.Mine); err != nil {
			return nil, kind(err)
		}
		counts[id] = c
	}
	return counts, kind(errors.Join(rows.Err(), rows.Close()))
}

// selectRoundsProgress takes the list of tournaments and the parameter with the person. A person has one board in a
// round at most.
func selectRoundsProgress(list, person string) string {
	return `SELECT r.tournament, r.round, r.boards, r.unfinished, r.due, coalesce(p.id, ''), coalesce(o.id, ''), coalesce(o.name, ''), coalesce(o.deleted, false)
	FROM (SELECT b.tournament, b.round, count(*) AS boards, count(q.id) AS unfinished, min(q.due) AS due,
			max(CASE WHEN b.first = ` + person + ` OR b.second = ` + person + ` THEN q.id END) AS own
		FROM tournament_pairings b JOIN tournaments t ON t.id = b.tournament LEFT JOIN pairings q ON q.id = b.pairing AND q.status = 'open'
		WHERE b.tournament IN ` + list + `
		GROUP BY b.tournament, b.round, t.round
		HAVING count(q.id) > 0 OR b.round = t.round) r
	LEFT JOIN pairings p ON p.id = r.own
	LEFT JOIN people o ON o.id = CASE WHEN p.first = ` + person + ` THEN p.second ELSE p.first END
	ORDER BY r.tournament, r.round`
}
