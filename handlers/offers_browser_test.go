package handlers_test

import (
	"fmt"
	"testing"

	"hexclub/db"
)

// While a turn is being made nothing that is pressed for it moves when an offer
// comes or goes: a click meant for it never answers the offer.
func TestOffersMoveNothing(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	people := s.accounts(t, 2)
	anna, ben := people[0].still(), people[1].still()
	for name, screen := range map[string]look{"desktop": desktop, "phone": phone} {
		for where, scroll := range map[string]string{"at the top": "scrollTo(0, 0)", "further down": `document.querySelector(".foot").scrollIntoView({ block: "center", behavior: "instant" })`} {
			t.Run(name+" "+where, func(t *testing.T) {
				game := s.together(t, db.NewGame{Key: "hexone"}, people...)
				answer := func(who *client, act string) {
					who.post(game+"/"+act, "ply", fmt.Sprint(s.gameAt(t, game).Record.Ply()))
				}
				anna.turn(game, "c2", 0)
				p := b.person(s, screen)
				p.t = t
				p.comesAs(people[1])
				p.open(game)
				p.click("#c-d3")
				p.has("#confirm")
				p.evaluate(scroll + `; ""`)
				buttons := [2]string{p.boxOf("#confirm"), p.boxOf("#undo")}
				stay := func(when string) {
					t.Helper()
					if got := [2]string{p.boxOf("#confirm"), p.boxOf("#undo")}; got != buttons {
						t.Errorf("%s the buttons are at %v, not at %v", when, got, buttons)
					}
				}
				anna.post(game + "/draw")
				p.has(".offer")
				stay("with an offer")
				answer(anna, "decline")
				p.has(".closed")
				p.gone(".offer")
				stay("when it is withdrawn")
				ben.post(game + "/draw")
				p.has(".offer")
				stay("with an offer of one's own")
				answer(anna, "decline")
				p.has(".closed")
				stay("when that is declined")
				p.click("#confirm")
				p.has(listed(2))
				p.gone(".closed")
			})
		}
	}
}

// Who offers by keys keeps a place on the page, though the button goes.
func TestFocusAfterOffer(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	people := s.accounts(t, 2)
	game := s.together(t, db.NewGame{Key: "hexone"}, people...)
	p := b.person(s, desktop)
	p.comesAs(people[0])
	p.open(game)
	p.focusOn("resign-summary")
	p.press("Enter")
	people[1].post(game + "/draw")
	p.has("#offer")
	p.has("#resign[open]")
	p.wantFocus("resign-summary", "when an offer comes")
	p.focusOn("resign-sure")
	people[1].post(game+"/decline", "ply", fmt.Sprint(s.gameAt(t, game).Record.Ply()))
	p.gone("#offer")
	p.wantFocus("resign-sure", "when an offer goes")
	p.focusOn("offer-draw")
	p.press("Enter")
	p.has("#offer")
	if p.focus() == "" {
		t.Error("the focus is lost")
	}
}
