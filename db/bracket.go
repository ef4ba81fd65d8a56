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

// A finalPlace is the place of an entrant in the end.
type finalPlace struct {
	place int           // 0 for none
	score sql.NullInt64 // in halves of a point; none in a knockout
}

// finalPlaces returns the places of a tournament by the ids of entrants. Entrants without a place are missing.
func (t FullTournament) finalPlaces(ctx context.Context) (map[string]finalPlace, error) {
	places := map[string]finalPlace{}
	if t.Kind == Knockout {
		list, err := t.Places()
		for _, f := range list {
			places[f.ID] = finalPlace{place: f.Place}
		}
		return places, err
	}
	list, err := tourney.Standings(ctx, t.Field(), t.Results(), tourney.Rules{RoundRobin: t.Kind == RoundRobin, TieBreaks: t.Breaks})
	for _, s := range list {
		places[s.ID] = finalPlace{s.Place, sql.NullInt64{Int64: int64(s.Halves), Valid: s.Place > 0}}
	}
	return places, err
}

// storePlaces stores the places and the scores of a tournament that is over, and does nothing for another one.
func storePlaces(ctx context.Context, tx *sql.Tx, id string) error {
	var status TournamentStatus
	if err := kind(tx.QueryRowContext(ctx, "SELECT status FROM tournaments WHERE id = $1", id).Scan(&status)); err != nil || status != TournamentOver {
		return err
	}
	t, err := fullTournament(ctx, tx, id)
	if err != nil {
		return err
	}
	places, err := t.finalPlaces(ctx)
	if err != nil {
		return err
	}
	for _, e := range t.Entrants {
		final := places[e.ID]
		place := sql.NullInt64{Int64: int64(final.place), Valid: final.place > 0}
		_, err := exec(ctx, tx, "UPDATE entrants SET place = $3, score = $4 WHERE tournament = $1 AND person = $2", id, e.ID, place, final.score)
		if err != nil {
			return err
		}
	}
	return nil
}

// StoreOldPlaces stores the places and the scores of tournaments that ended before these were stored. An error in one does not affect the
// others.
func (d *DB) StoreOldPlaces(ctx context.Context) (err error) {
	ids, err := scanTexts(d.read.QueryContext(ctx, `SELECT t.id FROM tournaments t WHERE t.status = 'over' AND NOT EXISTS (
		SELECT 1 FROM entrants e WHERE e.tournament = t.id AND e.place IS NOT NULL AND (t.kind = 'knockout' OR e.score IS NOT NULL)) ORDER BY t.made, t.id`))
	for _, id := range ids {
		err = errors.Join(err, d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error { return storePlaces(ctx, tx, id) }))
	}
	return err
}

// A RoundNews is a round that was published.
type RoundNews struct {
	Tournament string // id
	Round      int
	Paired     time.Time
}

// PublishedRounds returns the rounds of tournaments that were published last, the latest first: of
// rounds published at once only the last. It returns at most limit.
func (d *DB) PublishedRounds(ctx context.Context, limit int, tournaments ...string) (news []RoundNews, _ error) {
	if len(tournaments) == 0 {
		return nil, nil
	}
	list, args := inList(tournaments)
	rows, err := d.read.QueryContext(ctx, `SELECT tournament, max(round), paired FROM tournament_rounds WHERE tournament IN `+list+`
		GROUP BY tournament, paired ORDER BY paired DESC, tournament LIMIT $`+strconv.Itoa(len(args)+1), append(args, limit)...)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var n RoundNews
		var paired int64
		if err := rows.Scan(&n.Tournament, &n.Round, &paired); err != nil {
			return nil, kind(err)
		}
		n.Paired = fromMS(paired)
		news = append(news, n)
	}
	return news, kind(errors.Join(rows.Err(), rows.Close()))
}

// TournamentWinners returns the entrants on the first place of finished tournaments in seasons, by the tournaments' ids.
func (d *DB) TournamentWinners(ctx context.Context, seasons ...string) (map[string][]Player, error) {
	list, args := inList(seasons)
	rows, err := d.read.QueryContext(ctx, `SELECT e.tournament, p.id, coalesce(p.name, ''), p.deleted
		FROM tournaments t JOIN entrants e ON e.tournament = t.id AND e.place = 1 JOIN people p ON p.id = e.person
		WHERE t.season IN `+list+` AND t.status = 'over' ORDER BY e.tournament, e.number`, args...)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	winners := map[string][]Player{}
	for rows.Next() {
		var id string
		var p Player
		if err := rows.Scan(&id, &p.ID, &p.Name, &p.Deleted); err != nil {
			return nil, kind(err)
		}
		winners[id] = append(winners[id], p)
	}
	return winners, kind(errors.Join(rows.Err(), rows.Close()))
}
