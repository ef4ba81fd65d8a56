package table

import (
	"regexp"
	"slices"
	"strconv"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/page"
)

// AnalysisHref returns the address of a sandbox that holds a record with a draft. The last turn can be undone
// there, unless it did not end the game.
func AnalysisHref(rec *record.Record, draft ...string) string { return analysisAhead(rec, draft, nil) }

// analysisAhead is AnalysisHref with actions that the sandbox has ahead of its position.
func analysisAhead(rec *record.Record, draft, ahead []string) string {
	line := draft
	from := rec.State()
	if turns := rec.Turns(); len(turns) > 0 {
		last := turns[len(turns)-1].Actions
		again := rec.Before().Clone()
		for _, action := range ParseActions(again, last) {
			again.Play(action)
		}
		if again.Position() == from.Position() {
			line = slices.Concat(last, draft)
			from = rec.Before()
		}
	}
	query := "?position=" + page.Escape(from.Position())
	if all := slices.Concat(line, ahead); len(all) > 0 {
		query += "&line=" + page.Escape(JoinDraft(all))
	}
	if len(ahead) > 0 {
		query += "&at=" + strconv.Itoa(len(line))
	}
	return AnalysisPath(rec.Game().Info()) + query
}

// AnalysisPath returns the address of a game's sandbox.
func AnalysisPath(info rules.Info) string { return "/analysis/" + info.Key }

// FromGameQuery returns the part of a sandbox address that names the game from which the sandbox was opened;
// empty for none.
func FromGameQuery(id string) string {
	if !gameID.MatchString(id) {
		return ""
	}
	return "&from=" + id
}

// gameID matches the ids of games.
var gameID = regexp.MustCompile(`^[0-9a-z]{1,32}$`)
