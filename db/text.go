package db

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"hexclub/rules"
)

// The maximum lengths of texts, in characters.
const (
	MaxReason   = 300 // of a reason for a decision, or for contesting a result; views/page has it too
	maxClubName = 40
	maxSeason   = 60
	maxNote     = 60 // of an invitation
	maxWelcome  = 4000
)

// CheckReason fails with an *rules.Error of kind Invalid (error.reason), about the fields, unless a
// reason has visible characters, at most MaxReason, and IsText. The next two functions fail alike, with the key they are given.
func CheckReason(why string, fields ...string) error {
	if IsBlank(why) {
		return rules.Errorf(rules.Invalid, ErrReason.Key, "%q", why).In(fields...)
	}
	return checkText(why, MaxReason, ErrReason.Key, fields...)
}

// checkText checks a text of several lines, which may be empty.
func checkText(text string, longest int, key string, fields ...string) error {
	if n := utf8.RuneCountInString(text); n > longest || !IsText(text) {
		return rules.Errorf(rules.Invalid, key, "%d characters, %.80q", n, text).In(fields...)
	}
	return nil
}

// checkTitle checks the title of something: it is one line with a letter or digit.
func checkTitle(title string, longest int, key string, fields ...string) error {
	n := utf8.RuneCountInString(title)
	if n > longest || !IsLine(title) || !strings.ContainsFunc(title, IsLetterOrDigit) {
		return rules.Errorf(rules.Invalid, key, "%d characters, %.80q", n, title).In(fields...)
	}
	return nil
}

// IsLetterOrDigit reports whether a character is a visible letter or digit.
func IsLetterOrDigit(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !IsInvisible(r)
}

// IsLine reports whether a text can be shown as one line: it is valid UTF-8, without line breaks,
// invisible characters and direction marks.
func IsLine(text string) bool { return utf8.ValidString(text) && !strings.ContainsFunc(text, unseen) }

// IsText is IsLine for a text of several lines.
func IsText(text string) bool {
	return IsLine(strings.NewReplacer("\n", "", "\t", "").Replace(text))
}

// unseen reports whether a character leaves neither a mark nor a space, except for the joiners and
// variation selectors of some scripts and of composed emoji.
func unseen(r rune) bool {
	return !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r) && r != '\u200c' && r != '\u200d' ||
		unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// IsBlank reports whether a text has no visible characters. Marks alone are not visible.
func IsBlank(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !IsInvisible(r) && (unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) || unicode.Is(unicode.Prepended_Concatenation_Mark, r))
	})
}

// IsInvisible reports whether a character is no space and has no visible form.
func IsInvisible(r rune) bool {
	return unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) ||
		unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r) ||
		strings.ContainsRune(blankGlyphs, r)
}

// blankGlyphs are characters that Unicode does not class as ignorable, and whose glyphs are
// empty: the Braille pattern of no dots, the object replacement character, a musical note
// without a head, and the fillers of Khitan and Egyptian writing.
const blankGlyphs = "\u2800\ufffc\U0001d159\U00016fe4\U00013441\U00013442"

// dropInvisible is a mapping for strings.Map that drops invisible characters and enclosing
// marks.
func dropInvisible(r rune) rune {
	if IsInvisible(r) || unicode.Is(unicode.Me, r) {
		return -1
	}
	return r
}

// The maximum numbers of what organisers create and nothing deletes.
const (
	maxSeasons     = 500
	maxLadders     = 50  // in a season
	maxTournaments = 200 // in a season
)

// mustHaveRoom fails with a kind and a key when a query counts as many as the maximum.
func mustHaveRoom(ctx context.Context, tx *sql.Tx, most int, full rules.ErrorKind, key, count string, args ...any) error {
	var n int
	if err := tx.QueryRowContext(ctx, count, args...).Scan(&n); err != nil {
		return kind(err)
	}
	if n >= most {
		return rules.Errorf(full, key, "there are %d", n)
	}
	return nil
}

// skeletonVersion is raised whenever Skeleton returns something else for any name. The
// skeletons of all names are then computed anew when the database is opened.
const skeletonVersion = 3

// Skeleton returns a name in a form that is equal for names that look alike. It is for
// comparison only. The form is the skeleton of UTS 39 with these changes, because names are
// compared regardless of case and of what separates their words:
//   - Case, invisible characters and enclosing marks do not matter.
//   - Only letters, marks and digits matter: spaces and punctuation are dropped, and so are
//     letters that look like punctuation, such as the ʻokina.
//   - A dot above i, j or l does not matter: i and j have one, and i is the same as l.
//   - Small capitals are the letters themselves, and i is the same as l, I and 1.
//   - Hangul syllables stay whole, so that 박가 and 바까 differ.
//
// Accents matter, as in UTS 39: André and Andre are two names.
func Skeleton(name string) string {
	name = norm.NFKC.String(strings.Map(dropInvisible, name))
	name = dropSigns(name)
	for range 2 { // a capital letter can have a small one that is replaced: M, m, rn
		name = norm.NFC.String(cases.Fold().String(replaceConfusables(name)))
	}
	return strings.ReplaceAll(dropDots(norm.NFD.String(name)), "i", "l")
}

// kanaMarks repeat or prolong a syllable between kana. Next to other letters they look like
// punctuation, as the zeros of Arabic do.
const (
	kanaMarks   = "\u3031\u3032\u3033\u3034\u3035\u30fc"
	arabicZeros = "\u0660\u06f0"
)

// dropSigns drops what is not a letter, mark or digit, or does not look like one in this name.
func dropSigns(name string) string {
	kana, arabic := hasLetter(name, unicode.Hiragana, unicode.Katakana), hasLetter(name, unicode.Arabic)
	return strings.Map(func(r rune) rune {
		switch {
		case !unicode.In(r, unicode.L, unicode.M, unicode.Nd):
			return -1
		case kana && strings.ContainsRune(kanaMarks, r), arabic && strings.ContainsRune(arabicZeros, r):
			return r
		case looksLikePunctuation(r):
			return -1
		}
		return r
	}, name)
}

// hasLetter reports whether a name has a letter of one of some scripts.
func hasLetter(name string, scripts ...*unicode.RangeTable) bool {
	return strings.ContainsFunc(name, func(r rune) bool { return unicode.IsLetter(r) && unicode.In(r, scripts...) })
}

// looksLikePunctuation reports whether a letter or digit looks like punctuation in a name of
// another script: a modifier letter of no script, a zero that is a dot, or a Latin letter that
// UTS 39 replaces by punctuation. Letters of other scripts cannot join those of another name, so
// they stay: without the Hebrew yod, which UTS 39 replaces by an apostrophe, גיל would be גל.
func looksLikePunctuation(r rune) bool {
	if unicode.Is(unicode.Lm, r) && unicode.Is(unicode.Common, r) || strings.ContainsRune(arabicZeros, r) {
		return true
	}
	replaced := confusable.GetReplacement(r)
	return unicode.Is(unicode.Latin, r) && replaced != "" && strings.Trim(replaced, "'!?&·") == ""
}

// dropDots drops dots above i, j and l from a decomposed name.
func dropDots(name string) string {
	dotted := false // a dot here is that of the letter
	return strings.Map(func(r rune) rune {
		switch {
		case !unicode.IsMark(r):
			dotted = r == 'l' || unicode.Is(unicode.Soft_Dotted, r)
		case r == '\u0307' && dotted:
			return -1
		case norm.NFD.PropertiesString(string(r)).CCC() == above:
			dotted = false
		}
		return r
	}, name)
}

// above is the combining class of marks above a letter, which take the place of the dot of i.
const above = 230

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
	"ᴀ", "a", "ʙ", "b", "ᴅ", "d", "ᴇ", "e", "ꜰ", "f", "ɢ", "g", "ʜ", "h", "ᴊ", "j", "ȷ", "j", "ᴋ", "k", "ĸ", "k", "ʟ", "l", "ᴍ", "m", "ʍ", "m",
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
