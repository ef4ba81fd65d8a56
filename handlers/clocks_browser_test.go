package handlers_test

import (
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/rules/record"
)

// A page shows that a clock has not begun until it begins.
func TestClockBegins(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	people := s.Accounts(t, 2)
	game := s.Together(t, db.NewGame{Key: "hexone", Control: record.Control{Base: 300_000}}, people...)
	p := b.Person(s, sitetest.Desktop)
	p.ComesAs(people[0])
	p.Open(game)
	p.Shows("#begins")
	p.Until(`document.querySelector(".clock[data-ends]").textContent === "5:00"`)
	if n := p.Count("#begins"); n != 1 {
		t.Errorf("%d notes before the clock begins", n)
	}
	p.Evaluate(`document.querySelector(".clock[data-ends]").dataset.ends -= 60000; ""`) // a minute passes
	p.Gone("#begins")
	p.Until(`/^4:/.test(document.querySelector(".clock[data-ends]").textContent)`)
}

// With days for each turn, running and stopped clocks have the same format.
func TestClocksOfDays(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	people := s.Accounts(t, 2)
	game := s.Together(t, db.NewGame{Key: "hexone", Control: record.Control{PerTurn: 86_400_000}}, people...)
	p := b.Person(s, sitetest.Desktop)
	p.ComesAs(people[0])
	p.Open(game)
	p.Until(`document.querySelector(".clock[data-ends]").dataset.ends - Date.now() < 86400000`)
	want := "23 h 59 min"
	if got := people[0].Get(game).Text(".clock[data-left]"); got != want {
		t.Errorf("the page says %q, want %q", got, want)
	}
	clock := `document.querySelector(".clock[data-ends]")`
	p.Evaluate(clock + `.dataset.ends -= 3600000; ""`) // an hour passes
	p.Until(clock + `.textContent === "22\u00a0h\u00a059\u00a0min"`)
}
