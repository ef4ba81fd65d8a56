package handlers

import (
	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/setup"
	"net/http"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"
)

// A front is what the front page and the pages of all games show everybody.
type front struct {
	board templ.Component  // a game halfway through, rendered
	shelf []setup.GameCard // all games
}

func newFront(t *i18n.Catalog) (f front, err error) {
	picture, err := hexone.Game{}.New(rules.Setup{Position: homePosition})
	if err != nil {
		return f, err
	}
	board, err := board.DrawBoard(board.NewPicture(t, hexone.Game{}, picture))
	if err != nil {
		return f, err
	}
	f.board = templ.Raw(board)
	f.shelf, err = setup.NewGameList(t)
	return f, err
}

// gameList answers with a page that has all games to choose from.
func (s *site) gameList(c echo.Context, page setup.GamesPage) (err error) {
	if page.Frame, err = s.frame(c, page.Heading); err != nil {
		return err
	}
	front, err := s.front.get(page.T)
	if err != nil {
		return err
	}
	page.Games = front.shelf
	return s.render(c, http.StatusOK, setup.Games(page))
}

// homePosition is the picture on the front page: a Hexone game halfway through.
const homePosition = "..r2/.b2r1-./xr2b2b1./-.b1r2./.-b1x 2"
