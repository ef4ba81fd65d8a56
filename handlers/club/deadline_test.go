package club_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// A pairing shows in the header of every page of its players, and in a line below when its deadline is near.
func TestNearDeadline(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 3)
	anna, ben, carl := people[0], people[1], people[2]
	const badge, line = ".waiting-games", "#near"
	path := web.Href(s.Paired(t, db.NewPairing{Due: s.Now().Add(48 * time.Hour)}, "Anna", "Ben").Ref())
	for _, who := range []*sitetest.Client{anna, ben} {
		who.Get("/rules/six").WantText(t, badge, "1").WantText(t, "title", "(1)").WantCount(t, line, 0)
	}
	carl.Get("/rules/six").WantCount(t, badge, 0)

	// A game that is due within two days is marked like what awaits an answer.
	card := "li.mine:has([href='" + path + "'])"
	for left, marked := range map[time.Duration]int{49 * time.Hour: 0, 47 * time.Hour: 1} {
		s.DueIn(t, path, left)
		anna.Get("/").WantCount(t, card, marked)
	}
	s.DueIn(t, path, 5*time.Hour+time.Minute)
	page := anna.Get("/rules/six").WantText(t, line, "Play Ben").WantText(t, line, "Round 1 of “Cup”").WantText(t, line, "due ")
	if href := page.Attribute(line, "href"); href != path {
		t.Errorf("the line links to %q, want %q", href, path)
	}
	home := anna.Get("/").WantText(t, line, "Play Ben").WantText(t, "h1#waiting[tabindex]", "1 thing to do").WantText(t, ".games .urgent:has(svg)", "due ")
	if got, want := home.List("main h2"), []string{"Club 1", "Decisions about you", "Games"}; !slices.Equal(got, want) {
		t.Errorf("headings %q, want %q", got, want)
	}
	if href := home.Attribute("#bell", "href"); href != "/#waiting" {
		t.Errorf("the number links to %q", href)
	}
	anna.Get(path).WantStatus(t, http.StatusOK).WantCount(t, line, 0)
	for _, who := range []*sitetest.Client{carl, s.Client(t)} {
		who.Get("/rules/six").WantCount(t, line, 0)
	}

	anna.Post(path+"/enter", "outcome-1", "first", "points-1-1", "20").WantStatus(t, http.StatusOK)
	anna.Get("/rules/six").WantCount(t, line, 0).WantCount(t, badge, 0)
	anna.Get("/").WantCount(t, ".games li", 1).WantCount(t, ".urgent", 0).WantCount(t, "#bell[hidden]", 1).WantText(t, "h1#waiting", "Your games")
	for client, hidden := range map[*sitetest.Client]int{anna: 1, ben: 0} { // the number follows
		client.Htmx().Get("/desk").WantCount(t, "#bell[data-hx-swap-oob=true]", 1).WantCount(t, "#bell[hidden]", hidden)
	}
	ben.Get("/rules/six").WantText(t, line, "Confirm the result against Anna").WantText(t, badge, "1")
	ben.Post(path+"/confirm", "revision", "2").WantStatus(t, http.StatusOK).WantCount(t, line, 0)
	ben.Get("/rules/six").WantCount(t, line, 0).WantCount(t, badge, 0)
}

// A deadline of the club is in its time zone on pages, in e-mails and on paper, whatever the reader's zone is, also after a
// change of the clocks. The reader's own time is in the exact moment, and the text names the club's where they differ.
func TestDeadlineInTheClubsZone(t *testing.T) {
	t.Parallel()
	paris, err := db.LoadZone("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	clock := sitetest.NewClock()
	began := time.Date(clock.Now().Year()+1, 3, 20, 19, 0, 0, 0, paris) // before summer time begins
	clock.Stall(began.Sub(clock.Now()))
	site, post := sitetest.SiteWithMail(t, web.Config{Now: clock.Now})
	s := &sitetest.MailSite{Site: site, Post: post, Clock: clock}
	admin, _ := s.WithRole(t, "Mira", db.Admin)
	admin.Post("/club/settings", "name", "", "sign-up", "open", "guests", "on", "zone", "Europe/Paris").WantStatus(t, http.StatusOK)
	cup := s.NewCup(t, 4, "rounds", "3", "within", "14")
	zones := []string{"Europe/Paris", "Asia/Seoul", "America/New_York", "Europe/Berlin"}
	own := []string{"", "· your time: 5 April", "· your time: 4 April", ""}
	times := []string{"", "02:00 KST", "13:00 EDT", ""}
	for i, player := range cup.Players {
		player.Post("/settings/mail", "password", sitetest.Password, "address", sitetest.CupNames[i]+"@mail.example").WantStatus(t, http.StatusOK)
		player.Post(s.Path(t, s.SendOne(t, 0), "/mail/confirm/")).WantStatus(t, http.StatusOK)
		player.Post("/settings/zone", "zone", zones[i]).WantStatus(t, http.StatusOK)
	}
	s.Clock.Advance(24 * time.Hour)
	cup.Begin(t)
	const due, exact = "4 Apr, 19:00", "4 April"
	for _, kind := range []string{"csv", "json"} {
		if file := admin.Get(cup.Path+"/pairings."+kind).WantStatus(t, http.StatusOK); !strings.Contains(file.Body, "-04-04T19:00:00+02:00") {
			t.Errorf("the file of pairings has another deadline: %s", file.Body)
		}
	}
	mails := map[string]string{}
	for _, m := range s.Send(t, 2*time.Minute) {
		mails[strings.ToLower(m.To)] = m.Text
	}
	for i, player := range cup.Players {
		board := cup.BoardOf(t, 1, sitetest.CupNames[i])
		for _, page := range []sitetest.WebPage{player.Get(cup.Path), player.Get(board)} {
			text := page.WantStatus(t, http.StatusOK).Text("main") + page.Text("main .exact")
			if !strings.Contains(text, due) || !strings.Contains(text, exact) || !strings.Contains(text, "19:00 CEST") {
				t.Errorf("%s, %s: the deadline is not the club's: %s", zones[i], page.Path, text)
			}
			if named := strings.Contains(text, due+" club time"); named != (own[i] != "") {
				t.Errorf("%s, %s: the text names the club's time: %t", zones[i], page.Path, named)
			}
			if !strings.Contains(text, own[i]) || !strings.Contains(text, times[i]) || own[i] == "" && strings.Contains(text, "your time") {
				t.Errorf("%s, %s: the reader's own time: %s", zones[i], page.Path, text)
			}
		}
		player.Get(cup.Path+"/rounds/1").WantText(t, "main", "Published 21 Mar")
		player.Get(cup.Path+"/rounds/1/slips").WantText(t, ".slip small", exact).WantText(t, ".slip small", "19:00 CEST").WantCount(t, ".slip:contains('your time')", 0)
		mail := mails[strings.ToLower(sitetest.CupNames[i])+"@mail.example"]
		if mail = strings.Join(strings.Fields(mail), " "); !strings.Contains(mail, "19:00 CEST") || !strings.Contains(mail, own[i]) || !strings.Contains(mail, times[i]) {
			t.Errorf("%s: the e-mail: %s", zones[i], mail)
		}
	}
	s.Clock.Advance(13 * 24 * time.Hour)
	for i, player := range cup.Players {
		line := player.Get("/rules/six").Text("#near")
		if named := strings.Contains(line, "19:00 club time"); named != (own[i] != "") || !strings.Contains(line, "19:00") {
			t.Errorf("%s: the line above a page says %q", zones[i], line)
		}
	}
}
