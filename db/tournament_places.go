package db

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"hexclub/rules/tourney"
)

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
