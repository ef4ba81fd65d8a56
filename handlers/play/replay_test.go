package play_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
)

// Every turn and every step has an address; links lead from each to the next.
func TestReplay(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	game, turns := sitetest.Replayed(c)
	st, err := hexone.Game{}.New(rules.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	see := func(path, place, status string) sitetest.WebPage {
		p := c.Get(path).WantStatus(t, http.StatusOK).WantText(t, "title", place+" · Hexone").WantText(t, ".status", status)
		p.WantCount(t, "svg.board a", 0).WantCount(t, "[data-sse-connect]", 0).WantCount(t, "form[action$=resign]", 0)
		p.WantCount(t, ".lines > ol > li", len(turns))
		for _, cell := range st.Board().Cells {
			if label, want := p.Attribute("#c-"+cell.Name, "aria-label"), sitetest.LabelStart(cell); !strings.HasPrefix(label, want) {
				t.Errorf("%s: a cell is called %q, want %q", path, label, want)
			}
		}
		return p
	}
	path := game + "/turns/0"
	p := see(path, "Start", "to play").WantCount(t, "#replay-first, #replay-previous, #replay-step-previous", 0)
	for n, turn := range turns {
		before, actions := path, strings.Split(turn, ",")
		for i, text := range actions {
			action, err := st.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			st.Play(action)
			place := fmt.Sprintf("Turn %d of %d", n+1, len(turns))
			step, played := path, playedWords(actions...)
			path = fmt.Sprintf("%s/turns/%d", game, n+1)
			if i+1 < len(actions) {
				played = playedWords(text)
				path += fmt.Sprintf("/%d", i+1)
				place += fmt.Sprintf(", step %d of %d", i+1, len(actions))
			}
			if next := p.Attribute("#replay-step-next", "href"); next != path {
				t.Errorf("from %s the next step is %q, want %q", step, next, path)
			}
			p = see(path, place, played).WantCount(t, ".lines [aria-current=true]", 1)
			if back := p.Attribute("#replay-step-previous", "href"); back != step {
				t.Errorf("from %s the step before is %q, want %q", path, back, step)
			}
			if back := p.Attribute("#replay-previous[rel=prev]", "href"); back != before {
				t.Errorf("from %s the turn before is %q, want %q", path, back, before)
			}
			if next, want := p.Attribute("#replay-next[rel=next]", "href"), fmt.Sprintf("%s/turns/%d", game, n+1); i+1 < len(actions) && next != want {
				t.Errorf("from %s the next turn is %q, want %q", path, next, want)
			}
			p.WantCount(t, ".turn-steps [aria-current=step]", min(1, len(actions)-1))
		}
	}
	p.WantText(t, ".last-turn", "current position").WantCount(t, "#replay-next, #replay-last, #replay-step-next", 0)
	c.Get(game).Find(".turns li a").Each(func(i int, line *goquery.Selection) {
		if want := fmt.Sprintf("%s/turns/%d", game, i+1); line.AttrOr("href", "") != want {
			t.Errorf("line %d leads to %q, want %q", i, line.AttrOr("href", ""), want)
		}
	})
	if got := p.Find(".turn-steps a").Map(func(_ int, a *goquery.Selection) string { return a.AttrOr("href", "") }); !slices.Equal(
		got, []string{game + "/turns/7/1", game + "/turns/7/2", game + "/turns/7"}) {
		t.Errorf("the steps lead to %q", got)
	}
}

// Every other spelling of a turn or a step is not found.
func TestReplayAddresses(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	game, _ := sitetest.Replayed(c)
	odd := map[string]string{
		"far beyond": "99999999999999999999", "negative": "-1", "no number": "one",
		"plus": "+1", "zeros": "01", "minus nought": "-0", "space": "%201", "hexadecimal": "0x1",
	}
	for name, number := range odd {
		t.Run(name, func(t *testing.T) {
			c.Get(game+"/turns/"+number).WantStatus(t, http.StatusNotFound).WantText(t, "main", "This turn doesn’t exist")
			c.Get(game+"/turns/"+number+"/1").WantStatus(t, http.StatusNotFound).WantText(t, "main", "This turn doesn’t exist")
			c.Get(game+"/turns/7/"+number).WantStatus(t, http.StatusNotFound).WantText(t, "main", "This step doesn’t exist")
		})
	}
	for path, text := range map[string]string{
		"/turns/8": "This turn doesn’t exist", "/turns/8/1": "This turn doesn’t exist", "/turns/0/1": "This turn doesn’t exist",
		"/turns/7/0": "This step doesn’t exist", "/turns/7/3": "This step doesn’t exist", "/turns/7/4": "This step doesn’t exist",
		"/turns/6/1": "This step doesn’t exist",
	} {
		c.Get(game+path).WantStatus(t, http.StatusNotFound).WantText(t, "main", text)
	}
	c.Get(game+"/turns/7/2/").WantStatus(t, http.StatusNotFound)
	c.Get("/games/nonsense/turns/0").WantStatus(t, http.StatusNotFound).WantText(t, "main", "There’s no game at this address")
	c.Get("/games/nonsense/turns/1/1").WantStatus(t, http.StatusNotFound).WantText(t, "main", "There’s no game at this address")

	c.Post(game+"/resign").WantStatus(t, http.StatusOK)
	c.Get(game+"/turns/8").WantStatus(t, http.StatusNotFound)
	// Only the last turn shows how the game ended.
	c.Get(game+"/turns/7").WantText(t, ".status", "resigned").WantCount(t, ".status.over", 1)
	c.Get(game+"/turns/7/2").WantText(t, ".status", "exploded the stack on c2").WantCount(t, ".status.over", 0)
	c.Get(game+"/turns/6").WantText(t, ".status", "placed a token on d4").WantCount(t, ".status.over", 0).WantText(t, ".last-turn", "past position")
}

// playedWords returns the words for actions of Hexone in a turn.
func playedWords(actions ...string) string {
	cell, _, exploded := strings.Cut(actions[len(actions)-1], "x")
	switch {
	case !exploded:
		return "placed a token on " + cell
	case len(actions) > 2:
		return fmt.Sprintf("exploded %d stacks", len(actions)-1)
	}
	return "exploded the stack on " + cell
}

// A running game can be replayed by everyone who may see it, and new turns do not disturb the replay.
func TestReplayOfARunningGame(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	host.Get(game+"/turns/0").WantStatus(t, http.StatusOK).WantCount(t, ".replay a.button:not(.speed)", 0)
	host.Get(game+"/turns/1").WantStatus(t, http.StatusNotFound)
	host.Turn(game, "c2", 0).WantStatus(t, http.StatusOK)
	for _, c := range []*sitetest.Client{host, guest, s.Client(t)} {
		p := c.Get(game+"/turns/1").WantStatus(t, http.StatusOK).WantText(t, ".last-turn", "current position").WantText(t, ".status", "placed a token on c2")
		p.WantCount(t, "svg.board a", 0).WantCount(t, "#confirm, #write", 0)
		if live := p.Attribute("#replay-live", "href"); live != game {
			t.Errorf("back to the game is %q", live)
		}
	}
	guest.Turn(game, "d3", 1).WantStatus(t, http.StatusOK)
	host.Get(game+"/turns/1").WantText(t, ".last-turn", "past position")
}

// Turns are played one after the other if the address asks for it, each as an animation. Without scripts the link
// to the next turn goes on. A fragment has the board after the turn.
func TestReplayPlaysTurns(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	game, turns := sitetest.Replayed(c)
	want := func(p sitetest.WebPage, links map[string]string) {
		t.Helper()
		for id, path := range links {
			if got := p.Attribute("#replay-"+id, "href"); got != game+path {
				t.Errorf("at %s the link %s is %q, want %q", p.Path, id, got, game+path)
			}
		}
	}
	want(c.Get(game+"/turns/0").WantCount(t, "#replay-play[aria-label='Play turns']", 1), map[string]string{"play": "/turns/1?play=1"})
	want(c.Get(game+"/turns/7/1"), map[string]string{"play": "/turns/7?play=1"})
	still := c.Get(game+"/turns/7").WantCount(t, ".film", 0).WantCount(t, "#replay-play[aria-label='Play from start']", 1)
	want(still, map[string]string{"play": "/turns/1?play=1", "speed": "/turns/7?speed=2"})

	address := game + "/turns/1?play=1"
	for turn := 1; turn < len(turns); turn++ {
		p := c.Get(address).WantStatus(t, http.StatusOK).WantCount(t, "svg.film", 1).WantCount(t, ".replay[data-speed='1'] #replay-play[aria-label=Pause]", 1)
		want(p, map[string]string{"play": fmt.Sprintf("/turns/%d", turn), "previous": fmt.Sprintf("/turns/%d", turn-1), "speed": fmt.Sprintf("/turns/%d?play=2", turn)})
		address = p.Attribute("#replay-next", "href")
	}
	p := c.Get(address).WantStatus(t, http.StatusOK).WantCount(t, "svg.film", 1).WantCount(t, ".replay[data-speed], #replay-next", 0)
	want(p, map[string]string{"play": "/turns/1?play=1"})
	labels := func(p sitetest.WebPage) []string {
		return p.Find("svg.board [aria-label]").Map(func(_ int, e *goquery.Selection) string { return e.AttrOr("aria-label", "") })
	}
	if !slices.Equal(labels(p), labels(still)) {
		t.Errorf("played, the cells are called %q, otherwise %q", labels(p), labels(still))
	}
	if p.Find(".until").Length() == 0 || p.Find(".until").Not("[aria-hidden=true] *").Length() > 0 {
		t.Error("a replay announces its turns")
	}
	if p.Find("[style]").Length() > 0 {
		t.Error("a style stands in the page")
	}
	for _, path := range []string{"/turns/7?play=0", "/turns/7?play", "/turns/7/1?play=1", "/turns/0?play=1", "/turns/7?play=3", "/turns/7?speed=2"} {
		c.Get(game+path).WantStatus(t, http.StatusOK).WantCount(t, ".film", 0)
	}
}

// The speed of a replay is in its address, also while it is paused.
func TestReplaySpeeds(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).Client(t)
	game, _ := sitetest.Replayed(c)
	p := c.Get(game + "/turns/3?play=1")
	for _, speed := range []struct{ value, words, class string }{{"2", "2×", "fast"}, {"0.5", "½×", "slow"}, {"1", "1×", ""}} {
		p = c.Get(p.Attribute("#replay-speed", "href")).WantText(t, "#replay-speed", speed.words).WantCount(t, fmt.Sprintf("[data-speed='%s']", speed.value), 1)
		if fast, slow := p.Find(".film.fast").Length() == 1, p.Find(".film.slow").Length() == 1; fast != (speed.class == "fast") || slow != (speed.class == "slow") {
			t.Errorf("at speed %s the animation is %q", speed.value, p.Attribute("svg.board", "class"))
		}
		paused := c.Get(p.Attribute("#replay-play", "href")).WantText(t, "#replay-speed", speed.words).WantCount(t, ".film", 0)
		later := c.Get(paused.Attribute("#replay-next", "href")).WantText(t, "#replay-speed", speed.words)
		if got, want := later.Attribute("#replay-play", "href"), game+"/turns/5?play="+speed.value; got != want {
			t.Errorf("after a pause, turns are played at %s, want %s", got, want)
		}
	}
	c.Get(game+"/turns/3?speed=1000").WantText(t, "#replay-speed", "1×")
}

// The replay of a finished game opens at its last turn. From there a link leads to the turn before which the winner
// was ahead no longer, if there is one.
func TestReplayOpensAtTheEnd(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	game := c.DeviceGame(sitetest.Swift...)
	p := c.Get(game).WantStatus(t, http.StatusOK)
	last := fmt.Sprintf("%s/turns/%d", game, len(sitetest.Swift))
	p = c.Follow(p, ".now a[href$='"+last+"']").WantCount(t, ".status.over", 1).WantCount(t, ".replay", 1)
	for turn := range len(sitetest.Swift) {
		c.Get(fmt.Sprint(game, "/turns/", turn)).WantCount(t, "#replay-turning", 0)
	}
	if p.Find("#replay-turning").Length() > 0 {
		c.Follow(p, "#replay-turning").WantCount(t, ".status.over", 0)
	}
}

// A link of a replay page fetches only the table, with its address.
func TestReplayFragments(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	game, _ := sitetest.Replayed(c)
	for _, path := range []string{game + "/turns/3", game + "/turns/7/1", game + "/turns/7?play=1"} {
		p := c.Htmx().Get(path).WantStatus(t, http.StatusOK).WantCount(t, "header", 0).WantCount(t, "#board", 1)
		if got := p.Header.Get("HX-Replace-Url"); got != path {
			t.Errorf("%s is said to be %s", path, got)
		}
		whole := c.Get(path)
		for _, part := range []string{".field", ".now"} {
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
		p.WantText(t, "#say", whole.Text(".status"))
	}
	c.Htmx().Get(game+"/turns/9").WantStatus(t, http.StatusNotFound)
}

func TestRecordFiles(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	host := s.Client(t)
	host.SignUp("Anna")
	r := sitetest.WholeGame(t)
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
			game := host.DeviceGame(tt.turns...)
			if tt.resign {
				host.Post(game + "/resign")
			}
			p := s.Client(t).Get(game+"/record.txt").WantStatus(t, http.StatusOK)
			sitetest.WantFile(t, p, "text/plain; charset=UTF-8", "hexclub-hexone-"+strings.TrimPrefix(game, "/games/")+".txt")
			for _, line := range []string{"game hexone\n", "seat 1 Anna\n", "seat 2 Anna\n", "result " + tt.result + "\n"} {
				if !strings.Contains(p.Body, line) {
					t.Errorf("the text lacks %q:\n%s", line, p.Body)
				}
			}
			for i, turn := range tt.turns {
				line := fmt.Sprintf("turn %d seat %d %s\n", i+1, i%2+1, strings.ReplaceAll(turn, ",", " "))
				if !strings.Contains(p.Body, line) {
					t.Errorf("the text lacks %q:\n%s", line, p.Body)
				}
			}

			p = s.Client(t).Get(game+"/record.json").WantStatus(t, http.StatusOK)
			sitetest.WantFile(t, p, "application/json", "hexclub-hexone-"+strings.TrimPrefix(game, "/games/")+".json")
			var sheet record.Sheet
			if err := json.Unmarshal([]byte(p.Body), &sheet); err != nil {
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
	s.Client(t).Get("/games/nonsense/record.txt").WantStatus(t, http.StatusNotFound)
	s.Client(t).Get("/games/nonsense/record.json").WantStatus(t, http.StatusNotFound)
}
