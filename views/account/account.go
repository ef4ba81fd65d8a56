package account

import (
	"strconv"
	"time"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// An AccountPage is the form to sign up or to log in.
type AccountPage struct {
	page.Frame
	page.Refused
	Name   string // as typed before
	Closed bool   // accounts are by invitation only
}

// A SettingsPage is the settings of a reader.
type SettingsPage struct {
	page.Frame
	Confirms []ConfirmChoice // all paces
	Zone     page.FormField  // time zone; without a name for a reader without an account
	Board    board.Board     // to show the styles with
	Pieces   []board.Layer   // to show the palettes with
	Chat     ChatSettings
	Others   string        // how many other browsers are logged in, and since when; empty for none
	Mail     *MailSettings // nil on a site without e-mail, and for a reader without an account
}

// A ConfirmChoice is whether the reader confirms turns in games of a pace.
type ConfirmChoice struct {
	Pace record.Pace
	On   bool
}

// OtherSessions describes in how many other browsers an account is logged in, and since when in the first of
// them; empty for none.
func OtherSessions(t *i18n.Catalog, count int, first time.Time) string {
	if count == 0 {
		return ""
	}
	return t.T("settings.sessions-others", "Count", strconv.Itoa(count), "Date", page.RatingDate(t, first))
}

// NewZoneField returns the field for the time zone of an account. device is the zone of the browser, empty if unknown.
func NewZoneField(t *i18n.Catalog, chosen, device string) page.FormField {
	first := t.T("zone.device")
	if device != "" {
		first = t.T("zone.device-is", "Zone", device)
	}
	return page.NewZoneField(t, first, chosen, device)
}

// NewSettingsPage makes the settings of a reader. A position of a game shows how boards look, and the pieces of
// the largest number of seats show the colours of players.
func NewSettingsPage(f page.Frame, game rules.Game, st rules.State, seats rules.Info) SettingsPage {
	p := SettingsPage{
		Frame: f,
		Board: board.New(f.T, game.Info(), st.Board(), board.Drawing{Turn: f.Look.Turn, Names: f.Look.Names, Picture: true}),
	}
	for i := range seats.Colours {
		piece := rules.Piece{Seat: rules.Seat(i + 1), Shape: rules.Token}
		p.Pieces = append(p.Pieces, board.NewLayer(seats, piece))
	}
	return p
}

// turns returns the directions of the board, in degrees.
func (p SettingsPage) turns() []page.Option {
	options := make([]page.Option, page.Turns)
	for i := range options {
		options[i] = page.Option{Value: strconv.Itoa(i), Text: p.T.T("look.degrees", "Number", strconv.Itoa(60*i))}
	}
	return options
}

func (p SettingsPage) turn() string { return strconv.Itoa(p.Look.Turn) }
