package tourney

import (
	"cmp"
	"errors"
	"slices"

	"hexclub/rules"
)

// KnockoutOptions are an organiser's settings of a knockout.
type KnockoutOptions struct {
	Third     bool // the losers of the semi-finals play for third place, on board 2 of the last round
	TopSecond bool // in the first round the seat drawn for the top player, and then alternately by board, is the second
}

// Seeding returns the order of seeds in a knockout's bracket for n players:
// places in pairs from the top, as many as the next power of two, 0 for an
// empty place. Seeds 1 and 2 can meet only in the last round, 1 to 4 in the
// last two, and so on. If the higher seed always wins, the highest meets the
// lowest remaining seed. The highest seeds have no opponent in the first
// round.
func Seeding(n int) []int {
	seeds := []int{1}
	for len(seeds) < n {
		var next []int
		for i, s := range seeds {
			pair := []int{s, 2*len(seeds) + 1 - s}
			if i%2 == 1 {
				slices.Reverse(pair)
			}
			next = append(next, pair...)
		}
		seeds = next
	}
	for i, s := range seeds {
		if s > n {
			seeds[i] = 0
		}
	}
	return seeds
}

// KnockoutRounds returns the number of rounds of a knockout of n players.
func KnockoutRounds(n int) int {
	rounds := 0
	for 1<<rounds < n {
		rounds++
	}
	return rounds
}

// Knockout pairs a round, from 1, of a knockout, by the results of the rounds
// before. Board k is the k-th match of the bracket from the top; a board
// without players is left out. A player without an opponent goes on: a pair
// with a bye. This happens to the highest seeds if the field is not a power of
// two, to the opponent of a player who has withdrawn, and above a match that
// both players forfeited without either having more of it. Late entries are
// not possible.
//
// In later rounds the first seat is for the player who had it less often, then
// longer ago, then for the higher rank.
//
// While a match of the round before has no winner the error is of kind
// Conflict, ErrNoWinner; its Args are the round and the board.
// If a result is between players other than those who reach the match by the
// results before, because one of these was corrected, it is of kind Conflict
// (ErrBracketMixed), with the same Args. A round that does not
// exist is of kind NotFound, "error.no-round", with Args the round. Errors
// without a kind are faults of the program.
func Knockout(field []Entrant, results []Result, round int, o KnockoutOptions) ([]Pair, error) {
	return knockoutRound(field, results, round, o, func(err error) error { return err })
}

// KnockoutKnown is [Knockout] without the boards for which a player is still
// missing because a match before has no winner. It fails like Knockout, except
// with error.no-winner.
func KnockoutKnown(field []Entrant, results []Result, round int, o KnockoutOptions) ([]Pair, error) {
	return knockoutRound(field, results, round, o, unlessOpen)
}

// knockoutRound pairs a round, without the boards whose players fail with an
// accepted error.
func knockoutRound(
	field []Entrant, results []Result, round int, o KnockoutOptions, failure func(error) error,
) (pairs []Pair, _ error) {
	if err := check(field, results); err != nil {
		return nil, err
	}
	k := newKnockout(field, results, o)
	if round < 1 || round > KnockoutRounds(len(field)) {
		return nil, rules.Errorf(rules.NotFound, "error.no-round", "round %d", round)
	}
	last := k.boards(round)
	if round > 1 && last == 1 && o.Third {
		last = 2
	}
	for board := 1; board <= last; board++ {
		come := k.sides
		if board > k.boards(round) {
			come = k.losers
		}
		a, b, err := come(round, board)
		switch {
		case err == nil:
			pairs = k.board(pairs, round, board, a, b)
		case failure(err) != nil:
			return nil, err
		}
	}
	return pairs, nil
}

// A knockout is a bracket with its results.
type knockout struct {
	KnockoutOptions
	field   []Entrant // by rank
	seeds   []int     // by place in the bracket
	results []Result
}

// newKnockout returns the bracket of a field.
func newKnockout(field []Entrant, results []Result, o KnockoutOptions) *knockout {
	return &knockout{KnockoutOptions: o, field: ranked(field), seeds: Seeding(len(field)), results: results}
}

// boards returns the number of matches of a round, without the one for third
// place.
func (k *knockout) boards(round int) int { return 1 << (KnockoutRounds(len(k.field)) - round) }

// sides returns the players of a match, the upper in the bracket first; nil
// for an empty side.
func (k *knockout) sides(round, board int) (a, b *Entrant, err error) {
	if round == 1 {
		return k.seed(k.seeds[2*board-2]), k.seed(k.seeds[2*board-1]), nil
	}
	if a, _, err = k.match(round-1, 2*board-1); err != nil {
		return nil, nil, err
	}
	b, _, err = k.match(round-1, 2*board)
	return a, b, err
}

// losers returns the players of the match for third place, which is board 2 of
// a round.
func (k *knockout) losers(round, _ int) (a, b *Entrant, err error) {
	if _, a, err = k.match(round-1, 1); err != nil {
		return nil, nil, err
	}
	_, b, err = k.match(round-1, 2)
	return a, b, err
}

// seed returns an entrant by its seed.
func (k *knockout) seed(number int) *Entrant {
	if number == 0 {
		return nil
	}
	return &k.field[number-1]
}

// match returns the winner and the loser of a match of the bracket; nil for
// none. With fewer than two players it needs no result.
func (k *knockout) match(round, board int) (winner, loser *Entrant, err error) {
	a, b, err := k.sides(round, board)
	if err != nil {
		return nil, nil, err
	}
	return k.decide(round, board, a, b)
}

// decide returns the winner and the loser of a match between two players.
func (k *knockout) decide(round, board int, a, b *Entrant) (winner, loser *Entrant, err error) {
	here, there := present(a, round), present(b, round)
	r, found := k.result(round, a, b)
	switch {
	case !found && k.mixed(round, board, here, there):
		return nil, nil, ErrBracketMixed.Errorf("round %d, board %d", round, board)
	case !found && here == nil:
		return there, nil, nil
	case !found && there == nil:
		return here, nil, nil
	case !found, !r.Over:
		return nil, nil, noWinner(round, board)
	case r.Halves[0] == r.Halves[1] && r.Forfeit == [2]bool{true, true}:
		return nil, nil, nil
	case r.Halves[0] == r.Halves[1]:
		return nil, nil, noWinner(round, board)
	case (r.Halves[0] > r.Halves[1]) == (r.First == a.ID):
		return a, b, nil
	}
	return b, a, nil
}

// result returns the result of two players in a round.
func (k *knockout) result(round int, a, b *Entrant) (Result, bool) {
	if a == nil || b == nil {
		return Result{}, false
	}
	at := slices.IndexFunc(k.results, func(r Result) bool {
		return r.Round == round && (r.First == a.ID && r.Second == b.ID || r.First == b.ID && r.Second == a.ID)
	})
	if at < 0 {
		return Result{}, false
	}
	return k.results[at], true
}

// mixed reports whether a round has results that contradict these players of a
// board, of whom either may be missing and who have no result: others at the
// board, or one of the two against another player. A single player may have a
// bye.
func (k *knockout) mixed(round, board int, here, there *Entrant) bool {
	alone := (here == nil) != (there == nil)
	return slices.ContainsFunc(k.results, func(r Result) bool {
		theirs := r.of(here) || r.of(there)
		return r.Round == round && (r.Board == board || theirs) && !(alone && theirs && r.bye())
	})
}

// of reports whether an entrant, who may be missing, is one of the players.
func (r Result) of(e *Entrant) bool { return e != nil && slices.Contains(r.players(), e.ID) }

// noWinner returns the error when a match is not decided.
func noWinner(round, board int) error {
	return ErrNoWinner.Errorf("round %d, board %d", round, board)
}

// present returns the entrant if present in a round, and nil after a
// withdrawal.
func present(e *Entrant, round int) *Entrant {
	if e == nil || e.WithdrawnBefore(round) {
		return nil
	}
	return e
}

// board adds the pair of a board, if it has a player.
func (k *knockout) board(pairs []Pair, round, board int, a, b *Entrant) []Pair {
	a, b = present(a, round), present(b, round)
	if a == nil {
		a, b = b, nil
	}
	switch {
	case a == nil:
		return pairs
	case b == nil:
		return append(pairs, Pair{Board: board, First: a.ID})
	}
	if !k.starts(a, b, round, board) {
		a, b = b, a
	}
	return append(pairs, Pair{Board: board, First: a.ID, Second: b.ID})
}

// starts reports whether a has the first seat against b.
func (k *knockout) starts(a, b *Entrant, round, board int) bool {
	higher := a.Rank < b.Rank
	if round == 1 {
		return higher == (board%2 == 1) != k.TopSecond
	}
	ours, theirs := k.seating(a, round), k.seating(b, round)
	if ours.diff != theirs.diff {
		return ours.diff < theirs.diff
	}
	for i, j := len(ours.played)-1, len(theirs.played)-1; i >= 0 && j >= 0; i, j = i-1, j-1 {
		if ours.played[i] != theirs.played[j] {
			return ours.played[i] == 2
		}
	}
	return higher
}

// seating returns the seats of an entrant in the rounds before.
func (k *knockout) seating(e *Entrant, round int) *seating {
	s := &seating{}
	for r := 1; r < round; r++ {
		for _, result := range k.results {
			switch {
			case result.Round != r || result.bye() || result.forfeited():
			case result.First == e.ID:
				s.sit(1)
			case result.Second == e.ID:
				s.sit(2)
			}
		}
	}
	return s
}

// A Finish is how far a player came in a knockout.
type Finish struct {
	Entrant
	Place  int  // from 1; 0 for a player who is still in it
	Shared bool // with others
	Round  int  // the round that was lost or not attended; 0 for the winner and players who are still in it
}

// KnockoutPlaces returns the places so far: the winner, the loser of the last
// round, the losers of the one before, and so on. Losers of the same round
// share a place, unless a match for third place separates them. Players who
// are still in it come first. Equal places are in order of rank. If a result
// is between players other than those who reach the match by the results
// before, the error is that of [Knockout] (error.bracket-mixed); other errors
// are faults of the program.
func KnockoutPlaces(field []Entrant, results []Result, o KnockoutOptions) ([]Finish, error) {
	if err := check(field, results); err != nil {
		return nil, err
	}
	k := newKnockout(field, results, o)
	lost := map[string]int{}
	rounds := KnockoutRounds(len(field))
	for round := 1; round <= rounds; round++ {
		for board := 1; board <= k.boards(round); board++ {
			if err := k.drop(lost, round, board); err != nil {
				return nil, err
			}
		}
	}
	third, err := k.third(rounds)
	if err != nil {
		return nil, err
	}
	length := func(id string) int { // half rounds survived
		if lost[id] == 0 {
			return 2*rounds + 2
		}
		return 2*lost[id] + boolean(id == third)
	}
	decided := rounds == 0
	if rounds > 0 {
		winner, _, err := k.match(rounds, 1)
		decided = err == nil && winner != nil
	}
	var all []Finish
	for _, e := range k.field {
		f := Finish{Entrant: e, Round: lost[e.ID], Place: 1}
		level := 0
		for _, other := range k.field {
			f.Place += boolean(length(other.ID) > length(e.ID))
			level += boolean(length(other.ID) == length(e.ID))
		}
		f.Shared = level > 1
		if f.Round == 0 && !decided {
			f.Place, f.Shared = 0, false
		}
		all = append(all, f)
	}
	slices.SortStableFunc(all, func(a, b Finish) int { return cmp.Compare(a.Place, b.Place) })
	return all, nil
}

// drop records the loser of a match, if it and the matches before it have
// winners.
func (k *knockout) drop(lost map[string]int, round, board int) error {
	a, b, err := k.sides(round, board)
	if err != nil {
		return unlessOpen(err)
	}
	winner, _, err := k.decide(round, board, a, b)
	if err != nil {
		return unlessOpen(err)
	}
	for _, e := range []*Entrant{a, b} {
		if e != nil && e != winner {
			lost[e.ID] = round
		}
	}
	return nil
}

// unlessOpen returns an error, or nil if it means that a match has no winner
// yet.
func unlessOpen(err error) error {
	if errors.Is(err, ErrNoWinner) {
		return nil
	}
	return err
}

// third returns the winner of the match for third place; empty if there is
// none yet.
func (k *knockout) third(rounds int) (string, error) {
	if !k.Third || rounds < 2 {
		return "", nil
	}
	a, b, err := k.losers(rounds, 2)
	if err != nil || a == nil && b == nil {
		return "", unlessOpen(err)
	}
	winner, _, err := k.decide(rounds, 2, a, b)
	if err != nil || winner == nil {
		return "", unlessOpen(err)
	}
	return winner.ID, nil
}
