package tournaments

import (
	"cmp"
	"strconv"

	"hexclub/rules/tourney"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A BracketPage is who met whom in a knockout, round by round, and who will.
type BracketPage struct {
	Head
	Rounds []BracketRound
}

// third reports whether there is a match for the third place.
func (p BracketPage) third() bool {
	last := p.Rounds[len(p.Rounds)-1].Boards
	return last[len(last)-1].Heading != ""
}

// A BracketRound is a round of a knockout.
type BracketRound struct {
	Heading string
	Boards  []BracketBoard
}

// A BracketBoard is a match in a bracket, with its players or the matches that they come from.
type BracketBoard struct {
	Heading string // empty, or that it is for the third place
	Players [2]BracketPlayer
	Note    string
	Href    string
	Label   string
}

// A BracketPlayer is one of the two.
type BracketPlayer struct {
	Name   string
	Avatar string // empty if nobody is known
	Result string // empty as long as it is open
	Won    bool
	Mine   bool
	Empty  bool // nobody is known, or nobody is there
}

// NewBracket returns the bracket of a knockout.
func NewBracket(f page.Frame, in Input) BracketPage {
	p := BracketPage{Head: newTournamentHead(f, in, Href(in.ID)+"/bracket")}
	for round := 1; round <= in.Length; round++ {
		r := BracketRound{Heading: bracketHeading(f.T, round, in.Length)}
		boards := 1 << (in.Length - round)
		for board := 1; board <= boards; board++ {
			r.Boards = append(r.Boards, in.bracketBoard(f.T, round, board))
		}
		if in.ThirdPlace(round, 2) {
			third := in.bracketBoard(f.T, round, 2)
			third.Heading = f.T.T("tournament.third-place")
			r.Boards = append(r.Boards, third)
		}
		p.Rounds = append(p.Rounds, r)
	}
	return p
}

// bracketHeading returns the heading of a round.
func bracketHeading(t *i18n.Catalog, round, rounds int) string {
	switch rounds - round {
	case 0:
		return t.T("tournament.final")
	case 1:
		return t.T("tournament.semi-finals")
	case 2:
		return t.T("tournament.quarter-finals")
	}
	return t.T("tournament.round", "Round", strconv.Itoa(round))
}

// roundName returns the name of a round: "Round 2", or in a knockout "Semi-finals".
func (in Input) roundName(t *i18n.Catalog, round int) string {
	if in.Format.Kind == knockout {
		return bracketHeading(t, round, in.Length)
	}
	return t.T("tournament.round", "Round", strconv.Itoa(round))
}

// RoundNews names a published round of a tournament, or says that all rounds are published.
func RoundNews(t *i18n.Catalog, in Input, round int) string {
	if in.allAtOnce() {
		return t.T("tournament.all-rounds")
	}
	return in.roundName(t, round)
}

// roundOf returns a round with the number of rounds, "Round 2 of 5", or its name in a knockout,
// "Semi-finals".
func (in Input) roundOf(t *i18n.Catalog, round int) string {
	if in.Format.Kind == knockout {
		return bracketHeading(t, round, in.Length)
	}
	return t.T("tournament.round-of", "Round", strconv.Itoa(round), "Rounds", strconv.Itoa(in.rounds()))
}

// matchName returns the name of a knockout's final or match for the third place, which are in the
// same round; it is empty for all other boards.
func (in Input) matchName(t *i18n.Catalog, round, board int) string {
	switch {
	case in.ThirdPlace(round, board):
		return t.T("tournament.third-place")
	case in.ThirdPlace(round, 2):
		return t.T("tournament.final")
	}
	return ""
}

// boardWhere returns the name of a board's match, such as the final, or of its round.
func (in Input) boardWhere(t *i18n.Catalog, b Board) string {
	return cmp.Or(in.matchName(t, b.Round, b.Board), in.roundName(t, b.Round))
}

// ThirdPlace reports whether a board of a round is the match for the third place.
func (in Input) ThirdPlace(round, board int) bool {
	return in.Format.Kind == knockout && in.Format.Third && round > 1 && round == in.Length && board == 2
}

// bracketBoard returns a place in the bracket: the players who met there, or the matches that
// they will come from.
func (in Input) bracketBoard(t *i18n.Catalog, round, board int) BracketBoard {
	for _, b := range in.RoundBoards(round) {
		if b.Board == board {
			return in.bracketResult(t, b)
		}
	}
	var empty BracketBoard
	for i := range empty.Players {
		name := t.T("tournament.nobody")
		switch {
		case round == 1 || !in.awaits(round, board, in.ThirdPlace(round, board)):
		case in.ThirdPlace(round, board):
			name = t.T("tournament.loser-of", "Board", strconv.Itoa(i+1))
		default:
			name = in.winnerOf(t, round-1, 2*board-1+i)
		}
		empty.Players[i] = BracketPlayer{Name: name, Empty: true}
	}
	return empty
}

// winnerOf names the winner of a match that is not over.
func (in Input) winnerOf(t *i18n.Catalog, round, board int) string {
	n := strconv.Itoa(board)
	switch in.Length - round {
	case 1:
		return t.T("tournament.winner-of-semi", "Board", n)
	case 2:
		return t.T("tournament.winner-of-quarter", "Board", n)
	}
	return t.T("tournament.winner-of", "Round", strconv.Itoa(round), "Board", n)
}

// awaits reports whether a place in the bracket still awaits a player or a game. A published round
// can do so too, after a correction of an earlier result.
func (in Input) awaits(round, board int, third bool) bool {
	if round > in.Round {
		return true
	}
	for _, b := range in.RoundBoards(round) {
		if b.Board == board {
			return !b.Over
		}
	}
	first := 2*board - 1
	if third {
		first = 1
	}
	return round > 1 && (in.awaits(round-1, first, false) || in.awaits(round-1, first+1, false))
}

// bracketResult returns a published board.
func (in Input) bracketResult(t *i18n.Catalog, b Board) BracketBoard {
	board := BracketBoard{Note: in.boardNote(t, b), Href: b.Href}
	for i, id := range [2]string{b.First, b.Second} {
		e, _ := in.entrant(id)
		player := BracketPlayer{Name: e.Name, Avatar: e.Avatar, Won: b.Winner == i+1, Mine: id != "" && id == in.Reader}
		switch {
		case id == "":
			player = BracketPlayer{Name: t.T("tournament.nobody"), Empty: true}
		case b.Second == "":
			player.Won, player.Result = true, byeSign
		case b.Over && b.Forfeit != [2]bool{}:
			player.Result = forfeitSign(b.Forfeit[i], b.Halves[i])
			player.Won = b.Halves[i] == tourney.Win
		case b.Over:
			player.Result = half(b.Halves[i])
		}
		board.Players[i] = player
	}
	if b.Second == "" {
		board.Note = t.T("tournament.bye")
	} else {
		board.Label = t.T("tournament.see-pairing", "First", board.Players[0].Name, "Second", board.Players[1].Name)
	}
	return board
}
