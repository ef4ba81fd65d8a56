package table

import (
	"testing"

	"hexclub/rules/record"
	"hexclub/views/page"
	"hexclub/views/viewstest"
)

// Each reader of the same game gets the actions that they may take, and no others.
func TestWaitingRoomButtons(t *testing.T) {
	free, open := WaitingSeat{}, WaitingSeat{Open: true}
	anna, ben, me := WaitingSeat{Player: "Anna"}, WaitingSeat{Player: "Ben"}, WaitingSeat{Player: "Me", You: true}
	forBen, forMe := WaitingSeat{Kept: "Ben"}, WaitingSeat{Kept: "Me", Yours: true, Open: true}
	for _, test := range []struct {
		name                  string
		seats                 []WaitingSeat
		host, account, rated  bool
		join, note, leave, to string
		choices               int
		accounts              bool
	}{
		{name: "a stranger at a seek", seats: []WaitingSeat{anna, open}, join: "Play"},
		{name: "a stranger at a private game", seats: []WaitingSeat{anna, free}, note: "Waiting for invited players."},
		{name: "the host of a seek", seats: []WaitingSeat{me, free}, host: true, leave: "Cancel game", to: "/games/g1/abort"},
		{name: "the host of a challenge", seats: []WaitingSeat{me, forBen}, host: true, leave: "Withdraw", to: "/games/g1/abort"},
		{name: "who is challenged", seats: []WaitingSeat{anna, forMe}, join: "Accept and play", leave: "Decline", to: "/games/g1/abort"},
		{name: "a guest at a rated seek", seats: []WaitingSeat{anna, open}, rated: true, accounts: true},
		{name: "an account at a rated seek", seats: []WaitingSeat{anna, open}, rated: true, account: true, join: "Play"},
		{
			name: "a guest at a rated game for others", seats: []WaitingSeat{anna, forBen}, rated: true,
			note: "Waiting for invited players.",
		},
		{name: "a stranger at a table", seats: []WaitingSeat{anna, open, ben, open}, choices: 2},
		{name: "a guest at a rated table", seats: []WaitingSeat{anna, open, ben, open}, rated: true, accounts: true},
		{name: "a player at a table", seats: []WaitingSeat{anna, open, me, open}, choices: 2, leave: "Leave game", to: "/games/g1/leave"},
		{name: "asked to a table", seats: []WaitingSeat{anna, forMe, ben, open}, choices: 2, leave: "Decline", to: "/games/g1/abort"},
		{name: "the host of a table", seats: []WaitingSeat{me, forBen, open, open}, host: true, choices: 2, leave: "Withdraw", to: "/games/g1/abort"},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := NewWaitingRoom(WaitingInput{
				T: viewstest.Catalog(t, "en"), ID: "g1", Info: viewstest.Info(t, "six"), Seats: test.seats, Host: test.host, Account: test.account,
				Terms: page.Terms{Rated: test.rated},
			})
			if w.Join != test.join || w.Note != test.note || w.Leave != test.leave || w.LeaveTo != test.to || w.Accounts != test.accounts {
				t.Errorf("join %q, note %q, leave %q to %q, accounts %v", w.Join, w.Note, w.Leave, w.LeaveTo, w.Accounts)
			}
			choices := 0
			for _, line := range w.Seats {
				if line.Choose != "" {
					choices++
				}
			}
			if choices != test.choices {
				t.Errorf("%d seats to choose, want %d", choices, test.choices)
			}
		})
	}
}

// The host of a live game in the lobby reads when it expires.
func TestWaitingRoomStays(t *testing.T) {
	for _, test := range []struct {
		control      string
		host, listed bool
		want         string
	}{
		{"5+3", true, true, "Listed while you’re on this site, for up to 30 minutes."},
		{"5+3", false, true, ""},
		{"5+3", true, false, ""},
		{"3d", true, true, ""},
		{"", true, true, ""},
	} {
		control, err := record.ParseControl(test.control)
		if err != nil {
			t.Fatal(err)
		}
		w := NewWaitingRoom(WaitingInput{
			T: viewstest.Catalog(t, "en"), Info: viewstest.Info(t, "six"), Terms: page.Terms{Control: control}, Host: test.host, Listed: test.listed,
		})
		if w.Stay != test.want {
			t.Errorf("of %+v it says %q", test, w.Stay)
		}
	}
}

// Players read when their game begins. With several seats, a live game also says that absent players lose theirs.
func TestWaitingRoomTellsWhenTheGameBegins(t *testing.T) {
	for _, test := range []struct {
		tag, control string
		seats        int
		want         string
	}{
		{"en", "3d", 4, "The game starts when everyone has joined."},
		{"en", "5+3", 2, "The game starts when both players are here."},
		{"en", "5+3", 4, "Everyone must be here when it starts. Absent players lose their seats."},
		{"fr", "5+3", 3, "Tout le monde doit être là au début. Un joueur absent perd sa place."},
	} {
		control, err := record.ParseControl(test.control)
		if err != nil {
			t.Fatal(err)
		}
		w := NewWaitingRoom(WaitingInput{
			T: viewstest.Catalog(t, test.tag), Info: viewstest.Info(t, "six"), Terms: page.Terms{Control: control}, Seats: make([]WaitingSeat, test.seats),
		})
		if w.Then != test.want {
			t.Errorf("%d seats with %s: %q, want %q", test.seats, test.control, w.Then, test.want)
		}
	}
}

// The address to send is shown while it gives access to a seat.
func TestWaitingRoomInvites(t *testing.T) {
	me, free, kept := WaitingSeat{Player: "Me", You: true}, WaitingSeat{}, WaitingSeat{Kept: "Ben"}
	for _, test := range []struct {
		name           string
		seats          []WaitingSeat
		listed         bool
		invite, stands bool
	}{
		{"a link", []WaitingSeat{me, free}, false, true, false},
		{"a seek", []WaitingSeat{me, free}, true, true, true},
		{"a challenge", []WaitingSeat{me, kept}, false, false, false},
		{"one of more is kept", []WaitingSeat{me, kept, free}, false, true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := NewWaitingRoom(WaitingInput{T: viewstest.Catalog(t, "en"), Info: viewstest.Info(t, "six"), Seats: test.seats, Listed: test.listed, Invite: "/join/x"})
			if (w.Invite == "/join/x") != test.invite || w.Listed != test.stands {
				t.Errorf("invite %q, listed %v", w.Invite, w.Listed)
			}
		})
	}
}

func TestWaitingRoomWords(t *testing.T) {
	seats := []WaitingSeat{{Player: "Anna"}, {Kept: "Ben"}, {Yours: true, Kept: "Me"}, {}}
	for _, test := range []struct {
		name, tag, key string
		seats          int
		drawn          bool
		want           []string
		pieces         bool
	}{
		{"two", "en", "hexone", 2, false, []string{"Blue, starts (Anna)", "Red, second (reserved for Ben)"}, true},
		{"two, drawn", "en", "hexone", 2, true, []string{"Anna", "reserved for Ben"}, false},
		{"teams", "fr", "six", 4, false, []string{
			"Place 1\u202f: Noir, avec la place 3 (Anna)", "Place 2\u202f: Rouge, avec la place 4 (réservée à Ben)",
			"Place 3\u202f: Noir, avec la place 1 (réservée pour vous)", "Place 4\u202f: Rouge, avec la place 2 (place libre)",
		}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := NewWaitingRoom(WaitingInput{
				T: viewstest.Catalog(t, test.tag), Info: viewstest.Info(t, test.key), Seats: seats[:test.seats], Terms: page.Terms{Drawn: test.drawn},
			})
			for i, line := range w.Seats {
				if line.Text != test.want[i] || (line.Piece != nil) != test.pieces {
					t.Errorf("seat %d is %q, with a piece: %v; want %q, %v", i+1, line.Text, line.Piece != nil, test.want[i], test.pieces)
				}
			}
		})
	}
}
