package sitetest

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"hexclub/db"
)

// Stored returns the rows of the main tables as text, to check that a request changes nothing.
func (s *Site) Stored(t testing.TB) string {
	t.Helper()
	file := s.Raw(t)
	var text strings.Builder
	for _, table := range []string{"people", "sessions", "games", "seats", "events", "mail", "mail_links", "letters", "notices", "club", "audit_log", "invitations", "resets", "first_admin", "seasons"} {
		rows, err := file.Query("SELECT * FROM " + withoutInitialRows(table) + " ORDER BY 1, 2")
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		values, targets := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		for rows.Next() {
			if err := rows.Scan(targets...); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&text, table, values)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return text.String()
}

// WantStored fails the test if the result of Stored differs from before.
func (s *Site) WantStored(t testing.TB, before string) {
	t.Helper()
	if after := s.Stored(t); after != before {
		t.Errorf("the database had\n%s\nand has\n%s", before, after)
	}
}

// withoutInitialRows excludes the rows that every site has from the start: bots, and the club with its
// default settings.
func withoutInitialRows(table string) string {
	switch table {
	case "people":
		return "people WHERE id NOT LIKE 'bot-%'"
	case "club":
		return "club WHERE name <> '' OR welcome <> '' OR NOT open OR NOT guests"
	}
	return table
}

// Count returns the number of rows of a table, without those that every site has from the start.
func (s *Site) Count(t testing.TB, table string) int {
	t.Helper()
	n := 0
	if err := s.Raw(t).QueryRow("SELECT count(*) FROM " + withoutInitialRows(table)).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// Raw opens the site's database directly.
func (s *Site) Raw(t testing.TB) *sql.DB {
	t.Helper()
	driver, source := "sqlite", "file:"+s.File+"?_pragma=busy_timeout(5000)"
	if db.OnServer(s.File) {
		driver, source = "pgx", s.File
	}
	file, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

// StoredHash returns the password hash of an account. If replacement is not empty, it is stored
// first.
func (s *Site) StoredHash(t *testing.T, name, replacement string) (hash string) {
	t.Helper()
	file := s.Raw(t)
	if replacement != "" {
		if _, err := file.ExecContext(t.Context(), "UPDATE people SET hash = $1 WHERE name = $2", replacement, name); err != nil {
			t.Fatal(err)
		}
	}
	if err := file.QueryRowContext(t.Context(), "SELECT hash FROM people WHERE name = $1", name).Scan(&hash); err != nil {
		t.Fatal(err)
	}
	return hash
}

// Written returns the words, in lower case, of all stored texts that people wrote.
func (s *Site) Written(t testing.TB) map[string]bool {
	t.Helper()
	file, words := s.Raw(t), map[string]bool{}
	for _, column := range []string{
		"people.name", "club.name", "club.welcome", "seasons.name", "ladders.name", "ladders.about", "tournaments.name", "tournaments.about",
		"tournament_rounds.note", "messages.text", "invitations.note", "challenges.reason", "pairings.reason", "pairings.contest", "audit_log.detail",
	} {
		table, name, _ := strings.Cut(column, ".")
		rows, err := file.Query(fmt.Sprintf("SELECT %s FROM %s WHERE %[1]s IS NOT NULL", name, table))
		if err != nil {
			t.Fatal(column, err)
		}
		for rows.Next() {
			var text string
			if err := rows.Scan(&text); err != nil {
				t.Fatal(err)
			}
			addWords(words, text)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return words
}

// addWords adds the words of a text in lower case.
func addWords(words map[string]bool, text string) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		words[strings.ToLower(word)] = true
	}
}
