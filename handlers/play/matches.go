package play

import (
	"errors"
	"net/http"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules/record"
	"hexclub/views/board"
	"hexclub/views/page"
	"hexclub/views/play"
	"hexclub/views/table"
)

// ShowMatch serves the page of a match of two games, by the id of either. A match of a pairing redirects to the
// pairing, because an organiser may have changed its result.
func (a *Area) ShowMatch(c echo.Context) error {
	match, err := a.DB.Match(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	if match.First.Pairing != "" {
		return c.Redirect(http.StatusSeeOther, page.PairingHref(match.First.Pairing))
	}
	f, err := a.Frame(c, "")
	if err != nil {
		return err
	}
	in, err := matchInput(f, match)
	if err != nil {
		return err
	}
	p := play.NewMatch(f, in)
	p.Title = page.SiteTitle(p.Heading, f.Club)
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	if p.Over && v.SitsIn(match.Second) {
		p.Rematch = "/games/" + match.Second.ID + "/rematch"
		if p.Next, err = a.rematchOf(c, match.Second); err != nil {
			return err
		}
	}
	return a.Render(c, http.StatusOK, play.Match(p))
}

// matchInput returns the data for the page of a match.
func matchInput(f page.Frame, match db.Match) (in play.MatchInput, err error) {
	t, info := f.T, match.First.Record.Game().Info()
	names := web.PlayerNames(t, info, match.First.Players)
	in.Profiles, in.Avatars = [2]string(profilesOf(names, match.First.Players)), [2]string(avatarsOf(match.First.Players))
	for i, name := range names {
		if name == "" {
			names[i] = t.T("player.free")
		}
	}
	in.MatchInput = table.MatchInput{Match: match.Record(), Games: [2]string{match.First.ID, match.Second.ID}, Players: [2]string(names)}
	for i, r := range []*record.Record{in.Match.First, in.Match.Second} {
		if r == nil {
			continue
		}
		drawn, err := board.DrawBoard(board.NewThumbnail(t, r.Game(), r.State(), f.Look))
		if err != nil {
			return in, err
		}
		in.Boards[i] = templ.Raw(drawn)
	}
	return in, nil
}

// matchGame returns the match of a game for its page; nil for a single game.
func (a *Area) matchGame(c echo.Context, game db.Game) (*table.MatchGame, error) {
	if game.Leg == 0 {
		return nil, nil
	}
	match, err := a.DB.MatchOf(c.Request().Context(), game)
	if err != nil {
		return nil, err
	}
	t, info := a.Catalog(c), game.Record.Game().Info()
	in := table.MatchInput{
		Match: match.Record(), Games: [2]string{match.First.ID, match.Second.ID},
		Players: [2]string(web.PlayerNames(t, info, match.First.Players)),
	}
	of := table.NewMatchGame(t, in, game.Leg)
	if game.Pairing == "" {
		return of, nil
	}
	p, err := a.DB.Pairing(c.Request().Context(), game.Pairing)
	if err != nil {
		return nil, err
	}
	if of.Href = web.Href(p.Ref()); game.Leg == 2 {
		of.Outcome, err = a.outcome(t, p)
	}
	return of, err
}

// rematchOf returns the proposed rematch of an ended game; nil for none.
func (a *Area) rematchOf(c echo.Context, game db.Game) (*table.Rematch, error) {
	v, err := a.Visitor(c)
	if err != nil {
		return nil, err
	}
	id, err := a.DB.RematchOf(c.Request().Context(), game.ID)
	if id == "" || err != nil {
		return nil, err
	}
	next, err := a.DB.Game(c.Request().Context(), id)
	if errors.Is(err, db.ErrBroken) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	rematch := &table.Rematch{ID: id, In: v.SitsIn(next)}
	if next.Status != db.Waiting {
		return rematch, nil
	}
	if rematch.Own = next.Host == v.Person.ID; !rematch.Own {
		for _, seat := range game.SeatsOf(next.Host) {
			rematch.By = web.PlayerName(a.Catalog(c), game.Players[seat-1])
		}
	}
	return rematch, nil
}
