package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"strconv"
	"time"

	"hexclub/rules"
	"hexclub/rules/tourney"
)

// A Proposal is a round as it would be published.
type Proposal struct {
	FullTournament
	Round int
	ProposalChange
	Pairs []ProposedPair // in the order of boards, a bye last
	Mark  string         // of exactly these pairs: PublishRound takes no others
}

// A ProposedPair is two opponents, or one person with a bye.
type ProposedPair struct {
	Board         int     // from 1; of a knockout, its place in the bracket
	First, Second string  // ids; Second is empty for a bye
	Gone          [2]bool // who has left already, for a walkover
}

// A ProposalChange is what an organiser decides about the pairs of a Swiss round.
type ProposalChange struct {
	Relaxed bool        // seats may differ by more than two where there is no other way
	Swaps   [][2]string // ids of people who change places, one pair after the other
}

// ProposeRound returns the next round of a tournament. It fails with kind NotFound when there is no
// such tournament, and Conflict when it is not running (error.tournament-status), a board of the
// last round is unfinished (error.round-open), that was the last round (error.round-last), or there
// is no legal pairing (error.no-pairing). It fails with kind Invalid for a change that breaks a
// rule: the swapped people are not in the round, or the tournament is no Swiss (error.swap-people),
// two have met already (error.swap-met), a person would have a second bye or a bye after a win
// without playing (error.swap-bye), or seats would differ by more than two (error.swap-seats). With
// a Conflict and an Invalid it also returns the tournament, and with an Invalid the proposal before
// that change.
func (d *DB) ProposeRound(ctx context.Context, id string, change ProposalChange) (p Proposal, err error) {
	t, err := d.FullTournament(ctx, id)
	if err != nil {
		return p, err
	}
	return t.propose(change)
}

// propose returns the next round, as ProposeRound describes it.
func (t FullTournament) propose(change ProposalChange) (Proposal, error) {
	p := Proposal{FullTournament: t, Round: t.Round + 1}
	switch {
	case t.Status != TournamentRunning:
		return p, rules.Errorf(rules.Conflict, "error.tournament-status", "tournament %s is %s", t.ID, t.Status)
	case t.Waiting() > 0:
		return p, errRoundOpen.Errorf("%d boards of %s", t.Waiting(), t.ID)
	case t.Round >= t.Length:
		return p, rules.Errorf(rules.Conflict, "error.round-last", "round %d of %d", t.Round, t.Length)
	}
	p.Relaxed = change.Relaxed
	pairs, err := t.pairs(p.Round, change.Relaxed)
	if err != nil {
		return p, err
	}
	p.Pairs = pairs
	for _, swap := range change.Swaps {
		if err := p.swap(swap); err != nil {
			p.mark()
			return p, err
		}
	}
	p.mark()
	return p, nil
}

// mark signs the pairs and the absences.
func (p *Proposal) mark() {
	sum := fnv.New64a()
	_, _ = fmt.Fprint(sum, p.Round, p.Pairs, p.RoundAbsences(p.Round)) // a hash takes everything
	p.Mark = strconv.FormatUint(sum.Sum64(), 36)
}

// pairs returns the pairs of a round after all earlier ones are over.
func (t FullTournament) pairs(round int, relaxed bool) ([]ProposedPair, error) {
	var pairs []tourney.Pair
	var err error
	switch t.Kind {
	case Swiss:
		results := t.Results()
		for _, a := range t.RoundAbsences(round) {
			results = append(results, a.result())
		}
		pairs, err = tourney.Swiss(t.present(), results, round, t.swissOptions(relaxed))
	case Knockout:
		pairs, err = tourney.Knockout(t.present(), t.Results(), round, t.knockoutOptions())
	default:
		rounds := tourney.RoundRobin(t.Field(), t.Double)
		if round > len(rounds) {
			return nil, fmt.Errorf("tournament %s has no round %d", t.ID, round)
		}
		pairs = rounds[round-1]
	}
	return t.proposed(round, pairs), err
}

// proposed returns the pairs of a round that is not published yet. It sets which players have
// left, and which player starts.
func (t FullTournament) proposed(round int, pairs []tourney.Pair) []ProposedPair {
	proposed := make([]ProposedPair, len(pairs))
	for i, pair := range pairs {
		proposed[i] = ProposedPair{
			pair.Board, pair.First, pair.Second, [2]bool{t.left(pair.First), t.left(pair.Second)},
		}
	}
	t.drawStarters(round, proposed)
	return proposed
}

// left reports whether an entrant has withdrawn or deleted the account. No round makes a game for
// such a person.
func (t FullTournament) left(person string) bool {
	e, entered := t.Entrant(person)
	return entered && (e.To > 0 || e.Deleted)
}

// present returns the field for the next round. Deleting an account after the end of a tournament
// does not withdraw the entrant. If the tournament goes on, such an entrant counts as withdrawn.
func (t FullTournament) present() []tourney.Entrant {
	field := t.Field()
	for i, e := range t.Entrants {
		if e.Deleted && e.To == 0 {
			field[i].To = t.Round
		}
	}
	return field
}

func (t FullTournament) swissOptions(relaxed bool) tourney.SwissOptions {
	o := tourney.SwissOptions{TopSecond: t.topSecond()}
	switch {
	case !t.Seated():
		o.Seats = tourney.SeatsFree
	case relaxed:
		o.Seats = tourney.SeatsRelaxed
	}
	return o
}

// swap lets two people change places, if that keeps the rules.
func (p *Proposal) swap(people [2]string) error {
	at := [2]*string{p.place(people[0]), p.place(people[1])}
	if p.Kind != Swiss || at[0] == nil || at[1] == nil || at[0] == at[1] {
		return rules.Errorf(rules.Invalid, "error.swap-people", "%q in round %d of %s", people, p.Round, p.ID)
	}
	*at[0], *at[1] = *at[1], *at[0]
	for _, pair := range p.Pairs {
		if pair.has(people[0]) || pair.has(people[1]) {
			if err := p.keeps(pair); err != nil {
				*at[0], *at[1] = *at[1], *at[0]
				return err
			}
		}
	}
	p.drawStarters(p.Round, p.Pairs)
	p.Swaps = append(p.Swaps, people)
	return nil
}

// place returns the place of a person in the pairs; nil for a person who is not in them.
func (p *Proposal) place(person string) *string {
	for i := range p.Pairs {
		for _, at := range []*string{&p.Pairs[i].First, &p.Pairs[i].Second} {
			if person != "" && *at == person {
				return at
			}
		}
	}
	return nil
}

func (pair ProposedPair) has(person string) bool {
	return pair.First == person || pair.Second == person
}

// widestSeats is the maximum difference between the numbers of first and second seats, as in
// package tourney.
const widestSeats = 2

// keeps reports whether a pair keeps the rules of a Swiss.
func (p *Proposal) keeps(pair ProposedPair) error {
	for _, b := range p.Boards {
		switch {
		case pair.Second != "" && b.Has(pair.First) && b.Has(pair.Second):
			return rules.Errorf(rules.Invalid, "error.swap-met", "%+v met in round %d", pair, b.Round)
		case pair.Second == "" && b.Result().Fed(pair.First):
			return rules.Errorf(rules.Invalid, "error.swap-bye", "%s had one, or won without playing, in round %d", pair.First, b.Round)
		}
	}
	if pair.Second == "" || p.Relaxed || !p.Seated() {
		return nil
	}
	if seats := p.SeatBalances(); seats[pair.First] >= widestSeats || seats[pair.Second] <= -widestSeats {
		return rules.Errorf(rules.Invalid, "error.swap-seats", "%+v", pair)
	}
	return nil
}

// SeatBalances are, by id, how many more games a person has started than others, of
// those that were played.
func (t FullTournament) SeatBalances() map[string]int {
	seats := map[string]int{}
	for _, b := range t.Boards {
		if !b.Bye() && b.Result().Forfeit == [2]bool{} {
			seats[b.First]++
			seats[b.Second]--
		}
	}
	return seats
}

// BeginTournament closes the entry of a tournament and makes its ranking; its first
// round can be published then, and is by itself on its date where rounds go by date.
// It fails with kind Forbidden when by is no organiser (error.organisers-only),
// NotFound when there is no such tournament, and Conflict when it has begun
// (error.tournament-begun) or has less than two entrants (error.tournament-few).
func (d *DB) BeginTournament(ctx context.Context, id, by string, now time.Time) error {
	return d.organiseTournament(ctx, id, by, func(ctx context.Context, tx *sql.Tx, t FullTournament) error {
		switch {
		case t.Status != TournamentEntry:
			return errBegun(t.Tournament)
		case len(t.Entrants) < MinEntrants:
			return rules.Errorf(rules.Conflict, "error.tournament-few", "%d entrants in %s", len(t.Entrants), id)
		}
		seed(t.Entrants, t.Seeding)
		if err := saveRanking(ctx, tx, t); err != nil {
			return err
		}
		opens := sql.NullInt64{}
		if t.ByDate {
			opens = nullTime(t.Opens)
		}
		_, err := exec(ctx, tx, "UPDATE tournaments SET status = 'running', rounds = $2, lot = $3, begun = $4, opens = $5 WHERE id = $1",
			id, t.Fitting(len(t.Entrants)), newDrawSeed(), now.UnixMilli(), opens)
		if err != nil {
			return err
		}
		return auditTournament(ctx, tx, t.Tournament, Act{By: by, Act: "tournament-begun", Detail: map[string]string{
			"Number": strconv.Itoa(len(t.Entrants)), "IsPeople": ranking(t.Entrants),
		}}, now)
	})
}

// Fitting returns the number of rounds for a number of entrants.
func (s TournamentSettings) Fitting(entrants int) int {
	switch s.Kind {
	case Knockout:
		return tourney.KnockoutRounds(entrants)
	case Swiss:
		if s.Rounds > 0 {
			return s.Rounds
		}
		return SwissRounds(entrants)
	}
	return len(tourney.Berger(entrants, s.Double))
}

// SwissRounds returns the recommended number of rounds of a Swiss: one more than a knockout would
// have, so that the places after the first are decided too, but not so many that all entrants would
// have met each other.
func SwissRounds(entrants int) int {
	most := entrants - 1 + entrants%2
	return max(1, min(tourney.KnockoutRounds(entrants)+1, most, MaxRounds))
}

// PublishRound publishes the next round of a tournament as it was proposed, with all
// rounds after it where they are published at once. The pairings are made, with what
// is to be played on this site. It fails with kind Forbidden when by is no organiser
// (error.organisers-only), as ProposeRound does, and with kind Conflict when what would
// be proposed now is not what has the mark (error.round-changed).
func (d *DB) PublishRound(
	ctx context.Context, id string, change ProposalChange, mark, by string, now time.Time,
) (made []Pairing, err error) {
	err = d.organiseTournament(ctx, id, by, func(ctx context.Context, tx *sql.Tx, t FullTournament) error {
		p, err := t.propose(change)
		if err != nil {
			return err
		}
		if p.Mark != mark {
			return rules.Errorf(rules.Conflict, "error.round-changed", "round %d of %s", p.Round, id)
		}
		if made, err = d.publish(ctx, tx, p, now); err != nil {
			return err
		}
		return auditRound(ctx, tx, p, by, now)
	})
	return made, err
}

// auditRound logs the publication of a round, and its manual changes.
func auditRound(ctx context.Context, tx *sql.Tx, p Proposal, by string, now time.Time) error {
	round := strconv.Itoa(p.Round)
	for _, swap := range p.Swaps {
		err := auditTournament(ctx, tx, p.Tournament, Act{By: by, Act: "round-swapped", Detail: map[string]string{
			"Round": round, "FirstPeople": swap[0], "SecondPeople": swap[1],
		}}, now)
		if err != nil {
			return err
		}
	}
	detail := map[string]string{"Round": round}
	undoablePublication(p, detail)
	if p.Relaxed {
		return auditTournament(ctx, tx, p.Tournament, Act{By: by, Act: "round-relaxed", Detail: detail}, now)
	}
	return auditTournament(ctx, tx, p.Tournament, Act{By: by, Act: "round-published", Detail: detail}, now)
}

// publish makes the pairings of a round, and of those after it where all are
// published at once.
func (d *DB) publish(ctx context.Context, tx *sql.Tx, p Proposal, now time.Time) (made []Pairing, err error) {
	zone, err := clubZone(ctx, tx)
	if err != nil {
		return nil, err
	}
	begins := now
	if p.ByDate && p.Next.After(now) {
		begins = p.Next
	}
	for {
		due := time.Time{}
		if p.Days > 0 {
			due = begins.In(zone).AddDate(0, 0, p.Days) // at the same time of the day in the club
		}
		some, err := d.publishOne(ctx, tx, p, due, now)
		if err != nil {
			return nil, err
		}
		made, begins = append(made, some...), due
		if !p.AllAtOnce || p.Kind != RoundRobin || p.Round >= p.Length {
			break
		}
		p.Round++
		if p.Pairs, err = p.pairs(p.Round, false); err != nil {
			return nil, err
		}
	}
	opens := sql.NullInt64{}
	if p.ByDate && p.Round < p.Length {
		opens = nullTime(begins)
	}
	if _, err := exec(ctx, tx, "UPDATE tournaments SET round = $2, opens = $3 WHERE id = $1", p.ID, p.Round, opens); err != nil {
		return nil, err
	}
	return made, d.concludeTournament(ctx, tx, p.ID, now)
}

func (d *DB) publishOne(ctx context.Context, tx *sql.Tx, p Proposal, due, now time.Time) (made []Pairing, err error) {
	_, err = exec(ctx, tx, "INSERT INTO tournament_rounds (tournament, round, paired, due) VALUES ($1, $2, $3, $4)",
		p.ID, p.Round, now.UnixMilli(), nullTime(due))
	if err != nil {
		return nil, err
	}
	for _, pair := range p.Pairs {
		pairing, err := d.addBoard(ctx, tx, p.Tournament, p.Round, pair, due, now)
		if err != nil {
			return nil, err
		}
		if pairing.ID != "" {
			made = append(made, pairing)
		}
	}
	return made, endAbsences(ctx, tx, p)
}

// addBoard pairs two people of a round, or notes a bye or a walkover.
func (d *DB) addBoard(
	ctx context.Context, tx *sql.Tx, t Tournament, round int, pair ProposedPair, due, now time.Time,
) (p Pairing, err error) {
	if pair.Second != "" && pair.Gone == [2]bool{} {
		if p, err = d.addPairing(ctx, tx, t.newPairing(pair.First, pair.Second, due), now); err != nil {
			return p, err
		}
	}
	gone := 0
	for i, left := range pair.Gone {
		if left && pair.Second != "" {
			gone |= 1 << i
		}
	}
	_, err = exec(ctx, tx, `INSERT INTO tournament_pairings (tournament, round, board, first, second, pairing, gone)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`, t.ID, round, pair.Board, pair.First, null(pair.Second), null(p.ID), gone)
	return p, err
}

// concludeTournament ends a tournament when all its boards are played. It stores the places of one that is over.
func (d *DB) concludeTournament(ctx context.Context, tx *sql.Tx, id string, now time.Time) error {
	_, err := exec(ctx, tx, `UPDATE tournaments SET status = 'over', ended = $2, opens = NULL
		WHERE id = $1 AND status = 'running' AND round >= rounds AND NOT EXISTS (
			SELECT 1 FROM tournament_pairings b JOIN pairings p ON p.id = b.pairing WHERE b.tournament = $1 AND p.status = 'open')`,
		id, now.UnixMilli())
	if err != nil {
		return err
	}
	return storePlaces(ctx, tx, id)
}

// OpenRounds publishes the rounds whose date has come, of tournaments whose last round is over. The
// audit log has no person for that. Rounds that cannot be paired are left to the organisers. It
// returns the new pairings. An error in one tournament does not affect the others.
func (d *DB) OpenRounds(ctx context.Context, now time.Time) (made []Pairing, err error) {
	ids, err := scanTexts(d.read.QueryContext(ctx, `SELECT t.id FROM tournaments t WHERE t.opens <= $1 AND t.status = 'running'
		AND NOT EXISTS (SELECT 1 FROM tournament_pairings b JOIN pairings p ON p.id = b.pairing
			WHERE b.tournament = t.id AND b.round = t.round AND p.status = 'open') ORDER BY t.opens, t.id`, now.UnixMilli()))
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		var some []Pairing
		failed := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
			some, err = d.openRound(ctx, tx, id, now)
			return err
		})
		if failed != nil {
			err = errors.Join(err, failed)
			continue
		}
		made = append(made, some...)
	}
	return made, err
}

func (d *DB) openRound(ctx context.Context, tx *sql.Tx, id string, now time.Time) ([]Pairing, error) {
	if err := awake(ctx, tx, now); err != nil {
		return nil, err
	}
	t, err := fullTournament(ctx, tx, id)
	if err != nil || t.Next.IsZero() || t.Next.After(now) {
		return nil, err // somebody was first
	}
	p, err := t.propose(ProposalChange{})
	switch {
	case errors.Is(err, errRoundOpen):
		return nil, nil // waits on
	case rules.IsKind(err, rules.Conflict):
		_, err := exec(ctx, tx, "UPDATE tournaments SET opens = NULL WHERE id = $1", id)
		return nil, err
	case err != nil:
		return nil, err
	}
	made, err := d.publish(ctx, tx, p, now)
	if err != nil {
		return nil, err
	}
	return made, auditTournament(ctx, tx, t.Tournament, Act{Act: "round-opened", Detail: map[string]string{"Round": strconv.Itoa(p.Round)}}, now)
}
