package db

import (
	"context"
	"database/sql"
	"errors"
)

// KeepStars stores a person's stars for a solved lesson, if they are more than before. It fails
// with kind NotFound when there is no such person.
func (d *DB) KeepStars(ctx context.Context, person, lesson string, stars int) error {
	_, err := d.exec(ctx, `INSERT INTO lessons (person, lesson, stars) VALUES ($1, $2, $3)
		ON CONFLICT (person, lesson) DO UPDATE SET stars = excluded.stars WHERE excluded.stars > lessons.stars`,
		person, lesson, stars)
	return err
}

// Stars returns a person's stars by lesson.
func (d *DB) Stars(ctx context.Context, person string) (map[string]int, error) {
	rows, err := d.read.QueryContext(ctx, "SELECT lesson, stars FROM lessons WHERE person = $1", person)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	stars := map[string]int{}
	for rows.Next() {
		var lesson string
		var n int
		if err := rows.Scan(&lesson, &n); err != nil {
			return nil, kind(err)
		}
		stars[lesson] = n
	}
	return stars, kind(errors.Join(rows.Err(), rows.Close()))
}

// absorbLessons adds a guest's stars to an account, which keeps the higher number for each lesson.
func absorbLessons(ctx context.Context, tx *sql.Tx, guest, account string) error {
	_, err := exec(ctx, tx, `INSERT INTO lessons (person, lesson, stars)
		SELECT $2, lesson, stars FROM lessons WHERE person = $1
		ON CONFLICT (person, lesson) DO UPDATE SET stars = excluded.stars WHERE excluded.stars > lessons.stars`, guest, account)
	return err
}
