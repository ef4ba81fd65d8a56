package table

import (
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/views/viewstest"
)

// offered returns the offers of a game after events, as a viewer sees them. The players are Ann, Ben, Cem and
// Dora, up to the number of seats.
func offered(t *testing.T, key string, options map[string]string, events string, viewer ...rules.Seat) Table {
	t.Helper()
	game, err := games.Find(key)
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Replay(game, rules.Setup{Options: options}, strings.Fields(events))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Ann", "Ben", "Cem", "Dora"}[:r.State().Seats()]
	return New(Input{T: viewstest.Catalog(t, "en"), Game: Game{ID: "g1", Record: r, Players: names}, Viewer: Viewer{Seats: viewer, Confirm: true}})
}

// A player who agreed waits for the others, and all see who agreed.
func TestOfferToMany(t *testing.T) {
	four := map[string]string{"seats": "4"}
	for _, tt := range []struct {
		name, events    string
		seats           []rules.Seat
		text            string
		accept, decline bool
	}{
		{"who proposes", "draw:1", []rules.Seat{1}, "You offered a draw.", false, true},
		{"who is asked", "draw:1", []rules.Seat{2}, "Ann (Black) offers a draw.", true, true},
		{"who has agreed", "draw:1 accept:2", []rules.Seat{2}, "Ann (Black) offers a draw. You agreed. Others haven’t answered yet.", false, false},
		{"who is asked still", "draw:1 accept:2 accept:3", []rules.Seat{4}, "Ann (Black) offers a draw. Agreed: Ben (Red), Cem (Black).", true, true},
		{"who proposes, later", "draw:1 accept:2", []rules.Seat{1}, "You offered a draw. Agreed: Ben (Red).", false, true},
		{"one seat of two", "draw:1 accept:2", []rules.Seat{2, 4}, "Ann (Black) offers a draw.", true, true},
		{"who watches", "draw:1 accept:2", nil, "Ann (Black) offers a draw. Agreed: Ben (Red).", false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			offer := offered(t, "six", four, tt.events, tt.seats...).Offers.Open
			if offer.Text != tt.text || (offer.Accept != "") != tt.accept || (offer.Decline != "") != tt.decline {
				t.Errorf("%+v", *offer)
			}
		})
	}
}

// Acts that are impossible now are not shown.
func TestActsThatMakeSense(t *testing.T) {
	for events, want := range map[string][2]bool{ // for seat 1: a draw, a takeback
		"":                           {true, false},
		"c2 d3":                      {true, true},
		"c2 d3 draw:1":               {false, false},
		"c2 d3 draw:2":               {false, false},
		"c2 d3 takeback:2":           {false, false},
		"c2 d3 draw:1 decline:2":     {false, true},
		"c2 d3 takeback:1 decline:2": {true, false},
		"c2 d3 draw:2 decline:1":     {true, true},
		"c2 draw:1 decline:2 d3":     {true, true},
		"c2 d3" + strings.Repeat(" takeback:1 accept:2 c2 d3", record.MaxTakebacks-1): {true, true},
		"c2 d3" + strings.Repeat(" takeback:1 accept:2 c2 d3", record.MaxTakebacks):   {true, false},
	} {
		acts := offered(t, "hexone", nil, events, 1).Offers.Acts
		if got := [2]bool{acts.Draw, acts.Takeback != ""}; got != want {
			t.Errorf("%q: %v, want %v", events, got, want)
		}
	}
}

// The end of an offer is reported to all players except the one who ended it.
func TestClosedOffers(t *testing.T) {
	for events, want := range map[string][2]string{ // to Ann, to Ben
		"c2 draw:1 d3":                {"Ben played on, so the draw offer expired.", ""},
		"c2 takeback:1 d3":            {"Ben played on, so the takeback request expired.", ""},
		"c2 d3 takeback:1 c2":         {"", "Ann withdrew the takeback request."},
		"c2 d3 takeback:1 accept:2":   {"Turn 1 and all later turns are taken back.", ""},
		"c2 draw:1 decline:2":         {"Ben declined the draw.", ""},
		"c2 draw:1 accept:2":          {"", ""}, // the result says it
		"c2 draw:1 decline:2 draw:2":  {"", ""},
		"c2 d3 takeback:1 decline:1":  {"", "Ann withdrew the takeback request."},
		"c2 draw:1 d3 draw:2":         {"", ""},
		"c2 draw:1 decline:2 abort:1": {"", ""},
	} {
		if got := [2]string{offered(t, "hexone", nil, events, 1).Offers.Closed, offered(t, "hexone", nil, events, 2).Offers.Closed}; got != want {
			t.Errorf("%q: %q, want %q", events, got, want)
		}
	}
}
