package board

import (
	"context"
	"html/template"
	"slices"

	"github.com/a-h/templ"

	"hexclub/rules"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// NewPicture returns a drawing of a position without the empty table around it.
func NewPicture(t *i18n.Catalog, game rules.Game, st rules.State) Board {
	return newPicture(t, game, st, page.Look{})
}

// DrawBoard returns a board as HTML, for boards that many pages show. Its error is that of
// rendering.
func DrawBoard(b Board) (template.HTML, error) {
	return templ.ToGoHTML(context.Background(), SVG(b))
}

// NewThumbnail returns a small picture of a position in the reader's look.
func NewThumbnail(t *i18n.Catalog, game rules.Game, st rules.State, look page.Look) Board {
	board := newPicture(t, game, st, look)
	for i := range board.Cells { // nobody could read it
		board.Cells[i].Value = ""
	}
	board.Captions = nil
	return board
}

func newPicture(t *i18n.Catalog, game rules.Game, st rules.State, look page.Look) Board {
	board := st.Board()
	board.Cells = slices.DeleteFunc(board.Cells, func(c rules.BoardCell) bool { return c.Ground == rules.Table && len(c.Stack) == 0 })
	return New(t, game.Info(), board, Drawing{Turn: look.Turn, Picture: true})
}

// GamePicture returns a board that shows what a game looks like.
func GamePicture(t *i18n.Catalog, game rules.Game) (Board, error) {
	st, err := game.New(rules.Setup{Position: PicturePosition(game.Info().Key)})
	if err != nil {
		return Board{}, err
	}
	return NewPicture(t, game, st), nil
}

// PicturePosition returns a typical position of a game; the start for games without one here.
func PicturePosition(game string) string {
	switch game {
	case "hexone":
		return ".b1./-.r2b1./xb2.r1./-.b1r1-./..r2 1"
	case "hexit":
		return "1,-2:BW/0,-1:WbBwWwB/-1,0:BwWWwbB.ww/-1,1:WBbwWbB/-1,2:BW 1"
	case "six":
		return "0,-3:...r/..bb/.brb/rbbr/r win1:ring 9"
	case "tartan":
		return ".b1/..r1x./.x.b2..r1/b1....x./..r2x.b4B./.x.r1..b1/...r3R.x./.xr1../.. win1:hat 61"
	case "hexellation":
		return "**/.**/.. *./.*./.* *../..*./.*..*/..*./.*. 1"
	}
	return ""
}
