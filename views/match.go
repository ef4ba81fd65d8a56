package views

import (
	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/i18n"
)

// A MatchGame is what a game of a match tells of the match.
type MatchGame struct {
	Leg    int
	Href   string // of the match
	Next   string // of the second game, from the first when it is over; else empty
	Points string // what the first game gave, in words; empty in the first

	Outcome string // who won the match, in words; empty in the first game, and as long as the match goes on
}

// A Rematch is the game that a player has asked for since theirs is over.
type Rematch struct {
	ID  string
	By  string // name of who asked for it, when somebody else did; empty once it has begun
	Own bool   // the viewer asked for it, and waits
	In  bool   // the viewer has a seat in it
}

// A MatchInput is a match of two games as its page is made from it.
type MatchInput struct {
	Info    rules.Info
	Match   record.Match
	Games   [2]string // ids; the second is empty until there is one
	Players [2]string // names, by player of the match
}

// A MatchPage is a match: two games, their points added.
type MatchPage struct {
	Frame
	Heading string
	Games   []MatchLine
	Rows    []MatchRow
	Status  string
	Over    bool
	Rematch string   // where another match is asked for; empty where it is not
	Next    *Rematch // nil before one was asked for
}

// A MatchLine is one of the two games.
type MatchLine struct{ Text, Href, Standing string }

// A MatchRow is what a player scored.
type MatchRow struct {
	Name   string
	Points [2]string // of each game, empty until it is over
	Sum    string
	Won    bool
}

// NewMatchGame is what one of the games of a match, 1 or 2, tells of it.
func NewMatchGame(t *i18n.Catalog, in MatchInput, leg int) *MatchGame {
	g := &MatchGame{Leg: leg, Href: "/matches/" + in.Games[0]}
	if leg == 1 {
		if in.Games[1] != "" {
			g.Next = "/games/" + in.Games[1]
		}
		return g
	}
	if standing := in.Match.Standing(); standing.Over {
		g.Outcome = matchWords(t, in, standing)
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

// NewMatch is the page of a match.
func NewMatch(f Frame, in MatchInput) MatchPage {
	t := f.T
	standing := in.Match.Standing()
	p := MatchPage{Frame: f, Over: standing.Over, Heading: t.T("match.heading", "First", in.Players[0], "Second", in.Players[1])}
	records := [2]*record.Record{in.Match.First, in.Match.Second}
	for i, key := range [2]string{"match.game-1", "match.game-2"} {
		r := records[i]
		line := MatchLine{Text: t.T(key, "Player", in.Players[i]), Standing: t.T("match.to-come")}
		if r != nil {
			line.Href, line.Standing = "/games/"+in.Games[i], matchGameWords(t, in, i, r)
		}
		p.Games = append(p.Games, line)
	}
	for player, name := range in.Players {
		row := MatchRow{Name: name, Sum: t.Number(halves(standing.Halves[player])), Won: standing.Winner == player+1}
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
	p.Status = matchWords(t, in, standing)
	return p
}

// matchGameWords is how a game of the match stands.
func matchGameWords(t *i18n.Catalog, in MatchInput, game int, r *record.Record) string {
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

// matchWords is how the match stands, and why it was won.
func matchWords(t *i18n.Catalog, in MatchInput, s record.MatchStanding) string {
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
	points := []string{"Winner", winner, "Points", t.Number(halves(s.Halves[s.Winner-1])), "Others", t.Number(halves(s.Halves[2-s.Winner]))}
	if s.Tied {
		return t.T("match.tied", points...)
	}
	if s.TieForfeited {
		return t.T("match.left", points...)
	}
	return t.T("match.won", points...)
}

// halves writes points counted in halves as results do.
func halves(n int) string {
	result := rules.Result{Halves: [rules.MaxSeats]int16{int16(n)}}
	return result.Points(1)
}
