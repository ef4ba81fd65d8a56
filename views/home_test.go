package views

import (
	"fmt"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/views/board"
	"hexclub/views/page"
	"hexclub/views/viewstest"
)

func TestCountedTitle(t *testing.T) {
	for awaiting, want := range map[page.Awaiting]string{{}: "Rules", {Turns: 1}: "(1) Rules", {Challenges: 1}: "(1) Rules", {Turns: 10, Challenges: 2, Club: 3}: "(15) Rules"} {
		if got := (page.Frame{Title: "Rules", Awaiting: awaiting}).PageTitle(); got != want {
			t.Errorf("%+v: %q, want %q", awaiting, got, want)
		}
	}
}

// A thumbnail shows what lies on the board, turned as the reader has it, and
// nothing that is too small to be read.
func TestThumbnail(t *testing.T) {
	for _, game := range games.All() {
		t.Run(game.Info().Key, func(t *testing.T) {
			st, err := game.New(rules.Setup{Position: board.PicturePosition(game.Info().Key)})
			if err != nil {
				t.Fatal(err)
			}
			plain, turned := board.NewThumbnail(viewstest.Catalog(t, "en"), game, st, page.Look{}), board.NewThumbnail(viewstest.Catalog(t, "en"), game, st, page.Look{Turn: 1, Names: true, Table: true})
			looks := func(b board.Board) (text string) {
				for _, c := range b.Cells {
					text += c.Place + c.Class + fmt.Sprint(c.Layers) + " "
				}
				return text
			}
			if looks(plain) == looks(turned) || len(plain.Cells) != len(turned.Cells) || turned.Table || !turned.Picture {
				t.Errorf("turned it is %q", looks(turned))
			}
			pieces := 0
			for _, c := range turned.Cells {
				pieces += len(c.Layers)
				if c.Value != "" || c.Sign != "" {
					t.Errorf("cell %+v", c)
				}
			}
			if pieces == 0 || len(turned.Captions) > 0 {
				t.Errorf("%d pieces, captions %+v", pieces, turned.Captions)
			}
		})
	}
}

func TestPersonHref(t *testing.T) {
	for name, want := range map[string]string{
		"": "", "Ann": "/people/Ann", "Anna Łódź": "/people/Anna%20%C5%81%C3%B3d%C5%BA", "O’Neil.2_x-": "/people/O%E2%80%99Neil.2_x-",
	} {
		if got := page.PersonHref(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
		if strings.ContainsAny(page.PersonHref(name), " ?#") {
			t.Errorf("%q", page.PersonHref(name))
		}
	}
}
