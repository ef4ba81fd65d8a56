package play

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"hexclub/rules/rating"
	"hexclub/rules/record"
	"hexclub/views/page"
	"hexclub/views/viewstest"
)

func TestSeekLines(t *testing.T) {
	control, err := record.ParseControl("5+3")
	if err != nil {
		t.Fatal(err)
	}
	mark := page.NewRatingMark(viewstest.Catalog(t, "en"), rating.Rating{Rating: 1650, Deviation: 200})
	seek := Seek{
		ID: "g1", Info: viewstest.Info(t, "hexone"), Terms: page.Terms{Control: control, Rated: true, Explore: true}, Host: "Anna", Rates: true,
		Seats: 2, Taken: 1, Since: 5 * time.Minute,
	}
	rated := seek
	rated.Rating = &mark
	table := Seek{
		ID: "g2", Info: viewstest.Info(t, "six"), Terms: page.Terms{Options: map[string]string{"seats": "4"}, Explore: true}, Host: "Guest abcd",
		Seats: 4, Taken: 3, Kept: "Ben", Hosted: true,
	}
	member := page.Frame{T: viewstest.Catalog(t, "en"), Reader: page.Reader{Name: "Ben"}}
	guest := page.Frame{T: viewstest.Catalog(t, "en"), Return: "/lobby"}

	l := NewLobbyList(member, "", LobbyInput{Challenges: []Seek{seek}, Own: []Seek{table}, Seeks: []templ.Component{templ.NopComponent}})
	asked, own, open := l.Challenges[0], l.Own[0], newSeekLine(member.T, "", true, rated)
	if asked.Act != "Accept" || asked.ActTo != "/games/g1/seats" || asked.No != "Decline" || !asked.New || asked.Rating != nil ||
		asked.About != "5+3\u00a0· rated" || asked.More != "5 minutes ago" || asked.Denied != "Decline: Hexone, Anna, 5+3\u00a0· rated\u00a0· 5 minutes ago" {
		t.Errorf("the challenge is %+v", asked)
	}
	if own.Act != "Withdraw" || own.ActTo != "/games/g2/abort" || own.No != "" || own.New ||
		own.About != "" || own.More != "4 players in two teams\u00a0· 3 of 4 seats taken\u00a0· reserved for Ben\u00a0· just now" {
		t.Errorf("the own game is %+v", own)
	}
	if open.Act != "Join" || open.Rating == nil || open.New || l.Empty != "" || open.Called != "Join: Hexone, Anna, "+open.About+page.Dot+open.More {
		t.Errorf("the seek is %+v", open)
	}
	first, second := newSeekLine(guest.T, "six", false, rated), newSeekLine(guest.T, "six", false, table)
	if first.Act != "" || second.Act != "Join" || first.SignUp != "/signup?return=%2Flobby%3Fgame%3Dsix" {
		t.Errorf("a guest gets %+v and %+v", first, second)
	}
	if l = NewLobbyList(guest, "", LobbyInput{}); !strings.HasPrefix(l.Empty, "No open games") {
		t.Errorf("an empty lobby is %+v", l)
	}
}

func TestSinceWords(t *testing.T) {
	for since, want := range map[time.Duration][2]string{
		-time.Second:     {"just now", "à l’instant"},
		59 * time.Second: {"just now", "à l’instant"},
		time.Minute:      {"1 minute ago", "il y a 1 minute"},
		59 * time.Minute: {"59 minutes ago", "il y a 59 minutes"},
		time.Hour:        {"1 hour ago", "il y a 1 heure"},
		47 * time.Hour:   {"47 hours ago", "il y a 47 heures"},
		48 * time.Hour:   {"2 days ago", "il y a 2 jours"},
	} {
		for i, tag := range []string{"en", "fr"} {
			if got := sinceWords(viewstest.Catalog(t, tag), since); got != want[i] {
				t.Errorf("%v in %s is %q, want %q", since, tag, got, want[i])
			}
		}
	}
}

// The buttons start a game of the kind that was chosen, at several paces.
func TestLobbyPage(t *testing.T) {
	f := page.Frame{T: viewstest.Catalog(t, "en")}
	p := NewLobbyPage(f, LobbyList{}, func(string) string { return "" }, 1, false, nil)
	if p.Game != "hexone" || p.Bot != "at your level" || len(p.Picks) != 5 || !p.Picks[0].Chosen || p.Rated || !p.Games[0].Current || p.Games[2].Current {
		t.Errorf("the lobby begins with %+v", p)
	}
	if want := []Pace{{"5+3", "5+3", "quick, live"}, {"10+5", "10+5", "live"}, {"3d", "3 days", "per turn"}}; !slices.Equal(p.Paces, want) {
		t.Errorf("the paces are %+v, want %+v", p.Paces, want)
	}
	sent := map[string]string{"game": "six", "counts": "yes"}
	p = NewLobbyPage(f, LobbyList{Game: "six"}, func(name string) string { return sent[name] }, 3, true, nil)
	if p.Game != "six" || p.Bot != "Bruno, level 3 – matches your recent games" || !p.Rated || p.Games[0].Current || !p.Games[3].Current || p.Picks != nil {
		t.Errorf("the lobby after a refusal is %+v", p)
	}
}
