package handlers_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/rules"
	"hexclub/rules/hexone"
)

// explosive is an opening after which a third token on c2 explodes: to the
// west it makes a stack of three of d3, which explodes in its turn.
var explosive = []string{"c2", "d3", "c2", "d3", "b2", "d4"}

// swift is a whole game, won with all tiles white.
var swift = []string{"c2", "d3", "c2", "d3", "c2,c2xW"}

func TestDraft(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	game := c.deviceGame(explosive...)
	before := s.stored(t)

	t.Run("nothing yet", func(t *testing.T) {
		p := c.get(game)
		p.wantCount(t, ".steps", 0).wantCount(t, "#undo", 0).wantCount(t, "#confirm", 0).wantText(t, ".status", "place a token")
		p.wantCount(t, "svg.board .last", 1)
	})
	t.Run("several steps", func(t *testing.T) {
		p := c.get(game + "?draft=c2,c2xW")
		p.wantText(t, ".status", "choose a Y for d3").wantCount(t, "svg.board .draft", 4).wantCount(t, "svg.board .last", 0)
		if got := p.list(".steps li"); !slices.Equal(got, []string{"c2", "c2xW"}) {
			t.Errorf("the steps are %q", got)
		}
		p.wantCount(t, "#confirm", 0)
	})
	t.Run("steps lead back", func(t *testing.T) {
		p := c.get(game + "?draft=c2,c2xW,d3xW")
		steps := p.Find(".steps li a")
		if steps.Length() != 3 {
			t.Fatalf("there are %d steps", steps.Length())
		}
		steps.Each(func(i int, step *goquery.Selection) {
			back := c.get(step.AttrOr("href", "")).wantStatus(t, http.StatusOK)
			back.wantCount(t, ".steps li", i+1)
			fragment := c.htmx().get(step.AttrOr("data-hx-get", "")).wantStatus(t, http.StatusOK)
			fragment.wantCount(t, ".steps li", i+1)
			if to := fragment.header.Get("HX-Replace-Url"); to != step.AttrOr("href", "") {
				t.Errorf("step %d replaces the address by %s, the link leads to %s", i, to, step.AttrOr("href", ""))
			}
		})
		for want := 2; want >= 0; want-- {
			p = c.get(p.attribute("#undo", "href"))
			p.wantCount(t, ".steps li", want)
		}
		p.wantCount(t, "#undo", 0)
	})
	t.Run("whole turn", func(t *testing.T) {
		p := c.get(game + "?draft=c2,c2xW,d3xW")
		p.wantText(t, ".status", "The turn is complete").wantCount(t, "svg.board a.open", 0).wantCount(t, ".actions", 0)
		form := p.Find("form.commit")
		if form.AttrOr("action", "") != game+"/turns" || form.AttrOr("data-hx-post", "") != game+"/turns" || form.AttrOr("method", "") != "post" {
			t.Errorf("the form goes to %s", form.AttrOr("action", ""))
		}
		if draft := p.attribute("form.commit input[name=draft]", "value"); draft != "c2,c2xW,d3xW" {
			t.Errorf("it commits %q", draft)
		}
		if ply := p.attribute("form.commit input[name=ply]", "value"); ply != "6" {
			t.Errorf("it commits at ply %q", ply)
		}
	})
	t.Run("written with spaces", func(t *testing.T) {
		c.get(game+"?draft=c2+c2xW").wantCount(t, ".steps li", 2)
	})
	t.Run("by clicking alone", func(t *testing.T) {
		p := c.get(game)
		for _, cell := range []string{"c2", "b2", "c3"} { // place; explode to the west; d3 to the west
			p = c.get(p.attribute("svg.board a#c-"+cell, "href")).wantStatus(t, http.StatusOK)
		}
		if got := p.list(".steps li"); !slices.Equal(got, []string{"c2", "c2xW", "d3xW"}) {
			t.Errorf("the steps are %q", got)
		}
	})
	t.Run("the fragment is the page's table", func(t *testing.T) {
		for _, query := range []string{"", "?draft=c2", "?draft=c2,c2xW,d3xW", "?draft=c3", "?draft=rubbish"} {
			p, fragment := c.get(game+query), c.htmx().get(game+"/board"+query).wantStatus(t, http.StatusOK)
			for _, part := range []string{"#revision", ".field", ".side"} {
				want, err := goquery.OuterHtml(p.Find("#table > " + part))
				if err != nil {
					t.Fatal(err)
				}
				if got, err := goquery.OuterHtml(fragment.Find("body > " + part)); err != nil || got != want || got == "" {
					t.Errorf("%s: the page has\n%s\nthe fragment (%v)\n%s", query, want, err, got)
				}
			}
			fragment.wantCount(t, "header", 0)
			if got, want := fragment.text("#say"), p.text(".status"); got != want {
				t.Errorf("%s: it says %q, want %q", query, got, want)
			}
			if fragment.text("title") != p.text("title") {
				t.Errorf("%s: the titles are %q and %q", query, fragment.text("title"), p.text("title"))
			}
		}
	})
	t.Run("news say what was played last", func(t *testing.T) {
		news, p := c.htmx().get(game+"/board?since=0"), c.get(game)
		if got, want := news.text("#say"), p.text(".last-turn")+" "+p.text(".status"); got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	})
	if after := s.stored(t); after != before {
		t.Errorf("drafts left\n%s\nwhere there was\n%s", after, before)
	}
}

func TestDraftRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	game := c.deviceGame(explosive...)
	for _, tt := range []struct {
		name, draft, problem, rule string
		steps                      []string
	}{
		{"centre", "c3", "c3: nothing is placed on the centre", "2", nil},
		{"apart", "a3", "a3: that cell touches none of yours", "2", nil},
		{"opponent's", "d3", "d3: your opponent holds that cell", "2", nil},
		{"nothing to explode", "c2xE", "", "3", nil},
		{"pass", "pass", "pass: you can place a token, so you may not pass", "r4", nil},
		{"the legal prefix stays", "c2,c2", "c2: a stack of three or more has to explode first: c2xE, c2xW", "3", []string{"c2"}},
		{"of several", "c2,c2xW,d4xE,d3xW", "", "3", []string{"c2", "c2xW"}},
		{"no notation", "rubbish", "That is not the notation of an action", "", nil},
		{"no notation after a prefix", "c2,rubbish", "That is not the notation of an action", "", []string{"c2"}},
		{"commas", "c2,,,c2xW", "That is not the notation of an action", "", []string{"c2"}},
		{"capitals", "C2", "That is not the notation of an action", "", nil},
		{"signs", "💥", "That is not the notation of an action", "", nil},
		{"markup", "<script>alert(1)</script>", "That is not the notation of an action", "", nil},
		{"too much", "b2,c2", "The turn is complete already", "", []string{"b2"}},
		{"far too long", "c2," + strings.Repeat("c2xW,", 3000), "That is not the notation of an action", "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			query := "?" + formOf("draft", tt.draft)
			for _, p := range []page{c.get(game + query), c.htmx().get(game + "/board" + query)} {
				p.wantStatus(t, http.StatusOK).wantCount(t, "#table [role=alert], .side [role=alert]", 1)
				p.wantText(t, ".side [role=alert]", tt.problem)
				if got := p.list(".steps li"); !slices.Equal(got, tt.steps) && len(got)+len(tt.steps) > 0 {
					t.Errorf("the steps are %q, want %q", got, tt.steps)
				}
				if tt.rule == "" {
					p.wantCount(t, ".side [role=alert] a", 0)
					continue
				}
				p.wantText(t, ".side [role=alert] a", "Rule "+tt.rule)
				rule, anchor, _ := strings.Cut(p.attribute(".side [role=alert] a", "href"), "#")
				c.get(rule).wantStatus(t, http.StatusOK).wantCount(t, "#"+anchor, 1)
			}
		})
	}
}

func TestPick(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	turns, draft, stacks := twoStacks(t)
	game := c.deviceGame(turns...)
	before := s.stored(t)
	query := game + "?draft=" + draft

	p := c.get(query).wantCount(t, ".picked", 0).wantCount(t, "svg.board a.open", len(stacks))
	p.wantText(t, ".status", "choose which stack explodes")
	p = c.get(p.attribute("#c-"+stacks[0], "href"))
	p.wantCount(t, ".picked", 1).wantCount(t, "#c-"+stacks[0]+".picked", 1)
	p.wantText(t, ".status", "choose a Y for "+stacks[0]).wantCount(t, "a.choice", 2)
	steps := p.Find(".steps li").Length()
	c.get(p.attribute("#undo", "href")).wantCount(t, ".picked", 0).wantCount(t, ".steps li", steps)
	for name, picks := range map[string]string{
		"no cell": "&pick=zz", "empty": "&pick=", "not to be picked": "&pick=c3", "markup": "&pick=%3Cscript%3E",
	} {
		t.Run(name, func(t *testing.T) {
			if strings.Contains(picks, "c3") && slices.Contains(stacks, "c3") {
				picks = "&pick=a1&pick=a1"
			}
			c.get(query+picks).wantStatus(t, http.StatusOK).wantCount(t, ".picked", 0)
			c.get(game+"/board?draft="+draft+picks).wantStatus(t, http.StatusOK).wantCount(t, ".picked", 0)
		})
	}
	if after := s.stored(t); after != before {
		t.Errorf("picks left\n%s\nwhere there was\n%s", after, before)
	}
}

// twoStacks is a game in the middle of a turn in which two stacks may explode
// next: its turns, the draft, and the stacks.
func twoStacks(t *testing.T) (turns []string, draft string, stacks []string) {
	t.Helper()
	for seed := range uint64(200) {
		st, err := hexone.Game{}.New(rules.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		turns = nil
		for _, turn := range randomGame(t, seed).Turns() {
			for i, text := range turn.Actions {
				stacks = nil
				for _, action := range st.Actions(nil) {
					if from, _, explodes := strings.Cut(st.Text(action), "x"); explodes && !slices.Contains(stacks, from) {
						stacks = append(stacks, from)
					}
				}
				if len(stacks) > 1 {
					return turns, strings.Join(turn.Actions[:i], ","), stacks
				}
				action, err := st.Parse(text)
				if err != nil {
					t.Fatal(err)
				}
				st.Play(action)
			}
			turns = append(turns, strings.Join(turn.Actions, ","))
		}
	}
	t.Fatal("no such game among the first 200 seeds")
	return nil, "", nil
}

func TestExplosionChoice(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	p := c.get(c.deviceGame(explosive...) + "?draft=c2")
	p.wantText(t, ".status", "choose a Y for c2").wantCount(t, "#c-c2.picked", 1)
	for letter, tt := range map[string]struct {
		cells        []string
		words, draft string
	}{
		"A": {[]string{"c3", "d2", "b1"}, "Explode c2 to the east, north-west and south-west", "c2,c2xE"},
		"B": {[]string{"c1", "d3", "b2"}, "Explode c2 to the west, north-east and south-east", "c2,c2xW"},
	} {
		t.Run(letter, func(t *testing.T) {
			p.wantCount(t, "svg.board a.way-"+letter, 3).wantCount(t, "svg.board path.way-"+letter, 3)
			for _, cell := range tt.cells {
				found := p.Find("svg.board a#c-" + cell)
				place := fmt.Sprintf("svg.board g[transform='%s'] .letter", found.AttrOr("transform", ""))
				if got := p.text(place); got != letter {
					t.Errorf("%s has the letter %q", cell, got)
				}
				if label := found.AttrOr("aria-label", ""); !strings.Contains(label, "choice "+letter) {
					t.Errorf("%s is called %q", cell, label)
				}
				if href := found.AttrOr("href", ""); !strings.HasSuffix(href, "?draft="+tt.draft) {
					t.Errorf("%s leads to %q", cell, href)
				}
			}
			p.wantText(t, "a.choice.way-"+letter, letter+" "+tt.words)
			if href := p.attribute("a.choice.way-"+letter, "href"); !strings.HasSuffix(href, "?draft="+tt.draft) {
				t.Errorf("the button leads to %q", href)
			}
		})
	}
	if got := p.list(".actions li"); !slices.Equal(got, []string{"c2xE", "c2xW"}) {
		t.Errorf("the actions in text are %q", got)
	}
}

// At every step of a game the page offers what the engine allows: as text all
// of it, on the board a click for each cell that begins an action.
func TestActionsAreOffered(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	game := c.newGame("device", "me")
	st, err := hexone.Game{}.New(rules.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	ply := 0
	for _, turn := range wholeGame(t).Turns() {
		for i, text := range turn.Actions {
			p := c.get(game + "?draft=" + strings.Join(turn.Actions[:i], ","))
			var want []string
			for _, action := range st.Actions(nil) {
				want = append(want, st.Text(action))
			}
			if got := p.list(".actions li a"); !slices.Equal(got, want) {
				t.Fatalf("turn %d, step %d offers %q, want %q", turn.Number, i, got, want)
			}
			p.wantText(t, ".actions summary", fmt.Sprint(len(want))+" legal action")
			p.Find(".actions li a").Each(func(n int, link *goquery.Selection) {
				want := "?draft=" + strings.Join(append(slices.Clone(turn.Actions[:i]), want[n]), ",")
				if href := link.AttrOr("href", ""); !strings.HasSuffix(href, want) {
					t.Errorf("turn %d: %s leads to %q", turn.Number, link.Text(), href)
				}
				if link.AttrOr("aria-label", "") == "" {
					t.Errorf("%s is not called by words", link.Text())
				}
			})
			action, err := st.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			st.Play(action)
		}
		c.still().turn(game, strings.Join(turn.Actions, ","), ply).wantStatus(t, http.StatusSeeOther)
		ply += len(turn.Actions)
	}
	c.get(game).wantCount(t, ".actions", 0).wantCount(t, "svg.board a", 0)
}

func TestPlayTurn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	t.Run("by a form", func(t *testing.T) {
		game, host, guest := s.twoPlayers(t)
		p := host.still().turn(game, "c2", 0).wantStatus(t, http.StatusSeeOther)
		if to := p.header.Get("Location"); to != game {
			t.Errorf("leads to %q", to)
		}
		host.get(game).wantText(t, ".turns", "c2").wantText(t, ".status", "(Red) is to play")
		guest.get(game).wantText(t, ".turns", "c2").wantText(t, "title", "Your turn").wantCount(t, "#c-c2.last", 1)
	})
	t.Run("by htmx", func(t *testing.T) {
		game, host, _ := s.twoPlayers(t)
		p := host.htmx().turn(game, "c2", 0).wantStatus(t, http.StatusOK)
		p.wantText(t, ".turns", "c2").wantText(t, ".status", "(Red) is to play").wantCount(t, "header", 0)
		if to := p.header.Get("HX-Replace-Url"); to != game {
			t.Errorf("HX-Replace-Url is %q", to)
		}
		if at := p.header.Get("HX-Retarget"); at != "" {
			t.Errorf("HX-Retarget is %q", at)
		}
	})
	t.Run("spaces for commas", func(t *testing.T) {
		c := s.client(t)
		game := c.deviceGame(explosive...)
		c.turn(game, " c2  c2xE ", 6).wantStatus(t, http.StatusOK).wantText(t, ".turns", "c2 c2xE")
	})
	t.Run("a chain", func(t *testing.T) {
		c := s.client(t)
		game := c.deviceGame(explosive...)
		p := c.turn(game, "c2,c2xW,d3xW", 6).wantStatus(t, http.StatusOK)
		p.wantText(t, ".turns", "c2 c2xW d3xW").wantCount(t, ".turns li", 7)
		if ply := c.ply(game); ply != 9 {
			t.Errorf("the game is at ply %d, want 9", ply)
		}
	})
}

// What cannot be committed is answered with the board as it is, as a page and
// as a fragment, and changes nothing.
func TestPlayTurnRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	players := []*client{host, guest}
	for ply, turn := range explosive {
		players[ply%2].still().turn(game, turn, ply).wantStatus(t, http.StatusSeeOther)
	}
	waiting := host.newGame("invite", "me")
	over := host.deviceGame(swift...)
	for _, tt := range []struct {
		name       string
		who        *client
		game       string
		draft, ply string
		status     int
		problem    string
		steps      int
	}{
		{"stale", host, game, "c2,c2xE", "4", 409, "The game has gone on", 0},
		{"from the future", host, game, "c2,c2xE", "8", 409, "The game has gone on", 0},
		{"negative ply", host, game, "c2,c2xE", "-1", 409, "The game has gone on", 0},
		{"not one's turn", guest, game, "d3,d3xE", "6", 409, "It is not your turn", 0},
		{"illegal", host, game, "c3", "6", 422, "c3: nothing is placed on the centre", 0},
		{"illegal further on", host, game, "c2,c2", "6", 422, "c2: a stack of three or more has to explode first", 1},
		{"unfinished", host, game, "c2", "6", 422, "The turn is not complete yet", 1},
		{"empty", host, game, "", "6", 422, "The turn is not complete yet", 0},
		{"too long", host, game, "b2,b2", "6", 422, "The turn is complete already", 1},
		{"garbage", host, game, "rubbish", "6", 422, "That is not the notation of an action", 0},
		{"nobody to play against", host, waiting, "c2", "0", 409, "Nobody has taken the other seat yet", 0},
		{"over", host, over, "c2", "6", 409, "The game is over", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := s.stored(t)
			for _, c := range []*client{tt.who, tt.who.htmx()} {
				p := c.post(tt.game+"/turns", "draft", tt.draft, "ply", tt.ply).wantStatus(t, tt.status)
				p.wantText(t, ".side [role=alert]", tt.problem).wantCount(t, "svg.board", 1).wantCount(t, ".steps li", tt.steps)
				if tt.game == game {
					p.wantCount(t, ".turns li", 6)
				}
				if tt.name == "illegal" {
					p.wantText(t, ".side [role=alert] a", "Rule 2")
				}
				fragment := c.header.Get("HX-Request") != ""
				if got := p.Find("header").Length() == 0; got != fragment {
					t.Errorf("the answer is a fragment: %v, want %v", got, fragment)
				}
				if fragment && p.header.Get("HX-Replace-Url") != tt.game {
					t.Errorf("HX-Replace-Url is %q", p.header.Get("HX-Replace-Url"))
				}
			}
			if after := s.stored(t); after != before {
				t.Errorf("before:\n%s\nafter:\n%s", before, after)
			}
		})
	}
	for _, tt := range []struct {
		name   string
		who    *client
		path   string
		ply    string
		status int
		words  string
	}{
		{"spectator", s.client(t), game, "6", 403, "You have no seat in this game"},
		{"unknown game", host, "/games/nonsense", "0", 404, "No game has this address"},
		{"ply missing", host, game, "", 422, "The form held something"},
		{"ply no number", host, game, "six", 422, "The form held something"},
		{"ply too large", host, game, "99999999999999999999", 422, "The form held something"},
		{"ply with a fraction", host, game, "6.0", 422, "The form held something"},
		{"ply in hexadecimal", host, game, "0x6", 422, "The form held something"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := s.stored(t)
			p := tt.who.post(tt.path+"/turns", "draft", "c2,c2xE", "ply", tt.ply).wantStatus(t, tt.status)
			p.wantText(t, "main", tt.words)
			p = tt.who.htmx().post(tt.path+"/turns", "draft", "c2,c2xE", "ply", tt.ply).wantStatus(t, tt.status)
			if p.header.Get("HX-Retarget") != "#notice" || !strings.Contains(p.text(".notice"), tt.words) {
				t.Errorf("htmx is told %q at %q", p.text(".notice"), p.header.Get("HX-Retarget"))
			}
			if after := s.stored(t); after != before {
				t.Errorf("before:\n%s\nafter:\n%s", before, after)
			}
		})
	}
}

func TestConfirm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	game := c.deviceGame(explosive...)
	// b2 makes the turn whole, c2 does not: it has to explode.
	whole, part := "svg.board a#c-b2", "svg.board a#c-c2"

	t.Run("on", func(t *testing.T) {
		p := c.get(game)
		for _, cell := range []string{whole, part} {
			if p.attribute(cell, "data-hx-get") == "" || p.attribute(cell, "data-hx-post") != "" {
				t.Errorf("%s commits at once", cell)
			}
		}
		c.get(p.attribute(whole, "href")).wantCount(t, "form.commit #confirm", 1)
		c.htmx().get(p.attribute(whole, "data-hx-get")).wantCount(t, "form.commit #confirm", 1)
		p.wantText(t, "#confirm-switch", "Play without confirming")
	})
	p := c.post("/settings/confirm", "confirm", "off", "return", game).wantStatus(t, http.StatusOK)
	t.Run("off", func(t *testing.T) {
		if p.path != game {
			t.Errorf("the setting leads to %s", p.path)
		}
		p.wantText(t, "#confirm-switch", "Confirm my turns")
		if p.attribute(part, "data-hx-get") == "" || p.attribute(part, "data-hx-post") != "" {
			t.Error("a click within the turn commits")
		}
		if p.attribute(whole, "data-hx-get") != "" || !strings.HasPrefix(p.attribute(whole, "data-hx-post"), game+"/turns?") {
			t.Error("the click that completes the turn does not commit")
		}
		// Without JavaScript the link leads to the form all the same.
		c.get(p.attribute(whole, "href")).wantCount(t, "form.commit #confirm", 1)

		c.htmx().post(p.attribute(whole, "data-hx-post")).
			wantStatus(t, http.StatusOK).wantCount(t, ".turns li", 7)
	})
	t.Run("on again", func(t *testing.T) {
		c.post("/settings/confirm", "confirm", "on", "return", game).wantCount(t, "svg.board a[data-hx-post]", 0)
	})
}

func TestSpectators(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	host.turn(game, "c2", 0)
	host.turn(game, "d3", 1)
	spectator := s.client(t)
	for name, tt := range map[string]struct {
		who    *client
		resign int
	}{"spectator": {spectator, 0}, "waiting player": {host, 1}} {
		t.Run(name, func(t *testing.T) {
			for _, path := range []string{game, game + "?draft=d3", game + "/board?draft=d3&pick=d3"} {
				p := tt.who.get(path).wantStatus(t, http.StatusOK)
				p.wantCount(t, "svg.board a.open", 0).wantCount(t, ".actions", 0).wantCount(t, "form.commit", 0).wantCount(t, ".steps", 0)
				p.wantCount(t, "a.choice", 0).wantCount(t, "#undo", 0)
				alerts := 0
				if strings.Contains(path, "draft=") {
					alerts = 1 // says why there is no turn to make
				}
				p.wantCount(t, ".side [role=alert]", alerts)
				p.wantText(t, ".status", "(Red) is to play")
				if !strings.Contains(path, "/board") { // beside which it stands
					p.wantCount(t, "form[action$=resign]", tt.resign)
				}
				if strings.Contains(p.text("title"), "Your turn") {
					t.Errorf("the title is %q", p.text("title"))
				}
			}
		})
	}
	guest.get(game).wantText(t, "title", "Your turn").wantCount(t, "svg.board a.open", 5).wantCount(t, ".status.mine", 1)
}

func TestResult(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	players := []*client{host, guest}
	ply := 0
	for i, turn := range swift {
		p := players[i%2].htmx().turn(game, turn, ply).wantStatus(t, http.StatusOK)
		ply += len(strings.Split(turn, ","))
		p.wantCount(t, ".status.over", i/(len(swift)-1))
	}
	stranger := s.client(t)
	for _, c := range []*client{host, guest, stranger} {
		p := c.get(game)
		p.wantText(t, ".status.over", "(Blue) wins with 49 points: the opponent has no token left.")
		p.wantText(t, "title", "Game over").wantText(t, ".players li.won", "49 points").wantCount(t, ".players li.won", 1)
		p.wantText(t, ".players", "0 points").wantCount(t, "svg.board a", 0).wantCount(t, "form[action$=resign]", 0)
		chats := 1
		if c == stranger {
			chats = 0 // nothing more will happen
		}
		p.wantCount(t, "[data-sse-connect]", chats)
		c.get(p.attribute("a[href$='/turns/0']", "href")).wantStatus(t, http.StatusOK)
	}
}

func TestResign(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, who := range map[string]int{"host": 0, "guest": 1} {
		t.Run(name, func(t *testing.T) {
			game, host, guest := s.twoPlayers(t)
			players := []*client{host, guest}
			host.turn(game, "c2", 0)
			loser, winner := []string{"(Blue)", "(Red)"}[who], []string{"(Red)", "(Blue)"}[who]
			s.client(t).post(game+"/resign").wantStatus(t, http.StatusForbidden)
			p := players[who].still().post(game+"/resign").wantStatus(t, http.StatusSeeOther)
			if to := p.header.Get("Location"); to != game {
				t.Errorf("leads to %q", to)
			}
			players[1-who].get(game).wantText(t, ".status.over", winner+" wins with 49 points: ").wantText(t, ".status.over", loser+" resigned")
			for _, c := range []*client{players[who], players[1-who].htmx()} {
				p := c.post(game+"/resign").wantStatus(t, http.StatusConflict)
				p.wantText(t, ".side [role=alert]", "The game is over").wantText(t, ".status", winner)
			}
		})
	}
	t.Run("by htmx", func(t *testing.T) {
		game, host, _ := s.twoPlayers(t)
		host.htmx().post(game+"/resign").wantStatus(t, http.StatusOK).wantText(t, ".status.over", "(Red) wins").wantCount(t, "header", 0)
	})
	t.Run("nobody to play against", func(t *testing.T) {
		host := s.client(t)
		game := host.newGame("invite", "me")
		host.get(game).wantCount(t, "form[action$=resign]", 0)
		host.post(game+"/resign").wantStatus(t, http.StatusConflict).wantText(t, ".side [role=alert]", "Nobody has taken the other seat")
	})
	t.Run("unknown game", func(t *testing.T) {
		s.client(t).post("/games/nonsense/resign").wantStatus(t, http.StatusNotFound)
	})
}

// lies is how the label of a cell of Hexone begins: "d3, Blue, 2 tokens,".
func lies(cell rules.BoardCell) string {
	switch n := len(cell.Stack); n {
	case 0:
		return cell.Name + ", empty,"
	case 1:
		return cell.Name + map[rules.Seat]string{1: ", Blue, 1 token,", 2: ", Red, 1 token,"}[cell.Stack[0].Seat]
	default:
		return fmt.Sprintf("%s, %s, %d tokens,", cell.Name, map[rules.Seat]string{1: "Blue", 2: "Red"}[cell.Stack[0].Seat], n)
	}
}

func TestBoardSince(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	fetch := func(c *client, p page) page {
		t.Helper()
		return c.htmx().get(game + "/board?since=" + p.attribute("#revision", "value"))
	}
	seen := guest.get(game)
	if address := seen.attribute("#news[data-hx-trigger='sse:changed']", "data-hx-get"); address != game+"/board" {
		t.Errorf("when the game changes the page fetches %q", address)
	}
	p := fetch(guest, seen).wantStatus(t, http.StatusNoContent)
	if p.body != "" {
		t.Errorf("nothing has changed, but the body is %q", p.body)
	}
	mine := host.htmx().turn(game, "c2", 0)
	fetch(host, mine).wantStatus(t, http.StatusNoContent) // who played has the news already
	seen = fetch(guest, seen).wantStatus(t, http.StatusOK).wantText(t, "title", "Your turn").wantCount(t, "#c-c2.last", 1)
	fetch(guest, seen).wantStatus(t, http.StatusNoContent)
	for _, since := range []string{"", "0", "-1", "x", "999999"} {
		guest.htmx().get(game+"/board?since="+since).wantStatus(t, http.StatusOK)
	}
	guest.get("/games/nonsense/board").wantStatus(t, http.StatusNotFound)
}

// Both tabs of a player commit the same turn: one lands.
func TestTwoCommitsAtOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	game := c.newGame("device", "me")
	r := wholeGame(t)
	ply := 0
	for _, turn := range r.Turns() {
		form := formOf("draft", strings.Join(turn.Actions, ","), "ply", fmt.Sprint(ply))
		tabs := []*client{c.still(), c.htmx(), c.still(), c.htmx()}
		pages := make([]page, len(tabs))
		start, done := make(chan struct{}), make(chan error)
		for i, tab := range tabs {
			go func() {
				<-start
				p, err := tab.try(http.MethodPost, game+"/turns", strings.NewReader(form), formType)
				pages[i] = p
				done <- err
			}()
		}
		close(start)
		for range tabs {
			if err := <-done; err != nil {
				t.Fatal(err)
			}
		}
		landed := 0
		for _, p := range pages {
			switch p.status {
			case http.StatusOK, http.StatusSeeOther:
				landed++
			case http.StatusConflict:
				p.wantCount(t, listed(turn.Number), 1).wantCount(t, listed(turn.Number+1), 0).wantCount(t, ".side [role=alert]", 1)
			default:
				t.Errorf("turn %d: status %d", turn.Number, p.status)
			}
		}
		if landed != 1 {
			t.Fatalf("turn %d landed %d times", turn.Number, landed)
		}
		ply += len(turn.Actions)
		if got := c.ply(game); got != ply {
			t.Fatalf("after turn %d the game is at ply %d, want %d", turn.Number, got, ply)
		}
	}
	c.get(game).wantCount(t, ".status.over", 1)
}

// Two people act at once, one with a turn and the other by resigning: the
// game stays one that can be replayed.
func TestTurnAndResignationAtOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for range 10 {
		game, host, guest := s.twoPlayers(t)
		done := make(chan error)
		var turn, resignation page
		go func() {
			var err error
			turn, err = host.still().try(http.MethodPost, game+"/turns", strings.NewReader(formOf("draft", "c2", "ply", "0")), formType)
			done <- err
		}()
		go func() {
			var err error
			resignation, err = guest.still().try(http.MethodPost, game+"/resign", nil, formType)
			done <- err
		}()
		for range 2 {
			if err := <-done; err != nil {
				t.Fatal(err)
			}
		}
		resignation.wantStatus(t, http.StatusSeeOther)
		if turn.status != http.StatusSeeOther && turn.status != http.StatusConflict {
			t.Errorf("the turn is answered %d", turn.status)
		}
		want := 1
		if turn.status == http.StatusSeeOther {
			want = 2
		}
		if ply := host.ply(game); ply != want {
			t.Errorf("the turn is answered %d, the game is at ply %d", turn.status, ply)
		}
		host.get(game).wantText(t, ".status.over", "(Blue) wins")
	}
}
