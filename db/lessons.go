package db

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Learned is what a person has learned.
type Learned struct {
	Stars map[string]int // by lesson
	Last  string         // the lesson solved last; empty if that is unknown
}

// KeepStars stores that a person has solved a lesson, with the highest number of stars so far. It fails
// with kind NotFound when there is no such person.
func (d *DB) KeepStars(ctx context.Context, person, lesson string, stars int, now time.Time) error {
	_, err := d.exec(ctx, `INSERT INTO lessons (person, lesson, stars, solved) VALUES ($1, $2, $3, $4)`+higherStars,
		person, lesson, stars, now.UnixMilli())
	return err
}

// higherStars completes an insertion into lessons: a lesson that is stored already keeps the higher number of stars and
// the later time.
const higherStars = ` ON CONFLICT (person, lesson) DO UPDATE SET
	stars = CASE WHEN excluded.stars > lessons.stars THEN excluded.stars ELSE lessons.stars END,
	solved = CASE WHEN lessons.solved > excluded.solved THEN lessons.solved ELSE COALESCE(excluded.solved, lessons.solved) END`

// Learned returns what a person has learned.
func (d *DB) Learned(ctx context.Context, person string) (Learned, error) {
	rows, err := d.read.QueryContext(ctx, "SELECT lesson, stars, solved FROM lessons WHERE person = $1", person)
	if err != nil {
		return Learned{}, kind(err)
	}
	defer func() { _ = rows.Close() }()
	l, latest := Learned{Stars: map[string]int{}}, int64(0)
	for rows.Next() {
		var lesson string
		var stars int
		var solved sql.NullInt64
		if err := rows.Scan(&lesson, &stars, &solved); err != nil {
			return Learned{}, kind(err)
		}
		l.Stars[lesson] = stars
		if solved.Int64 > latest {
			l.Last, latest = lesson, solved.Int64
		}
	}
	return l, kind(errors.Join(rows.Err(), rows.Close()))
}

// absorbLessons adds what a guest has learned to an account.
func absorbLessons(ctx context.Context, tx *sql.Tx, guest, account string) error {
	_, err := exec(ctx, tx, `INSERT INTO lessons (person, lesson, stars, solved)
		SELECT $2, lesson, stars, solved FROM lessons WHERE person = $1`+higherStars, guest, account)
	return err
}
