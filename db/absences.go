package db

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"time"

	"hexclub/rules"
	"hexclub/rules/tourney"
)

// An Absence is a round of a Swiss in which an entrant is not paired: a requested bye, as package tourney counts it.
type Absence struct {
	Round  int
	Person string // id
	Halves int    // of a point; of a round to come, as it would be if it was published now
}

// result returns the absence as package tourney counts it.
func (a Absence) result() tourney.Result {
	return tourney.Result{Round: a.Round, First: a.Person, Asked: true, Over: true, Halves: [2]int{a.Halves}}
}

// RoundAbsences returns the absences of a round.
func (t FullTournament) RoundAbsences(round int) (list []Absence) {
	for _, a := range t.Absences {
		if a.Round == round {
			list = append(list, a)
		}
	}
	return list
}

// Absent reports whether a person is absent from a round.
func (t FullTournament) Absent(person string, round int) bool {
	return slices.ContainsFunc(t.Absences, func(a Absence) bool { return a.Person == person && a.Round == round })
}

// absencesOf returns the absences of a tournament by round, those to come with their values.
func absencesOf(ctx context.Context, tx *sql.Tx, t FullTournament) (list []Absence, _ error) {
	rows, err := tx.QueryContext(ctx, "SELECT round, person, halves FROM absences WHERE tournament = $1 ORDER BY round, person", t.ID)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var a Absence
		if err := rows.Scan(&a.Round, &a.Person, &a.Halves); err != nil {
			return nil, kind(err)
		}
		list = append(list, a)
	}
	if err := kind(errors.Join(rows.Err(), rows.Close())); err != nil {
		return nil, err
	}
	used := map[string]int{}
	for i := range list {
		a := &list[i]
		e, _ := t.Entrant(a.Person)
		if a.Round > t.Round && a.Round < t.Length && used[a.Person] < t.HalfByes {
			a.Halves = tourney.Draw
		}
		if a.Halves == tourney.Draw && a.Round >= e.From {
			used[a.Person]++
		}
	}
	return list, nil
}

// Pausable reports whether entrants can be absent from rounds to come: of a Swiss that is running and has some.
func (t Tournament) Pausable() bool {
	return t.Kind == Swiss && t.Status == TournamentRunning && t.Round < t.Length
}

// Pause takes an entrant out of a round of a Swiss that is not published yet, or with away false undoes that.
// The round gives half a point if the tournament allows the entrant another half-point bye and it is not the last
// one, and no points otherwise. By is the entrant or an organiser. To ask for what is already so changes nothing.
//
// It fails with kind NotFound when there is no such tournament, Forbidden when by is neither
// (error.organisers-only), and Conflict when nobody can be absent (error.pause-kind), for a person outside of
// it (error.tournament-not-entered), and for a round that is published or does not exist (error.pause-round).
func (d *DB) Pause(ctx context.Context, id, person string, round int, away bool, by string, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if by != person {
			if err := d.mustOrganise(ctx, tx, by); err != nil {
				return err
			}
		}
		t, err := fullTournament(ctx, tx, id)
		if err != nil {
			return err
		}
		e, entered := t.Entrant(person)
		switch {
		case !t.Pausable():
			return rules.Errorf(rules.Conflict, "error.pause-kind", "tournament %s is a %s, %s", id, t.Kind, t.Status)
		case !entered || e.To != 0:
			return rules.Errorf(rules.Conflict, "error.tournament-not-entered", "person %q in %s", person, id)
		case round <= t.Round || round > t.Length:
			return rules.Errorf(rules.Conflict, "error.pause-round", "round %d after %d of %d", round, t.Round, t.Length)
		case t.Absent(person, round) == away:
			return nil
		}
		act := Act{By: by, Act: "tournament-paused", Subject: person, Detail: map[string]string{"Round": strconv.Itoa(round)}}
		query := "INSERT INTO absences (tournament, round, person, halves) VALUES ($1, $2, $3, 0)"
		if !away {
			act = Act{By: by, Act: "tournament-resumed", Subject: person, Detail: act.Detail}
			query = "DELETE FROM absences WHERE tournament = $1 AND round = $2 AND person = $3"
		}
		if _, err := exec(ctx, tx, query, id, round, person); err != nil || by == person {
			return err
		}
		return auditTournament(ctx, tx, t.Tournament, act, now)
	})
}

// missRounds gives a late entrant half a point for each round so far.
func missRounds(ctx context.Context, tx *sql.Tx, t Tournament, person string) error {
	for round := range t.Round {
		_, err := exec(ctx, tx, "INSERT INTO absences (tournament, round, person, halves) VALUES ($1, $2, $3, $4)",
			t.ID, round+1, person, tourney.Draw)
		if err != nil {
			return err
		}
	}
	return nil
}

// endAbsences fixes what the absences of a round are worth, when it is published.
func endAbsences(ctx context.Context, tx *sql.Tx, p Proposal) error {
	for _, a := range p.RoundAbsences(p.Round) {
		_, err := exec(ctx, tx, "UPDATE absences SET halves = $4 WHERE tournament = $1 AND round = $2 AND person = $3", p.ID, a.Round, a.Person, a.Halves)
		if err != nil {
			return err
		}
	}
	return nil
}

// dropAbsences deletes a person's absences after a round.
func dropAbsences(ctx context.Context, tx *sql.Tx, t Tournament, person string, after int) error {
	_, err := exec(ctx, tx, "DELETE FROM absences WHERE tournament = $1 AND person = $2 AND round > $3", t.ID, person, after)
	return err
}
