package handlers_test

import (
	"testing"

	"hexclub/handlers/sitetest"
)

// A secretary is an organiser in a browser. It counts the pages that a task takes, and the actions: what the organiser
// clicks, and what they type.
type secretary struct {
	*sitetest.Person
	pages, actions int
}

// opens opens a page.
func (s *secretary) opens(path string) {
	s.T.Helper()
	s.pages++
	s.Open(path)
}

// taps clicks an element.
func (s *secretary) taps(selector string) {
	s.T.Helper()
	s.actions++
	s.Click(selector)
}

// What a secretary does every week takes few pages and actions.
func TestSecretaryTasks(t *testing.T) {
	t.Parallel()
	b := sitetest.NewBrowser(t)
	for _, task := range []struct {
		name           string
		pages, actions int // at most
		do             func(t *testing.T, b *sitetest.Browser) *secretary
	}{
		{"enter the results of a round with four boards", 1, 5, entersResults},
	} {
		t.Run(task.name, func(t *testing.T) {
			t.Parallel()
			if s := task.do(t, b); s.pages > task.pages || s.actions > task.actions {
				t.Errorf("it takes %d pages and %d actions, want %d and %d at most", s.pages, s.actions, task.pages, task.actions)
			}
		})
	}
}

// secretaryOf returns an organiser on a phone.
func secretaryOf(t *testing.T, b *sitetest.Browser, site *sitetest.Site, organiser *sitetest.Client) *secretary {
	t.Helper()
	s := &secretary{Person: b.Person(site, sitetest.Phone)}
	s.T = t
	s.ComesAs(organiser)
	return s
}

// entersResults enters the results of a round: one tap a board, and one to save.
func entersResults(t *testing.T, b *sitetest.Browser) *secretary {
	t.Helper()
	site := sitetest.New(t)
	m := site.NewCup(t, 8, "game", "six")
	m.Begin(t)
	s := secretaryOf(t, b, site, m.Organiser)
	s.opens(m.Path + "/rounds/1/results")
	for i, board := range m.Full(t).RoundBoards(1) {
		value := []string{"first", "draw", "second", "first"}[i]
		s.taps("[name=outcome-" + board.Pairing + "-1][value=" + value + "]")
	}
	s.taps("#save")
	s.Shows("#undo")
	for i, board := range m.Full(t).RoundBoards(1) {
		if want := [][2]int{{2, 0}, {1, 1}, {0, 2}, {2, 0}}[i]; board.Worth != want {
			t.Errorf("board %d has %v, want %v", i+1, board.Worth, want)
		}
	}
	return s
}
