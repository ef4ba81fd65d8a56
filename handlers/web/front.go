package web

import (
	"net/http"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/views/board"
	"hexclub/views/draw"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/setup"
)

// A front has the content of the front page and the list of games that is the same for all readers.
type front struct {
	Board templ.Component  // a game halfway through, rendered
	Shelf []setup.GameCard // all games
}

func newFront(t *i18n.Catalog) (f front, err error) {
	picture, err := hexone.Game{}.New(rules.Setup{Position: homePosition})
	if err != nil {
		return f, err
	}
	drawn, err := board.DrawBoard(board.NewPicture(t, hexone.Game{}, picture))
	if err != nil {
		return f, err
	}
	f.Board = templ.Raw(drawn)
	f.Shelf, err = setup.NewGameList(t)
	return f, err
}

// GameList renders a page of all games to choose from, at a path.
func (s *Site) GameList(c echo.Context, path string, list setup.GamesPage) (err error) {
	if list.Frame, err = s.Frame(c, list.Heading); err != nil {
		return err
	}
	list.Preview = s.Preview(c, page.Preview{URL: path, Title: list.Heading, About: list.Help})
	front, err := s.Front.Get(list.T)
	if err != nil {
		return err
	}
	list.Games = front.Shelf
	return s.Render(c, http.StatusOK, setup.Games(list))
}

// homePosition is the picture on the front page: a Hexone game halfway through.
const homePosition = "..r2/.b2r1-./xr2b2b1./-.b1r2./.-b1x 2"

// ShowSitePreview sends the picture of the site: a game halfway through.
func (s *Site) ShowSitePreview(c echo.Context) error {
	club, err := s.Club(c)
	if err != nil {
		return err
	}
	return s.SendCard(c, board.Card{Title: page.ClubName(club.Name)}, homePosition, func(t *i18n.Catalog) (draw.Drawing, error) {
		st, err := hexone.Game{}.New(rules.Setup{Position: homePosition})
		if err != nil {
			return draw.Drawing{}, err
		}
		return board.NewFigure(t, hexone.Game{}, st)
	})
}
