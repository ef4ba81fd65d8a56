package db

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"hexclub/rules"
	"hexclub/rules/record"
)

// DeletePerson deletes a person, account or guest, for good: name, password, sessions, e-mail,
// settings and ratings. The name is free again. Games and records stay, without the name. Games
// that are not over end as the person could have ended them: games of pairings are forfeited;
// challenges to two, the person's own waiting games, and games that can still be called off, are
// called off; other waiting games wait for another player; all others are resigned, and rated if
// they count. The person leaves all ladders. A game that cannot be replayed stays as it is.
//
// If the person was an organiser or an admin, the deletion is in the audit log, and the person's
// open general invitations are revoked. DeletePerson returns the changed games. It fails with kind
// NotFound when there is no such person, and Conflict for the only admin (error.last-admin).
func (d *DB) DeletePerson(ctx context.Context, id string, now time.Time) (changed []Game, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		person, err := scanPerson(tx.QueryRowContext(ctx, selectPerson+"WHERE id = $1 AND NOT deleted", id))
		if err != nil {
			return err
		}
		if err := resignRole(ctx, tx, person, id, now); err != nil {
			return err
		}
		if person.Role.Organises() {
			err := writeAudit(ctx, tx, Act{By: id, Act: "deleted", About: Ref{Kind: RefMembers}, Detail: map[string]string{"RoleKey": person.Role.Key()}}, now)
			if err != nil {
				return err
			}
		}
		changed, err = d.deleteIn(ctx, tx, id, now)
		return err
	})
	if err != nil {
		return nil, err
	}
	return changed, nil
}

// DeleteAccount is DeletePerson by an admin or the operator, for the owner of an account who asks for
// it. The deletion is in the audit log with its reason, whatever the role was; the operator may give
// none. It fails as DeletePerson does, and with kind Forbidden when by is no admin
// (error.admins-only), Conflict for by's own account (error.delete-self), and Invalid for a reason
// that is too long or has invisible characters (error.reason).
func (d *DB) DeleteAccount(ctx context.Context, id, reason, by string, now time.Time) (changed []Game, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustAdmin(ctx, tx, by); err != nil {
			return err
		}
		person, err := accountIn(ctx, tx, id)
		switch {
		case err != nil:
			return err
		case id == by:
			return rules.Errorf(rules.Conflict, "error.delete-self", "%s", id)
		}
		detail := map[string]string{}
		if by != Operator || reason != "" {
			if err := CheckReason(reason, "reason"); err != nil {
				return err
			}
			detail["Reason"] = reason
		}
		if err := resignRole(ctx, tx, person, by, now); err != nil {
			return err
		}
		if changed, err = d.deleteIn(ctx, tx, id, now); err != nil {
			return err
		}
		return writeAudit(ctx, tx, Act{By: by, Act: "account-deleted", Subject: id, About: Ref{Kind: RefMembers}, Detail: detail}, now)
	})
	if err != nil {
		return nil, err
	}
	return changed, nil
}

// deleteIn is the part of DeletePerson that is the same for all roles.
func (d *DB) deleteIn(ctx context.Context, tx *sql.Tx, id string, now time.Time) ([]Game, error) {
	changed, err := d.leaveLadders(ctx, tx, id, now)
	if err != nil {
		return nil, err
	}
	forfeited, err := d.forfeitAll(ctx, tx, id, now)
	if err != nil {
		return nil, err
	}
	changed = append(changed, forfeited...)
	if err := d.leaveTournaments(ctx, tx, id, now); err != nil {
		return nil, err
	}
	for { // the end of one game may begin another, of the same match
		games, err := d.leaveAll(ctx, tx, id, now)
		if err != nil {
			return nil, err
		}
		if changed = append(changed, games...); len(games) == 0 {
			break
		}
	}
	if err := renewGamesOf(ctx, tx, id); err != nil {
		return nil, err
	}
	return changed, forget(ctx, tx, id)
}

// resignRole takes the role from a person whom by deletes, if it is higher than member. It fails
// with kind Conflict for the only admin (error.last-admin).
func resignRole(ctx context.Context, tx *sql.Tx, person Person, by string, now time.Time) error {
	if !person.Role.Organises() {
		return nil
	}
	if person.Role == Admin {
		if err := otherAdmin(ctx, tx, person.ID); err != nil {
			return err
		}
	}
	return revokeMade(ctx, tx, person.ID, by, now)
}

// leaveAll takes a person out of all games that are not over, and returns the changed games.
func (d *DB) leaveAll(ctx context.Context, tx *sql.Tx, person string, now time.Time) ([]Game, error) {
	rows, err := tx.QueryContext(ctx, `SELECT game FROM seats WHERE person = $1 AND open
		UNION SELECT game FROM seats WHERE reserved = $1 AND open AND person IS NULL ORDER BY game`, person)
	ids, err := scanTexts(rows, err)
	if err != nil {
		return nil, err
	}
	return d.leaveEach(ctx, tx, ids, person, now)
}

// leaveEach takes a person out of the given games, and returns the changed games.
func (d *DB) leaveEach(ctx context.Context, tx *sql.Tx, ids []string, person string, now time.Time) ([]Game, error) {
	var changed []Game
	for _, id := range ids {
		g, left, err := d.leave(ctx, tx, id, person, now)
		switch {
		case errors.Is(err, ErrBroken):
		case err != nil:
			return nil, err
		case left:
			changed = append(changed, g)
		}
	}
	return changed, nil
}

// leave takes a person out of a game that is not over. It reports whether the game changed: the
// person may have left it before.
func (d *DB) leave(ctx context.Context, tx *sql.Tx, id, person string, now time.Time) (g Game, changed bool, err error) {
	g, err = d.editIn(ctx, tx, id, now, func(g *Game, fell bool) error {
		was := g.Revision
		for seat := g.leaving(person); seat != 0; seat = g.leaving(person) {
			if err := g.change(now, func(r *record.Record) error { return g.end(r, seat) }); err != nil {
				return err
			}
		}
		if g.Status == Waiting {
			g.vacate(person, now)
		}
		changed = fell || g.Revision != was
		return nil
	})
	return g, changed, err
}

// leaving returns the next seat by which a leaving person ends a game, or a part in it; 0 if there
// is none.
func (g Game) leaving(person string) rules.Seat {
	switch g.Status {
	case Waiting:
		if seat := g.aborting(person); seat != 0 && (g.Players[seat-1].ID != "" || len(g.Players) == 2) {
			return seat
		}
	case Running:
		seats := g.SeatsOf(person)
		if i := slices.IndexFunc(seats, func(seat rules.Seat) bool { return !g.Record.State().Out(seat) }); i >= 0 {
			return seats[i]
		}
	}
	return 0
}

// end calls the game off by a seat, or resigns it when that is too late.
func (g Game) end(r *record.Record, seat rules.Seat) error {
	if g.Status == Waiting || r.AwaitsFirstTurn() && g.Leg != 2 {
		return r.Abort(seat)
	}
	return r.Resign(seat)
}

// vacate frees the person's seats and reservations in a waiting game.
func (g *Game) vacate(person string, now time.Time) {
	for i, player := range g.Players {
		if player.ID == person {
			g.Players[i].ID = ""
		}
		if player.Reserved == person {
			g.Players[i].Reserved = ""
		}
	}
	g.touch(now)
}

// forget deletes the data of a person, except games.
func forget(ctx context.Context, tx *sql.Tx, person string) error {
	for _, part := range []func(context.Context, *sql.Tx, string) error{forgetChat, ForgetMail, dropResets} {
		if err := part(ctx, tx, person); err != nil {
			return err
		}
	}
	if _, err := endSessions(ctx, tx, person, ""); err != nil {
		return err
	}
	for _, query := range []string{
		"DELETE FROM ratings WHERE person = $1",
		"DELETE FROM lessons WHERE person = $1",
		"DELETE FROM renames WHERE person = $1",
		"DELETE FROM round_saves WHERE person = $1",
		"DELETE FROM read_decisions WHERE person = $1",
		"DELETE FROM undo_data WHERE number IN (SELECT number FROM audit_log WHERE subject = $1)",
		"UPDATE people SET name = NULL, folded = NULL, skeleton = NULL, hash = NULL, confirm_live = false, confirm_turns = true, confirm_alone = false, chats = true, role = 'member', seen = NULL, closed = NULL, zone = '', deleted = true WHERE id = $1",
	} {
		if _, err := exec(ctx, tx, query, person); err != nil {
			return err
		}
	}
	return nil
}

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
