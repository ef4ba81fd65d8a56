package board

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/color"
	"image/png"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/hex"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
	"hexclub/views/draw"
	"hexclub/views/page"
	"hexclub/views/viewstest"
)

// pictures returns drawings of random positions of every game.
func pictures(t *testing.T, each func(game rules.Game, st rules.State, d draw.Drawing)) {
	t.Helper()
	texts := viewstest.Catalog(t, "fr")
	for _, game := range games.All() {
		random := rand.New(rand.NewPCG(5, 8))
		for _, options := range []map[string]string{nil, {"rules": "advanced", "sky": "advanced"}} {
			for key := range options {
				if game.Info().OptionText(map[string]string{key: options[key]}) == "" {
					delete(options, key)
				}
			}
			st, err := game.New(rules.Setup{Options: options})
			if err != nil {
				t.Fatal(err)
			}
			for n := 0; n < 120; n++ {
				actions := st.Actions(nil)
				if n%10 == 0 || len(actions) == 0 {
					d, err := NewDrawing(texts, game, st, page.Look{Turn: n / 10 % 6, Names: n%20 == 0})
					if err != nil {
						t.Fatal(err)
					}
					each(game, st, d)
				}
				if len(actions) == 0 {
					break
				}
				st.Play(actions[random.IntN(len(actions))])
			}
		}
	}
}

// Every picture is well-formed, by itself, and has colours and outlines for
// all that lies on the board.
func TestPicturesStandByThemselves(t *testing.T) {
	pictures(t, func(game rules.Game, st rules.State, d draw.Drawing) {
		text := string(d.SVG(1200))
		decoder, title := xml.NewDecoder(strings.NewReader(text)), ""
		for {
			token, err := decoder.Token()
			if err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", st.Position(), err)
			}
			switch token := token.(type) {
			case xml.StartElement:
				if !strings.Contains(" svg title g path ", " "+token.Name.Local+" ") {
					t.Errorf("%s has a <%s>", game.Info().Key, token.Name.Local)
				}
			case xml.CharData:
				title += string(token)
			}
		}
		if !strings.HasSuffix(strings.TrimSpace(title), "\u202f: "+st.Position()) || strings.Count(text, "http") != 1 || strings.Contains(text, "var(") {
			t.Errorf("%s: %.300s", st.Position(), text)
		}
		for _, s := range d.Shapes {
			if s.Path == "" || s.Fill == "" && s.Stroke == "" || (s.Width > 0) != (s.Stroke != "") {
				t.Fatalf("%s has a shape %+v", st.Position(), s)
			}
		}
	})
}

// In the middle of each piece a PNG has its colour, in the middle of an empty
// cell that of the ground.
func TestPNGShowsWhatLiesThere(t *testing.T) {
	st, err := hexone.Game{}.New(rules.Setup{Position: "..-r1/.b1../x...b1/..../... 2"})
	if err != nil {
		t.Fatal(err)
	}
	for turn := range 6 {
		d, err := NewDrawing(viewstest.Catalog(t, "en"), hexone.Game{}, st, page.Look{Turn: turn})
		if err != nil {
			t.Fatal(err)
		}
		file, err := d.PNG(t.Context(), 600)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if width := picture.Bounds().Dx(); width != 600 {
			t.Errorf("%d wide", width)
		}
		for name, want := range map[string]string{
			"e5": paper()["red"], "d3": paper()["blue"], "c5": paper()["blue"], "c3": paper()["tile-fixed"],
			"a1": paper()["tile-white"], "c1": paper()["felt"],
		} {
			cell, _ := hex.ParseName(name, 2)
			x, y := cell.Centre(turn)
			r, g, b, _ := color.RGBAModel.Convert(picture.At((x-d.X)*600/d.Width, (y-d.Y)*600/d.Width)).RGBA()
			if got := "#" + hexByte(r) + hexByte(g) + hexByte(b); got != want {
				t.Errorf("turned %d times, %s is %s, want %s", turn, name, got, want)
			}
		}
	}
}

func hexByte(n uint32) string {
	text := strconv.FormatUint(uint64(n>>8), 16)
	return strings.Repeat("0", 2-len(text)) + text
}

// The colours of pictures are those of boards of paper by day.
func TestPicturesHaveTheColoursOfPaper(t *testing.T) {
	file, err := os.ReadFile("../../static/theme.css")
	if err != nil {
		t.Fatal(err)
	}
	styles, err := os.ReadFile("../../static/styles.css")
	if err != nil {
		t.Fatal(err)
	}
	_, style, _ := strings.Cut(string(styles), ".style-paper {")
	style, _, _ = strings.Cut(style, "}")
	for token, want := range paper() {
		value := regexp.MustCompile(`--` + token + `:[^;]*?(#[0-9a-f]{6})`)
		found := value.FindStringSubmatch(style)
		if found == nil {
			found = value.FindStringSubmatch(string(file))
		}
		if found == nil || found[1] != want {
			t.Errorf("--%s is %v in the style sheet, %s in pictures", token, found, want)
		}
	}
}

// The colours of sides are those that the style sheet mixes.
func TestMixedColours(t *testing.T) {
	style, err := os.ReadFile("../../static/board.css")
	if err != nil {
		t.Fatal(err)
	}
	if want := "color-mix(in srgb, var(--piece) " + strconv.Itoa(sideShare*100) + "%, #000)"; !strings.Contains(string(style), want) {
		t.Errorf("the style sheet does not mix sides as pictures do: %s", want)
	}
	for _, tt := range []struct {
		one, other string
		share      float64
		want       string
	}{
		{"#c33a2c", black, sideShare, "#71221a"}, {"#ffffff", black, .5, "#808080"}, {"#102030", white, 0, white}, {"#102030", white, 1, "#102030"},
	} {
		if got := mix(tt.one, tt.other, tt.share); got != tt.want {
			t.Errorf("%v of %s in %s is %s, want %s", tt.share, tt.one, tt.other, got, tt.want)
		}
	}
}

// On pictures everything lies where it does on pages, whichever way the board
// is turned.
func TestPicturesAreLaidOutAsPages(t *testing.T) {
	texts := viewstest.Catalog(t, "en")
	for _, game := range games.All() {
		st, err := game.New(rules.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for turn := range 6 {
			board := New(texts, game.Info(), st.Board(), Drawing{Turn: turn})
			d, err := NewDrawing(texts, game, st, page.Look{Turn: turn})
			if err != nil {
				t.Fatal(err)
			}
			var want, got []string
			for _, c := range board.Cells {
				if c.Ground != "bare" {
					want = append(want, "tile at "+c.Place)
				}
				if c.Arrow != "" {
					want = append(want, "arrow at "+c.Place+" "+c.Arrow)
				}
			}
			for _, c := range board.Captions {
				want = append(want, "caption at translate("+c.X+" "+c.Y+")")
			}
			for _, s := range d.Shapes {
				switch place := "translate(" + numbers(s.X, s.Y) + ")"; {
				case s.Path == tilePath:
					got = append(got, "tile at "+place)
				case s.Path == arrowPath:
					got = append(got, "arrow at "+place+" rotate("+numbers(s.Degrees)+")")
				case s.Fill == paper()["on-felt"]:
					got = append(got, "caption at "+place)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s turned %d times (-page +picture):\n%s", game.Info().Key, turn, diff)
			}
			box := image.Rect(d.X, d.Y, d.X+d.Width, d.Y+d.Height)
			const letters = 13 // high
			for _, s := range d.Shapes {
				if !image.Pt(s.X, s.Y-letters).In(box) {
					t.Errorf("%s turned %d times: %+v is not within %v", game.Info().Key, turn, s, box)
				}
			}
		}
	}
}

// BenchmarkPicture makes pictures of a full board: aim 100 ms.
func BenchmarkPicture(b *testing.B) {
	texts := viewstest.Catalog(b, "en")
	full := viewstest.RandomRecord(b, "hexit", nil, 2, func(r *record.Record) bool { return viewstest.Count(r, "tiles") == "1" })
	game, st := full.Game(), full.State()
	d, err := NewDrawing(texts, game, st, page.DefaultLook())
	if err != nil {
		b.Fatal(err)
	}
	b.Run("svg", func(b *testing.B) {
		for b.Loop() {
			if d, err = NewDrawing(texts, game, st, page.DefaultLook()); err != nil {
				b.Fatal(err)
			}
			d.SVG(1200)
		}
	})
	for _, width := range []int{1200, 2000} {
		b.Run("png "+strconv.Itoa(width), func(b *testing.B) {
			for b.Loop() {
				if _, err := d.PNG(b.Context(), width); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
