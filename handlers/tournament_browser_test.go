package handlers_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"hexclub/db"
)

// withoutScripts is how members see pages here.
var withoutScripts = look{width: 390, height: 844, noScript: true}

// A Swiss of five rounds with nine players, decided by Hexone matches over the board, one of
// equal sums. Members do without scripts: one enters a result, the other confirms it. Of two
// rounds an organiser decides all.
func TestSwissInTheBrowser(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	m := s.newCup(t, 9, "rounds", "5", "unit", "match")
	tab := b.person(s, withoutScripts) // members come to it one after the other
	comes := func(name string) {
		t.Helper()
		tab.comesAs(m.cups[name])
		tab.open(m.path)
	}

	board := func(name string) db.Board {
		t.Helper()
		full := m.full(t)
		for _, b := range full.RoundBoards(full.Round) {
			if b.Has(m.idOf(t, name)) {
				return b
			}
		}
		t.Fatalf("%s is not paired", name)
		return db.Board{}
	}

	comes("Alma")
	tab.click("summary")
	tab.click("#leave")
	tab.has("#enter")
	tab.click("#enter")
	tab.has("#mine")
	numbers := []string{}
	for i, name := range cupNames {
		numbers = append(numbers, "number."+m.idOf(t, name), fmt.Sprint(i+1))
	}
	m.organiser.post(m.path+"/numbers", numbers...).wantStatus(t, http.StatusOK)
	m.begin(t)

	said := map[string]bool{} // who has entered or confirmed a result
	say := func(p db.Pairing, by, other string, games ...wonGame) {
		t.Helper()
		tab.enters(p, m.cups[by], games...)
		tab.confirms(p, m.cups[other])
		said[by], said[other] = true, true
	}

	// Alma's match has equal sums, and who started the second game has won.
	p := m.pairing(t, board("Alma"))
	one, other := p.Players[0].Name, p.Players[1].Name
	say(p, one, other, wonGame{one, "20"}, wonGame{other, "20"})
	if b := board("Alma"); b.Open() || b.Winner != 2 || b.Points != [2]int{40, 40} {
		t.Errorf("after a game each the board is %+v", b)
	}
	comes("Alma")
	if text := tab.text("#boards .own-row"); !strings.Contains(text, "20 points each") {
		t.Errorf("the match of equal sums says %q", text)
	}
	if bye := m.full(t).RoundBoards(1)[4]; !bye.Bye() {
		t.Errorf("nine players, and nobody has a bye: %+v", bye)
	}

	for round := 1; round <= 5; round++ {
		if round > 1 {
			m.publish(t)
		}
		if round == 4 { // Ida leaves, and her match is lost
			comes("Ida")
			tab.click("summary")
			tab.click("#leave")
			tab.has("#mine")
			if b := board("Ida"); b.Open() {
				t.Errorf("who left still plays %+v", b)
			}
		}
		if round == 3 || round == 4 {
			m.settle(t)
			continue
		}
		m.playRound(t, func(p db.Pairing, winner, loser string) {
			say(p, loser, winner, wonGame{winner, "20"}, wonGame{winner, "8"})
		})
	}
	if len(said) != len(cupNames) {
		t.Errorf("of nine players those that have entered or confirmed a result are %v", said)
	}
	comes("Alma")
	if got := tab.text("#status"); got != "Over" {
		t.Errorf("in the end the tournament is %s", got)
	}
	tab.open(m.path + "/tiebreaks")
	if text := tab.text("#ties li"); !strings.Contains(text, " = ") {
		t.Errorf("the first is explained as %q", text)
	}
	full := m.full(t)
	met, byes := map[string]bool{}, map[string]int{}
	for _, b := range full.Boards {
		pair := []string{b.First, b.Second}
		slices.Sort(pair)
		if key := strings.Join(pair, " "); b.Bye() {
			byes[b.First]++
		} else if met[key] {
			p := m.pairing(t, b)
			t.Errorf("%s and %s met twice", p.Players[0].Name, p.Players[1].Name)
		} else {
			met[key] = true
		}
	}
	for id, n := range byes {
		if n > 1 {
			e, _ := full.Entrant(id)
			t.Errorf("%s had %d byes", e.Name, n)
		}
	}
	tab.open(m.path)
	if rows := tab.evaluate(`String(document.querySelectorAll("#standings tbody tr").length)`); rows != "9" {
		t.Errorf("the standings have %s rows", rows)
	}
}

// resign gives a game up by its page.
func resign(p *person) {
	p.t.Helper()
	p.click("#resign-summary")
	p.click("#resign-sure")
	p.has(".status.over")
}

// A knockout of matches on this site to its end: who loses gives both games up. The
// bracket is seen without scripts, and on paper.
func TestKnockoutInTheBrowser(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	m := s.newCup(t, 5, "kind", "knockout", "third", "yes", "unit", "match", "where", "site", "clock", "none")
	tab := b.person(s, withoutScripts) // players come to it one after the other
	loses := func(_ db.Pairing, _, loser string) {
		t.Helper()
		tab.comesAs(m.cups[loser])
		tab.open(m.path)
		tab.click("#own a.button")
		tab.has(".pairing #status")
		tab.click(".pairing ol a")
		resign(tab)
		tab.click(".do a.primary") // to the second game
		resign(tab)
	}
	m.begin(t)
	m.playRound(t, loses, "Emil")
	tab.open(m.path + "/bracket")
	if text := tab.text("#bracket section:nth-child(2)"); !strings.Contains(text, "Emil") && !strings.Contains(text, "winner of") {
		t.Errorf("the semi-finals are %q", text)
	}
	for m.full(t).Status == db.TournamentRunning {
		m.publish(t)
		m.playRound(t, loses, "Emil")
	}
	tab.open(m.path)
	if text := tab.text("#standings tbody tr"); !strings.Contains(text, "Emil") || !strings.Contains(text, "won the tournament") {
		t.Errorf("first is %q", text)
	}
	tab.open(m.path + "/bracket")
	if text := tab.text("#bracket section:last-child .won"); !strings.Contains(text, "Emil") {
		t.Errorf("the final was won by %q", text)
	}
	wide := tab.evaluate(`String(document.documentElement.scrollWidth <= innerWidth)`)
	if wide != "true" {
		t.Error("the bracket is wider than a phone")
	}
	tab.open(m.path)
	tab.do("print", command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
	for selector, want := range map[string]string{"#standings": "true", "header nav": "false", ".club-links": "false", ".downloads": "false", "footer": "false"} {
		got := tab.evaluate(`String([...document.querySelectorAll("` + selector + `")].some((e) => e.getClientRects().length > 0))`)
		if got != want {
			t.Errorf("%s is seen on paper: %s, want %s", selector, got, want)
		}
	}
	if n := tab.pages(); n != 1 {
		t.Errorf("the standings take %d sheets of paper", n)
	}
}
