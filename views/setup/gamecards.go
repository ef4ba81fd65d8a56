package setup

import (
	"strconv"

	"github.com/a-h/templ"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/views/board"
	"hexclub/views/i18n"
)

// A GameCard is a game to choose.
type GameCard struct {
	Key     string
	Name    string
	Tag     string          // what it is in two to four words
	Line    string          // a short description
	Players string          // how many it takes
	Picture templ.Component // rendered: many pages show it
}

// NewGameList returns all games to choose from, in the language of t. Its error is that of rendering a picture.
func NewGameList(t *i18n.Catalog) ([]GameCard, error) {
	var cards []GameCard
	for _, game := range games.All() {
		info := game.Info()
		drawn, err := board.GamePicture(t, game)
		if err != nil {
			return nil, err
		}
		picture, err := board.DrawBoard(drawn)
		if err != nil {
			return nil, err
		}
		cards = append(cards, GameCard{
			Key: info.Key, Name: t.T(info.Key + ".name"), Tag: t.T(info.Key + ".tag"), Line: t.T(info.Key + ".line"),
			Players: playersWords(t, info), Picture: templ.Raw(picture),
		})
	}
	return cards, nil
}

// playersWords returns the number of players of a game in words.
func playersWords(t *i18n.Catalog, info rules.Info) string {
	for _, option := range info.Options {
		if option.Key != rules.SeatsOption {
			continue
		}
		least, most := option.Values[0], option.Values[len(option.Values)-1]
		key := "games.players-range"
		if len(option.Values) == 2 {
			key = "games.players-either"
		}
		return t.T(key, "Least", least, "Most", most)
	}
	return t.T("games.players", "Number", strconv.Itoa(len(info.Colours)))
}
