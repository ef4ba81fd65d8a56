package handlers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/views/play"
)

func TestLobby(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	anna, ben, guest := s.client(t), s.client(t), s.client(t)
	anna.signUp("Anna")
	ben.signUp("Ben")
	p := s.client(t).get("/lobby").wantStatus(t, http.StatusOK).wantCount(t, ".seeks", 0).wantText(t, "#lobby", "Nobody looks for a game here right now")
	if p.header["Set-Cookie"] != nil {
		t.Errorf("looking sets cookies: %q", p.header["Set-Cookie"])
	}
	live := anna.seek("game", "hexone", "clock", "5+3", "counts", "yes", "match", "two")
	six := guest.seek("game", "six", "option.seats", "4", "option.rules", "advanced", "explore", "no")
	challenge := anna.post("/games", "game", "tartan", "clock", "3d", "opponent", "named", "player", "Ben").path
	link := anna.newGame("invite", "me")
	if _, err := s.raw(t).Exec(`INSERT INTO ratings (person, game, class, rating, deviation, volatility, games, at)
		SELECT id, 'hexone', 'quick', 1712.4, 60, 0.06, 20, $1 FROM people WHERE name = 'Anna'`, s.Now().UnixMilli()); err != nil {
		t.Fatal(err)
	}

	t.Run("a stranger", func(t *testing.T) {
		p := s.client(t).get("/lobby").wantStatus(t, http.StatusOK).wantCount(t, ".seeks li", 2).wantCount(t, "#lobby h2", 1)
		p.wantText(t, row(live), "Hexone Anna 1712").wantText(t, row(live), "5 minutes + 3 seconds a turn · Rated · A match of two games · just now")
		p.wantCount(t, row(live)+" button", 0).wantCount(t, row(live)+` a[href="/signup?return=%2Flobby"]`, 1)
		p.wantText(t, row(six), "no clock · Casual · Advanced rules: a move may break the group · 4 players").wantText(t, row(six), "1 of 4 seats taken")
		p.wantText(t, row(six), "Players may not explore until the game is over").wantText(t, row(six)+" button", "Join")
		if name := p.attribute(row(six)+" button", "aria-label"); !strings.HasPrefix(name, "Join: Six, Guest ") {
			t.Errorf("the button is called %q", name)
		}
	})
	t.Run("who is challenged", func(t *testing.T) {
		p := ben.get("/lobby").wantCount(t, ".seeks li", 3).wantText(t, "#lobby h2", "Challenges to you")
		p.wantText(t, row(challenge), "Tartan Anna unrated").wantCount(t, row(challenge)+` form[action$="/seats"]`, 1)
		p.wantText(t, row(challenge), "Accept").wantText(t, row(challenge)+` form[action$="/abort"]`, "Decline")
		p.wantText(t, row(live)+" button", "Join")
	})
	t.Run("the host", func(t *testing.T) {
		p := anna.get("/lobby").wantCount(t, ".seeks li", 4).wantCount(t, row(six)+` form[action$="/seats"]`, 1)
		for game, button := range map[string]string{live: "Call the game off", challenge: "Withdraw", link: "Call the game off"} {
			p.wantText(t, row(game)+` form[action$="/abort"] button`, button)
		}
		p.wantText(t, row(challenge), "kept for Ben")
	})
	t.Run("one game", func(t *testing.T) {
		p := s.client(t).get("/lobby?game=six").wantCount(t, ".seeks li", 1).wantCount(t, row(six), 1)
		p.wantText(t, `nav [aria-current=true]`, "Six").wantCount(t, `[data-hx-get="/lobby/list?game=six"]`, 1)
		s.client(t).get("/lobby?game=hexit").wantCount(t, ".seeks li", 0).wantText(t, "#lobby", "Nobody looks for a game here")
		s.client(t).get("/lobby?game=chess").wantStatus(t, http.StatusNotFound)
		s.client(t).get("/lobby/list?game=chess").wantStatus(t, http.StatusNotFound)
	})
	t.Run("the lists alone", func(t *testing.T) {
		p := s.client(t).htmx().get("/lobby/list?game=six").wantStatus(t, http.StatusOK).wantCount(t, ".seeks li", 1).wantCount(t, "header", 0)
		if to := s.client(t).htmx().get("/lobby/list").attribute(row(live)+" a.button", "href"); to != "/signup?return=%2Flobby" {
			t.Errorf("who needs an account comes back from %q", to)
		}
		p.wantCount(t, "noscript", 1)
		seen := "&seen=" + p.attribute("#seen", "value")
		s.client(t).htmx().get("/lobby/list?game=six"+seen).wantStatus(t, http.StatusNoContent)
		ben.htmx().get("/lobby/list?game=six"+seen).wantStatus(t, http.StatusOK) // sees a challenge as well
		s.client(t).post(six+"/seats").wantStatus(t, http.StatusOK)
		s.client(t).htmx().get("/lobby/list?game=six"+seen).wantStatus(t, http.StatusOK).wantText(t, row(six), "2 of 4 seats taken")
	})
	t.Run("in French", func(t *testing.T) {
		p := s.client(t).with("Accept-Language", "fr").get("/lobby")
		p.wantText(t, row(live), "5 minutes + 3 secondes par tour · Classée · Un match en deux parties · à l’instant")
	})
}

// What the form of the lobby is filled with finds a game.
func TestPlayNowForm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	lobby := c.get("/lobby")
	if heads := lobby.list("h2"); !slices.Equal(heads, []string{"Open games", "Play now"}) {
		t.Errorf("the headings are %q", heads)
	}
	lobby.wantText(t, "form.play-now .of-clock", "5+3 is 5 minutes for all your turns").wantCount(t, `.group + [class*=radio]:has([value=none])`, 1)
	form := lobby.Find("form.play-now")
	if got := len(form.Find("[name=clock]").Nodes); got != len(play.PlayNowClocks())+1 {
		t.Errorf("%d clocks are offered", got)
	}
	var pairs []string
	for _, input := range form.Find("input[checked]").EachIter() {
		pairs = append(pairs, input.AttrOr("name", ""), input.AttrOr("value", ""))
	}
	if want := []string{"game", "hexone", "clock", "3+2", "counts", "no"}; !slices.Equal(pairs, want) {
		t.Errorf("it sends %v, want %v", pairs, want)
	}
	for _, empty := range []bool{false, true} {
		if empty {
			pairs = nil
		}
		game := s.gameAt(t, c.post("/play-now", pairs...).wantStatus(t, http.StatusOK).path)
		if game.Key != "hexone" || game.Record.Control().String() != "3+2" || !game.Listed || !game.Drawn || game.Rated || !game.Explore {
			t.Errorf("game %+v", game)
		}
	}
	if n := s.count(t, "games"); n != 1 {
		t.Errorf("asked for twice there are %d games", n)
	}
}

func TestPlayNowBadForm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, tt := range map[string]struct {
		form   []string
		status int
		want   string
	}{
		"no such game":   {[]string{"game", "chess", "clock", "3d"}, http.StatusUnprocessableEntity, "One answer was none of those on offer"},
		"no such clock":  {[]string{"game", "six", "clock", "4+4"}, http.StatusUnprocessableEntity, "One answer was none of those on offer"},
		"unknown rating": {[]string{"counts", "maybe"}, http.StatusUnprocessableEntity, "One answer was none of those on offer"},
		"rated no clock": {[]string{"counts", "yes", "clock", "none"}, http.StatusUnprocessableEntity, "A rated game needs a clock"},
		"rated guest":    {[]string{"game", "six", "counts", "yes", "clock", "3d"}, http.StatusForbidden, "Rated games are for accounts"},
	} {
		t.Run(name, func(t *testing.T) {
			p := s.client(t).post("/play-now", tt.form...).wantStatus(t, tt.status).wantText(t, ".play-now #problem[role=alert]", tt.want)
			for i := 0; i < len(tt.form); i += 2 {
				chosen := p.attribute(fmt.Sprintf("input[name=%s][checked]", tt.form[i]), "value")
				if offered := p.Find(fmt.Sprintf("input[name=%s][value=%q]:not([disabled])", tt.form[i], tt.form[i+1])).Length() > 0; offered && chosen != tt.form[i+1] {
					t.Errorf("of %s chosen is %q", tt.form[i], chosen)
				}
			}
			p.wantCount(t, `.account-first a[href="/signup?return=%2Flobby"]`, 1).wantCount(t, ".meeting > .play-now:first-child", 1)
		})
	}
	s.wantStored(t, "")
}

// Two who want the same meet; what another wants is another game.
func TestPlayNowMeets(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	first, second, third := s.client(t), s.client(t), s.client(t)
	game := first.post("/play-now", "game", "tartan", "clock", "5+3").wantStatus(t, http.StatusOK).path
	if other := third.post("/play-now", "game", "tartan", "clock", "30+15").path; other == game {
		t.Error("a long game met a quick one")
	}
	p := second.post("/play-now", "game", "tartan", "clock", "3+2").wantStatus(t, http.StatusOK)
	if p.path != game {
		t.Fatalf("they do not meet: %s and %s", game, p.path)
	}
	stored := s.gameAt(t, game)
	if stored.Status != db.Running || stored.Record.Control().String() != "5+3" {
		t.Errorf("the game is %s with %s", stored.Status, stored.Record.Control())
	}
	first.get("/lobby").wantCount(t, ".seeks:not(.begun) li:has(a[href=\""+game+"\"])", 0)
}

// However many press the button, nobody is left waiting for somebody who waits.
func TestPlayNowTogether(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	statuses := s.atOnce(t, 20, "/play-now", "game", "six", "clock", "none")
	if statuses[http.StatusSeeOther] != 20 {
		t.Errorf("the answers are %v", statuses)
	}
	games := map[db.Status]int{}
	rows, err := s.raw(t).Query("SELECT status FROM games")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var status db.Status
		if err := rows.Scan(&status); err != nil {
			t.Fatal(err)
		}
		games[status]++
	}
	if rows.Err() != nil || games[db.Running] != 10 || games[db.Waiting] != 0 {
		t.Errorf("the games are %v", games)
	}
}

// Of twenty who take the same seek one gets it; the others see the game, and
// why they do not play it.
func TestOneSeekAtOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game := s.client(t).seek("game", "hexone", "clock", "5+3")
	count := s.atOnce(t, 20, game+"/seats")
	if count[http.StatusSeeOther] != 1 || count[http.StatusConflict] != 19 {
		t.Errorf("the answers are %v, want one 303 and else 409", count)
	}
}

// People who have blocked one another neither see nor get each other's games.
func TestBlockedPeopleDoNotMeet(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 2)
	anna, ben := people[0], people[1]
	game := anna.seek("game", "tartan")
	asked := anna.post("/games", "game", "six", "opponent", "named", "player", "Ben").wantStatus(t, http.StatusOK).path
	if err := s.DB.Block(t.Context(), s.idOf(t, "Ben"), s.idOf(t, "Anna"), s.Now()); err != nil {
		t.Fatal(err)
	}
	ben.get("/lobby").wantCount(t, row(game), 0).wantCount(t, row(asked), 0)
	for _, form := range [][]string{nil, {"invite", "wrong"}} {
		ben.post(game+"/seats", form...).wantStatus(t, http.StatusForbidden).wantText(t, "[role=alert]", "The free seats of this game are for others")
	}
	if p := ben.post("/play-now", "game", "tartan", "clock", "none"); p.path == game {
		t.Error("they meet")
	}
	for challenger, player := range map[*client]string{anna: "Ben", ben: "Anna"} {
		p := challenger.post("/games", "game", "hexit", "opponent", "named", "player", player).wantStatus(t, http.StatusUnprocessableEntity)
		p.wantText(t, "#problem", "That player can’t be challenged now")
	}
	if stored := s.gameAt(t, game); stored.Status != db.Waiting {
		t.Errorf("the game is %s", stored.Status)
	}
}

// Whoever begins a live game leaves no other in the lobby; who watches hears so,
// and the game tells why.
func TestBegunGameWithdrawsSeeks(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	anna, ben := s.client(t), s.client(t)
	seek, other := anna.seek("game", "six", "clock", "10+5"), anna.seek("game", "hexone", "clock", "5+3")
	heard := s.Live.Watch("", strings.TrimPrefix(seek, "/games/"), "lobby")
	defer s.Live.Leave(heard)
	ben.post(other+"/seats").wantStatus(t, http.StatusOK)
	if topics := heard.Take(); len(topics) != 2 {
		t.Errorf("announced are %q, want the game and the lobby", topics)
	}
	s.client(t).get("/lobby").wantCount(t, ".seeks li", 0)
	anna.get(seek).wantText(t, ".status.over", "or begun another one")
	anna.with("Accept-Language", "fr").get(seek).wantText(t, ".status.over", "ou en avait commencé une autre")
	ben.post(seek+"/seats").wantStatus(t, http.StatusConflict)
}

// The lobby hears of every change to what it lists: a challenge is listed for the two
// players alone.
func TestLobbyHears(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 2)
	anna, ben := people[0], people[1]
	game := ""
	for _, step := range []struct {
		name string
		do   func() webPage
		by   *client // hears it; nil for a visitor whom nobody knows
	}{
		{"a seek", func() webPage {
			p := anna.still().post("/games", "game", "hexone")
			game = p.header.Get("Location")
			return p
		}, nil},
		{"somebody joins", func() webPage { return ben.still().post(game + "/seats") }, nil},
		{"play now", func() webPage {
			p := anna.still().post("/play-now", "game", "tartan")
			game = p.header.Get("Location")
			return p
		}, nil},
		{"it is called off", func() webPage { return anna.still().post(game + "/abort") }, nil},
		{"a challenge", func() webPage {
			p := anna.still().post("/games", "game", "hexit", "opponent", "named", "player", "Ben")
			game = p.header.Get("Location")
			return p
		}, ben},
		{"it is declined", func() webPage { return ben.still().post(game + "/abort") }, anna},
		{"a table", func() webPage {
			p := anna.still().post("/games", "game", "six", "option.seats", "4", "seat", "1")
			game = p.header.Get("Location")
			return p
		}, nil},
		{"a seat is taken", func() webPage { return ben.still().post(game+"/seats", "seat", "3") }, nil},
		{"another is", func() webPage { return ben.still().post(game+"/seats", "seat", "2") }, nil},
		{"it is left", func() webPage { return ben.still().post(game + "/leave") }, nil},
	} {
		by := step.by
		if by == nil {
			by = s.client(t)
		}
		stream := by.listen("/lobby/events", "")
		stream.want("retry: 1000\n\n")
		step.do().wantStatus(t, http.StatusSeeOther)
		stream.want("event: changed\ndata: 1\n\n")
		stream.leave()
		if t.Failed() {
			t.Fatalf("after %s", step.name)
		}
	}
}

// Who waits in the lobby is told there that the game has begun, and in the
// title who is awaited.
func TestLobbyTellsThatGamesBegin(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	people := s.accounts(t, 2)
	anna, ben := people[0], people[1]
	const begun = ".begun li:has(a.primary[href=%q])"
	game := anna.post("/games", "game", "hexone", "opponent", "lobby", "starter", "me", "clock", "5+3").path
	p := anna.get("/lobby").wantText(t, "title", "Lobby").wantCount(t, row(game), 1).wantCount(t, ".begun", 0)
	events := anna.listen(p.attribute("[data-sse-connect]", "data-sse-connect"), "")
	events.want(opening)
	ben.post(game+"/seats").wantStatus(t, http.StatusOK)
	events.want(changed)

	list := p.attribute("#lobby", "data-hx-get") + "?seen=" + p.attribute("#seen", "value")
	p = anna.htmx().get(list).wantStatus(t, http.StatusOK).wantText(t, "title", "(1) Lobby").wantCount(t, ".seeks:not(.begun) li", 0)
	p.wantText(t, "h2", "Your game has begun").wantText(t, "#say[data-hx-swap-oob]", "Your game has begun")
	p.wantText(t, fmt.Sprintf(begun, game), "Hexone against Ben").wantText(t, fmt.Sprintf(begun, game), "your turn").wantText(t, fmt.Sprintf(begun, game), "To the board")
	anna.get("/lobby").wantCount(t, fmt.Sprintf(begun, game), 1).wantCount(t, "body title", 0) // without JavaScript
	anna.get("/lobby?game=six").wantCount(t, fmt.Sprintf(begun, game), 1)
	s.client(t).get("/lobby").wantCount(t, ".begun", 0)

	seen := "/lobby/list?seen=" + p.attribute("#seen", "value") + "&begun=" + p.attribute("#begun", "value")
	anna.htmx().get(seen).wantStatus(t, http.StatusNoContent)
	anna.still().turn(game, "c2", 0).wantStatus(t, http.StatusSeeOther)
	p = anna.htmx().get(seen).wantStatus(t, http.StatusOK).wantText(t, fmt.Sprintf(begun, game), "Ben to play").wantCount(t, "#say", 0)
	if title := p.text("title"); strings.Contains(title, "(") {
		t.Errorf("the title is %q while the other is to play", title)
	}
	ben.post("/games", "game", "tartan", "opponent", "named", "player", "Anna").wantStatus(t, http.StatusOK)
	anna.htmx().get("/lobby/list").wantText(t, "title", "(1) Lobby").wantText(t, "h2", "Challenges to you")

	// Games that go on for days are told when they begin.
	days := anna.post("/games", "game", "six", "opponent", "lobby", "clock", "3d").path
	ben.post(days+"/seats").wantStatus(t, http.StatusOK)
	p = anna.get("/lobby").wantText(t, ".begun", "Six against Ben").wantText(t, "h2", "Your games have begun")

	// What has begun is said once, not with every change.
	anna.htmx().get(seen).wantText(t, "h2", "Your games have begun").wantText(t, "#say", "Your game has begun") // the new one
	said := "/lobby/list?begun=" + url.QueryEscape(p.attribute("#begun", "value"))
	anna.htmx().get(said).wantText(t, "h2", "Your games have begun").wantCount(t, "#say", 0)
	if include := p.attribute("#lobby", "data-hx-include"); p.Find(include).Length() != 2 {
		t.Errorf("the page sends %q along", include)
	}
	if _, err := s.raw(t).Exec("UPDATE games SET changed = $1", s.Now().Add(-time.Hour).UnixMilli()); err != nil {
		t.Fatal(err)
	}
	anna.get("/lobby").wantCount(t, fmt.Sprintf(begun, game), 1).wantCount(t, fmt.Sprintf(begun, days), 0)
}
