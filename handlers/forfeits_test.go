package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/rules/pairing"
)

// forfeited is a pairing of Anna and Ben, and the address of its game, in which both have played
// before Ben forfeits by an organiser's decision.
func (s *site) forfeited(t *testing.T, anna, ben *client) (p db.Pairing, game string) {
	t.Helper()
	olga := s.organiser(t, "Olga")
	p = s.paired(t, db.NewPairing{Key: "six", Site: true, Control: controlOf(t, "2d")}, "Anna", "Ben")
	game = anna.get(p.Href()).attribute("main ol a", "href")
	anna.post(game+"/turns", "draft", "-1,0", "ply", "0").wantStatus(t, http.StatusSeeOther)
	ben.post(game+"/turns", "draft", "0,-1", "ply", "1").wantStatus(t, http.StatusSeeOther)
	olga.sends(olga.get(p.Href()), "#decide", "what", pairing.SecondForfeit, "why", "A phone rang.").wantStatus(t, http.StatusOK)
	return p, game
}

// TestDecidedForfeit checks that a game that an organiser ended by a forfeit is nowhere said to
// have been resigned, and that a player who took turns is not said to have stayed away.
func TestDecidedForfeit(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	people := s.readers(t, 2)
	anna, ben := people[0], people[1]
	p, game := s.forfeited(t, anna.still(), ben.still())
	anna.get(game).wantText(t, ".status.over", "forfeited, as an organiser decided").wantNoText(t, "main", "resign")
	anna.get("/people/Anna").wantText(t, "main", "Won by forfeit, as an organiser decided").wantNoText(t, "main", "resign")
	ben.get("/people/Ben/games").wantText(t, "main", "Lost by forfeit, as an organiser decided").wantNoText(t, ".archive", "resign")
	anna.get("/").wantText(t, "main", "Won by forfeit, as an organiser decided").wantNoText(t, "main", "resign")
	ben.get(p.Href()).wantText(t, "main ol li", "Ben forfeited").wantNoText(t, "main ol", "did not play").
		wantText(t, "main", "A game that is given up halfway counts as it stood.").wantNoText(t, "main", "before its first turn")
	for _, language := range []string{"fr", "es", "ko"} {
		word := map[string]string{"fr": "organisateurs", "es": "organización", "ko": "운영자"}[language]
		ben.with("Accept-Language", language).get(game).wantText(t, ".status.over", word)
		ben.with("Accept-Language", language).get("/people/Ben/games").wantText(t, ".archive", word)
	}
	for _, m := range s.send(t, 0) {
		if strings.Contains(m.Text, "resigned") {
			t.Errorf("the mail says %s", m.Text)
		}
	}
}

// TestForfeitedWithoutDecision checks that a game that a player gave up by leaving the club's
// tournament is said to be forfeited, and that a game that a player resigned is said to be
// resigned, also in a pairing in which the next game is forfeited.
func TestForfeitedWithoutDecision(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 2)
	anna, ben, olga := people[0], people[1], s.organiser(t, "Olga")
	p := s.paired(t, db.NewPairing{Key: "six", Unit: pairing.TwoGames, Site: true, Control: controlOf(t, "2d")}, "Anna", "Ben")
	first := anna.get(p.Href()).attribute("main ol a", "href")
	second := anna.post(first+"/resign").attribute("#next-game", "href")
	olga.sends(olga.get(p.Href()), "#decide", "what", pairing.FirstForfeit, "why", "Ill.").wantStatus(t, http.StatusOK)
	ben.get(first).wantText(t, ".status.over", "Anna (Black) resigned")
	ben.get(second).wantText(t, ".status.over", "as an organiser decided")
	ben.get(p.Href()).wantText(t, "main ol li:last-child", "Anna did not play")

	left := s.paired(t, db.NewPairing{Key: "six", Site: true, Control: controlOf(t, "2d")}, "Anna", "Ben")
	game := anna.get(left.Href()).attribute("main ol a", "href")
	anna.post(game+"/turns", "draft", "-1,0", "ply", "0").wantStatus(t, http.StatusOK)
	anna.post("/settings/delete", "name", "Anna", "password", password).wantStatus(t, http.StatusOK)
	ben.get(game).wantText(t, ".status.over", "forfeited.").wantNoText(t, "main", "organiser")
	ben.get("/people/Ben/games").wantText(t, ".archive", "Won by forfeit")
}

// wantNoText fails when the text of what a selector finds has a part.
func (p page) wantNoText(t testing.TB, selector, part string) page {
	t.Helper()
	if text := p.text(selector); strings.Contains(text, part) {
		t.Errorf("%s: %s says %q, want nothing about %q", p.path, selector, text, part)
	}
	return p
}
