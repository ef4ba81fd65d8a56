package table

import (
	"hexclub/rules/record"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A MatchGame is the part of a game's page about its match.
type MatchGame struct {
	Leg    int
	Href   string // of the match
	Next   string // of the second game, from the first when it is over; else empty
	Points string // points of the first game, in words; empty in the first

	Outcome string // who won the match, in words; empty in the first game and while the match goes on
}

// A Rematch is the game that a player requested after theirs ended.
type Rematch struct {
	ID  string
	By  string // name of the player who requested it, if not the viewer; empty once it has begun
	Own bool   // the viewer requested it
	In  bool   // the viewer has a seat in it
}

// A MatchInput is a match of two games, for its page.
type MatchInput struct {
	Match   record.Match
	Games   [2]string // ids; the second is empty until the game exists
	Players [2]string // names, by player of the match
}

// NewMatchGame makes the part about a match for its first or second game, by leg.
func NewMatchGame(t *i18n.Catalog, in MatchInput, leg int) *MatchGame {
	g := &MatchGame{Leg: leg, Href: "/matches/" + in.Games[0]}
	if leg == 1 {
		if in.Games[1] != "" {
			g.Next = "/games/" + in.Games[1]
		}
		return g
	}
	if standing := in.Match.Standing(); standing.Over {
		g.Outcome = MatchWords(t, in, standing)
	}
	result, _ := in.Match.First.Result()
	winners := result.Winners()
	if len(winners) == 0 {
		g.Points = t.T("match.first-drawn")
		return g
	}
	winner := winners[0] // in the first game seats are the players of the match
	g.Points = t.T("match.first-gave", "Winner", in.Players[winner-1],
		"Points", t.Number(result.Points(winner)), "Others", t.Number(result.Points(3-winner)))
	return g
}

// MatchWords returns the state of the match, and why it was won.
func MatchWords(t *i18n.Catalog, in MatchInput, s record.MatchStanding) string {
	void := false
	for _, r := range []*record.Record{in.Match.First, in.Match.Second} {
		if r != nil {
			result, over := r.Result()
			void = void || over && result.Void()
		}
	}
	switch {
	case void:
		return t.T("match.void")
	case !s.Over:
		return t.T("match.open")
	}
	winner := in.Players[s.Winner-1]
	points := []string{"Winner", winner, "Points", t.Number(page.Halves(s.Halves[s.Winner-1])), "Others", t.Number(page.Halves(s.Halves[2-s.Winner]))}
	if s.Tied {
		return t.T("match.tied", points...)
	}
	if s.TieForfeited {
		return t.T("match.left", points...)
	}
	return t.T("match.won", points...)
}
