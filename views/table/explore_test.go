package table

import (
	"net/url"
	"strings"
	"testing"

	"hexclub/rules"
)

// A viewer who may explore gets a link to the sandbox with the position. Players who agreed not to explore get
// none while their game goes on, not in its replay either. The same goes for the page for projectors, which only finished
// games and replays have.
func TestExplore(t *testing.T) {
	for _, test := range []struct {
		name    string
		seats   []rules.Seat
		allowed bool
		events  string
		want    bool
	}{
		{"allowed", []rules.Seat{1}, true, "c2 d3", true},
		{"a player where it is not", []rules.Seat{1}, false, "c2 d3", false},
		{"the other player", []rules.Seat{2}, false, "c2 d3", false},
		{"somebody who watches", nil, false, "c2 d3", true},
		{"both seats on one device", []rules.Seat{1, 2}, false, "c2 d3", true},
		{"when the game is over", []rules.Seat{1}, false, "c2 d3 resign:1", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			in := replayOf(t, hexoneRecord(t, "", test.events))
			in.Viewer.Seats, in.Game.Explore = test.seats, test.allowed
			for name, table := range map[string]Table{
				"game": New(in), "replay": newReplay(t, in, Moment{Turn: 1}, false),
			} {
				if got := table.Pages.Explore != ""; got != test.want {
					t.Errorf("%s: explored is at %q", name, table.Pages.Explore)
				}
				presented := test.want && (name == "replay" || strings.Contains(test.events, "resign"))
				if got := strings.HasPrefix(table.Pages.Present, "/projector/analysis/hexone?"); got != presented || strings.Contains(table.Pages.Present, "from=") {
					t.Errorf("%s: presented is at %q", name, table.Pages.Present)
				}
			}
		})
	}
}

// The link includes the draft.
func TestExploreADraft(t *testing.T) {
	in := replayOf(t, hexoneRecord(t, ".../.b2../.r1.../..../... 1", ""))
	in.Viewer.Seats, in.Game.Explore, in.Draft = []rules.Seat{1}, true, "d3"
	address, err := url.Parse(New(in).Pages.Explore)
	if err != nil {
		t.Fatal(err)
	}
	if address.Path != "/analysis/hexone" || address.Query().Get("line") != "d3" {
		t.Errorf("explored is at %s", address)
	}
}
