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

func (t FullTournament) knockoutOptions() tourney.KnockoutOptions {
	return tourney.KnockoutOptions{Third: t.Third, TopSecond: t.topSecond()}
}

// Places returns how far each entrant of a knockout came.
func (t FullTournament) Places() ([]tourney.Finish, error) {
	return tourney.KnockoutPlaces(t.Field(), t.Results(), t.knockoutOptions())
}

// redraw corrects the boards of a knockout's round after an organiser has corrected an earlier
// result, so that others have reached the round. It removes a board that lacks an opponent until an
// earlier match has been replayed. A finished tournament resumes when a pairing is made. redraw
// returns the pairings that it replaced and those that it made. It fails with kind Conflict when a
// pairing to be replaced has been played and counts (error.bracket-played), and when the tournament
// was called off (error.tournament-ended).
func (d *DB) redraw(
	ctx context.Context, tx *sql.Tx, id string, round int, word OrganisersWord, now time.Time,
) (changed []Pairing, _ error) {
	t, err := fullTournament(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	come, err := tourney.KnockoutKnown(t.Field(), t.Results(), round, t.knockoutOptions())
	if errors.Is(err, tourney.ErrBracketMixed) {
		return nil, rules.Errorf(rules.Conflict, "error.bracket-played", "round %d of %s", round, id)
	}
	if err != nil {
		return nil, err
	}
	pairs := t.proposed(round, come)
	due := time.Time{}
	if at := t.Rounds[round-1].Due; at.After(now) {
		due = at
	}
	for _, b := range t.RoundBoards(round) {
		if slices.ContainsFunc(pairs, b.is) {
			continue
		}
		replaced, err := d.dropBoard(ctx, tx, t.Tournament, b, word, now)
		if err != nil {
			return nil, err
		}
		changed = append(changed, replaced...)
	}
	for _, pair := range pairs {
		if slices.ContainsFunc(t.RoundBoards(round), func(b Board) bool { return b.is(pair) }) {
			continue
		}
		made, err := d.addBoard(ctx, tx, t.Tournament, round, pair, due, now)
		if err != nil {
			return nil, err
		}
		if made.ID != "" {
			changed = append(changed, made)
			if err := goOn(ctx, tx, t.Tournament, word); err != nil {
				return nil, err
			}
		}
	}
	return changed, nil
}

// goOn resumes a finished tournament, by an organiser's decision.
func goOn(ctx context.Context, tx *sql.Tx, t Tournament, word OrganisersWord) error {
	n, err := exec(ctx, tx, "UPDATE tournaments SET status = 'running', ended = NULL WHERE id = $1 AND status = 'over'", t.ID)
	if err != nil || n == 0 {
		return err
	}
	rounds := strconv.Itoa(t.Length)
	return auditTournament(ctx, tx, t, Act{By: word.By.ID, Act: "tournament-reopened", Detail: map[string]string{
		"Reason": word.Reason, "Was": rounds, "Is": rounds,
	}}, word.At)
}

// is reports whether a board has the players of a pair, in any seats.
func (b Board) is(p ProposedPair) bool {
	people := b.First == p.First && b.Second == p.Second || b.First == p.Second && b.Second == p.First
	return b.Board == p.Board && people
}

// dropBoard removes a board from a round, with its pairing if that was not played: others play
// there instead.
func (d *DB) dropBoard(ctx context.Context, tx *sql.Tx, t Tournament, b Board, word OrganisersWord, now time.Time) ([]Pairing, error) {
	switch {
	case b.Pairing != "" && b.Status == PairingOver:
		return nil, rules.Errorf(rules.Conflict, "error.bracket-played", "board %d of round %d of %s", b.Board, b.Round, t.ID)
	case t.Status == TournamentOff:
		return nil, rules.Errorf(rules.Conflict, "error.tournament-ended", "tournament %s", t.ID)
	}
	_, err := exec(ctx, tx, "DELETE FROM tournament_pairings WHERE tournament = $1 AND round = $2 AND board = $3", t.ID, b.Round, b.Board)
	if err != nil || b.Pairing == "" {
		return nil, err
	}
	was, err := pairingIn(ctx, tx, b.Pairing)
	if err != nil {
		return nil, err
	}
	p, err := d.callOffPairing(ctx, tx, was, EndReplaced, word, now)
	if err != nil {
		return nil, err
	}
	_, err = exec(ctx, tx, "INSERT INTO replaced_pairings (pairing, tournament, round) VALUES ($1, $2, $3)", p.ID, t.ID, b.Round)
	if err != nil {
		return nil, err
	}
	return []Pairing{p}, writeAudit(ctx, tx, replacedAct(t, b.Round, was, word), now)
}

// replacedAct returns the audit log's act for a replaced pairing.
func replacedAct(t Tournament, round int, was Pairing, word OrganisersWord) Act {
	return Act{By: word.By.ID, Act: "pairing-replaced", About: was.Ref(), Detail: map[string]string{
		"FirstPeople": was.Players[0].ID, "SecondPeople": was.Players[1].ID, "Tournament": t.Name, "Round": strconv.Itoa(round),
		"Was": was.inFull(), "Reason": word.Reason,
	}}
}

// Following returns the boards of later rounds that have a player of a pairing, without byes and
// walkovers. They depend on its result.
func (t FullTournament) Following(pairing string) (list []Board) {
	i := slices.IndexFunc(t.Boards, func(b Board) bool { return b.Pairing == pairing })
	if i < 0 || t.Kind != Knockout {
		return nil
	}
	from := t.Boards[i]
	for _, b := range t.Boards {
		if b.Round > from.Round && b.Pairing != "" && (b.Has(from.First) || b.Has(from.Second)) {
			list = append(list, b)
		}
	}
	return list
}
