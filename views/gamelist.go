package views

import (
	"strconv"

	"github.com/a-h/templ"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/views/i18n"
)

// A GamesPage shows all games to choose from.
type GamesPage struct {
	Frame
	Heading string
	Help    string
	Games   []GameCard
	Learn   bool // to read their rules
}

// A GameCard is a game to choose.
type GameCard struct {
	Key     string
	Name    string
	Line    string          // what it is about
	Players string          // how many it takes
	Picture templ.Component // rendered: many pages show it
}

// NewGameList returns all games to choose from, in the words of t. Its error is that of
// rendering a picture.
func NewGameList(t *i18n.Catalog) ([]GameCard, error) {
	var cards []GameCard
	for _, game := range games.All() {
		info := game.Info()
		board, err := gamePicture(t, game)
		if err != nil {
			return nil, err
		}
		picture, err := DrawBoard(board)
		if err != nil {
			return nil, err
		}
		cards = append(cards, GameCard{
			Key: info.Key, Name: t.T(info.Key + ".name"), Line: t.T(info.Key + ".line"),
			Players: playersWords(t, info), Picture: templ.Raw(picture),
		})
	}
	return cards, nil
}

// gamePicture returns a board that shows what a game looks like.
func gamePicture(t *i18n.Catalog, game rules.Game) (Board, error) {
	st, err := game.New(rules.Setup{Position: picturePosition(game.Info().Key)})
	if err != nil {
		return Board{}, err
	}
	return NewPicture(t, game, st), nil
}

// picturePosition is a position that shows what a game looks like. One that
// has none here is shown as it starts.
func picturePosition(game string) string {
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

// playersWords is how many players a game takes.
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
