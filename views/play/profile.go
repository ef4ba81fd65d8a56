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
	Name      string
	Self      bool // it is the reader
	Closed    bool // the account is closed, shown to organisers
	Since     string
	Ratings   []ProfileRating
	Note      string // meaning of the question marks; empty for none
	Tallies   []ProfileTally
	Rivals    []ProfileTally
	Recent    []GameLine
	Histories []RatingHistory
	Challenge string // address to challenge the player; empty if the reader cannot
	Block     *ProfileBlock
}

// A ProfileRating is a rating in one game and class of clock.
type ProfileRating struct {
	Game, Class string
	Mark        page.RatingMark
	Games       string // how many counted
}

// A ProfileTally counts the results of games, of one kind or against one opponent.
type ProfileTally struct {
	Name, Href            string
	All, Won, Drawn, Lost string
}

// A ProfileBlock lets the reader block the player.
type ProfileBlock struct {
	Action  string
	Blocked bool
}

// A Profile is the data for a profile.
type Profile struct {
	Name      string
	Since     time.Time
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
	Name             string
	Won, Drawn, Lost int
}

// A KindHistory is the rated games of one kind.
type KindHistory struct {
	Key   string
	Games []RatedGame
}

// NewProfile returns the page of a player.
func NewProfile(f page.Frame, p Profile) ProfilePage {
	t := f.T
	result := ProfilePage{Frame: f, Name: p.Name, Since: t.T("profile.since", "Date", page.RatingDate(t, p.Since))}
	for _, r := range p.Ratings {
		line := ProfileRating{
			Game: t.T(r.Key + ".name"), Class: page.ClassName(t, r.Class), Mark: page.NewRatingMark(t, r.Rating), Games: t.N("profile.games", r.Games),
		}
		if line.Mark.Doubt != "" {
			result.Note = t.T("rating.provisional-note")
		}
		result.Ratings = append(result.Ratings, line)
	}
	archive := page.PersonHref(p.Name) + "/games"
	for _, k := range p.Tallies {
		href := archive + "?" + url.Values{FilterGame: {k.Key}}.Encode()
		result.Tallies = append(result.Tallies, newTally(t.T(k.Key+".name"), href, k.Won, k.Drawn, k.Lost))
	}
	for _, r := range p.Rivals {
		href := archive + "?" + url.Values{FilterOpponent: {r.Name}}.Encode()
		result.Rivals = append(result.Rivals, newTally(r.Name, href, r.Won, r.Drawn, r.Lost))
	}
	for _, g := range p.Recent {
		result.Recent = append(result.Recent, NewGameLine(t, g))
	}
	for _, h := range p.Histories {
		result.Histories = append(result.Histories, newRatingHistory(t, t.T(h.Key+".name"), h.Games))
	}
	return result
}

func newTally(name, href string, won, drawn, lost int) ProfileTally {
	return ProfileTally{
		Name: name, Href: href, All: strconv.Itoa(won + drawn + lost),
		Won: strconv.Itoa(won), Drawn: strconv.Itoa(drawn), Lost: strconv.Itoa(lost),
	}
}

// NewProfilePreview returns the preview of a profile.
func NewProfilePreview(t *i18n.Catalog, in Profile) page.Preview {
	href := page.PersonHref(in.Name)
	return page.Preview{URL: href, Kind: "profile", Title: in.Name, About: t.T("preview.player", "Player", in.Name), Picture: href + "/preview.png"}
}
