package handlers_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
)

func TestHomeListsGames(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	guest.NewGame("invite", "me")
	p := host.Get("/").WantCount(t, ".turns-due li", 1).WantCount(t, ".turns-due svg[role=img]", 1).WantCount(t, ".games", 0)
	p.WantText(t, "h1", "Your turn in 1 game").WantText(t, ".turns-due", "turn 1").WantCount(t, "#next", 0)
	if href := p.Attribute(".turns-due a", "href"); href != game {
		t.Errorf("the card leads to %s", href)
	}
	p = guest.Get("/").WantCount(t, ".games li", 2).WantCount(t, ".turns-due", 0).WantCount(t, "#next", 0)
	p.WantText(t, "h1", "Your games").WantText(t, ".games", "1 free seat").WantText(t, ".games", "to play")
	host.NoRedirects().Turn(game, "c2", 0).WantStatus(t, http.StatusSeeOther)
	guest.Get("/").WantCount(t, ".turns-due li", 1).WantCount(t, ".games li", 1)
	guest.Post(game + "/resign")
	host.Get("/").WantText(t, ".played", "Won by resignation, 49 to 0").WantCount(t, ".turns-due", 0).WantText(t, "h2", "Recent results")
	guest.Get("/").WantText(t, ".played", "Lost by resignation, 0 to 49")
	p = s.Client(t).Get("/").WantCount(t, ".games, .turns-due, #desk, #archive", 0).WantCount(t, ".hero h1", 1)
	if len(sitetest.Files(p)) != 3 {
		t.Errorf("who has no games loads %q", sitetest.Files(p))
	}
	host.Get("/").WantCount(t, ".hero", 0).WantCount(t, "ul.shelf > li.game", 5).WantCount(t, ".shelf .friend", 1)
}

// A list has all its texts in both languages. A game that cannot be replayed hides no other.
func TestHomeWithABrokenGame(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	anna, annaIs := s.NewAccount(t, "Anna")
	_, ben := s.NewAccount(t, "Ben")
	both := func() {
		s.Made(t, db.NewGame{Host: annaIs.ID}, ben)
		s.Made(t, db.NewGame{Host: ben.ID, Opponent: annaIs.ID})
	}
	both()
	if _, err := s.Raw(t).Exec("UPDATE games SET revision = revision + 1, rules = 99"); err != nil {
		t.Fatal(err)
	}
	both()
	anna.Get("/").WantCount(t, ".turns-due .board", 1).WantCount(t, ".seeks li", 1)
	anna.Get("/lobby").WantStatus(t, http.StatusOK)
}

func TestHomeShelves(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	anna, annaIs := s.NewAccount(t, "Anna")
	_, ben := s.NewAccount(t, "Ben")
	rated := db.Terms{Rated: true}
	s.Resigned(t, s.Made(t, db.NewGame{Host: annaIs.ID, Control: sitetest.ThreeDays, Terms: rated}, ben), ben)
	s.Made(t, db.NewGame{Host: annaIs.ID, Control: sitetest.ThreeDays, Terms: rated}, ben)
	s.Made(t, db.NewGame{Host: annaIs.ID, Control: sitetest.FiveMinutes}, ben)
	s.Made(t, db.NewGame{Host: annaIs.ID, HostSeat: 2}, ben)
	s.Made(t, db.NewGame{Host: annaIs.ID})
	s.Made(t, db.NewGame{Host: annaIs.ID, BothSeats: true})
	s.Made(t, db.NewGame{Host: annaIs.ID, Bots: map[rules.Seat]bot.Level{2: 1}})
	challenge := s.Made(t, db.NewGame{Host: ben.ID, Opponent: annaIs.ID, Control: sitetest.ThreeDays, Terms: rated})

	p := anna.Get("/")
	p.WantText(t, "h1", "3 things to do")
	want := []string{"Your turn in 2 games", "Challenges to you 1", "Waiting for opponents", "Not started yet", "Against bots", "On one device", "Recent results", "Games"}
	heads := p.List("main h2:not(.turns-due h2)")
	if !slices.Equal(heads, want) {
		t.Errorf("headings %q, want %q", heads, want)
	}
	due := p.List(".turns-due li")
	if !strings.Contains(due[0], "BenHexone · 5+3 · turn 1") || !strings.Contains(due[0], "minutes left") {
		t.Errorf("the live game is %q", due[0])
	}
	if !strings.Contains(due[1], "BenHexone · 3 d · rated · turn 1") || !strings.Contains(due[1], "2 d 23 h left") && !strings.Contains(due[1], "3 d left") {
		t.Errorf("the other is %q", due[1])
	}
	p.WantText(t, ".played li:has(.won)", "Won by resignation, 49 to 0").WantText(t, ".played li:has(.won)", "rating +162")
	p.WantText(t, ".seeks", "Ben 1338").WantText(t, ".seeks", "Hexone").WantCount(t, ".seeks form", 2)
	p.WantText(t, "title", "(3) ")
	anna.Get("/rules").WantText(t, "title", "(3) ")
	anna.Get("/settings").WantText(t, "title", "(3) Settings")
	fr := anna.With("Accept-Language", "fr").Get("/")
	fr.WantText(t, ".turns-due", "tour 1").WantText(t, ".turns-due", "minutes").WantText(t, ".played", "Gagnée par abandon, 49 à 0")

	anna.Post("/games/"+challenge.ID+"/seats").WantStatus(t, http.StatusOK).WantText(t, "title", "(2) ") // Ben starts
	anna.Get("/").WantCount(t, ".seeks", 0).WantCount(t, ".games li", 5).WantCount(t, ".games .mine", 0) // bots are no waiting opponents
}

// Eight boards are shown, in any look; further games are lines.
func TestHomeIsSmall(t *testing.T) {
	t.Parallel()
	for _, game := range rulestest.Few(t, games.All(), 1) {
		t.Run(game.Info().Key, func(t *testing.T) {
			t.Parallel()
			s := sitetest.New(t)
			anna, annaIs := s.NewAccount(t, "Anna")
			_, ben := s.NewAccount(t, "Ben")
			r := longestGame(t, game)
			for i := range 12 {
				g := s.Made(t, db.NewGame{Key: game.Info().Key, Host: annaIs.ID}, ben)
				end := len(r.Turns()) - 1 - 2*i
				for end > 0 && r.Turns()[end].Seat != 1 {
					end--
				}
				for _, turn := range r.Turns()[:max(end, 0)] {
					g = must(s.DB.PlayTurn(t.Context(), g.ID, g.Players[turn.Seat-1].ID, g.Record.Moved(), strings.Join(turn.Actions, ","), s.Now()))
				}
			}
			p := anna.Get("/").WantCount(t, ".turns-due li", 8).WantCount(t, ".games li", 4)
			n := sitetest.ZippedSize(t, []byte(p.Body))
			t.Logf("%d bytes, %d zipped", len(p.Body), n)
			if n >= 25_000 {
				t.Errorf("the front page has %d bytes zipped, want less than 25000", n)
			}
		})
	}
}

// longestGame returns the longest of some random games.
func longestGame(t *testing.T, game rules.Game) (longest *record.Record) {
	t.Helper()
	for seed := range uint64(10) {
		if r := sitetest.PlayAtRandom(t, game, rules.Setup{}, seed, nil); longest == nil || len(r.Turns()) > len(longest.Turns()) {
			longest = r
		}
	}
	return longest
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func TestNextGame(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	anna, annaIs := s.NewAccount(t, "Anna")
	_, ben := s.NewAccount(t, "Ben")
	leads := func(path, want string) {
		t.Helper()
		if p := anna.Get(path).WantStatus(t, http.StatusOK); p.Path != want {
			t.Errorf("%s leads to %s, want %s", path, p.Path, want)
		}
	}
	leads("/next", "/")
	anna.Get("/next").WantText(t, "#notice", "No other game is waiting for you")
	anna.Get("/").WantCount(t, "#notice p", 0)
	slow := s.Made(t, db.NewGame{Host: annaIs.ID}, ben)
	s.Made(t, db.NewGame{Host: annaIs.ID, HostSeat: 2}, ben)
	s.Made(t, db.NewGame{Host: annaIs.ID, BothSeats: true})
	leads("/next", "/games/"+slow.ID)
	leads("/next?after="+slow.ID, "/")
	days := s.Made(t, db.NewGame{Host: annaIs.ID, Control: sitetest.ThreeDays}, ben)
	live := s.Made(t, db.NewGame{Host: annaIs.ID, Control: sitetest.FiveMinutes}, ben)
	leads("/next", "/games/"+live.ID)
	leads("/next?after="+live.ID, "/games/"+days.ID)
	leads("/next?after="+days.ID, "/games/"+slow.ID)
	leads("/next?after="+slow.ID, "/games/"+live.ID)
	leads("/next?after=nonsense", "/games/"+live.ID)
	if p := s.Client(t).Get("/next").WantStatus(t, http.StatusOK); p.Path != "/" {
		t.Errorf("a stranger is led to %s", p.Path)
	}
}

// Games on one device await no player, and are not listed as recent after a while.
func TestDeviceGamesAreNotListed(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	guest := s.Client(t)
	old := guest.DeviceGame("c2")
	p := guest.Get("/").WantCount(t, ".games li", 1).WantCount(t, ".games .mine", 0).WantCount(t, "#older", 0)
	p.WantText(t, ".games", "Red to play").WantText(t, "main", "on one device")
	if strings.Contains(p.Text("title"), "(") {
		t.Errorf("the title is %q", p.Text("title"))
	}
	if _, err := s.Raw(t).Exec("UPDATE games SET changed = $1", s.Now().Add(-15*24*time.Hour).UnixMilli()); err != nil {
		t.Fatal(err)
	}
	fresh := guest.DeviceGame("c2")
	p = guest.Get("/").WantCount(t, ".games li", 1)
	if href := p.Attribute(".games a", "href"); href != fresh {
		t.Errorf("%s is listed, want %s", href, fresh)
	}
	older := guest.Get(p.Attribute("#older", "href")).WantStatus(t, http.StatusOK).WantCount(t, ".played li", 2)
	if href := older.Attribute(".played li:nth-child(2) a", "href"); href != old {
		t.Errorf("the older one is %s, want %s", href, old)
	}
}

// The list updates: the stream announces a change, and the page fetches the list.
func TestGameListUpdates(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	anna, annaIs := s.NewAccount(t, "Anna")
	ben, benIs := s.NewAccount(t, "Ben")
	game := s.Made(t, db.NewGame{Host: annaIs.ID, HostSeat: 2}, benIs)
	p := anna.Get("/")
	events := anna.Connect(p)
	events.Want(sitetest.Opening)
	ben.NoRedirects().Turn("/games/"+game.ID, "c2", 0).WantStatus(t, http.StatusSeeOther)
	events.Want(sitetest.Changed)
	fragment := anna.Htmx().Get(p.Attribute("#news", "data-hx-get")).WantStatus(t, http.StatusOK)
	fragment.WantText(t, "title", "(1) Hexagonal board games").WantCount(t, ".turns-due li", 1).WantCount(t, "html nav", 0)
	late := anna.Connect(p) // the change was before the stream opened
	late.Want(sitetest.Opening)
	late.Want(sitetest.Changed)

	events = anna.Connect(anna.Get("/"))
	events.Want(sitetest.Opening)
	ben.Post("/games", "game", "tartan", "opponent", "named", "player", "Anna").WantStatus(t, http.StatusOK)
	events.Want(sitetest.Changed)

	stranger := s.Client(t)
	stranger.Get("/desk").WantStatus(t, http.StatusForbidden)
	stranger.Get("/events").WantStatus(t, http.StatusForbidden)
}

// Games that await an opponent are not counted.
func TestTitleCounts(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	guest := s.Client(t)
	guest.NewGame("invite", "me")
	for range 3 {
		_, host, _ := s.TwoPlayers(t)
		host.Get("/rules").WantText(t, "title", "(1) ")
	}
	if text := guest.Get("/rules").Text("title"); strings.HasPrefix(text, "(") {
		t.Errorf("the title is %q", text)
	}
}
