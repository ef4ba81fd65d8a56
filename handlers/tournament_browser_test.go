package handlers_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

// withoutScripts is how members see pages here.
var withoutScripts = sitetest.Look{Width: 390, Height: 844, NoScript: true}

// A Swiss of five rounds with nine players, decided by Hexone matches over the board, one of equal sums. Members
// have no scripts: one enters a result, the other confirms it. An organiser decides all results of two rounds.
func TestSwissInTheBrowser(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	m := s.NewCup(t, 9, "rounds", "5", "unit", "match")
	tab := b.Person(s, withoutScripts) // members use it one after the other
	comes := func(name string) {
		t.Helper()
		tab.ComesAs(m.Cups[name])
		tab.Open(m.Path)
	}

	board := func(name string) db.Board {
		t.Helper()
		full := m.Full(t)
		for _, b := range full.RoundBoards(full.Round) {
			if b.Has(m.IdOf(t, name)) {
				return b
			}
		}
		t.Fatalf("%s is not paired", name)
		return db.Board{}
	}

	comes("Alma")
	tab.Click("details:has(#leave) summary")
	tab.Click("#leave")
	tab.Has("#enter")
	tab.Click("#enter")
	tab.Has("#mine")
	numbers := []string{}
	for i, name := range sitetest.CupNames {
		numbers = append(numbers, "number."+m.IdOf(t, name), fmt.Sprint(i+1))
	}
	m.Organiser.Post(m.Path+"/numbers", numbers...).WantStatus(t, http.StatusOK)
	m.Begin(t)

	said := map[string]bool{} // players who entered or confirmed a result
	say := func(p db.Pairing, by, other string, games ...sitetest.WonGame) {
		t.Helper()
		tab.Enters(p, m.Cups[by], games...)
		tab.Confirms(p, m.Cups[other])
		said[by], said[other] = true, true
	}

	// Alma's match has equal sums, and the starter of the second game has won.
	p := m.Pairing(t, board("Alma"))
	one, other := p.Players[0].Name, p.Players[1].Name
	say(p, one, other, sitetest.WonGame{Winner: one, Points: "20"}, sitetest.WonGame{Winner: other, Points: "20"})
	if b := board("Alma"); b.Open() || b.Winner != 2 || b.Points != [2]int{40, 40} {
		t.Errorf("after a game each the board is %+v", b)
	}
	comes("Alma")
	if text := tab.Text("#boards .own-row"); !strings.Contains(text, "20 points each") {
		t.Errorf("the match of equal sums says %q", text)
	}
	if bye := m.Full(t).RoundBoards(1)[4]; !bye.Bye() {
		t.Errorf("nine players, and nobody has a bye: %+v", bye)
	}

	for round := 1; round <= 5; round++ {
		if round > 1 {
			m.Publish(t)
		}
		if round == 4 { // Ida leaves, and her match is lost
			comes("Ida")
			tab.Click("details:has(#leave) summary")
			tab.Click("#leave")
			tab.Has("#mine")
			if b := board("Ida"); b.Open() {
				t.Errorf("who left still plays %+v", b)
			}
		}
		if round == 3 || round == 4 {
			m.Settle(t)
			continue
		}
		m.PlayRound(t, func(p db.Pairing, winner, loser string) {
			say(p, loser, winner, sitetest.WonGame{Winner: winner, Points: "20"}, sitetest.WonGame{Winner: winner, Points: "8"})
		})
	}
	if len(said) != len(sitetest.CupNames) {
		t.Errorf("of nine players those that have entered or confirmed a result are %v", said)
	}
	comes("Alma")
	if got := tab.Text("#status"); got != "Finished" {
		t.Errorf("in the end the tournament is %s", got)
	}
	tab.Open(m.Path + "/tiebreaks")
	if text := tab.Text("#ties li"); !strings.Contains(text, " = ") {
		t.Errorf("the first is explained as %q", text)
	}
	full := m.Full(t)
	met, byes := map[string]bool{}, map[string]int{}
	for _, b := range full.Boards {
		pair := []string{b.First, b.Second}
		slices.Sort(pair)
		if key := strings.Join(pair, " "); b.Bye() {
			byes[b.First]++
		} else if met[key] {
			p := m.Pairing(t, b)
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
	tab.Open(m.Path)
	if rows := tab.Evaluate(`String(document.querySelectorAll("#standings tbody tr").length)`); rows != "9" {
		t.Errorf("the standings have %s rows", rows)
	}
}

// resign resigns a game on its page.
func resign(p *sitetest.Person) {
	p.T.Helper()
	p.Click("#resign-summary")
	p.Click("#resign-sure")
	p.Has(".status.over")
}

// A knockout of matches on this site to its end: the loser resigns both games. The bracket is checked without
// scripts, and printed.
func TestKnockoutInTheBrowser(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	m := s.NewCup(t, 5, "kind", "knockout", "third", "yes", "unit", "match", "where", "site", "clock", "none")
	tab := b.Person(s, withoutScripts) // players use it one after the other
	loses := func(_ db.Pairing, _, loser string) {
		t.Helper()
		tab.ComesAs(m.Cups[loser])
		tab.Open(m.Path)
		tab.Click("#own a.button")
		resign(tab)
		tab.Click(".do a.primary") // to the second game
		resign(tab)
	}
	m.Begin(t)
	m.PlayRound(t, loses, "Emil")
	tab.Open(m.Path + "/bracket")
	if text := tab.Text("#bracket section:nth-child(2)"); !strings.Contains(text, "Emil") && !strings.Contains(text, "winner of") {
		t.Errorf("the semi-finals are %q", text)
	}
	for m.Full(t).Status == db.TournamentRunning {
		m.Publish(t)
		m.PlayRound(t, loses, "Emil")
	}
	tab.Open(m.Path)
	if text := tab.Text("#standings tbody tr"); !strings.Contains(text, "Emil") || !strings.Contains(text, "won the tournament") {
		t.Errorf("first is %q", text)
	}
	tab.Open(m.Path + "/bracket")
	if text := tab.Text("#bracket section:last-child .won"); !strings.Contains(text, "Emil") {
		t.Errorf("the final was won by %q", text)
	}
	wide := tab.Evaluate(`String(document.documentElement.scrollWidth <= innerWidth)`)
	if wide != "true" {
		t.Error("the bracket is wider than a phone")
	}
	tab.Open(m.Path)
	tab.Do("print", sitetest.Command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
	for selector, want := range map[string]string{"#standings": "true", "header nav": "false", ".club-links": "false", ".downloads": "false", "footer": "false"} {
		got := tab.Evaluate(`String([...document.querySelectorAll("` + selector + `")].some((e) => e.getClientRects().length > 0))`)
		if got != want {
			t.Errorf("%s is seen on paper: %s, want %s", selector, got, want)
		}
	}
	if n := tab.Pages(); n != 1 {
		t.Errorf("the standings take %d sheets of paper", n)
	}
}
