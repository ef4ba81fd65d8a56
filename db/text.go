package db

import (
	"context"
	"database/sql"
	"strings"
	"unicode"
	"unicode/utf8"

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

// CheckReason fails with an *rules.Error of kind Invalid with the key, about the fields, unless a
// reason has visible characters, at most MaxReason, and IsText. The next two functions fail alike.
func CheckReason(why, key string, fields ...string) error {
	if IsBlank(why) {
		return rules.Errorf(rules.Invalid, key, "%q", why).In(fields...)
	}
	return checkText(why, MaxReason, key, fields...)
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
