package play

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/board"
	"hexclub/views/draw"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/table"
)

// gamePreview returns the preview of a game, or of a moment of it; nil for a private game.
func (a *Area) gamePreview(c echo.Context, game db.Game, at *table.Moment) *page.Preview {
	if game.Private() {
		return nil
	}
	t := a.Catalog(c)
	return a.Preview(c, table.NewPreview(table.PreviewInput{
		T: t, ID: game.ID, Record: game.Record, Players: web.PublicNames(t, game.Record.Game().Info(), game.Players), At: at,
	}))
}

// ShowGamePreview sends the picture of a game as it is, or after a turn in the address. Private games have none.
func (a *Area) ShowGamePreview(c echo.Context) error {
	return a.sendGame(c, c.QueryParam("turn"))
}

// ShowTurnPreview sends the picture of a game after a turn.
func (a *Area) ShowTurnPreview(c echo.Context) error { return a.sendGame(c, c.Param("turn")) }

// sendGame sends the picture of a game after a turn; as it is for no turn.
func (a *Area) sendGame(c echo.Context, asked string) error {
	game, err := a.ReadGame(c, c.Param("id"))
	if err != nil {
		return err
	}
	if game.Private() {
		return rules.Errorf(rules.NotFound, "error.not-found", "no picture of game %s", game.ID)
	}
	r := game.Record
	if asked != "" && asked != strconv.Itoa(len(r.Turns())) {
		turn, err := readNumber(asked, "error.turn")
		if err != nil {
			return err
		}
		if r, err = r.At(c.Request().Context(), turn); err != nil {
			return err
		}
	}
	card := a.gameCard(game, r)
	return a.SendCard(c, card, game.Key+" "+r.State().Position(), func(t *i18n.Catalog) (draw.Drawing, error) {
		return board.NewFigure(t, r.Game(), r.State())
	})
}

// gameCard returns the card of a game at a moment: its players, and their points once it is over. Guests are "?".
func (a *Area) gameCard(game db.Game, r *record.Record) board.Card {
	t, info := a.Text.Match(i18n.Tags[0], ""), r.Game().Info()
	card := board.Card{Title: t.T(info.Key + ".name")}
	result, over := r.Result()
	for i, p := range game.Players {
		line := board.CardLine{Text: p.Name}
		switch {
		case p.Bot() != 0:
			line.Text = page.BotGivenName(t, p.Bot())
		case p.Name == "":
			line.Text = "?"
		}
		if over {
			line.Value = result.Points(rules.Seat(i + 1))
		}
		card.Lines = append(card.Lines, line)
	}
	return card
}

// ShowProfilePreview sends the picture of a profile: the avatar and the ratings. Accounts that nobody uses have none.
func (a *Area) ShowProfilePreview(c echo.Context) error {
	person, err := a.PersonNamed(c)
	if err != nil {
		return err
	}
	if !person.Joined() {
		return rules.Errorf(rules.NotFound, "error.not-found", "no picture of account %s", person.ID)
	}
	ratings, err := a.DB.RatingsOf(c.Request().Context(), person.ID, a.Now())
	if err != nil {
		return err
	}
	t, card := a.Text.Match(i18n.Tags[0], ""), board.Card{Title: person.Name}
	for _, r := range ratings {
		card.Lines = append(card.Lines, board.CardLine{Text: t.T(r.Key + ".name"), Value: page.NewRatingMark(t, r.Rating).Number})
	}
	return a.SendCard(c, card, person.ID, func(*i18n.Catalog) (draw.Drawing, error) { return board.AvatarFigure(person.ID), nil })
}
