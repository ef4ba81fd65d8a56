package table

import (
	"strconv"

	"hexclub/rules"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A WaitingInput is a game that waits, as one reader sees it.
type WaitingInput struct {
	T             *i18n.Catalog
	ID            string // of the game
	Info          rules.Info
	Terms         page.Terms
	Seats         []WaitingSeat // as the game has them, by seat - 1
	Invite        string        // full address to join by; empty when the reader is not to know it
	Host          bool          // the reader started it
	Listed        bool          // it is in the lobby
	Paired        bool          // it is one of a pairing: nobody calls it off
	Account       bool          // the reader has one
	SignUp, LogIn string        // where to get one, and back
}

// A WaitingSeat is a seat of a game that waits.
type WaitingSeat struct {
	Player string // empty: it is free
	You    bool   // the reader sits there
	Kept   string // name of the player for whom it is reserved; empty for nobody
	Yours  bool   // it is reserved for the reader
	Open   bool   // the reader may take it
}

// A WaitingRoom is the part of a game's page on which players come together.
type WaitingRoom struct {
	T             *i18n.Catalog
	ID            string // of the game
	Terms         []string
	Seats         []WaitingLine
	Join          string // words of the button that takes the one seat there is for the reader; empty for none
	Then          string // what happens when all are there
	Stay          string // for how long it waits; empty when there is nothing to say
	Note          string // why the reader cannot join; empty when there is nothing to say
	Listed        bool   // it stands in the lobby, and the reader sits in it
	Invite        string // address to send; empty when the reader is not to know it, or nobody could use it
	Asks          bool   // the reader is asked to play
	Asked         string // who else is; empty for nobody
	Leave         string // words of the button with which the reader goes; empty for none
	LeaveTo       string // where that button's form goes
	Accounts      bool   // the game is for accounts, and the reader has none
	SignUp, LogIn string
}

// A WaitingLine is a seat in the list of a waiting room.
type WaitingLine struct {
	Number string
	Piece  *board.Layer // of the seat; nil where seats are drawn
	Text   string       // the seat, and who sits there
	You    bool
	Choose string // what the button that takes the seat is called; empty for none
}

// NewWaitingRoom is a game that waits as one reader sees it.
func NewWaitingRoom(in WaitingInput) *WaitingRoom {
	t := in.T
	w := &WaitingRoom{
		T: t, ID: in.ID, Terms: in.Terms.Words(t, in.Info), SignUp: in.SignUp, LogIn: in.LogIn,
		Then: in.then(), Accounts: in.Terms.Rated && !in.Account && in.any(func(s WaitingSeat) bool { return s.Open }),
	}
	if in.Host && in.Listed && in.Terms.Control.Live() {
		w.Stay = t.T("waiting.stay")
	}
	for i, seat := range in.Seats {
		w.Seats = append(w.Seats, in.line(i, !w.Accounts))
		if w.Asks = w.Asks || seat.Yours; !seat.Yours && w.Asked == "" {
			w.Asked = seat.Kept
		}
	}
	if in.any(func(s WaitingSeat) bool { return s.Player == "" && s.Kept == "" }) {
		w.Listed, w.Invite = in.Listed && in.Invite != "", in.Invite
	}
	sits, open := in.any(func(s WaitingSeat) bool { return s.You }), in.any(func(s WaitingSeat) bool { return s.Open })
	switch {
	case sits || w.Accounts:
	case !open:
		w.Note = t.T("waiting.others")
	case len(in.Seats) == 2 && in.any(func(s WaitingSeat) bool { return s.Yours }):
		w.Join = t.T("waiting.accept")
	case len(in.Seats) == 2:
		w.Join = t.T("join.button")
	}
	w.leaving(in, sits)
	return w
}

// leaving is how the reader goes: who started the game calls it off, who sits
// there stands up, who is asked to it declines.
func (w *WaitingRoom) leaving(in WaitingInput, sits bool) {
	kept := in.any(func(s WaitingSeat) bool { return s.Kept != "" })
	if in.Paired {
		return
	}
	switch game := "/games/" + in.ID; {
	case in.Host && kept:
		w.Leave, w.LeaveTo = in.T.T("waiting.withdraw"), game+"/abort"
	case in.Host:
		w.Leave, w.LeaveTo = in.T.T("waiting.cancel"), game+"/abort"
	case sits:
		w.Leave, w.LeaveTo = in.T.T("waiting.leave"), game+"/leave"
	case in.any(func(s WaitingSeat) bool { return s.Yours }):
		w.Leave, w.LeaveTo = in.T.T("waiting.decline"), game+"/abort"
	}
}

// then is what happens when all are there.
func (in WaitingInput) then() string {
	t, words := in.T, ""
	if in.Terms.Drawn {
		words = t.T("waiting.drawn") + " "
	}
	if !in.Terms.Control.Live() {
		return words + t.T("waiting.begins")
	}
	here := t.T("waiting.begins-both-here")
	if len(in.Seats) > 2 {
		here = t.T("waiting.begins-all-here")
	}
	return words + t.T("waiting.begins-live") + " " + here + " " + t.T("waiting.begins-clock")
}

func (in WaitingInput) any(is func(WaitingSeat) bool) bool {
	for _, seat := range in.Seats {
		if is(seat) {
			return true
		}
	}
	return false
}

// line is a seat in the list. Where there are more than two, each that the
// reader may take can be chosen.
func (in WaitingInput) line(i int, join bool) WaitingLine {
	t, s, seat := in.T, in.Seats[i], rules.Seat(i+1)
	line := WaitingLine{Number: strconv.Itoa(i + 1), You: s.You}
	who := s.Player
	switch {
	case who != "":
	case s.Yours:
		who = t.T("waiting.kept-you")
	case s.Kept != "":
		who = t.T("waiting.kept", "Player", s.Kept)
	default:
		who = t.T("player.free")
	}
	if in.Terms.Drawn {
		line.Text = who
	} else {
		piece := board.SeatPiece(in.Info, seat)
		line.Piece, line.Text = &piece, t.T("join.line", "Seat", in.seatWords(seat), "Player", who)
	}
	if join && s.Open && len(in.Seats) > 2 {
		line.Choose = t.T("waiting.choose-seat", "Seat", line.Number)
	}
	return line
}

// seatWords is a seat by its colour alone where there are two.
func (in WaitingInput) seatWords(seat rules.Seat) string {
	if len(in.Seats) > 2 {
		return page.SeatWords(in.T, in.Info, seat)
	}
	key := "waiting.second"
	if seat == 1 {
		key = "waiting.first"
	}
	return in.T.T(key, "Colour", in.T.T("colour."+in.Info.Colours[seat-1]))
}
