package handlers_test

import (
	"fmt"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

// While a turn is being made, offers that appear or disappear move no button: a click on a button never answers
// the offer.
func TestOffersMoveNothing(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	people := s.Accounts(t, 2)
	anna, ben := people[0].NoRedirects(), people[1].NoRedirects()
	for name, screen := range map[string]sitetest.Look{"desktop": sitetest.Desktop, "phone": sitetest.Phone} {
		for where, scroll := range map[string]string{"at the top": "scrollTo(0, 0)", "further down": `document.querySelector(".foot").scrollIntoView({ block: "center", behavior: "instant" })`} {
			t.Run(name+" "+where, func(t *testing.T) {
				game := s.Together(t, db.NewGame{Key: "hexone"}, people...)
				answer := func(who *sitetest.Client, act string) {
					who.Post(game+"/"+act, "events", fmt.Sprint(s.GameAt(t, game).Record.EventCount()))
				}
				anna.Turn(game, "c2", 0)
				p := b.Person(s, screen)
				p.T = t
				p.ComesAs(people[1])
				p.Open(game)
				p.Click("#c-d3")
				p.Has("#confirm")
				p.Evaluate(scroll + `; ""`)
				buttons := [2]string{p.BoxOf("#confirm"), p.BoxOf("#undo")}
				stay := func(when string) {
					t.Helper()
					if got := [2]string{p.BoxOf("#confirm"), p.BoxOf("#undo")}; got != buttons {
						t.Errorf("%s the buttons are at %v, not at %v", when, got, buttons)
					}
				}
				anna.Post(game + "/draw")
				p.Has(".offer")
				stay("with an offer")
				answer(anna, "decline")
				p.Has(".closed")
				p.Gone(".offer")
				stay("when it is withdrawn")
				ben.Post(game + "/draw")
				p.Has(".offer")
				stay("with an offer of one's own")
				answer(anna, "decline")
				p.Has(".closed")
				stay("when that is declined")
				p.Click("#confirm")
				p.Has(sitetest.Listed(2))
				p.Gone(".closed")
			})
		}
	}
}

// After an offer by keyboard, the focus stays on the page, although the button disappears.
func TestFocusAfterOffer(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	people := s.Accounts(t, 2)
	game := s.Together(t, db.NewGame{Key: "hexone"}, people...)
	p := b.Person(s, sitetest.Desktop)
	p.ComesAs(people[0])
	p.Open(game)
	p.FocusOn("resign-summary")
	p.Press("Enter")
	people[1].Post(game + "/draw")
	p.Has("#offer")
	p.Has("#resign[open]")
	p.WantFocus("resign-summary", "when an offer comes")
	p.FocusOn("resign-sure")
	people[1].Post(game+"/decline", "events", fmt.Sprint(s.GameAt(t, game).Record.EventCount()))
	p.Gone("#offer")
	p.WantFocus("resign-sure", "when an offer goes")
	p.FocusOn("offer-draw")
	p.Press("Enter")
	p.Has("#offer")
	if p.Focus() == "" {
		t.Error("the focus is lost")
	}
}
