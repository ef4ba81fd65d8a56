package db

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"hexclub/rules/ladder"
)

// A storedLadder is a ladder within a transaction: what package ladder judges it
// by, and what is stored beside.
type storedLadder struct {
	Ladder Ladder
	ladder.State
	now      time.Time
	site     map[string]bool   // by id of a challenge: it is played here, else over the board
	pairings map[string]string // ids, by that of an accepted challenge
	entered  map[string]string // ids of players whose result awaits confirmation, by that of a challenge

	unanswerable map[string]bool   // ids of challenges among these whose opponent cannot answer
	touched      []Game            // that were made or ended
	word         *OrganisersWord   // of the organiser that decides a challenge; nil for none
	closing      []ladder.Event    // that closed it with its season, and are not stored yet
	recorded     *recordedGame     // that is to be stored; nil for none
	starts       map[string]string // ids of the players who start, by that of a challenge, where they are not drawn
	before       ladderShot
}

// A ladderShot is what was stored before a change.
type ladderShot struct {
	players    []ladder.Player
	challenges []ladder.Challenge
	left       []ladder.Leaver
	closed     int64
}

func (s *storedLadder) shot() ladderShot {
	return ladderShot{slices.Clone(s.Players), slices.Clone(s.Challenges), slices.Clone(s.Leavers), s.Closed}
}

// onLadder lets do act on a ladder, and stores the difference: players,
// challenges with their pairings, the moment when something falls due next, and what happened, which it
// returns in its order. A ladder whose season was closed is closed first, as of that
// moment. It fails with kind NotFound when there is no such ladder (error.no-ladder), and as do does.
func (d *DB) onLadder(
	ctx context.Context, tx *sql.Tx, id string, now time.Time, do func(*storedLadder) ([]ladder.Event, error),
) (LadderNews, error) {
	if err := awake(ctx, tx, now); err != nil {
		return LadderNews{}, err
	}
	l, err := ladderIn(ctx, tx, id)
	if err != nil {
		return LadderNews{}, err
	}
	s, err := loadLadder(ctx, tx, l, now)
	if err != nil {
		return LadderNews{}, err
	}
	events, err := s.closeWithSeason(ctx, tx)
	if err != nil {
		return LadderNews{}, err
	}
	s.closing = events
	if err := d.findAwaited(ctx, tx, s); err != nil {
		return LadderNews{}, err
	}
	more, err := do(s)
	if err != nil {
		return LadderNews{}, err
	}
	news := LadderNews{Ladder: s.Ladder, Events: append(events, more...)}
	err = d.storeLadder(ctx, tx, s, news.Events)
	news.Games = s.touched
	return news, err
}

// LadderNews is the result of an act on a ladder.
type LadderNews struct {
	Ladder Ladder // as it was before
	Events []ladder.Event
	Games  []Game // that were made or ended with it
}

// People returns the ids of the people concerned: those who act, and those who are challenged,
// awaited or set free. Players who only change places are left out.
func (n LadderNews) People() []string {
	var people []string
	for _, e := range n.Events {
		for _, id := range []string{e.Player, e.Other} {
			if e.Kind != ladder.Moved && id != "" && !slices.Contains(people, id) {
				people = append(people, id)
			}
		}
	}
	return people
}

// closeWithSeason closes an open ladder of a season that is not open any more.
func (s *storedLadder) closeWithSeason(ctx context.Context, tx *sql.Tx) ([]ladder.Event, error) {
	if s.Closed != 0 {
		return nil, nil
	}
	var closed int64
	err := tx.QueryRowContext(ctx, "SELECT CASE WHEN status = 'open' THEN 0 ELSE coalesce(closed, archived, made) END FROM seasons WHERE id = $1",
		s.Ladder.Season).Scan(&closed)
	if err != nil || closed == 0 {
		return nil, kind(err)
	}
	return s.Close(closed), nil
}

// loadLadder reads the state of a ladder.
func loadLadder(ctx context.Context, tx *sql.Tx, l Ladder, now time.Time) (*storedLadder, error) {
	s := &storedLadder{Ladder: l, now: now, site: map[string]bool{}, pairings: map[string]string{}, entered: map[string]string{}, unanswerable: map[string]bool{}, starts: map[string]string{}}
	s.Settings = l.Settings
	zone, err := zoneOf(l.zone)
	if err != nil {
		return nil, err
	}
	s.AddDays = func(moment int64, days int) int64 { return fromMS(moment).In(zone).AddDate(0, 0, days).UnixMilli() }
	if !l.Closed.IsZero() {
		s.Closed = l.Closed.UnixMilli()
	}
	for _, part := range []func(context.Context, *sql.Tx) error{s.loadPlayers, s.loadChallenges, s.loadPast} {
		if err := part(ctx, tx); err != nil {
			return nil, err
		}
	}
	s.before = s.shot()
	return s, nil
}

// eachRow scans the rows of a query, one at a time.
func eachRow(ctx context.Context, from querier, scan func(*sql.Rows) error, query string, args ...any) error {
	rows, err := from.QueryContext(ctx, query, args...)
	if err != nil {
		return kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return kind(err)
		}
	}
	return kind(errors.Join(rows.Err(), rows.Close()))
}

func (s *storedLadder) loadPlayers(ctx context.Context, tx *sql.Tx) error {
	return eachRow(ctx, tx, func(rows *sql.Rows) error {
		var p ladder.Player
		var place, gone, last sql.NullInt64
		if err := rows.Scan(&p.ID, &place, &p.Joined, &p.Free, &p.Idle, &p.Held, &gone, &last); err != nil {
			return err
		}
		if place.Valid {
			s.Players = append(s.Players, p)
		} else {
			s.Leavers = append(s.Leavers, ladder.Leaver{ID: p.ID, Place: int(last.Int64), At: gone.Int64})
		}
		return nil
	}, "SELECT person, place, joined, free, idle, held, gone, last FROM ladder_players WHERE ladder = $1 ORDER BY place, person", s.Ladder.ID)
}

func (s *storedLadder) loadChallenges(ctx context.Context, tx *sql.Tx) error {
	return eachRow(ctx, tx, func(rows *sql.Rows) error {
		var c ladder.Challenge
		var site bool
		var pairing, entered, first, results string
		var version int
		var unanswerable bool
		err := rows.Scan(&c.ID, &c.From, &c.To, &c.Game, &c.Unit, &site, &c.Made, &c.AnswerBy, &c.Accepted, &c.PlayBy, &c.Free, &c.Reminded, &pairing, &entered, &unanswerable, &first, &version, &results)
		if err != nil {
			return err
		}
		if entered != "" {
			if c.Entered, err = enteredIn(c, entered, first, version, results); err != nil {
				return err
			}
		}
		s.Challenges, s.site[c.ID] = append(s.Challenges, c), site
		if pairing != "" {
			s.pairings[c.ID] = pairing
		}
		if entered != "" {
			s.entered[c.ID], s.unanswerable[c.ID] = entered, unanswerable
		}
		return nil
	}, selectOpenChallenges, s.Ladder.ID)
}

// findAwaited finds out whose action is pending in the challenges whose time to play is over, where
// that matters. Challenges with a result that awaits a confirmation or a decision get more time.
func (d *DB) findAwaited(ctx context.Context, tx *sql.Tx, s *storedLadder) error {
	for i, c := range s.Challenges {
		if c.Accepted == 0 || c.PlayBy > s.now.UnixMilli() {
			continue
		}
		p, err := pairingIn(ctx, tx, s.pairings[c.ID])
		if err != nil {
			return err
		}
		if until := p.waitsUntil(s.now); until.After(s.now) {
			s.Challenges[i].PlayBy = until.UnixMilli()
			continue
		}
		if s.Settings.Unplayed != ladder.Lost {
			continue
		}
		player, err := d.awaitedIn(ctx, tx, p, s.now)
		if err != nil {
			return err
		}
		if player > 0 {
			s.Challenges[i].Awaited = p.Players[player-1].ID
		}
	}
	return nil
}

var selectOpenChallenges = `SELECT c.id, c.challenger, c.challenged, c.game, c.unit, c.site, c.made, c.answer_by,
	coalesce(c.accepted, 0), coalesce(c.play_by, 0), c.free, c.reminded, coalesce(c.pairing, ''),
	CASE WHEN p.contested_by IS NULL THEN coalesce(p.entered_by, '') ELSE '' END, ` + unanswerable + `, coalesce(p.first, ''), coalesce(p.rules, 0), coalesce(p.entered, '')
	FROM challenges c LEFT JOIN pairings p ON p.id = c.pairing WHERE c.ladder = $1 AND c.decided IS NULL ORDER BY c.made, c.id`

// loadPast reads when people last met and what was refused, as far back as it matters.
func (s *storedLadder) loadPast(ctx context.Context, tx *sql.Tx) error {
	err := eachRow(ctx, tx, func(rows *sql.Rows) error {
		var met ladder.Meeting
		if err := rows.Scan(&met.A, &met.B, &met.At); err != nil {
			return err
		}
		s.Met = append(s.Met, met)
		return nil
	}, `SELECT CASE WHEN challenger < challenged THEN challenger ELSE challenged END AS a,
		CASE WHEN challenger < challenged THEN challenged ELSE challenger END AS b, max(decided)
		FROM challenges WHERE ladder = $1 AND decided >= $2 AND status IN ('won', 'drawn') GROUP BY 1, 2 ORDER BY 1, 2`,
		s.Ladder.ID, s.since(s.Settings.Rematch))
	if err != nil {
		return err
	}
	return eachRow(ctx, tx, func(rows *sql.Rows) error {
		var r ladder.Refused
		if err := rows.Scan(&r.Player, &r.From, &r.At); err != nil {
			return err
		}
		s.Refused = append(s.Refused, r)
		return nil
	}, `SELECT challenged, challenger, decided FROM challenges WHERE ladder = $1 AND decided >= $2 AND status = 'declined' ORDER BY decided, id`,
		s.Ladder.ID, s.since(max(s.Settings.RefusalDays, s.Settings.Rematch)))
}

// since returns the moment this number of days of 24 hours before now.
func (s *storedLadder) since(days int) int64 {
	return s.now.Add(-time.Duration(days) * 24 * time.Hour).UnixMilli()
}

// storeLadder stores what has changed since the ladder was loaded, and what
// happened.
func (d *DB) storeLadder(ctx context.Context, tx *sql.Tx, s *storedLadder, events []ladder.Event) error {
	if err := s.storePlayers(ctx, tx); err != nil {
		return err
	}
	if err := d.storeChallenges(ctx, tx, s, events); err != nil {
		return err
	}
	if err := insertEvents(ctx, tx, s.Ladder.ID, events); err != nil {
		return err
	}
	due := sql.NullInt64{Int64: s.Next(), Valid: s.Next() != math.MaxInt64}
	closed := sql.NullInt64{Int64: s.Closed, Valid: s.Closed != 0}
	_, err := exec(ctx, tx, "UPDATE ladders SET closed = $2, due = $3 WHERE id = $1", s.Ladder.ID, closed, due)
	return err
}

// A placedPlayer is a player with the place; 0 for a player who has left.
type placedPlayer struct {
	ladder.Player
	place int
}

// placed returns players by id.
func placed(players []ladder.Player) map[string]placedPlayer {
	list := make(map[string]placedPlayer, len(players))
	for i, p := range players {
		list[p.ID] = placedPlayer{p, i + 1}
	}
	return list
}

// storePlayers stores the players who changed. No two are on one place at any
// time, so those who move are nowhere first.
func (s *storedLadder) storePlayers(ctx context.Context, tx *sql.Tx) error {
	before, after := placed(s.before.players), placed(s.Players)
	for id, was := range before {
		if after[id].place == was.place {
			continue
		}
		if _, err := exec(ctx, tx, "UPDATE ladder_players SET place = NULL WHERE ladder = $1 AND person = $2", s.Ladder.ID, id); err != nil {
			return err
		}
	}
	for _, p := range s.Players {
		is := after[p.ID]
		if before[p.ID] == is {
			continue
		}
		_, err := exec(ctx, tx, `INSERT INTO ladder_players (ladder, person, place, joined, free, idle, held) VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (ladder, person) DO UPDATE SET place = excluded.place, joined = excluded.joined, free = excluded.free,
				idle = excluded.idle, held = excluded.held, gone = NULL, last = NULL`,
			s.Ladder.ID, p.ID, is.place, p.Joined, p.Free, p.Idle, p.Held)
		if err != nil {
			return err
		}
	}
	for _, l := range s.Leavers {
		if slices.Contains(s.before.left, l) {
			continue
		}
		_, err := exec(ctx, tx, "UPDATE ladder_players SET gone = $3, last = $4 WHERE ladder = $1 AND person = $2", s.Ladder.ID, l.ID, l.At, l.Place)
		if err != nil {
			return err
		}
	}
	return nil
}

// storeChallenges stores the challenges that were made, changed or came to an end. Who
// accepts one is paired; who gives one up gives up the pairing.
func (d *DB) storeChallenges(ctx context.Context, tx *sql.Tx, s *storedLadder, events []ladder.Event) error {
	if err := d.storeRecorded(ctx, tx, s); err != nil {
		return err
	}
	before := map[string]ladder.Challenge{}
	for _, c := range s.before.challenges {
		before[c.ID] = c
	}
	for _, c := range s.Challenges {
		was, known := before[c.ID]
		switch {
		case !known:
			if err := insertChallenge(ctx, tx, s, c); err != nil {
				return err
			}
		case was != c:
			_, err := exec(ctx, tx, "UPDATE challenges SET status = $2, accepted = $3, play_by = $4, reminded = $5 WHERE id = $1",
				c.ID, challengeStatus(c), orNull(c.Accepted), orNull(c.PlayBy), c.Reminded)
			if err != nil {
				return err
			}
		}
		if was.Accepted == 0 && c.Accepted != 0 {
			if err := d.pairChallenge(ctx, tx, s, c); err != nil {
				return err
			}
		}
	}
	for _, e := range events {
		if !ends(e.Kind) {
			continue
		}
		if err := d.endChallenge(ctx, tx, s, e); err != nil {
			return err
		}
	}
	return nil
}

// orNull returns a moment as stored: NULL for 0, which stands for none.
func orNull(ms int64) sql.NullInt64 { return sql.NullInt64{Int64: ms, Valid: ms != 0} }

// challengeStatus returns the status of an open challenge.
func challengeStatus(c ladder.Challenge) ChallengeStatus {
	if c.Accepted != 0 {
		return ChallengeAccepted
	}
	return ChallengeWaiting
}

func insertChallenge(ctx context.Context, tx *sql.Tx, s *storedLadder, c ladder.Challenge) error {
	_, err := exec(ctx, tx, `INSERT INTO challenges (id, ladder, challenger, challenged, game, unit, site, status, made, answer_by, accepted, play_by, free, reminded, recorded)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
		c.ID, s.Ladder.ID, c.From, c.To, c.Game, c.Unit, s.site[c.ID], string(challengeStatus(c)), c.Made, c.AnswerBy,
		orNull(c.Accepted), orNull(c.PlayBy), c.Free, c.Reminded, c.Accepted != 0) // only a recorded game makes an accepted challenge
	return err
}

// pairChallenge pairs the two of a challenge that was accepted. Who starts is
// drawn: the lot was cast with the last letter of the challenge's id.
func (d *DB) pairChallenge(ctx context.Context, tx *sql.Tx, s *storedLadder, c ladder.Challenge) error {
	first, second := c.From, c.To
	drawn := strings.IndexByte(alphabet, c.ID[len(c.ID)-1])%2 == 1
	if starts := s.starts[c.ID]; starts == c.To || starts == "" && drawn {
		first, second = second, first
	}
	p, err := d.addPairing(ctx, tx, s.Ladder.pairing(c, s.site[c.ID], first, second), fromMS(c.Accepted))
	if err != nil {
		return err
	}
	s.pairings[c.ID] = p.ID
	s.touched = append(s.touched, p.Touched...)
	_, err = exec(ctx, tx, "UPDATE challenges SET pairing = $2 WHERE id = $1", c.ID, p.ID)
	return err
}

// insertEvents stores what happened. Reminders did not happen on the ladder.
func insertEvents(ctx context.Context, tx *sql.Tx, id string, events []ladder.Event) error {
	for _, e := range events {
		if e.Kind == ladder.RemindAnswer || e.Kind == ladder.RemindPlay {
			continue
		}
		_, err := exec(ctx, tx, `INSERT INTO ladder_events
			(ladder, number, at, kind, person, other, from_place, to_place, moved, challenge, decided_by, until, why)
			SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 FROM ladder_events WHERE ladder = $1`,
			id, e.At, string(e.Kind), null(e.Player), null(e.Other), e.From, e.To, moves(e.Kind),
			null(e.Challenge), string(e.By), e.Until, string(e.Why))
		if err != nil {
			return err
		}
	}
	return nil
}

// moves reports whether an event is a change of its player's place.
func moves(kind ladder.Kind) bool {
	switch kind {
	case ladder.Joined, ladder.Returned, ladder.Added, ladder.Ended, ladder.Removed, ladder.Placed, ladder.Dropped, ladder.Moved:
		return true
	}
	return false
}
