package club

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/views/board"
)

// cardRows is the number of players in the picture of a ladder or a tournament.
const cardRows = 5

// LadderPreview sends the picture of a ladder: its first places, next to its first game.
func (a *Area) LadderPreview(c echo.Context) error {
	_, in, err := a.ladderInput(c, c.Param("ladder"))
	if err != nil {
		return err
	}
	game, err := games.Find(in.State.Settings.Games[0])
	if err != nil {
		return err
	}
	card := board.Card{Title: in.Name}
	for i, name := range in.First(cardRows) {
		card.Lines = append(card.Lines, board.CardLine{Text: strconv.Itoa(i+1) + "  " + name})
	}
	return a.GameCard(c, card, game)
}

// TournamentPreview sends the picture of a tournament: its round and its first players, next to its game. A tournament
// that was called off has none.
func (a *Area) TournamentPreview(c echo.Context) error {
	_, in, err := a.requestedTournament(c)
	if err != nil {
		return err
	}
	if in.Off() {
		return rules.Errorf(rules.NotFound, "error.not-found", "no picture of tournament %s", in.ID)
	}
	game, err := games.Find(in.Play.Info.Key)
	if err != nil {
		return err
	}
	card := board.Card{Title: in.Name}
	if in.Round > 0 {
		card.Lines = append(card.Lines, board.CardLine{Text: strconv.Itoa(in.Round) + " / " + strconv.Itoa(in.Length)})
	}
	for _, player := range in.Leading(cardRows) {
		card.Lines = append(card.Lines, board.CardLine{Text: player.Name, Value: player.Score})
	}
	return a.GameCard(c, card, game)
}
