package db

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"unicode"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// skeletonVersion is raised whenever Skeleton returns something else for any name. The
// skeletons of all names are then computed anew when the database is opened.
const skeletonVersion = 2

// Skeleton returns a name in a form that is equal for names that look alike. It is for
// comparison only. The form is the skeleton of UTS 39 with these changes, because names are
// compared regardless of case and of what separates their words:
//   - Case, invisible characters and enclosing marks do not matter.
//   - Only letters, marks and digits matter: spaces and punctuation are dropped.
//   - Small capitals are the letters themselves, and i is the same as l, I and 1.
//   - Hangul syllables stay whole, so that 박가 and 바까 differ.
//
// Accents matter, as in UTS 39: André and Andre are two names.
func Skeleton(name string) string {
	name = norm.NFKC.String(strings.Map(dropInvisible, name))
	name = strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.L, unicode.M, unicode.Nd) {
			return r
		}
		return -1
	}, name)
	for range 2 { // a capital letter can have a small one that is replaced: M, m, rn
		name = norm.NFC.String(cases.Fold().String(replaceConfusables(name)))
	}
	return strings.ReplaceAll(norm.NFD.String(name), "i", "l")
}

// replaceConfusables replaces each character of a name by what UTS 39 has in its place.
func replaceConfusables(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.Is(unicode.Hangul, r) {
			b.WriteRune(r)
			continue
		}
		for _, part := range norm.NFD.String(string(r)) {
			if replaced := confusable.GetReplacement(part); replaced != "" {
				b.WriteString(smallCapitals.Replace(replaced))
			} else {
				b.WriteString(smallCapitals.Replace(string(part)))
			}
		}
	}
	return b.String()
}

// smallCapitals replaces small capitals and letters that look like them. UTS 39 leaves
// most of them as they are.
var smallCapitals = strings.NewReplacer(
	"ᴀ", "a", "ʙ", "b", "ᴅ", "d", "ᴇ", "e", "ꜰ", "f", "ɢ", "g", "ʜ", "h", "ᴊ", "j", "ᴋ", "k", "ĸ", "k", "ʟ", "l", "ᴍ", "m", "ʍ", "m",
	"ɴ", "n", "ᴘ", "p", "ꞯ", "q", "ʀ", "r", "ᴛ", "t",
)

// renewSkeletons computes the skeletons of all names when they are of another version, as
// they are after the migration that added them.
func renewSkeletons(ctx context.Context, tx *sql.Tx) error {
	var version int
	if err := tx.QueryRowContext(ctx, "SELECT skeletons FROM club").Scan(&version); err != nil || version == skeletonVersion {
		return err
	}
	for query, update := range map[string]string{
		"SELECT id, name FROM people WHERE name IS NOT NULL": "UPDATE people SET skeleton = $2 WHERE id = $1",
		"SELECT CAST(number AS text), was FROM renames":      "UPDATE renames SET skeleton = $2 WHERE number = CAST($1 AS bigint)",
	} {
		names, err := readNames(ctx, tx, query)
		if err != nil {
			return err
		}
		for key, name := range names {
			if _, err := exec(ctx, tx, update, key, Skeleton(name)); err != nil {
				return err
			}
		}
	}
	_, err := exec(ctx, tx, "UPDATE club SET skeletons = $1", skeletonVersion)
	return err
}

// readNames reads names by their keys.
func readNames(ctx context.Context, tx *sql.Tx, query string) (map[string]string, error) {
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	names := map[string]string{}
	for rows.Next() {
		var key, name string
		if err := rows.Scan(&key, &name); err != nil {
			return nil, err
		}
		names[key] = name
	}
	return names, errors.Join(rows.Err(), rows.Close())
}
