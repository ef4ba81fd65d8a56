package handlers_test

import (
	"strconv"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/rules/ladder"
)

// climb gives the world a ladder: Lena is on its top, then the opponent, the host,
// the account and who is invited; the host challenges the opponent.
func (w *world) climb(t *testing.T) {
	t.Helper()
	terms := db.LadderTerms{Name: "Ladder", Settings: ladder.Default("hexone"), Venue: db.OverBoard}
	l, err := w.DB.CreateLadder(t.Context(), seasonID, "", terms, w.ids["organiser"], w.Now())
	if err != nil {
		t.Fatal(err)
	}
	w.ladder = l.ID
	for _, id := range []string{w.idOf(t, "Lena"), w.ids["opponent"], w.ids["host"], w.ids["account"], w.ids["invited"]} {
		if _, err := w.DB.JoinLadder(t.Context(), l.ID, id, w.Now()); err != nil {
			t.Fatal(err)
		}
	}
	c, _, err := w.DB.MakeChallenge(t.Context(), l.ID, w.ids["host"], w.ids["opponent"], "hexone", false, w.Now())
	if err != nil {
		t.Fatal(err)
	}
	w.challenge = c.ID
}

// ladderOutcome is where an answer leads that is about ladders: to the one there is
// ("→ladder"), a page of it, the challenge on it ("→itself"), or a new one of either; empty for one
// that is about something else.
func (w *world) ladderOutcome(path string) string {
	switch {
	case path == "/ladders/"+w.ladder:
		return "→ladder"
	case strings.HasPrefix(path, "/ladders/"+w.ladder+"/"):
		return "→" + strings.TrimPrefix(path, "/ladders/"+w.ladder+"/")
	case path == "/challenges/"+w.challenge:
		return "→itself"
	case strings.HasPrefix(path, "/ladders/"), strings.HasPrefix(path, "/challenges/"):
		return "→new"
	}
	return ""
}

// aLadder is what an organiser sends for a ladder.
func aLadder(*world, string, string) []string {
	form := []string{
		"name", "Other", "about", "", "games", "hexone", "unit", "game", "venue", "site", "control", "3d", "rated", "yes", "downwards", "no",
		"refuse", "challenged", "unanswered", "lost", "unplayed", "lapses", "win", "insert", "loss", "stay", "entry", "bottom", "leaving", "lost",
	}
	settings := ladder.Default("hexone")
	for _, bound := range ladder.Bounds() {
		form = append(form, bound.Name, strconv.Itoa(*bound.Value(&settings)))
	}
	return form
}
