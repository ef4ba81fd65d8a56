package play

import (
	"net/url"
	"strconv"

	"hexclub/rules/games"
	"hexclub/rules/rating"
	"hexclub/views/page"
)

// SearchField is the name of the filter of players by a part of the name. The others are FilterGame, FilterClass and
// FilterAfter.
const SearchField = "name"

// A PlayersPage is a page of the list of players.
type PlayersPage struct {
	page.Frame
	Tabs    []page.Tab
	Classes []page.Tab   // of clock, in the chosen game; none if there is only one
	Search  string       // as typed
	Game    string       // key of the chosen game; empty for all
	Class   string       // of clock, in that game
	Online  []PlayerLine // that are on the site now; they are in Lines too
	Lines   []PlayerLine
	Next    string // address of the next page; empty for none
	First   string // address of the first page; empty on it
}

// A PlayerLine is a player in the list.
type PlayerLine struct {
	Ranked     bool   // the list has places
	Place      string // by rating; empty in the list by name, and for a provisional rating
	Name, Href string
	Avatar     string // id of the avatar
	Online     bool
	Mine       bool // it is the reader
	Rating     *page.RatingMark
	Kind       string // the game of the rating; empty if one was chosen
	Games      string // how many count
}

// A PlayerList is the data for a page of the list.
type PlayerList struct {
	Search, Game string // the filter
	Class        rating.Class
	Classes      []rating.Class // to choose from
	Online       []ListedPlayer // that are on the site now
	Players      []ListedPlayer
	Later        bool // it is not the first page
	More         bool // there are more pages
}

// A ListedPlayer is a player of a PlayerList.
type ListedPlayer struct {
	ID, Name string
	Line     int // in the list by rating; 0 in that by name
	Place    int // by rating; 0 in the list by name, and for a provisional rating
	Games    int // rated games
	Online   bool
	Rating   *KindRating
}

// NewPlayersPage returns a page of the list of players.
func NewPlayersPage(f page.Frame, l PlayerList) PlayersPage {
	p := PlayersPage{Frame: f, Search: l.Search, Game: l.Game, Class: string(l.Class), Tabs: []page.Tab{{Text: f.T.T("lobby.all"), Href: l.href("", "", ""), Current: l.Game == ""}}}
	for _, game := range games.All() {
		key := game.Info().Key
		p.Tabs = append(p.Tabs, page.Tab{Text: f.T.T(key + ".name"), Href: l.href(key, "", ""), Current: l.Game == key})
	}
	if len(l.Classes) > 1 {
		for _, class := range l.Classes {
			p.Classes = append(p.Classes, page.Tab{Text: page.ClassName(f.T, class), Href: l.href(l.Game, class, ""), Current: l.Class == class})
		}
	}
	for _, player := range l.Online {
		line := newPlayerLine(f, player, l.Game)
		line.Online = false // the heading says it
		p.Online = append(p.Online, line)
	}
	for _, player := range l.Players {
		line := newPlayerLine(f, player, l.Game)
		line.Ranked = l.Players[0].Place > 0
		p.Lines = append(p.Lines, line)
	}
	if l.More {
		last := l.Players[len(l.Players)-1]
		after := last.Name
		if l.Game != "" {
			after = strconv.Itoa(last.Line)
		}
		p.Next = l.href(l.Game, l.Class, after)
	}
	if l.Later {
		p.First = l.href(l.Game, l.Class, "")
	}
	return p
}

// href returns the address of the list with the same search, a game and a class of clock, and the place that the page follows.
func (l PlayerList) href(game string, class rating.Class, after string) string {
	query := url.Values{}
	for name, value := range map[string]string{SearchField: l.Search, FilterGame: game, FilterClass: string(class), FilterAfter: after} {
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
	if player.Place > 0 {
		line.Place = strconv.Itoa(player.Place)
	}
	if r := player.Rating; r != nil {
		mark := page.NewRatingMark(f.T, r.Rating)
		line.Rating, line.Games = &mark, f.T.N("profile.games", player.Games)
		if game == "" {
			line.Kind = f.T.T(r.Key + ".name")
		}
	}
	return line
}
