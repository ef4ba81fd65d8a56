package tournaments

import (
	"strconv"

	"hexclub/views/i18n"
	"hexclub/views/page"
)

// An OwnEntry is how the reader takes part, or can.
type OwnEntry struct {
	Mine      string // how the reader takes part, in words; empty if not at all
	Enter     bool   // the reader may enter
	LateHelp  string // what a player who enters now misses; empty for nothing
	Leave     bool   // the reader may leave
	LeaveHelp string // what follows from leaving
	LogIn     bool   // the reader may enter after logging in
	Pause     PauseForm
}

// any reports whether there is something to show.
func (e OwnEntry) any() bool { return e.Mine != "" || e.Enter || e.LogIn }

// An OwnBoard is what the reader plays in a round.
type OwnBoard struct {
	Text   string
	Avatar string // of the opponent
	Href   string // of the game or the pairing; empty for a bye
	Button string // text of that link
	Open   bool   // it is still to be played
	Due    page.Phrase
}

// OwnBoard returns the reader's board: the first open one, else that of the last round while the round
// is open; nil if there is none.
func (in Input) OwnBoard() (mine *Board) {
	if in.Reader == "" || in.Status != running {
		return nil
	}
	for i, b := range in.Boards {
		if (b.First == in.Reader || b.Second == in.Reader) && (!b.Over || b.Round == in.Round) {
			mine = &in.Boards[i]
			if !b.Over {
				break
			}
		}
	}
	return mine
}

// own describes the reader's board; nil if there is none.
func (in Input) own(t *i18n.Catalog) *OwnBoard {
	mine := in.OwnBoard()
	if mine == nil {
		return nil
	}
	where := in.boardWhere(t, *mine)
	if mine.Second == "" {
		return &OwnBoard{Text: t.T("tournament.own-bye", "Where", where)}
	}
	seat := 0
	if mine.Second == in.Reader {
		seat = 1
	}
	other, _ := in.entrant([2]string{mine.Second, mine.First}[seat])
	opponent := other.Name
	o := &OwnBoard{
		Text: t.T("tournament.own", "Where", where, "Opponent", opponent), Avatar: other.Avatar, Href: mine.Href, Button: t.T("tournament.to-pairing"), Open: !mine.Over,
	}
	switch {
	case mine.Over:
	case mine.Game != "":
		o.Href, o.Button = mine.Game, t.T("tournament.to-game")
	case !in.Play.Site && !mine.Unconfirmed && !mine.Contested && !mine.Undecided:
		o.Button = t.T("pairing.enter")
	}
	if mine.Over {
		o.Text = t.T(ownOutcome(*mine, seat), "Where", where, "Opponent", opponent, "Score", half(mine.Halves[seat])+"–"+half(mine.Halves[1-seat]))
	} else if due := in.due(mine.Round); !due.IsZero() {
		o.Due = page.NewPhrase(t, "tournament.until", "When", in.calendar(t).InClub().Due(due))
	}
	return o
}

// ownOutcome returns the message key for the result of a finished board, from the view of a seat: 0
// or 1.
func ownOutcome(b Board, seat int) string {
	own, other := b.Halves[seat], b.Halves[1-seat]
	switch {
	case b.Forfeit == [2]bool{true, true}:
		return "tournament.own-unplayed"
	case b.Forfeit[seat]:
		return "tournament.own-forfeit-lost"
	case b.Forfeit[1-seat]:
		return "tournament.own-forfeit-won"
	case own > other:
		return "tournament.own-won"
	case own < other:
		return "tournament.own-lost"
	}
	return "tournament.own-drawn"
}

// mine describes how the reader takes part.
func (in Input) mine(t *i18n.Catalog) string {
	e, entered := in.entrant(in.Reader)
	switch {
	case !entered:
		return ""
	case e.To > 0:
		return t.T("tournament.mine-withdrawn", "Round", strconv.Itoa(e.To))
	case in.absentNext(e.ID):
		return t.T("tournament.mine-absent", "Round", strconv.Itoa(in.Round+1))
	case in.Round == 0:
		return t.T("tournament.told-entered")
	case e.From > in.Round:
		return t.T("tournament.mine-late", "Round", strconv.Itoa(e.From))
	}
	return ""
}
