package handlers_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/pairing"
	"hexclub/rules/tourney"
	"hexclub/views/club/seasons"
	"hexclub/views/club/tournaments"
)

// onPaper checks how a page looks on paper. It returns what is wrong: text beside the paper, words that are broken,
// shadows, backgrounds, rows that can break, controls, and a page without the club or the date.
const onPaper = `JSON.stringify((() => {
	const wrong = new Set();
	const named = (e) => e.tagName.toLowerCase() + (e.className ? "." + String(e.className).split(" ").join(".") : "");
	for (const e of document.querySelectorAll("body *")) {
		if (!e.getClientRects().length) continue;
		const style = getComputedStyle(e);
		if (style.boxShadow !== "none") wrong.add("shadow of " + named(e));
		if (!["rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"].includes(style.backgroundColor) && !e.matches(".self")) wrong.add("background of " + named(e) + " " + style.backgroundColor);
		if (e.matches("tr, .places > li, .slip") && style.breakInside !== "avoid") wrong.add("breaks within " + named(e));
		if (e.matches("thead, .paper-head") && (style.display !== "table-header-group" || style.breakInside !== "avoid")) wrong.add(named(e) + " does not repeat");
		if (e.matches("button, input, select, nav")) wrong.add("control " + named(e));
		if (e.scrollWidth > e.clientWidth && style.overflowX !== "visible" && style.position !== "absolute") wrong.add("cut " + named(e));
	}
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const node = texts.currentNode, parent = node.parentElement;
		if (!parent.getClientRects().length || parent.closest(".unseen, .skip, .exact")) continue;
		for (const word of node.data.matchAll(/[^\s\u2010-\u2014-]+/g)) {
			const range = document.createRange();
			range.setStart(node, word.index);
			range.setEnd(node, word.index + word[0].length);
			const rects = [...range.getClientRects()];
			if (new Set(rects.map((r) => Math.round(r.top))).size > 1) wrong.add("broken: " + word[0]);
			if (rects.some((r) => r.right > innerWidth + 1 || r.left < -1)) wrong.add("beside the paper: " + word[0]);
		}
	}
	const head = document.body.innerText;
	if (!head.includes("Sechseck") || !head.includes("CET")) wrong.add("no club or date");
	return [...wrong];
})())`

// All printed pages of the club fit on A4 and Letter, upright: a tournament of 40 players, a round robin of 16, one of 24
// and a ladder of 60, with long names and all tie-breaks. With HEXCLUB_FULL, the test looks at them in all languages; with
// HEXCLUB_SHOTS, it saves the PDF files.
func TestClubPrinted(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	pages := newPrintedClub(t, s)
	p := b.Person(s, sitetest.Desktop)
	organiser := s.Carry(t, strings.TrimPrefix(s.Session(t, pages.organiser), "hexclub="))
	type look struct {
		tag   string
		paper sitetest.PaperSize
	}
	looks := []look{{"en", sitetest.A4}, {"fr", sitetest.Letter}, {"es", sitetest.A4}, {"en", sitetest.Letter}, {"fr", sitetest.A4}, {"ko", sitetest.Letter}}
	if os.Getenv("HEXCLUB_FULL") == "" {
		looks = looks[:2]
	}
	for _, of := range looks {
		organiser.Post("/language", "lang", of.tag, "return", "/")
		p.ComesAs(organiser)
		p.SeesPaper(of.paper)
		for _, page := range pages.list {
			p.Open(page.path)
			p.Has("html[lang=" + of.tag + "]")
			var wrong []string
			if err := json.Unmarshal([]byte(p.Evaluate(onPaper)), &wrong); err != nil {
				t.Fatal(err)
			}
			if len(wrong) > 0 {
				t.Errorf("%s in %s on %s: %s", page.name, of.tag, of.paper.Name, strings.Join(wrong, "; "))
			}
			if n := p.Prints(of.paper, page.name+"-"+of.tag); n < page.most-1 || n > page.most || n == 0 {
				t.Errorf("%s in %s takes %d pages of %s, want %d", page.name, of.tag, n, of.paper.Name, page.most)
			}
		}
	}
}

// printedClub is the pages of a large club, with their organiser.
type printedClub struct {
	organiser db.Person
	list      []printedPage
}

// A printedPage has a maximum of sheets of paper.
type printedPage struct {
	name, path string
	most       int
}

// newPrintedClub makes a club with large tournaments and a large ladder.
func newPrintedClub(t *testing.T, s *sitetest.Site) printedClub {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	l := s.NewLadder(t, func(terms *db.LadderTerms) { terms.Name = "The ladder of the long winter evenings" })
	organiser := l.People["Olive"].ID
	s.Promote(t, organiser, db.Admin)
	_, err := s.DB.SetClub(t.Context(), db.Club{Name: "Brettspielclub Sechseck zu Hohenwestedt", Open: true, Zone: "Europe/Berlin"}, "", organiser, s.Now())
	must(err)
	var people []string
	for i := range 60 {
		name := fmt.Sprintf("%s %02d", []string{"Maximiliane von Hohenwestedt", "Bartholomäus Featherston", "Zoé", "Konstantinopolitanskaya-Ó"}[i%4], i)
		people = append(people, l.Member(name).ID)
		must(l.Joins(name))
	}
	made := func(name string, kind db.TournamentKind, players, rounds int, unit pairing.Unit) string {
		t.Helper()
		settings := db.TournamentSettings{Kind: kind, Key: "hexone", Unit: unit, Seeding: db.SeedByHand, Days: 7}
		if kind == db.Swiss {
			settings.Rounds = 7
			settings.Breaks = []tourney.TieBreak{tourney.BuchholzCut1, tourney.Buchholz, tourney.SonnebornBerger, tourney.DirectEncounter}
		}
		made, err := s.DB.CreateTournament(t.Context(), db.NewTournament{Season: l.Season.ID, Name: name, TournamentSettings: settings}, organiser, s.Now())
		must(err)
		for _, person := range people[:players] {
			must(s.DB.AddEntrant(t.Context(), made.ID, person, organiser, s.Now()))
		}
		must(s.DB.BeginTournament(t.Context(), made.ID, organiser, s.Now()))
		for round := range rounds {
			proposed, err := s.DB.ProposeRound(t.Context(), made.ID, db.ProposalChange{})
			must(err)
			published, err := s.DB.PublishRound(t.Context(), made.ID, db.ProposalChange{}, proposed.Mark, organiser, s.Now())
			must(err)
			for i, p := range published {
				if round == rounds-1 && i%3 == 0 {
					continue // still open
				}
				var games []pairing.Game
				for range unit.Games() {
					games = append(games, pairing.Game{Halves: [2]int{2, 0}, Points: [2]int{80, 0}})
				}
				_, err := s.DB.DecidePairing(t.Context(), p.ID, organiser, db.Decision{Games: games, Why: "seen", Revision: p.Revision}, s.Now())
				must(err)
			}
		}
		return tournaments.Href(made.ID)
	}
	swiss := made("Hohenwestedt open championship 2026", db.Swiss, 40, 7, pairing.OneGame)
	robin := made("Winter league", db.RoundRobin, 16, 3, pairing.TwoGames)
	wide := made("Summer league", db.RoundRobin, 24, 1, pairing.OneGame)
	knockout := made("Cup", db.Knockout, 16, 1, pairing.OneGame)
	return printedClub{l.People["Olive"], []printedPage{
		{"standings", swiss, 3},
		{"round", swiss + "/rounds/7", 1},
		{"slips", swiss + "/rounds/7/slips", 5},
		{"rounds-table", swiss + "/table", 2},
		{"cross-table", robin + "/table", 1},
		{"slips-two-games", robin + "/rounds/3/slips", 2},
		{"wide-table", wide + "/table", 2},
		{"bracket", knockout + "/bracket", 1},
		{"ladder", web.Href(l.Ladder.Ref()), 2},
		{"season", seasons.Href(l.Season.ID), 1},
	}}
}
