package handlers_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/handlers"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/rulestest"
)

// byID selects an element whose id is no plain name.
func byID(id string) string { return `[id="` + id + `"]` }

// onBoard selects a cell.
func onBoard(name string) string {
	return "#c-" + strings.NewReplacer(",", "_", ":", "_").Replace(name)
}

// brushOf selects what is chosen to make changes that end like this.
func brushOf(change string) string {
	if change == "-" {
		return "#brush-off"
	}
	return "#brush-" + change[1:]
}

// In every game and under every option all sides are played by links alone,
// taken back one after the other, and played again.
func TestSandboxPlaysEveryGame(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, game := range games.All() {
		for i, options := range rulestest.Few(t, rulestest.OptionSets(game.Info()), 1) {
			t.Run(game.Info().Key+fmt.Sprint(i), func(t *testing.T) {
				c := s.client(t)
				asked := url.Values{}
				for key, value := range options {
					asked.Set("option."+key, value)
				}
				p := c.get("/analysis/"+game.Info().Key+"?"+asked.Encode()).wantStatus(t, http.StatusOK)
				st, err := game.New(rules.Setup{Options: options})
				if err != nil {
					t.Fatal(err)
				}
				random := rand.New(rand.NewPCG(uint64(i), 4))
				positions := []string{st.Position()}
				for len(positions) < 15 && st.Turn().Seat != 0 {
					links := p.Find(".actions a").Map(func(_ int, a *goquery.Selection) string { return a.AttrOr("id", "") })
					id := links[random.IntN(len(links))]
					p = c.follow(p, byID(id))
					action, err := st.Parse(strings.TrimPrefix(id, "do-"))
					if err != nil {
						continue // what many actions start with
					}
					st.Play(action)
					positions = append(positions, st.Position())
					if got := p.position(); got != st.Position() {
						t.Fatalf("after %s it stands at %s, want %s", id, got, st.Position())
					}
				}
				for i := len(positions) - 2; i >= 0; i-- {
					p = c.follow(p, "#undo")
					if got := p.position(); got != positions[i] {
						t.Fatalf("taken back it stands at %s, want %s", got, positions[i])
					}
				}
				if p.Find("#undo").Length() > 0 {
					t.Error("more can be taken back than was played")
				}
				for _, want := range positions[1:] {
					if p = c.follow(p, "#replay-next"); p.position() != want {
						t.Fatalf("played again it stands at %s, want %s", p.position(), want)
					}
				}
			})
		}
	}
}

// A click on the board plays, or says which rule forbids it.
func TestSandboxBoard(t *testing.T) {
	t.Parallel()
	c := newSite(t).client(t)
	p := c.follow(c.get("/analysis/hexone"), "#c-c2")
	p.wantText(t, ".status", "Red: place a token.").wantText(t, ".last-turn", "Blue played c2.").wantCount(t, ".side .notice.bad", 0)
	refused := c.follow(p, "#c-c2").wantText(t, ".side .notice.bad", "c2: your opponent has opened on that cell")
	if got := refused.attribute(".side .notice.bad a", "href"); got != "/rules/hexone#rule-1" {
		t.Errorf("the rule is at %s", got)
	}
	if refused.position() != p.position() {
		t.Errorf("a refused click leads to %s", refused.position())
	}
	c.follow(p, "#c-d4").wantText(t, ".status", "Blue: place a token.")
	p = c.submit(p, ".write", "more", "d4 d3 c4").wantText(t, ".line", "c2d4d3c4")
	p = c.submit(p, ".line", "at", "2").wantText(t, ".walk", "2 / 4").wantText(t, ".last-turn", "Red played d4.")
	p = c.submit(p, ".write", "more", "c2 a1").wantText(t, ".side .notice.bad", "a1").wantText(t, ".line", "c2d4c2")
	if got := p.attribute("#write", "value"); got != "a1" {
		t.Errorf("what could not be played is %q", got)
	}
	p = c.follow(p, "#restart")
	if p.position() != ".../..../...../..../... 1 1" || p.Find(".line").Length() > 0 {
		t.Errorf("started over it stands at %s", p.position())
	}
}

// A position is set up by writing it, in every game.
func TestSandboxTakesPositions(t *testing.T) {
	t.Parallel()
	c := newSite(t).client(t)
	for _, game := range games.All() {
		key := game.Info().Key
		want := randomState(t, game, nil, 3, 20).Position()
		p := c.submit(c.get("/analysis/"+key), "form.position", "position", "  "+strings.ReplaceAll(want, " ", "\r\n ")+" ")
		if p.position() != want || p.Find(".side .notice.bad").Length() > 0 {
			t.Errorf("%s stands at %s, want %s: %s", key, p.position(), want, p.text(".side .notice.bad"))
		}
		p = c.submit(p, "form.position", "position", want[:8]+"?!")
		if got := p.text(".side .notice.bad > p"); got != "This position can’t be read, so the board shows the start position." {
			t.Errorf("%s says %q", key, got)
		}
		p.wantText(t, ".side .notice.bad summary", "Details").wantCount(t, ".side .notice.bad details[open]", 0)
		if got := p.position(); got != want[:8]+"?!" {
			t.Errorf("the field of %s holds %q", key, got)
		}
		own, err := game.New(rules.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		p.wantText(t, ".printed", own.Position())
	}
}

// The options of a game are chosen by a form.
func TestSandboxOptions(t *testing.T) {
	t.Parallel()
	c := newSite(t).client(t)
	p := c.submit(c.get("/analysis/six?line=0,-1"), "#options form", "option.seats", "4", "option.declare", "yes")
	if got := p.position(); got != "seats=4 declare=yes 0,0:rb 1 1" {
		t.Errorf("it stands at %s", got)
	}
	if got := p.attribute("[name='option.seats']:checked", "value"); got != "4" {
		t.Errorf("%s seats are chosen", got)
	}
	p = c.follow(p, onBoard("0,-1"))
	if got := p.text(".players .act"); !strings.HasPrefix(got, "Black") || p.Find(".players li").Length() != 4 {
		t.Errorf("%s is to play, of %s", got, p.text(".players"))
	}
	p.wantText(t, ".status", "end your turn")
	if got := c.follow(p, "#restart").position(); got != "seats=4 declare=yes 0,0:rb 1 1" {
		t.Errorf("started over it stands at %s", got)
	}
	c.get("/analysis/hexone").wantCount(t, "#options", 0)
}

// Claims are made as in a game.
func TestSandboxClaims(t *testing.T) {
	t.Parallel()
	c := newSite(t).client(t)
	const start = "/analysis/six?position=declare=yes+0,0:rbbbbb/rrrr+1+9"
	p := c.get(start)
	if p.position() != "declare=yes 0,0:rbbbbb/rrrr 1 9" {
		t.Fatalf("it stands at %s: %s", p.position(), p.text(".side .notice.bad"))
	}
	p = c.submit(p, ".write", "more", "6,0")
	if told := p.text(".actions"); strings.Contains(told, "!") {
		t.Errorf("the page tells of a claim: %s", told)
	}
	p = c.follow(p, byID("declare-claim"))
	for _, cell := range []string{"1,0", "2,0", "3,0", "4,0", "5,0"} {
		p = c.follow(p, onBoard(cell))
	}
	wrong := c.follow(p, ".declaring .primary").wantCount(t, ".side .notice.bad", 1)
	if wrong.Find(".status.over").Length() > 0 || wrong.position() != p.position() {
		t.Error("a wrong claim changes something")
	}
	p = c.follow(p, onBoard("6,0"))
	p = c.follow(p, ".declaring .primary").wantText(t, ".status.over", "Black wins").wantText(t, ".line", "!1,0/2,0/3,0/4,0/5,0/6,0")
	c.follow(p, "#undo").wantCount(t, ".status.over", 0)
}

// Addresses to send are whole, and lead where the page stands.
func TestSandboxIsShared(t *testing.T) {
	t.Parallel()
	c := serve(t, openSite(t, handlers.Config{URL: "https://hex.example"})).client(t)
	p := c.get("/analysis/tartan?line=c4&pick=c4")
	address := p.attribute("#share", "value")
	if address != "https://hex.example/analysis/tartan?line=c4" || p.Find("#share[readonly]").Length() != 1 {
		t.Errorf("the address is %s", address)
	}
	p.wantText(t, "#record", "turn 1 seat 1 c4")
	if shared := c.get(strings.TrimPrefix(address, "https://hex.example")); shared.position() != p.position() {
		t.Errorf("it leads to %s, want %s", shared.position(), p.position())
	}
	for _, game := range games.All() {
		p.wantCount(t, ".others a[href='/analysis/"+game.Info().Key+"']", 1)
	}
	c.follow(p, ".top nav a[href^='/analysis/']")
}

// Whatever an address holds, a page says what could not be read.
func TestSandboxReadsBadAddresses(t *testing.T) {
	t.Parallel()
	c := newSite(t).client(t)
	long := strings.Repeat("c2,", 3000)
	for _, query := range []string{
		"position=x", "position=" + long, "position=seats=4+...", "line=x", "line=c2,c2", "line=" + long, "more=c3", "more=" + long, "more=%00%ff",
		"option.x=1&position=%22%3E%3Cscript%3E", "pick=c3", "line=c2&pick=c2&pick=z9", "position=.../..../...../..../...+0", "position=+" + strings.Repeat("/", 2000),
		"edit=on&edits=zz", "edit=on&edits=c3%2B7token", "edit=on&edits=9", "edit=on&edits=c3%3Dgrey", "edit=on&edits=a1%3Dwhite", "edit=on&edits=c3-",
		"edit=on&edits=" + strings.Repeat("c3%2B1token+", 500), "edit=on&edits=%2B+-+%3D",
	} {
		for _, fragment := range []string{"", "/board"} {
			p := c.get("/analysis/hexone" + fragment + "?" + query)
			if p.status != http.StatusOK || p.text(".side .notice.bad") == "" {
				t.Errorf("%.60s answers %d and says %q", query, p.status, p.text(".side .notice.bad"))
			}
			if p.Find("script:not([src])").Length() > 0 {
				t.Errorf("%s is a script", query)
			}
		}
	}
	for _, query := range []string{
		"at=x", "at=-1", "at=9999999999999999999999", "line=c2&at=01", "pick=z9", "pick=", "claim=x", "declare=yes&claim=x", "edit=x", "edit=on&brush=x",
		"a=%zz", ";", "edit=on&brush=%ff%00",
	} {
		c.get("/analysis/hexone?"+query).wantStatus(t, http.StatusOK).wantCount(t, ".side .notice.bad", 0)
	}
	for _, path := range []string{"/analysis/chess", "/analysis/chess/board", "/analysis/chess/board.png", "/analysis/"} {
		c.get(path).wantStatus(t, http.StatusNotFound)
	}
}

// htmx gets the part of the page that changes. A step on the line is one that
// the browser goes back from, a click that only points is none.
func TestSandboxFragment(t *testing.T) {
	t.Parallel()
	c := newSite(t).client(t).htmx()
	for query, want := range map[string][2]string{
		"line=c2":         {"/analysis/hexone?line=c2", ""},
		"line=c2&more=d4": {"/analysis/hexone?line=c2,d4", ""},
		"position=.../.b2r1./...../..../...+1&line=d3&pick=d3": {"", "/analysis/hexone?position=.../.b2r1./...../..../...+1+3&line=d3&pick=d3"},
		"line=c2&pick=c2": {"", "/analysis/hexone?line=c2&pick=c2"},
		"more=zz":         {"/analysis/hexone?more=zz", ""},
		"edit=on":         {"/analysis/hexone?edit=on&brush=%2B1token", ""},
	} {
		p := c.get("/analysis/hexone/board?"+query).wantStatus(t, http.StatusOK).wantCount(t, "#board", 1).wantCount(t, "header.top", 0)
		if got := [2]string{p.header.Get("HX-Push-Url"), p.header.Get("HX-Replace-Url")}; got != want {
			t.Errorf("%s goes to %q, want %q", query, got, want)
		}
		p.wantCount(t, "title", 1).wantCount(t, "#say[data-hx-swap-oob]", 1)
	}
}

func TestSandboxPictures(t *testing.T) {
	t.Parallel()
	c := newSite(t).client(t)
	for _, game := range games.All() {
		key := game.Info().Key
		position := randomState(t, game, nil, 7, 15).Position()
		p := c.get("/analysis/" + key + "?" + url.Values{"position": {position}}.Encode())

		svg := c.get(p.attribute("#svg", "href")).wantStatus(t, http.StatusOK)
		wantFile(t, svg, "image/svg+xml", "hexclub-"+key+".svg")
		if decoder := xml.NewDecoder(strings.NewReader(svg.body)); !strings.Contains(svg.text("title"), position) {
			t.Errorf("the title is %s", svg.text("title"))
		} else {
			for err := error(nil); err != io.EOF; _, err = decoder.Token() {
				if err != nil {
					t.Fatal(err)
				}
			}
		}

		file := c.get(p.attribute("#png", "href")).wantStatus(t, http.StatusOK)
		wantFile(t, file, "image/png", "hexclub-"+key+".png")
		if picture, err := png.Decode(strings.NewReader(file.body)); err != nil || picture.Bounds().Dx() != 1200 {
			t.Errorf("%s: %v", key, err)
		}
	}
	p := c.get("/analysis/hexone/board.png?line=c2&width=300&turn=2&names=off").wantStatus(t, http.StatusOK)
	if config, err := png.DecodeConfig(strings.NewReader(p.body)); err != nil || config.Width != 300 {
		t.Errorf("%d wide, %v", config.Width, err)
	}
	if csp := p.header.Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none'") || p.header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("headers %v", p.header)
	}
	for _, query := range []string{"position=x", "line=zz", "line=c2,c2", "width=0", "width=99999", "width=x", "turn=6", "names=perhaps", "option.x=y&more=c3"} {
		for _, file := range []string{"board.svg", "board.png"} {
			c.get("/analysis/hexone/"+file+"?"+query).wantStatus(t, http.StatusUnprocessableEntity).wantCount(t, "main", 1)
		}
	}
}

// The links to pictures show the board as the reader sees it, whoever opens
// them.
func TestSandboxPicturesAreAsSeen(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	c.post("/settings/look", "turn", "3", "names", "off", "return", "/")
	p := c.get("/analysis/six?line=0,-1")
	href := p.attribute("#svg", "href")
	if href != "/analysis/six/board.svg?line=0,-1&turn=3&names=off" {
		t.Errorf("the picture is at %s", href)
	}
	if mine, theirs := c.get(href).body, s.client(t).get(href).body; mine != theirs || mine == c.get("/analysis/six/board.svg?line=0,-1").body {
		t.Error("a picture depends on who looks, or not on how")
	}
}

// BenchmarkAnalysisBoard asks for the part of a sandbox that changes, as htmx
// does on each click.
func BenchmarkAnalysisBoard(b *testing.B) {
	s := openSite(b, handlers.Config{})
	game, err := games.Find("six")
	if err != nil {
		b.Fatal(err)
	}
	path := "/analysis/six/board?" + url.Values{"position": {randomState(b, game, nil, 3, 40).Position()}}.Encode()
	for name, path := range map[string]string{"six": path, "hexone": "/analysis/hexone/board?line=c2,d4,c2,d4,c3"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w := httptest.NewRecorder()
				s.router.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, http.NoBody))
				if w.Code != http.StatusOK || !bytes.Contains(w.Body.Bytes(), []byte("#say")) {
					b.Fatalf("status %d", w.Code)
				}
			}
		})
	}
}

// PNG files are sent as they are: they are compressed already.
func TestSandboxPicturesAreNotZippedTwice(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for file, want := range map[string]string{"board.png": "", "board.svg": "gzip"} {
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/analysis/hexone/"+file, http.NoBody)
		r.Header.Set("Accept-Encoding", "gzip")
		s.router.ServeHTTP(w, r)
		if got := w.Header().Get("Content-Encoding"); got != want || w.Code != http.StatusOK {
			t.Errorf("%s is encoded as %q with status %d, want %q", file, got, w.Code, want)
		}
	}
}

// Few pictures are drawn in pixels at once; who finds too many waiting is told
// to come again.
func TestSandboxPicturesWait(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	empty := s.Learn.FillPictures()
	c := s.client(t)
	c.get("/analysis/hexone/board.png").wantStatus(t, http.StatusServiceUnavailable)
	c.get("/analysis/hexone/board.svg").wantStatus(t, http.StatusOK)
	empty()
	c.get("/analysis/hexone/board.png").wantStatus(t, http.StatusOK)
}
