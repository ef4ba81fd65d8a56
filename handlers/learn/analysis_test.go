package learn_test

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

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/rulestest"
)

// byID selects an element by its id, which may have any characters.
func byID(id string) string { return `[id="` + id + `"]` }

// onBoard selects a cell.
func onBoard(name string) string {
	return "#c-" + strings.NewReplacer(",", "_", ":", "_").Replace(name)
}

// brushOf selects the brush for changes with this ending.
func brushOf(change string) string {
	if change == "-" {
		return "#brush-off"
	}
	return "#brush-" + change[1:]
}

// In every game and with every option, links alone play all sides, take actions back one by one,
// and play them again.
func TestSandboxPlaysEveryGame(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for _, game := range games.All() {
		for i, options := range rulestest.Few(t, rulestest.OptionSets(game.Info()), 1) {
			t.Run(game.Info().Key+fmt.Sprint(i), func(t *testing.T) {
				c := s.Client(t)
				asked := url.Values{}
				for key, value := range options {
					asked.Set("option."+key, value)
				}
				p := c.Get("/analysis/"+game.Info().Key+"?"+asked.Encode()).WantStatus(t, http.StatusOK)
				st, err := game.New(rules.Setup{Options: options})
				if err != nil {
					t.Fatal(err)
				}
				random := rand.New(rand.NewPCG(uint64(i), 4))
				positions := []string{st.Position()}
				for len(positions) < 15 && st.Turn().Seat != 0 {
					links := p.Find(".actions a").Map(func(_ int, a *goquery.Selection) string { return a.AttrOr("id", "") })
					id := links[random.IntN(len(links))]
					p = c.Follow(p, byID(id))
					action, err := st.Parse(strings.TrimPrefix(id, "do-"))
					if err != nil {
						continue // a prefix of many actions
					}
					st.Play(action)
					positions = append(positions, st.Position())
					if got := p.Position(); got != st.Position() {
						t.Fatalf("after %s it stands at %s, want %s", id, got, st.Position())
					}
				}
				for i := len(positions) - 2; i >= 0; i-- {
					p = c.Follow(p, "#undo")
					if got := p.Position(); got != positions[i] {
						t.Fatalf("taken back it stands at %s, want %s", got, positions[i])
					}
				}
				if p.Find("#undo").Length() > 0 {
					t.Error("more can be taken back than was played")
				}
				for _, want := range positions[1:] {
					if p = c.Follow(p, "#replay-next"); p.Position() != want {
						t.Fatalf("played again it stands at %s, want %s", p.Position(), want)
					}
				}
			})
		}
	}
}

// A click on the board plays, or names the rule that forbids it.
func TestSandboxBoard(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).Client(t)
	p := c.Follow(c.Get("/analysis/hexone"), "#c-c2")
	p.WantText(t, ".status", "Red: place a token.").WantText(t, ".last-turn", "Blue placed a token on c2.").WantCount(t, ".now .notice.bad", 0)
	refused := c.Follow(p, "#c-c2").WantText(t, ".now .notice.bad", "c2: your opponent started there")
	if got := refused.Attribute(".now .notice.bad a", "href"); got != "/rules/hexone#rule-1" {
		t.Errorf("the rule is at %s", got)
	}
	if refused.Position() != p.Position() {
		t.Errorf("a rejected click leads to %s", refused.Position())
	}
	c.Follow(p, "#c-d4").WantText(t, ".status", "Blue: place a token.")
	p = c.Submit(p, ".write", "more", "d4 d3 c4").WantText(t, ".line", "c2d4d3c4")
	p = c.Submit(p, ".line", "at", "2").WantText(t, ".walk", "2 / 4").WantText(t, ".last-turn", "Red placed a token on d4.")
	p = c.Submit(p, ".write", "more", "c2 a1").WantText(t, ".now .notice.bad", "a1").WantText(t, ".line", "c2d4c2")
	if got := p.Attribute("#write", "value"); got != "a1" {
		t.Errorf("what could not be played is %q", got)
	}
	p = c.Follow(p, "#restart")
	if p.Position() != ".../..../...../..../... 1 1" || p.Find(".line").Length() > 0 {
		t.Errorf("started over it stands at %s", p.Position())
	}
}

// Positions can be typed in every game.
func TestSandboxTakesPositions(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).Client(t)
	for _, game := range games.All() {
		key := game.Info().Key
		want := sitetest.RandomState(t, game, nil, 3, 20).Position()
		p := c.Submit(c.Get("/analysis/"+key), "form.position", "position", "  "+strings.ReplaceAll(want, " ", "\r\n ")+" ")
		if p.Position() != want || p.Find(".now .notice.bad").Length() > 0 {
			t.Errorf("%s stands at %s, want %s: %s", key, p.Position(), want, p.Text(".now .notice.bad"))
		}
		p = c.Submit(p, "form.position", "position", want[:8]+"?!")
		if got := p.Text(".now .notice.bad > p"); got != "This position can’t be read. The board shows the start." {
			t.Errorf("%s says %q", key, got)
		}
		p.WantText(t, ".now .notice.bad summary", "Details").WantCount(t, ".now .notice.bad details[open]", 0)
		if got := p.Position(); got != want[:8]+"?!" {
			t.Errorf("the field of %s holds %q", key, got)
		}
		own, err := game.New(rules.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		p.WantText(t, ".printed", own.Position())
	}
}

// A form sets the options of a game.
func TestSandboxOptions(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).Client(t)
	p := c.Submit(c.Get("/analysis/six?line=0,-1"), "#options form", "option.seats", "4", "option.declare", "yes")
	if got := p.Position(); got != "seats=4 declare=yes 0,0:rb 1 1" {
		t.Errorf("it stands at %s", got)
	}
	if got := p.Attribute("[name='option.seats']:checked", "value"); got != "4" {
		t.Errorf("%s seats are chosen", got)
	}
	p = c.Follow(p, onBoard("0,-1"))
	if got := p.Text(".players .act"); !strings.HasPrefix(got, "Black") || p.Find(".players li").Length() != 4 {
		t.Errorf("%s is to play, of %s", got, p.Text(".players"))
	}
	p.WantText(t, ".status", "end your turn")
	if got := c.Follow(p, "#restart").Position(); got != "seats=4 declare=yes 0,0:rb 1 1" {
		t.Errorf("started over it stands at %s", got)
	}
	c.Get("/analysis/hexone").WantCount(t, "#options", 0)
}

// Claims are made as in a game.
func TestSandboxClaims(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).Client(t)
	const start = "/analysis/six?position=declare=yes+0,0:rbbbbb/rrrr+1+9"
	p := c.Get(start)
	if p.Position() != "declare=yes 0,0:rbbbbb/rrrr 1 9" {
		t.Fatalf("it stands at %s: %s", p.Position(), p.Text(".now .notice.bad"))
	}
	p = c.Submit(p, ".write", "more", "6,0")
	if listed := p.Text(".actions"); strings.Contains(listed, "!") {
		t.Errorf("the page shows a claim: %s", listed)
	}
	p = c.Follow(p, byID("declare-claim"))
	for _, cell := range []string{"1,0", "2,0", "3,0", "4,0", "5,0"} {
		p = c.Follow(p, onBoard(cell))
	}
	wrong := c.Follow(p, ".declaring .primary").WantCount(t, ".now .notice.bad", 1)
	if wrong.Find(".status.over").Length() > 0 || wrong.Position() != p.Position() {
		t.Error("a wrong claim changes something")
	}
	p = c.Follow(p, onBoard("6,0"))
	p = c.Follow(p, ".declaring .primary").WantText(t, ".status.over", "Black wins").WantText(t, ".line", "!1,0/2,0/3,0/4,0/5,0/6,0")
	c.Follow(p, "#undo").WantCount(t, ".status.over", 0)
}

// Addresses for sharing are absolute, and lead to the position on the page.
func TestSandboxIsShared(t *testing.T) {
	t.Parallel()
	c := sitetest.Serve(t, sitetest.OpenSite(t, web.Config{URL: "https://hex.example"})).Client(t)
	p := c.Get("/analysis/tartan?line=c4&pick=c4")
	address := p.Attribute("#share-link", "value")
	if address != "https://hex.example/analysis/tartan?line=c4" || p.Find("#share-link[readonly]").Length() != 1 {
		t.Errorf("the address is %s", address)
	}
	p.WantText(t, "#record", "turn 1 seat 1 c4")
	if shared := c.Get(strings.TrimPrefix(address, "https://hex.example")); shared.Position() != p.Position() {
		t.Errorf("it leads to %s, want %s", shared.Position(), p.Position())
	}
	for _, game := range games.All() {
		p.WantCount(t, ".others a[href='/analysis/"+game.Info().Key+"']", 1)
	}
	c.Follow(p, ".top nav a[href^='/analysis/']")
}

// The page says which part of an invalid address could not be read.
func TestSandboxReadsBadAddresses(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).Client(t)
	long := strings.Repeat("c2,", 3000)
	for _, query := range []string{
		"position=x", "position=" + long, "position=seats=4+...", "line=x", "line=c2,c2", "line=" + long, "more=c3", "more=" + long, "more=%00%ff",
		"option.x=1&position=%22%3E%3Cscript%3E", "pick=c3", "line=c2&pick=c2&pick=z9", "position=.../..../...../..../...+0", "position=+" + strings.Repeat("/", 2000),
		"edit=on&edits=zz", "edit=on&edits=c3%2B7token", "edit=on&edits=9", "edit=on&edits=c3%3Dgrey", "edit=on&edits=a1%3Dwhite", "edit=on&edits=c3-",
		"edit=on&edits=" + strings.Repeat("c3%2B1token+", 500), "edit=on&edits=%2B+-+%3D",
	} {
		for _, fragment := range []string{"", "/board"} {
			p := c.Get("/analysis/hexone" + fragment + "?" + query)
			if p.Status != http.StatusOK || p.Text(".now .notice.bad") == "" {
				t.Errorf("%.60s answers %d and says %q", query, p.Status, p.Text(".now .notice.bad"))
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
		c.Get("/analysis/hexone?"+query).WantStatus(t, http.StatusOK).WantCount(t, ".now .notice.bad", 0)
	}
	for _, path := range []string{"/analysis/chess", "/analysis/chess/board", "/analysis/chess/board.png", "/analysis/"} {
		c.Get(path).WantStatus(t, http.StatusNotFound)
	}
}

// htmx gets only the part of the page that changes. A step on the line adds to the browser's
// history, a click that only points does not.
func TestSandboxFragment(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).Client(t).Htmx()
	for query, want := range map[string][2]string{
		"line=c2":         {"/analysis/hexone?line=c2", ""},
		"line=c2&more=d4": {"/analysis/hexone?line=c2,d4", ""},
		"position=.../.b2r1./...../..../...+1&line=d3&pick=d3": {"", "/analysis/hexone?position=.../.b2r1./...../..../...+1+3&line=d3&pick=d3"},
		"line=c2&pick=c2": {"", "/analysis/hexone?line=c2&pick=c2"},
		"more=zz":         {"/analysis/hexone?more=zz", ""},
		"edit=on":         {"/analysis/hexone?edit=on&brush=%2B1token", ""},
	} {
		p := c.Get("/analysis/hexone/board?"+query).WantStatus(t, http.StatusOK).WantCount(t, "#board", 1).WantCount(t, "header.top", 0)
		if got := [2]string{p.Header.Get("HX-Push-Url"), p.Header.Get("HX-Replace-Url")}; got != want {
			t.Errorf("%s goes to %q, want %q", query, got, want)
		}
		p.WantCount(t, "title", 1).WantCount(t, "#say[data-hx-swap-oob]", 1)
	}
}

func TestSandboxPictures(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).Client(t)
	for _, game := range games.All() {
		key := game.Info().Key
		position := sitetest.RandomState(t, game, nil, 7, 15).Position()
		p := c.Get("/analysis/" + key + "?" + url.Values{"position": {position}}.Encode())

		svg := c.Get(p.Attribute("#svg", "href")).WantStatus(t, http.StatusOK)
		sitetest.WantFile(t, svg, "image/svg+xml", "hexclub-"+key+".svg")
		if decoder := xml.NewDecoder(strings.NewReader(svg.Body)); !strings.Contains(svg.Text("title"), position) {
			t.Errorf("the title is %s", svg.Text("title"))
		} else {
			for err := error(nil); err != io.EOF; _, err = decoder.Token() {
				if err != nil {
					t.Fatal(err)
				}
			}
		}

		file := c.Get(p.Attribute("#png", "href")).WantStatus(t, http.StatusOK)
		sitetest.WantFile(t, file, "image/png", "hexclub-"+key+".png")
		if picture, err := png.Decode(strings.NewReader(file.Body)); err != nil || picture.Bounds().Dx() != 1200 {
			t.Errorf("%s: %v", key, err)
		}
	}
	p := c.Get("/analysis/hexone/board.png?line=c2&width=300&turn=2&names=off").WantStatus(t, http.StatusOK)
	if config, err := png.DecodeConfig(strings.NewReader(p.Body)); err != nil || config.Width != 300 {
		t.Errorf("%d wide, %v", config.Width, err)
	}
	if csp := p.Header.Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none'") || p.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("headers %v", p.Header)
	}
	for _, query := range []string{"position=x", "line=zz", "line=c2,c2", "width=0", "width=99999", "width=x", "turn=6", "names=perhaps", "option.x=y&more=c3"} {
		for _, file := range []string{"board.svg", "board.png"} {
			c.Get("/analysis/hexone/"+file+"?"+query).WantStatus(t, http.StatusUnprocessableEntity).WantCount(t, "main", 1)
		}
	}
}

// Links to pictures show the board as the reader sees it, to any visitor.
func TestSandboxPicturesAreAsSeen(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	c.Post("/settings/look", "turn", "3", "names", "off", "return", "/")
	p := c.Get("/analysis/six?line=0,-1")
	href := p.Attribute("#svg", "href")
	if href != "/analysis/six/board.svg?line=0,-1&turn=3&names=off" {
		t.Errorf("the picture is at %s", href)
	}
	if mine, theirs := c.Get(href).Body, s.Client(t).Get(href).Body; mine != theirs || mine == c.Get("/analysis/six/board.svg?line=0,-1").Body {
		t.Error("a picture depends on the visitor, or does not depend on the look")
	}
}

// BenchmarkAnalysisBoard requests the part of a sandbox that changes, as htmx does on each click.
func BenchmarkAnalysisBoard(b *testing.B) {
	s := sitetest.OpenSite(b, web.Config{})
	game, err := games.Find("six")
	if err != nil {
		b.Fatal(err)
	}
	path := "/analysis/six/board?" + url.Values{"position": {sitetest.RandomState(b, game, nil, 3, 40).Position()}}.Encode()
	for name, path := range map[string]string{"six": path, "hexone": "/analysis/hexone/board?line=c2,d4,c2,d4,c3"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w := httptest.NewRecorder()
				s.Router.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, http.NoBody))
				if w.Code != http.StatusOK || !bytes.Contains(w.Body.Bytes(), []byte("#say")) {
					b.Fatalf("status %d", w.Code)
				}
			}
		})
	}
}

// PNG files, which are already compressed, are not compressed again.
func TestSandboxPicturesAreNotZippedTwice(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for file, want := range map[string]string{"board.png": "", "board.svg": "gzip"} {
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/analysis/hexone/"+file, http.NoBody)
		r.Header.Set("Accept-Encoding", "gzip")
		s.Router.ServeHTTP(w, r)
		if got := w.Header().Get("Content-Encoding"); got != want || w.Code != http.StatusOK {
			t.Errorf("%s is encoded as %q with status %d, want %q", file, got, w.Code, want)
		}
	}
}

// Few PNG pictures are drawn at once. If too many requests wait, further ones are rejected.
func TestSandboxPicturesWait(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	empty := s.Learn.FillPictures()
	c := s.Client(t)
	c.Get("/analysis/hexone/board.png").WantStatus(t, http.StatusServiceUnavailable)
	c.Get("/analysis/hexone/board.svg").WantStatus(t, http.StatusOK)
	empty()
	c.Get("/analysis/hexone/board.png").WantStatus(t, http.StatusOK)
}
