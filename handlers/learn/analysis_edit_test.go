package learn_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/games"
)

// edited is a change of a board by clicks in the sandbox: the brush and the cell.
type edited struct{ brush, cell string }

// edits lists the changes that turn one board into another, in any order of cells.
func edits(info rules.Info, from, to []rules.BoardCell) (list []edited) {
	was := map[string]rules.BoardCell{}
	for _, c := range from {
		was[c.Name] = c
	}
	to = slices.Clone(to)
	for _, c := range from {
		if !slices.ContainsFunc(to, func(d rules.BoardCell) bool { return d.Name == c.Name }) {
			to = append(to, rules.BoardCell{Name: c.Name, Ground: rules.Table})
		}
	}
	for _, c := range to {
		old, ok := was[c.Name]
		if !ok {
			old.Ground = rules.Table
		}
		same := 0
		for same < len(c.Stack) && same < len(old.Stack) && c.Stack[same] == old.Stack[same] {
			same++
		}
		for range old.Stack[same:] {
			list = append(list, edited{"-", c.Name})
		}
		if c.Ground != old.Ground {
			list = append(list, edited{"=" + string(c.Ground), c.Name})
		}
		for _, piece := range c.Stack[same:] {
			list = append(list, edited{fmt.Sprintf("+%d%s", piece.Seat, piece.Shape), c.Name})
		}
	}
	return list
}

// In every game, clicks alone can build a board from the start. It may be an illegal position on
// the way, and can be played in the end.
func TestSandboxEdits(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for _, game := range games.All() {
		t.Run(game.Info().Key, func(t *testing.T) {
			c := s.Client(t)
			start, err := game.New(rules.Setup{})
			if err != nil {
				t.Fatal(err)
			}
			goal := sitetest.RandomState(t, game, nil, 11, 12)
			p := c.Follow(c.Get("/analysis/"+game.Info().Key), "#edit").WantCount(t, ".brushes [aria-current]", 2)
			var pages []sitetest.WebPage
			todo := edits(game.Info(), start.Board().Cells, goal.Board().Cells)
			for len(todo) > 0 {
				// A missing cell appears with its neighbour.
				i := slices.IndexFunc(todo, func(e edited) bool { return p.Find(onBoard(e.cell)+"[href]").Length() > 0 })
				if i < 0 {
					t.Fatalf("no cell to click for %v", todo)
				}
				next := todo[i]
				if brush := brushOf(next.brush); p.Find(brush+"[aria-current]").Length() == 0 {
					p = c.Follow(p, brush)
				}
				pages = append(pages, p)
				p = c.Follow(p, onBoard(next.cell)).WantCount(t, ".now .notice.bad", 0)
				if legal := p.Find("#done").Length() > 0; legal == (p.Text(".now .duty") != "") {
					t.Errorf("after %v: a position is %v, and the reason why not %q", next, legal, p.Text(".now .duty"))
				}
				todo = slices.Delete(todo, i, i+1)
			}
			if seat := fmt.Sprint(goal.Turn().Seat); p.Find("#acts-"+seat+"[aria-current]").Length() == 0 {
				p = c.Follow(p, "#acts-"+seat)
				p = c.Follow(p, "#undo")
				p = c.Follow(p, "#acts-"+seat)
				pages = append(pages, p)
			}
			played := c.Follow(p, "#done")
			st, err := game.New(rules.Setup{Position: played.Position()})
			if err != nil {
				t.Fatal(err)
			}
			if left := edits(game.Info(), st.Board().Cells, goal.Board().Cells); len(left) > 0 || st.Turn().Seat != goal.Turn().Seat {
				t.Errorf("it stands at %s, want %s", played.Position(), goal.Position())
			}
			played.WantCount(t, "#edit", 1).WantCount(t, ".brushes", 0)
			for i := len(pages) - 1; i > len(pages)-4; i-- {
				p = c.Follow(p, "#undo")
				if got, want := p.Find("#board .cell").Length(), pages[i].Find("#board .cell").Length(); got != want {
					t.Errorf("taken back the board has %d cells, want %d", got, want)
				}
			}
			if p = c.Follow(p, "#leave"); p.Position() != start.Position() {
				t.Errorf("left it stands at %s", p.Position())
			}
		})
	}
}

// A click that changes nothing says so, and keeps the earlier changes.
func TestSandboxEditRefusals(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).Client(t)
	for _, test := range []struct{ path, brush, cell, want string }{
		{"hexone?edit=on", "-", "c3", "c3 has nothing to remove."},
		{"hexone?edit=on", "=grey", "c3", "c3 can’t be changed."},
		{"hexone?edit=on", "=white", "a1", "a1 already looks like that."},
		{"six?edit=on", "+1hexagon", "1,0", "1,0 already looks like that."},
	} {
		p := c.Follow(c.Get("/analysis/"+test.path), brushOf(test.brush))
		refused := c.Follow(p, onBoard(test.cell)).WantText(t, ".now .notice.bad", test.want)
		if got := refused.Attribute(brushOf(test.brush), "aria-current"); got != "true" {
			t.Errorf("%s: the brush is put away", test.want)
		}
		c.Follow(refused, "#leave").WantCount(t, ".now .notice.bad", 0)
	}
	// One hexagon replaces another.
	p := c.Follow(c.Get("/analysis/six?position=0,0:rb/b+2"), "#edit")
	p = c.Follow(c.Follow(p, brushOf("+2hexagon")), onBoard("0,1")).WantCount(t, ".now .notice.bad", 0)
	if !strings.HasPrefix(p.Attribute(onBoard("0,1"), "aria-label"), "0,1, Red, 1 hexagon,") {
		t.Errorf("there is %s", p.Attribute(onBoard("0,1"), "aria-label"))
	}
}

// Games that are over, and positions in the middle of a turn, can be changed.
func TestSandboxEditsWhatCannotBePlayed(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).Client(t)
	over := c.Get("/analysis/hexone?position=b1../..b2./.b1.../..../...+win1:elimination+3").WantCount(t, ".status.over", 1)
	p := c.Follow(over, "#edit").WantCount(t, "#done", 0)
	p = c.Follow(c.Follow(p, brushOf("+2token")), "#c-a1").WantCount(t, "#done", 1)
	c.Follow(p, "#done").WantCount(t, ".status.over", 0).WantText(t, ".status", "place a token")
	p = c.Get("/analysis/hexone?position=.../.b2r1./...../..../...+1&line=d3")
	p = c.Follow(p, "#edit")
	p = c.Follow(c.Follow(p, brushOf("-")), "#c-d3")
	if got := c.Follow(p, "#done").Position(); got != ".../.b2r1./...../..../... 1 3" {
		t.Errorf("it stands at %s", got)
	}
}

// After many changes the address contains the position instead, so that it stays short.
func TestSandboxEditsWithoutEnd(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).Client(t)
	p := c.Get("/analysis/hexone?edit=on&edits=c3%2B1token+c4%2B2token")
	for range 30 {
		for _, cell := range []string{"#c-d3", "#c-d3"} {
			p = c.Follow(p, cell).WantCount(t, ".now .notice.bad", 0)
		}
		p = c.Follow(c.Follow(c.Follow(p, brushOf("-")), "#c-d3"), "#c-d3")
		p = c.Follow(p, brushOf("+1token"))
	}
	if got := p.Attribute("#share-link", "value"); len(got) > 200 {
		t.Errorf("the address has %d bytes: %s", len(got), got)
	}
	if p.Find("#done").Length() == 0 {
		t.Errorf("it is no position: %s", p.Text(".side"))
	}
	if href := p.Attribute("#leave", "href"); !strings.Contains(href, "position=") {
		t.Errorf("left it is as at %s", href)
	}
}
