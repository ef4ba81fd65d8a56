package play_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/hexone"
)

func TestDraft(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	game := c.DeviceGame(sitetest.Explosive...)
	before := s.Stored(t)

	t.Run("nothing yet", func(t *testing.T) {
		p := c.Get(game)
		p.WantCount(t, ".steps", 0).WantCount(t, "#undo", 0).WantCount(t, "#confirm", 0).WantText(t, ".status", "place a token")
		p.WantCount(t, "svg.board .last", 1)
	})
	t.Run("several steps", func(t *testing.T) {
		p := c.Get(game + "?draft=c2,c2xW")
		p.WantText(t, ".status", "choose where the three tokens fly").WantCount(t, "svg.board .draft", 4).WantCount(t, "svg.board .last", 0)
		if got := p.List(".steps li"); !slices.Equal(got, []string{"c2", "c2xW"}) {
			t.Errorf("the steps are %q", got)
		}
		p.WantCount(t, "#confirm", 0)
	})
	t.Run("steps lead back", func(t *testing.T) {
		p := c.Get(game + "?draft=c2,c2xW,d3xW")
		steps := p.Find(".steps li a")
		if steps.Length() != 3 {
			t.Fatalf("there are %d steps", steps.Length())
		}
		steps.Each(func(i int, step *goquery.Selection) {
			back := c.Get(step.AttrOr("href", "")).WantStatus(t, http.StatusOK)
			back.WantCount(t, ".steps li", i+1)
			fragment := c.Htmx().Get(step.AttrOr("data-hx-get", "")).WantStatus(t, http.StatusOK)
			fragment.WantCount(t, ".steps li", i+1)
			if to := fragment.Header.Get("HX-Replace-Url"); to != step.AttrOr("href", "") {
				t.Errorf("step %d replaces the address by %s, the link leads to %s", i, to, step.AttrOr("href", ""))
			}
		})
		for want := 2; want >= 0; want-- {
			p = c.Get(p.Attribute("#undo", "href"))
			p.WantCount(t, ".steps li", want)
		}
		p.WantCount(t, "#undo", 0)
	})
	t.Run("whole turn", func(t *testing.T) {
		p := c.Get(game + "?draft=c2,c2xW,d3xW")
		p.WantText(t, ".status", "Your turn is complete").WantCount(t, "svg.board a.open", 0).WantCount(t, ".actions", 0)
		form := p.Find("form.commit")
		if form.AttrOr("action", "") != game+"/turns" || form.AttrOr("data-hx-post", "") != game+"/turns" || form.AttrOr("method", "") != "post" {
			t.Errorf("the form goes to %s", form.AttrOr("action", ""))
		}
		if draft := p.Attribute("form.commit input[name=draft]", "value"); draft != "c2,c2xW,d3xW" {
			t.Errorf("it commits %q", draft)
		}
		if moved := p.Attribute("form.commit input[name=moved]", "value"); moved != "6" {
			t.Errorf("it commits at %q", moved)
		}
	})
	t.Run("written with spaces", func(t *testing.T) {
		c.Get(game+"?draft=c2+c2xW").WantCount(t, ".steps li", 2)
	})
	t.Run("by clicking alone", func(t *testing.T) {
		p := c.Get(game)
		for _, cell := range []string{"c2", "b2", "c3"} { // place; explode to the west; d3 to the west
			p = c.Get(p.Attribute("svg.board a#c-"+cell, "href")).WantStatus(t, http.StatusOK)
		}
		if got := p.List(".steps li"); !slices.Equal(got, []string{"c2", "c2xW", "d3xW"}) {
			t.Errorf("the steps are %q", got)
		}
	})
	t.Run("the fragment is the page's table", func(t *testing.T) {
		for _, query := range []string{"", "?draft=c2", "?draft=c2,c2xW,d3xW", "?draft=c3", "?draft=rubbish"} {
			p, fragment := c.Get(game+query), c.Htmx().Get(game+"/board"+query).WantStatus(t, http.StatusOK)
			for _, part := range []string{"#revision", ".field", ".now"} {
				want, err := goquery.OuterHtml(p.Find("#table > " + part))
				if err != nil {
					t.Fatal(err)
				}
				if got, err := goquery.OuterHtml(fragment.Find("body > " + part)); err != nil || got != want || got == "" {
					t.Errorf("%s: the page has\n%s\nthe fragment (%v)\n%s", query, want, err, got)
				}
			}
			fragment.WantCount(t, "header", 0)
			if got, want := fragment.Text("#say"), p.Text(".status"); got != want {
				t.Errorf("%s: it says %q, want %q", query, got, want)
			}
			if fragment.Text("title") != p.Text("title") {
				t.Errorf("%s: the titles are %q and %q", query, fragment.Text("title"), p.Text("title"))
			}
		}
	})
	t.Run("news say what was played last", func(t *testing.T) {
		news, p := c.Htmx().Get(game+"/board?since=0"), c.Get(game)
		last := strings.TrimSuffix(p.Text(".last-turn"), p.Text(".last-turn .notation"))
		if got, want := news.Text("#say"), last+p.Text(".status"); got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	})
	s.WantStored(t, before)
}

func TestDraftRefused(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	game := c.DeviceGame(sitetest.Explosive...)
	for _, tt := range []struct {
		name, draft, problem, rule string
		steps                      []string
	}{
		{"centre", "c3", "c3: you can’t place on the centre", "2", nil},
		{"apart", "a3", "a3: that cell touches none of yours", "2", nil},
		{"opponent's", "d3", "d3: your opponent holds that cell", "2", nil},
		{"nothing to explode", "c2xE", "", "3", nil},
		{"pass", "pass", "pass: you can’t pass while you can place a token", "r4", nil},
		{"the legal prefix stays", "c2,c2", "c2: a stack of three or more must explode first. Possible: c2xE, c2xW", "3", []string{"c2"}},
		{"of several", "c2,c2xW,d4xE,d3xW", "", "3", []string{"c2", "c2xW"}},
		{"no notation", "rubbish", "This isn’t a turn", "", nil},
		{"no notation after a prefix", "c2,rubbish", "This isn’t a turn", "", []string{"c2"}},
		{"commas", "c2,,,c2xW", "This isn’t a turn", "", []string{"c2"}},
		{"capitals", "C2", "This isn’t a turn", "", nil},
		{"signs", "💥", "This isn’t a turn", "", nil},
		{"markup", "<script>alert(1)</script>", "This isn’t a turn", "", nil},
		{"too much", "b2,c2", "Your turn is complete", "", []string{"b2"}},
		{"far too long", "c2," + strings.Repeat("c2xW,", 3000), "This isn’t a turn", "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			query := "?" + sitetest.FormOf("draft", tt.draft)
			for _, p := range []sitetest.WebPage{c.Get(game + query), c.Htmx().Get(game + "/board" + query)} {
				p.WantStatus(t, http.StatusOK).WantCount(t, "#table [role=alert], .now [role=alert]", 1)
				p.WantText(t, ".now [role=alert]", tt.problem)
				if got := p.List(".steps li"); !slices.Equal(got, tt.steps) && len(got)+len(tt.steps) > 0 {
					t.Errorf("the steps are %q, want %q", got, tt.steps)
				}
				if tt.rule == "" {
					p.WantCount(t, ".now [role=alert] a", 0)
					continue
				}
				p.WantText(t, ".now [role=alert] a", strings.Replace("Rule "+tt.rule, "Rule r", "Our reading ", 1))
				rule, anchor, _ := strings.Cut(p.Attribute(".now [role=alert] a", "href"), "#")
				c.Get(rule).WantStatus(t, http.StatusOK).WantCount(t, "#"+anchor, 1)
			}
		})
	}
}

func TestPick(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	turns, draft, stacks := twoStacks(t)
	game := c.DeviceGame(turns...)
	before := s.Stored(t)
	query := game + "?draft=" + draft

	p := c.Get(query).WantCount(t, ".picked", 0).WantCount(t, "svg.board a.open", len(stacks))
	p.WantText(t, ".status", "choose a stack to explode")
	p = c.Get(p.Attribute("#c-"+stacks[0], "href"))
	p.WantCount(t, ".picked", 1).WantCount(t, "#c-"+stacks[0]+".picked", 1)
	p.WantText(t, ".status", "choose where the three tokens fly").WantCount(t, "a.choice", 2)
	steps := p.Find(".steps li").Length()
	c.Get(p.Attribute("#undo", "href")).WantCount(t, ".picked", 0).WantCount(t, ".steps li", steps)
	for name, picks := range map[string]string{
		"no cell": "&pick=zz", "empty": "&pick=", "not to be picked": "&pick=c3", "markup": "&pick=%3Cscript%3E",
	} {
		t.Run(name, func(t *testing.T) {
			if strings.Contains(picks, "c3") && slices.Contains(stacks, "c3") {
				picks = "&pick=a1&pick=a1"
			}
			c.Get(query+picks).WantStatus(t, http.StatusOK).WantCount(t, ".picked", 0)
			c.Get(game+"/board?draft="+draft+picks).WantStatus(t, http.StatusOK).WantCount(t, ".picked", 0)
		})
	}
	s.WantStored(t, before)
}

// twoStacks returns a game in the middle of a turn, in which either of two stacks can explode next: its turns,
// the draft, and the stacks.
func twoStacks(t *testing.T) (turns []string, draft string, stacks []string) {
	t.Helper()
	for seed := range uint64(200) {
		st, err := hexone.Game{}.New(rules.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		turns = nil
		for _, turn := range sitetest.RandomGame(t, seed).Turns() {
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
	s := sitetest.New(t)
	c := s.Client(t)
	p := c.Get(c.DeviceGame(sitetest.Explosive...) + "?draft=c2")
	p.WantText(t, ".status", "choose where the three tokens fly").WantCount(t, "#c-c2.picked", 1)
	for letter, tt := range map[string]struct {
		cells        []string
		words, draft string
	}{
		"A": {[]string{"c3", "d2", "b1"}, "Explode c2 to the east, north-west and south-west", "c2,c2xE"},
		"B": {[]string{"c1", "d3", "b2"}, "Explode c2 to the west, north-east and south-east", "c2,c2xW"},
	} {
		t.Run(letter, func(t *testing.T) {
			p.WantCount(t, "svg.board a.way-"+letter, 3).WantCount(t, "svg.board path.way-"+letter, 3)
			for _, cell := range tt.cells {
				found := p.Find("svg.board a#c-" + cell)
				var x, y int
				if _, err := fmt.Sscanf(found.AttrOr("transform", ""), "translate(%d %d)", &x, &y); err != nil {
					t.Fatal(err)
				}
				if got := p.Text(fmt.Sprintf("svg.board .letter[transform='translate(%d %d)']", x-12, y-9)); got != letter {
					t.Errorf("%s has the letter %q", cell, got)
				}
				if label := found.AttrOr("aria-label", ""); !strings.Contains(label, "choice "+letter) {
					t.Errorf("%s is called %q", cell, label)
				}
				if href := found.AttrOr("href", ""); !strings.HasSuffix(href, "?draft="+tt.draft) {
					t.Errorf("%s leads to %q", cell, href)
				}
			}
			p.WantText(t, "a.choice.way-"+letter, letter+" "+tt.words)
			if href := p.Attribute("a.choice.way-"+letter, "href"); !strings.HasSuffix(href, "?draft="+tt.draft) {
				t.Errorf("the button leads to %q", href)
			}
		})
	}
	if got := p.List(".actions li"); !slices.Equal(got, []string{"c2xE", "c2xW"}) {
		t.Errorf("the actions in text are %q", got)
	}
}

// At every step of a game the page offers what the engine allows: all actions as text, and a click for each cell
// that begins an action.
func TestActionsAreOffered(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	game := c.NewGame("device", "me")
	st, err := hexone.Game{}.New(rules.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	moved := 0
	for _, turn := range sitetest.WholeGame(t).Turns() {
		for i, text := range turn.Actions {
			p := c.Get(game + "?draft=" + strings.Join(turn.Actions[:i], ","))
			var want []string
			for _, action := range st.Actions(nil) {
				want = append(want, st.Text(action))
			}
			if got := p.List(".actions li a"); !slices.Equal(got, want) {
				t.Fatalf("turn %d, step %d offers %q, want %q", turn.Number, i, got, want)
			}
			p.WantText(t, ".actions summary", fmt.Sprint(len(want))+" possible move")
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
		c.NoRedirects().Turn(game, strings.Join(turn.Actions, ","), moved).WantStatus(t, http.StatusSeeOther)
		moved += len(turn.Actions)
	}
	c.Get(game).WantCount(t, ".actions", 0).WantCount(t, "svg.board a", 0)
}
