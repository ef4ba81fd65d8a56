package handlers_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"hexclub/db"
	"hexclub/handlers/mail/mailtest"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/hexellation"
	"hexclub/rules/ladder"
	"hexclub/rules/pairing"
	"hexclub/rules/record"
	"hexclub/rules/six"
	"hexclub/views/learn"
	"hexclub/views/page"
)

// follow goes where a link of a page leads.
func (c *client) follow(p webPage, selector string) webPage {
	c.t.Helper()
	href, ok := p.Find(selector).First().Attr("href")
	if !ok {
		c.t.Fatalf("%s has no link %s: %s", p.path, selector, p.text(".side"))
	}
	return c.get(href).wantStatus(c.t, http.StatusOK)
}

// submit sends a GET form of a page, some fields filled in.
func (c *client) submit(p webPage, selector string, pairs ...string) webPage {
	c.t.Helper()
	form := p.Find(selector)
	values := url.Values{}
	form.Find("input[type=hidden], :checked").Each(func(_ int, s *goquery.Selection) {
		values.Set(s.AttrOr("name", ""), s.AttrOr("value", ""))
	})
	for i := 1; i < len(pairs); i += 2 {
		values.Set(pairs[i-1], pairs[i])
	}
	action, ok := form.Attr("action")
	if !ok {
		c.t.Fatalf("%s has no form %s", p.path, selector)
	}
	return c.get(action+"?"+values.Encode()).wantStatus(c.t, http.StatusOK)
}

// position is the one that a sandbox stands at.
func (p webPage) position() string { return p.Find("#position").Text() }

// randomState is a state of a game in which a turn begins, after some actions.
func randomState(t testing.TB, game rules.Game, options map[string]string, seed uint64, actions int) rules.State {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 9))
	for {
		st, err := game.New(rules.Setup{Options: options})
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; ; n++ {
			legal := st.Actions(nil)
			if len(legal) == 0 {
				break
			}
			if n >= actions && st.Turn().Action == 0 {
				return st
			}
			st.Play(legal[random.IntN(len(legal))])
		}
	}
}

// addSandbox adds the sandbox of a game: as it starts, on a line, while its
// board is changed, and when what is asked for makes no sense.
func (s *stage) addSandbox(t *testing.T, game rules.Game) {
	t.Helper()
	key := game.Info().Key
	path := "/analysis/" + key
	position := url.QueryEscape(randomState(t, game, nil, 5, 14).Position())
	s.board(t, key+"-sandbox", path)
	s.board(t, key+"-sandbox-line", path+"?position="+position+"&more="+url.QueryEscape(lineFrom(t, game)))
	s.board(t, key+"-sandbox-edit", path+"?edit=on&position="+position)
	s.board(t, key+"-sandbox-edit-table", path+"?edit=on&position="+position, "table", "on")
	cell := randomState(t, game, nil, 5, 0).Board().Cells[0].Name
	s.board(t, key+"-sandbox-edit-refused", path+"?edit=on&edits="+url.QueryEscape(strings.Repeat(cell+"- ", 2)+cell+"+9none"))
	s.board(t, key+"-sandbox-bad", path+"?position=x&line=y")
}

// lineFrom is some actions from the position of addSandbox.
func lineFrom(t testing.TB, game rules.Game) string {
	t.Helper()
	st := randomState(t, game, nil, 5, 14)
	var texts []string
	for len(texts) < 3 && st.Turn().Seat != 0 {
		action := st.Actions(nil)[0]
		texts = append(texts, st.Text(action))
		st.Play(action)
	}
	return strings.Join(texts, " ")
}

// addBots adds games with bots. None takes a turn on a stage: they think for
// ever.
func (s *stage) addBots(t *testing.T) {
	t.Helper()
	c := s.client(t)
	path := c.againstBot("game", "hexone", "level", "5")
	s.add("bot-yours", c, path)
	thinking := c.againstBot("game", "hexone", "level", "1")
	c.still().turn(thinking, "c2", 0).wantStatus(t, http.StatusSeeOther)
	s.add("bot-thinking", c, thinking)
	s.add("bot-thinking-watched", s.stranger, thinking)
	over := c.againstBot("game", "tartan")
	c.still().post(over+"/resign").wantStatus(t, http.StatusSeeOther)
	s.add("bot-over", c, over)
	room := c.post("/games", strings.Fields("game six option.seats 4 opponent lobby seat 1 bots yes bot-2 1")...).path
	s.add("bots-waiting", c, room)
	crowd := c.post("/games", strings.Fields("game hexellation option.seats 6 opponent bot level 6 seat 6")...).path
	s.add("bots-crowd", c, crowd)
	s.add("home-bots", c, "/")
	s.post("setup-bots-problem", c, "/games", strings.Fields("game hexellation option.seats 4 opponent bot level 3 counts yes bots yes bot-2 4")...)
	s.post("setup-no-bots", c, "/games", strings.Fields("game hexellation option.seats 4 opponent lobby seat 1 bots yes bot-1 4")...)
}

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

// addHint adds the sandbox with a turn suggested, in the position of addSandbox.
func (s *stage) addHint(t *testing.T, game rules.Game) {
	t.Helper()
	key := game.Info().Key
	path := "/analysis/" + key + "/hint?position=" + url.QueryEscape(randomState(t, game, nil, 5, 14).Position())
	s.board(t, key+"-hint", path)
	if key == "hexone" {
		s.board(t, key+"-hint-table", path, "table", "on")
		s.board(t, key+"-hint-slate", path, "style", "slate", "palette", "contrast", "theme", "light", "turn", "1")
		s.board(t, key+"-hint-game", s.guest.botGame(key)+"/hint")
	}
}

// addLadders adds ladders as players, organisers and strangers see them: empty, and
// full of all that can happen.
func (s *stage) addLadders(t *testing.T) {
	t.Helper()
	c := s.climb(t, func(l *db.LadderTerms) {
		l.Name, l.About = "The winter ladder of the long and winding evenings", "We play on **Tuesdays**.\n\n- Bring a board"
		l.Settings = ladder.Default("hexone", "tartan")
		l.Venue, l.Control, l.Rated = db.Either, threeDays, true
	})
	s.add("ladder-empty", s.stranger, c.ladder.Href())
	names := []string{"Mia", "Noah of the long and winding way", "Ona", "Pau", "Quentin", "Rosa", "Sven", "Tilda"}
	for _, name := range names {
		c.member(name)
		c.try(c.joins(name))
	}
	c.settles(c.accepts(c.challenges("Rosa", "Ona")), "Rosa")
	c.passes(40 * 24 * time.Hour)
	c.settles(c.accepts(c.challenges("Tilda", "Quentin")), "Tilda")
	waiting := c.challenges(c.at(3), c.at(1))
	playing := c.accepts(c.challenges(c.at(5), c.at(4)))
	s.addNewcomers(t, c)
	path := c.ladder.Href()
	s.add("ladder", s.stranger, path)
	s.add("ladder-member", s.member, path)
	s.add("ladder-player", c.clients[c.at(2)], path)
	s.add("ladder-challenged", c.clients[c.at(1)], path)
	s.add("ladder-organiser", c.organiser, path)
	s.add("ladder-rules", s.stranger, path+"/rules")
	s.add("ladder-history", c.clients[c.at(4)], path+"/history")
	s.add("ladder-history-problem", s.stranger, path+"/history?player=Nobody")
	s.add("ladder-chronicle", s.stranger, path+"/chronicle")
	s.add("ladder-chronicle-problem", s.stranger, path+"/chronicle?player=Nobody")
	s.add("ladder-may", c.clients[c.at(8)], path)
	s.add("ladder-confirm", c.clients[c.at(8)], fmt.Sprintf("%s/challenge/%s", path, c.at(7)))
	s.add("ladder-refused", c.clients[c.at(7)], fmt.Sprintf("%s/challenge/%s", path, c.at(6)))
	s.add("challenge-challenger", c.clients[c.at(3)], waiting.Href())
	s.add("challenge-challenged", c.clients[c.at(1)], waiting.Href())
	s.add("challenge-playing", s.stranger, playing.Href())
	s.add("challenge-organiser", c.organiser, waiting.Href())
	s.post("challenge-problem", c.organiser, waiting.Href()+"/decide", "outcome", "draw")
	s.add("ladder-new", c.organiser, "/seasons/"+c.season.ID+"/ladders/new")
	wrong := aLadder(nil, "", "")
	for name, value := range map[string]string{"name": "", "reach": "many", "unit": "match", "games": "six"} {
		wrong[slices.Index(wrong, name)+1] = value
	}
	s.post("ladder-new-problem", c.organiser, "/seasons/"+c.season.ID+"/ladders", wrong...)
	s.add("ladder-edit", c.organiser, path+"/edit")
	s.add("ladder-correct", c.organiser, path+"/correct")
	s.post("ladder-correct-problem", c.organiser, path+"/correct", "what", "place", "player", "Nobody", "place", "1")
	s.add("home-ladder", c.clients[c.at(1)], "/")

	closed := s.climbNext(t, c)
	s.add("ladder-closed", s.stranger, closed.Href())
}

// addNewcomers adds a ladder as somebody sees it who has a free challenge, with somebody on it who was imported and has
// not come yet.
func (s *stage) addNewcomers(t *testing.T, c *climb) {
	t.Helper()
	imported := []db.NewMember{{Name: "Vera of the long winding and never ending", Hash: hashOf("vera")}}
	c.try(c.DB.ImportMembers(t.Context(), imported, c.people["Olive"].ID, c.Now().Add(time.Hour), c.Now()))
	c.organiser.post(c.ladder.Href()+"/correct", "what", "add", "player", imported[0].Name, "why", "plays on Tuesdays").wantStatus(t, http.StatusOK)
	c.member("Uma")
	c.try(c.joins("Uma"))
	uma, path := c.clients["Uma"], c.ladder.Href()
	s.add("ladder-newcomer", uma, path)
	s.add("ladder-free", uma, path+"/challenge/"+c.at(2))
	s.add("ladder-absent", uma, path+"/challenge/"+url.PathEscape(imported[0].Name))
}

// joins puts a member on the ladder.
func (c *climb) joins(name string) error {
	_, err := c.DB.JoinLadder(c.t.Context(), c.ladder.ID, c.people[name].ID, c.Now())
	return err
}

// at is the name of who is on a place.
func (c *climb) at(place int) string {
	c.t.Helper()
	l, err := c.DB.LadderNow(c.t.Context(), c.ladder.ID, c.Now())
	c.try(err)
	return l.People[l.State.Players[place-1].ID].Name
}

// climbNext is a ladder that goes on with another, and is closed.
func (s *stage) climbNext(t *testing.T, c *climb) db.Ladder {
	t.Helper()
	olive := c.people["Olive"].ID
	next, err := s.DB.CreateLadder(t.Context(), c.season.ID, c.ladder.ID, c.ladder.LadderTerms, olive, s.Now())
	c.try(err)
	_, err = s.DB.CloseLadder(t.Context(), next.ID, true, olive, s.Now())
	c.try(err)
	return next
}

// addLearning adds the pages to learn a game by: its course, and a lesson at its
// start, solved, and gone wrong.
func (s *stage) addLearning(t *testing.T, game rules.Game) {
	t.Helper()
	key := game.Info().Key
	course := courseOf(t, key)
	first, other := course.Lessons[0], course.Lessons[len(course.Lessons)/2]
	s.add("course-"+key, s.stranger, "/learn/"+key)
	s.board(t, key+"-lesson", learn.LessonHref(other)+"?hints=1&tried=1")
	s.board(t, key+"-lesson-solved", learn.LessonHref(first)+"?line="+url.QueryEscape(solvedLine(first)))
	s.board(t, key+"-lesson-wrong", learn.LessonHref(first)+"?line="+url.QueryEscape(first.Wrongs[0].Try[0]))
	if key == "hexellation" {
		for _, tag := range []string{"es", "ko"} {
			who := s.client(t)
			who.post("/language", "lang", tag, "return", "/")
			for name, path := range map[string]string{
				"home": "/", "learn": "/learn", "rules": "/rules/" + key, "setup": "/games/new?game=" + key, "lesson": learn.LessonHref(other) + "?hints=1",
				"settings": "/settings",
			} {
				s.add(tag+"-"+name, who, path)
			}
		}
	}
	if key == "six" {
		s.board(t, key+"-lesson-framed", "/embed"+learn.LessonHref(other))
		s.board(t, key+"-lesson-large", "/projector"+learn.LessonHref(other))
		s.add("rules-"+key+"-sheet", s.stranger, "/rules/"+key+"/sheet")
		s.board(t, key+"-framed", "/embed/analysis/six?line=1,-1")
		s.board(t, key+"-large", "/projector/analysis/six?line=1,-1")
		s.board(t, key+"-lesson-table", learn.LessonHref(other), "table", "on")
		s.add("rules-"+key+"-played", s.stranger, "/rules/six?figure=1&line=1,-1&pick=9,9")
	}
}

// addMeeting adds the lobby, games that wait as different people see them, and
// the form that makes them as it is filled in.
func (s *stage) addMeeting(t *testing.T) {
	t.Helper()
	zoe := s.client(t)
	zoe.signUp("Zoe").wantStatus(t, http.StatusOK)
	s.add("lobby-none", s.stranger, "/lobby?game=hexit")
	rated := zoe.seek("game", "hexone", "clock", "5+3", "counts", "yes", "match", "two")
	table := s.guest.seek("game", "six", "option.seats", "4", "seat", "2", "clock", "3d", "explore", "no")
	zoe.post(table+"/seats", "seat", "3").wantStatus(t, http.StatusOK)
	asked := zoe.post("/games", "game", "tartan", "opponent", "named", "player", "Amélie").wantStatus(t, http.StatusOK).path

	s.add("lobby", s.stranger, "/lobby")
	s.add("lobby-guest", s.guest, "/lobby")
	s.add("lobby-asked", s.member, "/lobby")
	s.add("lobby-host", zoe, "/lobby?game=six")
	s.post("lobby-problem", s.guest, "/play-now", "game", "tartan", "clock", "5+3", "counts", "yes")

	waited := s.client(t)
	s.client(t).post(waited.seek("game", "hexone", "starter", "me", "clock", "10+5")+"/seats").wantStatus(t, http.StatusOK)
	s.add("lobby-begun", waited, "/lobby")

	s.add("table-host", s.guest, table)
	s.add("table-player", zoe, table)
	s.add("table-stranger", s.stranger, table)
	s.post("table-taken", s.stranger, table+"/seats", "seat", "3")
	s.add("table-invitation", s.stranger, zoe.invitation(table))
	s.add("rated-guest", s.guest, rated)
	s.add("rated-member", s.member, rated)
	s.add("rated-invitation", s.stranger, zoe.invitation(rated))
	s.add("asked-host", zoe, asked)
	s.add("asked", s.member, asked)
	s.add("asked-stranger", s.stranger, asked)

	s.add("setup-challenge", s.stranger, "/games/new?opponent=Zoe")
	s.add("setup-named", s.guest, "/games/new?game=hexone&opponent=Zoe&clock=live&minutes=7&increment=3&counts=yes")
	s.add("setup-days", s.member, "/games/new?game=tartan&clock=days&days=9")
	s.post("setup-unknown", s.member, "/games", "game", "hexone", "opponent", "named", "player", "Nobody", "clock", "live")
	s.post("setup-device", s.member, "/games", "game", "hexone", "opponent", "device", "clock", "5+3", "counts", "yes", "match", "two")
}

// addPairings adds pairings of the club, as far as each can be.
func (s *stage) addPairings(t *testing.T) {
	t.Helper()
	paula, _ := s.newAccount(t, "Paula of the long and winding")
	piet, _ := s.newAccount(t, "Piet")
	olga := s.organiser(t, "Olga")
	pair := func(n db.NewPairing) string {
		t.Helper()
		return s.paired(t, n, "Paula of the long and winding", "Piet").Href()
	}
	match := []string{"outcome-1", "first", "points-1-1", "20", "outcome-2", "second", "points-2-2", "20"}
	soon := s.Now().Add(48 * time.Hour)

	open := pair(db.NewPairing{Key: "hexit", Decisive: true, Due: soon})
	s.add("pairing-open", paula, open)
	s.add("pairing-stranger", s.stranger, open)
	s.add("pairing-organiser", olga, open)
	s.post("pairing-problem", paula, open+"/enter", "outcome-1", "first", "points-1-1", "many")
	s.post("pairing-decide-problem", olga, open+"/decide", "what", "result", "revision", "1", "why", "")

	entered := pair(db.NewPairing{Unit: pairing.Match})
	paula.post(entered+"/enter", match...).wantStatus(t, http.StatusOK)
	s.add("pairing-entered", piet, entered)
	s.add("pairing-waits", paula, entered)

	contested := pair(db.NewPairing{Unit: pairing.Match})
	paula.post(contested+"/enter", match...).wantStatus(t, http.StatusOK)
	piet.post(contested+"/contest", "revision", "2", "why", "We stopped at 19.").wantStatus(t, http.StatusOK)
	s.add("pairing-contested", piet, contested)
	s.add("pairing-contested-organiser", olga, contested)

	tied := pair(db.NewPairing{Unit: pairing.Match})
	paula.post(tied+"/enter", match...).wantStatus(t, http.StatusOK)
	piet.post(tied+"/confirm", "revision", "2").wantStatus(t, http.StatusOK)
	s.add("pairing-tied", s.stranger, tied)
	s.add("pairing-correct", olga, tied)

	forfeit := pair(db.NewPairing{Key: "six", Unit: pairing.TwoGames, Site: true, Rated: true, Control: threeDays})
	s.add("pairing-site", paula, forfeit)
	live := pair(db.NewPairing{Site: true, Control: fiveMinutes, Due: soon})
	s.add("pairing-live", piet, live)
	given := pair(db.NewPairing{Unit: pairing.TwoGames})
	olga.post(given+"/decide", "what", "forfeit-second", "revision", "1", "why", "Piet was ill.").wantStatus(t, http.StatusOK)
	s.add("pairing-forfeit", piet, given)
	s.add("home-club", piet, "/")
	s.add("home-disputes", olga, "/")
}

// addPeople adds what there is about one person: the front page of who plays,
// profiles, archives, and how to be forgotten.
func (s *stage) addPeople(t *testing.T) {
	t.Helper()
	yves, yvesIs := s.newAccount(t, "Yves of the long and winding")
	zoe, zoeIs := s.newAccount(t, "Zoé")
	_, gone := s.newAccount(t, "Gone")
	rated := db.Terms{Rated: true}
	for i, control := range []db.NewGame{{Control: fiveMinutes}, {Control: threeDays}, {Control: fiveMinutes}, {Control: threeDays}} {
		control.Host, control.Terms = yvesIs.ID, rated
		s.resigned(t, s.made(t, control, zoeIs), []db.Person{zoeIs, zoeIs, yvesIs, zoeIs}[i])
	}
	s.resigned(t, s.made(t, db.NewGame{Host: gone.ID}, yvesIs), yvesIs)
	s.resigned(t, s.made(t, db.NewGame{Host: yvesIs.ID, BothSeats: true}), yvesIs)
	for _, game := range games.All() {
		for range 2 {
			s.made(t, db.NewGame{Key: game.Info().Key, Host: yvesIs.ID, Control: threeDays, Terms: rated}, zoeIs)
		}
	}
	four := rules.Setup{Options: map[string]string{"seats": "4"}}
	s.made(t, db.NewGame{Key: "six", Host: yvesIs.ID, Setup: four}, zoeIs)
	s.made(t, db.NewGame{Key: "six", Host: zoeIs.ID, Setup: four, HostSeat: 1}, yvesIs)
	s.made(t, db.NewGame{Host: yvesIs.ID, HostSeat: 2, Control: threeDays}, zoeIs)
	s.made(t, db.NewGame{Host: yvesIs.ID, BothSeats: true})
	old := s.made(t, db.NewGame{Host: yvesIs.ID, BothSeats: true})
	if _, err := s.raw(t).Exec("UPDATE games SET changed = $1 WHERE id = $2", s.Now().Add(-20*24*time.Hour).UnixMilli(), old.ID); err != nil {
		t.Fatal(err)
	}
	s.made(t, db.NewGame{Key: "tartan", Host: zoeIs.ID, Opponent: yvesIs.ID, Control: fiveMinutes, Terms: rated})
	if _, err := s.DB.DeletePerson(t.Context(), gone.ID, s.Now()); err != nil {
		t.Fatal(err)
	}

	const path = "/people/Yves%20of%20the%20long%20and%20winding"
	s.add("home-player", yves, "/")
	s.add("profile", zoe, path)
	s.add("profile-own", yves, path)
	s.add("profile-new", s.stranger, "/people/Am%C3%A9lie")
	s.add("archive", s.stranger, path+"/games")
	s.add("archive-own", yves, path+"/games")
	s.add("archive-problem", yves, path+"/games?from=yesterday&opponent=Nobody")
	s.add("archive-none", s.stranger, path+"/games?game=six")
	s.add("archive-guest", s.guest, "/archive")
	s.add("forgotten", s.stranger, "/login/forgotten")
	s.add("forgotten-sent", s.stranger, "/login/forgotten?sent=yes")
	s.add("password", yves, "/settings/password")
	s.post("password-problem", yves, "/settings/password", "old", "wrong horse", "password", "another horse")
	s.add("delete", yves, "/settings/delete")
	s.post("delete-problem", yves, "/settings/delete", "name", "Yves")
	s.add("delete-guest", s.guest, "/settings/delete")
}

// A scene is a page in one of its states, as somebody sees it. Whatever is
// asked of every page is asked of all scenes.
type scene struct {
	name string
	who  *client // whose cookies are sent
	path string
	form []string // pairs of name and value: posted to the path, if there are any
	game bool     // the page has a board to play on
}

// A stage is a site with people and games in every state, to be looked at.
type stage struct {
	*site
	stranger, guest, member *client
	scenes                  []scene
}

// addMail adds pages about mails, among them those that mails lead to.
func (s *stage) addMail(t *testing.T, post *mailtest.Server) {
	t.Helper()
	paths := s.writesTo(t, s.member, "Amélie", post)
	s.post("settings-mail-problem", s.member, "/settings/mail", "address", "amelie")
	s.add("mail-confirm", s.stranger, paths.confirm)
	s.post("mail-confirmed", s.stranger, paths.confirm, "said", "yes")
	s.add("mail-stop", s.stranger, paths.stop)
	s.post("mail-stopped", s.stranger, paths.stop, "notices", "off")
	s.post("mail-resumed", s.stranger, paths.stop, "notices", "on")
}

func (s *stage) add(name string, who *client, path string) {
	s.scenes = append(s.scenes, scene{name: name, who: who, path: path})
}

// post adds the answer to a form, of which something must be sent.
func (s *stage) post(name string, who *client, path string, form ...string) {
	s.scenes = append(s.scenes, scene{name: name, who: who, path: path, form: form})
}

// board adds a scene with a board to play on, seen by the guest, who has
// chosen a look if one is named: pairs of its parts and their values.
func (s *stage) board(t *testing.T, name, path string, look ...string) {
	t.Helper()
	who := s.guest
	if len(look) > 0 {
		who = s.client(t).holding(s.guest.cookies()...)
		who.still().post("/settings/look", look...).wantStatus(t, http.StatusSeeOther)
	}
	s.scenes = append(s.scenes, scene{name: name, who: who, path: path, game: true})
}

// addInvitation adds a game that waits, and what others than who is to act see
// of one that runs.
func (s *stage) addInvitation(t *testing.T) {
	t.Helper()
	waiting := s.guest.newGame("invite", "me")
	s.add("waiting", s.guest, waiting)
	s.add("invitation", s.stranger, s.guest.invitation(waiting))
	teams := s.guest.post("/games", "game", "six", "option.seats", "4", "seat", "2", "explore", "no").path
	s.add("invitation-teams", s.stranger, s.guest.invitation(teams))

	running := s.member.newGame("invite", "me")
	invitation := s.member.invitation(running)
	s.guest.post(invitation).wantStatus(t, http.StatusOK)
	s.add("taken", s.stranger, invitation)
	s.add("watching", s.stranger, running)
	s.board(t, "theirs", running)
}

// addGame adds a game from its start to its end.
func (s *stage) addGame(t *testing.T, game rules.Game) {
	t.Helper()
	key := game.Info().Key
	setup := rules.Setup{}
	s.board(t, key+"-start", s.guest.playedGame(t, game, setup, nil))

	r := finishedGame(t, game, setup)
	half := len(r.Turns()) / 2
	middle := s.guest.playedGame(t, game, setup, r.Turns()[:half])
	s.board(t, key+"-middle", middle)
	s.board(t, key+"-table", middle, "table", "on")
	s.board(t, key+"-paper", middle, "style", "paper", "palette", "safe", "theme", "dark", "names", "off")
	s.board(t, key+"-slate", middle, "style", "slate", "palette", "contrast", "theme", "light", "turn", "1")
	s.board(t, key+"-nonsense", middle+"?draft=nonsense")
	s.board(t, key+"-illegal", middle+"?draft="+illegal(t, r, half))
	s.board(t, key+"-whole", middle+"?draft="+strings.Join(r.Turns()[half].Actions, ","))

	opening := 4 // turns
	if key == "hexellation" {
		opening = 1 // after it a turn is one action, chosen by one click
	} else {
		at := findSpot(t, game, opening, func(st rules.State) bool { return startsAction(st) != "" })
		path := s.guest.playedGame(t, game, setup, at.played)
		s.board(t, key+"-pick", path+"?draft="+strings.Join(at.draft, ",")+"&pick="+startsAction(at.state))
	}
	if key != "six" { // where each turn is one action
		at := findSpot(t, game, opening, func(st rules.State) bool { return st.Turn().Action > 0 })
		path := s.guest.playedGame(t, game, setup, at.played)
		s.board(t, key+"-draft", path+"?draft="+strings.Join(at.draft, ","))
	}

	over := s.guest.playedGame(t, game, setup, r.Turns())
	s.board(t, key+"-over", over)
	s.addReplay(t, key, over, r.Turns())
}

// addReplay adds pages of a game that is over as it stood before.
func (s *stage) addReplay(t *testing.T, key, over string, turns []record.Turn) {
	t.Helper()
	half := fmt.Sprint(over, "/turns/", len(turns)/2)
	s.board(t, key+"-replay", half)
	s.board(t, key+"-replay-play", half+"?play=1")
	s.board(t, key+"-replay-table", half, "table", "on")
	s.board(t, key+"-replay-first", over+"/turns/0")
	s.board(t, key+"-replay-last", fmt.Sprint(over, "/turns/", len(turns)))
	steps := slices.IndexFunc(turns, func(turn record.Turn) bool { return len(turn.Actions) > 1 })
	if steps >= 0 {
		s.board(t, key+"-replay-step", fmt.Sprint(over, "/turns/", turns[steps].Number, "/1"))
	}
}

// addOptions adds games with many at the table and with claims.
func (s *stage) addOptions(t *testing.T) {
	t.Helper()
	for _, o := range []struct {
		name string
		game rules.Game
		set  map[string]string
	}{
		{"teams", six.Game{}, map[string]string{"rules": "advanced", "seats": "4", "declare": "yes"}},
		{"crowd", hexellation.Game{}, map[string]string{"sky": "advanced", "seats": "6", "declare": "yes", "planet": "yes"}},
		{"out", hexellation.Game{}, map[string]string{"seats": "3"}},
	} {
		setup := rules.Setup{Options: o.set}
		r := finishedGame(t, o.game, setup)
		middle := s.guest.playedGame(t, o.game, setup, r.Turns()[:len(r.Turns())-1])
		s.board(t, o.name+"-middle", middle)
		s.board(t, o.name+"-over", s.guest.playedGame(t, o.game, setup, r.Turns()))
		if o.set["declare"] == "yes" {
			claim := s.guest.get(middle).attribute(".declaring a", "href")
			s.board(t, o.name+"-claim", claim)
		}
	}
}

// playedGame is a game of any kind that one person plays for all seats, the
// turns played.
func (c *client) playedGame(t *testing.T, game rules.Game, setup rules.Setup, turns []record.Turn) (path string) {
	t.Helper()
	form := []string{"game", game.Info().Key, "opponent", "device"}
	for option, value := range setup.Options {
		form = append(form, page.OptionName(option), value)
	}
	path = c.post("/games", form...).wantStatus(t, http.StatusOK).path
	c.sendTurns(t, path, turns, 0)
	return path
}

// longest is how many turns a game on a stage has at most.
const longest = 120

// finishedGame is a game played at random, but for wins within reach.
func finishedGame(t *testing.T, game rules.Game, setup rules.Setup) *record.Record {
	t.Helper()
	const shortest = 8 // turns
	for seed := range uint64(1000) {
		r := playAtRandom(t, game, setup, seed, nil)
		if _, over := r.Result(); over && len(r.Turns()) >= shortest {
			return r
		}
	}
	t.Fatalf("no game of %s ends within %d turns", game.Info().Key, longest)
	return nil
}

// A spot is a position within a random game, maybe within a turn.
type spot struct {
	played []record.Turn
	draft  []string // of the turn in the making
	state  rules.State
}

// findSpot looks for a position that suits, after so many turns or more.
func findSpot(t *testing.T, game rules.Game, opening int, suits func(rules.State) bool) spot {
	t.Helper()
	for seed := range uint64(1000) {
		var found *spot
		playAtRandom(t, game, rules.Setup{}, seed, func(played []record.Turn, d record.Draft) bool {
			if len(played) < opening || !suits(d.State) {
				return true
			}
			found = &spot{played: played, draft: d.Texts, state: d.State}
			return false
		})
		if found != nil {
			return *found
		}
	}
	t.Fatalf("no such position in %s", game.Info().Key)
	return spot{}
}

// playAtRandom plays a game until it ends, is too long, or watch, which sees
// every position, wants no more of it.
func playAtRandom(t *testing.T, game rules.Game, setup rules.Setup, seed uint64, watch func(played []record.Turn, d record.Draft) (goOn bool)) *record.Record {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	r, err := record.New(game, setup)
	if err != nil {
		t.Fatal(err)
	}
	for r.State().Turn().Seat != 0 && len(r.Turns()) < longest {
		draft := r.Draft("")
		for !draft.Done {
			if watch != nil && !watch(r.Turns(), draft) {
				return r
			}
			draft = r.Draft(strings.Join(append(draft.Texts, anAction(draft.State, random)), " "))
		}
		if err := r.Play(r.State().Turn().Seat, strings.Join(draft.Texts, " ")); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// anAction is an action that wins at once, or else any.
func anAction(st rules.State, random *rand.Rand) string {
	actions := st.Actions(nil)
	next := st.Clone()
	for _, action := range actions {
		next.Set(st)
		next.Play(action)
		if result, over := next.Result(); over && !result.Drawn {
			return st.Text(action)
		}
	}
	return st.Text(actions[random.IntN(len(actions))])
}

// startsAction is the cell to begin with where an action takes two clicks,
// empty when there is no such action.
func startsAction(st rules.State) string {
	for _, action := range st.Actions(nil) {
		if picks := st.Picks(action); len(picks) > 1 {
			for _, c := range st.Board().Cells {
				if c.Cell == picks[0][0] {
					return c.Name
				}
			}
		}
	}
	return ""
}

// illegal is an action of a game that is not legal after some of its turns.
func illegal(t *testing.T, r *record.Record, turns int) string {
	t.Helper()
	at, err := r.At(t.Context(), turns)
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range r.Turns() {
		action, err := at.State().Parse(turn.Actions[0])
		if err != nil {
			t.Fatal(err)
		}
		if at.State().Refuse(action) != nil {
			return turn.Actions[0]
		}
	}
	t.Fatal("all actions are legal")
	return ""
}

// addTogether adds what people do in a game beside playing, what a clock and a
// rating add to its page, matches, and the games that can be watched.
func (s *stage) addTogether(t *testing.T) {
	t.Helper()
	people := s.accounts(t, 3)
	anna, ben := people[0], people[1]
	act := func(who *client, game, act string, form ...string) {
		t.Helper()
		who.still().post(game+"/"+act, form...).wantStatus(t, http.StatusSeeOther)
	}
	s.add("current-none", s.stranger, "/games")
	live := s.together(t, db.NewGame{Key: "hexone", Control: record.Control{Base: 300_000, Increment: 3_000}, Terms: db.Terms{Rated: true}}, people[:2]...)
	s.add("live", anna, live)
	s.add("live-watched", s.stranger, live)
	days := s.together(t, db.NewGame{Key: "tartan", Control: record.Control{PerTurn: 3 * 86_400_000}}, people[:2]...)
	anna.turn(days, "d4", 0)
	act(ben, days, "draw")
	s.add("draw-offered", ben, days)
	s.add("draw-answered", anna, days)
	s.add("draw-watched", s.stranger, days)

	taken := s.together(t, db.NewGame{Key: "hexone"}, people[:2]...)
	anna.turn(taken, "c2", 0)
	act(anna, taken, "takeback")
	s.add("takeback-asked", anna, taken)
	s.add("takeback-answered", ben, taken)
	s.add("takeback-drafted", ben, taken+"?draft=d3")

	rated := s.together(t, db.NewGame{Key: "hexellation", Control: record.Control{PerTurn: 86_400_000}, Terms: db.Terms{Rated: true}}, people[:2]...)
	act(ben, rated, "resign")
	s.add("rated-over", anna, rated)

	match := s.together(t, db.NewGame{Key: "hexone", Match: true}, people[:2]...)
	act(anna, match, "resign")
	s.add("match-first-over", ben, match)
	s.add("match-open", s.stranger, "/matches/"+match[len("/games/"):])
	second, err := s.DB.SecondLeg(t.Context(), match[len("/games/"):])
	if err != nil {
		t.Fatal(err)
	}
	s.add("match-second", anna, "/games/"+second)
	won := s.together(t, db.NewGame{Key: "hexone", Match: true}, people[:2]...)
	act(anna, won, "resign")
	if second, err = s.DB.SecondLeg(t.Context(), won[len("/games/"):]); err != nil {
		t.Fatal(err)
	}
	act(ben, "/games/"+second, "resign")
	s.add("match-over", anna, "/matches/"+second)
	act(anna, "/games/"+second, "rematch")
	s.add("rematch-proposed", ben, "/games/"+second)
	s.add("current", s.stranger, "/games")
}

// addTournaments adds tournaments of every kind, as far as each can be.
func (s *stage) addTournaments(t *testing.T) {
	t.Helper()
	m := s.newCup(t, 7, "unit", "match", "rounds", "3", "about", "Bring *cake*.\n\n- and tea", "within", "14", "late", "2")
	s.add("tournament-entry", m.players[0], m.path)
	s.add("tournament-entry-stranger", s.stranger, m.path)
	s.add("tournament-organise-entry", m.organiser, m.path+"/organise")
	s.post("tournament-numbers-problem", m.organiser, m.path+"/numbers", "number."+m.full(t).Entrants[0].ID, "2", "number."+m.full(t).Entrants[1].ID, "2")
	season := m.full(t).Season
	s.add("tournament-games", m.organiser, "/tournaments/new?season="+season)
	s.add("tournament-form", m.organiser, "/tournaments/new?season="+season+"&game=hexone")
	s.post("tournament-form-problem", m.organiser, "/tournaments", "season", season, "game", "hexone", "name", "", "rounds", "99", "late", "21", "pace", "date",
		"opens", "", "every", "0", "where", "site", "clock", "days", "days", "99", "most", "1", "break-1", "wins", "break-2", "wins")
	swiss := s.swissCup(t)
	s.add("tournament-swiss", swiss.players[0], swiss.path)
	s.add("tournament-swiss-organiser", swiss.organiser, swiss.path)
	s.add("tournament-organise-running", swiss.organiser, swiss.path+"/organise")
	s.post("tournament-remove-problem", swiss.organiser, swiss.path+"/remove", "person", "", "reason", "ill")
	s.add("tournament-round", s.stranger, swiss.path+"/rounds/1")
	s.add("tournament-table", s.stranger, swiss.path+"/table")
	s.add("tournament-ties", s.stranger, swiss.path+"/tiebreaks")
	s.add("tournament-off", s.stranger, m.path)

	knockout := s.newCup(t, 6, "kind", "knockout", "third", "yes", "name", "Knockout of the long and winding road to the very end")
	knockout.begin(t)
	knockout.settle(t)
	knockout.publish(t)
	s.add("tournament-bracket", knockout.players[0], knockout.path+"/bracket")
	next := knockout.boardOf(t, 2, "Alma")
	early := knockout.boardOf(t, 1, "Dora")
	s.add("pairing-follows", knockout.organiser, early)
	page := knockout.organiser.get(early)
	knockout.organiser.sends(page, "#decide", "what", "result", "outcome-1", "forfeit-"+page.Find("#decide [name=outcome-1] [selected]").AttrOr("value", ""),
		"points-1-1", "", "points-1-2", "", "why", "Who had won was not there.").wantStatus(t, http.StatusOK)
	s.add("pairing-replaced", knockout.players[0], next)
	proposal := s.newCup(t, 5, "rounds", "3", "name", "Proposed")
	proposal.begin(t)
	proposal.settle(t)
	s.add("tournament-proposal", proposal.organiser, proposal.path+"/pair")
	s.post("tournament-proposal-stale", proposal.organiser, proposal.path+"/pair", "mark", "x")
	over := s.newCup(t, 4, "kind", "robin", "double", "yes", "at-once", "yes", "name", "League")
	over.begin(t)
	over.players[3].post(over.path + "/leave")
	over.settle(t)
	s.add("tournament-over", over.players[0], over.path)
	s.add("tournament-over-table", s.stranger, over.path+"/table")
	s.add("tournament-organise-over", over.organiser, over.path+"/organise")
	s.add("home-organiser", proposal.organiser, "/")
}

// swissCup is a Swiss in its second round, with a match of equal sums, a bye, somebody
// who has withdrawn and a floater.
func (s *stage) swissCup(t *testing.T) *cup {
	t.Helper()
	m := s.newCup(t, 7, "unit", "match", "rounds", "3", "name", "Swiss", "within", "14")
	m.begin(t)
	for _, b := range m.full(t).Boards {
		if !b.Open() {
			continue
		}
		p, err := s.DB.Pairing(t.Context(), b.Pairing)
		if err != nil {
			t.Fatal(err)
		}
		games := []pairing.Game{{Halves: [2]int{2, 0}, Points: [2]int{40, 0}}, {Halves: [2]int{0, 2}, Points: [2]int{0, 40}}}
		decision := db.Decision{Games: games, Why: "seen", Revision: p.Revision}
		if _, err := s.DB.DecidePairing(t.Context(), p.ID, s.idOf(t, "Otto"), decision, s.Now()); err != nil {
			t.Fatal(err)
		}
		break
	}
	m.players[5].post(m.path + "/leave")
	m.settle(t)
	m.publish(t)
	return m
}

// page is what the scene answers.
func (s scene) page() webPage {
	s.who.t.Helper()
	if len(s.form) > 0 {
		return s.who.post(s.path, s.form...)
	}
	return s.who.get(s.path)
}
