package handlers_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
)

func TestHomeListsGames(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	guest.newGame("invite", "me")
	p := host.get("/").wantCount(t, ".turns-due li", 1).wantCount(t, ".turns-due svg[role=img]", 1).wantCount(t, ".games", 0)
	p.wantText(t, "h1", "Your games").wantText(t, "h2", "Your turn (1)").wantText(t, ".turns-due", "turn 1").wantCount(t, "#next", 1)
	if href := p.attribute(".turns-due a", "href"); href != game {
		t.Errorf("the card leads to %s", href)
	}
	p = guest.get("/").wantCount(t, ".games li", 2).wantCount(t, ".turns-due", 0).wantCount(t, "#next", 0)
	p.wantText(t, ".games", "waiting for an opponent").wantText(t, ".games", "1 free seat").wantText(t, ".games", "to play")
	host.still().turn(game, "c2", 0).wantStatus(t, http.StatusSeeOther)
	guest.get("/").wantCount(t, ".turns-due li", 1).wantCount(t, ".games li", 1)
	guest.post(game + "/resign")
	host.get("/").wantText(t, ".standing", "Won by resignation, 49 to 0").wantCount(t, ".turns-due", 0).wantText(t, "h2", "Recent results")
	guest.get("/").wantText(t, ".games", "Lost by resignation, 0 to 49")
	p = s.client(t).get("/").wantCount(t, ".games, .turns-due, #desk, #archive", 0).wantCount(t, ".hero h1", 1)
	if len(files(p)) != 4 {
		t.Errorf("who has no games loads %q", files(p))
	}
	host.get("/").wantCount(t, ".hero", 0).wantCount(t, "ul.shelf > li.game", 5)
}

// Everything that a list says of a game is there, in both languages.
// A game that cannot be replayed hides none of the others.
func TestHomeWithABrokenGame(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	anna, annaIs := s.newAccount(t, "Anna")
	_, ben := s.newAccount(t, "Ben")
	both := func() {
		s.made(t, db.NewGame{Host: annaIs.ID}, ben)
		s.made(t, db.NewGame{Host: ben.ID, Opponent: annaIs.ID})
	}
	both()
	if _, err := s.raw(t).Exec("UPDATE games SET revision = revision + 1, rules = 99"); err != nil {
		t.Fatal(err)
	}
	both()
	anna.get("/").wantCount(t, ".turns-due .board", 1).wantCount(t, ".seeks li", 1)
	anna.get("/lobby").wantStatus(t, http.StatusOK)
}

func TestHomeShelves(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	anna, annaIs := s.newAccount(t, "Anna")
	_, ben := s.newAccount(t, "Ben")
	rated := db.Terms{Rated: true}
	s.resigned(t, s.made(t, db.NewGame{Host: annaIs.ID, Control: threeDays, Terms: rated}, ben), ben)
	s.made(t, db.NewGame{Host: annaIs.ID, Control: threeDays, Terms: rated}, ben)
	s.made(t, db.NewGame{Host: annaIs.ID, Control: fiveMinutes}, ben)
	s.made(t, db.NewGame{Host: annaIs.ID, HostSeat: 2}, ben)
	s.made(t, db.NewGame{Host: annaIs.ID})
	s.made(t, db.NewGame{Host: annaIs.ID, BothSeats: true})
	s.made(t, db.NewGame{Host: annaIs.ID, Bots: map[rules.Seat]bot.Level{2: 1}})
	challenge := s.made(t, db.NewGame{Host: ben.ID, Opponent: annaIs.ID, Control: threeDays, Terms: rated})

	p := anna.get("/")
	want := []string{"Challenges to you (1)", "Your turn (2)", "Others to play", "Waiting for players", "Against bots", "On one device", "Recent results", "The games"}
	var heads []string
	for _, h := range p.list("h2") {
		if !slices.ContainsFunc(games.All(), func(g rules.Game) bool { return strings.EqualFold(g.Info().Key, strings.ReplaceAll(h, "-", "")) }) {
			heads = append(heads, h)
		}
	}
	if !slices.Equal(heads, want) {
		t.Errorf("headings %q, want %q", heads, want)
	}
	due := p.list(".turns-due li")
	if !strings.Contains(due[0], "Hexoneagainst Ben5+3 · turn 1 · begun on ") || !strings.Contains(due[0], "minutes left") {
		t.Errorf("the live game is %q", due[0])
	}
	if !strings.Contains(due[1], "against Ben 1338?, provisional3 d · rated · turn 1") || !strings.Contains(due[1], "2 d 23 h left") && !strings.Contains(due[1], "3 d 0 h left") {
		t.Errorf("the other is %q", due[1])
	}
	p.wantText(t, ".games li:has(.won)", "Won by resignation, 49 to 0 rating +162")
	p.wantText(t, ".seeks", "Hexone Ben 1338").wantCount(t, ".seeks form", 2)
	p.wantText(t, "title", "(3) ")
	anna.get("/rules").wantText(t, "title", "(3) ")
	anna.get("/settings").wantText(t, "title", "(3) Settings")
	fr := anna.with("Accept-Language", "fr").get("/")
	fr.wantText(t, ".turns-due", "contre Ben").wantText(t, ".turns-due", "minutes restantes").wantText(t, ".games", "Gagnée par abandon, 49 à 0")

	anna.post("/games/"+challenge.ID+"/seats").wantStatus(t, http.StatusOK).wantText(t, "title", "(2) ") // Ben starts
	anna.get("/").wantCount(t, ".seeks", 0).wantCount(t, ".games li", 6).wantCount(t, ".games .mine", 0) // bots wait for nobody
}

// Eight boards are shown, in whatever look; of more games there are lines.
func TestHomeIsSmall(t *testing.T) {
	t.Parallel()
	for _, game := range rulestest.Few(t, games.All(), 1) {
		t.Run(game.Info().Key, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			anna, annaIs := s.newAccount(t, "Anna")
			_, ben := s.newAccount(t, "Ben")
			r := longestGame(t, game)
			for i := range 12 {
				g := s.made(t, db.NewGame{Key: game.Info().Key, Host: annaIs.ID}, ben)
				end := len(r.Turns()) - 1 - 2*i
				for end > 0 && r.Turns()[end].Seat != 1 {
					end--
				}
				for _, turn := range r.Turns()[:max(end, 0)] {
					g = must(s.DB.PlayTurn(t.Context(), g.ID, g.Players[turn.Seat-1].ID, g.Record.Moved(), strings.Join(turn.Actions, ","), s.Now()))
				}
			}
			p := anna.get("/").wantCount(t, ".turns-due li", 8).wantCount(t, ".games li", 4)
			n := zippedSize(t, []byte(p.body))
			t.Logf("%d bytes, %d zipped", len(p.body), n)
			if n >= 25_000 {
				t.Errorf("the front page has %d bytes zipped, want less than 25000", n)
			}
		})
	}
}

// longestGame is the longest of some random games.
func longestGame(t *testing.T, game rules.Game) (longest *record.Record) {
	t.Helper()
	for seed := range uint64(10) {
		if r := playAtRandom(t, game, rules.Setup{}, seed, nil); longest == nil || len(r.Turns()) > len(longest.Turns()) {
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
	s := newSite(t)
	anna, annaIs := s.newAccount(t, "Anna")
	_, ben := s.newAccount(t, "Ben")
	leads := func(path, want string) {
		t.Helper()
		if p := anna.get(path).wantStatus(t, http.StatusOK); p.path != want {
			t.Errorf("%s leads to %s, want %s", path, p.path, want)
		}
	}
	leads("/next", "/")
	anna.get("/next").wantText(t, "#notice", "No other game waits for you")
	anna.get("/").wantCount(t, "#notice p", 0)
	slow := s.made(t, db.NewGame{Host: annaIs.ID}, ben)
	s.made(t, db.NewGame{Host: annaIs.ID, HostSeat: 2}, ben)
	s.made(t, db.NewGame{Host: annaIs.ID, BothSeats: true})
	leads("/next", "/games/"+slow.ID)
	leads("/next?after="+slow.ID, "/")
	days := s.made(t, db.NewGame{Host: annaIs.ID, Control: threeDays}, ben)
	live := s.made(t, db.NewGame{Host: annaIs.ID, Control: fiveMinutes}, ben)
	leads("/next", "/games/"+live.ID)
	leads("/next?after="+live.ID, "/games/"+days.ID)
	leads("/next?after="+days.ID, "/games/"+slow.ID)
	leads("/next?after="+slow.ID, "/games/"+live.ID)
	leads("/next?after=nonsense", "/games/"+live.ID)
	if p := s.client(t).get("/next").wantStatus(t, http.StatusOK); p.path != "/" {
		t.Errorf("a stranger is led to %s", p.path)
	}
}

// Games on one device wait for nobody, and after a while are no news any more.
func TestDeviceGamesAreOutOfTheWay(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	guest := s.client(t)
	old := guest.deviceGame("c2")
	p := guest.get("/").wantCount(t, ".games li", 1).wantCount(t, ".games .mine", 0).wantCount(t, "#older", 0)
	p.wantText(t, ".games", "Red to play")
	if strings.Contains(p.text("title"), "(") {
		t.Errorf("the title is %q", p.text("title"))
	}
	if _, err := s.raw(t).Exec("UPDATE games SET changed = $1", s.Now().Add(-15*24*time.Hour).UnixMilli()); err != nil {
		t.Fatal(err)
	}
	fresh := guest.deviceGame("c2")
	p = guest.get("/").wantCount(t, ".games li", 1)
	if href := p.attribute(".games a", "href"); href != fresh {
		t.Errorf("%s is listed, want %s", href, fresh)
	}
	older := guest.get(p.attribute("#older", "href")).wantStatus(t, http.StatusOK).wantCount(t, ".archive li", 2)
	if href := older.attribute(".archive li:nth-child(2) a", "href"); href != old {
		t.Errorf("the older one is %s, want %s", href, old)
	}
}

// The list follows: the stream tells of a change, the page fetches the list.
func TestDeskFollows(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	anna, annaIs := s.newAccount(t, "Anna")
	ben, benIs := s.newAccount(t, "Ben")
	game := s.made(t, db.NewGame{Host: annaIs.ID, HostSeat: 2}, benIs)
	p := anna.get("/")
	events := anna.connect(p)
	events.want(opening)
	ben.still().turn("/games/"+game.ID, "c2", 0).wantStatus(t, http.StatusSeeOther)
	events.want(changed)
	fragment := anna.htmx().get(p.attribute("#news", "data-hx-get")).wantStatus(t, http.StatusOK)
	fragment.wantText(t, "title", "(1) Hexagonal board games").wantCount(t, ".turns-due li", 1).wantCount(t, "html nav", 0)
	late := anna.connect(p) // the change came in between
	late.want(opening)
	late.want(changed)

	events = anna.connect(anna.get("/"))
	events.want(opening)
	ben.post("/games", "game", "tartan", "opponent", "named", "player", "Anna").wantStatus(t, http.StatusOK)
	events.want(changed)

	stranger := s.client(t)
	stranger.get("/desk").wantStatus(t, http.StatusForbidden)
	stranger.get("/events").wantStatus(t, http.StatusForbidden)
}

// Who waits for others is not awaited.
func TestTitleCounts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	guest := s.client(t)
	guest.newGame("invite", "me")
	for range 3 {
		_, host, _ := s.twoPlayers(t)
		host.get("/rules").wantText(t, "title", "(1) ")
	}
	if text := guest.get("/rules").text("title"); strings.HasPrefix(text, "(") {
		t.Errorf("the title is %q", text)
	}
}
