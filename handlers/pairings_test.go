package handlers_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/rules/pairing"
)

// A result over the board is entered by one and confirmed by the other, without
// JavaScript, by the forms that the page has.
func TestPairingOverTheBoard(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 3)
	anna, ben, carl := people[0], people[1], people[2]
	p := s.paired(t, db.NewPairing{Unit: pairing.Match, Due: s.Now().Add(48 * time.Hour)}, "Anna", "Ben")
	path := p.Href()
	page := anna.get(path).wantStatus(t, http.StatusOK).wantText(t, "h1", "Anna – Ben").wantText(t, ".facts", "A match of Hexone").
		wantText(t, ".facts", "played over the board").wantText(t, "#status", "To be played by").wantCount(t, "#decide", 0).wantCount(t, "table", 0)
	carl.get(path).wantCount(t, "form[action^='/pairings/']", 0)
	s.client(t).get(path).wantStatus(t, http.StatusOK).wantCount(t, "form[action^='/pairings/']", 0)
	for _, who := range people[:2] {
		who.get("/").wantText(t, "#pairing-"+p.ID, "Hexone, a match").wantText(t, "#pairing-"+p.ID, "play, then enter the result")
	}

	if help := page.attribute("[name=points-1-1]", "aria-describedby"); page.text("#"+help) == "" {
		t.Errorf("points are described by %q", help)
	}
	bad := anna.sends(page, "#enter", "outcome-1", "first", "points-1-1", "20", "outcome-2", "second", "points-2-2", "70").
		wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem-enter", "Game 2: ").wantText(t, "#problem-enter", "7 to 49").wantCount(t, "option[value=first][selected]", 1)
	if got := bad.attribute("[name=points-2-2]", "aria-describedby"); got != "problem-enter points-enter" {
		t.Errorf("after a problem points are described by %q", got)
	}
	if got := bad.attribute("[name=points-2-2]", "value"); got != "70" {
		t.Errorf("what was typed is %q", got)
	}
	anna.sends(page, "#enter", "outcome-1", "first", "points-1-1", "20").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem-enter", "A game is missing")
	anna.sends(page, "#enter").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem-enter", "A game is missing")
	anna.sends(page, "#enter", "outcome-1", "first", "points-1-1", "20", "outcome-2", "second", "points-2-2", "20").
		wantStatus(t, http.StatusOK).wantText(t, "#notice", "asked to confirm").wantText(t, "#status", "waits to be confirmed by Ben").wantCount(t, "#confirm", 0)
	anna.get("/").wantText(t, "#pairing-"+p.ID, "waits for your opponent’s word")
	ben.get("/").wantText(t, ".mine #pairing-"+p.ID, "confirm the result")
	carl.get(path).wantText(t, "main ol li:first-child", "a result is entered")
	page = ben.get(path).wantText(t, "#status", "waits to be confirmed by you").wantText(t, "#entered .score", "20–0").wantText(t, "#entered", "What Anna entered").wantText(t, "#entered", "Anna won, 20–0").wantCount(t, "#enter", 0)
	ben.sends(page, "form[action$='/confirm']").wantStatus(t, http.StatusOK).wantText(t, "#notice", "The result counts.")
	for _, who := range []*client{anna, ben, carl, s.client(t)} {
		who.get(path).wantText(t, "#status", "Ben wins the match: 20 to 20, and at equal points who started the second game wins.").
			wantText(t, "#how", "Entered by one player and confirmed by the other.").wantText(t, "tr.won", "Ben02020").wantCount(t, "form[action^='/pairings/']", 0)
	}
	anna.get("/").wantCount(t, "#pairing-"+p.ID, 0)
	ben.sends(page, "form[action$='/confirm']").wantStatus(t, http.StatusConflict).wantText(t, "#notice", "This is settled already.")
	ben.with("Accept-Language", "fr").get(path).wantText(t, "#status", "Ben gagne le match")
}

// Who contests a result leaves it to the organisers, who say why.
func TestContestedPairing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 2)
	anna, ben, olga := people[0], people[1], s.organiser(t, "Olga")
	p := s.paired(t, db.NewPairing{Key: "six", Decisive: true}, "Anna", "Ben")
	path := p.Href()
	won := []string{"outcome-1", "first"}
	anna.post(path+"/enter", won...).wantStatus(t, http.StatusOK)
	ben.post(path+"/enter", "outcome-1", "second").wantStatus(t, http.StatusConflict).wantText(t, "#notice", "another result").wantCount(t, "#confirm", 1)
	page := ben.get(path)
	long := strings.Repeat("x", 301)
	ben.sends(page, "form[action$='/contest']", "why", long).wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "textarea[name=why]", long)
	for _, bad := range []string{"turned \u202eround", "not\xfftext"} {
		ben.sends(page, "form[action$='/contest']", "why", bad).wantStatus(t, http.StatusUnprocessableEntity)
	}
	ben.sends(page, "form[action$='/contest']", "why", "I won <b>that</b>.").wantStatus(t, http.StatusOK).wantText(t, "#entered", "Ben contests it: “I won <b>that</b>.”")
	s.client(t).get(path).wantText(t, "#entered", "Ben contests it.").wantCount(t, "#entered:contains('I won')", 0)
	for _, who := range people {
		who.get(path).wantCount(t, "#enter", 1).wantCount(t, "#decide", 0).wantText(t, "#status", "do not agree")
		who.get("/").wantText(t, "#pairing-"+p.ID, "contested")
	}
	page = olga.get(path).wantCount(t, "#enter", 0).wantCount(t, "#decide", 1).wantCount(t, "option[value=first][selected]", 1)
	olga.sends(page, "#decide", "why", "  ").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem-decide", "Give a reason")
	olga.sends(page, "#decide", "why", "turned \u202eround").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem-decide", "Give a reason")
	olga.sends(page, "#decide", "what", "nothing", "why", "So.").wantStatus(t, http.StatusUnprocessableEntity)
	olga.sends(page, "#decide", "outcome-1", "draw", "outcome-2", "draw", "outcome-3", "draw", "why", "Never ends.").
		wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem-decide", "who goes on").wantText(t, "#decide textarea", "Never ends.")
	for _, who := range append(people, s.client(t)) { // no organiser's power reaches them
		who.post(path+"/decide", "what", "off", "why", "So.", "revision", "3").wantStatus(t, http.StatusForbidden)
	}
	olga.sends(page, "#decide", "outcome-1", "second", "why", "Two saw it.").wantStatus(t, http.StatusOK).wantText(t, "#notice", "written in the log")
	anna.get(path).wantText(t, "#status", "Ben wins, 1 to 0.").wantText(t, "#how", "Decided by Olga: Two saw it.").wantCount(t, "#entered", 0)
	for _, who := range people {
		who.get("/").wantText(t, ".decisions li", "Two saw it.")
	}
	olga.get("/").wantCount(t, ".decisions li", 1).wantText(t, ".decisions li", "changed the role of Olga") // and nothing of her own
	if got := s.client(t).get(path).text("#how"); got != "Decided by Olga." {
		t.Errorf("a visitor reads %q", got)
	}
	olga.sends(page, "#decide", "outcome-1", "first", "why", "No.").wantStatus(t, http.StatusConflict).wantText(t, "#problem-decide", "Something has changed")

	page = olga.get(path).wantText(t, "#decide h2", "Correct as an organiser").wantCount(t, "#decide [value^='forfeit-'][type=radio]", 0)
	olga.sends(page, "#decide", "what", "forfeit-both", "why", "Nobody was there.").wantStatus(t, http.StatusUnprocessableEntity).
		wantText(t, "#problem-decide", "nothing to forfeit").wantText(t, "#status", "Ben wins, 1 to 0.")
	olga.sends(page, "#decide", "outcome-1", "forfeit-both", "why", "Nobody was there.").wantText(t, "#status", "Nobody wins").wantText(t, "ol", "neither player came")
	page = olga.get(path).wantCount(t, "#decide [value^='forfeit-'][type=radio]", 3)
	olga.sends(page, "#decide", "what", "off", "why", "A mistake.").wantText(t, "#status", "Called off")
	log, _, err := s.DB.Log(t.Context(), db.LogFilter{}, 3)
	if err != nil || log[0].Act != "pairing-off" || log[1].Act != "pairing-corrected" || log[2].Act != "pairing-decided" {
		t.Errorf("the log has %+v, %v", log, err)
	}
	anna.get("/club/log").wantText(t, ".log", "Olga decided the result of Anna against Ben. Before: no result. Now: 0–1 (game 1: 0–1).").
		wantText(t, ".log", "Olga corrected the result of Anna against Ben. Before: 0–1 (game 1: 0–1). Now: 0–0 (game 1: 0–0 by forfeit).").
		wantText(t, ".log", "Olga called off the pairing of Anna and Ben. Before: 0–0 (game 1: 0–0 by forfeit).")
	anna.get("/club/log?act=pairing-off").wantCount(t, ".log li", 1)
}

// The games of a pairing on this site lead on to one another, and none is called
// off.
func TestPairingOnTheSite(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 2)
	anna, ben := people[0], people[1]
	p := s.paired(t, db.NewPairing{Key: "six", Unit: pairing.TwoGames, Site: true, Control: controlOf(t, "2d"), Rated: true}, "Anna", "Ben")
	path := p.Href()
	first := anna.get(path).wantText(t, "ol", "is being played").wantCount(t, "form[action^='/pairings/']", 0).attribute("main ol a", "href")
	page := anna.get(first).wantText(t, ".pairing-of", "Game 1 of a pairing").wantCount(t, "#abort", 0)
	if got := page.attribute(".pairing-of a", "href"); got != path {
		t.Errorf("the game leads to %s", got)
	}
	anna.post(first+"/abort").wantStatus(t, http.StatusConflict).wantText(t, "main", "A game of the club is not called off.")
	if next := anna.get(first).attribute("#next-game", "href"); next != "" {
		t.Errorf("a game follows: %s", next)
	}
	second := anna.post(first+"/resign").wantStatus(t, http.StatusOK).attribute("#next-game", "href")
	ben.get(second).wantText(t, ".pairing-of", "Game 2 of a pairing").wantCount(t, "#abort", 0)
	anna.get(path).wantText(t, "main ol li", "Ben won").wantText(t, "tbody", "Anna00Ben11")
	ben.post(second + "/resign")
	anna.get(path).wantText(t, "#status", "Drawn, 1 to 1.").wantText(t, "#how", "Settled by the games played here.")
	anna.post(path+"/enter", "outcome-1", "first", "outcome-2", "first").wantStatus(t, http.StatusConflict)
	ben.get("/").wantCount(t, "#pairing-"+p.ID, 0)

	live := s.paired(t, db.NewPairing{Site: true, Control: controlOf(t, "5+3")}, "Anna", "Ben")
	game := ben.get(live.Href()).wantText(t, "ol", "begins when both players are here").attribute("main ol a", "href")
	for _, who := range people {
		who.get(game).wantStatus(t, http.StatusOK).wantCount(t, "form[action$='/abort'], form[action$='/leave']", 0)
	}
	ben.get("/lobby").wantCount(t, "a[href='"+game+"']", 0)
	ben.post(game+"/seats").wantStatus(t, http.StatusOK).wantCount(t, ".waiting", 0)
}

// The games of a match tell what the organisers made of it, and a match that they
// settled early promises no second game.
func TestSettledMatch(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 2)
	anna, ben, olga := people[0], people[1], s.organiser(t, "Olga")
	n := db.NewPairing{Unit: pairing.Match, Site: true, Control: controlOf(t, "2d")}
	early := s.paired(t, n, "Anna", "Ben")
	first := anna.get(early.Href()).attribute("main ol a", "href")
	olga.sends(olga.get(early.Href()), "#decide", "what", pairing.FirstForfeit, "why", "Anna is ill.").wantStatus(t, http.StatusOK)
	page := anna.get("/matches"+strings.TrimPrefix(first, "/games")).wantText(t, "#status", "Ben wins the match, 98 to 0.")
	if page.path != early.Href() {
		t.Errorf("the match is at %s", page.path)
	}
	anna.post(first+"/rematch").wantStatus(t, http.StatusOK)

	p := s.paired(t, n, "Anna", "Ben")
	first = anna.get(p.Href()).attribute("main ol a", "href")
	second := anna.post(first+"/resign").attribute(`.do a[href^="/games/"]`, "href")
	ben.post(second+"/resign").wantText(t, ".status.over", "Anna wins the match: 49 to 49")
	olga.sends(olga.get(p.Href()), "#decide", "outcome-2", pairing.Draw, "points-2-1", "", "points-2-2", "", "why", "They had agreed.").
		wantStatus(t, http.StatusOK)
	ben.get(second).wantText(t, ".status.over", "Ben wins the match, 49 to 0.")
}

func TestPairingIsMissing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	anna, olga := s.accounts(t, 1)[0], s.organiser(t, "Olga")
	anna.get("/pairings/none").wantStatus(t, http.StatusNotFound).wantText(t, "main", "There is no such pairing.")
	for _, act := range []string{"enter", "confirm", "contest"} {
		anna.post("/pairings/none/"+act, "revision", "1").wantStatus(t, http.StatusNotFound)
	}
	olga.post("/pairings/none/decide", "revision", "1").wantStatus(t, http.StatusNotFound)
}

// Only the two who play say what came of it, and nobody who is not logged in.
func TestStrangersEnterNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 3)
	p := s.paired(t, db.NewPairing{Key: "six"}, "Anna", "Ben")
	people[0].post(p.Href()+"/enter", "outcome-1", "first").wantStatus(t, http.StatusOK)
	for _, who := range []*client{people[2], s.client(t)} {
		for _, act := range []string{"enter", "confirm", "contest", "decide"} {
			who.post(p.Href()+"/"+act, "outcome-1", "second", "revision", "2", "what", "off", "why", "So.").wantStatus(t, http.StatusForbidden)
		}
	}
	people[1].post(p.Href()+"/confirm", "revision", "two").wantStatus(t, http.StatusUnprocessableEntity)
	if after, err := s.DB.Pairing(t.Context(), p.ID); err != nil || after.Revision != 2 {
		t.Errorf("%+v, %v", after, err)
	}
}

// The front pages of both follow what happens in their pairings.
func TestPairingIsNews(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 2)
	p := s.paired(t, db.NewPairing{Key: "six"}, "Anna", "Ben")
	stream := people[1].listen("/events", "")
	stream.want(opening)
	stream.want(changed) // since a page that nobody has
	people[0].post(p.Href()+"/enter", "outcome-1", "first").wantStatus(t, http.StatusOK)
	stream.want(changed)
	people[1].with("HX-Request", "true").get("/desk").wantText(t, "#pairing-"+p.ID, "confirm the result")

	site := s.paired(t, db.NewPairing{Key: "six", Site: true, Control: controlOf(t, "2d")}, "Anna", "Ben")
	stream = s.organiser(t, "Olga").listen("/events", "")
	stream.want(opening)
	stream.want(changed)
	people[0].post(people[0].get(site.Href()).attribute("main ol a", "href")+"/resign").wantStatus(t, http.StatusOK)
	stream.want(changed) // what comes of a pairing concerns organisers
}

// An organiser's open front page hears of a result that is contested, and shows it first;
// the round shows it to everybody.
func TestDisputeIsNews(t *testing.T) {
	t.Parallel()
	m := newSite(t).newCup(t, 4)
	m.begin(t)
	href := m.boardOf(t, 1, "Alma")
	p, err := m.DB.Pairing(t.Context(), strings.TrimPrefix(href, "/pairings/"))
	if err != nil {
		t.Fatal(err)
	}
	players := map[bool]*client{}
	for i, name := range cupNames[:4] {
		if at := p.Player(m.idOf(t, name)); at > 0 {
			players[at == 1] = m.players[i]
		}
	}
	stream := m.organiser.listen("/events", "")
	stream.want(opening)
	stream.want(changed) // since a page that nobody has
	note := func(want string) {
		t.Helper()
		m.client(t).get(m.path+"/rounds/1").wantText(t, "#boards tr:has(a[href='"+href+"']) .result", want)
	}
	players[true].post(href+"/enter", "outcome-1", "first", "points-1-1", "20").wantStatus(t, http.StatusOK)
	stream.want(changed)
	m.organiser.get("/").wantCount(t, "#pairing-"+p.ID, 0)
	note("entered, not confirmed yet")
	players[false].post(href+"/contest", "revision", "2", "why", "").wantStatus(t, http.StatusOK)
	stream.want(changed)
	m.organiser.with("HX-Request", "true").get("/desk").wantText(t, "ul.games li.mine:first-child", "the result is contested: you decide").
		wantText(t, "#pairing-"+p.ID, "Round 1 of “Winter cup”").wantText(t, "#pairing-"+p.ID, "since ")
	players[true].get("/").wantText(t, "#pairing-"+p.ID, "contested").wantCount(t, ".games:contains('you decide')", 0)
	note("the result is contested")
	m.organiser.post(href+"/decide", "what", "off", "revision", "3", "why", "Ill.").wantStatus(t, http.StatusOK)
	stream.want(changed)
	m.organiser.get("/").wantCount(t, "#pairing-"+p.ID, 0)
}

// Letters tell of pairings, and lead there.
func TestPairingLetters(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	people := s.readers(t, 2)
	s.clock.advance(time.Hour)
	p := s.paired(t, db.NewPairing{Unit: pairing.Match, Due: s.Now().Add(9 * 24 * time.Hour)}, "Anna", "Ben")
	subjects := func(after time.Duration) (list []string) {
		t.Helper()
		for _, m := range s.send(t, after) {
			list = append(list, m.To+": "+m.Subject)
			if !strings.Contains(m.Text, s.url+p.Href()) || !strings.Contains(m.Text, "(Hexone, a match") || !strings.HasSuffix(strings.TrimSpace(m.Text), "/club") {
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
	want(subjects(2*time.Minute), "anna@mail.example: 2 pieces of news from the club", "ben@mail.example: 2 pieces of news from the club") // they were entered, too
	want(subjects(24 * time.Hour))
	want(subjects(5*24*time.Hour), "anna@mail.example: Time is running out to play Ben", "ben@mail.example: Time is running out to play Anna")
	people[0].post(p.Href()+"/enter", "outcome-1", "first", "points-1-1", "20", "outcome-2", "draw").wantStatus(t, http.StatusOK)
	want(subjects(2*time.Minute), "ben@mail.example: Anna has entered a result: confirm it")
	people[1].post("/settings/mail/notices", "club", "off")
	people[0].get("/settings").wantText(t, ".mail", "something in the club waits for me")
}

// A game on paper and an account that goes: what is still to be played is forfeited.
func TestDeletionForfeits(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 2)
	p := s.paired(t, db.NewPairing{Unit: pairing.Match}, "Anna", "Ben")
	people[0].get("/settings/delete").wantText(t, "#pairings", "You forfeit 1 open pairing in the club.")
	people[0].post("/settings/delete", "name", "Anna", "password", password).wantStatus(t, http.StatusOK)
	people[1].get(p.Href()).wantText(t, "#status", fmt.Sprintf("Ben wins the match, %d to 0.", 2*49)).wantText(t, "#how", "Settled by forfeit.")
}

// Who has a pairing open hears that its tournament was called off.
func TestCallingOffIsHeard(t *testing.T) {
	t.Parallel()
	m := newSite(t).newCup(t, 2)
	m.begin(t)
	stream := m.players[0].listen("/events", "")
	stream.want(opening)
	stream.want(changed) // since a page that nobody has
	m.organiser.post(m.path+"/off", "reason", "flu").wantStatus(t, http.StatusOK)
	stream.want(changed)
	m.players[0].get(m.boardOf(t, 1, "Alma")).wantText(t, "#status", "Called off")
}
