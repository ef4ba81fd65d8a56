package play_test

import (
	"net/http"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

// The board of the last game of a match says who won the match, and why.
func TestLastGameTellsOfTheMatch(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 2)
	for name, test := range map[string]struct {
		resigns    [2]int // by seat, in each game
		outcome    string
		wantFrench string
	}{
		"by points": {[2]int{1, 1}, "Anna wins the match, 98 to 0.", "Anna gagne le match, 98 à 0."},
		"at equal points": {
			[2]int{1, 0},
			"Ben wins the match, 49 to 49: a tie goes to the player who started the second game.",
			"Ben gagne le match, 49 à 49 : l’égalité profite au joueur qui a commencé la seconde partie.",
		},
		"at equal points, left": {
			[2]int{0, 1},
			"Anna wins the match, 49 to 49: the opponent, who started the second game, left it.",
			"Anna gagne le match, 49 à 49 : son adversaire avait commencé la seconde partie, mais l’a quittée.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			first := s.Together(t, db.NewGame{Key: "hexone", Match: true}, people...)
			second := people[test.resigns[0]].Post(first+"/resign").WantCount(t, ".status:contains('match')", 0).Attribute(`.do a[href^="/games/"]`, "href")
			p := people[test.resigns[1]].Get(second).WantCount(t, ".status:contains('match')", 0)
			title := p.Text("title")
			people[test.resigns[1]].Post(second+"/resign").WantStatus(t, http.StatusOK)
			p = people[0].Get(second).WantText(t, ".status.over", " resigned. "+test.outcome).
				WantText(t, ".status.over", ": "+[]string{"Anna", "Ben"}[test.resigns[1]]+" (")
			if p.Text("title") == title || len(p.Text("title")) > len("Game over · ")+len(title) {
				t.Errorf("the title is %q", p.Text("title"))
			}
			people[0].With("Accept-Language", "fr").Get(second).WantText(t, ".status.over", test.wantFrench)
			people[0].Get(first).WantCount(t, ".status:contains('match')", 0)
		})
	}
}

// A rematch is a proposal until it is accepted, and names its author.
func TestRematchIsProposed(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 2)
	anna, ben := people[0], people[1]
	for name, match := range map[string]bool{"a game": false, "a match": true} {
		t.Run(name, func(t *testing.T) {
			over := s.Together(t, db.NewGame{Key: "hexone", Match: match}, people...)
			pages := []string{over}
			ben.Post(over + "/resign")
			if match {
				second, err := s.DB.SecondLeg(t.Context(), over[len("/games/"):])
				if err != nil {
					t.Fatal(err)
				}
				over = "/games/" + second
				ben.Post(over + "/resign")
				pages = []string{over, "/matches/" + second}
			}
			next := ben.Post(over+"/rematch").WantStatus(t, http.StatusOK).Path
			for _, page := range pages {
				ben.Get(page).WantText(t, "main", "You asked for a rematch.").WantText(t, "#rematch", "Go to rematch")
				p := anna.Get(page).WantText(t, "main", "Ben asks for a rematch.").WantText(t, "#rematch", "See offer")
				if to := p.Attribute("#rematch", "href"); to != next {
					t.Errorf("the proposal is at %s, want %s", to, next)
				}
			}
			anna.Post(over + "/rematch")
			for _, page := range pages {
				for _, who := range people {
					who.Get(page).WantText(t, "#rematch", "Go to rematch").WantCount(t, "main p:contains('asked for'), main p:contains('asks for')", 0)
				}
			}
		})
	}
}
