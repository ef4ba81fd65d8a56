package club_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// An organiser undoes acts on a ladder: from the message after the act, or from the log.
func TestUndoOnLadders(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben", "Carl")
	path, olive := web.Href(c.Ladder.Ref()), c.Organiser
	moves := []string{"what", "place", "player", "Carl", "place", "1", "why", "By mistake"}

	p := olive.Post(path+"/correct", moves...).WantStatus(t, http.StatusOK)
	c.WantOrder("Ben", "Carl Anna Ben")
	p = olive.Sends(p, "#notice form").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Undone.")
	c.WantOrder("Ben", "Anna Ben Carl")
	olive.Sends(p, "#notice form").WantStatus(t, http.StatusOK) // which undoes the undoing
	c.WantOrder("Ben", "Carl Anna Ben")

	olive.Post(path+"/close", "closed", "on").WantCount(t, "#closed", 1)
	log := olive.Get("/club/log").WantText(t, ".log li:first-child", "closed “").WantCount(t, ".log li:first-child button", 1)
	log.WantCount(t, ".log li form", 2) // the other is the last act about Carl's place
	c.Clients["Ben"].Get("/club/log").WantCount(t, ".log li form", 0)
	olive.Sends(log, ".log li:first-child form").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Undone.")
	olive.Get(path).WantCount(t, "#closed", 0)

	edited := c.Ladder.LadderTerms
	edited.Name, edited.About, edited.Settings.Reach = "Other", "About it", 1
	_, err := c.DB.EditLadder(t.Context(), c.Ladder.ID, edited, c.IdOf(t, "Olive"), c.Now())
	c.Try(err)
	olive.Sends(olive.Get("/club/log"), ".log li:first-child form").WantStatus(t, http.StatusOK)
	if l, err := c.DB.Ladder(t.Context(), c.Ladder.ID); err != nil || l.Name != c.Ladder.Name || l.About != c.Ladder.About || l.Settings.Reach != c.Ladder.Settings.Reach {
		t.Errorf("the terms are %+v, %v", l.LadderTerms, err)
	}

	removed := olive.Post(path+"/correct", "what", "remove", "player", "Anna", "why", "By mistake").WantStatus(t, http.StatusOK)
	c.WantOrder("Ben", "Carl Ben")
	olive.Sends(removed, "#notice form")
	c.WantOrder("Ben", "Carl Anna Ben")

	first := undoAddress(olive.Post(path+"/correct", "what", "place", "player", "Ben", "place", "1", "why", "So"))
	second := undoAddress(olive.Post(path+"/correct", "what", "place", "player", "Ben", "place", "2", "why", "So"))
	olive.Post(first).WantStatus(t, http.StatusConflict).WantText(t, "#problem", "Something has changed")
	c.Clients["Ben"].Post(second).WantStatus(t, http.StatusForbidden)
	made, _, err := c.DB.AuditLog(t.Context(), db.AuditFilter{Acts: []string{"ladder-made"}}, 1)
	c.Try(err)
	olive.Post("/club/log/"+strconv.Itoa(made[0].Number)+"/undo").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "This can’t be undone")
	olive.Post("/club/log/999/undo").WantStatus(t, http.StatusNotFound)
	olive.Post("/club/log/x/undo").WantStatus(t, http.StatusNotFound)
}

// undoAddress returns the address of the form in the message of a page, with which its reader undoes an act.
func undoAddress(p sitetest.WebPage) string { return p.Attribute("#notice form", "action") }

// Acts on tournaments are undone as long as nothing follows from them.
func TestUndoOnTournaments(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 4)
	otto := m.Organiser
	entrants := func() (names []string) {
		for _, e := range m.Full(t).Entrants {
			names = append(names, e.Name)
		}
		return names
	}
	before := strings.Join(entrants(), " ")
	want := func(what string) {
		t.Helper()
		if got := strings.Join(entrants(), " "); got != before {
			t.Errorf("after %s is undone, the entrants are %s, want %s", what, got, before)
		}
	}

	s.NewAccount(t, "Late")
	p := otto.Post(m.Path+"/entrants", "names", "Late").WantStatus(t, http.StatusOK)
	otto.Sends(p, "#notice form").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Undone.")
	want("an entry")

	last := m.Full(t).Entrants[3].Player
	p = otto.Post(m.Path+"/remove", "person", last.ID, "reason", "ill").WantStatus(t, http.StatusOK)
	otto.Sends(p, "#notice form").WantStatus(t, http.StatusOK)
	want("a removal")

	p = otto.Post(m.Path+"/begin").WantStatus(t, http.StatusOK)
	otto.Sends(p, "#notice form").WantStatus(t, http.StatusOK)
	if full := m.Full(t); full.Status != db.TournamentEntry || full.Length != 0 || !full.Begun.IsZero() {
		t.Errorf("the tournament is %s, with %d rounds", full.Status, full.Length)
	}
	m.Begin(t)
	m.Settle(t)
	p = otto.Post(m.Path+"/finish").WantStatus(t, http.StatusOK)
	otto.Sends(p, "#notice form").WantStatus(t, http.StatusOK)
	if full := m.Full(t); full.Status != db.TournamentRunning || full.Round != 1 || full.Length < 2 {
		t.Errorf("the tournament is %s, in round %d of %d", full.Status, full.Round, full.Length)
	}
}

// A published round and results are undone from the message after them, which offers no Undo where that is not possible.
func TestUndoOfRoundsAndResults(t *testing.T) {
	t.Parallel()
	m := sitetest.New(t).NewCup(t, 4, "rounds", "2")
	otto := m.Organiser
	otto.Post(m.Path+"/begin").WantStatus(t, http.StatusOK)
	p := m.Publish(t)
	pairing := "/pairings/" + m.Full(t).Boards[0].Pairing
	p = otto.Sends(p, "#notice form").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Round unpublished.")
	if full := m.Full(t); p.Path != m.Path || full.Round != 0 || len(full.Boards) > 0 {
		t.Errorf("%s shows the tournament in round %d", p.Path, full.Round)
	}
	otto.Get("/club/log").WantText(t, ".log li:first-child", "unpublished round 1 of “Winter cup”").WantCount(t, ".log li:first-child form", 0)
	otto.Get(pairing).WantText(t, "main", "its round was unpublished").WantCount(t, "form[action$=decide]", 0).WantCount(t, "main a[href='"+m.Path+"']", 1)

	p = m.Publish(t)
	pairing = "/pairings/" + m.Full(t).Boards[0].Pairing
	otto.Post(pairing+"/decide", "what", "off", "revision", "1", "why", "").WantStatus(t, http.StatusOK)
	otto.Post(undoAddress(p)).WantStatus(t, http.StatusConflict).WantText(t, "#problem", "can’t be unpublished")
	log := otto.Get("/club/log").WantText(t, ".log li:first-child", "cancelled").WantCount(t, ".log li:nth-child(2) form", 0)
	otto.Sends(log, ".log li:first-child form").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Undone.")
	if waiting := m.Full(t).Waiting(); waiting != 2 {
		t.Errorf("%d boards are open, want 2", waiting)
	}
	m.Settle(t)
	if p = m.Publish(t); p.Path != m.Path+"/rounds/2" {
		t.Errorf("publishing leads to %s", p.Path)
	}
	otto.Get("/club/log").WantCount(t, ".log li form", 1) // later than the results
}

// Settings of the club, seasons, roles and names are undone too. Those of admins show no button to organisers.
func TestUndoInTheClub(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	admin, _ := s.WithRole(t, "Alma", db.Admin)
	otto, _ := s.WithRole(t, "Otto", db.Organiser)
	_, mona := s.NewAccount(t, "Mona")

	p := admin.Post("/club/members/Mona/role", "role", "organiser").WantStatus(t, http.StatusOK)
	otto.Get("/club/log").WantCount(t, ".log li:first-child form", 0)
	otto.Post(undoAddress(p)).WantStatus(t, http.StatusForbidden)
	admin.Sends(p, "#notice form").WantStatus(t, http.StatusOK)
	if person, err := s.DB.Person(t.Context(), mona.ID); err != nil || person.Role != db.Member {
		t.Errorf("Mona is %s, %v", person.Role, err)
	}

	autumn := otto.Post("/seasons", "name", "Autumn").WantStatus(t, http.StatusOK).WantCount(t, "#notice form", 0).Path // nothing undoes that
	otto.Sends(otto.Post(autumn, "name", "Fall"), "#notice form").WantText(t, "h1", "Autumn")
	otto.Sends(otto.Post(autumn+"/status", "status", "closed"), "#notice form").WantText(t, "main", "Open season")

	admin.Post("/club/settings", "name", "Hex", "welcome", "Hello", "sign-up", "invited", "guests", "off", "zone", "Europe/Paris").WantStatus(t, http.StatusOK)
	for _, act := range []string{"club-name", "club-sign-up", "club-guests", "club-zone"} {
		admin.Sends(admin.Get("/club/log?act="+act), ".log li:first-child form").WantStatus(t, http.StatusOK)
	}
	if own, err := s.DB.Club(t.Context()); err != nil || own != (db.Club{Open: true, Guests: true}) {
		t.Errorf("the club's settings are %+v, %v", own, err)
	}
}

// The corrected name of a member who has not joined is put back too, unless another member has taken it meanwhile.
func TestUndoOfCorrectedNames(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	otto, _ := s.WithRole(t, "Otto", db.Organiser)
	if err := s.DB.ImportMembers(t.Context(), []db.NewMember{{Name: "Pia", Hash: web.HashID("pia")}}, s.IdOf(t, "Otto"), s.Now().Add(time.Hour), s.Now()); err != nil {
		t.Fatal(err)
	}
	p := otto.Post("/club/members/Pia/name", "name", "Pina", "sure", "yes").WantStatus(t, http.StatusOK).WantText(t, "h1", "Pina")
	const first = ".log li:first-child"
	otto.Get("/club/log").WantText(t, first, "corrected Pia’s name to Pina before they joined.").WantCount(t, first+" q", 0)
	otto.Sends(p, "#notice form").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Undone.")
	otto.Get("/club/log").WantText(t, first, "corrected Pina’s name to Pia before they joined.").WantText(t, first+" q", "Undone")
	otto.Get("/club/members/Pia").WantText(t, "h1", "Pia")
	p = otto.Post("/club/members/Pia/name", "name", "Pina", "sure", "yes").WantStatus(t, http.StatusOK)
	s.NewAccount(t, "Pia") // the old name is free
	otto.Post(undoAddress(p)).WantStatus(t, http.StatusConflict).WantText(t, "#problem", "taken")
}

// One Undo takes back the entry of all that were entered together: in a tournament, and on a ladder.
func TestUndoOfMany(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 2)
	for _, name := range []string{"Ida", "Kim", "Lou"} {
		s.NewAccount(t, name)
	}
	p := m.Organiser.Post(m.Path+"/entrants", "names", "Ida\nKim\nLou").WantStatus(t, http.StatusOK).WantText(t, "#notice", "3 players added.")
	m.Organiser.Get("/club/log").WantText(t, ".log details", "Ida, Kim, Lou").WantCount(t, ".log li:first-child form", 1)
	m.Organiser.Sends(p, "#notice form").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Undone")
	if n := len(m.Full(t).Entrants); n != 2 {
		t.Errorf("%d entrants are left", n)
	}
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben")
	for _, name := range []string{"Carl", "Dora"} {
		c.NewAccount(t, name)
	}
	path := web.Href(c.Ladder.Ref())
	p = c.Organiser.Post(path+"/add", "names", "Carl\nDora").WantStatus(t, http.StatusOK).WantText(t, "#notice", "2 players added.")
	c.WantOrder("Anna", "Anna Ben Carl Dora")
	c.Organiser.Sends(p, "#notice form").WantStatus(t, http.StatusOK)
	c.WantOrder("Anna", "Anna Ben")
	c.Organiser.Get("/club/log").WantText(t, ".log li:first-child", "removed 2 players from").WantText(t, ".log li:first-child details", "Carl, Dora")
}
