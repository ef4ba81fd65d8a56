package handlers_test

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"hexclub/db"
	"hexclub/rules/pairing"
)

// A tournament goes its way by its pages: it is made, entered, begun, paired and over.
func TestTournamentPages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	m := s.newCup(t, 5, "rounds", "3", "about", "Bring **cake**.", "within", "7", "unit", "match", "late", "2")
	stranger := s.client(t)
	p := stranger.get(m.path).wantText(t, "h1", "Winter cup").wantText(t, ".welcome strong", "cake").
		wantCount(t, "#entrants tbody tr", 5).wantText(t, "#status", "Entry is open: 5 players").wantText(t, "main", "Log in to enter").
		wantText(t, ".tournament-facts", "A Hexone match").wantText(t, ".tournament-facts", "7 days for each round").wantCount(t, "#enter", 0)
	season := p.attribute("main a[href^='/seasons/']", "href")
	stranger.get(season).wantText(t, "main", "Winter cup").wantText(t, "main", "Swiss, Hexone")
	stranger.get("/club").wantText(t, "main", "Winter cup")
	one := m.players[0]
	one.get(m.path).wantText(t, "#mine", "You have entered").wantCount(t, "#leave", 1).wantCount(t, "#enter", 0)
	one.post(m.path+"/enter").wantStatus(t, http.StatusConflict).wantText(t, "#problem", "entered already")
	one.post(m.path+"/leave").wantStatus(t, http.StatusOK).wantText(t, "#notice", "You have left")
	one.get(m.path).wantCount(t, "#enter", 1)
	one.post(m.path + "/enter")
	one.get(m.path+"/organise").wantStatus(t, http.StatusForbidden)

	m.organiser.post(m.path+"/entrants", "player", "Nobody").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "Nobody has an account")
	m.organiser.post(m.path+"/entrants", "player", "Otto").wantStatus(t, http.StatusOK)
	m.organiser.post(m.path+"/remove", "person", m.idOf(t, "Otto"), "reason", "").wantStatus(t, http.StatusOK) // one takes oneself out
	numbers := []string{}
	for i, e := range m.full(t).Entrants {
		numbers = append(numbers, "number."+e.ID, strconv.Itoa(5-i))
	}
	m.organiser.post(m.path+"/numbers", append(numbers[:2:2], "number.x", "0")...).wantStatus(t, http.StatusUnprocessableEntity)
	bad := slices.Clone(numbers)
	bad[1], bad[3] = "4", "4"
	refused := m.organiser.post(m.path+"/numbers", bad...).wantStatus(t, http.StatusUnprocessableEntity)
	refused.wantText(t, "#problem", m.full(t).Entrants[0].Name+" and "+m.full(t).Entrants[1].Name+" both have number 4")
	bad[1] = "6"
	refused = m.organiser.post(m.path+"/numbers", bad...).wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "from 1 to 5")
	if got := refused.attribute("[name='"+bad[0]+"']", "value"); got != "6" {
		t.Errorf("the form shows %q for what was sent", got)
	}
	m.organiser.post(m.path+"/numbers", numbers...).wantStatus(t, http.StatusOK).wantText(t, "#notice", "ranking has been changed")
	if first := stranger.get(m.path).list("#entrants tbody th")[0]; first != m.players[0].name() { // who entered last again
		t.Errorf("the ranking begins with %s", first)
	}
	m.organiser.get(m.path+"/pair").wantStatus(t, http.StatusConflict)
	m.organiser.get(m.path+"/organise").wantText(t, "#begin-help", "can’t be changed after that").wantText(t, "#begin-help", "Entry stays open until round 2 is published").
		wantText(t, "#begin-help", "With those who have entered: 3 rounds").wantText(t, "#begin-help", "An organiser publishes each round").
		wantText(t, "#remove-help", "as if never entered").wantCount(t, "#late-help", 0)
	one.get(m.path).wantText(t, "#leave-help", "As long as entry is open you can enter again")
	m.begin(t)
	m.organiser.get(m.path+"/organise").wantText(t, "#remove-help", "Results so far stay").wantText(t, "main", "plays from round 2 on")
	m.organiser.get(m.path).wantText(t, "#late-help", "plays from round 2 on. Rounds missed give no points")
	one.get(m.path).wantText(t, "#leave-help", "lost by forfeit").wantText(t, "#leave-help", "you can’t come back")
	one.get(m.path).wantText(t, "#status", "Round 1 of 3").wantCount(t, "#boards tbody tr", 3).wantCount(t, "#standings tbody tr", 5).
		wantCount(t, "#own", 1).wantText(t, "#boards", "bye")
	one.get("/").wantText(t, "main", "Hexone, a match against")
	m.organiser.get(m.path+"/pair").wantStatus(t, http.StatusConflict).wantText(t, "#problem", "still open")
	m.settle(t)
	stranger.get(m.path).wantText(t, "#status", "all have been played")
	m.organiser.get("/").wantText(t, "main", "Round 2 can be published")

	p = m.organiser.get(m.path+"/pair").wantCount(t, "#proposal tbody tr", 3).wantText(t, "#notes", "Nobody meets twice").wantText(t, "#notes", "has the bye").
		wantText(t, "#drawn", "drawn by lot, as the table shows it")
	m.organiser.post(m.path+"/pair", "mark", "stale").wantStatus(t, http.StatusConflict).wantText(t, "#problem", "Something has changed").
		wantCount(t, "#publish", 1)
	swapped := 0
	options := p.Find("select[name=first] option").Map(func(_ int, o *goquery.Selection) string { return o.AttrOr("value", "") })
	for _, other := range options[1:] {
		answer := m.organiser.get(m.path + "/pair?first=" + options[0] + "&second=" + other)
		if answer.status == http.StatusOK {
			swapped++
			answer.wantText(t, ".swapped", "have changed places")
			if got := answer.attribute("input[name=swap]", "value"); got != options[0]+"."+other {
				t.Errorf("the swap is sent on as %q", got)
			}
		} else {
			answer.wantStatus(t, http.StatusUnprocessableEntity).wantCount(t, "#problem", 1).wantCount(t, "#publish", 1)
		}
	}
	if swapped == 0 || swapped == len(options)-1 {
		t.Errorf("%d of %d swaps are legal", swapped, len(options)-1)
	}
	m.publish(t).wantText(t, "#round", "Round 2 of 3")
	m.settle(t)
	m.publish(t)
	stranger.get(m.path+"/rounds/1").wantText(t, "#round", "Round 1 of 3").wantCount(t, "main nav a[rel=next]", 1)
	stranger.get(m.path+"/rounds/4").wantStatus(t, http.StatusNotFound)
	stranger.get(m.path+"/rounds/x").wantStatus(t, http.StatusNotFound)
	one.post(m.path+"/leave").wantStatus(t, http.StatusOK)
	stranger.get(m.path).wantText(t, "#standings", "left after round 3")
	m.settle(t)
	stranger.get(m.path).wantText(t, "#status", "Over")
	stranger.get(m.path+"/tiebreaks").wantCount(t, "#ties > li", 5).wantText(t, "#ties", " = ").wantText(t, "#ties", "Buchholz")
	stranger.get(m.path+"/table").wantCount(t, "#table tbody tr", 5).wantCount(t, "#table thead th", 7)
	stranger.get(m.path+"/bracket").wantStatus(t, http.StatusNotFound)
	m.organiser.post(m.path+"/reopen", "reason", "").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "Give a reason")
	m.organiser.post(m.path+"/reopen", "reason", "a slip", "more", "1").wantStatus(t, http.StatusOK)
	m.publish(t)
	m.organiser.post(m.path+"/off", "reason", "flu").wantStatus(t, http.StatusOK)
	stranger.get(m.path).wantText(t, "#status", "Called off")
	one.get("/club/log").wantText(t, ".log", "Otto called “Winter cup” off").wantText(t, ".log", "flu").wantText(t, ".log", "published round 1 of “Winter cup”")
}

// The form tells what is wrong with it, above and beside the fields, and keeps what
// was typed; a tournament that has not begun can be changed by the same form.
func TestTournamentForm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	organiser, _ := s.withRole(t, "Otto", db.Organiser)
	season := s.season(t, organiser)
	organiser.get("/seasons/"+season).wantCount(t, "#new-tournament", 1)
	organiser.get("/tournaments/new?season="+season).wantCount(t, "main ul a", 5)
	organiser.get("/tournaments/new?season=nowhere").wantStatus(t, http.StatusNotFound)
	organiser.get("/tournaments/new?season="+season+"&game=chess").wantStatus(t, http.StatusNotFound)
	organiser.get("/tournaments/new?season="+season+"&game=hexit").wantCount(t, "input[name='option.tiles']", 3).wantCount(t, "[value=match]", 0)
	if organiser.get("/tournaments/new?season="+season+"&game=six").Find("[name='option.seats']").Length() > 0 {
		t.Error("a tournament's games are for two, and the form asks for seats")
	}
	bad := []string{
		"season", season, "game", "hexone", "name", "", "rounds", "many", "pace", "date", "opens", "soon", "every", "0",
		"where", "site", "clock", "live", "minutes", "500", "most", "1", "break-1", "wins", "break-2", "wins", "about", "Cake",
	}
	p := organiser.post("/tournaments", bad...).wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "textarea", "Cake")
	for selector, text := range map[string]string{
		"#problem": "Give the tournament a name", "#problem-name": "Give the tournament a name", "#problem-swiss": "The number of rounds",
		"#problem-date": "Give the day of the first round", "#problem-live": "minutes", "#problem-most": "from 2 to 200", "#problem-breaks": "once at most",
	} {
		p.wantText(t, selector, text)
	}
	if got := p.attribute("[name=opens]", "value"); got != "soon" {
		t.Errorf("the form keeps %q", got)
	}
	organiser.post("/tournaments", "season", season, "game", "hexone", "name", "x", "kind", "league").wantStatus(t, http.StatusUnprocessableEntity)
	if list, err := s.DB.TournamentsOf(t.Context(), season); err != nil || len(list) > 0 {
		t.Fatalf("there are %+v, %v", list, err)
	}
	made := organiser.post("/tournaments", "season", season, "game", "hexit", "name", "Open", "kind", "robin", "double", "yes", "at-once", "yes",
		"unit", "two", "where", "site", "clock", "live", "minutes", "20", "increment", "7", "counts", "yes", "option.tiles", "29",
		"pace", "date", "opens", "2026-12-24", "every", "14", "due", "forfeit", "seeding", "lot", "enters", "organisers", "most", "12",
	).wantStatus(t, http.StatusOK)
	stored, err := s.DB.Tournament(t.Context(), strings.TrimPrefix(made.path, "/tournaments/"))
	if err != nil {
		t.Fatal(err)
	}
	if !stored.Double || !stored.AllAtOnce || stored.Unit != pairing.TwoGames || stored.Control != "20+7" || !stored.Rated || stored.Options["tiles"] != "29" ||
		!stored.ByDate || !stored.Opens.Equal(time.Date(2026, 12, 24, 0, 0, 0, 0, time.UTC)) || stored.Days != 14 || !stored.Forfeit ||
		stored.Seeding != db.SeedByLot || !stored.Closed || stored.Most != 12 || len(stored.Breaks) != 4 {
		t.Errorf("stored is %+v", stored)
	}
	member, _ := s.newAccount(t, "Mia")
	member.post(made.path+"/enter").wantStatus(t, http.StatusForbidden)
	edit := organiser.get(made.path+"/edit").wantStatus(t, http.StatusOK)
	again := organiser.sends(edit, "form.tournament-form", "name", "Closed", "opens", "2027-01-02").wantStatus(t, http.StatusOK)
	again.wantText(t, "h1", "Closed")
	changed, err := s.DB.Tournament(t.Context(), stored.ID)
	if err != nil {
		t.Fatal(err)
	}
	stored.Name, stored.Opens = "Closed", changed.Opens
	if changed.Opens.Month() != time.January || changed.Control != stored.Control || changed.Unit != stored.Unit || !slices.Equal(changed.Breaks, stored.Breaks) {
		t.Errorf("changed is %+v", changed)
	}
	organiser.sends(edit, "form.tournament-form", "name", "Closed", "opens", "2027-01-02", "about", "Bring cake", "kind", "swiss", "rounds", "7",
		"clock", "3d", "break-1", "wins", "break-2", "", "break-3", "", "break-4", "", "option.tiles", "19").wantStatus(t, http.StatusOK)
	log := organiser.get("/club/log")
	for _, line := range []string{
		"Otto changed “Open”. Name of the tournament: was “Open”, is “Closed”.",
		"Day of the first round: was “2026-12-24”, is “2027-01-02”.",
		"Kind: was “Round robin”, is “Swiss”.", "Rounds: was “as advised”, is “7”.",
		"Clock: was “20 minutes + 7 seconds a turn”, is “3 days a turn”.",
		"Everybody meets everybody: was “twice”, is “once”.", "Tie-breaks: was “Direct encounter, ", ", is “Wins”.",
		"How long is the game?: was “29 tiles", "Otto changed the text about “Closed”.",
	} {
		log.wantText(t, ".log", line)
	}
	if text := log.Find(".log").Text(); strings.ContainsAny(text, "{}") || strings.Contains(text, "tournament.") || strings.Count(text, "Name of the tournament") != 1 {
		t.Errorf("the log says %s", text)
	}
}

// A knockout shows its bracket, who is to come and who went on.
func TestBracketPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	m := s.newCup(t, 6, "kind", "knockout", "third", "yes")
	m.organiser.post(m.path + "/begin")
	s.client(t).get(m.path+"/bracket").wantCount(t, "#bracket section", 3).wantText(t, "#bracket", "winner of 1").wantText(t, "#bracket", "loser of semi-final 1")
	m.publish(t)
	m.settle(t)
	m.publish(t)
	p := s.client(t).get(m.path+"/bracket").wantText(t, "#bracket", "bye").wantCount(t, "#bracket section:nth-child(2) .bracket-board", 2)
	if got := p.Find("#bracket section:first-child .won").Length(); got != 4 {
		t.Errorf("%d go on from the first round", got)
	}
	s.client(t).get(m.path+"/table").wantStatus(t, http.StatusNotFound)
	french := s.client(t).with("Accept-Language", "fr").get(m.path + "/bracket")
	checkTypeset(t, french.path, french.document())
	s.client(t).get(m.path+"/rounds/2").wantText(t, "#round", "Semi-finals").wantCount(t, "#boards td:first-child small", 0)
	m.settle(t)
	proposal := m.organiser.get(m.path+"/pair").wantText(t, "h2", "Pairings proposed: Final")
	round := m.publish(t).wantText(t, "#round", "Final").wantText(t, "#status", "Final, 2 pairings still open")
	for _, p := range []webPage{proposal, round, s.client(t).get(m.path)} {
		if got := p.list("#proposal td:first-child small, #boards td:first-child small"); !slices.Equal(got, []string{"Final", "Third place"}) {
			t.Errorf("%s tells the matches apart as %q", p.path, got)
		}
	}
	lines := readTable(t, s.client(t).get(m.path+"/pairings.csv"))
	if last := lines[len(lines)-2:]; last[0][12] != "final" || last[1][12] != "third-place" || lines[1][12] != "" {
		t.Errorf("the file tells the matches apart as %q", last)
	}
	s.client(t).get(m.path+"/pairings.json").wantText(t, "body", `"match": "third-place"`)
	m.settle(t)
	s.client(t).get(m.path).wantText(t, "#standings", "out (Semi-finals)").wantText(t, "#standings tbody tr:first-child", "won the tournament").wantText(t, "#status", "Over")
	lines = readTable(t, s.client(t).get(m.path+"/standings.csv"))
	if len(lines) != 7 || lines[1][0] != "1" || lines[3][0] != "3" {
		t.Errorf("the file has %v", lines)
	}
}

// Members cannot do what organisers do, whoever sends it.
func TestTournamentPowers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	m := s.newCup(t, 4)
	before := m.full(t)
	for _, c := range []*client{s.client(t), m.players[0]} {
		for _, route := range []string{"/edit", "/entrants", "/remove", "/numbers", "/begin", "/pair", "/finish", "/reopen", "/off"} {
			c.post(m.path+route, "reason", "I want it", "player", "Otto", "person", before.Entrants[1].ID, "name", "Mine").wantStatus(t, http.StatusForbidden)
		}
		c.post("/tournaments", "season", before.Season, "game", "hexone", "name", "Mine").wantStatus(t, http.StatusForbidden)
		for _, path := range []string{m.path + "/edit", m.path + "/organise", m.path + "/pair", "/tournaments/new?season=" + before.Season} {
			c.get(path).wantStatus(t, http.StatusForbidden)
		}
	}
	after := m.full(t)
	if after.Status != before.Status || len(after.Entrants) != len(before.Entrants) || after.Name != before.Name {
		t.Errorf("something has changed: %+v", after.Tournament)
	}
	for _, path := range []string{"", "/table", "/bracket", "/tiebreaks", "/rounds/1", "/standings.csv", "/edit"} {
		m.organiser.get("/tournaments/"+url.PathEscape("no where")+path).wantStatus(t, http.StatusNotFound)
	}
}
