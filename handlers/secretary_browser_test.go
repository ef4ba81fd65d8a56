package handlers_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
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

// types types a text, which counts as one action.
func (s *secretary) types(selector, text string) {
	s.T.Helper()
	s.actions++
	s.Fills(selector, text)
}

// chooses chooses an option of a list by the text that it begins with.
func (s *secretary) chooses(selector, text string) {
	s.T.Helper()
	s.types(selector, text)
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
		{"enter eight people in a tournament", 1, 2, entersPeople},
		{"enter eight people by ticks, from a list, and without an account", 2, 8, ticksPeople},
		{"put ten members on a ladder", 1, 2, fillsLadder},
		{"record a game of a ladder", 2, 5, recordsGame},
		{"undo an act from the log", 1, 1, undoesAct},
		{"correct a result of a ladder", 2, 4, correctsResult},
		{"make a ladder", 1, 2, makesLadder},
		{"put a player of a ladder first by dragging", 1, 2, dragsPlayer},
		{"enter a game as a player, and confirm it as the opponent", 4, 7, reportsGame},
		{"find ladders and tournaments", 1, 2, findsClub},
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

// entersPeople enters a pasted list of eight names.
func entersPeople(t *testing.T, b *sitetest.Browser) *secretary {
	t.Helper()
	site := sitetest.New(t)
	m := site.NewCup(t, 0, "game", "six")
	s := secretaryOf(t, b, site, m.Organiser)
	s.opens(m.Path + "/organise")
	s.types("#entering textarea", strings.Join(newMembers(t, site, 8), "\n"))
	s.taps("#enter-players")
	s.Shows("#notice .notice")
	if n := len(m.Full(t).Entrants); n != 8 {
		t.Errorf("%d people have entered", n)
	}
	return s
}

// ticksPeople enters eight people: four members who are ticked, three on a list, and one without an account, about whom the page
// asks.
func ticksPeople(t *testing.T, b *sitetest.Browser) *secretary {
	t.Helper()
	site := sitetest.New(t)
	m := site.NewCup(t, 0, "game", "six")
	names := newMembers(t, site, 7)
	s := secretaryOf(t, b, site, m.Organiser)
	s.opens(m.Path + "/organise")
	for _, name := range names[:4] {
		s.taps("#entering [name=member][value='" + site.IdOf(t, name) + "']")
	}
	s.types("#entering textarea", strings.Join(append(names[4:], "Walter"), "\n"))
	s.taps("#enter-players")
	s.pages++
	s.Shows("#unknown")
	s.taps("#unknown ~ fieldset [type=radio]")
	s.taps("#enter-players")
	s.Shows("#notice .notice")
	if n := len(m.Full(t).Entrants); n != 8 {
		t.Errorf("%d people have entered", n)
	}
	return s
}

// newMembers returns the names of new members.
func newMembers(t *testing.T, site *sitetest.Site, n int) (names []string) {
	t.Helper()
	for i := range n {
		names = append(names, fmt.Sprintf("Nora %c", 'A'+i))
		site.NewAccount(t, names[i])
	}
	return names
}

// fillsLadder puts a pasted list of ten members on a ladder.
func fillsLadder(t *testing.T, b *sitetest.Browser) *secretary {
	t.Helper()
	c := sitetest.New(t).NewLadder(t, nil)
	s := secretaryOf(t, b, c.Site, c.Organiser)
	names := newMembers(t, c.Site, 10)
	s.opens(web.Href(c.Ladder.Ref()) + "/add")
	s.types("#adding textarea", strings.Join(names, "\n"))
	s.taps("#add-players")
	s.Shows(".places li:nth-child(10)")
	return s
}

// recordsGame records a game that two players of a ladder have played.
func recordsGame(t *testing.T, b *sitetest.Browser) *secretary {
	t.Helper()
	c := sitetest.New(t).NewLadder(t, func(terms *db.LadderTerms) { terms.Settings.Games = []string{"six"} }, "Anna", "Ben", "Carl")
	s := secretaryOf(t, b, c.Site, c.Organiser)
	s.opens(web.Href(c.Ladder.Ref()))
	s.taps("#record")
	s.pages++
	s.Shows("[name=first]")
	s.chooses("[name=first]", "3. Carl")
	s.chooses("[name=second]", "1. Anna")
	s.taps("[name=outcome-1][value=first]")
	s.taps("form.record .primary")
	s.Shows(".places")
	c.WantOrder("Ben", "Carl Anna Ben")
	return s
}

// undoesAct undoes the last act in the log, whose row is a link.
func undoesAct(t *testing.T, b *sitetest.Browser) *secretary {
	t.Helper()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben")
	path := web.Href(c.Ladder.Ref())
	c.Organiser.Post(path+"/correct", "what", "place", "player", "Ben", "place", "1", "why", "By mistake")
	s := secretaryOf(t, b, c.Site, c.Organiser)
	s.opens("/club/log")
	s.taps(".log li:first-child form button")
	s.Shows("#notice .notice")
	c.WantOrder("Ben", "Anna Ben")
	return s
}

// correctsResult corrects a result of a ladder: one form, a preview, and the places follow.
func correctsResult(t *testing.T, b *sitetest.Browser) *secretary {
	t.Helper()
	c := sitetest.New(t).NewLadder(t, func(terms *db.LadderTerms) { terms.Settings.Games = []string{"six"} }, "Anna", "Ben", "Carl")
	path := web.Href(c.Ladder.Ref())
	p := c.Organiser.Post(path+"/record", "first", "Carl", "second", "Anna", "game", "six", "outcome-1", "first")
	c.WantOrder("Ben", "Carl Anna Ben")
	s := secretaryOf(t, b, c.Site, c.Organiser)
	s.opens(p.Attribute(".happened li:first-child a", "href") + "/correct")
	s.taps("#decide [name=outcome-1]:not(:checked)[value=" + map[bool]string{true: "second", false: "first"}[s.Count("[name=outcome-1][value=first]:checked") == 1] + "]")
	s.types("#decide textarea", "The sheet says so.")
	s.taps("#decide .primary")
	s.pages++
	s.Shows("#moves")
	s.taps("#accept-button")
	s.Shows(".places")
	c.WantOrder("Ben", "Anna Ben Carl")
	return s
}

// makesLadder makes a ladder by a preset. It has few fields in view.
func makesLadder(t *testing.T, b *sitetest.Browser) *secretary {
	t.Helper()
	c := sitetest.New(t).NewLadder(t, nil)
	s := secretaryOf(t, b, c.Site, c.Organiser)
	s.opens("/seasons/" + c.Season.ID + "/ladders/new")
	const shown = ".ladder-form :is(label, fieldset):not(details *, :is(label, fieldset) *)"
	if presets, fields := s.Count("[name=preset]"), s.Count(shown); presets != 3 || fields > 4 { // name, games, presets, and where
		t.Errorf("the form shows %d presets and %d fields", presets, fields)
	}
	s.types("[name=name]", "Winter")
	s.taps(".ladder-form .primary")
	s.Shows("#manage")
	if title := s.Text("h1"); title != "Winter" {
		t.Errorf("the ladder is %q", title)
	}
	return s
}

// dragsPlayer puts the last player of a ladder first with a finger, which leaves the list on its way: first down to the edge
// of the screen, then up. The page itself moves the row.
func dragsPlayer(t *testing.T, b *sitetest.Browser) *secretary {
	t.Helper()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben", "Carl")
	s := secretaryOf(t, b, c.Site, c.Organiser)
	s.opens(web.Href(c.Ladder.Ref()) + "/order")
	s.Shows("#order li:last-child .grip")
	s.actions++
	at := func(selector string) *input.TouchPoint {
		is := strings.Fields(s.Evaluate(`(() => {
			const { left, top, width } = document.querySelector(` + "`" + selector + "`" + `).getBoundingClientRect();
			return (left + width / 2) + " " + (top + 3);
		})()`))
		var p input.TouchPoint
		if _, err := fmt.Sscan(strings.Join(is, " "), &p.X, &p.Y); err != nil {
			t.Fatal(err)
		}
		return &p
	}
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		s.Do("touch", sitetest.Command(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, points...)}))
	}
	touch(input.DispatchTouchEventTypeTouchStart, at("#order li:last-child .grip"))
	touch(input.DispatchTouchEventTypeTouchMove, at("#order li:first-child .grip"))
	s.Shows("#order li:first-child.dragged")
	touch(input.DispatchTouchEventTypeTouchMove, at("[name=save]"))
	s.Shows("#order li:last-child.dragged")
	touch(input.DispatchTouchEventTypeTouchMove, at("#order li:first-child .grip"))
	s.Shows("#order li:first-child.dragged")
	touch(input.DispatchTouchEventTypeTouchEnd)
	s.Shows("#order li:first-child .rose")
	if got := s.Text("#order li:first-child .place"); got != "1" {
		t.Errorf("the first place is %q", got)
	}
	c.WantOrder("Ben", "Anna Ben Carl")
	s.taps("[name=save]")
	s.Shows(".places")
	c.WantOrder("Ben", "Carl Anna Ben")
	return s
}

// reportsGame enters a game as one of its players, and confirms it as the other.
func reportsGame(t *testing.T, b *sitetest.Browser) *secretary {
	t.Helper()
	c := sitetest.New(t).NewLadder(t, func(terms *db.LadderTerms) { terms.Settings.Games = []string{"six"} }, "Anna", "Ben")
	s := secretaryOf(t, b, c.Site, c.Clients["Ben"])
	s.opens(web.Href(c.Ladder.Ref()))
	s.taps("#record")
	s.pages++
	s.Shows("[name=second]")
	s.Until(`document.readyState === "complete"`) // the page's scripts have seen the form
	s.chooses("[name=second]", "1. Anna")
	s.Until(`document.querySelector("#record-result").innerText.includes("Anna won")`)
	s.taps("[name=outcome-1][value=first]")
	s.taps("form.record .primary")
	s.Shows("#entered")
	s.ComesAs(c.Clients["Anna"])
	s.opens(web.Href(c.Ladder.Ref()))
	s.taps("#own-challenges a")
	s.pages++
	s.taps("#confirm")
	s.Shows("#status.over")
	c.WantOrder("Ben", "Ben Anna")
	return s
}

// findsClub finds the ladders and the tournaments of the club by its tabs.
func findsClub(t *testing.T, b *sitetest.Browser) *secretary {
	t.Helper()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben")
	s := secretaryOf(t, b, c.Site, c.Clients["Anna"])
	s.opens("/club")
	s.taps(".club-links a[href='/ladders']")
	s.Shows("main a[href='" + web.Href(c.Ladder.Ref()) + "']")
	s.taps(".club-links a[href='/tournaments']")
	s.Shows(".club-links a[href='/tournaments'][aria-current]")
	return s
}

// While results are chosen, a win without its points counts as missing.
func TestResultsAreCounted(t *testing.T) {
	t.Parallel()
	site := sitetest.New(t)
	m := site.NewCup(t, 4)
	m.Begin(t)
	s := secretaryOf(t, sitetest.NewBrowser(t), site, m.Organiser)
	s.opens(m.Path + "/rounds/1/results")
	says := func(text string) {
		t.Helper()
		s.Until(fmt.Sprintf("document.querySelector('#missing').textContent === %q", text))
	}
	first, second := m.Full(t).RoundBoards(1)[0].Pairing, m.Full(t).RoundBoards(1)[1].Pairing
	says("2 results missing")
	s.taps("[name=outcome-" + first + "-1][value=first]")
	says("2 results missing")
	s.taps("[name=outcome-" + second + "-1][value=draw]")
	says("Boards without points: 1.")
	s.types("[name=points-"+first+"-1]", "12")
	says("All results are chosen. Save them.")
}
