package table

import (
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/rating"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// RatingChanges are the rating changes of a finished game, and their reasons.
type RatingChanges struct {
	T     *i18n.Catalog
	What  string // the game and the class of its clock
	Lines []RatingChange
	Note  string // meaning of the question marks, empty if there are none
}

// A RatingChange is the rating change of a player.
type RatingChange struct {
	Player        string
	Before, After page.RatingMark
	Change        string // with a sign
	Why           string
}

// NewRatingChanges makes the rating changes of a game. Players and changes are by seat - 1.
func NewRatingChanges(t *i18n.Catalog, info rules.Info, class rating.Class, players []string, changes []rating.Change) RatingChanges {
	all := RatingChanges{T: t, What: t.T("rating.what", "Game", t.T(info.Key+".name"), "Class", page.ClassName(t, class))}
	for i, c := range changes {
		line := RatingChange{
			Player: page.PlayerAndColour(t, info, players, rules.Seat(i+1)),
			Before: page.NewRatingMark(t, c.Before), After: page.NewRatingMark(t, c.After),
			Change: page.Signed(c.Points()), Why: why(t, c),
		}
		if line.Before.Doubt != "" || line.After.Doubt != "" {
			all.Note = t.T("rating.provisional-note")
		}
		all.Lines = append(all.Lines, line)
	}
	return all
}

// why returns the expected and the actual score, and the change of certainty, in words.
func why(t *i18n.Catalog, c rating.Change) string {
	key := "rating.why"
	if c.Opponents > 1 {
		key = "rating.why-many"
	}
	words := t.T(key,
		"Expected", t.Number(strconv.FormatFloat(c.Expected, 'f', 2, 64)), "Score", score(t, c.Score),
		"Strength", strconv.FormatFloat(c.Strength, 'f', 0, 64), "Opponents", strconv.Itoa(c.Opponents))
	return words + " " + t.T("rating.certain", "Before", RatingMargin(c.Before), "After", RatingMargin(c.After))
}

// score writes a part of a point, with as few decimals as needed.
func score(t *i18n.Catalog, part float64) string {
	text := strings.TrimRight(strconv.FormatFloat(part, 'f', 2, 64), "0")
	return t.Number(strings.TrimSuffix(text, "."))
}

// RatingMargin returns the 95 % confidence margin of a rating.
func RatingMargin(r rating.Rating) string {
	low, high := r.Range()
	return strconv.FormatFloat((high-low)/2, 'f', 0, 64)
}
