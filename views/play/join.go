package play

import (
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"hexclub/rules"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// An Invitation is a game that a player is invited to join.
type Invitation struct {
	Info    rules.Info
	Terms   page.Terms
	Host    string          // name of the inviting player
	Avatar  string          // id of that player's avatar
	Players []string        // names by seat from 1, empty for a free seat
	Open    []rules.Seat    // those to be had, at least one
	Action  string          // address of the form that takes a seat
	Board   templ.Component // what the game looks like
}

// A JoinPage is the page of a game's invitation link.
type JoinPage struct {
	page.Frame
	Game     string // key
	Host     string
	Avatar   string // id of the host's avatar
	Board    templ.Component
	Words    string       // which of two seats is free; empty if there are more
	Piece    *board.Layer // one of that seat; nil if seats are drawn by lot
	Seats    []JoinSeat   // if there are more than two
	Terms    []string
	Action   string
	Accounts bool // the game is for accounts, and the reader has none
}

// A JoinSeat is a seat of a game to join.
type JoinSeat struct {
	Value  string      // of the field; empty when the seat is not to be had
	Piece  board.Layer // one of the seat
	Text   string      // its colour and its player
	Chosen bool
}

// NewJoin makes the page of an invitation link.
func NewJoin(f page.Frame, in Invitation) JoinPage {
	p := JoinPage{
		Frame: f, Game: in.Info.Key, Host: in.Host, Avatar: in.Avatar, Board: in.Board, Terms: in.Terms.Words(f.T, in.Info), Action: in.Action,
		Accounts: in.Terms.Rated && !f.Reader.SignedIn(),
	}
	if len(in.Players) > 2 {
		p.Seats = in.seats(f.T)
		return p
	}
	p.Words = in.seatWords(f.T)
	if !in.Terms.Drawn {
		piece := board.SeatPiece(in.Info, in.Open[0])
		p.Piece = &piece
	}
	return p
}

// seatWords names the free seat of two.
func (in Invitation) seatWords(t *i18n.Catalog) string {
	key := "join.second"
	switch {
	case in.Terms.Drawn:
		key = "join.drawn"
	case in.Open[0] == 1:
		key = "join.first"
	}
	return t.T(key, "Colour", t.T("colour."+in.Info.Colours[in.Open[0]-1]))
}

// seats returns the seats, their players, and which can be chosen.
func (in Invitation) seats(t *i18n.Catalog) []JoinSeat {
	seats := make([]JoinSeat, len(in.Players))
	for i, name := range in.Players {
		seat := rules.Seat(i + 1)
		open := slices.Contains(in.Open, seat)
		switch {
		case open:
			name = t.T("player.free")
		case name == "":
			name = t.T("join.kept")
		}
		seats[i] = JoinSeat{
			Piece: board.SeatPiece(in.Info, seat), Chosen: seat == in.Open[0],
			Text: t.T("join.line", "Seat", page.SeatWords(t, in.Info, seat), "Player", name),
		}
		if open {
			seats[i].Value = strconv.Itoa(i + 1)
		}
	}
	return seats
}
