package account

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A SettingsPage is the settings of a reader, in cards. Each card has an id, which is its address on the page.
type SettingsPage struct {
	page.Frame
	Saved    string          // card whose form was saved; empty for none
	Message  string          // about that form
	Confirms []ConfirmChoice // all paces
	Zone     page.FormField  // time zone; without a name for a reader without an account
	Board    board.Board     // to show the styles with
	Pieces   []board.Layer   // to show the palettes with
	Chat     ChatSettings
	Others   page.Phrase   // how many other browsers are logged in, and since when; empty for none
	Mail     *MailSettings // nil on a site without e-mail, and for a reader without an account
}

// A settingsCard is a card of the settings.
type settingsCard struct {
	ID, Title string
	Message   string // that its form was saved; empty for none
}

// cards returns the cards that the reader sees, in order.
func (p SettingsPage) cards() []settingsCard {
	known := p.Reader.SignedIn() || p.Reader.Guest
	language := p.T.T("language.label")
	if p.Zone.Name != "" {
		language = p.T.T("settings.language")
	}
	var cards []settingsCard
	for _, c := range []struct {
		id, title string
		shown     bool
	}{
		{"play", p.T.T("settings.play"), true},
		{"look", p.T.T("look.title"), true},
		{"language", language, true},
		{"mail", p.T.T("mail.title"), p.Mail != nil},
		{"account", p.T.T("settings.account"), true},
		{"data", p.T.T("settings.data"), known},
		{"delete", DeletionPage{Frame: p.Frame}.heading(), known},
	} {
		if c.shown {
			card := settingsCard{ID: c.id, Title: c.title}
			if c.id == p.Saved {
				card.Message = p.Message
			}
			cards = append(cards, card)
		}
	}
	return cards
}

// parts links to the cards.
func (p SettingsPage) parts() []page.Tab {
	var tabs []page.Tab
	for _, c := range p.cards() {
		tabs = append(tabs, page.Tab{Text: c.Title, Href: "#" + c.ID})
	}
	return tabs
}

// ShowSaved moves the message of the page to the card whose form was saved. Without a message the card shows that the
// form was saved. It ignores cards that the reader does not see.
func (p *SettingsPage) ShowSaved(card string) {
	if slices.ContainsFunc(p.cards(), func(c settingsCard) bool { return c.ID == card }) {
		p.Saved, p.Message, p.Notice = card, cmp.Or(p.Notice.Text, p.T.T("settings.saved")), page.Notice{}
	}
}

// A ConfirmChoice is whether the reader confirms turns in games of a pace.
type ConfirmChoice struct {
	Pace record.Pace
	On   bool
}

// OtherSessions describes in how many other browsers an account is logged in, and since when in the first of
// them; empty for none.
func OtherSessions(c page.Calendar, count int, first time.Time) page.Phrase {
	if count == 0 {
		return nil
	}
	return page.NewPhrase(c.T, "settings.sessions-others", "Count", strconv.Itoa(count), "Date", c.On(first))
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
