package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
)

// A pairing leads to its round. Who corrects one of a knockout is told first what that
// replaces, and what was replaced says so.
func TestCorrectionOfAKnockout(t *testing.T) {
	t.Parallel()
	m := newSite(t).newCup(t, 4, "kind", "knockout")
	m.begin(t)
	early := m.boardOf(t, 1, "Alma")
	m.client(t).get(early).wantText(t, "#of", "Round 1 of “Winter cup”").wantCount(t, "#follows", 0)
	m.organiser.get(early).wantCount(t, "#decide", 1).wantCount(t, "#follows", 0)
	m.settle(t)
	m.publish(t)
	next := m.boardOf(t, 2, "Alma")
	if got := m.players[0].get(next).wantCount(t, "#follows", 0).attribute("#of", "href"); got != m.path+"/rounds/2" {
		t.Errorf("it leads to %s", got)
	}
	page := m.organiser.get(early).wantText(t, "#follows", "these pairings are replaced").wantCount(t, "#follows + ul li", 1)
	if got := page.attribute("#follows + ul a", "href"); got != next {
		t.Errorf("%s is said to be replaced", got)
	}
	winner := "second"
	if page.Find("#decide [name=outcome-1] [selected]").AttrOr("value", "") == "second" {
		winner = "first"
	}
	points := map[string][]string{"first": {"20", "0"}, "second": {"0", "20"}}[winner]
	other := []string{"what", "result", "outcome-1", winner, "points-1-1", points[0], "points-1-2", points[1], "why", "Two saw it."}
	m.organiser.sends(page, "#decide", other...).wantStatus(t, http.StatusOK).wantText(t, "#notice", "Decided")
	m.players[0].get(next).wantText(t, "#status", "Replaced: a result before it was corrected").wantText(t, "#how", "Decided by Otto: Two saw it.").
		wantText(t, "#of", "Round 2 of “Winter cup”")
	m.organiser.get(next).wantCount(t, "#decide", 0)
	m.organiser.post(next+"/decide", "what", "off", "why", "So.", "revision", "2").wantStatus(t, http.StatusConflict).wantText(t, "#notice", "nothing to decide")
	m.organiser.get("/club/log?act=pairing-replaced").wantText(t, ".log", "in round 2 of “Winter cup” by correcting an earlier result. Before: no result.")
	m.boardOf(t, 2, "Dora")
	m.settle(t)
	page = m.organiser.get(early).wantText(t, "#follows", "first call them off, beginning with the last round")
	was := page.text("#status")
	for i, v := range other {
		other[i] = map[string]string{"first": "second", "second": "first", "20": "0", "0": "20"}[v]
		if other[i] == "" {
			other[i] = v
		}
	}
	m.organiser.sends(page, "#decide", other...).wantStatus(t, http.StatusConflict).wantText(t, "#problem-decide", "First call those pairings off").wantText(t, "#status", was)
	final := "/pairings/" + m.full(t).RoundBoards(2)[0].Pairing
	m.organiser.sends(m.organiser.get(final).wantText(t, "#decide", "nobody goes on, and both are out"), "#decide", "what", "off", "why", "It was another.").
		wantText(t, "#status", "Called off: nobody goes on")
	m.client(t).get(m.path+"/bracket").wantText(t, "main", "called off: nobody goes on")
	page = m.organiser.get(early).wantText(t, "#follows", "these pairings are replaced")
	m.organiser.sends(page, "#decide", other...).wantStatus(t, http.StatusOK).wantText(t, "#notice", "Decided")
	m.organiser.get(final).wantText(t, "#status", "Replaced")
	m.client(t).get(m.path).wantText(t, "main", "Final, 1 pairing still open")
}

// In an archived season nothing is corrected, and organisers read why: of a ladder and of a
// tournament.
func TestPairingInAnArchivedSeason(t *testing.T) {
	t.Parallel()
	m := newSite(t).newCup(t, 2, "kind", "robin")
	m.begin(t)
	cup := m.boardOf(t, 1, "Alma")
	m.settle(t)
	c := newSite(t).climb(t, nil, "Ann", "Ben", "Cy")
	made := c.accepts(c.challenges("Ben", "Ann"))
	c.settles(made, "Ben")
	for _, of := range []struct {
		site              *site
		organiser, player *client
		path, by          string
	}{{m.site, m.organiser, m.players[0], cup, "Otto"}, {c.site, c.organiser, c.clients["Ann"], "/pairings/" + made.Pairing, "Olive"}} {
		of.organiser.get(of.path).wantCount(t, "#decide", 1).wantCount(t, "#final", 0)
		seasons, err := of.site.DB.OpenSeasons(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, status := range []db.SeasonStatus{db.SeasonClosed, db.SeasonArchived} {
			if err := of.site.DB.SetSeason(t.Context(), seasons[0].ID, status, of.site.idOf(t, of.by), of.site.Now()); err != nil {
				t.Fatal(err)
			}
		}
		of.organiser.get(of.path).wantCount(t, "#decide", 0).wantText(t, "#final", "This season is archived: nothing in it changes.")
		of.player.get(of.path).wantCount(t, "#final", 0)
		of.organiser.post(of.path+"/decide", "what", "off", "why", "So.", "revision", "2").wantStatus(t, http.StatusConflict).wantText(t, "#final", "archived")
	}
}

// With a forfeit the results that are given stand, on this site those that were played here.
func TestForfeitWithResults(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people, olga := s.accounts(t, 2), s.organiser(t, "Olga")
	anna, ben := people[0], people[1]
	table := s.paired(t, db.NewPairing{Unit: pairing.Match}, "Anna", "Ben")
	page := olga.get(table.Href()).wantText(t, "#decide", "all other games are forfeited")
	given := []string{"what", pairing.SecondForfeit, "outcome-1", "first", "points-1-1", "22", "points-1-2", "0", "why", "He had to go."}
	olga.sends(page, "#decide", append(given, "outcome-2", "second", "points-2-2", "20")...).wantStatus(t, http.StatusUnprocessableEntity).
		wantText(t, "#problem-decide", "nothing to forfeit").wantCount(t, "#decide [name=points-1-1][value='22']", 1)
	olga.sends(page, "#decide", append(given, "points-1-1", "50")...).wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem-decide", "7 to 49")
	olga.sends(page, "#decide", given...).wantStatus(t, http.StatusOK).wantText(t, "#status", "Anna wins the match, 71 to 0.").wantText(t, "tbody", "Anna224971")

	here := s.paired(t, db.NewPairing{Key: "six", Unit: pairing.TwoGames, Site: true, Control: controlOf(t, "2d")}, "Anna", "Ben")
	anna.post(anna.get(here.Href()).attribute("main ol a", "href") + "/resign")
	olga.sends(olga.get(here.Href()), "#decide", "what", pairing.SecondForfeit, "why", "Ill.").wantStatus(t, http.StatusOK).wantText(t, "#status", "Drawn, 1 to 1.")
	ben.get(here.Href()).wantText(t, "main ol li:first-child", "Ben won").wantText(t, "main ol li:last-child", "Ben did not play")
}

// Who corrects the pairing of a ladder is told that places do not follow.
func TestCorrectionOnALadder(t *testing.T) {
	t.Parallel()
	c := newSite(t).climb(t, nil, "Ann", "Ben", "Cy")
	made := c.accepts(c.challenges("Ben", "Ann"))
	path := "/pairings/" + made.Pairing
	c.organiser.get(path).wantCount(t, "#decide", 1).wantCount(t, "#ladder", 0)
	c.settles(made, "Ben")
	page := c.organiser.get(path).wantText(t, "#ladder", "moves no places")
	form := page.attribute("#ladder a", "href")
	c.organiser.get(form).wantStatus(t, http.StatusOK).wantText(t, "h1", "Correct the ladder")
	c.clients["Ann"].get(path).wantCount(t, "#ladder", 0)
}

// A challenge that an organiser decided tells by whom and why, whichever way it was, and so
// does its pairing.
func TestDecidedChallenge(t *testing.T) {
	t.Parallel()
	c := newSite(t).climb(t, nil, "Ann", "Ben", "Cy", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jo")
	told := func(href, status, how string) {
		t.Helper()
		c.clients["Cy"].get(href).wantText(t, "#status", status).wantText(t, "#how", "Decided by Olive: "+how)
		if got := c.client(t).get(href).text("#how"); got != "Decided by Olive." {
			t.Errorf("a visitor reads %q", got)
		}
	}
	waits := c.challenges("Ben", "Ann")
	c.organiser.post(waits.Href()+"/decide", "outcome", "from", "why", "Ann said so.").wantStatus(t, http.StatusOK)
	told(waits.Href(), "Ben won against Ann", "Ann said so.")

	lapsed := c.accepts(c.challenges("Dan", "Cy"))
	c.organiser.post(lapsed.Href()+"/decide", "outcome", "lapse", "why", "Both are ill.").wantStatus(t, http.StatusOK)
	told(lapsed.Href(), "It lapsed", "Both are ill.")
	told("/pairings/"+lapsed.Pairing, "Called off", "Both are ill.")

	given := c.accepts(c.challenges("Fay", "Eve"))
	c.organiser.post(given.Href()+"/decide", "outcome", "to", "why", "Fay is ill.").wantStatus(t, http.StatusOK)
	told(given.Href(), "Eve won against Fay", "Fay is ill.")
	told("/pairings/"+given.Pairing, "Eve wins", "Fay is ill.")

	paired := c.accepts(c.challenges("Hal", "Gil"))
	c.organiser.sends(c.organiser.get("/pairings/"+paired.Pairing), "#decide", "outcome-1", "draw", "why", "They shook hands.").wantStatus(t, http.StatusOK)
	told(paired.Href(), "Drawn on", "They shook hands.")

	played := c.accepts(c.challenges("Jo", "Ida"))
	c.settles(played, "Ida")
	c.clients["Cy"].get(played.Href()).wantText(t, "#status", "Ida won").wantCount(t, "#how", 0)
	c.organiser.sends(c.organiser.get("/pairings/"+played.Pairing), "#decide", "what", "off", "why", "It was another.").wantStatus(t, http.StatusOK)
	c.clients["Cy"].get(played.Href()).wantCount(t, "#how", 0).wantText(t, ".facts", "The result was corrected afterwards")
}

// The front page and one e-mail list the decisions about a person, with the organiser and the
// reason.
func TestDecisionsReachPeople(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	people := s.readers(t, 2)
	anna, ben := people[0], people[1]
	c, ctx := s.climb(t, nil), t.Context()
	for _, name := range []string{"Anna", "Ben"} {
		_, err := s.DB.JoinLadder(ctx, c.ladder.ID, s.idOf(t, name), s.Now())
		c.try(err)
	}
	made, _, err := s.DB.MakeChallenge(ctx, c.ladder.ID, s.idOf(t, "Ben"), s.idOf(t, "Anna"), "hexone", false, s.Now())
	c.try(err)
	s.clock.advance(time.Minute)
	anna.get("/").wantCount(t, ".decisions", 0)
	ben.get("/")
	s.clock.advance(time.Minute)
	won := ladder.Outcome{Winner: s.idOf(t, "Ben")}
	_, err = s.DB.DecideChallenge(ctx, made.ID, c.people["Olive"].ID, won, "Anna did not <come>.", s.Now())
	c.try(err)
	c.try(s.DB.SetRole(ctx, s.idOf(t, "Anna"), db.Organiser, db.Operator, s.Now()))
	_, err = handlers.MakeReset(ctx, s.DB, s.idOf(t, "Anna"), db.Operator, s.Now())
	c.try(err)
	texts := []string{
		"Olive decided on “Hexone ladder” that Ben won against Anna.", "The operator changed the role of Anna: was Member, is Organiser.",
		"The operator made a link for a new password of Anna.",
	}

	mails := s.send(t, 10*time.Minute)
	if len(mails) != 2 {
		t.Fatalf("%d mails come: %+v", len(mails), mails)
	}
	for _, m := range mails {
		said := append([]string{"Anna did not <come>.", s.url + "/challenges/" + made.ID}, texts...)
		if m.To != "anna@mail.example" {
			said = said[:3] // the challenge alone
		}
		for _, text := range said {
			if !strings.Contains(m.Text, text) {
				t.Errorf("the mail to %s does not say %q:\n%s", m.To, text, m.Text)
			}
		}
	}
	page := anna.get("/").wantCount(t, ".decisions li", 3).wantText(t, ".decisions q", "Anna did not <come>.")
	for _, text := range texts {
		page.wantText(t, ".decisions", text)
	}
	s.wantNone(t, time.Hour)
	for tag, text := range map[string]string{
		"fr": "a changé le rôle de Anna : avant Membre", "es": "cambió el rol de Anna: antes Miembro", "ko": "Anna의 역할을 바꿨어요",
	} {
		anna.with("Accept-Language", tag).get("/").wantText(t, ".decisions", text)
	}
	ben.get("/").wantCount(t, ".decisions li", 1).wantText(t, ".decisions", texts[0])
	s.clock.advance(15 * 24 * time.Hour)
	anna.get("/").wantCount(t, ".decisions", 0)
}

// Everybody who entered a tournament reads on the front page that it is called off, and why.
func TestCalledOffTournamentReachesEntrants(t *testing.T) {
	t.Parallel()
	m := newSite(t).newCup(t, 1)
	anna := m.players[0]
	anna.get("/").wantCount(t, ".decisions", 0)
	m.organiser.post(m.path+"/off", "reason", "The hall has burnt <down>.").wantStatus(t, http.StatusOK)
	for tag, text := range map[string]string{
		"en": "Otto called “Winter cup” off.", "fr": "Otto a annulé « Winter cup ».",
		"es": "Otto suspendió «Winter cup».", "ko": "Otto: ‘Winter cup’ 대회를 취소했어요.",
	} {
		page := anna.with("Accept-Language", tag).get("/").wantCount(t, ".decisions li", 1).wantText(t, ".decisions li", text).
			wantText(t, ".decisions q", "The hall has burnt <down>.")
		if got := page.attribute(".decisions li a", "href"); got != m.path {
			t.Errorf("the decision links to %s", got)
		}
	}
}
