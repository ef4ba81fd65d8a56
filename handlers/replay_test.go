package handlers_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
)

// Every turn and every step has an address; links lead from each to the next.
func TestReplay(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	game, turns := replayed(c)
	st, err := hexone.Game{}.New(rules.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	see := func(path, place, status string) webPage {
		p := c.get(path).wantStatus(t, http.StatusOK).wantText(t, "title", place+" · Hexone").wantText(t, ".status", status)
		p.wantCount(t, "svg.board a", 0).wantCount(t, "[data-sse-connect]", 0).wantCount(t, "form[action$=resign]", 0)
		p.wantCount(t, ".lines > ol > li", len(turns))
		for _, cell := range st.Board().Cells {
			if label, want := p.attribute("#c-"+cell.Name, "aria-label"), lies(cell); !strings.HasPrefix(label, want) {
				t.Errorf("%s: a cell is called %q, want %q", path, label, want)
			}
		}
		return p
	}
	path := game + "/turns/0"
	p := see(path, "Start", "is to play").wantCount(t, "#replay-first, #replay-previous, #replay-step-previous, #replay-play", 0)
	for n, turn := range turns {
		before, actions := path, strings.Split(turn, ",")
		for i, text := range actions {
			action, err := st.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			st.Play(action)
			place := fmt.Sprintf("Turn %d of %d", n+1, len(turns))
			step, played := path, strings.Join(actions, " ")
			path = fmt.Sprintf("%s/turns/%d", game, n+1)
			if i+1 < len(actions) {
				played = text
				path += fmt.Sprintf("/%d", i+1)
				place += fmt.Sprintf(", step %d of %d", i+1, len(actions))
			}
			if next := p.attribute("#replay-step-next", "href"); next != path {
				t.Errorf("from %s the next step is %q, want %q", step, next, path)
			}
			p = see(path, place, ": "+played).wantCount(t, ".lines [aria-current=true]", 1)
			if back := p.attribute("#replay-step-previous", "href"); back != step {
				t.Errorf("from %s the step before is %q, want %q", path, back, step)
			}
			if back := p.attribute("#replay-previous[rel=prev]", "href"); back != before {
				t.Errorf("from %s the turn before is %q, want %q", path, back, before)
			}
			if next, want := p.attribute("#replay-next[rel=next]", "href"), fmt.Sprintf("%s/turns/%d", game, n+1); i+1 < len(actions) && next != want {
				t.Errorf("from %s the next turn is %q, want %q", path, next, want)
			}
			p.wantCount(t, ".turn-steps [aria-current=step]", min(1, len(actions)-1))
		}
	}
	p.wantText(t, ".last-turn", "as it stands").wantCount(t, "#replay-next, #replay-last, #replay-step-next", 0)
	c.get(game).Find(".turns li a").Each(func(i int, line *goquery.Selection) {
		if want := fmt.Sprintf("%s/turns/%d", game, i+1); line.AttrOr("href", "") != want {
			t.Errorf("line %d leads to %q, want %q", i, line.AttrOr("href", ""), want)
		}
	})
	if got := p.Find(".turn-steps a").Map(func(_ int, a *goquery.Selection) string { return a.AttrOr("href", "") }); !slices.Equal(
		got, []string{game + "/turns/7/1", game + "/turns/7/2", game + "/turns/7"}) {
		t.Errorf("the steps lead to %q", got)
	}
}

// Whatever else is written after a turn or a step is no address.
func TestReplayAddresses(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	game, _ := replayed(c)
	odd := map[string]string{
		"far beyond": "99999999999999999999", "negative": "-1", "no number": "one",
		"plus": "+1", "zeros": "01", "minus nought": "-0", "space": "%201", "hexadecimal": "0x1",
	}
	for name, number := range odd {
		t.Run(name, func(t *testing.T) {
			c.get(game+"/turns/"+number).wantStatus(t, http.StatusNotFound).wantText(t, "main", "The game has no such turn")
			c.get(game+"/turns/"+number+"/1").wantStatus(t, http.StatusNotFound).wantText(t, "main", "The game has no such turn")
			c.get(game+"/turns/7/"+number).wantStatus(t, http.StatusNotFound).wantText(t, "main", "The turn has no such step")
		})
	}
	for path, text := range map[string]string{
		"/turns/8": "The game has no such turn", "/turns/8/1": "The game has no such turn", "/turns/0/1": "The game has no such turn",
		"/turns/7/0": "The turn has no such step", "/turns/7/3": "The turn has no such step", "/turns/7/4": "The turn has no such step",
		"/turns/6/1": "The turn has no such step",
	} {
		c.get(game+path).wantStatus(t, http.StatusNotFound).wantText(t, "main", text)
	}
	c.get(game+"/turns/7/2/").wantStatus(t, http.StatusNotFound)
	c.get("/games/nonsense/turns/0").wantStatus(t, http.StatusNotFound).wantText(t, "main", "No game has this address")
	c.get("/games/nonsense/turns/1/1").wantStatus(t, http.StatusNotFound).wantText(t, "main", "No game has this address")

	c.post(game+"/resign").wantStatus(t, http.StatusOK)
	c.get(game+"/turns/8").wantStatus(t, http.StatusNotFound)
	// The last turn is shown with how the game ended; what was before it is not.
	c.get(game+"/turns/7").wantText(t, ".status", "resigned").wantCount(t, ".status.over", 1)
	c.get(game+"/turns/7/2").wantText(t, ".status", ": c2xW").wantCount(t, ".status.over", 0)
	c.get(game+"/turns/6").wantText(t, ".status", ": d4").wantCount(t, ".status.over", 0).wantText(t, ".last-turn", "past position")
}

// A replay can be looked at while the game goes on, by whoever knows it, and
// is not disturbed when it does.
func TestReplayOfARunningGame(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	host.get(game+"/turns/0").wantStatus(t, http.StatusOK).wantCount(t, ".replay a.button", 1)
	host.get(game+"/turns/1").wantStatus(t, http.StatusNotFound)
	host.turn(game, "c2", 0).wantStatus(t, http.StatusOK)
	for _, c := range []*client{host, guest, s.client(t)} {
		p := c.get(game+"/turns/1").wantStatus(t, http.StatusOK).wantText(t, ".last-turn", "as it stands").wantText(t, ".status", ": c2")
		p.wantCount(t, "svg.board a", 0).wantCount(t, "#confirm, #write", 0)
		if live := p.attribute("#replay-live", "href"); live != game {
			t.Errorf("back to the game is %q", live)
		}
	}
	guest.turn(game, "d3", 1).wantStatus(t, http.StatusOK)
	host.get(game+"/turns/1").wantText(t, ".last-turn", "a past position")
}

// A turn is played as an animation when the address asks for it. Who listens
// gets the board as it stays.
func TestReplayPlaysTheTurn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	game, _ := replayed(c)
	still := c.get(game+"/turns/7").wantCount(t, ".film", 0)
	if play := still.attribute("#replay-play", "href"); play != game+"/turns/7?play=1" {
		t.Fatalf("the turn is played at %q", play)
	}
	p := c.get(game+"/turns/7?play=1").wantStatus(t, http.StatusOK).wantCount(t, "svg.film", 1).wantText(t, "#replay-play", "Play again")
	if got := p.attribute("#replay-still", "href"); got != game+"/turns/7" {
		t.Errorf("the animation is skipped at %q", got)
	}
	labels := func(p webPage) []string {
		return p.Find("svg.board [aria-label]").Map(func(_ int, e *goquery.Selection) string { return e.AttrOr("aria-label", "") })
	}
	if !slices.Equal(labels(p), labels(still)) {
		t.Errorf("played, the cells are called %q, otherwise %q", labels(p), labels(still))
	}
	if p.Find(".until").Length() == 0 || p.Find(".until").Not("[aria-hidden=true] *").Length() > 0 {
		t.Error("what passes is told")
	}
	if p.Find("[style]").Length() > 0 {
		t.Error("a style stands in the page")
	}
	for _, path := range []string{"/turns/7?play=0", "/turns/7?play", "/turns/7/1?play=1", "/turns/0?play=1"} {
		c.get(game+path).wantStatus(t, http.StatusOK).wantCount(t, ".film", 0)
	}
}

// A link of a replay page fetches the table alone, with its address.
func TestReplayFragments(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	game, _ := replayed(c)
	for _, path := range []string{game + "/turns/3", game + "/turns/7/1", game + "/turns/7?play=1"} {
		p := c.htmx().get(path).wantStatus(t, http.StatusOK).wantCount(t, "header", 0).wantCount(t, "#board", 1)
		if got := p.header.Get("HX-Replace-Url"); got != path {
			t.Errorf("%s is said to be %s", path, got)
		}
		whole := c.get(path)
		for _, part := range []string{".field", ".side"} {
			want, err := goquery.OuterHtml(whole.Find(part))
			if err != nil {
				t.Fatal(err)
			}
			got, err := goquery.OuterHtml(p.Find(part))
			if err != nil {
				t.Fatal(err)
			}
			if got != want {
				t.Errorf("%s of %s is not that of the page", part, path)
			}
		}
		p.wantText(t, "#say", whole.text(".status"))
	}
	c.htmx().get(game+"/turns/9").wantStatus(t, http.StatusNotFound)
}

func TestRecordFiles(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host := s.client(t)
	host.signUp("Anna")
	r := wholeGame(t)
	var turns []string
	for _, turn := range r.Turns() {
		turns = append(turns, strings.Join(turn.Actions, ","))
	}
	result, _ := r.Result()
	for _, tt := range []struct {
		name           string
		turns          []string
		resign         bool
		result, reason string
	}{
		{"new", nil, false, "*", ""},
		{"running", turns[:5], false, "*", ""},
		{"over", turns, false, result.String(), "elimination"},
		{"resigned", turns[:5], true, "win 1 points 49 0", "resignation"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			game := host.deviceGame(tt.turns...)
			if tt.resign {
				host.post(game + "/resign")
			}
			p := s.client(t).get(game+"/record.txt").wantStatus(t, http.StatusOK)
			wantFile(t, p, "text/plain; charset=UTF-8", "hexclub-hexone-"+strings.TrimPrefix(game, "/games/")+".txt")
			for _, line := range []string{"game hexone\n", "seat 1 Anna\n", "seat 2 Anna\n", "result " + tt.result + "\n"} {
				if !strings.Contains(p.body, line) {
					t.Errorf("the text lacks %q:\n%s", line, p.body)
				}
			}
			for i, turn := range tt.turns {
				line := fmt.Sprintf("turn %d seat %d %s\n", i+1, i%2+1, strings.ReplaceAll(turn, ",", " "))
				if !strings.Contains(p.body, line) {
					t.Errorf("the text lacks %q:\n%s", line, p.body)
				}
			}

			p = s.client(t).get(game+"/record.json").wantStatus(t, http.StatusOK)
			wantFile(t, p, "application/json", "hexclub-hexone-"+strings.TrimPrefix(game, "/games/")+".json")
			var sheet record.Sheet
			if err := json.Unmarshal([]byte(p.body), &sheet); err != nil {
				t.Fatal(err)
			}
			if sheet.Result != tt.result || sheet.Reason != tt.reason || len(sheet.Turns) != len(tt.turns) {
				t.Errorf("the sheet says %q (%q) after %d turns", sheet.Result, sheet.Reason, len(sheet.Turns))
			}
			replayed, err := record.Replay(hexone.Game{}, rules.Setup{Options: sheet.Options, Position: sheet.Position}, sheet.Events)
			if err != nil {
				t.Fatal(err)
			}
			if again := replayed.Sheet(sheet.Players); again.Result != sheet.Result || again.String() != sheet.String() {
				t.Errorf("replayed it is\n%s\nnot\n%s", again, sheet)
			}
		})
	}
	s.client(t).get("/games/nonsense/record.txt").wantStatus(t, http.StatusNotFound)
	s.client(t).get("/games/nonsense/record.json").wantStatus(t, http.StatusNotFound)
}
