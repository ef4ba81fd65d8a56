package page

import (
	"strconv"

	"hexclub/rules/rating"
	"hexclub/views/i18n"
)

// A RatingMark is a rating as pages show it: whole, with a question mark while
// it is provisional.
type RatingMark struct {
	Number string
	Doubt  string // empty for none, else what the question mark means
	Short  string // the same in a word
}

// NewRatingMark is a rating as pages show it.
func NewRatingMark(t *i18n.Catalog, r rating.Rating) RatingMark {
	m := RatingMark{Number: strconv.Itoa(r.Whole())}
	if r.Provisional() {
		m.Doubt, m.Short = t.T("rating.provisional-why"), t.T("rating.provisional")
	}
	return m
}

// String is the rating where only text can stand: "1512?".
func (m RatingMark) String() string {
	if m.Doubt != "" {
		return m.Number + "?"
	}
	return m.Number
}

// ClassName is what games of a class of clock are called.
func ClassName(t *i18n.Catalog, class rating.Class) string {
	switch class {
	case rating.Quick:
		return t.T("rating.quick")
	case rating.Long:
		return t.T("rating.long")
	}
	return t.T("rating.days")
}

// Signed is a number with its sign, a minus that is as wide as the plus.
func Signed(n int) string {
	switch {
	case n > 0:
		return "+" + strconv.Itoa(n)
	case n < 0:
		return "−" + strconv.Itoa(-n)
	}
	return "0"
}
