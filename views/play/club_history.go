package play

import (
	"strconv"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A ClubHistory is what a player did in the club.
type ClubHistory struct {
	Tournaments, Ladders []ClubLine
	Games                []BoardLine // over the board
	All                  page.Tab    // link to all of these; without a text if there are none
}

// A ClubLine is a tournament or a ladder in the history of a player.
type ClubLine struct {
	Name, Href string
	Notes      []string
	Began      page.Moment // of a tournament
}

// A BoardLine is a pairing that a player played over the board.
type BoardLine struct {
	ID, Href         string
	Opponent, Avatar string
	Result           page.FormResult
	What             string // what was played, and the score
	Of               string // ladder or tournament
	Ended            page.Moment
}

// A TournamentRecord is a tournament in the history of a player.
type TournamentRecord struct {
	ID, Name      string
	Began         time.Time
	Over, Shared  bool
	Round, Rounds int
	Place, Of     int // Place is 0 for none
	Score         int // in halves of a point; -1 for none
}

// A LadderRecord is a ladder in the history of a player.
type LadderRecord struct {
	ID, Name         string
	Open             bool
	Place, Best      int
	Won, Drawn, Lost int
}

// A BoardRecord is a pairing that a player played over the board.
type BoardRecord struct {
	ID, Key  string // id, and key of the rules
	Unit     pairing.Unit
	Ended    time.Time
	Opponent string // name
	Avatar   string
	Outcome  rules.Outcome
	Points   [2]int // own and the opponent's, counted in halves; 0 where the game has no points
	HalfWins [2]int // likewise
	Of       string // name of the ladder or tournament
	Round    int    // of the tournament; 0 for a ladder
}

// BoardHref returns the address of all games over the board of a player.
func BoardHref(name string) string { return page.PersonHref(name) + "/board" }

// NewTournamentLine returns the line of a tournament.
func NewTournamentLine(c page.Calendar, r TournamentRecord) ClubLine {
	t, line := c.T, ClubLine{Name: r.Name, Href: page.Href("tournament", r.ID), Began: c.On(r.Began)}
	key := "profile.place"
	switch {
	case r.Place == 1 && !r.Shared:
		key = "profile.place-first"
	case r.Place > 0 && r.Shared:
		key = "profile.place-shared"
	}
	switch {
	case r.Place > 0:
		line.Notes = append(line.Notes, t.T(key, "Place", strconv.Itoa(r.Place), "Number", strconv.Itoa(r.Of))+r.score(t))
	case !r.Over && r.Round > 0:
		line.Notes = append(line.Notes, t.T("tournament.round-of", "Round", strconv.Itoa(r.Round), "Rounds", strconv.Itoa(r.Rounds)))
	}
	return line
}

// score returns the score behind a place; empty for none.
func (r TournamentRecord) score(t *i18n.Catalog) string {
	if r.Score < 0 {
		return ""
	}
	key, points := "profile.scores", ""
	if r.Score == 1 || r.Score == 2 {
		key = "profile.score"
	}
	if r.Score != 1 {
		points = strconv.Itoa(r.Score / 2)
	}
	if r.Score%2 == 1 {
		points += "½"
	}
	return ", " + t.T(key, "Points", points)
}

// NewLadderLine returns the line of a ladder.
func NewLadderLine(t *i18n.Catalog, r LadderRecord) ClubLine {
	key := "profile.off-ladder"
	if r.Open {
		key = "profile.on-ladder"
	}
	line := ClubLine{Name: r.Name, Href: page.Href("ladder", r.ID)}
	line.Notes = append(line.Notes, t.T(key, "Place", strconv.Itoa(r.Place), "Best", strconv.Itoa(r.Best)))
	if r.Won+r.Drawn+r.Lost > 0 {
		line.Notes = append(line.Notes, t.T("profile.challenges", "Won", strconv.Itoa(r.Won), "Drawn", strconv.Itoa(r.Drawn), "Lost", strconv.Itoa(r.Lost)))
	}
	return line
}

// NewBoardLine returns the line of a pairing.
func NewBoardLine(c page.Calendar, r BoardRecord) BoardLine {
	line := BoardLine{
		ID: r.ID, Href: page.PairingHref(r.ID), Opponent: r.Opponent, Avatar: r.Avatar, Ended: c.Near(r.Ended),
		Result: page.NewFormResult(c.T, string(r.Outcome)), What: page.UnitShort(c.T, r.Unit, r.Key), Of: r.Of,
	}
	score := r.Points
	if score == ([2]int{}) {
		score = r.HalfWins
	}
	if r.Unit != pairing.OneGame || r.Points != ([2]int{}) {
		line.What += " · " + page.Halves(score[0]) + "–" + page.Halves(score[1])
	}
	if r.Round > 0 {
		line.Of = c.T.T("pairing.of-round", "Round", strconv.Itoa(r.Round), "Tournament", r.Of)
	}
	return line
}

// A BoardPage lists all games that a player played over the board.
type BoardPage struct {
	page.Frame
	Heading       string
	Profile       page.Tab
	Lines         []BoardLine
	Older, Newest string // addresses of the games before these, and of the first page; empty for none
}
