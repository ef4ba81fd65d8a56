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

// resigns gives up the game that goes on between a player and another, as its pages
// do, and tells whether there was one.
func (m *cup) resigns(t *testing.T, player string) bool {
	t.Helper()
	id := m.idOf(t, player)
	open, err := m.DB.PairingsOf(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range open {
		games, err := m.DB.PairingGames(t.Context(), p.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			if g.Status == db.Running {
				if _, err := m.DB.Resign(t.Context(), g.ID, id, m.Now()); err != nil {
					t.Fatal(err)
				}
				return true
			}
		}
	}
	return false
}

// playRound ends all matches of a round on this site: the lower number wins both
// games, or who is named.
func (m *cup) playRound(t *testing.T, winners ...string) {
	t.Helper()
	full := m.full(t)
	for _, b := range full.Boards {
		if !b.Open() {
			continue
		}
		first, _ := full.Entrant(b.First)
		second, _ := full.Entrant(b.Second)
		loser := first
		if slices.Contains(winners, first.Name) || !slices.Contains(winners, second.Name) && first.Number < second.Number {
			loser = second
		}
		for m.resigns(t, loser.Name) {
		}
	}
}

// A Swiss of five rounds with nine players, decided by Hexone matches on this site,
// one of equal sums. Members do without scripts.
func TestSwissInTheBrowser(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	m := s.newCup(t, 9, "rounds", "5", "unit", "match", "where", "site", "clock", "none")
	ada, ida := b.person(s, withoutScripts), b.person(s, withoutScripts)
	ada.comesAs(m.players[0])
	ida.comesAs(m.players[8])

	ada.open(m.path)
	ada.click("summary")
	ada.click("#leave")
	ada.has("#enter")
	ada.click("#enter")
	ada.has("#mine")
	numbers := []string{}
	for i, name := range cupNames {
		numbers = append(numbers, "number."+m.idOf(t, name), fmt.Sprint(i+1))
	}
	m.organiser.post(m.path+"/numbers", numbers...).wantStatus(t, http.StatusOK)
	m.begin(t)

	// Ada opens her pairing and gives up the first game; her opponent the second: both
	// have 49 points, and who started the second has won.
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
	nameOf := func(id string) string {
		t.Helper()
		e, _ := m.full(t).Entrant(id)
		return e.Name
	}
	first := board("Ada")
	ada.open(m.path)
	ada.click("#own a.button")
	ada.has(".pairing #status")
	ada.click(".pairing ol a")
	ada.has("svg.board")
	resign(ada)
	other := nameOf(strings.Replace(first.First+first.Second, m.idOf(t, "Ada"), "", 1))
	if !m.resigns(t, other) {
		t.Fatalf("%s has no second game to give up", other)
	}
	first = board("Ada")
	if first.Open() || first.Winner != 2 || first.Points != [2]int{98, 98} {
		t.Errorf("after a game each the board is %+v", first)
	}
	ada.open(m.path)
	if text := ada.text("#boards .own-row"); !strings.Contains(text, "49 points each") {
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
			ida.open(m.path)
			ida.click("summary")
			ida.click("#leave")
			ida.has("#mine")
			if b := board("Ida"); b.Open() {
				t.Errorf("who left still plays %+v", b)
			}
		}
		m.playRound(t)
	}
	ada.open(m.path)
	if got := ada.text("#status"); got != "Over" {
		t.Errorf("in the end the tournament is %s", got)
	}
	ada.open(m.path + "/tiebreaks")
	if text := ada.text("#ties li"); !strings.Contains(text, " = ") {
		t.Errorf("the first is explained as %q", text)
	}
	met, byes := map[string]bool{}, map[string]int{}
	for _, b := range m.full(t).Boards {
		pair := []string{b.First, b.Second}
		slices.Sort(pair)
		if key := strings.Join(pair, " "); b.Bye() {
			byes[b.First]++
		} else if met[key] {
			t.Errorf("%s and %s met twice", nameOf(b.First), nameOf(b.Second))
		} else {
			met[key] = true
		}
	}
	for id, n := range byes {
		if n > 1 {
			t.Errorf("%s had %d byes", nameOf(id), n)
		}
	}
	ada.open(m.path)
	if rows := ada.evaluate(`String(document.querySelectorAll("#standings tbody tr").length)`); rows != "9" {
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

// A knockout to its end, the bracket seen without scripts, and on paper.
func TestKnockoutInTheBrowser(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	m := s.newCup(t, 5, "kind", "knockout", "third", "yes", "where", "site", "clock", "none")
	eve := b.person(s, withoutScripts)
	eve.comesAs(m.players[4])
	m.begin(t)
	eve.open(m.path)
	eve.click("#own a.button")
	eve.has(".pairing #status")
	m.playRound(t, "Emil")
	eve.open(m.path + "/bracket")
	if text := eve.text("#bracket section:nth-child(2)"); !strings.Contains(text, "Emil") && !strings.Contains(text, "winner of") {
		t.Errorf("the semi-finals are %q", text)
	}
	for m.full(t).Status == db.TournamentRunning {
		m.publish(t)
		m.playRound(t, "Emil")
	}
	eve.open(m.path)
	if text := eve.text("#standings tbody tr"); !strings.Contains(text, "Emil") || !strings.Contains(text, "won the tournament") {
		t.Errorf("first is %q", text)
	}
	eve.open(m.path + "/bracket")
	if text := eve.text("#bracket section:last-child .won"); !strings.Contains(text, "Emil") {
		t.Errorf("the final was won by %q", text)
	}
	wide := eve.evaluate(`String(document.documentElement.scrollWidth <= innerWidth)`)
	if wide != "true" {
		t.Error("the bracket is wider than a phone")
	}
	eve.open(m.path)
	eve.do("print", command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
	for selector, want := range map[string]string{"#standings": "true", "header nav": "false", ".club-links": "false", ".downloads": "false", "footer": "false"} {
		got := eve.evaluate(`String([...document.querySelectorAll("` + selector + `")].some((e) => e.getClientRects().length > 0))`)
		if got != want {
			t.Errorf("%s is seen on paper: %s, want %s", selector, got, want)
		}
	}
	if n := eve.pages(); n != 1 {
		t.Errorf("the standings take %d sheets of paper", n)
	}
}
