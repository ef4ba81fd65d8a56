package store

import (
	"context"
	"database/sql"
	"errors"
)

// ScanTexts reads rows of one text each.
func ScanTexts(rows *sql.Rows, err error) ([]string, error) {
	if err != nil {
		return nil, Classify(err)
	}
	defer func() { _ = rows.Close() }()
	var texts []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, Classify(err)
		}
		texts = append(texts, text)
	}
	return texts, Classify(errors.Join(rows.Err(), rows.Close()))
}

// HasTable reports whether there is a table with a name.
func HasTable(ctx context.Context, tx *sql.Tx, name string) (has bool, err error) {
	err = tx.QueryRowContext(ctx, "SELECT count(*) > 0 FROM sqlite_master WHERE type = 'table' AND name = $1", name).Scan(&has)
	return has, err
}
