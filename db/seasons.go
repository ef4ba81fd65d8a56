package db

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"hexclub/rules"
	"hexclub/rules/ladder"
)

// A SeasonStatus is what may be done in a season.
type SeasonStatus string

// The statuses of a season.
const (
	SeasonOpen     SeasonStatus = "open"     // ladders and tournaments may begin
	SeasonClosed   SeasonStatus = "closed"   // it takes nothing new
	SeasonArchived SeasonStatus = "archived" // and what there is does not change any more
)

// Key returns the catalog key of the status's name.
func (s SeasonStatus) Key() string {
	return map[SeasonStatus]string{SeasonOpen: "season.open", SeasonClosed: "season.closed", SeasonArchived: "season.archived"}[s]
}

// next returns the statuses that may follow.
func (s SeasonStatus) next(to SeasonStatus) bool {
	return s != to && (s == SeasonClosed || to == SeasonClosed)
}

// A Season is what ladders and tournaments are held in.
type Season struct {
	ID            string
	Name          string
	Status        SeasonStatus
	Continues     string // id of the season before; empty for none
	ContinuesName string
	Made          time.Time
	Closed        time.Time // zero while it is open
	Archived      time.Time // zero until it is
}

// NewSeason opens a season, which may continue another. It fails with kind Invalid for a name that
// is no title (error.season-name), Forbidden when by is no organiser
// (error.organisers-only), Conflict when a season is called so (error.season-taken) or
// there are too many (error.many-seasons), and NotFound when there is no season to continue.
func (d *DB) NewSeason(ctx context.Context, name, continues, by string, now time.Time) (Season, error) {
	if err := checkTitle(name, maxSeason, "error.season-name", "name"); err != nil {
		return Season{}, err
	}
	id := NewID(gameLetters)
	err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		if err := mustHaveRoom(ctx, tx, maxSeasons, rules.Conflict, "error.many-seasons", "SELECT count(*) FROM seasons"); err != nil {
			return err
		}
		_, err := exec(ctx, tx, `INSERT INTO seasons (id, name, folded, status, continues, made) VALUES ($1, $2, $3, 'open', $4, $5)`,
			id, name, fold(name), null(continues), now.UnixMilli())
		if err != nil {
			return seasonTaken(err, name)
		}
		act := Act{By: by, Act: "season-new", About: Ref{RefSeason, id}, Detail: map[string]string{"Name": name}}
		if continues != "" {
			before, err := scanSeason(tx.QueryRowContext(ctx, selectSeason+"WHERE s.id = $1", continues))
			if err != nil {
				return err
			}
			act = Act{By: by, Act: "season-continued", About: act.About, Detail: map[string]string{"Name": name, "Before": before.Name}}
		}
		return writeAudit(ctx, tx, act, now)
	})
	if err != nil {
		return Season{}, err
	}
	return d.Season(ctx, id)
}

func seasonTaken(err error, name string) error {
	if rules.IsKind(err, rules.Conflict) {
		taken := rules.Errorf(rules.Conflict, "error.season-taken", "%q", name).In("name")
		taken.Err = err
		return taken
	}
	return err
}

// RenameSeason gives a season another name. It fails as NewSeason does, and with
// kind Conflict when the season is archived (error.season-archived).
func (d *DB) RenameSeason(ctx context.Context, id, name, by string, now time.Time) error {
	if err := checkTitle(name, maxSeason, "error.season-name", "name"); err != nil {
		return err
	}
	return d.changeSeason(ctx, id, by, func(ctx context.Context, tx *sql.Tx, s Season) error {
		if s.Status == SeasonArchived {
			return rules.Errorf(rules.Conflict, "error.season-archived", "%s", id)
		}
		if s.Name == name {
			return nil
		}
		if _, err := exec(ctx, tx, "UPDATE seasons SET name = $2, folded = $3 WHERE id = $1", id, name, fold(name)); err != nil {
			return seasonTaken(err, name)
		}
		return writeAudit(ctx, tx, Act{By: by, Act: "season-name", About: Ref{RefSeason, id}, Detail: map[string]string{"Was": s.Name, "Is": name}}, now)
	})
}

// SetSeason opens, closes or archives a season: an open one is closed before it is
// archived, an archived one before it is opened again. Closing a season closes its open
// ladders with the next tick, and opening it again opens those that it closed. It fails with kind Forbidden
// when by is no organiser (error.organisers-only), NotFound when there is no such
// season, and Conflict when that does not follow from what it is
// (error.season-status) or something in it still goes on, which an archive would stop
// (error.season-running).
func (d *DB) SetSeason(ctx context.Context, id string, status SeasonStatus, by string, now time.Time) error {
	return d.changeSeason(ctx, id, by, func(ctx context.Context, tx *sql.Tx, s Season) error {
		if status.Key() == "" || !s.Status.next(status) {
			return rules.Errorf(rules.Conflict, "error.season-status", "%s from %s to %q", id, s.Status, status)
		}
		if status == SeasonArchived {
			left, err := goingOn(ctx, tx, id)
			if err != nil {
				return err
			}
			if len(left) > 0 {
				return rules.Errorf(rules.Conflict, "error.season-running", "%d in season %s", len(left), id)
			}
		}
		_, err := exec(ctx, tx, `UPDATE seasons SET status = $2,
			closed = CASE WHEN $2 = 'open' THEN NULL ELSE coalesce(closed, $3) END, archived = CASE WHEN $2 = 'archived' THEN $3 END
			WHERE id = $1`, id, string(status), now.UnixMilli())
		if err != nil {
			return err
		}
		if status == SeasonOpen {
			if err := d.reopenLadders(ctx, tx, s, now); err != nil {
				return err
			}
		}
		return writeAudit(ctx, tx, Act{By: by, Act: "season-status", About: Ref{RefSeason, id}, Detail: map[string]string{
			"Name": s.Name, "WasKey": s.Status.Key(), "IsKey": status.Key(),
		}}, now)
	})
}

// reopenLadders opens the ladders that closed with a season, which is open again.
func (d *DB) reopenLadders(ctx context.Context, tx *sql.Tx, season Season, now time.Time) error {
	closed := season.Closed.UnixMilli()
	ids, err := scanTexts(tx.QueryContext(ctx, "SELECT id FROM ladders WHERE season = $1 AND coalesce(closed, $2) = $2 ORDER BY made, id", season.ID, closed))
	if err != nil {
		return err
	}
	for _, id := range ids {
		_, err := d.onLadder(ctx, tx, id, now, func(s *storedLadder) ([]ladder.Event, error) {
			events := s.Close(closed) // unless a tick has done it; the days between do not count for its players
			return append(events, s.Reopen(now.UnixMilli())...), nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// A GoingOn is what keeps a season from being archived: a tournament that is not over, or an
// open challenge on a ladder.
type GoingOn struct {
	Name    string // of the tournament or ladder
	About   Ref    // the tournament or challenge
	Players [2]Player
}

// GoingOn lists what still goes on in a season: tournaments, then challenges, the oldest
// first. Players are those of a challenge.
func (d *DB) GoingOn(ctx context.Context, season string) (list []GoingOn, err error) {
	err = d.reading(ctx, func(tx *sql.Tx) error {
		list, err = goingOn(ctx, tx, season)
		return err
	})
	return list, err
}

func goingOn(ctx context.Context, tx *sql.Tx, season string) (list []GoingOn, _ error) {
	tournaments, err := scanTournaments(tx.QueryContext(ctx, selectTournament+
		"WHERE t.season = $1 AND t.status IN ('entry', 'running') ORDER BY t.made, t.id", season))
	if err != nil {
		return nil, err
	}
	for _, t := range tournaments {
		list = append(list, GoingOn{Name: t.Name, About: t.Ref()})
	}
	challenges, err := scanChallenges(tx.QueryContext(ctx, selectChallenge+
		"WHERE l.season = $1 AND c.decided IS NULL ORDER BY c.made, c.id", season))
	for _, c := range challenges {
		list = append(list, GoingOn{Name: c.LadderName, About: c.Ref(), Players: [2]Player{c.From, c.To}})
	}
	return list, err
}

// changeSeason lets an organiser change a season.
func (d *DB) changeSeason(ctx context.Context, id, by string, change func(context.Context, *sql.Tx, Season) error) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		s, err := scanSeason(tx.QueryRowContext(ctx, selectSeason+"WHERE s.id = $1", id))
		if err != nil {
			return err
		}
		return change(ctx, tx, s)
	})
}

// Season returns the season with the id. It fails with kind NotFound if there is none.
func (d *DB) Season(ctx context.Context, id string) (Season, error) {
	return scanSeason(d.read.QueryRowContext(ctx, selectSeason+"WHERE s.id = $1", id))
}

// OpenSeasons lists those that are open, the last first.
func (d *DB) OpenSeasons(ctx context.Context) ([]Season, error) {
	return d.seasons(ctx, "WHERE s.status = 'open' ORDER BY s.made DESC, s.id")
}

// Seasons lists all, the last first: those that are open, then closed, then archived
// ones.
func (d *DB) Seasons(ctx context.Context) ([]Season, error) {
	return d.seasons(ctx, `ORDER BY CASE s.status WHEN 'open' THEN 1 WHEN 'closed' THEN 2 ELSE 3 END, s.made DESC, s.id`)
}

func (d *DB) seasons(ctx context.Context, which string) (list []Season, err error) {
	rows, err := d.read.QueryContext(ctx, selectSeason+which)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		s, err := scanSeason(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

// mustBeOpen fails with kind Conflict and key error.season-closed unless a season
// takes something new, and with kind NotFound when there is no such season.
func mustBeOpen(ctx context.Context, tx *sql.Tx, season string) error {
	return mustHave(ctx, tx, season, "error.season-closed", SeasonOpen)
}

// mustHave fails with kind Conflict and a key unless a season has one of the
// statuses.
func mustHave(ctx context.Context, tx *sql.Tx, season, refusal string, statuses ...SeasonStatus) error {
	var status SeasonStatus
	if err := tx.QueryRowContext(ctx, "SELECT status FROM seasons WHERE id = $1", season).Scan(&status); err != nil {
		return kind(err)
	}
	for _, s := range statuses {
		if s == status {
			return nil
		}
	}
	return rules.Errorf(rules.Conflict, refusal, "season %s is %s", season, status)
}

// mustNotBeArchived fails with kind Conflict and key error.season-archived when what
// is in a season does not change any more, and with kind NotFound when there is no
// such season.
func mustNotBeArchived(ctx context.Context, tx *sql.Tx, season string) error {
	return mustHave(ctx, tx, season, "error.season-archived", SeasonOpen, SeasonClosed)
}

// mustNotBeArchivedWith is mustNotBeArchived for the season of a pairing, if it is in
// one.
func mustNotBeArchivedWith(ctx context.Context, tx *sql.Tx, pairing string) error {
	var season string
	err := kind(tx.QueryRowContext(ctx, `SELECT l.season FROM challenges c JOIN ladders l ON l.id = c.ladder WHERE c.pairing = $1
		UNION ALL SELECT t.season FROM tournament_pairings b JOIN tournaments t ON t.id = b.tournament WHERE b.pairing = $1`, pairing).Scan(&season))
	if rules.IsKind(err, rules.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return mustNotBeArchived(ctx, tx, season)
}

const selectSeason = `SELECT s.id, s.name, s.status, coalesce(b.id, ''), coalesce(b.name, ''), s.made, coalesce(s.closed, 0), coalesce(s.archived, 0)
	FROM seasons s LEFT JOIN seasons b ON b.id = s.continues `

func scanSeason(row scanner) (s Season, err error) {
	var made, closed, archived int64
	err = row.Scan(&s.ID, &s.Name, &s.Status, &s.Continues, &s.ContinuesName, &made, &closed, &archived)
	s.Made, s.Closed, s.Archived = fromMS(made), sinceMS(closed), sinceMS(archived)
	return s, kind(err)
}
