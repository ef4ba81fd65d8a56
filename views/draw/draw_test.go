package draw

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"
	"testing"
)

const box = "M-10-10H10V10H-10Z"

// picture returns the PNG of shapes on a plane of 100 by 100 around the origin, with one pixel
// for each unit.
func picture(t *testing.T, shapes ...Shape) image.Image {
	t.Helper()
	d := Drawing{X: -50, Y: -50, Width: 100, Height: 100, Ground: "#ffffff", Shapes: shapes}
	file, err := d.PNG(t.Context(), 100)
	if err != nil {
		t.Fatal(err)
	}
	i, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func TestPNG(t *testing.T) {
	const red, white = "#a3271a", "#ffffff"
	for _, test := range []struct {
		name  string
		shape Shape
		x, y  int // in units
		want  string
	}{
		{"inside", Shape{Path: box, Fill: red}, 0, 0, red},
		{"outside", Shape{Path: box, Fill: red}, 12, 0, white},
		{"no fill", Shape{Path: box}, 0, 0, white},
		{"the stroke outside", Shape{Path: box, Stroke: red, Width: 6}, 12, 0, red},
		{"the stroke inside", Shape{Path: box, Stroke: red, Width: 6}, 8, 0, red},
		{"within the stroke", Shape{Path: box, Stroke: red, Width: 6}, 0, 0, white},
		{"beyond the stroke", Shape{Path: box, Stroke: red, Width: 6}, 15, 0, white},
		{"the stroke that closes", Shape{Path: box, Stroke: red, Width: 6}, -10, 0, red},
		{"an open line", Shape{Path: "M-10-10H10V10H-10", Stroke: red, Width: 6}, -10, 0, white},
		{"a corner is round", Shape{Path: box, Stroke: red, Width: 12}, 15, 15, white},
		{"a straight side is not", Shape{Path: box, Stroke: red, Width: 12}, 15, 5, red},
		{"put elsewhere", Shape{Path: box, Fill: red, X: 30, Y: -20}, 30, -20, red},
		{"not where it was", Shape{Path: box, Fill: red, X: 30, Y: -20}, 0, 0, white},
		{"turned clockwise", Shape{Path: "M10-5H40V5H10Z", Fill: red, Degrees: 90}, 0, 25, red},
		{"larger", Shape{Path: box, Fill: red, Scale: 2}, 18, 18, red},
		{"smaller", Shape{Path: box, Fill: red, Scale: .5}, 8, 0, white},
		{"a larger stroke", Shape{Path: box, Stroke: red, Width: 4, Scale: 2}, 23, 0, red},
		{"a hole", Shape{Path: "M-20-20H20V20H-20ZM-10-10V10H10V-10Z", Fill: red}, 0, 0, white},
		{"round a hole", Shape{Path: "M-20-20H20V20H-20ZM-10-10V10H10V-10Z", Fill: red}, 15, 0, red},
		{"a cubic curve", Shape{Path: "M-20 0C-20-20 20-20 20 0Z", Fill: red}, 0, -14, red},
		{"beyond a cubic curve", Shape{Path: "M-20 0C-20-20 20-20 20 0Z", Fill: red}, 0, -17, white},
		{"a quadratic curve", Shape{Path: "M-20 0Q0-30 20 0Z", Fill: red}, 0, -14, red},
		{"beyond a quadratic curve", Shape{Path: "M-20 0Q0-30 20 0Z", Fill: red}, 0, -17, white},
		{"a dash", Shape{Path: "M-40 0H40", Stroke: red, Width: 4, Dash: []float64{20, 20}}, -30, 0, red},
		{"between dashes", Shape{Path: "M-40 0H40", Stroke: red, Width: 4, Dash: []float64{20, 20}}, -10, 0, white},
		{"a dash again", Shape{Path: "M-40 0H40", Stroke: red, Width: 4, Dash: []float64{20, 20}}, 10, 0, red},
		{"a dash round a corner", Shape{Path: "M-40 0H0V40", Stroke: red, Width: 4, Dash: []float64{30, 5, 20, 50}}, 0, 10, red},
		{"after a dash round a corner", Shape{Path: "M-40 0H0V40", Stroke: red, Width: 4, Dash: []float64{30, 5, 20, 50}}, 0, 25, white},
		{"further corners of a move", Shape{Path: "M-10-10 10-10 10 10-10 10Z", Fill: red}, 0, 0, red},
		{"off the picture", Shape{Path: box, Fill: red, X: 500}, 49, 0, white},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := color.RGBAModel.Convert(picture(t, test.shape).At(test.x+50, test.y+50))
			if want, _ := parseColour(test.want); got != want {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}

func TestWhatCannotBeDrawn(t *testing.T) {
	for _, path := range []string{"10 10", "H10", "Z", "M", "M1", "M1 2 3", "M1 2L", "M1 2Z3", "M1 2A1 1 0 0 1 2 2", "M1 2l3 4", "M1 - 2", "M1 2C1 2 3 4 5", "x"} {
		if lines, err := outline(path, affine{}); err == nil {
			t.Errorf("%q is read as %v", path, lines)
		}
	}
	for _, colour := range []string{"", "red", "#fff", "#12345g", "#1234567", "0123456"} {
		if c, err := parseColour(colour); err == nil {
			t.Errorf("%q is read as %v", colour, c)
		}
	}
	d := Drawing{Width: 10, Height: 10, Ground: "#ffffff"}
	for _, s := range []Shape{{Path: "?", Fill: "#000000"}, {Path: box, Fill: "?"}, {Path: box, Stroke: "?"}} {
		d.Shapes = []Shape{s}
		if _, err := d.PNG(t.Context(), 10); err == nil {
			t.Errorf("%+v is drawn", s)
		}
	}
	if _, err := (Drawing{Width: 10, Height: 10}).PNG(t.Context(), 10); err == nil {
		t.Error("a drawing without ground is drawn")
	}
}

func TestPNGIsBounded(t *testing.T) {
	for _, test := range []struct{ width, height, ask, want, wantHeight int }{
		{100, 50, 1200, 1200, 600},
		{30, 10, 100, 100, 33},
		{100, 1000, 1200, 500, 5000},
		{1000, 10, 1, 1, 1},
	} {
		d := Drawing{Width: test.width, Height: test.height, Ground: "#ffffff"}
		file, err := d.PNG(t.Context(), test.ask)
		if err != nil {
			t.Fatal(err)
		}
		config, err := png.DecodeConfig(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if config.Width != test.want || config.Height != test.wantHeight || config.Width*config.Height > MaxPixels {
			t.Errorf("%d by %d at %d is %d by %d", test.width, test.height, test.ask, config.Width, config.Height)
		}
	}
}

func TestSVG(t *testing.T) {
	d := Drawing{
		Title: `<Hex> & "more"`, X: -5, Y: -6, Width: 20, Height: 30, Ground: "#ffffff",
		Shapes: []Shape{{Path: box, X: 3, Y: -4, Degrees: 60, Scale: .78, Fill: "#a3271a", Stroke: "#000000", Width: 1.5, Dash: []float64{.1, 5}}, {Path: box}},
	}
	got := string(d.SVG(100))
	want := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -6 20 30" width="100" height="150" role="img">` +
		`<title>&lt;Hex&gt; &amp; &#34;more&#34;</title><g stroke-linejoin="round" stroke-linecap="round">
<path fill="#ffffff" d="M-5 -6H15V24H-5Z"/>
<path transform="translate(3 -4) rotate(60) scale(0.78)" fill="#a3271a" stroke="#000000" stroke-width="1.5" stroke-dasharray="0.1 5" d="M-10-10H10V10H-10Z"/>
<path fill="none" d="M-10-10H10V10H-10Z"/>
</g></svg>
`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	decoder := xml.NewDecoder(strings.NewReader(got))
	for {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// A text is as large as asked for, stands on its base line, and has its middle
// where it is put.
func TestLetters(t *testing.T) {
	for name, load := range map[string]func() (*Letters, error){"medium": Medium, "bold": Bold} {
		letters, err := load()
		if err != nil {
			t.Fatal(err)
		}
		path, err := letters.Path("H8-,H", 40)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := outline(path, affine{xx: 1, yy: 1})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		box := bounds(lines)
		if box.Min.Y < -32 || box.Min.Y > -26 || box.Max.Y < 0 || box.Max.Y > 10 {
			t.Errorf("%s: from %d to %d", name, box.Min.Y, box.Max.Y)
		}
		if middle := box.Min.X + box.Max.X; middle < -3 || middle > 3 || box.Dx() < 80 {
			t.Errorf("%s: from %d to %d", name, box.Min.X, box.Max.X)
		}
		if path, err := letters.Path("", 10); path != "" || err != nil {
			t.Errorf("nothing is %q, %v", path, err)
		}
	}
}

// Whatever a path is, it is drawn or refused, and the lines of what is drawn
// have points.
func FuzzOutline(f *testing.F) {
	for _, path := range []string{box, "M0-26 22.5-13V13L0 26Z", "M-17 6C-17 2-11 3-10 1Q1 2 3 4Z", "M1.5.5 2", "M1e9 2", "M--1 2", "M1 2 "} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		lines, err := outline(path, affine{xx: 1, yy: 1})
		if err != nil {
			return
		}
		for _, l := range lines {
			if len(l.points) == 0 {
				t.Errorf("%q has an empty line", path)
			}
		}
	})
}
