package handlers_test

import (
	"net/http"
	"testing"

	"hexclub/db"
)

// The board of the game that decides a match says who won it, and why.
func TestLastGameTellsOfTheMatch(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 2)
	for name, test := range map[string]struct {
		resigns    [2]int // who, in each game
		outcome    string
		wantFrench string
	}{
		"by points": {[2]int{1, 1}, "Anna wins the match, 98 to 0.", "Anna gagne le match, 98 à 0."},
		"at equal points": {
			[2]int{1, 0},
			"Ben wins the match: 49 to 49, and at equal points who started the second game wins.",
			"Ben gagne le match : 49 à 49. À égalité, la victoire revient à qui a commencé la seconde partie.",
		},
		"at equal points, left": {
			[2]int{0, 1},
			"Anna wins the match: 49 to 49. The other player started the second game but left it, and so doesn’t win at equal points.",
			"Anna gagne le match : 49 à 49. L’autre avait commencé la seconde partie mais l’a quittée, et ne gagne donc pas à égalité de points.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			first := s.together(t, db.NewGame{Key: "hexone", Match: true}, people...)
			second := people[test.resigns[0]].post(first+"/resign").wantCount(t, ".status:contains('match')", 0).attribute(`.do a[href^="/games/"]`, "href")
			p := people[test.resigns[1]].get(second).wantCount(t, ".status:contains('match')", 0)
			title := p.text("title")
			people[test.resigns[1]].post(second+"/resign").wantStatus(t, http.StatusOK)
			p = people[0].get(second).wantText(t, ".status.over", " resigned. "+test.outcome).
				wantText(t, ".status.over", ": "+[]string{"Anna", "Ben"}[test.resigns[1]]+" (")
			if p.text("title") == title || len(p.text("title")) > len("Game over · ")+len(title) {
				t.Errorf("the title is %q", p.text("title"))
			}
			people[0].with("Accept-Language", "fr").get(second).wantText(t, ".status.over", test.wantFrench)
			people[0].get(first).wantCount(t, ".status:contains('match')", 0)
		})
	}
}

// A rematch is a proposal until it is accepted, and says whose.
func TestRematchIsProposed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 2)
	anna, ben := people[0], people[1]
	for name, match := range map[string]bool{"a game": false, "a match": true} {
		t.Run(name, func(t *testing.T) {
			over := s.together(t, db.NewGame{Key: "hexone", Match: match}, people...)
			pages := []string{over}
			ben.post(over + "/resign")
			if match {
				second, err := s.DB.SecondLeg(t.Context(), over[len("/games/"):])
				if err != nil {
					t.Fatal(err)
				}
				over = "/games/" + second
				ben.post(over + "/resign")
				pages = []string{over, "/matches/" + second}
			}
			next := ben.post(over+"/rematch").wantStatus(t, http.StatusOK).path
			for _, page := range pages {
				ben.get(page).wantText(t, "main", "You have asked for a rematch.").wantText(t, "#rematch", "To the rematch")
				p := anna.get(page).wantText(t, "main", "Ben asks for a rematch.").wantText(t, "#rematch", "See the proposal")
				if to := p.attribute("#rematch", "href"); to != next {
					t.Errorf("the proposal is at %s, want %s", to, next)
				}
			}
			anna.post(over + "/rematch")
			for _, page := range pages {
				for _, who := range people {
					who.get(page).wantText(t, "#rematch", "To the rematch").wantCount(t, "main p:contains('asked for'), main p:contains('asks for')", 0)
				}
			}
		})
	}
}
