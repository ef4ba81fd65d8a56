package club_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
)

// A pairing links to its round. The page to correct a pairing of a knockout shows which boards the correction
// replaces; a replaced board says so.
func TestCorrectionOfAKnockout(t *testing.T) {
	t.Parallel()
	m := sitetest.New(t).NewCup(t, 4, "kind", "knockout")
	m.Begin(t)
	early := m.BoardOf(t, 1, "Alma")
	m.Client(t).Get(early).WantText(t, "#of", "Round 1 of “Winter cup”").WantCount(t, "#follows", 0)
	m.Organiser.Get(early).WantCount(t, "#decide", 1).WantCount(t, "#follows", 0)
	m.Settle(t)
	m.Publish(t)
	next := m.BoardOf(t, 2, "Alma")
	if got := m.Players[0].Get(next).WantCount(t, "#follows", 0).Attribute("#of", "href"); got != m.Path+"/rounds/2" {
		t.Errorf("it leads to %s", got)
	}
	page := m.Organiser.Get(early).WantText(t, "#follows", "these pairings are replaced").WantCount(t, "#follows + ul li", 1)
	if got := page.Attribute("#follows + ul a", "href"); got != next {
		t.Errorf("%s is said to be replaced", got)
	}
	winner := "second"
	if page.Find("#decide [name=outcome-1][checked]").AttrOr("value", "") == "second" {
		winner = "first"
	}
	points := map[string][]string{"first": {"20", "0"}, "second": {"0", "20"}}[winner]
	other := []string{"what", "result", "outcome-1", winner, "points-1-1", points[0], "points-1-2", points[1], "why", "Two saw it."}
	m.Organiser.Sends(page, "#decide", other...).WantStatus(t, http.StatusOK).WantText(t, "#notice", "Decision saved")
	m.Players[0].Get(next).WantText(t, "#status", "Replaced after an earlier result was corrected").WantText(t, "#how", "Decided by Otto: Two saw it.").
		WantText(t, "#of", "Round 2 of “Winter cup”")
	m.Organiser.Get(next).WantCount(t, "#decide", 0)
	m.Organiser.Post(next+"/decide", "what", "off", "why", "So.", "revision", "2").WantStatus(t, http.StatusConflict).WantText(t, "#notice", "Other players replaced")
	m.Organiser.Get("/club/log?act=pairing-replaced").WantText(t, ".log", "in round 2 of “Winter cup”. Before: no result.")
	m.BoardOf(t, 2, "Dora")
	m.Settle(t)
	page = m.Organiser.Get(early).WantText(t, "#follows", "first cancel these pairings, last round first")
	was := page.Text("#status")
	for i, v := range other {
		other[i] = map[string]string{"first": "second", "second": "first", "20": "0", "0": "20"}[v]
		if other[i] == "" {
			other[i] = v
		}
	}
	m.Organiser.Sends(page, "#decide", other...).WantStatus(t, http.StatusConflict).WantText(t, "#problem-decide", "First cancel those pairings").WantText(t, "#status", was)
	final := "/pairings/" + m.Full(t).RoundBoards(2)[0].Pairing
	m.Organiser.Sends(m.Organiser.Get(final).WantText(t, "#decide", "nobody advances, unless you decide it later"), "#decide", "what", "off", "why", "It was another.").
		WantText(t, "#status", "Cancelled: nobody advances")
	m.Client(t).Get(m.Path+"/bracket").WantText(t, "main", "cancelled: nobody advances")
	page = m.Organiser.Get(early).WantText(t, "#follows", "these pairings are replaced")
	m.Organiser.Sends(page, "#decide", other...).WantStatus(t, http.StatusOK).WantText(t, "#notice", "Decision saved")
	m.Organiser.Get(final).WantText(t, "#status", "Replaced")
	m.Client(t).Get(m.Path).WantText(t, "main", "Final, 1 pairing open")
}

// Another winner of a knockout's earlier round replaces later pairings. That is refused here, and done on the page of the
// pairing with a new reason; other corrections are saved.
func TestWinnerOfAnEarlierKnockoutRound(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4, "kind", "knockout", "game", "six")
	m.Begin(t)
	path, boards := m.Path+"/rounds/1/results", m.Full(t).RoundBoards(1)
	a, b := fieldsOf(boards[0]), fieldsOf(boards[1])
	early := "/pairings/" + a.id
	m.Organiser.Sends(m.Organiser.Get(early), "#decide", "outcome-1", "first", "why", "Played at the club.").WantStatus(t, http.StatusOK)
	p := m.Organiser.Get(path).WantCount(t, "#later", 0)
	m.Organiser.Sends(p, "#results", b.outcome, "first").WantStatus(t, http.StatusOK)
	m.Publish(t)
	final := m.Full(t).RoundBoards(2)[0]
	p = m.Organiser.Get(path).WantText(t, "#later", "To change who advances, select the board’s number.")
	p = m.Organiser.Sends(p, "#results", a.outcome, "second").WantStatus(t, http.StatusConflict).
		WantText(t, "#problem-"+a.id, "Another player would advance").WantCount(t, "#problem-"+a.id+" a[href='"+early+"']", 1).
		WantCount(t, "[name="+a.outcome+"][value=second][checked]", 1)
	if got := m.Full(t); got.RoundBoards(1)[0].Winner != 1 || got.RoundBoards(2)[0].Pairing != final.Pairing {
		t.Errorf("the boards are %+v", got.Boards)
	}
	m.Organiser.Sends(p, "#results", a.outcome, "", a.absent, "forfeit-second").WantStatus(t, http.StatusOK) // the same player advances

	p = m.Organiser.Get(early).WantText(t, "#follows", "these pairings are replaced").WantCount(t, "#decide [name=why][required]", 1)
	p = m.Organiser.Sends(p, "#decide", "what", "forfeit-first", "outcome-1", "").WantStatus(t, http.StatusUnprocessableEntity)
	if got := m.Full(t).RoundBoards(2)[0]; got.Pairing != final.Pairing {
		t.Errorf("without a reason the final is %+v", got)
	}
	m.Organiser.Sends(p, "#decide", "why", "It was the other one.").WantStatus(t, http.StatusOK).WantText(t, "#how", "Decided by Otto: It was the other one.")
	if got := m.Full(t).RoundBoards(2)[0]; got.Pairing == final.Pairing {
		t.Error("the final is not replaced")
	}
}

// In an archived season no correction is possible, on ladders and in tournaments, and organisers read why.
func TestPairingInAnArchivedSeason(t *testing.T) {
	t.Parallel()
	m := sitetest.New(t).NewCup(t, 2, "kind", "robin")
	m.Begin(t)
	cup := m.BoardOf(t, 1, "Alma")
	m.Settle(t)
	c := sitetest.New(t).NewLadder(t, nil, "Ann", "Ben", "Cy")
	made := c.Accepts(c.Challenges("Ben", "Ann"))
	c.Settles(made, "Ben")
	for _, of := range []struct {
		site              *sitetest.Site
		organiser, player *sitetest.Client
		path, by, form    string
	}{{m.Site, m.Organiser, m.Players[0], cup, "Otto", "#decide"}, {c.Site, c.Organiser, c.Clients["Ann"], "/pairings/" + made.Pairing, "Olive", "#correct"}} {
		of.organiser.Get(of.path).WantCount(t, of.form, 1).WantCount(t, "#final", 0)
		seasons, err := of.site.DB.OpenSeasons(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, status := range []db.SeasonStatus{db.SeasonClosed, db.SeasonArchived} {
			if err := of.site.DB.SetSeason(t.Context(), seasons[0].ID, status, of.site.IdOf(t, of.by), of.site.Now()); err != nil {
				t.Fatal(err)
			}
		}
		of.organiser.Get(of.path).WantCount(t, of.form, 0).WantText(t, "#final", "This season is archived.")
		of.player.Get(of.path).WantCount(t, "#final", 0)
		of.organiser.Post(of.path+"/decide", "what", "off", "why", "So.", "revision", "2").WantStatus(t, http.StatusConflict).WantText(t, "#final", "archived")
	}
}

// A decision by forfeit keeps the results that are given with it, and those of games on this site.
func TestForfeitWithResults(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people, olga := s.Accounts(t, 2), s.Organiser(t, "Olga")
	anna, ben := people[0], people[1]
	table := s.Paired(t, db.NewPairing{Unit: pairing.Match}, "Anna", "Ben")
	page := olga.Get(web.Href(table.Ref())).WantText(t, "#decide", "applies to unplayed games only")
	given := []string{"what", pairing.SecondForfeit, "outcome-1", "first", "points-1-winner", "22", "why", "He had to go."}
	olga.Sends(page, "#decide", append(given, "outcome-2", "second", "points-2-winner", "20")...).WantStatus(t, http.StatusUnprocessableEntity).
		WantText(t, "#problem-decide", "nothing can be forfeited").WantCount(t, "#decide [name=points-1-winner][value='22']", 1)
	olga.Sends(page, "#decide", append(given, "points-1-winner", "50")...).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem-decide", "7 to 49")
	olga.Sends(page, "#decide", given...).WantStatus(t, http.StatusOK).WantText(t, "#status", "Anna wins the match, 71 to 0.").WantText(t, "tbody", "Anna224971")

	here := s.Paired(t, db.NewPairing{Key: "six", Unit: pairing.TwoGames, Site: true, Control: sitetest.ControlOf(t, "2d")}, "Anna", "Ben")
	anna.Post(anna.Get(web.Href(here.Ref())).Attribute("main ol a", "href") + "/resign")
	olga.Sends(olga.Get(web.Href(here.Ref())), "#decide", "what", pairing.SecondForfeit, "why", "Ill.").WantStatus(t, http.StatusOK).WantText(t, "#status", "Drawn, 1 to 1.")
	ben.Get(web.Href(here.Ref())).WantText(t, "main ol li:first-child", "Ben won").WantText(t, "main ol li:last-child", "Ben did not play")
}

// The page of a pairing of a ladder leads to the form that also corrects the places.
func TestCorrectionOnALadder(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Ann", "Ben", "Cy")
	made := c.Accepts(c.Challenges("Ben", "Ann"))
	path := "/pairings/" + made.Pairing
	c.Organiser.Get(path).WantCount(t, "#decide", 1).WantCount(t, "#correct", 0)
	c.Settles(made, "Ben")
	page := c.Organiser.Get(path).WantCount(t, "#decide", 0)
	c.Organiser.Get(page.Attribute("#correct", "href")).WantStatus(t, http.StatusOK).WantText(t, "h1", "Correct result")
	c.Clients["Ann"].Get(path).WantCount(t, "#correct", 0)
}

// A challenge that an organiser decided shows the organiser and the reason, whatever the decision; so does its
// pairing.
func TestDecidedChallenge(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Ann", "Ben", "Cy", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jo")
	wantDecision := func(href, status, how string) {
		t.Helper()
		c.Clients["Cy"].Get(href).WantText(t, "#status", status).WantText(t, "#how", "Decided by Olive: "+how)
		if got := c.Client(t).Get(href).Text("#how"); got != "Decided by Olive." {
			t.Errorf("a visitor reads %q", got)
		}
	}
	waits := c.Challenges("Ben", "Ann")
	c.Organiser.Post(web.Href(waits.Ref())+"/decide", "outcome", "from", "why", "Ann said so.").WantStatus(t, http.StatusOK)
	wantDecision(web.Href(waits.Ref()), "Ben beat Ann", "Ann said so.")

	lapsed := c.Accepts(c.Challenges("Dan", "Cy"))
	c.Organiser.Post(web.Href(lapsed.Ref())+"/decide", "outcome", "lapse", "why", "Both are ill.").WantStatus(t, http.StatusOK)
	wantDecision(web.Href(lapsed.Ref()), "Ended without a result", "Both are ill.")
	wantDecision("/pairings/"+lapsed.Pairing, "Cancelled", "Both are ill.")

	given := c.Accepts(c.Challenges("Fay", "Eve"))
	c.Organiser.Post(web.Href(given.Ref())+"/decide", "outcome", "to", "why", "Fay is ill.").WantStatus(t, http.StatusOK)
	wantDecision(web.Href(given.Ref()), "Eve beat Fay", "Fay is ill.")
	wantDecision("/pairings/"+given.Pairing, "Eve wins", "Fay is ill.")

	paired := c.Accepts(c.Challenges("Hal", "Gil"))
	c.Organiser.Sends(c.Organiser.Get("/pairings/"+paired.Pairing), "#decide", "outcome-1", "draw", "why", "They shook hands.").WantStatus(t, http.StatusOK)
	wantDecision(web.Href(paired.Ref()), "Drawn on", "They shook hands.")

	played := c.Accepts(c.Challenges("Jo", "Ida"))
	c.Settles(played, "Ida")
	c.Clients["Cy"].Get(web.Href(played.Ref())).WantText(t, "#status", "Ida beat Jo").WantCount(t, "#how", 0)
	preview := c.Organiser.Sends(c.Organiser.Get(web.Href(played.Ref())+"/correct"), "#decide", "what", "off", "why", "It was another.").WantStatus(t, http.StatusOK)
	c.Organiser.Sends(preview, "#accept").WantStatus(t, http.StatusOK)
	wantDecision(web.Href(played.Ref()), "Ended without a result", "It was another.")
}

// The front page and one e-mail list the decisions about a person, with the organiser and the reason.
func TestDecisionsReachPeople(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	people := s.Readers(t, 2)
	anna, ben := people[0], people[1]
	c, ctx := s.NewLadder(t, nil), t.Context()
	for _, name := range []string{"Anna", "Ben"} {
		_, err := s.DB.JoinLadder(ctx, c.Ladder.ID, s.IdOf(t, name), s.Now())
		c.Try(err)
	}
	made, _, err := s.DB.MakeChallenge(ctx, c.Ladder.ID, s.IdOf(t, "Ben"), s.IdOf(t, "Anna"), "hexone", false, s.Now())
	c.Try(err)
	s.Clock.Advance(time.Minute)
	anna.Get("/").WantCount(t, ".decisions", 0)
	ben.Get("/")
	s.Clock.Advance(time.Minute)
	won := ladder.Outcome{Winner: s.IdOf(t, "Ben")}
	_, err = s.DB.DecideChallenge(ctx, made.ID, c.People["Olive"].ID, won, "Anna did not <come>.", s.Now())
	c.Try(err)
	c.Try(s.DB.SetRole(ctx, s.IdOf(t, "Anna"), db.Organiser, db.Operator, s.Now()))
	_, err = web.MakeReset(ctx, s.DB, s.IdOf(t, "Anna"), db.Operator, s.Now())
	c.Try(err)
	texts := []string{
		"Olive decided your challenge with Ben on “Hexone ladder”: you lost.", "The operator changed your role: Member → Organiser.",
		"The operator created a password link for you.",
	}
	ofBen := "Olive decided your challenge with Anna on “Hexone ladder”: you won."

	mails := s.Send(t, 10*time.Minute)
	if len(mails) != 2 {
		t.Fatalf("%d mails come: %+v", len(mails), mails)
	}
	for _, m := range mails {
		said := append([]string{"Anna did not <come>.", s.Url + "/challenges/" + made.ID}, texts...)
		if m.To != "anna@mail.example" {
			said = []string{said[0], said[1], ofBen}
		}
		for _, text := range said {
			if !strings.Contains(m.Text, text) {
				t.Errorf("the mail to %s does not say %q:\n%s", m.To, text, m.Text)
			}
		}
	}
	page := anna.Get("/").WantCount(t, ".decisions li", 3).WantText(t, ".decisions q", "Anna did not <come>.")
	for _, text := range texts {
		page.WantText(t, ".decisions", text)
	}
	s.WantNone(t, time.Hour)
	for tag, text := range map[string]string{
		"fr": "a changé votre rôle", "es": "cambió tu rol: Miembro →", "ko": "내 역할을 바꿨어요",
	} {
		anna.With("Accept-Language", tag).Get("/").WantText(t, ".decisions", text)
	}
	ben.Get("/").WantCount(t, ".decisions li", 1).WantText(t, ".decisions", ofBen)

	// A card is put away, without JavaScript, and only by its own reader.
	link := page.Find(".decisions li:has(a)")
	if link.Length() == 0 {
		t.Error("no decision links to what it is about")
	}
	away := page.Attribute(".decisions li:first-child form", "action")
	ben.Post(away).WantStatus(t, http.StatusOK)
	anna.Get("/").WantCount(t, ".decisions li", 3)
	anna.NoRedirects().Post(away).WantStatus(t, http.StatusSeeOther)
	anna.Get("/").WantCount(t, ".decisions li", 2).WantNoText(t, ".decisions", texts[2])
	anna.Post("/decisions/none/away").WantStatus(t, http.StatusUnprocessableEntity)
	for range 3 { // older ones are folded
		s.Clock.Advance(time.Minute)
		_, err = web.MakeReset(ctx, s.DB, s.IdOf(t, "Anna"), db.Operator, s.Now())
		c.Try(err)
	}
	anna.Get("/").WantCount(t, "details .decisions li", 2).WantText(t, "summary", "2 older").WantCount(t, ".decisions li", 5)
	s.Clock.Advance(15 * 24 * time.Hour)
	anna.Get("/").WantCount(t, ".decisions", 0)
}

// Players who are entered together each read that they are.
func TestDecisionsAboutSeveral(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 2)
	for _, name := range []string{"Jo", "Kim"} {
		s.Cups[name], _ = s.NewAccount(t, name)
	}
	m.Organiser.Post(m.Path+"/entrants", "names", "Jo\nKim").WantStatus(t, http.StatusOK)
	for _, name := range []string{"Jo", "Kim"} {
		s.Cups[name].Get("/").WantText(t, ".decisions", "Otto added you to “Winter cup”.")
	}
}

// Every entrant reads on the front page that a tournament is called off, and why.
func TestCalledOffTournamentReachesEntrants(t *testing.T) {
	t.Parallel()
	m := sitetest.New(t).NewCup(t, 1)
	anna := m.Players[0]
	anna.Get("/").WantCount(t, ".decisions", 0)
	m.Organiser.Post(m.Path+"/off", "reason", "The hall has burnt <down>.").WantStatus(t, http.StatusOK)
	for tag, text := range map[string]string{
		"en": "Otto cancelled “Winter cup”.", "fr": "Otto a annulé « Winter cup ».",
		"es": "Otto canceló «Winter cup».", "ko": "Otto 님이 “Winter cup” 대회를 취소했어요.",
	} {
		page := anna.With("Accept-Language", tag).Get("/").WantCount(t, ".decisions li", 1).WantText(t, ".decisions li", text).
			WantText(t, ".decisions q", "The hall has burnt <down>.")
		if got := page.Attribute(".decisions li a", "href"); got != m.Path {
			t.Errorf("the decision links to %s", got)
		}
	}
}
