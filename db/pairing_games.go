package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
	"hexclub/rules/record"
)

// beginPairingGame creates game number nth of a pairing on this site, except the second game of a
// match. It runs at once. A live game waits until both players are present, unless begins is the
// time at which its clock starts: the players have just finished the game before.
func (d *DB) beginPairingGame(ctx context.Context, tx *sql.Tx, p Pairing, nth int, begins, now time.Time) (Game, error) {
	starter := 1
	if record.MatchSeat(1, nth) != 1 {
		starter = 2
	}
	host, other := p.Players[starter-1].ID, p.Players[2-starter].ID
	n := NewGame{
		Key: p.Key, Setup: rules.Setup{Version: p.Rules, Options: p.Options}, Control: p.Control, Host: host, HostSeat: 1,
		Explore: !p.Rated, Match: p.Unit == pairing.Match && nth == 1, Terms: Terms{Rated: p.Rated},
	}
	g, err := n.game(now)
	if err != nil {
		return Game{}, err
	}
	g.Invite, g.Pairing, g.Nth = "", p.ID, nth
	if p.Control.Live() && begins.IsZero() {
		g.Players[1].Reserved = other
		return g, d.insertGame(ctx, tx, g)
	}
	g.Players[1].ID = other
	g.touch(now)
	if !g.Since.IsZero() && !begins.IsZero() {
		g.Since = fromMS(begins.UnixMilli())
	}
	if err := d.insertGame(ctx, tx, g); err != nil {
		return Game{}, err
	}
	return g, d.withdrawSeeks(ctx, tx, &g, now)
}

// pairingGameEnded counts a game of a pairing that is over, and begins the next one
// if there is to be one. Of a pairing that is over already, and of a game that was
// called off, nothing follows: an organiser, or who left, has settled it.
func (d *DB) pairingGameEnded(ctx context.Context, tx *sql.Tx, g *Game, now time.Time) error {
	p, err := pairingIn(ctx, tx, g.Pairing)
	if err != nil {
		return err
	}
	result, _ := g.Record.Result()
	ended, counts := pairing.Ended(result, g.Nth)
	if !counts || p.Status != PairingOpen || g.Nth != p.Standing.Next {
		return nil
	}
	was := p
	p.Games = append(p.Games[:len(p.Games):len(p.Games)], ended)
	if err := p.addUp(); err != nil {
		return err
	}
	switch next := p.Standing.Next; {
	case next == 0:
	case p.Unit == pairing.Match && next == 2:
		err = d.startSecondLeg(ctx, tx, g, now)
	default:
		var made Game
		made, err = d.beginPairingGame(ctx, tx, p, next, now.Add(betweenLegs), now)
		g.Withdrawn = append(g.Withdrawn, made.Withdrawn...)
	}
	if err != nil {
		return err
	}
	if p.Standing.Over {
		p.Status, p.How, p.Ended = PairingOver, EndPlayed, now
	}
	err = d.savePairing(ctx, tx, &p, was, now)
	g.Ladder = p.Ladder
	return err
}

// savePairing stores a pairing that was changed. All that follows from its end, and
// from a correction, is done here.
func (d *DB) savePairing(ctx context.Context, tx *sql.Tx, p *Pairing, was Pairing, now time.Time) error {
	if (p.Status == PairingOver) != p.Standing.Over {
		return fmt.Errorf("pairing %s is %s, its standing %+v", p.ID, p.Status, p.Standing)
	}
	p.Revision = was.Revision + 1
	if !p.Ended.IsZero() {
		p.Ended = fromMS(p.Ended.UnixMilli())
	}
	if err := updatePairing(ctx, tx, *p, now); err != nil {
		return err
	}
	if p.Status == PairingOpen {
		return nil
	}
	return d.pairingSettled(ctx, tx, p, now)
}

// pairingSettled does what follows when a pairing is over or called off, or was
// changed after that. It is the one place for that, and in the same transaction as the
// change.
func (d *DB) pairingSettled(ctx context.Context, tx *sql.Tx, p *Pairing, now time.Time) error {
	news, err := d.settleChallenge(ctx, tx, *p, now)
	if p.Ladder = news; err == nil {
		p.Others, err = d.tournamentSettled(ctx, tx, *p, now)
	}
	return err
}

func updatePairing(ctx context.Context, tx *sql.Tx, p Pairing, now time.Time) error {
	results, err := gamesText(p.Games)
	if err != nil {
		return err
	}
	var said, against sql.NullString
	var entered EnteredResult
	if p.Entered != nil {
		entered = *p.Entered
		text, err := gamesText(entered.Games)
		if err != nil {
			return err
		}
		said, against = null(text), null(entered.Against)
	}
	var word OrganisersWord
	if p.Decided != nil {
		word = *p.Decided
	}
	s := p.Standing
	_, err = exec(ctx, tx, `UPDATE pairings SET revision = $2, status = $3, how = $4, ended = $5, results = $6, chosen = $7,
		undecided = $8, winner = $9, half_wins_1 = $10, half_wins_2 = $11, points_1 = $12, points_2 = $13, worth_1 = $14, worth_2 = $15,
		entered = $16, entered_by = $17, entered_at = $18, contested_by = $19, contested_at = $20, contest = $21,
		decided_by = $22, decided_at = $23, reason = $24,
		undecided_at = CASE WHEN $8 THEN coalesce(undecided_at, CAST($25 AS bigint)) END WHERE id = $1`,
		p.ID, p.Revision, string(p.Status), string(p.How), nullTime(p.Ended), results, p.Chosen,
		s.Undecided, s.Winner, s.Halves[0], s.Halves[1], s.Points[0], s.Points[1], s.Worth[0], s.Worth[1],
		said, null(entered.By), nullTime(entered.At), against, nullTime(entered.ContestedAt), entered.Contest,
		null(word.By.ID), nullTime(word.At), word.Reason, now.UnixMilli())
	return err
}

// gamesText returns results as they are stored.
func gamesText(games []pairing.Game) (string, error) {
	if games == nil {
		return "[]", nil
	}
	text, err := json.Marshal(games)
	return string(text), err
}

// forfeitPairing forfeits a person's remaining games in an open pairing, or those of both players
// if person is neither, by an organiser's decision if word is not nil. It fails as forfeit does.
// The pairing stays open if a winner must then be chosen.
func (d *DB) forfeitPairing(ctx context.Context, tx *sql.Tx, id, person string, word *OrganisersWord, now time.Time) (Pairing, error) {
	p, err := pairingIn(ctx, tx, id)
	if err != nil || p.Status != PairingOpen {
		return p, err
	}
	was, player := p, p.Player(person)
	by := [2]bool{player != 2, player != 1}
	if err := d.forfeit(ctx, tx, &p, by); err != nil {
		return p, err
	}
	if p.Entered = nil; p.Standing.Over {
		p.Status, p.How, p.Ended = PairingOver, EndForfeit, now
	}
	if word != nil {
		p.Decided = word
	}
	if err := d.savePairing(ctx, tx, &p, was, now); err != nil {
		return p, err
	}
	return p, d.endPairingGames(ctx, tx, &p, by, now)
}

// lapsePairing calls off an open pairing and its unfinished games: its time is over, it is no
// longer needed, or an organiser has decided so.
func (d *DB) lapsePairing(ctx context.Context, tx *sql.Tx, id string, word *OrganisersWord, now time.Time) (Pairing, error) {
	p, err := pairingIn(ctx, tx, id)
	if err != nil || p.Status != PairingOpen {
		return p, err
	}
	was := p
	p.Status, p.How, p.Ended, p.Entered, p.Games = PairingOff, EndLapsed, now, nil, nil
	if word != nil {
		p.How, p.Decided = EndDecided, word
	}
	if err := p.addUp(); err != nil {
		return p, err
	}
	if err := d.savePairing(ctx, tx, &p, was, now); err != nil {
		return p, err
	}
	return p, d.endPairingGames(ctx, tx, &p, [2]bool{}, now)
}

// timeToConfirm is how long a player has at least to answer what the other has
// entered.
const timeToConfirm = 24 * time.Hour

// waitsUntil returns the time until which a pairing's result can await a confirmation or a
// decision, so that the pairing's own deadline does not apply: the player has not had enough time
// to confirm the entered result, or an organiser has to confirm it or to decide.
// It is zero where nothing is pending. If the pairing is over, its result has just been stored.
func (p Pairing) waitsUntil(now time.Time) time.Time {
	switch e := p.Entered; {
	case p.Status != PairingOpen:
		return now.Add(time.Millisecond)
	case p.AwaitsOrganiser():
		return now.Add(timeToConfirm)
	case e != nil:
		return e.At.Add(timeToConfirm)
	}
	return time.Time{}
}

// awaitedIn returns the player of an open pairing, 1 or 2, whose action is pending: the seat to act
// in the running game, or the player who has had enough time to confirm the opponent's result. It
// is 0 when both or neither are awaited.
func (d *DB) awaitedIn(ctx context.Context, tx *sql.Tx, p Pairing, now time.Time) (int, error) {
	if e := p.Entered; e != nil && e.Against == "" {
		if now.Sub(e.At) < timeToConfirm {
			return 0, nil
		}
		return 3 - p.Player(e.By), nil
	}
	list, err := scanSound(tx.QueryContext(ctx, selectGame+"WHERE g.pairing = $1 AND g.status = 'running' ORDER BY s.seat", p.ID))
	if err != nil || len(list) == 0 || p.Status != PairingOpen {
		return 0, err
	}
	return p.Player(list[0].Players[list[0].Record.Turn().Seat-1].ID), nil
}

// forfeit ends the games of a pairing that were not played to their end, for players who
// forfeit. Games that were played keep their results. A game that had begun on this site counts
// with its position, also one that was forfeited before. Other games count as resigned before
// the first turn. If no game is left to forfeit and a winner has to be chosen, the players who
// stay win. It fails with kind Invalid if that decides nothing (error.pairing-no-winner), if all
// games were played (error.pairing-all-played), or if a played game would be superfluous
// (error.pairing-surplus).
func (d *DB) forfeit(ctx context.Context, tx *sql.Tx, p *Pairing, by [2]bool) error {
	if p.Standing.Undecided {
		return p.choose(otherOf(by))
	}
	terms, err := p.Terms()
	if err != nil {
		return err
	}
	begun, err := unfinished(ctx, tx, *p)
	if err != nil {
		return err
	}
	known, given := p.Games, 0
	p.Games = nil
	for p.Standing = terms.Standing(nil); p.Standing.Next != 0; p.Standing = terms.Standing(p.Games) {
		n := p.Standing.Next
		if n <= len(known) && played(known[n-1]) {
			p.Games = append(p.Games, known[n-1])
			continue
		}
		g, err := terms.Forfeited(n, by)
		if err != nil {
			return err
		}
		if position := begun[n]; position != nil {
			g = pairing.ForfeitedAt(position, n, by)
		}
		p.Games = append(p.Games, g)
		given++
	}
	switch {
	case given == 0:
		return rules.Errorf(rules.Invalid, "error.pairing-all-played", "pairing %s", p.ID)
	case len(known) > len(p.Games) && slices.ContainsFunc(known[len(p.Games):], played):
		return rules.Errorf(rules.Invalid, "error.pairing-surplus", "%+v of %+v", p.Games, known)
	}
	return nil
}

// played reports whether a game was, by both to its end.
func played(g pairing.Game) bool { return g.Forfeit == [2]bool{} }

// unfinished returns the states of a pairing's games on this site that were not ended by their
// rules, by number: as they are, or were when they were forfeited or called off.
func unfinished(ctx context.Context, tx *sql.Tx, p Pairing) (map[int]rules.State, error) {
	list, err := scanSound(tx.QueryContext(ctx, selectPairingGames, p.ID))
	if err != nil {
		return nil, err
	}
	stand := map[int]rules.State{}
	for _, g := range list {
		last, err := g.Record.At(ctx, len(g.Record.Turns()))
		if err != nil {
			return nil, err
		}
		if _, over := last.Result(); !over {
			stand[g.Nth] = last.State()
		}
	}
	return stand, nil
}

// endPairingGames ends the games of a pairing that is over by other means: the one
// that goes on is resigned when one player gives it up, everything else is called
// off. A game that cannot be replayed stays as it is.
func (d *DB) endPairingGames(ctx context.Context, tx *sql.Tx, p *Pairing, by [2]bool, now time.Time) error {
	ids, err := scanTexts(tx.QueryContext(ctx, "SELECT id FROM games WHERE pairing = $1 AND status <> 'over' ORDER BY nth, id", p.ID))
	if err != nil {
		return err
	}
	for _, id := range ids {
		g, err := d.editIn(ctx, tx, id, now, func(g *Game, fell bool) error {
			if g.Status == Over { // the flag fell, which changes nothing for the pairing
				return nil
			}
			return g.change(now, func(r *record.Record) error {
				if g.Status == Running && by[0] != by[1] {
					loser := 1
					if by[1] {
						loser = 2
					}
					return r.Resign(record.MatchSeat(loser, g.Nth))
				}
				return r.Abort(0)
			})
		})
		switch {
		case errors.Is(err, ErrBroken):
		case err != nil:
			return err
		default:
			p.Touched = append(p.Touched, g)
		}
	}
	return nil
}

// forfeitAll forfeits all open pairings of a person whose account is deleted, and returns the games
// that changed.
func (d *DB) forfeitAll(ctx context.Context, tx *sql.Tx, person string, now time.Time) (changed []Game, err error) {
	open, err := scanPairings(tx.QueryContext(ctx, selectPairing+openPairings("$1")+"ORDER BY p.id", person))
	if err != nil {
		return nil, err
	}
	for _, p := range open {
		after, err := d.forfeitPairing(ctx, tx, p.ID, person, nil, now)
		if err != nil {
			return nil, err
		}
		changed = append(changed, after.Touched...)
		if after.Ladder != nil {
			changed = append(changed, after.Ladder.Games...)
		}
	}
	return changed, nil
}

// ForfeitReason returns the reason for the forfeit of a game during play, as pairing.ForfeitReason
// does. It is empty for any other game.
func (d *DB) ForfeitReason(ctx context.Context, g Game) (rules.Reason, error) {
	result, over := g.Record.Result()
	if g.Pairing == "" || !over || result.Reason != rules.Resignation {
		return "", nil
	}
	var results string
	var decided bool
	err := d.read.QueryRowContext(ctx, "SELECT results, decided_by IS NOT NULL FROM pairings WHERE id = $1", g.Pairing).Scan(&results, &decided)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", kind(err)
	}
	return forfeitReason(result, g.Nth, results, decided)
}

// forfeitReason is pairing.ForfeitReason for stored results.
func forfeitReason(resigned rules.Result, n int, results string, decided bool) (rules.Reason, error) {
	var games []pairing.Game
	if err := json.Unmarshal([]byte(results), &games); err != nil {
		return "", err
	}
	return pairing.ForfeitReason(resigned, n, games, decided), nil
}
