package play

import (
	"net/url"
	"strconv"
	"time"

	"hexclub/rules/rating"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A ProfilePage is the public profile of a player.
type ProfilePage struct {
	page.Frame
	Name, Avatar string
	Self         bool // it is the reader
	Closed       bool // the account is closed, shown to organisers
	Online       bool
	Since        page.Phrase
	Form         []page.FormResult // the last results, the oldest first
	Ratings      []ProfileRating
	Note         string     // meaning of the question marks; empty for none
	Games        []page.Tab // games with a rating, of which one has its History on the page
	History      *RatingHistory
	Recent       []GameLine // with boards
	Tallies      []ProfileTally
	Rivals       []ProfileTally
	Challenge    string // address to challenge the player; empty if the reader cannot
	Block        *ProfileBlock
	Club         ClubHistory
}

// A ProfileRating is a rating in one game and class of clock.
type ProfileRating struct {
	Game, Class string
	Href        string // of its history
	Line        string // class of its line
	Path        string // of the line of its history; empty for one game
	Mark        page.RatingMark
	Games       string // how many counted
}

// A ProfileTally counts the results of games, of one kind or against one opponent.
type ProfileTally struct {
	Name                  string
	Profile, Avatar       string // of an opponent: address of the profile, and id of the avatar
	Href                  string // address of the games
	All, Won, Drawn, Lost string
	Bar                   [2]string // parts won and drawn, as percentages
}

// A ProfileBlock lets the reader block the player.
type ProfileBlock struct {
	Action  string
	Blocked bool
}

// A Profile is the data for a profile.
type Profile struct {
	ID, Name  string
	Since     time.Time
	Online    bool
	Chosen    string // key of the game whose history is shown; empty for the one that was played most
	Ratings   []KindRating
	Tallies   []KindTally
	Rivals    []RivalTally
	Recent    []ListedGame
	Histories []KindHistory
}

// A KindRating is a rating in one game, by its key, and class of clock.
type KindRating struct {
	Key   string
	Class rating.Class
	Games int
	rating.Rating
}

// A KindTally counts the results of games of one kind.
type KindTally struct {
	Key              string
	Won, Drawn, Lost int
}

// A RivalTally counts the results of games against one opponent.
type RivalTally struct {
	ID, Name         string
	Won, Drawn, Lost int
}

// A KindHistory is the rated games of one kind.
type KindHistory struct {
	Key   string
	Games []RatedGame
}

// RecentBoards is the maximum number of recent games on a profile.
const RecentBoards = 6

// NewProfile returns the page of a player.
func NewProfile(f page.Frame, p Profile) ProfilePage {
	t := f.T
	result := ProfilePage{
		Frame: f, Name: p.Name, Avatar: p.ID, Online: p.Online,
	}
	if !p.Since.IsZero() {
		result.Since = page.NewPhrase(t, "profile.since", "Date", f.Calendar().On(p.Since))
	}
	for _, r := range p.Ratings {
		line := p.rating(t, r)
		if line.Mark.Doubt != "" {
			result.Note = t.T("rating.provisional-note")
		}
		result.Ratings = append(result.Ratings, line)
	}
	archive := page.PersonHref(p.Name) + "/games"
	for _, k := range p.Tallies {
		href := archive + "?" + url.Values{FilterGame: {k.Key}}.Encode()
		result.Tallies = append(result.Tallies, newTally(ProfileTally{Name: t.T(k.Key + ".name"), Href: href}, k.Won, k.Drawn, k.Lost))
	}
	for _, r := range p.Rivals {
		href := archive + "?" + url.Values{FilterOpponent: {r.Name}}.Encode()
		row := ProfileTally{Name: r.Name, Href: href, Profile: page.PersonHref(r.Name), Avatar: r.ID}
		result.Rivals = append(result.Rivals, newTally(row, r.Won, r.Drawn, r.Lost))
	}
	for _, g := range p.Recent {
		line := NewGameLine(f.Calendar(), g)
		if line.Outcome != "" {
			result.Form = append([]page.FormResult{page.NewFormResult(t, line.Outcome)}, result.Form...)
		}
		if len(result.Recent) < RecentBoards {
			result.Recent = append(result.Recent, line)
		}
	}
	chosen := p.chosen()
	for _, h := range p.Histories {
		result.Games = append(result.Games, page.Tab{Text: t.T(h.Key + ".name"), Href: historyHref(p.Name, h.Key), Current: h.Key == chosen})
		if h.Key == chosen {
			history := newRatingHistory(f.Calendar(), t.T(h.Key+".name"), h.Games)
			result.History = &history
		}
	}
	return result
}

// historyHref returns the address of the history of a player's ratings in a game.
func historyHref(name, key string) string {
	return page.PersonHref(name) + "?" + url.Values{FilterGame: {key}}.Encode() + "#history"
}

// rating returns the line of a rating.
func (p Profile) rating(t *i18n.Catalog, r KindRating) ProfileRating {
	line := ProfileRating{
		Game: t.T(r.Key + ".name"), Class: page.ClassName(t, r.Class), Href: historyHref(p.Name, r.Key), Line: string(r.Class),
		Mark: page.NewRatingMark(t, r.Rating), Games: t.N("profile.games", r.Games),
	}
	for _, h := range p.Histories {
		if h.Key == r.Key {
			line.Path = sparkline(h.Games, r.Class)
		}
	}
	return line
}

// chosen returns the key of the game whose history the page has.
func (p Profile) chosen() string {
	games := map[string]int{}
	for _, r := range p.Ratings {
		games[r.Key] += r.Games
	}
	most := ""
	for _, h := range p.Histories {
		if h.Key == p.Chosen {
			return h.Key
		}
		if most == "" || games[h.Key] > games[most] {
			most = h.Key
		}
	}
	return most
}

// newTally adds the numbers of games to a row.
func newTally(row ProfileTally, won, drawn, lost int) ProfileTally {
	all := won + drawn + lost
	row.All, row.Won, row.Drawn, row.Lost = strconv.Itoa(all), strconv.Itoa(won), strconv.Itoa(drawn), strconv.Itoa(lost)
	row.Bar = [2]string{page.Percent(float64(won) / float64(all)), page.Percent(float64(drawn) / float64(all))}
	return row
}

// NewProfilePreview returns the preview of a profile.
func NewProfilePreview(t *i18n.Catalog, in Profile) page.Preview {
	href := page.PersonHref(in.Name)
	return page.Preview{URL: href, Kind: "profile", Title: in.Name, About: t.T("preview.player", "Player", in.Name), Picture: href + "/preview.png"}
}
