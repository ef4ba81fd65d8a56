package play_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

func TestProfile(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	anna, annaIs := s.NewAccount(t, "Anna Łódź")
	ben, benIs := s.NewAccount(t, "Ben")
	rated := db.NewGame{Host: annaIs.ID, Control: sitetest.FiveMinutes, Terms: db.Terms{Rated: true}}
	s.Resigned(t, s.Made(t, rated, benIs), benIs)
	s.Resigned(t, s.Made(t, rated, benIs), benIs)
	s.Resigned(t, s.Made(t, rated, benIs), annaIs)
	s.Resigned(t, s.Made(t, db.NewGame{Key: "tartan", Host: annaIs.ID}, benIs), benIs)
	s.Resigned(t, s.Made(t, db.NewGame{Host: annaIs.ID, BothSeats: true}), annaIs)
	s.Made(t, rated, benIs)

	const path = "/people/Anna%20%C5%81%C3%B3d%C5%BA"
	p := ben.Get(path).WantStatus(t, http.StatusOK).WantText(t, "h1", "Anna Łódź").WantText(t, "main", "Member since ")
	if cards := p.List(".rating-cards li"); len(cards) != 1 || !strings.HasPrefix(cards[0], "Hexone Quick games") || !strings.HasSuffix(cards[0], "provisional 3 games") {
		t.Errorf("ratings %q", cards)
	}
	if tables := p.List(".tally tbody tr"); !slices.Equal(tables, []string{"Hexone 3201", "Tartan 1100", "Ben4301"}) {
		t.Errorf("tables %q", tables)
	}
	if form := p.List(".profile-head .form abbr"); !slices.Equal(slices.Sorted(slices.Values(form)), []string{"L", "W", "W", "W"}) {
		t.Errorf("form %q", form)
	}
	p.WantCount(t, ".graph", 1).WantCount(t, ".ratings tbody tr", 3).WantCount(t, ".rating-cards path", 1).WantText(t, ".ratings", "Win against Ben")
	p.WantCount(t, ".played li", 4).WantCount(t, ".played svg.board", 4).WantCount(t, ".played .rose", 2).WantText(t, ".played li:has(.fell)", "LBenHexone")
	if href := p.Attribute(".tally .person a", "href"); href != "/people/Ben" {
		t.Errorf("the opponent's name leads to %s", href)
	}
	challenge := ben.Get(p.Attribute(".do a.primary", "href")).WantStatus(t, http.StatusOK)
	challenge.WantText(t, "main", "Anna Łódź")
	if href := p.Attribute(".tally a", "href"); href != path+"/games?game=hexone" {
		t.Errorf("the games are at %s", href)
	}
	ben.Get(p.Attribute(".tally a", "href")).WantStatus(t, http.StatusOK).WantCount(t, ".played li", 3)
	ben.Get(p.Attribute(".tally td a", "href")).WantStatus(t, http.StatusOK).WantCount(t, ".played li", 4)

	t.Run("as its name is compared", func(t *testing.T) {
		s.Client(t).Get("/people/ANNA%20%20%C5%81%C3%93d%C5%BA").WantStatus(t, http.StatusOK).WantText(t, "h1", "Anna Łódź")
	})
	t.Run("one's own", func(t *testing.T) {
		p := anna.Get("/").Attribute("header nav a[href^='/people/']", "href")
		anna.Get(p).WantStatus(t, http.StatusOK).WantText(t, "h1", "Anna Łódź").WantCount(t, ".do a.primary, .do form", 0).WantCount(t, ".do a[href='/settings']", 1)
		anna.Get(p).WantText(t, "#history h2", "Rating history").WantText(t, "#history [aria-current]", "Hexone").WantText(t, ".profile-head", "online")
		ben.Get(p).WantCount(t, ".do a[href='/settings']", 0).WantCount(t, "footer a[href='/settings']", 1)
	})
	t.Run("a stranger can challenge, not block", func(t *testing.T) {
		s.Client(t).Get(path).WantCount(t, ".do a.primary", 1).WantCount(t, ".do form", 0)
		s.Client(t).Post(path+"/block", "blocked", "on").WantStatus(t, http.StatusForbidden)
	})
	t.Run("in French", func(t *testing.T) {
		p := ben.With("Accept-Language", "fr").Get(path)
		p.WantText(t, "main", "Membre depuis le ").WantText(t, "h2", "Adversaires les plus fréquents")
	})
	t.Run("nobody's", func(t *testing.T) {
		for _, name := range []string{"Nobody", "guest", annaIs.ID, "%20", "..%2f"} {
			s.Client(t).Get("/people/"+name).WantStatus(t, http.StatusNotFound)
			s.Client(t).Get("/people/"+name+"/games").WantStatus(t, http.StatusNotFound)
		}
	})
	t.Run("of who has not played", func(t *testing.T) {
		cem := s.Client(t)
		cem.SignUp("Cem")
		cem.Get("/people/Cem").WantText(t, "main", "No rating yet")
		s.Client(t).Get("/people/Cem").WantStatus(t, http.StatusOK).WantText(t, "main", "No finished games yet").WantCount(t, "table, .played, .graph", 0).WantNoText(t, "main", "No rating yet")
	})
}

// The profile of a member who has not joined the site says nothing of a beginning, and offers no challenge.
func TestProfileBeforeJoining(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	ben, _ := s.NewAccount(t, "Ben")
	s.WithRole(t, "Olga", db.Admin)
	err := s.DB.ImportMembers(t.Context(), []db.NewMember{{Name: "Pia", Hash: "pia"}}, s.IdOf(t, "Olga"), s.Now().Add(time.Hour), s.Now())
	if err != nil {
		t.Fatal(err)
	}
	const challenge = ".page-head .primary, main .do a.primary"
	ben.Get("/people/Pia").WantStatus(t, http.StatusOK).WantText(t, "h1", "Pia").WantNoText(t, "main", "Member since").WantCount(t, challenge, 0)
	ben.Get("/people/Olga").WantText(t, "main", "Member since").WantCount(t, challenge, 1)
}

// The rating of each game links to its history. Without a choice the page has that of the game played most.
func TestHistoriesOnProfile(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	_, annaIs := s.NewAccount(t, "Anna")
	_, benIs := s.NewAccount(t, "Ben")
	for _, key := range []string{"hexone", "six", "six"} {
		s.Resigned(t, s.Made(t, db.NewGame{Key: key, Host: annaIs.ID, Control: sitetest.FiveMinutes, Terms: db.Terms{Rated: true}}, benIs), benIs)
	}
	c := s.Client(t)
	p := c.Get("/people/Anna").WantText(t, "#history [aria-current]", "Six").WantCount(t, ".ratings tbody tr", 2)
	c.Get(p.Attribute(".rating-cards a", "href")).WantText(t, "#history [aria-current]", "Hexone").WantCount(t, ".ratings tbody tr", 1)
	c.Get("/people/Anna?game=chess").WantText(t, "#history [aria-current]", "Six")
}

func TestBlockOnProfile(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	_, annaIs := s.NewAccount(t, "Anna")
	ben, benIs := s.NewAccount(t, "Ben")
	wantBlocked := func(want bool) {
		t.Helper()
		blocked, err := s.DB.Blocks(t.Context(), benIs.ID)
		if err != nil || slices.ContainsFunc(blocked, func(p db.Player) bool { return p.ID == annaIs.ID }) != want {
			t.Errorf("blocked: %v, %v", blocked, err)
		}
	}
	p := ben.Get("/people/Anna").WantText(t, ".do form", "Block Anna")
	action := p.Attribute(".do form", "action")
	if p := ben.Post(action, "blocked", "on").WantText(t, ".do form", "Unblock").WantCount(t, ".do a.primary", 0); p.Path != "/people/Anna" {
		t.Errorf("blocking leads to %s", p.Path)
	}
	wantBlocked(true)
	ben.Post(action, "blocked", "off").WantText(t, ".do form", "Block Anna").WantCount(t, ".do a.primary", 1)
	wantBlocked(false)
	ben.Post(action, "blocked", "maybe").WantStatus(t, http.StatusUnprocessableEntity)
	ben.Post("/people/Ben/block", "blocked", "on").WantStatus(t, http.StatusUnprocessableEntity)
	ben.Post("/people/nobody/block", "blocked", "on").WantStatus(t, http.StatusNotFound)
}
