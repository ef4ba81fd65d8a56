package club_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/pairing"
)

// One player enters a result over the board and the other confirms it, without JavaScript, by the forms on the
// page.
func TestPairingOverTheBoard(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 3)
	anna, ben, carl := people[0], people[1], people[2]
	p := s.Paired(t, db.NewPairing{Unit: pairing.Match, Due: s.Now().Add(48 * time.Hour)}, "Anna", "Ben")
	path := web.Href(p.Ref())
	page := anna.Get(path).WantStatus(t, http.StatusOK).WantText(t, "h1", "Anna – Ben").WantText(t, ".pairing-facts", "Match of Hexone").
		WantText(t, ".pairing-facts", "played over the board").WantText(t, "#status", "To be played by").WantCount(t, "#decide", 0).WantCount(t, "table", 0)
	carl.Get(path).WantCount(t, "form[action^='/pairings/']", 0)
	s.Client(t).Get(path).WantStatus(t, http.StatusOK).WantCount(t, "form[action^='/pairings/']", 0)
	for _, who := range people[:2] {
		who.Get("/").WantText(t, "#pairing-"+p.ID, "Hexone, match").WantText(t, "li:has(#pairing-"+p.ID+")", "play, then enter the result")
	}

	if help := page.Attribute("[name=points-1-winner]", "aria-describedby"); page.Text("#"+help) == "" {
		t.Errorf("points are described by %q", help)
	}
	bad := anna.Sends(page, "#enter", "outcome-1", "first", "points-1-winner", "20", "outcome-2", "second", "points-2-winner", "70").
		WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem-enter", "Game 2. The points don’t fit").WantText(t, "#problem-enter", "7 to 49").WantCount(t, "#enter [value=first][checked]", 1)
	if got := bad.Attribute("[name=points-2-winner]", "aria-describedby"); got != "problem-enter points-enter" {
		t.Errorf("after a problem points are described by %q", got)
	}
	if got := bad.Attribute("[name=points-2-winner]", "value"); got != "70" {
		t.Errorf("what was typed is %q", got)
	}
	anna.Sends(page, "#enter", "outcome-1", "first", "points-1-1", "20").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem-enter", "Enter a result for every game")
	anna.Sends(page, "#enter").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem-enter", "Enter a result for every game")
	anna.Sends(page, "#enter", "outcome-1", "first", "points-1-winner", "20", "outcome-2", "second", "points-2-winner", "20").
		WantStatus(t, http.StatusOK).WantText(t, "#notice", "Result entered").WantText(t, "#status", "Waiting for Ben to confirm it").WantCount(t, "#confirm", 0)
	anna.Get("/").WantText(t, "li:has(#pairing-"+p.ID+")", "waiting for your opponent")
	ben.Get("/").WantText(t, ".mine:has(#pairing-"+p.ID+")", "confirm the result")
	carl.Get(path).WantText(t, "main ol li:first-child", "result entered")
	page = ben.Get(path).WantText(t, "#status", "Waiting for you to confirm it").WantText(t, "#entered .score", "20–0").WantText(t, "#entered", "Entered by Anna").WantText(t, "#entered", "Anna won, 20–0").WantCount(t, "#enter", 0)
	ben.Sends(page, "form[action$='/confirm']").WantStatus(t, http.StatusOK).WantText(t, "#notice", "The result counts.")
	for _, who := range []*sitetest.Client{anna, ben, carl, s.Client(t)} {
		who.Get(path).WantText(t, "#status", "Ben wins the match, 20 to 20: a tie goes to the player who started the second game.").
			WantText(t, "#how", "Entered by one player, confirmed by the other.").WantText(t, "tr.won", "Ben02020").WantCount(t, "form[action^='/pairings/']", 0)
	}
	anna.Get("/").WantCount(t, "#pairing-"+p.ID, 0)
	ben.Sends(page, "form[action$='/confirm']").WantStatus(t, http.StatusConflict).WantText(t, "#notice", "This has already been decided.")
	ben.With("Accept-Language", "fr").Get(path).WantText(t, "#status", "Ben gagne le match")
}

// A contested result goes to the organisers, who decide and give a reason.
func TestContestedPairing(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 2)
	anna, ben, olga := people[0], people[1], s.Organiser(t, "Olga")
	p := s.Paired(t, db.NewPairing{Key: "six", Decisive: true}, "Anna", "Ben")
	path := web.Href(p.Ref())
	won := []string{"outcome-1", "first"}
	anna.Post(path+"/enter", won...).WantStatus(t, http.StatusOK)
	ben.Post(path+"/enter", "outcome-1", "second").WantStatus(t, http.StatusConflict).WantText(t, "#notice", "a different result").WantCount(t, "#confirm", 1)
	page := ben.Get(path)
	long := strings.Repeat("x", 301)
	ben.Sends(page, "form[action$='/contest']", "why", long).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "textarea[name=why]", long)
	for _, bad := range []string{"turned \u202eround", "not\xfftext"} {
		ben.Sends(page, "form[action$='/contest']", "why", bad).WantStatus(t, http.StatusUnprocessableEntity)
	}
	ben.Sends(page, "form[action$='/contest']", "why", "I won <b>that</b>.").WantStatus(t, http.StatusOK).WantText(t, "#entered", "Ben contests it: “I won <b>that</b>.”")
	s.Client(t).Get(path).WantText(t, "#entered", "Ben contests it.").WantCount(t, "#entered:contains('I won')", 0)
	for _, who := range people {
		who.Get(path).WantCount(t, "#enter", 1).WantCount(t, "#decide", 0).WantText(t, "#status", "disagree")
		who.Get("/").WantText(t, "li:has(#pairing-"+p.ID+")", "contested")
	}
	olga.Get("/club").WantText(t, "title", "(1) ").WantText(t, "#bell", "1").WantText(t, "#to-decide .mine", "1 contested result: decide")
	anna.Get("/club").WantCount(t, "#to-decide", 0)
	page = olga.Get(path).WantCount(t, "#enter", 0).WantCount(t, "#decide", 1).WantCount(t, "#decide [value=first][checked]", 1)
	olga.Sends(page, "#decide", "why", "  ").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem-decide", "Give a reason").
		WantCount(t, "#decide [aria-invalid]", 1).WantCount(t, "#problem-decide + label textarea[autofocus]", 1).WantCount(t, "#decide[novalidate]", 1)
	olga.Sends(page, "#decide", "why", "turned \u202eround").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem-decide", "Give a reason")
	olga.Sends(page, "#decide", "what", "nothing", "why", "So.").WantStatus(t, http.StatusUnprocessableEntity)
	olga.Sends(page, "#decide", "outcome-1", "draw", "outcome-2", "draw", "outcome-3", "draw", "why", "Never ends.").
		WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem-decide", "Choose who advances").WantText(t, "#decide textarea", "Never ends.")
	for _, who := range append(people, s.Client(t)) { // organisers have no rights here
		who.Post(path+"/decide", "what", "off", "why", "So.", "revision", "3").WantStatus(t, http.StatusForbidden)
	}
	olga.Sends(page, "#decide", "outcome-1", "second", "why", "Two saw it.").WantStatus(t, http.StatusOK).WantText(t, "#notice", "logged")
	anna.Get(path).WantText(t, "#status", "Ben wins, 1 to 0.").WantText(t, "#how", "Decided by Olga: Two saw it.").WantCount(t, "#entered", 0)
	for _, who := range people {
		who.Get("/").WantText(t, ".decisions li", "Two saw it.")
	}
	olga.Get("/").WantCount(t, ".decisions li", 1).WantText(t, ".decisions li", "changed your role") // and not her own decision
	if got := s.Client(t).Get(path).Text("#how"); got != "Decided by Olga." {
		t.Errorf("a visitor reads %q", got)
	}
	olga.Sends(page, "#decide", "outcome-1", "first", "why", "No.").WantStatus(t, http.StatusConflict).WantText(t, "#problem-decide", "Something has changed")

	page = olga.Get(path).WantText(t, "#deciding summary", "Correct as an organiser").WantCount(t, "#decide [name=what][value^='forfeit-']", 0)
	olga.Sends(page, "#decide", "what", "forfeit-both", "why", "Nobody was there.").WantStatus(t, http.StatusUnprocessableEntity).
		WantText(t, "#problem-decide", "nothing can be forfeited").WantText(t, "#status", "Ben wins, 1 to 0.")
	olga.Sends(page, "#decide", "outcome-1", "forfeit-both", "why", "Nobody was there.").WantText(t, "#status", "Nobody wins").WantText(t, "ol", "neither player played")
	page = olga.Get(path).WantCount(t, "#decide [name=what][value^='forfeit-']", 3)
	olga.Sends(page, "#decide", "what", "off", "why", "A mistake.").WantText(t, "#status", "Cancelled")
	log, _, err := s.DB.AuditLog(t.Context(), db.AuditFilter{}, 3)
	if err != nil || log[0].Act != "pairing-off" || log[1].Act != "pairing-corrected" || log[2].Act != "pairing-decided" {
		t.Errorf("the log has %+v, %v", log, err)
	}
	anna.Get("/club/log").WantText(t, ".log", "Olga decided the result of Anna – Ben: no result → 0–1.").
		WantText(t, ".log", "Olga corrected the result of Anna – Ben: 0–1 → 0–0 by forfeit.").
		WantText(t, ".log", "Olga cancelled the pairing Anna – Ben. Before: 0–0 by forfeit.")
	anna.Get("/club/log?act=pairing-off").WantCount(t, ".log li", 1)
}

// The games of a pairing on this site link to each other, and players cannot cancel them.
func TestPairingOnTheSite(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 2)
	anna, ben := people[0], people[1]
	p := s.Paired(t, db.NewPairing{Key: "six", Unit: pairing.TwoGames, Site: true, Control: sitetest.ControlOf(t, "2d"), Rated: true}, "Anna", "Ben")
	path := web.Href(p.Ref())
	first := anna.Get(path).WantText(t, "ol", "in progress").WantCount(t, "form[action^='/pairings/']", 0).Attribute("main ol a", "href")
	page := anna.Get(first).WantText(t, ".pairing-of", "Game 1 of a club pairing").WantCount(t, "#abort", 0)
	if got := page.Attribute(".pairing-of a", "href"); got != path {
		t.Errorf("the game leads to %s", got)
	}
	anna.Post(first+"/abort").WantStatus(t, http.StatusConflict).WantText(t, "main", "Club games can’t be cancelled.")
	if next := anna.Get(first).Attribute("#next-game", "href"); next != "" {
		t.Errorf("a game follows: %s", next)
	}
	second := anna.Post(first+"/resign").WantStatus(t, http.StatusOK).Attribute("#next-game", "href")
	ben.Get(second).WantText(t, ".pairing-of", "Game 2 of a club pairing").WantCount(t, "#abort", 0)
	anna.Get(path).WantText(t, "main ol li", "Ben won").WantText(t, "tbody", "Anna00Ben11")
	ben.Post(second + "/resign")
	anna.Get(path).WantText(t, "#status", "Drawn, 1 to 1.").WantText(t, "#how", "Decided by the games played here.")
	anna.Post(path+"/enter", "outcome-1", "first", "outcome-2", "first").WantStatus(t, http.StatusConflict)
	ben.Get("/").WantCount(t, "#pairing-"+p.ID, 0)

	live := s.Paired(t, db.NewPairing{Site: true, Control: sitetest.ControlOf(t, "5+3")}, "Anna", "Ben")
	game := ben.Get(web.Href(live.Ref())).WantText(t, "ol", "waiting for both players").Attribute("main ol a", "href")
	for _, who := range people {
		who.Get(game).WantStatus(t, http.StatusOK).WantCount(t, "form[action$='/abort'], form[action$='/leave']", 0)
	}
	ben.Get("/lobby").WantCount(t, "a[href='"+game+"']", 0)
	ben.Post(game+"/seats").WantStatus(t, http.StatusOK).WantCount(t, ".waiting", 0)
}

// The games of a match show the organisers' decision. A match that they settled early announces no second game.
func TestSettledMatch(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 2)
	anna, ben, olga := people[0], people[1], s.Organiser(t, "Olga")
	n := db.NewPairing{Unit: pairing.Match, Site: true, Control: sitetest.ControlOf(t, "2d")}
	early := s.Paired(t, n, "Anna", "Ben")
	first := anna.Get(web.Href(early.Ref())).Attribute("main ol a", "href")
	olga.Sends(olga.Get(web.Href(early.Ref())), "#decide", "what", pairing.FirstForfeit, "why", "Anna is ill.").WantStatus(t, http.StatusOK)
	page := anna.Get("/matches"+strings.TrimPrefix(first, "/games")).WantText(t, "#status", "Ben wins the match, 98 to 0.")
	if page.Path != web.Href(early.Ref()) {
		t.Errorf("the match is at %s", page.Path)
	}
	anna.Post(first+"/rematch").WantStatus(t, http.StatusOK)

	p := s.Paired(t, n, "Anna", "Ben")
	first = anna.Get(web.Href(p.Ref())).Attribute("main ol a", "href")
	second := anna.Post(first+"/resign").Attribute(`.do a[href^="/games/"]`, "href")
	ben.Post(second+"/resign").WantText(t, ".status.over", "Anna wins the match, 49 to 49")
	olga.Sends(olga.Get(web.Href(p.Ref())), "#decide", "outcome-2", pairing.Draw, "points-2-winner", "", "why", "They had agreed.").
		WantStatus(t, http.StatusOK)
	ben.Get(second).WantText(t, ".status.over", "Ben wins the match, 49 to 0.")
}

func TestPairingIsMissing(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	anna, olga := s.Accounts(t, 1)[0], s.Organiser(t, "Olga")
	anna.Get("/pairings/none").WantStatus(t, http.StatusNotFound).WantText(t, "main", "This pairing doesn’t exist.")
	for _, act := range []string{"enter", "confirm", "contest"} {
		anna.Post("/pairings/none/"+act, "revision", "1").WantStatus(t, http.StatusNotFound)
	}
	olga.Post("/pairings/none/decide", "revision", "1").WantStatus(t, http.StatusNotFound)
}

// Only the two players enter results.
func TestStrangersEnterNothing(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 3)
	p := s.Paired(t, db.NewPairing{Key: "six"}, "Anna", "Ben")
	people[0].Post(web.Href(p.Ref())+"/enter", "outcome-1", "first").WantStatus(t, http.StatusOK)
	for _, who := range []*sitetest.Client{people[2], s.Client(t)} {
		for _, act := range []string{"enter", "confirm", "contest", "decide"} {
			who.Post(web.Href(p.Ref())+"/"+act, "outcome-1", "second", "revision", "2", "what", "off", "why", "So.").WantStatus(t, http.StatusForbidden)
		}
	}
	people[1].Post(web.Href(p.Ref())+"/confirm", "revision", "two").WantStatus(t, http.StatusUnprocessableEntity)
	if after, err := s.DB.Pairing(t.Context(), p.ID); err != nil || after.Revision != 2 {
		t.Errorf("%+v, %v", after, err)
	}
}

// The front pages of both players update with their pairings.
func TestPairingIsNews(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 2)
	p := s.Paired(t, db.NewPairing{Key: "six"}, "Anna", "Ben")
	stream := people[1].Listen("/events", "")
	stream.Want(sitetest.Opening)
	stream.Want(sitetest.Changed) // for a subscriber without a page
	people[0].Post(web.Href(p.Ref())+"/enter", "outcome-1", "first").WantStatus(t, http.StatusOK)
	stream.Want(sitetest.Changed)
	people[1].With("HX-Request", "true").Get("/desk").WantText(t, "li:has(#pairing-"+p.ID+")", "confirm the result")

	site := s.Paired(t, db.NewPairing{Key: "six", Site: true, Control: sitetest.ControlOf(t, "2d")}, "Anna", "Ben")
	stream = s.Organiser(t, "Olga").Listen("/events", "")
	stream.Want(sitetest.Opening)
	stream.Want(sitetest.Changed)
	people[0].Post(people[0].Get(web.Href(site.Ref())).Attribute("main ol a", "href")+"/resign").WantStatus(t, http.StatusOK)
	stream.Want(sitetest.Changed) // organisers are notified of results
}

// An organiser's open front page shows a contested result at once, and first; the round shows it to all readers.
func TestDisputeIsNews(t *testing.T) {
	t.Parallel()
	m := sitetest.New(t).NewCup(t, 4)
	m.Begin(t)
	href := m.BoardOf(t, 1, "Alma")
	p, err := m.DB.Pairing(t.Context(), strings.TrimPrefix(href, "/pairings/"))
	if err != nil {
		t.Fatal(err)
	}
	players := map[bool]*sitetest.Client{}
	for i, name := range sitetest.CupNames[:4] {
		if at := p.Player(m.IdOf(t, name)); at > 0 {
			players[at == 1] = m.Players[i]
		}
	}
	stream := m.Organiser.Listen("/events", "")
	stream.Want(sitetest.Opening)
	stream.Want(sitetest.Changed) // for a subscriber without a page
	note := func(want string) {
		t.Helper()
		m.Client(t).Get(m.Path+"/rounds/1").WantText(t, "#boards tr:has(a[href='"+href+"'])", want)
	}
	players[true].Post(href+"/enter", "outcome-1", "first", "points-1-1", "20").WantStatus(t, http.StatusOK)
	stream.Want(sitetest.Changed)
	m.Organiser.Get("/").WantCount(t, "#pairing-"+p.ID, 0)
	note("entered, not confirmed yet")
	players[false].Post(href+"/contest", "revision", "2", "why", "").WantStatus(t, http.StatusOK)
	stream.Want(sitetest.Changed)
	m.Organiser.With("HX-Request", "true").Get("/desk").WantText(t, "ul.games li.mine:first-child", "result contested: you decide").
		WantText(t, "li:has(#pairing-"+p.ID+")", "Round 1 of “Winter cup”").WantText(t, "li:has(#pairing-"+p.ID+")", "since ")
	players[true].Get("/").WantText(t, "li:has(#pairing-"+p.ID+")", "contested").WantCount(t, ".games:contains('you decide')", 0)
	note("the result is contested")
	m.Organiser.Post(href+"/decide", "what", "off", "revision", "3", "why", "Ill.").WantStatus(t, http.StatusOK)
	stream.Want(sitetest.Changed)
	m.Organiser.Get("/").WantCount(t, "#pairing-"+p.ID, 0)
}

// E-mails announce pairings and link to them.
func TestPairingLetters(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	people := s.Readers(t, 2)
	s.Clock.Advance(time.Hour)
	p := s.Paired(t, db.NewPairing{Unit: pairing.Match, Due: s.Now().Add(9 * 24 * time.Hour)}, "Anna", "Ben")
	subjects := func(after time.Duration) (list []string) {
		t.Helper()
		for _, m := range s.Send(t, after) {
			list = append(list, m.To+": "+m.Subject)
			if !strings.Contains(m.Text, s.Url+web.Href(p.Ref())) || !strings.Contains(m.Text, "\n  Hexone, match") || !strings.HasSuffix(strings.TrimSpace(m.Text), "/club") {
				t.Errorf("the letter is %s", m.Text)
			}
		}
		slices.Sort(list)
		return list
	}
	want := func(got []string, want ...string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("letters %q, want %q", got, want)
		}
	}
	want(subjects(2*time.Minute), "anna@mail.example: 2 club updates", "ben@mail.example: 2 club updates") // and about the tournament that they were entered in
	want(subjects(24 * time.Hour))
	want(subjects(5*24*time.Hour), "anna@mail.example: Deadline soon: play Ben", "ben@mail.example: Deadline soon: play Anna")
	people[0].Post(web.Href(p.Ref())+"/enter", "outcome-1", "first", "points-1-1", "20", "outcome-2", "draw").WantStatus(t, http.StatusOK)
	want(subjects(2*time.Minute), "ben@mail.example: Anna entered a result: confirm it")
	people[1].Post("/settings/mail/notices", "club", "off")
	people[0].Get("/settings").WantText(t, "#mail", "the club needs me")
}

// E-mails to organisers say what awaits them: a result to accept, a decision, or the winner.
func TestOrganisersLetters(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	people := s.Readers(t, 3)
	s.Promote(t, s.IdOf(t, "Chloe"), db.Organiser)
	pair := func(decisive bool) string {
		return web.Href(s.Paired(t, db.NewPairing{Key: "six", Decisive: decisive}, "Anna", "Ben").Ref())
	}
	contested, undecided, entered := pair(false), pair(true), pair(false)
	s.Send(t, 2*time.Minute)
	subjects := func(want string) {
		t.Helper()
		var got []string
		for _, m := range s.Send(t, 2*time.Minute) {
			if strings.HasPrefix(m.To, "chloe@") {
				got = append(got, m.Subject)
			}
		}
		if !slices.Equal(got, []string{want}) {
			t.Errorf("letters %q, want %q", got, want)
		}
	}
	people[0].Post(contested+"/enter", "outcome-1", "first").WantStatus(t, http.StatusOK)
	people[1].Post(contested+"/contest", "revision", "2", "why", "").WantStatus(t, http.StatusOK)
	subjects("Anna and Ben disagree: decide the result")
	for _, c := range people[:2] {
		c.Post(undecided+"/enter", "outcome-1", "draw", "outcome-2", "draw", "outcome-3", "draw").WantStatus(t, http.StatusOK)
	}
	subjects("Anna and Ben are tied: choose who advances")
	people[0].Post(entered+"/enter", "outcome-1", "first").WantStatus(t, http.StatusOK)
	if _, err := s.DB.CloseAccount(t.Context(), s.IdOf(t, "Ben"), "So", s.IdOf(t, "Chloe"), s.Now()); err != nil {
		t.Fatal(err)
	}
	subjects("Anna against Ben: accept the result")
}

// The deletion of an account forfeits its unplayed games over the board.
func TestDeletionForfeits(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 2)
	p := s.Paired(t, db.NewPairing{Unit: pairing.Match}, "Anna", "Ben")
	people[0].Get("/settings/delete").WantText(t, "#pairings", "You forfeit 1 open pairing.")
	people[0].Post("/settings/delete", "name", "Anna", "password", sitetest.Password).WantStatus(t, http.StatusOK)
	people[1].Get(web.Href(p.Ref())).WantText(t, "#status", fmt.Sprintf("Ben wins the match, %d to 0.", 2*49)).WantText(t, "#how", "Decided by forfeit.")
}

// Players with an open pairing are notified when the tournament is called off.
func TestCallingOffIsHeard(t *testing.T) {
	t.Parallel()
	m := sitetest.New(t).NewCup(t, 2)
	m.Begin(t)
	stream := m.Players[0].Listen("/events", "")
	stream.Want(sitetest.Opening)
	stream.Want(sitetest.Changed) // for a subscriber without a page
	m.Organiser.Post(m.Path+"/off", "reason", "flu").WantStatus(t, http.StatusOK)
	stream.Want(sitetest.Changed)
	m.Players[0].Get(m.BoardOf(t, 1, "Alma")).WantText(t, "#status", "Cancelled")
}
