package club_test

import (
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

// Forms for irreversible acts are collapsed, and ask for the person and the reason. After an error the values
// are in the same form.
func TestTakingSomebodyOut(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4)
	chosen := m.Organiser.Get(m.Path+"/organise").Attribute("a[aria-label='Remove Alma']", "href")
	m.Organiser.Get(chosen).WantText(t, "details[open] #remove [selected]", "Alma")
	m.Organiser.Get(m.Path+"/organise").WantCount(t, "details:not([open]) > #remove", 1).WantCount(t, "details:not([open]) > #off", 1).
		WantCount(t, "#remove select[required] option:first-child[value='']", 1)
	p := m.Organiser.Post(m.Path+"/remove", "person", "", "reason", "ill").WantStatus(t, http.StatusUnprocessableEntity).
		WantText(t, "#problem", "Choose a player to remove").WantCount(t, "details[open] > #remove", 1).WantCount(t, "details:not([open]) > #off", 1)
	if got := p.Attribute("#remove [name=reason]", "value"); got != "ill" || p.Find("#off [value=ill]").Length() > 0 {
		t.Errorf("the form keeps %q", got)
	}
	alma := m.IdOf(t, "Alma")
	p = m.Organiser.Post(m.Path+"/remove", "person", alma, "reason", "").WantStatus(t, http.StatusUnprocessableEntity)
	if got := p.Attribute("#remove option[selected]", "value"); got != alma {
		t.Errorf("the form keeps %q, not who was chosen", got)
	}
	if n := len(m.Full(t).Entrants); n != 4 {
		t.Errorf("%d are left", n)
	}
	m.Organiser.Sends(p, "#remove", "reason", "ill").WantStatus(t, http.StatusOK).WantText(t, "#notice", "removed")
	m.Organiser.Post(m.Path+"/off", "reason", "").WantStatus(t, http.StatusUnprocessableEntity).WantCount(t, "details[open] > #off", 1)
}

// A full tournament says so, and has no form to enter. After a tournament with entries by organisers is made,
// its maker is sent to the page for that.
func TestFullTournament(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 2, "most", "2")
	late, _ := s.NewAccount(t, "Late")
	for _, c := range []*sitetest.Client{late, s.Client(t)} {
		p := c.Get(m.Path).WantText(t, "#status", "2 of 2 players: full").WantCount(t, "#enter", 0)
		if text := p.Find("main").Text(); strings.Contains(text, "Log in to enter") {
			t.Errorf("%s is asked to enter a tournament that is full", c.Name())
		}
	}
	m.Organiser.Get(m.Path+"/organise").WantCount(t, "#full", 1).WantCount(t, "form[action$='/entrants']", 0)
	m.Organiser.Post(m.Path+"/entrants", "names", "Late").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "full").WantText(t, "[name=names]", "Late")
	m.Players[0].Post(m.Path + "/leave")
	late.Get(m.Path).WantText(t, "#status", "Entry is open: 1 player").WantCount(t, "#enter", 1)

	made := m.Organiser.Post("/tournaments", "season", m.Full(t).Season, "game", "hexone", "name", "Closed", "enters", "organisers")
	made.WantText(t, "#notice", "Tournament created")
}

// If all rounds are published at once, the proposal says so, publishing redirects to the first round, and pages
// show how many boards are open instead of the last round.
func TestAllRoundsAtOnce(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4, "kind", "robin", "double", "yes", "at-once", "yes")
	m.Organiser.Post(m.Path + "/begin")
	m.Organiser.Get(m.Path+"/pair").WantText(t, "#publish", "Publish all 6 rounds").WantText(t, "main", "Players will be notified")
	p := m.Publish(t).WantText(t, "#notice", "All rounds published").WantText(t, "#round", "Round 1 of 6").
		WantText(t, "#status", "All 6 rounds are published, 12 pairings open")
	if p.Path != m.Path+"/rounds/1" {
		t.Errorf("publishing leads to %s", p.Path)
	}
	reader := s.Client(t)
	reader.Get(m.Path).WantText(t, "#round", "Round 1 of 6")
	reader.Get("/seasons/"+m.Full(t).Season).WantText(t, "main", "All 6 rounds are published")
	for _, b := range m.Full(t).RoundBoards(1) {
		m.Decide(t, b, 0)
	}
	reader.Get(m.Path).WantText(t, "#round", "Round 2 of 6").WantText(t, "#status", "10 pairings open").
		WantCount(t, "nav a[href='"+m.Path+"/rounds/2']", 1)
}

// TestNothingIsProposedAtTheEnd checks that the page of the next round proposes none in a tournament that is
// over.
func TestNothingIsProposedAtTheEnd(t *testing.T) {
	t.Parallel()
	m := sitetest.New(t).NewCup(t, 2, "kind", "robin")
	m.Begin(t)
	m.Settle(t)
	m.Organiser.Post(m.Path + "/finish")
	m.Organiser.Get(m.Path+"/pair").WantText(t, "#status", "Finished").WantText(t, "main h2", "No round to publish").WantNoText(t, "main", "proposed")
}

// The organisers' page leads to the results that are missing, and lists the rounds if there are several.
func TestMissingResultsAreListed(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 5, "kind", "robin", "at-once", "yes")
	m.Organiser.Get(m.Path+"/organise").WantCount(t, "#open", 0).WantCount(t, "#enter-results", 0)
	m.Begin(t)
	p := m.Organiser.Get(m.Path+"/organise").WantCount(t, "#open li", 5).WantCount(t, "#enter-results[href='"+m.Path+"/rounds/1/results']", 1)
	p.WantText(t, "#open li:first-child", "Round 1").WantText(t, "#open li:first-child", "2 results missing").WantCount(t, "#open a[href='"+m.Path+"/rounds/5/results']", 1)
	for _, b := range m.Full(t).RoundBoards(1) {
		if !b.Bye() {
			m.Decide(t, b, 1)
		}
	}
	m.Organiser.Get(m.Path+"/organise").WantCount(t, "#open li", 4).WantCount(t, "#enter-results[href='"+m.Path+"/rounds/2/results']", 1)
	m.Settle(t)
	m.Organiser.Get(m.Path+"/organise").WantCount(t, "#open", 0).WantCount(t, "#enter-results", 0)
}

// A deleted account does not block its ended tournament: organisers can reopen and correct it.
func TestDeletedAccountsStopNoTournament(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	deletes := func(c *sitetest.Client, name string) {
		t.Helper()
		c.Post("/settings/delete", "name", name, "password", sitetest.Password).WantStatus(t, http.StatusOK)
	}
	m := s.NewCup(t, 4, "kind", "swiss", "rounds", "1")
	m.Begin(t)
	m.Settle(t)
	deletes(m.Players[3], sitetest.CupNames[3])
	m.Organiser.Post(m.Path+"/reopen", "reason", "more", "more", "1").WantStatus(t, http.StatusOK)
	m.Publish(t).WantText(t, "#round", "Round 2 of 2")
	if n := len(m.Full(t).RoundBoards(2)); n != 2 {
		t.Errorf("round 2 has %d boards for three players", n)
	}

	k := s.NewCup(t, 3, "kind", "knockout", "name", "Spring cup")
	k.Begin(t)
	early := k.Full(t).RoundBoards(1)[0]
	if early.Bye() {
		early = k.Full(t).RoundBoards(1)[1]
	}
	k.Settle(t)
	k.Publish(t)
	deletes(k.Players[2], sitetest.CupNames[2]) // lost to number 2
	winner, points := "first", [2]string{"40", ""}
	if early.First == s.IdOf(t, sitetest.CupNames[1]) {
		winner, points = "second", [2]string{"", "40"}
	}
	page := k.Organiser.Get("/pairings/" + early.Pairing)
	k.Organiser.Sends(page, "#decide", "outcome-1", winner, "points-1-1", points[0], "points-1-2", points[1], "why", "Two saw it.").
		WantStatus(t, http.StatusOK).WantText(t, "#notice", "logged")
	k.Organiser.Get(k.Path).WantStatus(t, http.StatusOK)
	if full := k.Full(t); full.Status != "over" || full.RoundBoards(2)[0].Pairing != "" {
		t.Errorf("the tournament is %s, its final %+v", full.Status, full.RoundBoards(2))
	}
}

// TestDescribeAfterTheStart checks that the name and the text of a tournament can be changed after it has begun and
// after it is over, and nothing else.
func TestDescribeAfterTheStart(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 2, "kind", "robin")
	m.Organiser.Get(m.Path+"/organise").WantCount(t, "#describe", 0)
	m.Begin(t)
	m.Organiser.Get(m.Path+"/organise").WantCount(t, "#describe", 1)
	p := m.Organiser.Get(m.Path+"/edit").WantCount(t, "main [name=kind]", 0)
	before := m.Full(t).TournamentSettings
	m.Organiser.Sends(p, "main form", "name", "Winter cup", "about", "Bring tea.").WantText(t, "#notice", "Name and description saved.").WantText(t, "h1", "Winter cup")
	if full := m.Full(t); full.About != "Bring tea." || !reflect.DeepEqual(full.TournamentSettings, before) {
		t.Errorf("the text is %q, the settings %+v", full.About, full.TournamentSettings)
	}
	m.Organiser.Get("/club/log").WantText(t, "main", "“Winter cup”").WantText(t, "main", "changed the text of")
	m.Organiser.Post(m.Path+"/describe", "name", "", "about", "Kept").WantStatus(t, http.StatusUnprocessableEntity).
		WantText(t, "main textarea", "Kept").WantCount(t, "[name=name][aria-invalid=true]", 1)
	m.Players[0].Post(m.Path+"/describe", "name", "Mine").WantStatus(t, http.StatusForbidden)
	m.Organiser.Post(m.Path+"/edit", "name", "Other", "kind", "swiss").WantStatus(t, http.StatusConflict)
	m.Settle(t)
	m.Organiser.Post(m.Path+"/describe", "name", "Over cup", "about", "")
	if full := m.Full(t); full.Name != "Over cup" || full.Status != db.TournamentOver || full.About != "" {
		t.Errorf("after the end it is %q, %q", full.Name, full.About)
	}
}

// The tournament's own page shows its organiser the next step, from the first player to the end, and other readers
// none. Ending leads to the standings, which say after which round of how many that was.
func TestNextStep(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 1, "rounds", "3")
	step := func(text, button string) sitetest.WebPage {
		t.Helper()
		p := m.Organiser.Get(m.Path).WantText(t, "#next", text).WantText(t, "#next .primary", button).WantCount(t, "main .primary", 1)
		m.Players[0].Get(m.Path).WantCount(t, "#next", 0)
		return p
	}
	enter := step("It can’t start yet.", "Add players").WantText(t, "#enter-first-help", "at least two players. 1 has entered.").WantCount(t, "#begin", 0)
	m.Organiser.Get(enter.Attribute("#enter-first", "href")).WantText(t, "#enter-first-help", "1 has entered").WantCount(t, "#entering", 1)
	s.NewAccount(t, "Bea")
	m.Organiser.Post(m.Path+"/entrants", "names", "Bea").WantStatus(t, http.StatusOK)
	p := step("Entry is open.", "Start tournament").WantText(t, "#begin-help", "3 rounds.")
	m.Organiser.Sends(p, "#next form").WantText(t, "#notice", "Tournament started").WantText(t, "#pair", "Pair round 1")
	step("can be paired", "Pair round 1")
	m.Publish(t)
	step("1 result missing", "Enter results").WantCount(t, "#enter-results", 1)
	m.Settle(t)
	step("can be paired", "Pair round 2")
	p = m.Organiser.Post(m.Path+"/finish").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Tournament ended").WantCount(t, "#notice form", 1).
		WantText(t, "#status", "Ended after round 1 of 3").WantText(t, "#round", "Round 1 of 3").WantCount(t, "#standings", 1).WantCount(t, "#next", 0)
	if p.Path != m.Path {
		t.Errorf("ending leads to %s", p.Path)
	}
	m.Players[0].Get("/tournaments").WantText(t, "main", "Ended after round 1 of 3")
	m.Organiser.Sends(p, "#notice form").WantStatus(t, http.StatusOK)
	step("can be paired", "Pair round 2")
	for _, tag := range []string{"fr", "es", "ko"} {
		m.Organiser.With("Accept-Language", tag).Get(m.Path).WantCount(t, "#next", 1)
	}
}

// The club's page has news of tournaments, also without a ladder, and names the winner of one that is over.
func TestNewsOfTournaments(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4, "rounds", "2")
	reader := s.Client(t)
	reader.Get("/club").WantCount(t, ".happened", 0)
	m.Begin(t)
	reader.Get(m.Path+"/rounds/1").WantCount(t, ".starts", 2)
	p := reader.Get("/club").WantText(t, ".happened", "New pairings in “Winter cup”: Round 1")
	if got := p.Attribute(".happened a", "href"); got != m.Path+"/rounds/1" {
		t.Errorf("the news link to %s", got)
	}
	m.Settle(t)
	m.Organiser.Post(m.Path + "/finish")
	reader.Get("/club").WantText(t, ".happened", "“Winter cup” has finished. Joint winners: Alma").WantCount(t, ".happened li", 2).WantText(t, ".columns > div:first-child .list", "Joint winners: Alma")
	for _, tag := range []string{"fr", "es", "ko"} {
		reader.With("Accept-Language", tag).Get("/club").WantCount(t, ".happened li", 2)
	}
}

// The numbers of rounds won, drawn and lost agree with the points, and the page says what they include.
func TestUnplayedRoundsInStandings(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 3, "rounds", "2", "byes", "1")
	m.Organiser.Post(m.Path + "/begin")
	m.Organiser.Post(m.Path+"/pause", "person", m.IdOf(t, "Cleo"), "round", "1").WantStatus(t, http.StatusOK)
	m.Publish(t)
	b := m.Full(t).RoundBoards(1)[0]
	decision := db.Decision{Forfeit: [2]bool{true, false}, Revision: m.Pairing(t, b).Revision}
	if _, err := m.DB.DecidePairing(t.Context(), b.Pairing, m.IdOf(t, "Otto"), decision, s.Now()); err != nil {
		t.Fatal(err)
	}
	p := s.Client(t).Get(m.Path).WantText(t, "#standings", "1–0–0").WantText(t, "#standings", "0–1–0").WantText(t, "#standings", "0–0–1").
		WantText(t, "main", "include byes and forfeits")
	if n := len(p.List("#standings tbody tr")); n != 3 {
		t.Errorf("the standings have %d rows", n)
	}
	s.Client(t).Get(m.Path+"/table").WantText(t, ".legend", "absent or entered later: half a point")
	s.Client(t).Get(m.Path+"/rounds/1").WantCount(t, ".starts", 0)
}

// A tournament that copies another one offers to enter the same players, walk-ins too. The organisers' page then says
// who was left out, and why. An error in the form keeps the tick.
func TestSamePlayers(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 3)
	m.Organiser.Post(m.Path+"/entrants", "names", "Walker", "unknown", "Walker", "as.0", "walk-in").WantStatus(t, http.StatusOK)
	if n := len(m.Full(t).Entrants); n != 4 {
		t.Fatalf("%d have entered", n)
	}
	if _, err := s.DB.CloseAccount(t.Context(), s.IdOf(t, "Bea"), "So", s.IdOf(t, "Otto"), s.Now()); err != nil {
		t.Fatal(err)
	}
	form := m.Organiser.Get("/tournaments/new?season="+m.Full(t).Season+"&from="+m.Full(t).ID).WantCount(t, "[name=same]", 1).WantCount(t, "[name=same][checked]", 0).
		WantText(t, "#same-help", "3 are still members:").WantText(t, "#same-help", "Walker")
	again := m.Organiser.Sends(form, ".tournament-form", "name", "", "same", "yes").WantStatus(t, http.StatusUnprocessableEntity).WantCount(t, "[name=same][checked]", 1)
	p := m.Organiser.Sends(again, ".tournament-form", "name", "Spring cup", "most", "2").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Tournament created with 2 players.").WantCount(t, "#notice form", 0).
		WantText(t, "#left-out", "Bea: the account is closed").WantText(t, "#left-out", "Walker: the tournament is full").WantCount(t, "#left-out li", 2)
	if got := p.List("#entered .main"); len(got)+len(p.List(".numbers label")) != 2 {
		t.Errorf("entered are %v", got)
	}
	form = m.Organiser.Get(form.Path + "?season=" + m.Full(t).Season + "&from=" + m.Full(t).ID)
	m.Organiser.Sends(form, ".tournament-form", "name", "Without").WantStatus(t, http.StatusOK).WantCount(t, "#left-out", 0).WantText(t, "main", "0 players")
	m.Organiser.Post("/tournaments", "season", m.Full(t).Season, "game", "hexone", "name", "X", "same", "yes", "players-of", "none").WantStatus(t, http.StatusNotFound)
}

// An organiser repeats a tournament that is over, from its page and the organisers' page: the form has its settings, and
// the tick for its players is set.
func TestRepeatTournament(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4, "kind", "robin", "name", "Autumn cup")
	m.Organiser.Get(m.Path+"/organise").WantCount(t, "#again", 0)
	m.Begin(t)
	for range 3 {
		m.Settle(t)
		if m.Full(t).Status == db.TournamentRunning {
			m.Publish(t)
		}
	}
	m.Players[0].Get(m.Path).WantCount(t, "#again", 0)
	for _, path := range []string{m.Path, m.Path + "/organise"} {
		form := m.Organiser.Get(m.Organiser.Get(path).Attribute("#again", "href")).WantCount(t, "[name=same][checked]", 1).
			WantText(t, ".tournament-form .panel:first-of-type h2", "Same settings as “Autumn cup”").WantCount(t, "[name=kind][value=robin][checked]", 1)
		m.Organiser.Sends(form, ".tournament-form", "name", "Winter cup").WantStatus(t, http.StatusOK).WantText(t, "#notice", "with 4 players")
	}
	olga := s.Organiser(t, "Olga")
	if err := s.DB.SetSeason(t.Context(), m.Full(t).Season, db.SeasonClosed, s.IdOf(t, "Olga"), s.Now()); err != nil {
		t.Fatal(err)
	}
	olga.Get(m.Path).WantCount(t, "#again", 0)
}

// An organiser moves the deadline of a round on its page. Of two organisers at once, the second reads what the first has
// done, and keeps the own values. The move is in the log, and can be undone there.
func TestMoveDeadline(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4, "within", "7")
	m.Begin(t)
	path, olga := m.Path+"/rounds/1", s.Organiser(t, "Olga")
	m.Organiser.Get(m.Organiser.Get(m.Path+"/organise").Attribute("#move-deadline", "href")).WantCount(t, "#deadline[open] form", 1)
	m.Players[0].Get(path).WantCount(t, "#deadline", 0)
	m.Players[0].Post(path+"/deadline", "day", "2099-01-02", "time", "20:00").WantStatus(t, http.StatusForbidden)
	seen, form := m.Organiser.Get(path), "#deadline form"
	olga.Sends(olga.Get(path), form, "day", "2099-01-02", "time", "19:30").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Deadline moved").
		WantText(t, "main", "2 Jan 2099, 19:30").WantCount(t, "#notice form", 1)
	p := m.Organiser.Sends(seen, form, "day", "2099-01-03", "time", "20:00").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "Another organiser has moved").
		WantText(t, "main", "2 Jan 2099, 19:30").WantCount(t, "#deadline[open] [name=day][value='2099-01-03']", 1)
	p = m.Organiser.Sends(p, form).WantStatus(t, http.StatusOK).WantText(t, "main", "3 Jan 2099, 20:00")
	for day, problem := range map[string]string{"2020-01-01": "Enter a later time", "": "Enter a date and a time", "x": "Enter a date and a time"} {
		m.Organiser.Sends(p, form, "day", day).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", problem)
	}
	m.Players[0].Get("/").WantText(t, ".decisions", "moved your deadline in round 1")
	log := m.Organiser.Get("/club/log").WantText(t, ".log li:first-child", "2 Jan 2099, 19:30 → 3 Jan 2099, 20:00.")
	m.Organiser.Sends(log, ".log li:first-child form").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Undone")
	m.Organiser.Get(path).WantText(t, "main", "2 Jan 2099, 19:30")
	m.Organiser.Post(m.Path+"/rounds/2/deadline", "day", "2099-01-02", "time", "20:00").WantStatus(t, http.StatusNotFound)
	m.Settle(t)
	m.Organiser.Get(path).WantCount(t, "#deadline", 0)
}

// A deadline that can no longer be moved is refused with a message: the round or the tournament is over, called off or
// archived.
func TestMoveDeadlineTooLate(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		fields  []string
		do      func(*sitetest.Site, *sitetest.Client, string)
		problem string
	}{
		"round":      {[]string{"rounds", "2"}, nil, "This round’s pairings are finished"},
		"tournament": {[]string{"kind", "knockout"}, nil, "This round’s pairings are finished"},
		"off": {nil, func(_ *sitetest.Site, organiser *sitetest.Client, path string) {
			organiser.Post(path+"/off", "reason", "Rain.").WantStatus(t, http.StatusOK)
		}, "This round’s pairings are finished"},
		"archived": {[]string{"kind", "knockout"}, func(s *sitetest.Site, _ *sitetest.Client, _ string) {
			season := s.Season(t, nil)
			for _, status := range []db.SeasonStatus{db.SeasonClosed, db.SeasonArchived} {
				if err := s.DB.SetSeason(t.Context(), season, status, s.IdOf(t, "Otto"), s.Now()); err != nil {
					t.Fatal(err)
				}
			}
		}, "archived"},
	} {
		s := sitetest.New(t)
		m := s.NewCup(t, 2, append(tt.fields, "within", "7")...)
		m.Begin(t)
		path := m.Path + "/rounds/1"
		seen := m.Organiser.Get(path)
		if name != "off" {
			m.Settle(t)
		}
		if tt.do != nil {
			tt.do(s, m.Organiser, m.Path)
		}
		p := m.Organiser.Sends(seen, "#deadline form", "day", "2099-01-04", "time", "20:00").WantStatus(t, http.StatusConflict).WantCount(t, "#deadline", 0)
		if got := p.Text("#problem"); !strings.Contains(got, tt.problem) {
			t.Errorf("%s: the problem is %q", name, got)
		}
	}
}

// The organisers' page of a tournament that has begun lists its players with number, score and state, and with what can
// be done about each. Choosers have them by name.
func TestPlayersOnOrganise(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4, "rounds", "3", "seeding", "hand")
	organise := m.Path + "/organise"
	m.Organiser.Get(organise).WantCount(t, "#players", 0)
	m.Begin(t)
	m.Settle(t)
	winner := m.Full(t).Boards[0].First
	if m.Full(t).Boards[0].Winner == 2 {
		winner = m.Full(t).Boards[0].Second
	}
	s.NewAccount(t, "Éa")
	m.Organiser.Post(m.Path+"/entrants", "names", "Éa").WantStatus(t, http.StatusOK)
	m.Organiser.Post(m.Path+"/pause", "person", winner, "round", "2").WantStatus(t, http.StatusOK)
	p := m.Organiser.Get(organise).WantCount(t, "#players li", 5).WantCount(t, "#players .end a", 10).WantText(t, "#players li:last-child", "5").WantText(t, "#players li:last-child", "0 pts · from round 2").
		WantText(t, "#players", "1 pt · absent in round 2")
	if names := p.List("#remove option:not([value=''])"); !slices.IsSortedFunc(names, func(a, b string) int {
		return strings.Compare(strings.ReplaceAll(a, "É", "E"), strings.ReplaceAll(b, "É", "E"))
	}) {
		t.Errorf("the players to choose from are %q", names)
	}
	chosen := m.Organiser.Get(strings.TrimSuffix(p.Attribute("#players li:last-child .end a", "href"), "#pause"))
	chosen.WantCount(t, "#pause form select[name=person] [selected]", 1).WantText(t, "#pause form select[name=person] [selected]", "Éa")
	m.Organiser.Post(m.Path+"/finish").WantStatus(t, http.StatusOK)
	m.Organiser.Get(organise).WantCount(t, "#players li", 5).WantCount(t, "#players .end a", 0)
}
