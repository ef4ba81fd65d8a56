package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"hexclub/rules"
	"hexclub/rules/tourney"
)

// RenumberEntrants assigns new numbers in the ranking to the entrants of a tournament that has not
// begun. They are counted from 1 in the order of the given numbers; entrants without one come last.
// It fails with kind Forbidden when by is no organiser (error.organisers-only), NotFound when there
// is no such tournament, Conflict when it has begun (error.tournament-begun), and Invalid for a
// number that is less than 1 or more than the number of entrants (error.tournament-number), or that
// two entrants have (error.tournament-same-number, whose Args are the ids of both and the number).
func (d *DB) RenumberEntrants(ctx context.Context, id string, numbers map[string]int, by string, now time.Time) error {
	return d.organiseTournament(ctx, id, by, func(ctx context.Context, tx *sql.Tx, t FullTournament) error {
		if t.Status != TournamentEntry {
			return errBegun(t.Tournament)
		}
		if err := t.checkNumbers(numbers); err != nil {
			return err
		}
		was := ranking(t.Entrants)
		slices.SortStableFunc(t.Entrants, func(a, b Entrant) int {
			return cmp.Compare(cmp.Or(numbers[a.ID], MaxEntrants+1), cmp.Or(numbers[b.ID], MaxEntrants+1))
		})
		is := ranking(t.Entrants)
		if is == was {
			return nil
		}
		if err := saveRanking(ctx, tx, t); err != nil {
			return err
		}
		return auditTournament(ctx, tx, t.Tournament, Act{
			By: by, Act: "tournament-numbers", Detail: map[string]string{"WasPeople": was, "IsPeople": is},
		}, now)
	})
}

// checkNumbers checks numbers of entrants. It fails as RenumberEntrants does.
func (t FullTournament) checkNumbers(numbers map[string]int) error {
	for person, n := range numbers {
		if n < 1 || n > len(t.Entrants) {
			return tourney.ErrNumber.Errorf("%d for %q", n, person)
		}
	}
	has := map[int]string{}
	for _, e := range t.Entrants {
		n, given := numbers[e.ID]
		if !given {
			continue
		}
		if other := has[n]; other != "" {
			return tourney.ErrSameNumber.Errorf("%s and %s with %d", other, e.ID, n)
		}
		has[n] = e.ID
	}
	return nil
}

// ranking returns the ids of entrants in their order, as the audit log stores them.
func ranking(list []Entrant) string {
	ids := make([]string, len(list))
	for i, e := range list {
		ids[i] = e.ID
	}
	return strings.Join(ids, " ")
}

// saveRanking numbers the entrants in their order.
func saveRanking(ctx context.Context, tx *sql.Tx, t FullTournament) error {
	for i := range t.Entrants {
		e := &t.Entrants[i]
		e.Number = i + 1
		if _, err := exec(ctx, tx, "UPDATE entrants SET number = $3 WHERE tournament = $1 AND person = $2", t.ID, e.ID, e.Number); err != nil {
			return err
		}
	}
	return nil
}

// seed sorts entrants by the seeding. By rating, unrated entrants come last, and equal ones are in
// the order of their numbers.
func seed(list []Entrant, by Seeding) {
	switch by {
	case SeedAtRandom:
		rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	case SeedByRating:
		strength := func(e Entrant) float64 {
			if e.Rating == nil {
				return 0
			}
			return e.Rating.Rating
		}
		slices.SortStableFunc(list, func(a, b Entrant) int { return cmp.Compare(strength(b), strength(a)) })
	}
}

// Withdraw takes a person out of a tournament. Before round 1 the entry is deleted. After that, the
// person's open pairings are forfeited, and the person is not paired again. By is the person, or an
// organiser with a reason.
//
// It fails with kind NotFound when there is no such tournament, Forbidden when by is neither
// (error.organisers-only), Conflict for a person who is not in it (error.tournament-not-entered)
// and when it is over (error.tournament-ended), and Invalid when an organiser's reason is missing
// or too long (error.reason).
func (d *DB) Withdraw(ctx context.Context, id, person, by, why string, now time.Time) (touched []Pairing, err error) {
	why = strings.TrimSpace(why)
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		touched = nil
		if by != person {
			if err := d.mustOrganise(ctx, tx, by); err != nil {
				return err
			}
			if err := CheckReason(why); err != nil {
				return err
			}
		}
		t, err := fullTournament(ctx, tx, id)
		if err != nil {
			return err
		}
		if touched, err = d.withdraw(ctx, tx, t, person, now); err != nil || by == person {
			return err
		}
		return auditTournament(ctx, tx, t.Tournament, Act{
			By: by, Act: "tournament-withdrawn", Subject: person, Detail: map[string]string{"Round": strconv.Itoa(t.Round), "Reason": why},
		}, now)
	})
	if err != nil {
		return nil, err
	}
	return touched, nil
}

func (d *DB) withdraw(ctx context.Context, tx *sql.Tx, t FullTournament, person string, now time.Time) (touched []Pairing, err error) {
	e, entered := t.Entrant(person)
	switch {
	case t.Status == TournamentOver || t.Status == TournamentOff:
		return nil, rules.Errorf(rules.Conflict, "error.tournament-ended", "tournament %s is %s", t.ID, t.Status)
	case !entered || e.To != 0:
		return nil, rules.Errorf(rules.Conflict, "error.tournament-not-entered", "person %q in %s", person, t.ID)
	case t.Round == 0 || e.From > t.Round:
		return nil, dropEntrant(ctx, tx, t, person)
	}
	if _, err := exec(ctx, tx, "UPDATE entrants SET withdrawn = $3 WHERE tournament = $1 AND person = $2", t.ID, person, t.lastRound()); err != nil {
		return nil, err
	}
	if err := dropAbsences(ctx, tx, t.Tournament, person, t.Round); err != nil {
		return nil, err
	}
	for _, b := range t.Boards {
		if !b.Has(person) || !b.Open() {
			continue
		}
		p, err := d.forfeitPairing(ctx, tx, b.Pairing, person, nil, now)
		if err != nil {
			return nil, err
		}
		touched = append(touched, p)
	}
	return touched, nil
}

// UndoEntrants takes out of a tournament those whom an act has entered, as long as they are in it and in no round. It
// fails with kind Forbidden when by is no organiser (error.organisers-only), and Conflict when the season
// is archived (error.season-archived), the tournament has ended, one of them is in a round, or none is in the tournament
// any more (error.undo-changed).
func (d *DB) UndoEntrants(ctx context.Context, e AuditEntry, by string, now time.Time) error {
	return d.organiseTournament(ctx, e.About.ID, by, func(ctx context.Context, tx *sql.Tx, t FullTournament) error {
		var out []string
		for _, person := range e.many() {
			entrant, entered := t.Entrant(person)
			if !entered || entrant.To != 0 {
				continue
			}
			if t.Round > 0 && entrant.From <= t.Round {
				return ErrUndone.Errorf("%s is in round %d of %s", person, entrant.From, t.ID)
			}
			out = append(out, person)
		}
		if len(out) == 0 || t.Status != TournamentEntry && t.Status != TournamentRunning {
			return ErrUndone.Errorf("%d entrants of act %d are in %s, which is %s", len(out), e.Number, t.ID, t.Status)
		}
		if err := dropEntrants(ctx, tx, t, out); err != nil {
			return err
		}
		detail := map[string]string{"Count": strconv.Itoa(len(out)), manyDetail: strings.Join(out, " ")}
		return auditTournament(ctx, tx, t.Tournament, Act{By: by, Act: "tournament-entrants-removed", Detail: detail}, now)
	})
}

// dropEntrant removes a person who has been in no round. Before the tournament begins it also
// renumbers the others without a gap.
func dropEntrant(ctx context.Context, tx *sql.Tx, t FullTournament, person string) error {
	return dropEntrants(ctx, tx, t, []string{person})
}

// dropEntrants is dropEntrant for several people.
func dropEntrants(ctx context.Context, tx *sql.Tx, t FullTournament, people []string) error {
	for _, person := range people {
		if err := dropAbsences(ctx, tx, t.Tournament, person, 0); err != nil {
			return err
		}
		if _, err := exec(ctx, tx, "DELETE FROM entrants WHERE tournament = $1 AND person = $2", t.ID, person); err != nil {
			return err
		}
	}
	t.Entrants = slices.DeleteFunc(slices.Clone(t.Entrants), func(e Entrant) bool { return slices.Contains(people, e.ID) })
	if t.Status == TournamentEntry {
		return saveRanking(ctx, tx, t)
	}
	return refit(ctx, tx, t)
}

// refit sets the number of rounds of a tournament that has begun, without a round so far, to fit
// its entrants.
func refit(ctx context.Context, tx *sql.Tx, t FullTournament) error {
	if t.Status != TournamentRunning || t.Round > 0 {
		return nil
	}
	_, err := exec(ctx, tx, "UPDATE tournaments SET rounds = $2 WHERE id = $1", t.ID, t.Fitting(len(t.Entrants)))
	return err
}

// lastRound returns the current round: of a round robin whose rounds are all published, the first
// that has open pairings.
func (t FullTournament) lastRound() int {
	if !t.AllAtOnce || t.Kind != RoundRobin {
		return t.Round
	}
	for _, b := range t.Boards {
		if b.Open() {
			return b.Round
		}
	}
	return t.Round
}

// leaveTournaments withdraws a person whose account is deleted from all tournaments
// that are not over.
func (d *DB) leaveTournaments(ctx context.Context, tx *sql.Tx, person string, now time.Time) error {
	ids, err := scanTexts(tx.QueryContext(ctx, `SELECT t.id FROM entrants e JOIN tournaments t ON t.id = e.tournament
		WHERE e.person = $1 AND e.withdrawn IS NULL AND t.status IN ('entry', 'running') ORDER BY t.id`, person))
	if err != nil {
		return err
	}
	for _, id := range ids {
		t, err := fullTournament(ctx, tx, id)
		if err != nil {
			return err
		}
		if _, err := d.withdraw(ctx, tx, t, person, now); err != nil {
			return err
		}
	}
	return nil
}

// An EarlierEntrant is an entrant of an earlier tournament, and not of the new one.
type EarlierEntrant struct {
	Player
	Closed bool // the account is closed
}

// EnterSame enters the entrants of an earlier tournament into another one for an organiser, in the order of their
// ranking: members with an open account, also if they have not joined yet, as long as there is room. It returns the
// ids of those it has entered, and fails as AddEntrants does.
func (d *DB) EnterSame(ctx context.Context, id, earlier, by string, now time.Time) (added []string, err error) {
	err = d.organiseTournament(ctx, id, by, func(ctx context.Context, tx *sql.Tx, t FullTournament) error {
		missing, err := scanEarlier(tx.QueryContext(ctx, selectEarlier, earlier, id))
		if err != nil {
			return err
		}
		var list []NewEntrant
		for _, e := range missing {
			if !e.Deleted && !e.Closed && len(t.Entrants)+len(list) < t.Limit() {
				list = append(list, NewEntrant{Person: e.ID})
			}
		}
		added, err = addEntrants(ctx, tx, t, list, by, now)
		return err
	})
	return added, err
}

// EarlierEntrants returns the entrants of an earlier tournament that a new one lacks, by their ranking.
func (d *DB) EarlierEntrants(ctx context.Context, id, earlier string) ([]EarlierEntrant, error) {
	return scanEarlier(d.read.QueryContext(ctx, selectEarlier, earlier, id))
}

const selectEarlier = `SELECT p.id, coalesce(p.name, ''), p.deleted, p.closed IS NOT NULL
	FROM entrants e JOIN people p ON p.id = e.person
	WHERE e.tournament = $1 AND NOT EXISTS (SELECT 1 FROM entrants o WHERE o.tournament = $2 AND o.person = e.person)
	ORDER BY e.number, e.at, e.person`

func scanEarlier(rows *sql.Rows, err error) (list []EarlierEntrant, _ error) {
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var e EarlierEntrant
		if err := rows.Scan(&e.ID, &e.Name, &e.Deleted, &e.Closed); err != nil {
			return nil, kind(err)
		}
		list = append(list, e)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

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
