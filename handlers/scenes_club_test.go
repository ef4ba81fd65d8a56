package handlers_test

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"hexclub/db"
)

// addClub adds the pages of a club in which much is going on, as members, organisers
// and admins see them. All other scenes have its name above them.
func (s *stage) addClub(t *testing.T) {
	t.Helper()
	admin, adminIs := s.withRole(t, "Adminée of the long winding", db.Admin)
	organiser, _ := s.withRole(t, "Odo", db.Organiser)
	const welcome = "# We meet on Tuesdays\n\nIn the **Blue Lamp**, from eight. Beginners are welcome: see our [rules](/rules).\n\n- Hexone\n- Six\n\n" +
		"Write to <club@mail.example>."
	club := db.Club{Name: "Brettspielclub Sechseck zu Hohenwestedt", Open: true, Guests: true}
	if _, err := s.DB.SetClub(t.Context(), club, welcome, adminIs.ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	s.add("club", s.stranger, "/club")
	s.add("club-member", s.member, "/club")
	s.add("club-admin", admin, "/club")
	s.add("club-settings", admin, "/club/settings")
	s.post("club-settings-problem", admin, "/club/settings", "name", strings.Repeat("W", 41), "welcome", "Hello", "sign-up", "open", "guests", "on")
	s.add("admin", admin, "/admin")
	s.add("club-forbidden", s.member, "/club/settings")
	s.add("log-in-first", s.stranger, "/club/log")

	var list []db.NewMember
	for i := range 55 {
		list = append(list, db.NewMember{Name: fmt.Sprintf("Member %02d of the long winding", i), Hash: hashOf(fmt.Sprint("member", i))})
	}
	expires := s.Now().Add(24 * time.Hour)
	if err := s.DB.ImportMembers(t.Context(), list, adminIs.ID, expires, s.Now()); err != nil {
		t.Fatal(err)
	}
	for i, n := range []db.NewInvitation{{Hash: hashOf("anybody"), Uses: 5}, {Note: "For all who came to the evening of open boards in June", Uses: 1}, {Uses: 2}} {
		n.Expires = expires
		if n.Hash == "" {
			n.Hash = hashOf(fmt.Sprint("invitation", i))
		}
		if err := s.DB.Invite(t.Context(), n, adminIs.ID, s.Now()); err != nil {
			t.Fatal(err)
		}
	}
	if invitations, _, err := s.DB.Invitations(t.Context(), "", 1); err != nil || s.DB.Revoke(t.Context(), invitations[0].ID, adminIs.ID, s.Now()) != nil {
		t.Fatal(err)
	}
	var seasons []string
	for _, name := range []string{"Autumn 2025", "Spring 2026", "Autumn of the long and winding evenings 2026"} {
		before := ""
		if len(seasons) > 0 {
			before = seasons[len(seasons)-1]
		}
		season, err := s.DB.NewSeason(t.Context(), name, before, adminIs.ID, s.Now())
		if err != nil {
			t.Fatal(err)
		}
		seasons = append(seasons, season.ID)
	}
	organiser.post("/tournaments", "season", seasons[1], "game", "six", "name", "Cup of the long and winding").wantStatus(t, 200)
	for i, to := range []db.SeasonStatus{db.SeasonClosed, db.SeasonArchived, db.SeasonClosed} {
		if err := s.DB.SetSeason(t.Context(), seasons[i/2], to, adminIs.ID, s.Now()); err != nil {
			t.Fatal(err)
		}
	}
	s.add("members", s.member, "/club/members")
	s.add("members-organiser", organiser, "/club/members")
	s.add("members-none", s.member, "/club/members?name=nobody&role=admin")
	s.add("member-organiser", organiser, "/club/members/Member%2000%20of%20the%20long%20winding")
	s.post("member-link", organiser, "/club/members/Member%2001%20of%20the%20long%20winding/invitation", "said", "yes")
	s.add("member-admin", admin, "/club/members/Odo")
	s.post("member-problem", admin, "/club/members/Admin%C3%A9e%20of%20the%20long%20winding/role", "role", "member")
	s.post("member-reset", admin, "/club/members/Odo/reset", "said", "yes")
	s.addLinks(t)
	s.add("member-plain", organiser, "/club/members/Am%C3%A9lie")
	_, shut := s.newAccount(t, "Shut of the long winding")
	if _, err := s.DB.CloseAccount(t.Context(), shut.ID, "Spam", adminIs.ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	s.add("member-closed", organiser, "/club/members/Shut%20of%20the%20long%20winding")
	s.add("profile-closed", organiser, "/people/Shut%20of%20the%20long%20winding")
	s.post("member-close-problem", organiser, "/club/members/Am%C3%A9lie/close", "reason", "Spam")
	s.post("login-closed", s.stranger, "/login", "name", "Shut of the long winding", "password", password)
	for i, reason := range []string{"Spam from everywhere, all the evening long, and all the winding night", ""} {
		ban := db.Ban{Prefix: netip.MustParsePrefix(fmt.Sprintf("2001:db8:1234:567%d::/64", i)), Reason: reason, Until: expires}
		if err := s.DB.AddBan(t.Context(), ban, adminIs.ID, s.Now()); err != nil {
			t.Fatal(err)
		}
	}
	s.add("bans", admin, "/admin/bans")
	s.post("bans-problem", admin, "/admin/bans", "range", "0.0.0.0/0", "reason", "Spam", "length", "week")
	s.add("invitations", organiser, "/club/invitations")
	s.post("invitations-problem", organiser, "/club/invitations", "uses", "0", "days", "14")
	s.post("invitations-made", organiser, "/club/invitations", "uses", "3", "days", "14")
	s.add("invited", s.stranger, "/invited/anybody")
	s.post("invited-problem", s.stranger, "/invited/anybody", "name", "Odo", "password", "correct horse battery")
	s.add("invited-member", s.stranger, "/invited/member3")
	s.add("invited-late", s.stranger, "/invited/late")
	s.add("import", organiser, "/club/import")
	s.post("import-problem", organiser, "/club/import", "list", "\"open")
	s.post("import-preview", organiser, "/club/import", "list", "name,email\nPia,pia@mail.example\nOdo\nPia\nQuinn,none\n")
	s.post("import-good", organiser, "/club/import", "list", "Pia,pia@mail.example\nQuinn of the long and winding\n")
	s.post("import-done", organiser, "/club/import", "sure", "all", "list", "Pia,pia@mail.example\nQuinn of the long and winding\n")
	s.add("log", s.member, "/club/log")
	s.add("log-problem", s.member, "/club/log?person=nobody")
	s.add("seasons", s.stranger, "/seasons")
	s.add("seasons-organiser", organiser, "/seasons")
	s.post("seasons-problem", organiser, "/seasons", "name", "Autumn 2025", "continues", seasons[1])
	s.add("season", s.stranger, "/seasons/"+seasons[2])
	s.add("season-organiser", organiser, "/seasons/"+seasons[2])
	s.add("season-archived", organiser, "/seasons/"+seasons[0])
	s.post("season-going-on", organiser, "/seasons/"+seasons[1]+"/status", "status", "archived")
	s.post("season-problem", organiser, "/seasons/"+seasons[1], "name", "-")
}

// addLinks adds the pages to which links for new passwords lead, and, on a site that
// begins and sends no mails, what it shows of them and of its first admin.
func (s *stage) addLinks(t *testing.T) {
	t.Helper()
	_, olga := s.newAccount(t, "Olga of the long and winding")
	if err := s.DB.MakeReset(t.Context(), db.Reset{Hash: hashOf("olga"), Person: olga, Expires: s.Now().Add(24 * time.Hour)}, db.Operator, s.Now()); err != nil {
		t.Fatal(err)
	}
	s.add("reset", s.stranger, "/reset/olga")
	s.post("reset-problem", s.stranger, "/reset/olga", "password", "short")
	s.add("reset-late", s.stranger, "/reset/late")

	young := newSite(t)
	offer, err := young.Account.OfferAdmin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	member, _ := young.newAccount(t, "Amélie")
	s.add("forgotten-no-mails", young.client(t), "/login/forgotten")
	s.add("first-admin", young.client(t), offer)
	s.post("first-admin-problem", young.client(t), offer, "name", "A", "password", password)
	s.add("first-admin-member", member, offer)
	s.add("first-admin-late", s.stranger, "/first-admin/late")
}
