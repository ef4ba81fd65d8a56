package db

import (
	"cmp"
	"context"
	"database/sql"
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
// or too long (error.tournament-reason).
func (d *DB) Withdraw(ctx context.Context, id, person, by, why string, now time.Time) (touched []Pairing, err error) {
	why = strings.TrimSpace(why)
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		touched = nil
		if by != person {
			if err := d.mustOrganise(ctx, tx, by); err != nil {
				return err
			}
			if err := CheckReason(why, "error.tournament-reason"); err != nil {
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
	return touched, err
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
