package play_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/views/play"
)

func TestLobby(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	anna, ben, guest := s.Client(t), s.Client(t), s.Client(t)
	anna.SignUp("Anna")
	ben.SignUp("Ben")
	p := s.Client(t).Get("/lobby").WantStatus(t, http.StatusOK).WantCount(t, ".seeks", 0).WantText(t, "#lobby", "No open games")
	if p.Header["Set-Cookie"] != nil {
		t.Errorf("looking sets cookies: %q", p.Header["Set-Cookie"])
	}
	live := anna.Seek("game", "hexone", "clock", "5+3", "counts", "yes", "match", "two")
	six := guest.Seek("game", "six", "option.seats", "4", "option.rules", "advanced", "explore", "no")
	challenge := anna.Post("/games", "game", "tartan", "clock", "3d", "opponent", "named", "player", "Ben").Path
	link := anna.NewGame("invite", "me")
	if _, err := s.Raw(t).Exec(`INSERT INTO ratings (person, game, class, rating, deviation, volatility, games, at)
		SELECT id, 'hexone', 'quick', 1712.4, 60, 0.06, 20, $1 FROM people WHERE name = 'Anna'`, s.Now().UnixMilli()); err != nil {
		t.Fatal(err)
	}

	t.Run("a stranger", func(t *testing.T) {
		p := s.Client(t).Get("/lobby").WantStatus(t, http.StatusOK).WantCount(t, ".seeks li", 2).WantCount(t, "#lobby h2", 1)
		p.WantText(t, sitetest.Row(live), "Anna 1712Hexone").WantText(t, sitetest.Row(live), "5+3 · rated A match of two games · just now")
		p.WantCount(t, sitetest.Row(live)+" button", 0).WantCount(t, sitetest.Row(live)+` a[href="/signup?return=%2Flobby"]`, 1)
		p.WantText(t, sitetest.Row(six), "Advanced rules: a move may split the group · 4 players").WantText(t, sitetest.Row(six), "1 of 4 seats taken")
		p.WantText(t, sitetest.Row(six)+" button", "Join")
		if name := p.Attribute(sitetest.Row(six)+" button", "aria-label"); !strings.HasPrefix(name, "Join: Six, Guest ") {
			t.Errorf("the button is called %q", name)
		}
	})
	t.Run("who is challenged", func(t *testing.T) {
		p := ben.Get("/lobby").WantCount(t, ".seeks li", 3).WantText(t, "#lobby h2", "Challenges to you")
		p.WantText(t, sitetest.Row(challenge), "Anna no rating Tartan").WantCount(t, sitetest.Row(challenge)+` form[action$="/seats"]`, 1)
		p.WantText(t, sitetest.Row(challenge), "Accept").WantText(t, sitetest.Row(challenge)+` form[action$="/abort"]`, "Decline")
		p.WantText(t, sitetest.Row(live)+" button", "Join")
	})
	t.Run("the host", func(t *testing.T) {
		p := anna.Get("/lobby").WantCount(t, ".seeks li", 4).WantCount(t, sitetest.Row(six)+` form[action$="/seats"]`, 1)
		for game, button := range map[string]string{live: "Cancel game", challenge: "Withdraw", link: "Cancel game"} {
			p.WantText(t, sitetest.Row(game)+` form[action$="/abort"] button`, button)
		}
		p.WantText(t, sitetest.Row(challenge), "reserved for Ben")
	})
	t.Run("one game", func(t *testing.T) {
		p := s.Client(t).Get("/lobby?game=six").WantCount(t, ".seeks li", 1).WantCount(t, sitetest.Row(six), 1)
		p.WantText(t, `.pills [aria-current]`, "Six").WantCount(t, `[data-hx-get="/lobby/list?game=six"]`, 1)
		s.Client(t).Get("/lobby?game=hexit").WantCount(t, ".seeks li", 0).WantText(t, "#lobby", "No open games")
		s.Client(t).Get("/lobby?game=chess").WantStatus(t, http.StatusNotFound)
		s.Client(t).Get("/lobby/list?game=chess").WantStatus(t, http.StatusNotFound)
	})
	t.Run("the lists alone", func(t *testing.T) {
		p := s.Client(t).Htmx().Get("/lobby/list?game=six").WantStatus(t, http.StatusOK).WantCount(t, ".seeks li", 1).WantCount(t, "header.top", 0)
		if to := s.Client(t).Htmx().Get("/lobby/list").Attribute(sitetest.Row(live)+" a.button", "href"); to != "/signup?return=%2Flobby" {
			t.Errorf("who needs an account comes back from %q", to)
		}
		p.WantCount(t, "noscript", 1)
		seen := "&seen=" + p.Attribute("#seen", "value")
		s.Client(t).Htmx().Get("/lobby/list?game=six"+seen).WantStatus(t, http.StatusNoContent)
		ben.Htmx().Get("/lobby/list?game=six"+seen).WantStatus(t, http.StatusOK) // also shows a challenge
		s.Client(t).Post(six+"/seats").WantStatus(t, http.StatusOK)
		s.Client(t).Htmx().Get("/lobby/list?game=six"+seen).WantStatus(t, http.StatusOK).WantText(t, sitetest.Row(six), "2 of 4 seats taken")
	})
	t.Run("in French", func(t *testing.T) {
		p := s.Client(t).With("Accept-Language", "fr").Get("/lobby")
		p.WantText(t, sitetest.Row(live), "5+3 · cotée Un match en deux parties · à l’instant")
	})
}

// The default values of the lobby's form find a game.
func TestPlayNowForm(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	form := c.Get("/lobby").WantCount(t, "#play-now [name=counts]", 0).Find("#play-now")
	var clocks []string
	for _, button := range form.Find("button[name=clock]").EachIter() {
		clocks = append(clocks, button.AttrOr("value", ""))
	}
	if !slices.Equal(clocks, play.PlayNowClocks()) {
		t.Errorf("the clocks are %q", clocks)
	}
	pairs := []string{"game", form.Find("[name=game] :checked, [name=game] option:first-child").AttrOr("value", ""), "clock", clocks[0]}
	for _, empty := range []bool{false, true} {
		if empty {
			pairs = nil
		}
		game := s.GameAt(t, c.Post("/play-now", pairs...).WantStatus(t, http.StatusOK).Path)
		if game.Key != "hexone" || game.Record.Control().String() != "5+3" || !game.Listed || !game.Drawn || game.Rated || !game.Explore {
			t.Errorf("game %+v", game)
		}
	}
	if n := s.Count(t, "games"); n != 1 {
		t.Errorf("asked for twice there are %d games", n)
	}
}

func TestPlayNowBadForm(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for name, tt := range map[string]struct {
		form   []string
		status int
		want   string
	}{
		"no such game":   {[]string{"game", "chess", "clock", "3d"}, http.StatusUnprocessableEntity, "One answer wasn’t valid and was reset"},
		"no such clock":  {[]string{"game", "six", "clock", "4+4"}, http.StatusUnprocessableEntity, "One answer wasn’t valid and was reset"},
		"unknown rating": {[]string{"counts", "maybe"}, http.StatusUnprocessableEntity, "One answer wasn’t valid and was reset"},
		"rated no clock": {[]string{"counts", "yes", "clock", "none"}, http.StatusUnprocessableEntity, "A rated game needs a clock"},
		"rated guest":    {[]string{"game", "six", "counts", "yes", "clock", "3d"}, http.StatusForbidden, "Rated games need an account"},
	} {
		t.Run(name, func(t *testing.T) {
			p := s.Client(t).Post("/play-now", tt.form...).WantStatus(t, tt.status).WantText(t, ".play-now #problem[role=alert]", tt.want)
			if sent := tt.form[1]; tt.form[0] == "game" && sent != "chess" && p.Attribute(".play-now [name=game] [selected]", "value") != sent {
				t.Errorf("the form forgets the game %s", sent)
			}
			p.WantCount(t, `.account-first a[href="/signup?return=%2Flobby"]`, 1).WantCount(t, ".meeting > .play-now:first-child", 1)
		})
	}
	s.WantStored(t, "")
}

// Two people who want the same game meet; a different wish makes a new game.
func TestPlayNowMeets(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	first, second, third := s.Client(t), s.Client(t), s.Client(t)
	game := first.Post("/play-now", "game", "tartan", "clock", "5+3").WantStatus(t, http.StatusOK).Path
	if other := third.Post("/play-now", "game", "tartan", "clock", "30+15").Path; other == game {
		t.Error("a long game met a quick one")
	}
	p := second.Post("/play-now", "game", "tartan", "clock", "3+2").WantStatus(t, http.StatusOK)
	if p.Path != game {
		t.Fatalf("they do not meet: %s and %s", game, p.Path)
	}
	stored := s.GameAt(t, game)
	if stored.Status != db.Running || stored.Record.Control().String() != "5+3" {
		t.Errorf("the game is %s with %s", stored.Status, stored.Record.Control())
	}
	first.Get("/lobby").WantCount(t, ".seeks:not(.begun) li:has(a[href=\""+game+"\"])", 0)
}

// However many people press the button at once, no two of them keep waiting.
func TestPlayNowTogether(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	statuses := s.AtOnce(t, 20, "/play-now", "game", "six", "clock", "none")
	if statuses[http.StatusSeeOther] != 20 {
		t.Errorf("the answers are %v", statuses)
	}
	games := map[db.Status]int{}
	rows, err := s.Raw(t).Query("SELECT status FROM games")
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

// If twenty people take the same seek, one gets it. The others see the game, and why they do not play.
func TestOneSeekAtOnce(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game := s.Client(t).Seek("game", "hexone", "clock", "5+3")
	count := s.AtOnce(t, 20, game+"/seats")
	if count[http.StatusSeeOther] != 1 || count[http.StatusConflict] != 19 {
		t.Errorf("the answers are %v, want one 303 and else 409", count)
	}
}

// People who have blocked each other neither see nor get each other's games.
func TestBlockedPeopleDoNotMeet(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 2)
	anna, ben := people[0], people[1]
	game := anna.Seek("game", "tartan")
	asked := anna.Post("/games", "game", "six", "opponent", "named", "player", "Ben").WantStatus(t, http.StatusOK).Path
	if err := s.DB.Block(t.Context(), s.IdOf(t, "Ben"), s.IdOf(t, "Anna"), s.Now()); err != nil {
		t.Fatal(err)
	}
	ben.Get("/lobby").WantCount(t, sitetest.Row(game), 0).WantCount(t, sitetest.Row(asked), 0)
	for _, form := range [][]string{nil, {"invite", "wrong"}} {
		ben.Post(game+"/seats", form...).WantStatus(t, http.StatusForbidden).WantText(t, "[role=alert]", "The free seats in this game are for other players")
	}
	if p := ben.Post("/play-now", "game", "tartan", "clock", "none"); p.Path == game {
		t.Error("they meet")
	}
	for challenger, player := range map[*sitetest.Client]string{anna: "Ben", ben: "Anna"} {
		p := challenger.Post("/games", "game", "hexit", "opponent", "named", "player", player).WantStatus(t, http.StatusUnprocessableEntity)
		p.WantText(t, "#problem", "You can’t challenge that player now")
	}
	if stored := s.GameAt(t, game); stored.Status != db.Waiting {
		t.Errorf("the game is %s", stored.Status)
	}
}

// The start of a live game withdraws the player's other seeks. Watchers are notified, and the withdrawn game
// says why.
func TestBegunGameWithdrawsSeeks(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	anna, ben := s.Client(t), s.Client(t)
	seek, other := anna.Seek("game", "six", "clock", "10+5"), anna.Seek("game", "hexone", "clock", "5+3")
	watcher := s.Live.Watch("", strings.TrimPrefix(seek, "/games/"), "lobby")
	defer s.Live.Leave(watcher)
	ben.Post(other+"/seats").WantStatus(t, http.StatusOK)
	if topics := watcher.Take(); len(topics) != 2 {
		t.Errorf("announced are %q, want the game and the lobby", topics)
	}
	s.Client(t).Get("/lobby").WantCount(t, ".seeks li", 0)
	anna.Get(seek).WantText(t, ".status.over", "started another game")
	anna.With("Accept-Language", "fr").Get(seek).WantText(t, ".status.over", "ou a commencé une autre partie")
	ben.Post(seek+"/seats").WantStatus(t, http.StatusConflict)
}

// The lobby is notified of every change of its lists. Only the two players see a challenge.
func TestLobbyHears(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 2)
	anna, ben := people[0], people[1]
	game := ""
	for _, step := range []struct {
		name string
		do   func() sitetest.WebPage
		by   *sitetest.Client // who is notified; nil for a visitor without a session
	}{
		{"a seek", func() sitetest.WebPage {
			p := anna.NoRedirects().Post("/games", "game", "hexone")
			game = p.Header.Get("Location")
			return p
		}, nil},
		{"somebody joins", func() sitetest.WebPage { return ben.NoRedirects().Post(game + "/seats") }, nil},
		{"play now", func() sitetest.WebPage {
			p := anna.NoRedirects().Post("/play-now", "game", "tartan")
			game = p.Header.Get("Location")
			return p
		}, nil},
		{"is cancelled, left or resigned", func() sitetest.WebPage { return anna.NoRedirects().Post(game + "/abort") }, nil},
		{"a challenge", func() sitetest.WebPage {
			p := anna.NoRedirects().Post("/games", "game", "hexit", "opponent", "named", "player", "Ben")
			game = p.Header.Get("Location")
			return p
		}, ben},
		{"it is declined", func() sitetest.WebPage { return ben.NoRedirects().Post(game + "/abort") }, anna},
		{"a table", func() sitetest.WebPage {
			p := anna.NoRedirects().Post("/games", "game", "six", "option.seats", "4", "seat", "1")
			game = p.Header.Get("Location")
			return p
		}, nil},
		{"a seat is taken", func() sitetest.WebPage { return ben.NoRedirects().Post(game+"/seats", "seat", "3") }, nil},
		{"another is", func() sitetest.WebPage { return ben.NoRedirects().Post(game+"/seats", "seat", "2") }, nil},
		{"it is left", func() sitetest.WebPage { return ben.NoRedirects().Post(game + "/leave") }, nil},
	} {
		by := step.by
		if by == nil {
			by = s.Client(t)
		}
		stream := by.Listen("/lobby/events", "")
		stream.Want(sitetest.Opening)
		step.do().WantStatus(t, http.StatusSeeOther)
		stream.Want("event: changed\ndata: 1\n\n")
		stream.Leave()
		if t.Failed() {
			t.Fatalf("after %s", step.name)
		}
	}
}

// The lobby shows a waiting player that the game has begun, and the page's title that it is their turn.
func TestLobbyTellsThatGamesBegin(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	people := s.Accounts(t, 2)
	anna, ben := people[0], people[1]
	const begun = ".begun li:has(a.primary[href=%q])"
	game := anna.Post("/games", "game", "hexone", "opponent", "lobby", "starter", "me", "clock", "5+3").Path
	p := anna.Get("/lobby").WantText(t, "title", "Lobby").WantCount(t, sitetest.Row(game), 1).WantCount(t, ".begun", 0)
	events := anna.Listen(p.Attribute("[data-sse-connect]", "data-sse-connect"), "")
	events.Want(sitetest.Opening)
	ben.Post(game+"/seats").WantStatus(t, http.StatusOK)
	events.Want(sitetest.Changed)

	list := p.Attribute("#lobby", "data-hx-get") + "?seen=" + p.Attribute("#seen", "value")
	p = anna.Htmx().Get(list).WantStatus(t, http.StatusOK).WantText(t, "title", "(1) Lobby").WantCount(t, ".seeks:not(.begun) li", 0)
	p.WantText(t, "h2", "Your game has started").WantText(t, "#say[data-hx-swap-oob]", "Your game has started")
	p.WantText(t, fmt.Sprintf(begun, game), "Ben Hexone · 5+3").WantText(t, fmt.Sprintf(begun, game), "your turn").WantText(t, fmt.Sprintf(begun, game), "Open board")
	anna.Get("/lobby").WantCount(t, fmt.Sprintf(begun, game), 1).WantCount(t, "body title", 0) // without JavaScript
	anna.Get("/lobby?game=six").WantCount(t, fmt.Sprintf(begun, game), 1)
	s.Client(t).Get("/lobby").WantCount(t, ".begun", 0)

	seen := "/lobby/list?seen=" + p.Attribute("#seen", "value") + "&begun=" + p.Attribute("#begun", "value")
	anna.Htmx().Get(seen).WantStatus(t, http.StatusNoContent)
	anna.NoRedirects().Turn(game, "c2", 0).WantStatus(t, http.StatusSeeOther)
	p = anna.Htmx().Get(seen).WantStatus(t, http.StatusOK).WantText(t, fmt.Sprintf(begun, game), "Ben to play").WantCount(t, "#say", 0)
	if title := p.Text("title"); strings.Contains(title, "(") {
		t.Errorf("the title is %q while the other is to play", title)
	}
	ben.Post("/games", "game", "tartan", "opponent", "named", "player", "Anna").WantStatus(t, http.StatusOK)
	anna.Htmx().Get("/lobby/list").WantText(t, "title", "(1) Lobby").WantText(t, "h2", "Challenges to you")

	// Games with days for each turn are announced when they begin.
	days := anna.Post("/games", "game", "six", "opponent", "lobby", "clock", "3d").Path
	ben.Post(days+"/seats").WantStatus(t, http.StatusOK)
	p = anna.Get("/lobby").WantText(t, ".begun", "Ben Six").WantText(t, "h2", "Your games have started")

	// A begun game is announced once, not with every change.
	anna.Htmx().Get(seen).WantText(t, "h2", "Your games have started").WantText(t, "#say", "Your game has started") // the new one
	said := "/lobby/list?begun=" + url.QueryEscape(p.Attribute("#begun", "value"))
	anna.Htmx().Get(said).WantText(t, "h2", "Your games have started").WantCount(t, "#say", 0)
	if include := p.Attribute("#lobby", "data-hx-include"); p.Find(include).Length() != 2 {
		t.Errorf("the page sends %q along", include)
	}
	if _, err := s.Raw(t).Exec("UPDATE games SET changed = $1", s.Now().Add(-time.Hour).UnixMilli()); err != nil {
		t.Fatal(err)
	}
	anna.Get("/lobby").WantCount(t, fmt.Sprintf(begun, game), 1).WantCount(t, fmt.Sprintf(begun, days), 0)
}
