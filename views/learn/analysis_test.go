package learn

import (
	"bytes"
	"context"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/table"
	"hexclub/views/viewstest"
)

// A wanderer goes from sandbox to sandbox.
type wanderer struct {
	testing.TB
	texts *i18n.Catalog
}

func wander(t testing.TB) wanderer { return wanderer{t, viewstest.Catalog(t, "en")} }

// asked returns the input of the sandbox for an address.
func (t wanderer) asked(address string) AnalysisInput {
	t.Helper()
	path, query, _ := strings.Cut(address, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	game, err := games.Find(strings.TrimPrefix(path, "/analysis/"))
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	return AnalysisInput{
		T: t.texts, Game: game, Look: page.DefaultLook(), Query: query, Games: []string{"hexone", "six"},
		URL:      func(path string) string { return "https://hex.example" + path },
		Option:   func(option string) string { return values.Get(page.OptionName(option)) },
		Position: values.Get("position"), Line: values.Get("line"), At: values.Get("at"), More: values.Get("more"),
		Editing:  Editing{On: values.Get("edit") == "on", Edits: values.Get("edits"), Brush: values.Get("brush")},
		Pointing: table.Pointing{Picks: values["pick"], Claim: values.Get("claim"), Declare: values.Get("declare") != ""},
	}
}

func (t wanderer) at(address string) Analysis {
	t.Helper()
	return NewAnalysis(t.asked(address))
}

// draw renders the part of a page that a sandbox is.
func (a Analysis) draw(t testing.TB) *goquery.Document {
	t.Helper()
	var b bytes.Buffer
	if err := SandboxFragment(a).Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	document, err := goquery.NewDocumentFromReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

func TestAnalysis(t *testing.T) {
	w := wander(t)
	for _, test := range []struct{ name, address, position, status, last, problem string }{
		{"the start", "/analysis/hexone", ".../..../...../..../... 1 1", "Blue: place a token.", "", ""},
		{"a line over turns", "/analysis/hexone?line=c2,d4,c2", ".../..r1./.b2.../..../... 2 4", "Red: place a token.", "Blue placed a token on c2.", ""},
		{"spaces for commas", "/analysis/hexone?line=c2+d4++c2", ".../..r1./.b2.../..../... 2 4", "Red: place a token.", "Blue placed a token on c2.", ""},
		{"back on the line", "/analysis/hexone?line=c2,d4,c2&at=1", ".../..../.b1.../..../... 2 2", "Red: place a token.", "Blue placed a token on c2.", ""},
		{"at the start of the line", "/analysis/hexone?line=c2,d4,c2&at=0", ".../..../...../..../... 1 1", "Blue: place a token.", "", ""},
		{"beyond the line", "/analysis/hexone?line=c2&at=7", ".../..../.b1.../..../... 2 2", "Red: place a token.", "Blue placed a token on c2.", ""},
		{"something written", "/analysis/hexone?line=c2,d4,c2&at=2&more=d3", ".../.b1r1./.b1.../..../... 2 4", "Red: place a token.", "Blue placed a token on d3.", ""},
		{"in the middle of a turn", "/analysis/hexone?position=.../.b2r1./...../..../...+1&line=d3", ".../.b3r1./...../..../... 1 3 1", "Blue: choose where the three tokens fly.", "Blue placed a token on d3.", ""},
		{"a game won", "/analysis/hexone?position=.../.b2r1./...../..../...+1&line=d3,d3xE", "b1../..b2./.b1.../..../... win1:elimination 3", "Blue wins with 49 points: Red has no tokens left.", "Blue exploded the stack on d3 and took 1 stack from Red.", ""},
		{"a position with options", "/analysis/six?position=rules=advanced+0,0:rb/b+2", "rules=advanced 0,0:rb/b 2 2", "", "", ""},
		{"options asked for", "/analysis/six?option.rules=advanced&option.seats=4", "rules=advanced seats=4 0,0:rb 1 1", "Black: place a hexagon.", "", ""},
		{
			"no position", "/analysis/hexone?position=.../x&line=c2", ".../..../...../..../... 1 1", "Blue: place a token.", "",
			"This position can’t be read. The board shows the start.",
		},
		{
			"options at odds", "/analysis/six?option.seats=4&position=seats=2+0,0:rb+1", "seats=4 0,0:rb 1 1", "Black: place a hexagon.", "",
			"This position can’t be read. The board shows the start.",
		},
		{"no such option", "/analysis/six?option.seats=5", "0,0:rb 1 1", "Black: place a hexagon.", "", "This game doesn’t have that option."},
		{
			"a line that is not legal", "/analysis/hexone?line=c2,c2,d3", ".../..../.b1.../..../... 2 2", "Red: place a token.", "Blue placed a token on c2.",
			"c2: your opponent started there. Choose another cell next to the centre.",
		},
		{
			"a line that goes on", "/analysis/hexone?position=.../.b2r1./...../..../...+1&line=d3,d3xE,c2", "b1../..b2./.b1.../..../... win1:elimination 3",
			"Blue wins with 49 points: Red has no tokens left.", "Blue exploded the stack on d3 and took 1 stack from Red.", "The game is over.",
		},
		{"garbage on the line", "/analysis/hexone?line=c2,z9", ".../..../.b1.../..../... 2 2", "Red: place a token.", "Blue placed a token on c2.", "This isn’t a turn. The game’s rules show how to write turns."},
		{"garbage written", "/analysis/hexone?more=d3+z9", ".../.b1../...../..../... 2 2", "Red: place a token.", "Blue placed a token on d3.", "This isn’t a turn. The game’s rules show how to write turns."},
		{"a cell that cannot be played", "/analysis/hexone?line=c2&pick=c2", ".../..../.b1.../..../... 2 2", "Red: place a token.", "Blue placed a token on c2.", "c2: your opponent started there. Choose another cell next to the centre."},
		{"a long position", "/analysis/hexone?position=" + strings.Repeat("x", maxPosition+1), ".../..../...../..../... 1 1", "Blue: place a token.", "", "This is too long for a link."},
		{"a long line", "/analysis/hexone?line=" + strings.Repeat("c2,", maxLine), ".../..../...../..../... 1 1", "Blue: place a token.", "", "This is too long for a link."},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := w.at(test.address)
			problem := ""
			if a.Status.Problem != nil {
				problem = a.Status.Problem.Text
			}
			if a.Position.Text != test.position || a.Status.Last != test.last || problem != test.problem || test.status != "" && a.Status.Text != test.status {
				t.Errorf("position %q, want %q\nstatus %q, want %q\nlast %q, want %q\nproblem %q, want %q",
					a.Position.Text, test.position, a.Status.Text, test.status, a.Status.Last, test.last, problem, test.problem)
			}
		})
	}
}

// The prize is shown until a player has won it.
func TestPrizeIsShownUntilItIsWon(t *testing.T) {
	w := wander(t)
	const line = "/analysis/hexone?position=.../.b2r1./...../..../...+1&line=d3,d3xE"
	if a := w.at(line + "&at=0"); len(a.Counts) != 1 {
		t.Errorf("before the end: %q", a.Counts)
	}
	if a := w.at(line); len(a.Counts) != 0 {
		t.Errorf("at the end: %q", a.Counts)
	}
}

// The third time that a position comes up the game is over, on the line as in
// a game.
func TestAnalysisKnowsRepetition(t *testing.T) {
	w := wander(t)
	r := viewstest.RandomRecord(t, "six", nil, 5, func(r *record.Record) bool { return len(r.Turns()) == 40 })
	address := "/analysis/six?position=" + page.Escape(r.State().Position())
	var line []string
	for _, actions := range there(t, r) {
		line = append(line, actions...)
	}
	a := w.at(address + "&line=" + page.Escape(table.JoinDraft(line)))
	if a.Status.Text != "The game is drawn: the same position came up three times." || a.Status.Problem != nil {
		t.Errorf("status %q, problem %v after %v", a.Status.Text, a.Status.Problem, line)
	}
	if a.Draft.Undo == nil || a.Status.Mine {
		t.Error("what ended the game cannot be taken back")
	}
}

// there moves a hexagon of each colour there and back, twice.
func there(t *testing.T, r *record.Record) (turns [][]string) {
	t.Helper()
	st := r.State().Clone()
	var moves [2]rules.Action
	for i := range moves {
		actions := st.Actions(nil)
		for _, a := range actions {
			try := st.Clone()
			try.Play(a)
			if _, over := try.Result(); !over {
				moves[i] = a
				break
			}
		}
		st.Play(moves[i])
	}
	text := func(a rules.Action) string { return a.From.String() + ">" + a.To.String() }
	back := func(a rules.Action) string { return a.To.String() + ">" + a.From.String() }
	for range 2 {
		turns = append(turns, []string{text(moves[0])}, []string{text(moves[1])}, []string{back(moves[0])}, []string{back(moves[1])})
	}
	return turns
}

// What was written and could not be played stays in its field, and so does a
// position that is none.
func TestAnalysisKeepsWhatWasWritten(t *testing.T) {
	w := wander(t)
	a := w.at("/analysis/hexone?line=c2&more=d4,d4,d3")
	if a.Position.Unread != "d4,d3" || a.Line.Text != "c2,d4" {
		t.Errorf("line %q, not read %q", a.Line.Text, a.Position.Unread)
	}
	a = w.at("/analysis/hexone?position=%20b9%0A/x%20&line=c2")
	if got := a.draw(t).Find("#position").Text(); got != " b9\n/x " {
		t.Errorf("the field holds %q", got)
	}
	if a.Tools.Return != "/analysis/hexone?position=%20b9%0A/x%20&line=c2" {
		t.Errorf("the look leads back to %s", a.Tools.Return)
	}
}

// Along the line one goes by the links of the page, and an action on the way
// takes the place of what followed.
func TestAnalysisWalk(t *testing.T) {
	w := wander(t)
	const line = "/analysis/hexone?line=c2,d4,d3,c4,d3"
	at := func(link *page.Link) string {
		if link == nil {
			return ""
		}
		return link.Href
	}
	for address, want := range map[string][4]string{
		line:           {line + "&at=0", line + "&at=4", "", ""},
		line + "&at=2": {line + "&at=0", line + "&at=1", line + "&at=3", line},
		line + "&at=0": {"", "", line + "&at=1", line},
	} {
		a := w.at(address)
		if got := [4]string{at(a.Line.Walk.First), at(a.Line.Walk.Previous), at(a.Line.Walk.Next), at(a.Line.Walk.Last)}; got != want {
			t.Errorf("%s leads to %q, want %q", address, got, want)
		}
		if at(a.Draft.Undo) != want[1] {
			t.Errorf("%s is undone to %s, want %s", address, at(a.Draft.Undo), want[1])
		}
	}
	a := w.at(line + "&at=2")
	href, _ := a.draw(t).Find("#c-c2").Attr("href")
	if href != "/analysis/hexone?line=c2,d4,c2" {
		t.Errorf("a click on the way leads to %s", href)
	}
	if a.Line.Rebase.Href != "/analysis/hexone?position=.../..r1./.b1.../..../...+1+3" {
		t.Errorf("the line begins anew at %s", a.Line.Rebase.Href)
	}
	buttons := a.draw(t).Find(".line button").Map(func(_ int, s *goquery.Selection) string { return s.Text() + "=" + s.AttrOr("value", "") })
	if got := strings.Join(buttons, " "); got != "c2=1 d4=2 d3=3 c4=4 d3=5" {
		t.Errorf("the line is %s", got)
	}
	if current := a.draw(t).Find(".line [aria-current]").Text(); current != "d4" {
		t.Errorf("the action shown is %s", current)
	}
}

// A line grows until an address holds no more; then it can begin anew.
func TestAnalysisLineIsBounded(t *testing.T) {
	w := wander(t)
	r := viewstest.RandomRecord(t, "tartan", nil, 1, func(r *record.Record) bool { return len(table.JoinDraft(r.Events())) > maxLine })
	events := r.Events()
	a := w.at("/analysis/tartan?line=" + page.Escape(table.JoinDraft(events[:len(events)-10])))
	for _, event := range events[len(events)-10:] {
		a = w.at(a.Tools.Return + "&more=" + page.Escape(event))
	}
	if a.Status.Problem == nil || a.Status.Problem.Text != w.texts.T("error.line-full") || len(a.Line.Text) > maxLine {
		t.Errorf("a line of %d bytes, problem %v", len(a.Line.Text), a.Status.Problem)
	}
	if anew := w.at(a.Line.Rebase.Href + "&more=" + page.Escape(a.Position.Unread)); anew.Status.Problem != nil || anew.Position.Text == a.Position.Text {
		t.Errorf("begun anew it cannot go on: %v", anew.Status.Problem)
	}
}

// From any moment of any game an address leads to a sandbox that stands as the
// game does, in the middle of a turn and after the end too. The last turn can
// be taken back there, where it is what made the position.
func TestAnalysisHref(t *testing.T) {
	w := wander(t)
	for _, game := range games.All() {
		t.Run(game.Info().Key, func(t *testing.T) {
			w, random := wanderer{t, w.texts}, rand.New(rand.NewPCG(2, 7))
			for n := range 3 {
				r, err := record.New(game, rules.Setup{})
				if err != nil {
					t.Fatal(err)
				}
				for played := 0; played < 300 && r.State().Turn().Seat != 0; played++ {
					if played%5 == n {
						w.explored(r, true)
					}
					actions := r.State().Actions(nil)
					action := actions[random.IntN(len(actions))]
					if played%5 == n && r.State().Turn().Action == 0 { // the turn in the making comes along
						after := r.State().Clone()
						after.Play(action)
						a := w.at(table.AnalysisHref(r, r.State().Text(action)))
						if a.Status.Problem != nil || a.Position.Text != after.Position() {
							t.Fatalf("with %s it is %s, want %s", r.State().Text(action), a.Position.Text, after.Position())
						}
					}
					if err := r.Step(action); err != nil {
						t.Fatal(err)
					}
					if n == 1 && played == 20 {
						if err := r.Resign(1); err != nil {
							t.Fatal(err)
						}
						w.explored(r, false)
					}
				}
				w.explored(r, r.State().Turn().Seat != 0)
			}
		})
	}
}

// explored checks where a record leads.
func (t wanderer) explored(r *record.Record, undone bool) {
	t.Helper()
	a := t.at(table.AnalysisHref(r))
	if a.Status.Problem != nil || a.Position.Text != r.State().Position() {
		t.Fatalf("%s: position %s, problem %v, want %s", table.AnalysisHref(r), a.Position.Text, a.Status.Problem, r.State().Position())
	}
	turns := r.Turns()
	if !undone || len(turns) == 0 {
		return
	}
	if want := len(turns[len(turns)-1].Actions); a.Line.Walk.Previous == nil || a.Line.At != a.Line.Of || len(a.Line.Turns) != 1 || len(a.Line.Turns[0].Actions) != want {
		t.Fatalf("%s holds %v, want the last turn of %d actions", table.AnalysisHref(r), a.Line.Turns, want)
	}
}

// Addresses can be read back whatever they hold.
func FuzzEscape(f *testing.F) {
	f.Add("seats=4 0,0:rb/..b 1 3 by:!0,0/1,0")
	f.Add("é+%& <\x00\xff")
	f.Fuzz(func(t *testing.T, text string) {
		values, err := url.ParseQuery("a=" + page.Escape(text) + "&b=1")
		notPlain := func(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '<' }
		if err != nil || values.Get("a") != text || values.Get("b") != "1" || strings.ContainsFunc(page.Escape(text), notPlain) {
			t.Errorf("%q is written %q and read %q, %v", text, page.Escape(text), values, err)
		}
	})
}

// Whatever an address says, there is a page, and what can be shared of it says
// the same without a problem.
func FuzzAnalysis(f *testing.F) {
	for _, seed := range [][8]string{
		{"", "c2,d3,c2", "1", "", "", "", "c2", ""},
		{"1,-1:BW/0,0:WWwb.b/0,1:B 2 2", "", "", "pass", "0,0+1token 1,1=black 2", "=white", "0,0", ""},
		{"rules=advanced 0,0:rbrbrb/br 1 41", "0,0>1,2", "0", "0,1", "0,1+1hexagon 100,100+1hexagon -", "+2hexagon", "0,1", "claim"},
		{"../...x./.x...../..b1..x./.r2.x.../.xb4B..../..r2R.x./.x.../.. 2>e3 34 1", "end", "", "^b3>b4", "e4-  e4+2hat e5+1hat", "-", "e3", ""},
		{"declare=yes **/.**/.. *./.*./.* .../..../..*../..../... 2 4", "f4,end", "9", "!m:e4/d3/d4/c3", "d4+0star 3 x=", "x", "d4", "claim-model"},
	} {
		for game := range games.All() {
			f.Add(uint8(game), seed[0], seed[1], seed[2], seed[3], seed[4], seed[5], seed[6], seed[7])
		}
	}
	w := wander(f)
	f.Fuzz(func(t *testing.T, game uint8, position, line, at, more, edits, brush, pick, claim string) {
		all := games.All()
		key := all[int(game)%len(all)].Info().Key
		query := url.Values{
			"position": {position}, "line": {line}, "at": {at}, "more": {more}, "edits": {edits}, "brush": {brush},
			"pick": {pick, pick}, "claim": {claim},
		}
		for _, more := range []string{"", "&declare=yes", "&edit=on"} {
			in := wanderer{t, w.texts}.asked("/analysis/" + key + "?" + query.Encode() + more)
			a := NewAnalysis(in)
			a.draw(t)
			if a.Position.Text != "" {
				if _, err := in.Game.New(rules.Setup{Position: a.Position.Text}); err != nil {
					t.Errorf("it stands at %q: %v", a.Position.Text, err)
				}
			}
			if _, err := AnalysisDrawing(in); err != nil && a.Status.Problem == nil {
				t.Errorf("no picture of what is shown: %v", err)
			}
			shared := wanderer{t, w.texts}.at(strings.TrimPrefix(a.Share.URL, "https://hex.example"))
			if shared.Position.Text != a.Position.Text || shared.Status.Problem != nil {
				t.Errorf("what is shared, %s, stands at %q with problem %v, not at %q", a.Share.URL, shared.Position.Text, shared.Status.Problem, a.Position.Text)
			}
		}
	})
}

// Errors are shown in the reader's language.
func TestAnalysisInFrench(t *testing.T) {
	w := wander(t)
	in := w.asked("/analysis/hexone?position=.../..../x..../..../..+1")
	in.T = viewstest.Catalog(t, "fr")
	a := NewAnalysis(in)
	if a.Status.Problem == nil || a.Status.Problem.Text != "Position illisible. Le plateau montre la position de départ." || a.Status.Problem.Detail != "la rangée finit avant a3" {
		t.Errorf("problem %v", a.Status.Problem)
	}
	if a.Status.Text != "Bleu\u202f: posez un pion." {
		t.Errorf("status %q", a.Status.Text)
	}
}

// BenchmarkAnalysis makes and draws sandboxes that hold the largest boards,
// and what their lines can hold: aim 250 µs for the first.
func BenchmarkAnalysis(b *testing.B) {
	w := wander(b)
	six := viewstest.RandomRecord(b, "six", nil, 5, func(r *record.Record) bool { return len(r.Turns()) == 40 })
	hexit := viewstest.RandomRecord(b, "hexit", nil, 2, func(r *record.Record) bool { return viewstest.Count(r, "tiles") == "1" })
	for name, address := range map[string]string{
		"hexit": table.AnalysisHref(hexit), "six": table.AnalysisHref(six),
		"hexit edited": table.AnalysisHref(hexit) + "&edit=on", "hexit and its line": "/analysis/hexit?line=" + page.Escape(table.JoinDraft(hexit.Events())),
	} {
		b.Run(name, func(b *testing.B) {
			in := w.asked(address)
			b.ReportAllocs()
			var buffer bytes.Buffer
			for b.Loop() {
				buffer.Reset()
				if err := SandboxFragment(NewAnalysis(in)).Render(context.Background(), &buffer); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(buffer.Len()), "bytes")
			b.ReportMetric(float64(viewstest.Zipped(b, buffer.Bytes())), "gz-bytes")
		})
	}
}
