package club_test

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
	"hexclub/handlers/sitetest"
	"hexclub/rules/pairing"
)

// A tournament passes through its pages: it is made, entered, begun, paired and over.
func TestTournamentPages(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 5, "rounds", "3", "about", "Bring **cake**.", "within", "7", "unit", "match", "late", "2")
	stranger := s.Client(t)
	p := stranger.Get(m.Path).WantText(t, "h1", "Winter cup").WantText(t, ".welcome strong", "cake").
		WantCount(t, "#entrants li", 5).WantText(t, "#status", "Entry is open: 5 players").WantText(t, "main", "Log in to enter").
		WantText(t, ".tournament-facts", "Hexone match").WantText(t, ".tournament-facts", "7 days per round").WantCount(t, "#enter", 0)
	season := p.Attribute("main a[href^='/seasons/']", "href")
	stranger.Get(season).WantText(t, "main", "Winter cup").WantText(t, "main", "Swiss, Hexone")
	stranger.Get("/club").WantText(t, ".cup", "Winter cup").WantText(t, ".cup", "Entry is open: 5 players").WantCount(t, ".cup .button", 0)
	one := m.Players[0]
	one.Get(m.Path).WantText(t, "#mine", "You’ve entered").WantCount(t, "#leave", 1).WantCount(t, "#enter", 0)
	one.Post(m.Path+"/enter").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "already entered")
	one.Post(m.Path+"/leave").WantStatus(t, http.StatusOK).WantText(t, "#notice", "You’ve left")
	one.Get(m.Path).WantCount(t, "#enter", 1)
	one.Get("/club").WantText(t, ".cup", "Entry is open: 4 players").WantText(t, ".cup .button", "Enter")
	one.Post(m.Path + "/enter")
	one.Get("/club").WantCount(t, ".cup .button", 0)
	one.Get(m.Path+"/organise").WantStatus(t, http.StatusForbidden)

	m.Organiser.Post(m.Path+"/entrants", "names", "Nobody").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#unknown", "No member has this name")
	m.Organiser.Post(m.Path+"/entrants", "names", "Otto").WantStatus(t, http.StatusOK)
	m.Organiser.Post(m.Path+"/remove", "person", m.IdOf(t, "Otto"), "reason", "").WantStatus(t, http.StatusOK) // players withdraw themselves
	numbers := []string{}
	for i, e := range m.Full(t).Entrants {
		numbers = append(numbers, "number."+e.ID, strconv.Itoa(5-i))
	}
	m.Organiser.Post(m.Path+"/numbers", append(numbers[:2:2], "number.x", "0")...).WantStatus(t, http.StatusUnprocessableEntity)
	bad := slices.Clone(numbers)
	bad[1], bad[3] = "4", "4"
	refused := m.Organiser.Post(m.Path+"/numbers", bad...).WantStatus(t, http.StatusUnprocessableEntity)
	refused.WantText(t, "#problem", m.Full(t).Entrants[0].Name+" and "+m.Full(t).Entrants[1].Name+" both have number 4")
	bad[1] = "6"
	refused = m.Organiser.Post(m.Path+"/numbers", bad...).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "from 1 to 5")
	if got := refused.Attribute("[name='"+bad[0]+"']", "value"); got != "6" {
		t.Errorf("the form shows %q for what was sent", got)
	}
	m.Organiser.Post(m.Path+"/numbers", numbers...).WantStatus(t, http.StatusOK).WantText(t, "#notice", "Ranking changed")
	if first := stranger.Get(m.Path).List("#entrants .main")[0]; first != m.Players[0].Name() { // the last to enter again
		t.Errorf("the ranking begins with %s", first)
	}
	m.Organiser.Get(m.Path+"/pair").WantStatus(t, http.StatusConflict)
	m.Organiser.Get(m.Path+"/organise").WantText(t, "#begin-help", "fixes the ranking").WantText(t, "#begin-help", "Entry stays open until round 2 is published").
		WantText(t, "#begin-help", "3 rounds.").WantText(t, "#begin-help", "An organiser publishes each round").
		WantCount(t, "#candidates label", 1).WantCount(t, "#remove [selected]", 0).
		WantText(t, "#remove-help", "as if never entered").WantCount(t, "#late-help", 0)
	one.Get(m.Path).WantText(t, "#leave-help", "You can enter again while entry is open")
	m.Begin(t)
	m.Organiser.Get(m.Path+"/organise").WantText(t, "#remove-help", "Results so far stay").WantText(t, "main", "start in round 2")
	m.Organiser.Get(m.Path).WantText(t, "#late-help", "you start in round 2. Missed rounds give no points")
	one.Get(m.Path).WantText(t, "#leave-help", "forfeit your open pairings").WantText(t, "#leave-help", "You can’t enter again")
	one.Get(m.Path).WantText(t, "#status", "Round 1 of 3").WantCount(t, "#boards tbody tr", 3).WantCount(t, "#standings tbody tr", 5).
		WantCount(t, "#own", 1).WantText(t, "#boards", "bye")
	one.Get("/").WantText(t, "main", "Hexone, match against")
	m.Organiser.Get(m.Path+"/pair").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "still open")
	m.Settle(t)
	stranger.Get(m.Path).WantText(t, "#status", "all played")
	m.Organiser.Get("/").WantText(t, "main", "Round 2 can be published")

	p = m.Organiser.Get(m.Path+"/pair").WantCount(t, "#proposal tbody tr", 3).WantText(t, "#notes", "Nobody meets twice").WantText(t, "#notes", "gets the bye").
		WantText(t, "#drawn", "drawn at random")
	m.Organiser.Post(m.Path+"/pair", "mark", "stale").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "Something has changed").
		WantCount(t, "#publish", 1)
	swapped := 0
	options := p.Find("select[name=first] option").Map(func(_ int, o *goquery.Selection) string { return o.AttrOr("value", "") })
	for _, other := range options[1:] {
		answer := m.Organiser.Get(m.Path + "/pair?first=" + options[0] + "&second=" + other)
		if answer.Status == http.StatusOK {
			swapped++
			answer.WantText(t, ".swapped", "have swapped places")
			if got := answer.Attribute("input[name=swap]", "value"); got != options[0]+"."+other {
				t.Errorf("the swap is sent on as %q", got)
			}
		} else {
			answer.WantStatus(t, http.StatusUnprocessableEntity).WantCount(t, "#problem", 1).WantCount(t, "#publish", 1)
		}
	}
	if swapped == 0 || swapped == len(options)-1 {
		t.Errorf("%d of %d swaps are legal", swapped, len(options)-1)
	}
	m.Publish(t).WantText(t, "#round", "Round 2 of 3")
	m.Settle(t)
	m.Publish(t)
	stranger.Get(m.Path+"/rounds/1").WantText(t, "#round", "Round 1 of 3").WantText(t, "main nav [aria-current] + a[href$='/rounds/2']", "2")
	stranger.Get(m.Path+"/rounds/4").WantStatus(t, http.StatusNotFound)
	stranger.Get(m.Path+"/rounds/x").WantStatus(t, http.StatusNotFound)
	one.Post(m.Path+"/leave").WantStatus(t, http.StatusOK)
	stranger.Get(m.Path).WantText(t, "#standings", "left after round 3")
	m.Settle(t)
	finished := stranger.Get(m.Path).WantText(t, "#status", "Finished").WantText(t, ".podium h2", "Winner: ").WantText(t, "main .columns section:first-child h2", "Standings")
	if got := finished.List("main > .pills a"); !slices.Equal(got, []string{"Standings", "Cross-table", "Tie-breaks", "Rounds"}) {
		t.Errorf("a finished tournament has the pages %v", got)
	}
	if first, podium := finished.Text("#standings tbody tr:first-child .person a"), finished.List("#podium a"); len(podium) != 3 || podium[0] != first {
		t.Errorf("the podium is %v, and first is %s", podium, first)
	}
	stranger.Get(m.Path+"/tiebreaks").WantCount(t, "#ties > li", 5).WantText(t, "#ties", " = ").WantText(t, "#ties", "Buchholz")
	stranger.Get(m.Path+"/table").WantCount(t, "#table tbody tr", 5).WantCount(t, "#table thead th", 7)
	stranger.Get(m.Path+"/bracket").WantStatus(t, http.StatusNotFound)
	m.Organiser.Post(m.Path+"/reopen", "reason", "").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "Give a reason")
	m.Organiser.Post(m.Path+"/reopen", "reason", "a slip", "more", "1").WantStatus(t, http.StatusOK)
	m.Publish(t)
	m.Organiser.Post(m.Path+"/off", "reason", "flu").WantStatus(t, http.StatusOK)
	stranger.Get(m.Path).WantText(t, "#status", "Cancelled")
	one.Get("/club/log").WantText(t, ".log", "Otto cancelled “Winter cup”").WantText(t, ".log", "flu").WantText(t, ".log", "published round 1 of “Winter cup”")
}

// The form shows its problems above and next to the fields, and keeps its values. The same form changes a
// tournament before it begins.
func TestTournamentForm(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	organiser, _ := s.WithRole(t, "Otto", db.Organiser)
	season := s.Season(t, organiser)
	organiser.Get("/seasons/"+season).WantCount(t, "#new-tournament", 1)
	organiser.Get("/tournaments/new?season="+season).WantCount(t, "main ul a", 5)
	organiser.Get("/tournaments/new?season=nowhere").WantStatus(t, http.StatusNotFound)
	organiser.Get("/tournaments/new?season="+season+"&game=chess").WantStatus(t, http.StatusNotFound)
	organiser.Get("/tournaments/new?season="+season+"&game=hexit").WantCount(t, "input[name='option.tiles']", 3).WantCount(t, "[value=match]", 0)
	organiser.Get("/tournaments/new?season="+season+"&game=hexone").WantCount(t, "[name=break-1] option", 8)
	six := organiser.Get("/tournaments/new?season="+season+"&game=six").WantCount(t, "[name='option.seats']", 0)
	six.WantCount(t, "[name=break-1] option", 7).WantText(t, "[name=break-1] option:first-child", "Default")
	bad := []string{
		"season", season, "game", "hexone", "name", "", "rounds", "many", "pace", "date", "opens", "soon", "every", "0",
		"where", "site", "clock", "live", "minutes", "500", "most", "1", "break-1", "wins", "break-2", "wins", "about", "Cake",
	}
	p := organiser.Post("/tournaments", bad...).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "textarea", "Cake")
	for selector, text := range map[string]string{
		"#problem": "1 to 60 visible characters", "#problem-name": "1 to 60 visible characters", "#problem-swiss": "Enter up to 20 rounds",
		"#problem-date": "Enter the date of the first round", "#problem-live": "minutes", "#problem-most": "2 to 200", "#problem-breaks": "only once",
	} {
		p.WantText(t, selector, text)
	}
	if got := p.Attribute("[name=opens]", "value"); got != "soon" {
		t.Errorf("the form keeps %q", got)
	}
	organiser.Post("/tournaments", "season", season, "game", "hexone", "name", "x", "kind", "league").WantStatus(t, http.StatusUnprocessableEntity)
	if list, err := s.DB.TournamentsOf(t.Context(), season); err != nil || len(list) > 0 {
		t.Fatalf("there are %+v, %v", list, err)
	}
	made := organiser.Post("/tournaments", "season", season, "game", "hexit", "name", "Open", "kind", "robin", "double", "yes", "at-once", "yes",
		"unit", "two", "where", "site", "clock", "live", "minutes", "20", "increment", "7", "counts", "yes", "option.tiles", "29",
		"pace", "date", "opens", "2026-12-24", "every", "14", "due", "forfeit", "seeding", "lot", "enters", "organisers", "most", "12",
	).WantStatus(t, http.StatusOK)
	stored, err := s.DB.Tournament(t.Context(), strings.TrimPrefix(made.Path, "/tournaments/"))
	if err != nil {
		t.Fatal(err)
	}
	if !stored.Double || !stored.AllAtOnce || stored.Unit != pairing.TwoGames || stored.Control != "20+7" || !stored.Rated || stored.Options["tiles"] != "29" ||
		!stored.ByDate || !stored.Opens.Equal(time.Date(2026, 12, 24, 0, 0, 0, 0, time.UTC)) || stored.Days != 14 || !stored.Forfeit ||
		stored.Seeding != db.SeedAtRandom || !stored.Closed || stored.Most != 12 || len(stored.Breaks) != 4 {
		t.Errorf("stored is %+v", stored)
	}
	member, _ := s.NewAccount(t, "Mia")
	member.Post(made.Path+"/enter").WantStatus(t, http.StatusForbidden)
	edit := organiser.Get(made.Path+"/edit").WantStatus(t, http.StatusOK)
	again := organiser.Sends(edit, "form.tournament-form", "name", "Closed", "opens", "2027-01-02").WantStatus(t, http.StatusOK)
	again.WantText(t, "h1", "Closed")
	changed, err := s.DB.Tournament(t.Context(), stored.ID)
	if err != nil {
		t.Fatal(err)
	}
	stored.Name, stored.Opens = "Closed", changed.Opens
	if changed.Opens.Month() != time.January || changed.Control != stored.Control || changed.Unit != stored.Unit || !slices.Equal(changed.Breaks, stored.Breaks) {
		t.Errorf("changed is %+v", changed)
	}
	organiser.Sends(edit, "form.tournament-form", "name", "Closed", "opens", "2027-01-02", "about", "Bring cake", "kind", "swiss", "rounds", "7",
		"clock", "3d", "break-1", "wins", "break-2", "", "break-3", "", "break-4", "", "option.tiles", "19").WantStatus(t, http.StatusOK)
	log := organiser.Get("/club/log")
	day := func(year int, month time.Month, day int) string {
		return sitetest.Calendar(t, s.Now()).InClub().Written(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
	}
	for _, line := range []string{
		"Otto changed “Open”. Tournament name: “Open” → “Closed”.",
		"Date of the first round: “" + day(2026, 12, 24) + "” → “" + day(2027, 1, 2) + "”.",
		"Type: “Round robin” → “Swiss”.", "Rounds: “recommended” → “7”.",
		"Clock: “20 minutes + 7 seconds per turn” → “3 days per turn”.",
		"Players meet: “twice” → “once”.", "Tie-breaks: “Direct encounter, ", " → “Wins”.",
		"Game length: “29 tiles", "Otto changed the text of “Closed”.",
	} {
		log.WantText(t, ".log", line)
	}
	if text := log.Find(".log").Text(); strings.ContainsAny(text, "{}") || strings.Contains(text, "tournament.") || strings.Count(text, "Tournament name") != 1 {
		t.Errorf("the log says %s", text)
	}
}

// A knockout shows its bracket, with pending players and winners.
func TestBracketPage(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 6, "kind", "knockout", "third", "yes")
	m.Organiser.Post(m.Path + "/begin")
	s.Client(t).Get(m.Path+"/bracket").WantCount(t, "#bracket section", 3).WantText(t, "#bracket", "winner of quarter-final 1").WantText(t, "#bracket", "winner of semi-final 1").WantText(t, "#bracket", "loser of semi-final 1")
	m.Publish(t)
	m.Settle(t)
	m.Publish(t)
	p := s.Client(t).Get(m.Path+"/bracket").WantText(t, "#bracket", "bye").WantCount(t, "#bracket section:nth-child(2) .bracket-board", 2)
	if got := p.Find("#bracket section:first-child .won").Length(); got != 4 {
		t.Errorf("%d go on from the first round", got)
	}
	s.Client(t).Get(m.Path+"/table").WantStatus(t, http.StatusNotFound)
	french := s.Client(t).With("Accept-Language", "fr").Get(m.Path + "/bracket")
	sitetest.CheckTypeset(t, french.Path, french.Document())
	s.Client(t).Get(m.Path+"/rounds/2").WantText(t, "#round", "Semi-finals").WantCount(t, "#boards td:first-child small", 0)
	m.Settle(t)
	proposal := m.Organiser.Get(m.Path+"/pair").WantText(t, "h2", "Proposed pairings: Final")
	round := m.Publish(t).WantText(t, "#round", "Final").WantText(t, "#status", "Final, 2 pairings open")
	for _, p := range []sitetest.WebPage{proposal, round, s.Client(t).Get(m.Path)} {
		if got := p.List("#proposal td:first-child small, #boards td:first-child small"); !slices.Equal(got, []string{"Final", "Third place"}) {
			t.Errorf("%s tells the matches apart as %q", p.Path, got)
		}
	}
	lines := readTable(t, s.Client(t).Get(m.Path+"/pairings.csv"))
	if last := lines[len(lines)-2:]; last[0][12] != "final" || last[1][12] != "third-place" || lines[1][12] != "" {
		t.Errorf("the file tells the matches apart as %q", last)
	}
	s.Client(t).Get(m.Path+"/pairings.json").WantText(t, "body", `"match": "third-place"`)
	m.Settle(t)
	s.Client(t).Get(m.Path).WantText(t, "#standings", "out (Semi-finals)").WantText(t, "#standings tbody tr:first-child", "won the tournament").WantText(t, "#status", "Finished")
	lines = readTable(t, s.Client(t).Get(m.Path+"/standings.csv"))
	if len(lines) != 7 || lines[1][0] != "1" || lines[3][0] != "3" {
		t.Errorf("the file has %v", lines)
	}
}

// Members cannot send the requests of organisers.
func TestTournamentPowers(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4)
	before := m.Full(t)
	for _, c := range []*sitetest.Client{s.Client(t), m.Players[0]} {
		for _, route := range []string{"/edit", "/entrants", "/remove", "/numbers", "/begin", "/pair", "/finish", "/reopen", "/off"} {
			c.Post(m.Path+route, "reason", "I want it", "player", "Otto", "person", before.Entrants[1].ID, "name", "Mine").WantStatus(t, http.StatusForbidden)
		}
		c.Post("/tournaments", "season", before.Season, "game", "hexone", "name", "Mine").WantStatus(t, http.StatusForbidden)
		for _, path := range []string{m.Path + "/edit", m.Path + "/organise", m.Path + "/pair", "/tournaments/new?season=" + before.Season} {
			c.Get(path).WantStatus(t, http.StatusForbidden)
		}
	}
	after := m.Full(t)
	if after.Status != before.Status || len(after.Entrants) != len(before.Entrants) || after.Name != before.Name {
		t.Errorf("something has changed: %+v", after.Tournament)
	}
	for _, path := range []string{"", "/table", "/bracket", "/tiebreaks", "/rounds/1", "/standings.csv", "/edit"} {
		m.Organiser.Get("/tournaments/"+url.PathEscape("no where")+path).WantStatus(t, http.StatusNotFound)
	}
}

// The day of the first round begins at midnight in the time zone of the club, which the form names, wherever the organiser is.
func TestFirstRoundInTheZoneOfTheClub(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	organiser := s.Organiser(t, "Otto")
	season := s.Season(t, organiser)
	inZone := func(zone string) {
		t.Helper()
		if _, err := s.Raw(t).Exec("UPDATE club SET zone = $1", zone); err != nil {
			t.Fatal(err)
		}
	}
	inZone("America/New_York")
	york, seoul := organiser.With("Cookie", "zone=America/New_York"), organiser.With("Cookie", "zone=Asia/Seoul")
	form := []string{"season", season, "game", "hexone", "name", "Open", "pace", "date", "opens", "2026-12-24", "every", "7"}
	path := york.Post("/tournaments", form...).WantStatus(t, http.StatusOK).Path
	begins := time.Date(2026, 12, 24, 5, 0, 0, 0, time.UTC)
	opens := func() time.Time {
		t.Helper()
		stored, err := s.DB.Tournament(t.Context(), path[strings.LastIndex(path, "/")+1:])
		if err != nil {
			t.Fatal(err)
		}
		return stored.Opens
	}
	if got := opens(); !got.Equal(begins) {
		t.Errorf("it begins at %v, want %v", got, begins)
	}
	for c, day := range map[*sitetest.Client]string{york: "2026-12-24", seoul: "2026-12-24"} {
		p := c.Get(path+"/edit").WantStatus(t, http.StatusOK).WantText(t, "form label", "time zone: America/New York")
		if got := p.Attribute("[name=opens]", "value"); got != day {
			t.Errorf("the form has the day %s, want %s", got, day)
		}
		c.Post(path+"/edit", append(form, "name", "Closed")...).WantStatus(t, http.StatusOK)
		if got := opens(); !got.Equal(begins) {
			t.Errorf("the same day begins at %v, want %v", got, begins)
		}
	}
	york.Get(path).WantText(t, "main", ", 00:00.")
	seoul.Get(path).WantText(t, "main", ", 00:00 club time (24 Dec")
	seoul.Post(path+"/edit", append(form[:8:8], "opens", "2026-12-25", "every", "7")...).WantStatus(t, http.StatusOK)
	if got, want := opens(), begins.AddDate(0, 0, 1); !got.Equal(want) {
		t.Errorf("another day begins at %v, want %v", got, want)
	}
	inZone("America/Halifax") // where that day began an hour earlier
	york.Post(path+"/edit", append(form[:8:8], "opens", "2026-12-25", "every", "7", "name", "Later")...).WantStatus(t, http.StatusOK)
	if got, want := opens(), begins.AddDate(0, 0, 1); !got.Equal(want) {
		t.Errorf("the same day in another zone begins at %v, want %v", got, want)
	}
}
