package page

import (
	"strconv"

	"hexclub/rules/rating"
	"hexclub/views/i18n"
)

// A RatingMark is a rating on pages: rounded, with a question mark while it is provisional. That of a bot is an
// estimate.
type RatingMark struct {
	Number   string
	Doubt    string // meaning of the sign; empty if there is none
	Short    string // the same in a word
	Estimate bool
}

// NewRatingMark returns the mark of a rating.
func NewRatingMark(t *i18n.Catalog, r rating.Rating) RatingMark {
	m := RatingMark{Number: strconv.Itoa(r.Whole())}
	if r.Provisional() {
		m.Doubt, m.Short = t.T("rating.provisional-why"), t.T("rating.provisional")
	}
	return m
}

// String returns the rating as text: "1512?", for a bot "≈ 830".
func (m RatingMark) String() string {
	switch {
	case m.Estimate:
		return "≈ " + m.Number
	case m.Doubt != "":
		return m.Number + "?"
	}
	return m.Number
}

// ClassName returns the name of a class of clocks.
func ClassName(t *i18n.Catalog, class rating.Class) string {
	switch class {
	case rating.Quick:
		return t.T("rating.quick")
	case rating.Long:
		return t.T("rating.long")
	}
	return t.T("rating.days")
}

// Signed returns a number with its sign, a minus as wide as the plus.
func Signed(n int) string {
	switch {
	case n > 0:
		return "+" + strconv.Itoa(n)
	case n < 0:
		return "−" + strconv.Itoa(-n)
	}
	return "0"
}
