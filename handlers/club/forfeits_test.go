package club_test

import (
	"net/http"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/pairing"
)

// forfeited makes a pairing of Anna and Ben, and returns it with the address of its game. Both have played
// before Ben forfeits by an organiser's decision.
func forfeited(t *testing.T, s *sitetest.Site, anna, ben *sitetest.Client) (p db.Pairing, game string) {
	t.Helper()
	olga := s.Organiser(t, "Olga")
	p = s.Paired(t, db.NewPairing{Key: "six", Site: true, Control: sitetest.ControlOf(t, "2d")}, "Anna", "Ben")
	game = anna.Get(web.Href(p.Ref())).Attribute("main ol a", "href")
	anna.Post(game+"/turns", "draft", "-1,0", "moved", "0").WantStatus(t, http.StatusSeeOther)
	ben.Post(game+"/turns", "draft", "0,-1", "moved", "1").WantStatus(t, http.StatusSeeOther)
	olga.Sends(olga.Get(web.Href(p.Ref())), "#decide", "what", pairing.SecondForfeit, "why", "A phone rang.").WantStatus(t, http.StatusOK)
	return p, game
}

// TestDecidedForfeit checks that no page says that a forfeited game was resigned, or that a player who took
// turns was absent.
func TestDecidedForfeit(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	people := s.Readers(t, 2)
	anna, ben := people[0], people[1]
	p, game := forfeited(t, s.Site, anna.NoRedirects(), ben.NoRedirects())
	anna.Get(game).WantText(t, ".status.over", "forfeited (organiser’s decision)").WantNoText(t, "main", "resign")
	anna.Get("/people/Anna/games").WantText(t, ".played", "Won by forfeit (organiser’s decision)").WantNoText(t, "main", "resign")
	ben.Get("/people/Ben/games").WantText(t, "main", "Lost by forfeit (organiser’s decision)").WantNoText(t, ".played", "resign")
	anna.Get("/").WantText(t, "main", "Won by forfeit (organiser’s decision)").WantNoText(t, "main", "resign")
	ben.Get(web.Href(p.Ref())).WantText(t, "main ol li", "Ben forfeited").WantNoText(t, "main ol", "did not play").
		WantText(t, "main", "A game given up halfway counts as it stood.").WantNoText(t, "main", "before its first turn")
	for _, language := range []string{"fr", "es", "ko"} {
		word := map[string]string{"fr": "organisateur", "es": "organización", "ko": "운영자"}[language]
		ben.With("Accept-Language", language).Get(game).WantText(t, ".status.over", word)
		ben.With("Accept-Language", language).Get("/people/Ben/games").WantText(t, ".played", word)
	}
	for _, m := range s.Send(t, 0) {
		if strings.Contains(m.Text, "resigned") {
			t.Errorf("the mail says %s", m.Text)
		}
	}
}

// TestForfeitedWithoutDecision checks that a game is forfeited when a player leaves the club's tournament, and
// that a resigned game stays resigned, also in a pairing whose next game is forfeited.
func TestForfeitedWithoutDecision(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 2)
	anna, ben, olga := people[0], people[1], s.Organiser(t, "Olga")
	p := s.Paired(t, db.NewPairing{Key: "six", Unit: pairing.TwoGames, Site: true, Control: sitetest.ControlOf(t, "2d")}, "Anna", "Ben")
	first := anna.Get(web.Href(p.Ref())).Attribute("main ol a", "href")
	second := anna.Post(first+"/resign").Attribute("#next-game", "href")
	olga.Sends(olga.Get(web.Href(p.Ref())), "#decide", "what", pairing.FirstForfeit, "why", "Ill.").WantStatus(t, http.StatusOK)
	ben.Get(first).WantText(t, ".status.over", "Anna (Black) resigned")
	ben.Get(second).WantText(t, ".status.over", "(organiser’s decision)")
	ben.Get(web.Href(p.Ref())).WantText(t, "main ol li:last-child", "Anna did not play")

	left := s.Paired(t, db.NewPairing{Key: "six", Site: true, Control: sitetest.ControlOf(t, "2d")}, "Anna", "Ben")
	game := anna.Get(web.Href(left.Ref())).Attribute("main ol a", "href")
	anna.Post(game+"/turns", "draft", "-1,0", "moved", "0").WantStatus(t, http.StatusOK)
	anna.Post("/settings/delete", "name", "Anna", "password", sitetest.Password).WantStatus(t, http.StatusOK)
	ben.Get(game).WantText(t, ".status.over", "forfeited.").WantNoText(t, ".status.over", "organiser")
	ben.Get("/people/Ben/games").WantText(t, ".played", "Won by forfeit")
}
