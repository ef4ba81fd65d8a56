package play

import (
	"net/url"

	"hexclub/rules/games"
	"hexclub/views/page"
)

// SearchField is the name of the filter of players by a part of the name. The others are FilterGame and FilterAfter.
const SearchField = "name"

// A PlayersPage is a page of the list of players.
type PlayersPage struct {
	page.Frame
	Tabs   []page.Tab
	Search string // as typed
	Game   string // key of the chosen game; empty for all
	Lines  []PlayerLine
	Next   string // address of the next page; empty for none
	First  string // address of the first page; empty on it
}

// A PlayerLine is a player in the list.
type PlayerLine struct {
	Name, Href string
	Avatar     string // id of the avatar
	Online     bool
	Mine       bool // it is the reader
	Rating     *page.RatingMark
	Kind       string // the game of the rating or, if one was chosen, the class of clock
	Games      string // how many count
}

// A PlayerList is the data for a page of the list.
type PlayerList struct {
	Search, Game, After string // the filter
	Players             []ListedPlayer
	More                bool // there are more pages
}

// A ListedPlayer is a player of a PlayerList.
type ListedPlayer struct {
	ID, Name string
	Games    int // rated games
	Online   bool
	Rating   *KindRating
}

// NewPlayersPage returns a page of the list of players.
func NewPlayersPage(f page.Frame, l PlayerList) PlayersPage {
	p := PlayersPage{Frame: f, Search: l.Search, Game: l.Game, Tabs: []page.Tab{{Text: f.T.T("people.all"), Href: l.href("", ""), Current: l.Game == ""}}}
	for _, game := range games.All() {
		key := game.Info().Key
		p.Tabs = append(p.Tabs, page.Tab{Text: f.T.T(key + ".name"), Href: l.href(key, ""), Current: l.Game == key})
	}
	for _, player := range l.Players {
		p.Lines = append(p.Lines, newPlayerLine(f, player, l.Game))
	}
	if l.More {
		p.Next = l.href(l.Game, l.Players[len(l.Players)-1].Name)
	}
	if l.After != "" {
		p.First = l.href(l.Game, "")
	}
	return p
}

// href returns the address of the list with the same search, another game, and a name that the page follows.
func (l PlayerList) href(game, after string) string {
	query := url.Values{}
	for name, value := range map[string]string{SearchField: l.Search, FilterGame: game, FilterAfter: after} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if len(query) == 0 {
		return "/people"
	}
	return "/people?" + query.Encode()
}

func newPlayerLine(f page.Frame, player ListedPlayer, game string) PlayerLine {
	line := PlayerLine{
		Name: player.Name, Href: page.PersonHref(player.Name), Avatar: player.ID, Online: player.Online, Mine: player.ID == f.Reader.ID,
	}
	if r := player.Rating; r != nil {
		mark := page.NewRatingMark(f.T, r.Rating)
		line.Rating, line.Kind, line.Games = &mark, f.T.T(r.Key+".name"), f.T.N("profile.games", player.Games)
		if game != "" {
			line.Kind = page.ClassName(f.T, r.Class)
		}
	}
	return line
}
