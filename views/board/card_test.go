package board

import (
	"bytes"
	"image/png"
	"testing"

	"hexclub/rules/games"
	"hexclub/views/draw"
	"hexclub/views/page"
	"hexclub/views/viewstest"
)

// Cards of all games have the size of previews. Texts that cannot be written are left out; others change the picture.
func TestCard(t *testing.T) {
	t.Parallel()
	texts := viewstest.Catalog(t, "en")
	picture := func(c Card) []byte {
		t.Helper()
		d, err := c.Draw()
		if err != nil {
			t.Fatal(err)
		}
		file, err := d.PNG(t.Context(), page.PreviewWidth)
		if err != nil {
			t.Fatal(err)
		}
		image, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if size := image.Bounds().Size(); size.X != page.PreviewWidth || size.Y != page.PreviewHeight {
			t.Errorf("the picture has %v", size)
		}
		return file
	}
	for _, game := range games.All() {
		figure, err := GameFigure(texts, game)
		if err != nil {
			t.Fatal(err)
		}
		plain := picture(Card{Figure: figure})
		named := picture(Card{Figure: figure, Title: "A name", Lines: []CardLine{{"Łukasz", "1½"}, {"Ελένη", "½"}}})
		if bytes.Equal(plain, named) {
			t.Error("the name is not to be seen")
		}
		if unwritten := picture(Card{Figure: figure, Title: "이름", Club: "클럽"}); !bytes.Equal(plain, unwritten) {
			t.Error("letters that the font lacks change the picture")
		}
		if short := picture(Card{Figure: figure, Title: "A name", Lines: []CardLine{{"Łukasz", "1½"}, {"Ελένη", "½"}, {"민준", "0"}}}); !bytes.Equal(short, named) {
			t.Error("a line that cannot be written changes the others")
		}
	}
	picture(Card{Figure: AvatarFigure("someone"), Title: "A very long name of a very long tournament that goes on and on until nobody can read it any more, not even aloud"})
}

// A text is cut where its room ends.
func TestCutTexts(t *testing.T) {
	t.Parallel()
	letters, err := draw.Bold()
	if err != nil {
		t.Fatal(err)
	}
	p := cardPainter{bold: letters, left: cardMargin}
	lines, err := p.wrap("Short, and then one thatisverylongindeedandhasnospacewhereitcouldbedividedintotwo", 3)
	if err != nil || len(lines) != 2 || lines[0] != "Short, and then one" || []rune(lines[1])[len([]rune(lines[1]))-1] != '…' {
		t.Errorf("the lines are %q: %v", lines, err)
	}
}
