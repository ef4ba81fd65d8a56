package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
)

// A ChallengeStatus is the status of a challenge on a ladder. After its end it is the kind of the
// event that ended it.
type ChallengeStatus string

// The statuses of a challenge.
const (
	ChallengeWaiting   ChallengeStatus = "waiting" // not answered yet
	ChallengeAccepted  ChallengeStatus = "accepted"
	ChallengeDeclined  ChallengeStatus = "declined"
	ChallengeWithdrawn ChallengeStatus = "withdrawn"
	ChallengeWon       ChallengeStatus = "won"
	ChallengeDrawn     ChallengeStatus = "drawn"
	ChallengeLapsed    ChallengeStatus = "lapsed"
)

// A Challenge is a player's challenge of another on a ladder.
type Challenge struct {
	ID         string
	Ladder     string // id
	LadderName string
	From, To   Player
	Key        string // of the rules
	Unit       pairing.Unit
	Site       bool // played on this site; else over the board
	Status     ChallengeStatus
	Made       time.Time
	AnswerBy   time.Time
	Accepted   time.Time       // zero if not accepted
	PlayBy     time.Time       // zero if not accepted
	Recorded   bool            // its game was entered without a challenge before it
	Free       bool            // beyond the usual reach, which newcomers may
	Pairing    string          // id; empty if not accepted
	Decided    time.Time       // when it ended; zero if open
	Winner     string          // id of the player who won; empty if there is none
	By         ladder.By       // how it was won or drawn
	Decision   *OrganisersWord // nil if no organiser decided it. A decision about its pairing is in the pairing
}

// Open reports whether the challenge has not ended.
func (c Challenge) Open() bool { return c.Decided.IsZero() }

// MakeChallenge challenges a player of a ladder to a game, on the site or over the board. It fails
// with kind NotFound when there is no such ladder (error.no-ladder), Forbidden for a person without
// an account (error.log-in-first), Conflict in a closed season (error.season-closed), Invalid when
// the ladder's challenges are not played there (error.ladder-where), and with a *ladder.Refusal.
func (d *DB) MakeChallenge(ctx context.Context, id, from, to, key string, site bool, now time.Time) (Challenge, LadderNews, error) {
	challenge := NewID(challengeLetters)
	news, err := d.actOnLadder(ctx, id, from, now, func(s *storedLadder) ([]ladder.Event, error) {
		if !s.Ladder.Venue.Allows(site) {
			return nil, rules.Errorf(rules.Invalid, "error.ladder-where", "on the site: %t, ladder %s", site, s.Ladder.Venue)
		}
		s.site[challenge] = site
		return s.Challenge(now.UnixMilli(), challenge, from, to, key)
	})
	if err != nil {
		return Challenge{}, news, err
	}
	c, err := d.Challenge(ctx, challenge)
	return c, news, err
}

// actOnLadder runs an act of a member on a ladder of an open season.
func (d *DB) actOnLadder(
	ctx context.Context, id, person string, now time.Time, do func(*storedLadder) ([]ladder.Event, error),
) (news LadderNews, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := mustBeMember(ctx, tx, person); err != nil {
			return err
		}
		l, err := ladderIn(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := mustBeOpen(ctx, tx, l.Season); err != nil {
			return err
		}
		news, err = d.onLadder(ctx, tx, id, now, do)
		return err
	})
	if err != nil {
		return LadderNews{}, err
	}
	return news, nil
}

// mustBeMember fails with kind Forbidden (error.log-in-first) for a person without an account.
func mustBeMember(ctx context.Context, tx *sql.Tx, person string) error {
	role, err := roleOf(ctx, tx, person)
	if err == nil && role == "" {
		err = ErrLogIn.Errorf("person %q has no account", person)
	}
	return err
}

// A NotMembersError is the error about people whom an organiser wants to add and who are no members: their accounts are
// closed or deleted. It is of kind Conflict (error.not-members).
type NotMembersError struct {
	People []string // ids
}

func (e *NotMembersError) Error() string { return e.Unwrap().Error() }

// Unwrap returns the error without the people.
func (e *NotMembersError) Unwrap() error {
	return rules.Errorf(rules.Conflict, "error.not-members", "people %.200q", e.People)
}

// mustBeMembers fails with a *NotMembersError about those of several people who are no members.
func mustBeMembers(ctx context.Context, tx *sql.Tx, people ...string) error {
	var left []string
	for _, person := range people {
		role, err := roleOf(ctx, tx, person)
		if err != nil {
			return err
		}
		if role == "" && !slices.Contains(left, person) {
			left = append(left, person)
		}
	}
	if len(left) > 0 {
		return &NotMembersError{left}
	}
	return nil
}

// AcceptChallenge accepts a challenge, which pairs the two players. It fails with kind NotFound
// when the challenge does not exist or is not open (error.ladder-challenge), Forbidden for anyone
// but the challenged player (error.ladder-others), and with a *ladder.Refusal when it was answered.
func (d *DB) AcceptChallenge(ctx context.Context, id, person string, now time.Time) (LadderNews, error) {
	return d.onChallenge(ctx, id, now, func(s *storedLadder) ([]ladder.Event, error) {
		return s.Accept(now.UnixMilli(), id, person)
	})
}

// RefuseChallenge refuses a challenge. It fails as AcceptChallenge does, and with a *ladder.Refusal
// when the challenge must not be refused.
func (d *DB) RefuseChallenge(ctx context.Context, id, person string, now time.Time) (LadderNews, error) {
	return d.onChallenge(ctx, id, now, func(s *storedLadder) ([]ladder.Event, error) {
		return s.Refuse(now.UnixMilli(), id, person)
	})
}

// WithdrawChallenge withdraws a challenge before it is answered. It fails as AcceptChallenge does.
func (d *DB) WithdrawChallenge(ctx context.Context, id, person string, now time.Time) (LadderNews, error) {
	return d.onChallenge(ctx, id, now, func(s *storedLadder) ([]ladder.Event, error) {
		return s.Withdraw(now.UnixMilli(), id, person)
	})
}

// onChallenge runs do on the ladder of a challenge.
func (d *DB) onChallenge(ctx context.Context, id string, now time.Time, do func(*storedLadder) ([]ladder.Event, error)) (news LadderNews, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		c, err := challengeIn(ctx, tx, id)
		if err != nil {
			return err
		}
		news, err = d.onLadder(ctx, tx, c.Ladder, now, do)
		return err
	})
	if err != nil {
		return LadderNews{}, err
	}
	return news, nil
}

// DecideChallenge ends an open challenge by an organiser's decision, with a reason for the audit
// log. It fails with kind Forbidden when by is no organiser (error.organisers-only), NotFound as
// AcceptChallenge does, and Invalid without a reason (error.reason) or for a winner who does
// not play in it (error.result).
func (d *DB) DecideChallenge(ctx context.Context, id, by string, o ladder.Outcome, why string, now time.Time) (news LadderNews, err error) {
	o.By, why = ladder.ByOrganiser, strings.TrimSpace(why)
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		if err := CheckReason(why); err != nil {
			return err
		}
		c, err := challengeIn(ctx, tx, id)
		if err != nil {
			return err
		}
		if news, err = d.onLadder(ctx, tx, c.Ladder, now, func(s *storedLadder) ([]ladder.Event, error) {
			if err := mustNotBeArchived(ctx, tx, s.Ladder.Season); err != nil {
				return nil, err
			}
			s.word = &OrganisersWord{By: Player{ID: by}, At: fromMS(now.UnixMilli()), Reason: why}
			return s.Decide(now.UnixMilli(), id, o)
		}); err != nil {
			return err
		}
		if _, err := exec(ctx, tx, "UPDATE challenges SET organiser = $2, reason = $3 WHERE id = $1", id, by, why); err != nil {
			return err
		}
		return writeAudit(ctx, tx, decidedAct(c, o, by, why), now)
	})
	if err != nil {
		return LadderNews{}, err
	}
	return news, nil
}

// decidedAct returns the audit log's act for a decision.
func decidedAct(c Challenge, o ladder.Outcome, by, why string) Act {
	detail := map[string]string{"Name": c.LadderName, "FirstPeople": c.From.ID, "SecondPeople": c.To.ID, "Reason": why}
	switch {
	case o.Lapsed:
		return Act{By: by, Act: "challenge-lapsed", About: c.Ref(), Detail: detail}
	case o.Winner == "":
		return Act{By: by, Act: "challenge-drawn", About: c.Ref(), Detail: detail}
	}
	detail["WinnerPeople"], detail["LoserPeople"] = c.From.ID, c.To.ID
	if o.Winner == c.To.ID {
		detail["WinnerPeople"], detail["LoserPeople"] = c.To.ID, c.From.ID
	}
	return Act{By: by, Act: "challenge-won", About: c.Ref(), Detail: detail}
}

// settleChallenge decides the challenge of a pairing that is over or called off. A challenge that
// has ended stays as it is: CorrectResult corrects it. It returns the news of the ladder, including what had fallen due; nil for none.
func (d *DB) settleChallenge(ctx context.Context, tx *sql.Tx, p Pairing, now time.Time) (*LadderNews, error) {
	c, err := oneChallenge(tx.QueryContext(ctx, selectChallenge+"WHERE c.pairing = $1 AND c.decided IS NULL", p.ID))
	if rules.IsKind(err, rules.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	news, err := d.onLadder(ctx, tx, c.Ladder, now, func(s *storedLadder) ([]ladder.Event, error) {
		events := s.Tick(now.UnixMilli())
		if _, open := s.Find(c.ID); !open {
			return events, nil // too late
		}
		more, err := s.Decide(now.UnixMilli(), c.ID, outcomeOf(p))
		return append(events, more...), err
	})
	if err != nil {
		return nil, err
	}
	return &news, nil
}

// enteredIn returns the result of a challenge that one of its players has entered, as stored with its pairing.
func enteredIn(c ladder.Challenge, by, first string, version int, results string) (e ladder.Entered, err error) {
	terms := pairing.Terms{Setup: rules.Setup{Version: version}, Unit: c.Unit}
	if terms.Game, err = games.Find(c.Game); err != nil {
		return e, err
	}
	var list []pairing.Game
	if err := json.Unmarshal([]byte(results), &list); err != nil {
		return e, err
	}
	e.By = by
	switch terms.Standing(list).Winner {
	case 1:
		e.Winner = first
	case 2:
		if e.Winner = c.From; first == c.From {
			e.Winner = c.To
		}
	}
	return e, nil
}

// ends reports whether an event is the end of a challenge.
func ends(kind ladder.Kind) bool {
	switch kind {
	case ladder.Declined, ladder.Withdrawn, ladder.Won, ladder.Drawn, ladder.Lapsed:
		return true
	}
	return false
}

// endChallenge stores how a challenge ended, and ends its pairing if it is still open: the result that a player
// entered counts, the loser forfeits it, or it is called off.
func (d *DB) endChallenge(ctx context.Context, tx *sql.Tx, s *storedLadder, e ladder.Event) error {
	winner := ""
	if e.Kind == ladder.Won {
		winner = e.Player
	}
	_, err := exec(ctx, tx, "UPDATE challenges SET status = $2, decided = $3, winner = $4, decided_by = $5 WHERE id = $1",
		e.Challenge, string(e.Kind), e.At, null(winner), null(string(e.By)))
	if err != nil {
		return err
	}
	id := s.pairings[e.Challenge]
	if id == "" {
		return nil
	}
	p, err := pairingIn(ctx, tx, id)
	if err != nil || p.Status != PairingOpen {
		return err
	}
	var word *OrganisersWord
	if e.By == ladder.ByOrganiser {
		word = s.word
	}
	if r := s.recorded; r != nil && r.challenge.ID == e.Challenge {
		p, err = d.recordPairing(ctx, tx, p, *r, s.now)
	} else if e.By == ladder.ByPlay && p.Entered != nil { // a player has left
		was := p
		if err := p.confirm(s.now); err != nil {
			return err
		}
		return d.savePairing(ctx, tx, &p, was, s.now)
	} else if winner != "" {
		p, err = d.forfeitPairing(ctx, tx, id, e.Other, word, s.now)
	} else {
		p, err = d.lapsePairing(ctx, tx, id, word, s.now)
	}
	s.touched = append(s.touched, p.Touched...)
	return err
}

// outcomeOf returns the outcome of a challenge for its pairing, which is over or called off.
// Without a winner or a draw the challenge lapses.
func outcomeOf(p Pairing) ladder.Outcome {
	o := ladder.Outcome{By: ladder.ByPlay}
	switch p.How {
	case EndForfeit, EndLapsed:
		o.By = ladder.ByDefault
	case EndDecided:
		o.By = ladder.ByOrganiser
	}
	switch {
	case p.Standing.Winner > 0:
		o.Winner = p.Players[p.Standing.Winner-1].ID
	case p.Standing.Worth == [2]int{}:
		o.Lapsed = true
	}
	return o
}

// Challenge returns the challenge with the id. It fails with kind NotFound
// (error.ladder-challenge).
func (d *DB) Challenge(ctx context.Context, id string) (Challenge, error) {
	return oneChallenge(d.read.QueryContext(ctx, selectChallenge+"WHERE c.id = $1", id))
}

// challengeIn is Challenge in a transaction.
func challengeIn(ctx context.Context, tx *sql.Tx, id string) (Challenge, error) {
	return oneChallenge(tx.QueryContext(ctx, selectChallenge+"WHERE c.id = $1", id))
}

// ChallengesOf returns the open challenges of a person on all ladders: first those that the person
// has to answer, then by deadline.
func (d *DB) ChallengesOf(ctx context.Context, person string) ([]Challenge, error) {
	return scanChallenges(d.read.QueryContext(ctx, selectChallenge+`WHERE c.id IN (
		SELECT id FROM challenges WHERE challenger = $1 AND decided IS NULL UNION SELECT id FROM challenges WHERE challenged = $1 AND decided IS NULL)
		ORDER BY CASE WHEN c.status = 'waiting' AND c.challenged = $1 THEN 0 ELSE 1 END, coalesce(c.play_by, c.answer_by), c.id`, person))
}

// ChallengeOf returns the challenge that led to a pairing; ok is false if there is none.
func (d *DB) ChallengeOf(ctx context.Context, pairing string) (c Challenge, ok bool, err error) {
	c, err = oneChallenge(d.read.QueryContext(ctx, selectChallenge+"WHERE c.pairing = $1", pairing))
	if rules.IsKind(err, rules.NotFound) {
		return Challenge{}, false, nil
	}
	return c, err == nil, err
}

const selectChallenge = `SELECT c.id, c.ladder, l.name, c.challenger, coalesce(a.name, ''), a.deleted, c.challenged, coalesce(b.name, ''), b.deleted,
	c.game, c.unit, c.site, c.status, c.made, c.answer_by, coalesce(c.accepted, 0), coalesce(c.play_by, 0), c.recorded, c.free, coalesce(c.pairing, ''),
	coalesce(c.decided, 0), coalesce(c.winner, ''), coalesce(c.decided_by, ''), coalesce(o.id, ''), coalesce(o.name, ''), coalesce(o.deleted, false), c.reason
	FROM challenges c JOIN ladders l ON l.id = c.ladder JOIN people a ON a.id = c.challenger JOIN people b ON b.id = c.challenged
	LEFT JOIN people o ON o.id = c.organiser `

func oneChallenge(rows *sql.Rows, err error) (Challenge, error) {
	list, err := scanChallenges(rows, err)
	return found(list, err, "error.ladder-challenge")
}

func scanChallenges(rows *sql.Rows, err error) (list []Challenge, _ error) {
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var c Challenge
		var made, answerBy, accepted, playBy, decided int64
		var word OrganisersWord
		err := rows.Scan(&c.ID, &c.Ladder, &c.LadderName, &c.From.ID, &c.From.Name, &c.From.Deleted, &c.To.ID, &c.To.Name, &c.To.Deleted,
			&c.Key, &c.Unit, &c.Site, &c.Status, &made, &answerBy, &accepted, &playBy, &c.Recorded, &c.Free, &c.Pairing, &decided, &c.Winner, &c.By,
			&word.By.ID, &word.By.Name, &word.By.Deleted, &word.Reason)
		if err != nil {
			return nil, kind(err)
		}
		c.Made, c.AnswerBy = fromMS(made), fromMS(answerBy)
		c.Accepted, c.PlayBy, c.Decided = sinceMS(accepted), sinceMS(playBy), sinceMS(decided)
		if word.By.ID != "" {
			word.At, c.Decision = c.Decided, &word
		}
		list = append(list, c)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

// TickLadders applies what has fallen due on ladders, at most limit ladders: challenges that were
// not answered or not played, inactive players, reminders, and the closing of ladders whose season
// was closed. It returns the news of each ladder. An error in one does not affect the others.
func (d *DB) TickLadders(ctx context.Context, now time.Time, limit int) (list []LadderNews, err error) {
	ids, err := scanTexts(d.read.QueryContext(ctx, selectDueLadders, now.UnixMilli(), limit))
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		var news LadderNews
		failed := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
			news, err = d.onLadder(ctx, tx, id, now, func(s *storedLadder) ([]ladder.Event, error) {
				events := s.Tick(now.UnixMilli())
				return append(events, s.Reminders(now.UnixMilli())...), nil
			})
			return err
		})
		if failed != nil {
			err = errors.Join(err, failed)
			continue
		}
		list = append(list, news)
	}
	return list, err
}

const selectDueLadders = `SELECT id FROM ladders WHERE due <= $1
	UNION ALL SELECT l.id FROM seasons s CROSS JOIN ladders l WHERE s.status IN ('closed', 'archived') AND l.season = s.id AND l.closed IS NULL
	AND (l.due IS NULL OR l.due > $1) LIMIT $2`

// briefly is the longest downtime for which deadlines on ladders and in tournaments do not move.
// They are counted in days.
const briefly = 10 * time.Minute

// resumeLadders moves deadlines by the time that the site was down since its last pulse: to answer
// a challenge, to play it, to confirm an entered result, and to play a first game. Deadlines that
// began after that pulse stay. Notices are not sent again.
func resumeLadders(ctx context.Context, tx *sql.Tx, seen, now time.Time) error {
	const entered = "status = 'open' AND entered_at <= $1 AND id IN (SELECT pairing FROM challenges WHERE decided IS NULL)"
	for _, query := range []string{
		`UPDATE club_notices SET mark = mark + $2 - $1 WHERE kind IN ('pairing-confirm', 'pairing-unconfirmed')
			AND (about_id, mark) IN (SELECT id, entered_at FROM pairings WHERE ` + entered + `)`,
		"UPDATE pairings SET entered_at = entered_at + $2 - $1 WHERE " + entered,
		`UPDATE pairings SET due = due + $2 - $1, revision = revision + 1 WHERE status = 'open' AND due > $1
			AND id IN (SELECT pairing FROM challenges WHERE decided IS NULL AND accepted <= $1)`,
		"UPDATE challenges SET play_by = play_by + $2 - $1 WHERE decided IS NULL AND accepted <= $1 AND play_by > $1",
		"UPDATE challenges SET answer_by = answer_by + $2 - $1 WHERE decided IS NULL AND accepted IS NULL AND made <= $1 AND answer_by > $1",
		"UPDATE ladder_players SET idle = idle + $2 - $1 WHERE place IS NOT NULL AND held = 0 AND idle <= $1",
	} {
		if _, err := exec(ctx, tx, query, pulseMS(seen), now.UnixMilli()); err != nil {
			return err
		}
	}
	return nil
}
