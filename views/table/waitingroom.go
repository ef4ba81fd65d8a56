package table

import (
	"strconv"

	"hexclub/rules"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A WaitingInput is a game that waits for players, for one reader.
type WaitingInput struct {
	T             *i18n.Catalog
	ID            string // of the game
	Info          rules.Info
	Terms         page.Terms
	Seats         []WaitingSeat // as the game has them, by seat - 1
	Invite        string        // full address to join by; empty when the reader is not to know it
	Host          bool          // the reader started it
	Listed        bool          // it is in the lobby
	Paired        bool          // it belongs to a pairing and cannot be called off
	Account       bool          // the reader has one
	SignUp, LogIn string        // addresses of these forms, which lead back
}

// A WaitingSeat is a seat of a game that waits for players.
type WaitingSeat struct {
	Player string // empty: it is free
	Avatar string // id of the player's avatar
	You    bool   // the reader sits there
	Kept   string // name of the player for whom it is reserved; empty for none
	Yours  bool   // it is reserved for the reader
	Open   bool   // the reader may take it
}

// A WaitingRoom is the part of a game's page where its players gather.
type WaitingRoom struct {
	T             *i18n.Catalog
	ID            string // of the game
	Title         string
	Terms         []string
	Seats         []WaitingLine
	Join          string // label of the button that takes the only seat for the reader; empty for none
	Then          string // when it begins
	Stay          string // when it expires; empty if that is not shown
	Note          string // why the reader cannot join; empty if that is not shown
	Listed        bool   // the game is in the lobby, and the reader has a seat
	Invite        string // secret address to send; empty if the reader may not know it, or if all seats are taken
	Asks          bool   // the reader is invited
	Asked         string // names of other invited players; empty for none
	Leave         string // label of the button that leaves the game; empty for none
	LeaveTo       string // address of that button's form
	Accounts      bool   // the game is for accounts, and the reader has none
	SignUp, LogIn string
}

// A WaitingLine is a seat in the list of a waiting room.
type WaitingLine struct {
	Number string
	Piece  *board.Layer // of the seat; nil if seats are drawn by lot
	Text   string       // the seat, and its player
	Avatar string       // id of the player's avatar; empty for a free seat
	You    bool
	Choose string // label of the button that takes the seat; empty for none
}

// NewWaitingRoom makes the waiting room of a game for one reader.
func NewWaitingRoom(in WaitingInput) *WaitingRoom {
	t := in.T
	w := &WaitingRoom{
		T: t, ID: in.ID, Terms: in.Terms.Words(t, in.Info), SignUp: in.SignUp, LogIn: in.LogIn,
		Then: in.then(), Accounts: in.Terms.Rated && !in.Account && in.any(func(s WaitingSeat) bool { return s.Open }),
	}
	if in.Terms.Drawn {
		w.Terms = append(w.Terms, t.T("waiting.drawn"))
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
	w.Title = w.title(in)
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

// title returns the heading: to send the link, or how many players are missing.
func (w *WaitingRoom) title(in WaitingInput) string {
	free := 0
	for _, seat := range in.Seats {
		if seat.Player == "" {
			free++
		}
	}
	if w.Invite != "" && !w.Listed {
		return w.T.N("waiting.send", free)
	}
	return w.T.N("waiting.title", free)
}

// leaving returns the button that leaves the game: its creator calls it off, another player gives up the seat,
// an invited one declines.
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

// then returns when the game begins.
func (in WaitingInput) then() string {
	key := "waiting.begins"
	switch {
	case !in.Terms.Control.Live():
	case len(in.Seats) > 2:
		key = "waiting.begins-all-here"
	default:
		key = "waiting.begins-both-here"
	}
	return in.T.T(key)
}

func (in WaitingInput) any(is func(WaitingSeat) bool) bool {
	for _, seat := range in.Seats {
		if is(seat) {
			return true
		}
	}
	return false
}

// line returns a seat of the list. If there are more than two, each free one can be chosen.
func (in WaitingInput) line(i int, join bool) WaitingLine {
	t, s, seat := in.T, in.Seats[i], rules.Seat(i+1)
	line := WaitingLine{Number: strconv.Itoa(i + 1), You: s.You, Avatar: s.Avatar}
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

// seatWords names a seat, by its colour alone if there are two.
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
