package sitetest

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/mail/mailtest"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
	"hexclub/views/page"
)

// AddClub adds the pages of a busy club, as seen by members, organisers and admins. From then on,
// all pages have its name.
func (s *Stage) AddClub(t *testing.T) {
	t.Helper()
	admin, adminIs := s.WithRole(t, "Adminée of the long winding", db.Admin)
	organiser, _ := s.WithRole(t, "Odo", db.Organiser)
	const welcome = "# We meet on Tuesdays\n\nIn the **Blue Lamp**, from eight. Beginners are welcome: see our [rules](/rules).\n\n- Hexone\n- Six\n- <club@mail.example>\n\n<us@mail.example>\n\n" +
		"Write to <club@mail.example>."
	club := db.Club{Name: "Brettspielclub Sechseck zu Hohenwestedt", Open: true, Guests: true}
	if _, err := s.DB.SetClub(t.Context(), club, welcome, adminIs.ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	s.Add("club", s.Stranger, "/club")
	s.Add("club-member", s.Member, "/club")
	s.Add("club-admin", admin, "/club")
	s.Add("club-settings", admin, "/club/settings")
	s.Post("club-settings-problem", admin, "/club/settings", "name", strings.Repeat("W", 41), "welcome", "Hello", "sign-up", "open", "guests", "on")
	for i, palette := range page.Palettes {
		s.Add("styleguide-"+palette, s.Stranger, "/styleguide?palette="+palette+"&style="+page.Styles[i])
	}
	s.Add("admin", admin, "/admin")
	s.Add("club-forbidden", s.Member, "/club/settings")
	s.Add("log-in-first", s.Stranger, "/club/log")

	var list []db.NewMember
	for i := range 55 {
		list = append(list, db.NewMember{Name: fmt.Sprintf("Member %02d of the long winding", i), Hash: HashOf(fmt.Sprint("member", i))})
	}
	expires := s.Now().Add(24 * time.Hour)
	if err := s.DB.ImportMembers(t.Context(), list, adminIs.ID, expires, s.Now()); err != nil {
		t.Fatal(err)
	}
	for i, n := range []db.NewInvitation{{Hash: HashOf("anybody"), Uses: 5}, {Note: "For all who came to the evening of open boards in June", Uses: 1}, {Uses: 2}} {
		n.Expires = expires
		if n.Hash == "" {
			n.Hash = HashOf(fmt.Sprint("invitation", i))
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
	organiser.Post("/tournaments", "season", seasons[1], "game", "six", "name", "Cup of the long and winding").WantStatus(t, 200)
	for i, to := range []db.SeasonStatus{db.SeasonClosed, db.SeasonArchived, db.SeasonClosed} {
		if err := s.DB.SetSeason(t.Context(), seasons[i/2], to, adminIs.ID, s.Now()); err != nil {
			t.Fatal(err)
		}
	}
	s.Add("members", s.Member, "/club/members")
	s.Add("members-organiser", organiser, "/club/members")
	s.Add("members-none", s.Member, "/club/members?name=nobody&role=admin")
	s.Add("members-newest", organiser, "/club/members?sort=since&waiting=yes")
	s.Add("member-organiser", organiser, "/club/members/Member%2000%20of%20the%20long%20winding")
	s.Post("member-link", organiser, "/club/members/Member%2001%20of%20the%20long%20winding/invitation", "said", "yes")
	s.Add("member-admin", admin, "/club/members/Odo")
	s.Post("member-problem", admin, "/club/members/Admin%C3%A9e%20of%20the%20long%20winding/role", "role", "member")
	s.Post("member-reset", admin, "/club/members/Odo/reset", "said", "yes")
	s.addLinks(t)
	s.Add("member-plain", organiser, "/club/members/Am%C3%A9lie")
	_, shut := s.NewAccount(t, "Shut of the long winding")
	if _, err := s.DB.CloseAccount(t.Context(), shut.ID, "Spam", adminIs.ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	s.Add("member-delete", admin, "/club/members/Shut%20of%20the%20long%20winding/delete")
	s.Post("member-delete-problem", admin, "/club/members/Am%C3%A9lie/delete", "sure", "yes")
	s.Add("member-closed", organiser, "/club/members/Shut%20of%20the%20long%20winding")
	s.Add("profile-closed", organiser, "/people/Shut%20of%20the%20long%20winding")
	s.Post("member-close-problem", organiser, "/club/members/Am%C3%A9lie/close", "reason", "Spam")
	s.Post("login-closed", s.Stranger, "/login", "name", "Shut of the long winding", "password", Password)
	for i, reason := range []string{"Spam from everywhere, all the evening long, and all the winding night", ""} {
		ban := db.Ban{Prefix: netip.MustParsePrefix(fmt.Sprintf("2001:db8:1234:567%d::/64", i)), Reason: reason, Until: expires}
		if err := s.DB.AddBan(t.Context(), ban, adminIs.ID, s.Now()); err != nil {
			t.Fatal(err)
		}
	}
	s.Add("bans", admin, "/admin/bans")
	s.Post("bans-problem", admin, "/admin/bans", "range", "0.0.0.0/0", "reason", "Spam", "length", "week")
	s.Add("invitations", organiser, "/club/invitations")
	s.Post("invitations-problem", organiser, "/club/invitations", "uses", "0", "days", "14")
	s.Post("invitations-made", organiser, "/club/invitations", "uses", "3", "days", "14")
	s.Post("invitations-role-problem", admin, "/club/invitations", "uses", "2", "days", "14", "role", "organiser")
	s.Post("member-role-pending", admin, "/club/members/Member%2002%20of%20the%20long%20winding/role", "role", "organiser")
	s.Add("invited", s.Stranger, "/invited/anybody")
	s.Post("invited-problem", s.Stranger, "/invited/anybody", "name", "Odo", "password", "correct horse battery")
	s.Add("invited-member", s.Stranger, "/invited/member3")
	s.Add("invited-late", s.Stranger, "/invited/late")
	s.Add("import", organiser, "/club/import")
	s.Post("import-problem", organiser, "/club/import", "list", "\"open")
	s.Post("import-preview", organiser, "/club/import", "list", "name,email\nPia,pia@mail.example\nOdo\nPia\nQuinn,none\n")
	s.Post("import-good", organiser, "/club/import", "list", "Pia,pia@mail.example\nQuinn of the long and winding\n")
	s.Post("import-done", organiser, "/club/import", "sure", "all", "list", "Pia,pia@mail.example\nQuinn of the long and winding\n")
	s.Add("log", s.Member, "/club/log")
	s.Add("log-problem", s.Member, "/club/log?person=nobody")
	s.Add("seasons", s.Stranger, "/seasons")
	s.Add("seasons-new", organiser, "/seasons?new=yes")
	s.Add("ladders-none", s.Member, "/ladders")
	s.Add("tournaments-organiser", organiser, "/tournaments")
	s.Add("seasons-organiser", organiser, "/seasons")
	s.Post("seasons-problem", organiser, "/seasons", "name", "Autumn 2025", "continues", seasons[1])
	s.Add("season", s.Stranger, "/seasons/"+seasons[2])
	s.Add("season-organiser", organiser, "/seasons/"+seasons[2])
	s.Add("season-archived", organiser, "/seasons/"+seasons[0])
	s.Add("season-close", organiser, "/seasons/"+seasons[2]+"/status?to=closed")
	s.Add("season-archive", organiser, "/seasons/"+seasons[1]+"/status?to=archived")
	s.Post("season-going-on", organiser, "/seasons/"+seasons[1]+"/status", "status", "archived")
	s.Post("season-problem", organiser, "/seasons/"+seasons[1], "name", "-")
}

// addLinks adds pages for password reset links, and pages of a new site without mail.
func (s *Stage) addLinks(t *testing.T) {
	t.Helper()
	_, olga := s.NewAccount(t, "Olga of the long and winding")
	if err := s.DB.MakeReset(t.Context(), db.Reset{Hash: HashOf("olga"), Person: olga, Expires: s.Now().Add(24 * time.Hour)}, db.Operator, s.Now()); err != nil {
		t.Fatal(err)
	}
	s.Add("reset", s.Stranger, "/reset/olga")
	s.Post("reset-problem", s.Stranger, "/reset/olga", "password", "short")
	s.Add("reset-late", s.Stranger, "/reset/late")

	young := New(t)
	offer, err := young.Account.OfferAdmin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	member, _ := young.NewAccount(t, "Amélie")
	s.Add("forgotten-no-mails", young.Client(t), "/login/forgotten")
	s.Add("first-admin", young.Client(t), offer)
	s.Post("first-admin-problem", young.Client(t), offer, "name", "A", "password", Password)
	s.Add("first-admin-member", member, offer)
	s.Add("first-admin-late", s.Stranger, "/first-admin/late")
}

// AddLadders adds ladders, empty and busy, as seen by players, organisers and visitors.
func (s *Stage) AddLadders(t *testing.T) {
	t.Helper()
	c := s.NewLadder(t, func(l *db.LadderTerms) {
		l.Name, l.About = "The winter ladder of the long and winding evenings", "We play on **Tuesdays**.\n\n- Bring a board"
		l.Settings = ladder.Default("hexone", "tartan")
		l.Venue, l.Control, l.Rated = db.Either, ThreeDays, true
	})
	s.Add("ladder-empty", s.Stranger, web.Href(c.Ladder.Ref()))
	names := []string{"Mia", "Noah of the long and winding way", "Ona", "Pau", "Quentin", "Rosa", "Sven", "Tilda"}
	for _, name := range names {
		c.Member(name)
		c.Try(c.Joins(name))
	}
	settled := c.Accepts(c.Challenges("Rosa", "Ona"))
	c.Settles(settled, "Rosa")
	c.Passes(40 * 24 * time.Hour)
	c.Settles(c.Accepts(c.Challenges("Tilda", "Quentin")), "Tilda")
	waiting := c.Challenges(c.at(3), c.at(1))
	playing := c.Accepts(c.Challenges(c.at(5), c.at(4)))
	s.addNewcomers(t, c)
	path := web.Href(c.Ladder.Ref())
	s.Add("ladder", s.Stranger, path)
	s.Add("ladder-present", s.Stranger, "/projector"+path)
	s.Add("ladder-member", s.Member, path)
	s.Add("ladder-player", c.Clients[c.at(2)], path)
	s.Add("ladder-challenged", c.Clients[c.at(1)], path)
	s.Add("ladder-organiser", c.Organiser, path)
	s.Add("ladder-rules", s.Stranger, path+"/rules")
	s.Add("ladder-history", c.Clients[c.at(4)], path+"/history")
	s.Add("ladder-history-problem", s.Stranger, path+"/history?player=Nobody")
	s.Add("ladder-chronicle", s.Stranger, path+"/chronicle")
	s.Add("ladder-chronicle-problem", s.Stranger, path+"/chronicle?player=Nobody")
	s.Add("ladder-may", c.Clients[c.at(8)], path)
	s.Add("ladder-confirm", c.Clients[c.at(8)], fmt.Sprintf("%s/challenge/%s", path, c.at(7)))
	s.Add("ladder-refused", c.Clients[c.at(7)], fmt.Sprintf("%s/challenge/%s", path, c.at(6)))
	s.Add("ladder-record", c.Organiser, path+"/record")
	s.Add("ladder-record-player", c.Clients[c.at(2)], path+"/record")
	s.Add("ladder-record-nobody", s.Member, path+"/record")
	s.Post("ladder-record-problem", c.Organiser, path+"/record", "first", c.at(1), "second", c.at(1), "game", "hexone", "points-1-1", "20")
	s.Post("ladder-record-points", c.Organiser, path+"/record", "first", c.at(1), "second", c.at(2), "game", "hexone", "outcome-1", "first")
	s.Add("challenge-challenger", c.Clients[c.at(3)], web.Href(waiting.Ref()))
	s.Add("challenge-challenged", c.Clients[c.at(1)], web.Href(waiting.Ref()))
	s.Add("challenge-playing", s.Stranger, web.Href(playing.Ref()))
	s.Add("challenge-organiser", c.Organiser, web.Href(waiting.Ref()))
	s.Post("challenge-problem", c.Organiser, web.Href(waiting.Ref())+"/decide", "outcome", "draw")
	correct := web.Href(settled.Ref()) + "/correct"
	s.Add("result-correct", c.Organiser, correct)
	s.Post("result-problem", c.Organiser, correct, "what", "result", "outcome-1", "draw", "revision", "3")
	s.Post("result-preview", c.Organiser, correct, "what", "result", "outcome-1", "draw", "revision", "3", "why", "The sheet says so.")
	s.Post("result-changed", c.Organiser, correct, "what", "result", "outcome-1", "draw", "revision", "3", "why", "The sheet says so.", "mark", "other")
	s.Add("challenge-ended", c.Organiser, web.Href(settled.Ref()))
	s.Add("ladder-new", c.Organiser, "/seasons/"+c.Season.ID+"/ladders/new")
	wrong := ladderForm(nil, "", "")
	for name, value := range map[string]string{"name": "", "reach": "many", "unit": "match", "games": "six"} {
		wrong[slices.Index(wrong, name)+1] = value
	}
	s.Post("ladder-new-problem", c.Organiser, "/seasons/"+c.Season.ID+"/ladders", wrong...)
	s.Post("ladder-new-preview", c.Organiser, "/seasons/"+c.Season.ID+"/ladders/preview", "preset", "strict", "shown", "classic", "answer", "5", "games", "six")
	s.Add("ladder-edit", c.Organiser, path+"/edit")
	s.Add("ladder-order", c.Organiser, path+"/order")
	s.Post("ladder-order-drawn", c.Organiser, path+"/order", "by", "draw")
	s.Post("ladder-order-removing", c.Organiser, path+"/order", "remove", c.People[c.at(1)].ID)
	s.Post("ladder-order-problem", c.Organiser, path+"/order", "save", "yes", "order", "nobody")
	s.Add("ladder-add", c.Organiser, path+"/add")
	s.Post("ladder-add-unknown", c.Organiser, path+"/add", "names", "Nobody known\n"+c.at(1)+"a")
	s.Post("ladder-add-problem", c.Organiser, path+"/add")
	s.Add("ladder-correct", c.Organiser, path+"/correct")
	s.Add("ladder-close", c.Organiser, path+"/close")
	s.Post("ladder-correct-problem", c.Organiser, path+"/correct", "what", "place", "player", "Nobody", "place", "1")
	s.Add("home-ladder", c.Clients[c.at(1)], "/")
	s.Add("club-ladder", c.Clients[c.at(1)], "/club")

	closed := s.nextLadder(t, c)
	s.Add("ladder-closed", s.Stranger, web.Href(closed.Ref()))
	s.Add("ladders", c.Clients[c.at(1)], "/ladders")
	s.Add("ladders-organiser", c.Organiser, "/ladders")
}

// addNewcomers adds a ladder with an imported member before joining, as seen by a player with a
// free challenge.
func (s *Stage) addNewcomers(t *testing.T, c *testLadder) {
	t.Helper()
	imported := []db.NewMember{{Name: "Vera of the long winding and never ending", Hash: HashOf("vera")}}
	c.Try(c.DB.ImportMembers(t.Context(), imported, c.People["Olive"].ID, c.Now().Add(time.Hour), c.Now()))
	c.Organiser.Post(web.Href(c.Ladder.Ref())+"/correct", "what", "add", "player", imported[0].Name, "why", "plays on Tuesdays").WantStatus(t, http.StatusOK)
	c.Member("Uma")
	c.Try(c.Joins("Uma"))
	uma, path := c.Clients["Uma"], web.Href(c.Ladder.Ref())
	s.Add("ladder-newcomer", uma, path)
	s.Add("ladder-free", uma, path+"/challenge/"+c.at(2))
	s.Add("ladder-absent", uma, path+"/challenge/"+url.PathEscape(imported[0].Name))
}

// nextLadder creates a ladder that continues another, and closes it.
func (s *Stage) nextLadder(t *testing.T, c *testLadder) db.Ladder {
	t.Helper()
	olive := c.People["Olive"].ID
	next, err := s.DB.CreateLadder(t.Context(), c.Season.ID, c.Ladder.ID, c.Ladder.LadderTerms, olive, s.Now())
	c.Try(err)
	_, err = s.DB.CloseLadder(t.Context(), next.ID, true, olive, s.Now())
	c.Try(err)
	return next
}

// AddPairings adds pairings of the club in every state.
func (s *Stage) AddPairings(t *testing.T) {
	t.Helper()
	paula, _ := s.NewAccount(t, "Paula of the long and winding")
	piet, _ := s.NewAccount(t, "Piet")
	olga := s.Organiser(t, "Olga")
	pair := func(n db.NewPairing) string {
		t.Helper()
		return web.Href(s.Paired(t, n, "Paula of the long and winding", "Piet").Ref())
	}
	match := []string{"outcome-1", "first", "points-1-1", "20", "outcome-2", "second", "points-2-2", "20"}
	soon := s.Now().Add(48 * time.Hour)

	open := pair(db.NewPairing{Key: "hexit", Decisive: true, Due: soon})
	s.Add("pairing-open", paula, open)
	s.Add("pairing-stranger", s.Stranger, open)
	s.Add("pairing-organiser", olga, open)
	s.Post("pairing-problem", paula, open+"/enter", "outcome-1", "first", "points-1-1", "many")
	s.Post("pairing-decide-problem", olga, open+"/decide", "what", "result", "revision", "1", "why", "")

	entered := pair(db.NewPairing{Unit: pairing.Match})
	paula.Post(entered+"/enter", match...).WantStatus(t, http.StatusOK)
	s.Add("pairing-entered", piet, entered)
	s.Add("pairing-waits", paula, entered)

	contested := pair(db.NewPairing{Unit: pairing.Match})
	paula.Post(contested+"/enter", match...).WantStatus(t, http.StatusOK)
	piet.Post(contested+"/contest", "revision", "2", "why", "We stopped at 19.").WantStatus(t, http.StatusOK)
	s.Add("pairing-contested", piet, contested)
	s.Add("pairing-contested-organiser", olga, contested)

	tied := pair(db.NewPairing{Unit: pairing.Match})
	paula.Post(tied+"/enter", match...).WantStatus(t, http.StatusOK)
	piet.Post(tied+"/confirm", "revision", "2").WantStatus(t, http.StatusOK)
	s.Add("pairing-tied", s.Stranger, tied)
	s.Add("pairing-correct", olga, tied)

	forfeit := pair(db.NewPairing{Key: "six", Unit: pairing.TwoGames, Site: true, Rated: true, Control: ThreeDays})
	s.Add("pairing-site", paula, forfeit)
	live := pair(db.NewPairing{Site: true, Control: FiveMinutes, Due: soon})
	s.Add("pairing-live", piet, live)
	near := pair(db.NewPairing{Due: soon})
	s.DueIn(t, near, 5*time.Hour)
	s.Add("pairing-near", piet, near)
	s.Add("deadline-near", piet, "/rules/hexit")
	given := pair(db.NewPairing{Unit: pairing.TwoGames})
	olga.Post(given+"/decide", "what", "forfeit-second", "revision", "1", "why", "Piet was ill.").WantStatus(t, http.StatusOK)
	s.Add("pairing-forfeit", piet, given)
	s.Add("home-club", piet, "/")
	s.Add("profile-club", s.Stranger, "/people/Piet")
	s.Add("board-games", s.Stranger, "/people/Piet/board")
	s.Add("board-games-none", olga, "/people/Olga/board")
	s.Add("home-disputes", olga, "/")
}

// AddPeople adds pages about a person: the home page, profiles, archives, and the deletion of an
// account.
func (s *Stage) AddPeople(t *testing.T) {
	t.Helper()
	yves, yvesIs := s.NewAccount(t, "Yves of the long and winding")
	zoe, zoeIs := s.NewAccount(t, "Zoé")
	_, gone := s.NewAccount(t, "Gone")
	rated := db.Terms{Rated: true}
	for i, control := range []db.NewGame{{Control: FiveMinutes}, {Control: ThreeDays}, {Control: FiveMinutes}, {Control: ThreeDays}} {
		control.Host, control.Terms = yvesIs.ID, rated
		s.Resigned(t, s.Made(t, control, zoeIs), []db.Person{zoeIs, zoeIs, yvesIs, zoeIs}[i])
	}
	s.Resigned(t, s.Made(t, db.NewGame{Host: gone.ID}, yvesIs), yvesIs)
	s.Resigned(t, s.Made(t, db.NewGame{Host: yvesIs.ID, BothSeats: true}), yvesIs)
	for _, game := range games.All() {
		for range 2 {
			s.Made(t, db.NewGame{Key: game.Info().Key, Host: yvesIs.ID, Control: ThreeDays, Terms: rated}, zoeIs)
		}
	}
	four := rules.Setup{Options: map[string]string{"seats": "4"}}
	s.Made(t, db.NewGame{Key: "six", Host: yvesIs.ID, Setup: four}, zoeIs)
	s.Made(t, db.NewGame{Key: "six", Host: zoeIs.ID, Setup: four, HostSeat: 1}, yvesIs)
	s.Made(t, db.NewGame{Host: yvesIs.ID, HostSeat: 2, Control: ThreeDays}, zoeIs)
	s.Made(t, db.NewGame{Host: yvesIs.ID, BothSeats: true})
	old := s.Made(t, db.NewGame{Host: yvesIs.ID, BothSeats: true})
	if _, err := s.Raw(t).Exec("UPDATE games SET changed = $1 WHERE id = $2", s.Now().Add(-20*24*time.Hour).UnixMilli(), old.ID); err != nil {
		t.Fatal(err)
	}
	s.Made(t, db.NewGame{Key: "tartan", Host: zoeIs.ID, Opponent: yvesIs.ID, Control: FiveMinutes, Terms: rated})
	if _, err := s.DB.DeletePerson(t.Context(), gone.ID, s.Now()); err != nil {
		t.Fatal(err)
	}

	const path = "/people/Yves%20of%20the%20long%20and%20winding"
	s.Add("home-player", yves, "/")
	s.Add("profile", zoe, path)
	s.Add("profile-own", yves, path)
	s.Add("profile-new", s.Stranger, "/people/Am%C3%A9lie")
	s.Add("players", zoe, "/people")
	s.Add("players-game", s.Stranger, "/people?game=hexone")
	s.Add("players-none", s.Stranger, "/people?name=nobody+at+all")
	s.Add("archive", s.Stranger, path+"/games")
	s.Add("archive-own", yves, path+"/games")
	s.Add("archive-problem", yves, path+"/games?from=yesterday&opponent=Nobody")
	s.Add("archive-none", s.Stranger, path+"/games?game=six")
	s.Add("archive-guest", s.Guest, "/archive")
	s.Add("forgotten", s.Stranger, "/login/forgotten")
	s.Add("forgotten-sent", s.Stranger, "/login/forgotten?sent=yes")
	s.Add("settings-saved", yves, "/settings?saved=look")
	s.Add("password", yves, "/settings/password")
	s.Post("password-problem", yves, "/settings/password", "old", "wrong horse", "password", "another horse")
	s.Add("delete", yves, "/settings/delete")
	s.Post("delete-problem", yves, "/settings/delete", "name", "Yves")
	s.Add("delete-guest", s.Guest, "/settings/delete")
}

// AddMail adds pages about e-mails, and pages that e-mails link to.
func (s *Stage) AddMail(t *testing.T, post *mailtest.Server) {
	t.Helper()
	paths := s.WritesTo(t, s.Member, "Amélie", post)
	s.Post("settings-mail-problem", s.Member, "/settings/mail", "address", "amelie")
	s.Add("mail-confirm", s.Stranger, paths.Confirm)
	s.Post("mail-confirmed", s.Stranger, paths.Confirm, "said", "yes")
	s.Add("mail-stop", s.Stranger, paths.Stop)
	s.Post("mail-stopped", s.Stranger, paths.Stop, "notices", "off")
	s.Post("mail-resumed", s.Stranger, paths.Stop, "notices", "on")
}

// AddTournaments adds tournaments of every kind in every state.
// addResults adds the pages for the results of rounds: of a Swiss of matches in its second round, of one game by points
// with a note and a result that an organiser entered for a game of her own, and of a knockout that needs more games.
// swissCup creates a Swiss in its second round, with a drawn match, a bye, a withdrawn player and a
// floater.
// AddMeeting adds the lobby, games with open seats as seen by several people, and the form that
// creates games.
func (s *Stage) AddMeeting(t *testing.T) {
	t.Helper()
	zoe := s.Client(t)
	zoe.SignUp("Zoe").WantStatus(t, http.StatusOK)
	s.Add("lobby-none", s.Stranger, "/lobby?game=hexit")
	rated := zoe.Seek("game", "hexone", "clock", "5+3", "counts", "yes", "match", "two")
	table := s.Guest.Seek("game", "six", "option.seats", "4", "seat", "2", "clock", "3d", "explore", "no")
	zoe.Post(table+"/seats", "seat", "3").WantStatus(t, http.StatusOK)
	asked := zoe.Post("/games", "game", "tartan", "opponent", "named", "player", "Amélie").WantStatus(t, http.StatusOK).Path

	s.Add("lobby", s.Stranger, "/lobby")
	s.Add("lobby-guest", s.Guest, "/lobby")
	s.Add("lobby-asked", s.Member, "/lobby")
	s.Add("lobby-host", zoe, "/lobby?game=six")
	s.Post("lobby-problem", s.Guest, "/play-now", "game", "tartan", "clock", "5+3", "counts", "yes")

	waited := s.Client(t)
	s.Client(t).Post(waited.Seek("game", "hexone", "starter", "me", "clock", "10+5")+"/seats").WantStatus(t, http.StatusOK)
	s.Add("lobby-begun", waited, "/lobby")

	s.Add("table-host", s.Guest, table)
	s.Add("table-player", zoe, table)
	s.Add("table-stranger", s.Stranger, table)
	s.Post("table-taken", s.Stranger, table+"/seats", "seat", "3")
	s.Add("table-invitation", s.Stranger, zoe.Invitation(table))
	s.Add("rated-guest", s.Guest, rated)
	s.Add("rated-member", s.Member, rated)
	s.Add("rated-invitation", s.Stranger, zoe.Invitation(rated))
	s.Add("asked-host", zoe, asked)
	s.Add("asked", s.Member, asked)
	s.Add("asked-stranger", s.Stranger, asked)

	s.Add("setup-challenge", s.Stranger, "/games/new?opponent=Zoe")
	s.Add("setup-named", s.Guest, "/games/new?game=hexone&opponent=Zoe&clock=live&minutes=7&increment=3&counts=yes")
	s.Add("setup-days", s.Member, "/games/new?game=tartan&clock=days&days=9")
	s.Post("setup-unknown", s.Member, "/games", "game", "hexone", "opponent", "named", "player", "Nobody", "clock", "live")
	s.Post("setup-device", s.Member, "/games", "game", "hexone", "opponent", "device", "clock", "5+3", "counts", "yes", "match", "two")
}
