package db

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"hexclub/rules"
	"hexclub/rules/tourney"
)

// bracketRound is who meets whom in a round of a knockout.
func (t FullTournament) bracketRound(round int) ([]tourney.Pair, error) {
	return tourney.Knockout(t.Field(), t.Results(), round, t.knockoutOptions())
}

func (t FullTournament) knockoutOptions() tourney.KnockoutOptions {
	return tourney.KnockoutOptions{Third: t.Third, TopSecond: t.topSecond()}
}

// Places are how far everybody came in a knockout.
func (t FullTournament) Places() ([]tourney.Finish, error) {
	return tourney.KnockoutPlaces(t.Field(), t.Results(), t.knockoutOptions())
}

// redraw puts right the boards of a round of a knockout whose people are others since
// a result before was corrected. It fails with kind Conflict where these have played
// already (error.bracket-played).
func (d *DB) redraw(ctx context.Context, tx *sql.Tx, id string, round int, now time.Time) error {
	t, err := fullTournament(ctx, tx, id)
	if err != nil {
		return err
	}
	pairs, err := t.pairs(round, false)
	var known *rules.Error
	if errors.As(err, &known) && (known.Key == "error.no-winner" || known.Key == "error.bracket-mixed") {
		return rules.Errorf(rules.Conflict, "error.bracket-played", "round %d of %s", round, id)
	}
	if err != nil {
		return err
	}
	due := time.Time{}
	if at := t.Rounds[round-1].Due; at.After(now) {
		due = at
	}
	for _, b := range t.RoundBoards(round) {
		if slices.ContainsFunc(pairs, b.is) {
			continue
		}
		if err := d.dropBoard(ctx, tx, id, b, now); err != nil {
			return err
		}
	}
	for _, pair := range pairs {
		if slices.ContainsFunc(t.RoundBoards(round), func(b Board) bool { return b.is(pair) }) {
			continue
		}
		if _, err := d.addBoard(ctx, tx, t.Tournament, round, pair, due, now); err != nil {
			return err
		}
	}
	return nil
}

// is tells whether a board is that of a pair, in whatever seats.
func (b Board) is(p ProposedPair) bool {
	people := b.First == p.First && b.Second == p.Second || b.First == p.Second && b.Second == p.First
	return b.Board == p.Board && people
}

// dropBoard takes a board out of a round, with what was to be played there.
func (d *DB) dropBoard(ctx context.Context, tx *sql.Tx, id string, b Board, now time.Time) error {
	if b.Pairing != "" && !b.Open() {
		return rules.Errorf(rules.Conflict, "error.bracket-played", "board %d of round %d of %s", b.Board, b.Round, id)
	}
	_, err := exec(ctx, tx, "DELETE FROM tournament_pairings WHERE tournament = $1 AND round = $2 AND board = $3", id, b.Round, b.Board)
	if err != nil {
		return err
	}
	return d.callOffPairing(ctx, tx, b.Pairing, now)
}
