package table

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/views/viewstest"
)

// tableAt returns the table in a position, as the player to act sees it.
func tableAt(t *testing.T, key, position, draft string, pointing Pointing) Table {
	t.Helper()
	game, err := games.Find(key)
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.New(game, rules.Setup{Position: position})
	if err != nil {
		t.Fatal(err)
	}
	in := seen(viewstest.Catalog(t, "en"), r)
	in.Game.ID, in.Draft, in.Pointing = "g1", draft, pointing
	return New(in)
}

func picks(names ...string) Pointing { return Pointing{Picks: names} }

// Every illegal click is answered with the reason and the rule; compulsory cells are marked.
func TestIllegalClicksAreExplained(t *testing.T) {
	for _, test := range []struct {
		name, game, position, draft string
		clicks                      Pointing
		want                        string // how the problem begins
		must                        string // a cell that is marked, empty for none
	}{
		{"hexone, the opponent's cell", "hexone", ".../.b2../.r1.../..../... 1", "", picks("c2"), "c2: your opponent holds that cell.", ""},
		{"hexone, an explosion is due", "hexone", viewstest.TwoTall, "", picks("c3"), "c3: a stack of three or more must explode first. Possible", "d3"},
		{"hexit, prisoners come first", "hexit", "1,-1:Bb/0,0:WwwWb/0,1:B 1 21", "", picks("0,1"), "0,1: you must make prisoners if you can. Possible", "1,-1"},
		{"six, too far away", "six", "", "", picks("-1,0"), "", ""},
		{"six, the opponent's hexagon", "six", "0,0:rbrbrb/brbrbr 1 41", "", picks("0,0"), "0,0>", ""},
		{"tartan, beside a unit", "tartan", "../...x./.x...../.....x./...x.../.x...../..b1..x./.x.../.. 2", "", picks("c4"), "c4: ", ""},
		{"tartan, the dark centre", "tartan", "", "", picks("e5"), "e5: ", ""},
		{"hexellation, MODEL is complete", "hexellation", "**/.**/.. *./.*./.* .../..../...../..../... 1", "", picks("m:a1"), "m:a1: ", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			table := tableAt(t, test.game, test.position, test.draft, test.clicks)
			if test.want == "" {
				if table.Status.Problem != nil {
					t.Errorf("a legal click is answered with %q", table.Status.Problem.Text)
				}
				return
			}
			if table.Status.Problem == nil || !strings.HasPrefix(table.Status.Problem.Text, test.want) || table.Status.Problem.Href == "" {
				t.Fatalf("the problem is %+v, want one that begins with %q and links a rule", table.Status.Problem, test.want)
			}
			marked := ""
			for _, c := range table.Board.Cells {
				if strings.Contains(c.Class, " must") {
					marked = c.Name
					break
				}
			}
			if marked != test.must {
				t.Errorf("compulsory is marked on %q first, want %q", marked, test.must)
			}
		})
	}
}

// A click on another movable piece picks that one instead; a second click on the same piece removes the pick.
func TestPicksChange(t *testing.T) {
	const position = "../.b2.x./.x...../.....x./...xBR.../.x.b1.r2./.....x./.x.b1./.. 1 20"
	table := tableAt(t, "tartan", position, "", picks("h5"))
	if got := cell(t, table, "d4").Link.Href; got != "/games/g1?pick=h5&pick=d4" {
		t.Fatalf("another unit leads to %s", got)
	}
	table = tableAt(t, "tartan", position, "", picks("h5", "d4"))
	if c := cell(t, table, "d4"); !strings.Contains(c.Class, "picked") || table.Status.Problem != nil {
		t.Errorf("d4 has the classes %q; problem %+v", c.Class, table.Status.Problem)
	}
	if got := cell(t, table, "d4").Link.Href; got != "/games/g1" {
		t.Errorf("a second click leads to %s", got)
	}
}

// While a whole turn awaits confirmation, a click on another cell plays there instead.
func TestAnotherCellInstead(t *testing.T) {
	table := tableAt(t, "hexone", ".../.b2b1./.r1.../..../... 1", "d4", Pointing{})
	if got := cell(t, table, "e4").Link.Href; got != "/games/g1?draft=e4" {
		t.Errorf("another cell leads to %s", got)
	}
	if got := cell(t, table, "c3").Link.Href; got != "/games/g1?draft=d4&pick=c3" {
		t.Errorf("a cell that is not legal leads to %s", got)
	}
	if c := cell(t, table, "e4"); strings.Contains(c.Class, "open") {
		t.Errorf("another cell has the classes %q", c.Class)
	}
	const chain = ".../.b2b2./..b2../.r1../... 1"
	table = tableAt(t, "hexone", chain, "d3,d3xE,d4xE,c3xE", Pointing{})
	if table.Draft.Commit == nil {
		t.Fatalf("the turn is not whole: %+v", table.Status.Problem)
	}
	if got := cell(t, table, "c2").Link.Href; got != "/games/g1?draft=d3,d3xE,d4xE,c3xW" {
		t.Errorf("a cell of the other Y leads to %s", got)
	}
}

const line = "declare=yes 0,0:rbbbbbb/rrrrr 1 11" // black has a line from 1,0 to 6,0

func TestDeclaring(t *testing.T) {
	six := []string{"1,0", "2,0", "3,0", "4,0", "5,0", "6,0"}
	t.Run("offered", func(t *testing.T) {
		d := tableAt(t, "six", line, "", Pointing{}).Draft.Claims
		if d == nil || d.Pointing || len(d.Offers) != 1 || d.Offers[0].Link.Href != "/games/g1?claim=claim" {
			t.Fatalf("offered is %+v", d)
		}
	})
	t.Run("no claim", func(t *testing.T) {
		table := tableAt(t, "six", line, "", Pointing{Claim: "x&draft=1,0"})
		for _, c := range table.Board.Cells {
			if c.Link != nil && strings.Contains(c.Link.Href, "claim") {
				t.Fatalf("%s leads to %s", c.Name, c.Link.Href)
			}
		}
	})
	t.Run("cells are pointed at and let go", func(t *testing.T) {
		table := tableAt(t, "six", line, "", Pointing{Claim: "claim", Picks: six[:2]})
		if got := cell(t, table, "3,0").Link.Href; got != "/games/g1?claim=claim&pick=1,0&pick=2,0&pick=3,0" {
			t.Errorf("a third cell leads to %s", got)
		}
		if got := cell(t, table, "1,0").Link.Href; got != "/games/g1?claim=claim&pick=2,0" {
			t.Errorf("a cell pointed at leads to %s", got)
		}
		if !slices.Equal(table.Draft.Claims.Cells, six[:2]) {
			t.Errorf("pointed at are %v", table.Draft.Claims.Cells)
		}
	})
	for _, wrong := range []struct {
		name  string
		cells []string
		want  string // how the problem begins
		rule  string
	}{
		{"none", nil, "Choose the cells first.", ""},
		{"too few", six[:5], "You can’t declare with 5 cells.", ""},
		{"no shape", append(slices.Clone(six[:5]), "0,1"), "!1,0/2,0/3,0/4,0/5,0/0,1: ", "5"},
		{"too many", append(slices.Clone(six), "0,1"), "Choose 6 cells at most.", ""},
	} {
		t.Run("a wrong one loses nothing: "+wrong.name, func(t *testing.T) {
			table := tableAt(t, "six", line, "", Pointing{Claim: "claim", Picks: wrong.cells, Declare: true})
			if table.Status.Problem == nil || !strings.HasPrefix(table.Status.Problem.Text, wrong.want) || table.Status.Problem.Rule != wrong.rule || table.Draft.Commit != nil {
				t.Fatalf("problem %+v, commit %+v", table.Status.Problem, table.Draft.Commit)
			}
			if want := wrong.cells[:min(len(wrong.cells), 6)]; !slices.Equal(table.Draft.Claims.Cells, want) {
				t.Errorf("still pointed at are %v", table.Draft.Claims.Cells)
			}
		})
	}
	t.Run("a right one is a turn", func(t *testing.T) {
		table := tableAt(t, "six", line, "", Pointing{Claim: "claim", Picks: six, Declare: true})
		if table.Draft.Commit == nil || table.Draft.Commit.Draft != "!1,0/2,0/3,0/4,0/5,0/6,0" {
			t.Fatalf("problem %+v, commit %+v", table.Status.Problem, table.Draft.Commit)
		}
	})
	t.Run("not in other games", func(t *testing.T) {
		if d := tableAt(t, "six", "", "", Pointing{Claim: "claim"}).Draft.Claims; d != nil {
			t.Errorf("offered is %+v", d)
		}
	})
}

// The page of a position in which a claim can be made differs only in the pieces on the board from that of a
// position in which it cannot.
func TestNothingGivesAClaimAway(t *testing.T) {
	page := func(position string) string {
		var b bytes.Buffer
		if err := Fragment(tableAt(t, "six", position, "", Pointing{})).Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		if i, j := strings.Index(text, "<svg id=\"board\""), strings.LastIndex(text, "</svg>"); i >= 0 && j >= 0 {
			text = text[:i] + text[j:]
		}
		return text
	}
	// The same cells; in the second a red and a black hexagon have changed places.
	if with, without := page(line), page("declare=yes 0,0:rbbbrbb/rbrrr 1 11"); with != without {
		t.Errorf("with a claim to be made the page has\n%s\nwithout\n%s", with, without)
	}
}

// With the planet, two clicks place a star: the first places the planet there.
func TestPlanet(t *testing.T) {
	const position = "planet=yes **/.**/.. *./.*./.* .../..../...../..../... 1"
	table := tableAt(t, "hexellation", position, "", picks("d4"))
	c := cell(t, table, "d4")
	if !c.Marks.Planet || c.Link.Href != "/games/g1?draft=d4" || table.Draft.Commit != nil {
		t.Errorf("the planet is there: %v; a second click leads to %s", c.Marks.Planet, c.Link.Href)
	}
	if c := cell(t, table, "e4"); c.Link.Href != "/games/g1?pick=d4&pick=e4" || !strings.Contains(c.Class, "open") {
		t.Errorf("a click elsewhere leads to %s, the classes are %q", c.Link.Href, c.Class)
	}
	table = tableAt(t, "hexellation", position, "", picks("d4", "e4"))
	if cell(t, table, "d4").Marks.Planet || !cell(t, table, "e4").Marks.Planet {
		t.Error("the planet does not move")
	}
	if !strings.Contains(table.Status.Text, "the planet is on e4") {
		t.Errorf("the status is %q", table.Status.Text)
	}
}

// The description of a Y has the number of tokens that it removes.
func TestLossesAreTold(t *testing.T) {
	var words []string
	for _, c := range tableAt(t, "hexone", viewstest.TallTip, "", Pointing{}).Draft.Choices {
		words = append(words, c.Words)
	}
	want := []string{
		"Explode e3 to the east, north-west and south-west",
		"Explode e3 to the west, north-east and south-east (2 tokens lost)",
	}
	if slices.Sort(words); !slices.Equal(words, want) {
		t.Errorf("the choices are %q, want %q", words, want)
	}
}

// Directions follow the turned board.
func TestWaysAreTurned(t *testing.T) {
	game, err := games.Find("hexone")
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.New(game, rules.Setup{Position: viewstest.OneTall})
	if err != nil {
		t.Fatal(err)
	}
	in := seen(viewstest.Catalog(t, "en"), r)
	in.Look.Turn = 1
	for _, c := range New(in).Draft.Choices {
		want := "Explode d4 to the west, north-east and south-east"
		if strings.HasSuffix(c.Text, "xW") {
			want = "Explode d4 to the east, north-west and south-west"
		}
		if !strings.HasPrefix(c.Words, want) {
			t.Errorf("%s is %q, want %q", c.Text, c.Words, want)
		}
	}
}

// Captions next to a board are within the drawing.
func TestCaptionsAreSeen(t *testing.T) {
	b := tableAt(t, "hexellation", "", "", Pointing{}).Board
	top, err := strconv.Atoi(strings.Fields(b.ViewBox)[1])
	if err != nil {
		t.Fatal(err)
	}
	if len(b.Captions) != 2 {
		t.Fatalf("captions %+v", b.Captions)
	}
	for _, c := range b.Captions {
		if y, err := strconv.Atoi(c.Y); err != nil || y < top+10 {
			t.Errorf("%q stands at %s, the drawing begins at %d", c.Text, c.Y, top)
		}
	}
}

// Whatever is pointed at, the prompt is a text of the catalog.
func TestPromptsAreTexts(t *testing.T) {
	for _, game := range games.All() {
		key := game.Info().Key
		for _, turns := range []int{1, 3, 9} {
			in := seen(viewstest.Catalog(t, "en"), viewstest.RandomRecord(t, key, nil, 3, func(r *record.Record) bool { return len(r.Turns()) == turns }))
			for _, first := range New(in).Board.Cells {
				in.Picks = []string{first.Name}
				for _, second := range New(in).Board.Cells {
					if second.Name != first.Name && second.Marks.Dot {
						in.Picks = []string{first.Name, second.Name}
						break
					}
				}
				if status := New(in).Status.Text; strings.Contains(status, ".prompt.") {
					t.Errorf("%s after %d turns, with %v picked: %q", key, turns, in.Picks, status)
				}
			}
		}
	}
}

// Ways off the board have their letters at the edge, except the one that leads to the centre.
func TestLostWays(t *testing.T) {
	for _, test := range []struct {
		position, want string
	}{
		{".../..../.b3.../..../..r1 1 7 1", ""},
		{".../...b3/...../..../..r1 1 7 1", "A at 108 -45, B at 93 -71"},
		{"b3../..../...../..../..r1 1 7 1", "B at -82 -90, B at -37 -116"},
	} {
		var coins []string
		for _, l := range tableAt(t, "hexone", test.position, "", Pointing{}).Board.Lost {
			coins = append(coins, fmt.Sprintf("%s at %d %d", l.Letter, l.X, l.Y))
		}
		if got := strings.Join(coins, ", "); got != test.want {
			t.Errorf("%s: %s, want %s", test.position, got, test.want)
		}
	}
}
