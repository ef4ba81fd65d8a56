package db

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"time"

	"hexclub/rules"
	"hexclub/rules/rating"
)

// Enter enters a member into a tournament: before it begins, or late into a Swiss whose settings
// allow it; then the person is paired from the next round on. It fails with kind NotFound when
// there is no such tournament, Forbidden for a person without an account (error.tournament-members)
// and when only organisers enter people (error.tournament-closed), and Conflict for an entrant
// (error.tournament-entered), when it is too late (error.tournament-late-entry), and when it is
// full (error.tournament-full).
func (d *DB) Enter(ctx context.Context, id, person string, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		t, err := fullTournament(ctx, tx, id)
		if err != nil {
			return err
		}
		if t.Closed {
			return rules.Errorf(rules.Forbidden, "error.tournament-closed", "person %s in %s", person, id)
		}
		if !t.Enterable() {
			return errTooLate(t)
		}
		return addEntrant(ctx, tx, &t, NewEntrant{Person: person, MissedHalf: t.MissedHalf}, now)
	})
}

// A NewEntrant is a person whom an organiser enters.
type NewEntrant struct {
	Person string // id of a member
	Name   string // of a walk-in, for whom AddEntrants makes an account without a password; then Person is empty

	MissedHalf bool // rounds so far give half a point each, else none
}

// AddEntrant is AddEntrants for a member. It fails with kind Conflict for an entrant
// (error.tournament-entered).
func (d *DB) AddEntrant(ctx context.Context, id, person, by string, now time.Time) error {
	added, err := d.AddEntrants(ctx, id, []NewEntrant{{Person: person}}, by, now)
	if err == nil && len(added) == 0 {
		err = rules.Errorf(rules.Conflict, "error.tournament-entered", "person %s in %s", person, id)
	}
	return err
}

// AddEntrants enters people for an organiser, also when only organisers enter people, and into a Swiss also after the last
// round for late entries, as long as another one is to be paired. It enters all or none, except that it passes over entrants, and returns the ids of those it has entered. A walk-in is a
// member who has not joined, like an imported one. The caller validates the names. It fails as Enter
// does, with kind Forbidden when by is no organiser (error.organisers-only), with a *NotMembersError, and with kind Conflict when the
// name of a walk-in is taken (error.name-taken) or too similar to another (error.name-similar).
func (d *DB) AddEntrants(ctx context.Context, id string, list []NewEntrant, by string, now time.Time) (added []string, err error) {
	err = d.organiseTournament(ctx, id, by, func(ctx context.Context, tx *sql.Tx, t FullTournament) (err error) {
		added, err = addEntrants(ctx, tx, t, list, by, now)
		return err
	})
	return added, err
}

// addEntrants is AddEntrants in a transaction.
func addEntrants(ctx context.Context, tx *sql.Tx, t FullTournament, list []NewEntrant, by string, now time.Time) (added []string, err error) {
	var walkIns, known []string
	for _, n := range list {
		if _, entered := t.Entrant(n.Person); n.Name == "" && !entered {
			known = append(known, n.Person)
		}
	}
	if err := mustBeMembers(ctx, tx, known...); err != nil {
		return nil, err
	}
	for _, n := range list {
		person := n.Person
		if n.Name != "" {
			if person, err = addWalkIn(ctx, tx, n.Name, now); err != nil {
				return nil, err
			}
			walkIns = append(walkIns, person)
		}
		if _, entered := t.Entrant(person); entered {
			continue
		}
		if err := addEntrant(ctx, tx, &t, NewEntrant{Person: person, MissedHalf: n.MissedHalf}, now); err != nil {
			return nil, err
		}
		added = append(added, person)
	}
	if len(walkIns) > 0 {
		act := Act{By: by, Act: "tournament-walk-ins", Detail: map[string]string{
			"Count": strconv.Itoa(len(walkIns)), "NamesPeople": strings.Join(walkIns, " "),
		}}
		if err := auditTournament(ctx, tx, t.Tournament, act, now); err != nil {
			return nil, err
		}
	}
	switch len(added) {
	case 0:
		return added, nil
	case 1:
		return added, auditTournament(ctx, tx, t.Tournament, Act{By: by, Act: "tournament-entrant", Subject: added[0]}, now)
	}
	act := Act{By: by, Act: "tournament-entrants", Detail: map[string]string{"Count": strconv.Itoa(len(added)), manyDetail: strings.Join(added, " ")}}
	return added, auditTournament(ctx, tx, t.Tournament, act, now)
}

// addWalkIn creates a member who has not joined.
func addWalkIn(ctx context.Context, tx *sql.Tx, name string, now time.Time) (id string, err error) {
	id = NewID(personLetters)
	if err := nameFree(ctx, tx, name, id, now); err != nil {
		return "", err
	}
	_, err = exec(ctx, tx, insertPerson, id, name, fold(name), Skeleton(name), nil, DefaultConfirms().Slow, now.UnixMilli())
	return id, nameTaken(err, name)
}

// A Candidate is a member whom organisers can enter into a tournament.
type Candidate struct {
	Player
	Rating *rating.Rating // in the tournament's game and class; nil for none
}

// Candidates returns at most limit members who can be entered into a tournament and whose names contain a text:
// first the players of ladders, then rated members, then by name. More reports whether there are more.
func (d *DB) Candidates(ctx context.Context, t Tournament, search string, limit int) (list []Candidate, more bool, err error) {
	rows, err := d.read.QueryContext(ctx, `SELECT p.id, p.name, r.rating, r.deviation, r.volatility
		FROM people p LEFT JOIN ratings r ON r.person = p.id AND r.game = $2 AND r.class = $3
		WHERE p.name IS NOT NULL AND p.folded > '' AND p.folded LIKE $4 ESCAPE '\' AND NOT p.deleted AND p.closed IS NULL
			AND NOT EXISTS (SELECT 1 FROM entrants e WHERE e.tournament = $1 AND e.person = p.id)
		ORDER BY CASE WHEN EXISTS (SELECT 1 FROM ladder_players l WHERE l.person = p.id AND l.place IS NOT NULL) THEN 1
			WHEN r.rating IS NOT NULL THEN 2 ELSE 3 END, p.folded LIMIT $5`,
		t.ID, t.Key, string(rating.ClassOf(t.control())), "%"+escapeLike.Replace(fold(search))+"%", limit+1)
	return scanCandidates(rows, err, limit)
}

// scanCandidates returns at most limit candidates, and whether there are more.
func scanCandidates(rows *sql.Rows, err error, limit int) (list []Candidate, more bool, _ error) {
	if err != nil {
		return nil, false, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var c Candidate
		var strength, deviation, volatility sql.NullFloat64
		if err := rows.Scan(&c.ID, &c.Name, &strength, &deviation, &volatility); err != nil {
			return nil, false, kind(err)
		}
		if strength.Valid {
			c.Rating = &rating.Rating{Rating: strength.Float64, Deviation: deviation.Float64, Volatility: volatility.Float64}
		}
		list = append(list, c)
	}
	if err := kind(errors.Join(rows.Err(), rows.Close())); err != nil {
		return nil, false, err
	}
	return list[:min(limit, len(list))], len(list) > limit, nil
}

func errTooLate(t FullTournament) error {
	return rules.Errorf(rules.Conflict, "error.tournament-late-entry", "tournament %s is %s, in round %d", t.ID, t.Status, t.Round)
}

func addEntrant(ctx context.Context, tx *sql.Tx, t *FullTournament, n NewEntrant, now time.Time) error {
	person := n.Person
	role, err := roleOf(ctx, tx, person)
	if err != nil {
		return err
	}
	_, entered := t.Entrant(person)
	switch {
	case role == "":
		return rules.Errorf(rules.Forbidden, "error.tournament-members", "person %q", person)
	case entered:
		return rules.Errorf(rules.Conflict, "error.tournament-entered", "person %s in %s", person, t.ID)
	case !t.Addable():
		return errTooLate(*t)
	case len(t.Entrants) >= t.Limit():
		return rules.Errorf(rules.Conflict, "error.tournament-full", "%d entrants in %s", len(t.Entrants), t.ID)
	}
	number := 0
	for _, e := range t.Entrants {
		number = max(number, e.Number)
	}
	_, err = exec(ctx, tx, "INSERT INTO entrants (tournament, person, number, entered, at) VALUES ($1, $2, $3, $4, $5)",
		t.ID, person, number+1, t.Round+1, now.UnixMilli())
	if err != nil {
		return err
	}
	if n.MissedHalf {
		if err := missRounds(ctx, tx, t.Tournament, person); err != nil {
			return err
		}
	}
	t.Entrants = append(t.Entrants, Entrant{Player: Player{ID: person}, Number: number + 1, From: t.Round + 1})
	return refit(ctx, tx, *t)
}

// Enterable reports whether people may still enter by themselves.
func (t Tournament) Enterable() bool {
	return t.Status == TournamentEntry || t.Status == TournamentRunning && t.Kind == Swiss && t.Round < t.LastEntry(t.Length)
}

// Addable reports whether organisers may still enter people: into a Swiss as long as rounds are to be paired.
func (t Tournament) Addable() bool {
	return t.Status == TournamentEntry || t.Status == TournamentRunning && t.Kind == Swiss && t.Round < t.Length
}
