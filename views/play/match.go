package play

import (
	"github.com/a-h/templ"

	"hexclub/rules/record"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/table"
)

// A MatchPage is a match: two games, whose points are added.
type MatchPage struct {
	page.Frame
	Heading string
	Games   []MatchLine
	Rows    []MatchRow
	Status  string
	Over    bool
	Rematch string         // address to request another match; empty if not possible
	Next    *table.Rematch // nil before one was requested
}

// A MatchLine is one of the two games.
type MatchLine struct {
	Text, Href, Standing string
	Board                templ.Component // nil before the game begins
}

// A MatchRow is the points of a player.
type MatchRow struct {
	Name            string
	Profile, Avatar string    // address of the profile, and id of the avatar
	Points          [2]string // of each game, empty until it is over
	Sum             string
	Won             bool
}

// A MatchInput is a match with more about its players and games.
type MatchInput struct {
	table.MatchInput
	Profiles, Avatars [2]string // addresses of profiles, and ids of avatars, by player of the match
	Boards            [2]templ.Component
}

// NewMatch returns the page of a match.
func NewMatch(f page.Frame, in MatchInput) MatchPage {
	t := f.T
	standing := in.Match.Standing()
	p := MatchPage{Frame: f, Over: standing.Over, Heading: t.T("match.heading", "First", in.Players[0], "Second", in.Players[1])}
	records := [2]*record.Record{in.Match.First, in.Match.Second}
	for i, key := range [2]string{"match.game-1", "match.game-2"} {
		r := records[i]
		line := MatchLine{Text: t.T(key, "Player", in.Players[i]), Standing: t.T("match.to-come")}
		if r != nil {
			line.Href, line.Standing, line.Board = "/games/"+in.Games[i], matchGameWords(t, in.MatchInput, i, r), in.Boards[i]
		}
		p.Games = append(p.Games, line)
	}
	for player, name := range in.Players {
		row := MatchRow{
			Name: name, Profile: in.Profiles[player], Avatar: in.Avatars[player],
			Sum: t.Number(page.Halves(standing.Halves[player])), Won: standing.Winner == player+1,
		}
		for i, r := range records {
			if r == nil {
				continue
			}
			if result, over := r.Result(); over {
				row.Points[i] = t.Number(result.Points(record.MatchSeat(player+1, i+1)))
			}
		}
		p.Rows = append(p.Rows, row)
	}
	p.Status = table.MatchWords(t, in.MatchInput, standing)
	return p
}

// matchGameWords describes the state of a game of the match.
func matchGameWords(t *i18n.Catalog, in table.MatchInput, game int, r *record.Record) string {
	result, over := r.Result()
	winners := result.Winners()
	switch {
	case !over:
		return t.T("match.goes-on")
	case result.Void():
		return t.T("match.called-off")
	case len(winners) == 0:
		return t.T("home.drawn")
	}
	player := 0
	if record.MatchSeat(1, game+1) != winners[0] {
		player = 1
	}
	return t.T("home.won", "Player", in.Players[player])
}
