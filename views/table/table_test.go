package table

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
	"hexclub/rules/hexellation"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
	"hexclub/views/board"
	"hexclub/views/page"
	"hexclub/views/viewstest"
)

// tableOf returns the table of a game between Ann and Ben after some events, as seat 1 sees it.
func tableOf(t *testing.T, position string, turns []string, change func(*Input)) Table {
	t.Helper()
	r, err := record.New(hexone.Game{}, rules.Setup{Position: position})
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range turns {
		if err := r.Play(r.State().Turn().Seat, turn); err != nil {
			t.Fatalf("turn %q: %v", turn, err)
		}
	}
	in := Input{
		T:      viewstest.Catalog(t, "en"),
		Game:   Game{ID: "g1", Record: r, Players: []string{"Ann", "Ben"}, Revision: 3},
		Viewer: Viewer{Seats: []rules.Seat{1}, Confirm: true},
	}
	if change != nil {
		change(&in)
	}
	return New(in)
}

func cell(t *testing.T, table Table, name string) board.Cell {
	t.Helper()
	for _, c := range table.Board.Cells {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no cell %s on the board", name)
	return board.Cell{}
}

func TestStatusAndTitle(t *testing.T) {
	watch := func(in *Input) { in.Viewer.Seats = nil }
	for _, test := range []struct {
		name, position string
		turns          []string
		change         func(*Input)
		status, title  string
	}{
		{"to open", "", nil, nil, "Your turn (Blue): place a token.", "● Your turn · Hexone"},
		{"the other is to act", "", []string{"c2"}, nil, "Ben (Red) to play.", "Ann against Ben · Hexone"},
		{"somebody watches", "", nil, watch, "Ann (Blue) to play.", "Ann against Ben · Hexone"},
		{"a Y to choose", viewstest.OneTall, nil, nil, "Your turn (Blue): choose where the three tokens fly.", "● Your turn · Hexone"},
		{"a stack to choose", viewstest.TwoTall, nil, nil, "Your turn (Blue): choose a stack to explode.", "● Your turn · Hexone"},
		{"both seats here", "", []string{"c2"}, func(in *Input) { in.Viewer.Seats = []rules.Seat{1, 2} }, "Red: place a token.", "● Your turn · Hexone"},
		{
			"a whole turn in the making", viewstest.JustBegun, nil,
			func(in *Input) { in.Viewer.Seats = []rules.Seat{2}; in.Draft = "c2" },
			"Your turn is complete.", "● Your turn · Hexone",
		},
		{
			"won", ".../.b2r1./...../..../... 1",
			[]string{"d3,d3xE"},
			nil,
			"Ann (Blue) wins with 49 points: Ben (Red) has no tokens left.", "Game over · Ann against Ben · Hexone",
		},
		{
			"a free seat, watched", "", nil,
			func(in *Input) { in.Viewer.Seats = nil; in.Game.Waiting = true; in.Game.Players[1] = "" },
			"Waiting for an opponent.", "Waiting for an opponent · Hexone",
		},
		{
			"a free seat", "", nil,
			func(in *Input) {
				in.Game.Waiting = true
				in.Game.Players[1] = ""
				in.Game.Room = &WaitingRoom{Invite: "/join/x"}
			},
			"Waiting for an opponent. Send them the link.",
			"Waiting for an opponent · Hexone",
		},
		{
			"two free seats", "", nil,
			func(in *Input) {
				in.Game.Waiting = true
				in.Game.Players = []string{"", ""}
				in.Game.Room = &WaitingRoom{}
			},
			"Waiting for 2 more players.",
			"Waiting for players · Hexone",
		},
		{
			"in the lobby", "", nil,
			func(in *Input) {
				in.Game.Waiting = true
				in.Game.Players = []string{"Ann", ""}
				in.Game.Room = &WaitingRoom{Invite: "/join/x", Listed: true}
			},
			"Waiting for an opponent. Your game is in the lobby.",
			"Waiting for an opponent · Hexone",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			table := tableOf(t, test.position, test.turns, test.change)
			if table.Status.Text != test.status {
				t.Errorf("status %q, want %q", table.Status.Text, test.status)
			}
			if table.Head.Title != test.title {
				t.Errorf("title %q, want %q", table.Head.Title, test.title)
			}
		})
	}
}

// Between two, a player who resigned or ran out of time is named; among more, only the event is named.
func TestReasons(t *testing.T) {
	for _, tt := range []struct {
		key     string
		options map[string]string
		events  string
		want    string
	}{
		{"six", map[string]string{"seats": "4"}, "resign:2", "Ann (Black), Cem (Black) win: the other team resigned."},
		{"six", nil, "resign:2", "Ann (Black) wins: Ben (Red) resigned."},
		{"six", nil, "timeout:1", "Ben (Red) wins: Ann (Black) ran out of time."},
		{"hexellation", map[string]string{"seats": "3"}, "resign:2 resign:1", "Cem (Green) wins: the last opponent resigned."},
		{"hexellation", map[string]string{"seats": "3"}, "timeout:1 timeout:2", "Cem (Green) wins: the last opponent ran out of time."},
	} {
		if got := offered(t, tt.key, tt.options, tt.events, 1).Status.Text; got != tt.want {
			t.Errorf("%s %v: %q, want %q", tt.key, tt.options, got, tt.want)
		}
	}
	avoid := page.ReasonWords(viewstest.Catalog(t, "en"), hexellation.Game{}.Info(), hexellation.AvoidMade, 3)
	if want := "the last opponent completed AVOID"; avoid != want {
		t.Errorf("%q, want %q", avoid, want)
	}
}

// At the end each player reads how it ended for them. Others do not, nor does one who has all seats.
func TestHeadlineIsForPlayers(t *testing.T) {
	four := map[string]string{"seats": "4"}
	for _, tt := range []struct {
		key     string
		options map[string]string
		events  string
		seats   []rules.Seat
		want    string
	}{
		{"six", nil, "resign:2", []rules.Seat{1}, "You win!"},
		{"six", nil, "resign:2", []rules.Seat{2}, "You lose"},
		{"six", nil, "resign:2", nil, ""},
		{"six", nil, "resign:2", []rules.Seat{1, 2}, ""},
		{"six", nil, "-1,0", []rules.Seat{1}, ""},
		{"six", nil, "abort:1", []rules.Seat{1}, ""},
		{"six", nil, "draw:1 accept:2", []rules.Seat{2}, "It’s a draw"},
		{"six", four, "resign:2", []rules.Seat{1, 3}, "Your team wins!"},
		{"six", four, "resign:2", []rules.Seat{4}, "Your team loses"},
		{"hexone", nil, "c2 resign:1", []rules.Seat{1}, "You lose, 0–49"},
		{"hexone", nil, "c2 resign:1", []rules.Seat{2}, "You win! 49–0"},
	} {
		if got := offered(t, tt.key, tt.options, tt.events, tt.seats...).Status.Headline; got != tt.want {
			t.Errorf("%s %v %s, seats %v: %q, want %q", tt.key, tt.options, tt.events, tt.seats, got, tt.want)
		}
	}
}

// A game that was called off says who called it off, or did not start in time.
func TestCalledOffWords(t *testing.T) {
	for _, tt := range []struct {
		event, ben string
		noShow     rules.Seat
		want       string
	}{
		{"abort:1", "Ben", 0, "Ann cancelled the game."},
		{"abort:2", "", 0, "The challenge was declined."},
		{"abort:0", "", 0, "Cancelled: nobody joined in time, or the host left or started another game."},
		{"abort:0", "Ben", 1, "Cancelled: Ann didn’t play a first turn in time."},
		{"abort:0", "Ben", 2, "Cancelled: Ben didn’t play a first turn in time."},
	} {
		table := tableOf(t, "", nil, func(in *Input) {
			r, err := record.Replay(in.Game.Record.Game(), in.Game.Record.Setup(), []string{tt.event})
			if err != nil {
				t.Fatal(err)
			}
			in.Game.Record, in.Game.Players, in.Game.NoShow = r, []string{"Ann", tt.ben}, tt.noShow
		})
		if table.Status.Text != tt.want {
			t.Errorf("%s, seat %d: %q, want %q", tt.event, tt.noShow, table.Status.Text, tt.want)
		}
	}
}

// Among more than two, a player reads all turns of the others since their own; a spectator, and one of two
// players, reads the last turn.
func TestLastTurns(t *testing.T) {
	const black, red = "Ann (Black) placed a hexagon on -1,0.", "Ben (Red) placed a hexagon on -2,0."
	const black2, red2 = "Cem (Black) placed a hexagon on -3,0.", "Dora (Red) placed a hexagon on -4,0."
	for _, tt := range []struct {
		seats, events string
		viewer        []rules.Seat
		want          string
	}{
		{"4", "", []rules.Seat{2}, ""},
		{"4", "-1,0", []rules.Seat{2}, black},
		{"4", "-1,0 -2,0 -3,0", []rules.Seat{4}, black + " " + red + " " + black2},
		{"4", "-1,0 -2,0 -3,0", []rules.Seat{1}, red + " " + black2},
		{"4", "-1,0 -2,0 -3,0", []rules.Seat{3}, "You placed a hexagon on -3,0."},
		{"4", "-1,0 -2,0 -3,0", []rules.Seat{2, 4}, black2},
		{"4", "-1,0 -2,0 -3,0 -4,0", []rules.Seat{1}, red + " " + black2 + " " + red2},
		{"4", "-1,0 -2,0 -3,0", nil, black2},
		{"2", "-1,0 -2,0", []rules.Seat{1}, red},
		{"2", "-1,0 -2,0", []rules.Seat{2}, "You placed a hexagon on -2,0."},
	} {
		options := map[string]string{"seats": tt.seats}
		if got := offered(t, "six", options, tt.events, tt.viewer...).Status.Last; got != tt.want {
			t.Errorf("seats %v of %s after %s: %q, want %q", tt.viewer, tt.seats, tt.events, got, tt.want)
		}
	}
}

func TestCellsSayWhatTheyAre(t *testing.T) {
	table := tableOf(t, "-b1../.b1r2./x..../..../... 1", nil, nil)
	for name, want := range map[string]string{
		"e3": "e3, Blue, 1 token, grey tile with arrow to the north-west, worth 2, can be played",
		"d3": "d3, Blue, 1 token, fixed cell, worth 1, can be played",
		"d4": "d4, Red, 2 tokens, fixed cell, worth 1",
		"c1": "c1, empty, removed tile",
		"e5": "e5, empty, white tile with arrow to the north-east, worth 4",
	} {
		if got := cell(t, table, name).Label; got != want {
			t.Errorf("label %q, want %q", got, want)
		}
	}
}

func TestLinks(t *testing.T) {
	immediate := func(in *Input) { in.Viewer.Confirm = false }
	for _, test := range []struct {
		name, position, cell string
		change               func(*Input)
		want                 page.Link
	}{
		{
			"a step of a turn", ".../.b2../.r1.../..../... 1", "d3", immediate,
			page.Link{Href: "/games/g1?draft=d3", Get: "/games/g1/board?draft=d3"},
		},
		{
			"a whole turn to confirm", ".../.b2../.r1.../..../... 1", "d4", nil,
			page.Link{Href: "/games/g1?draft=d4", Get: "/games/g1/board?draft=d4"},
		},
		{
			"a whole turn at once", ".../.b2../.r1.../..../... 1", "d4", immediate,
			page.Link{Href: "/games/g1?draft=d4", Post: "/games/g1/turns?draft=d4&moved=0"},
		},
		{
			"a pick", viewstest.TwoTall, "d3", immediate,
			page.Link{Href: "/games/g1?pick=d3", Get: "/games/g1/board?pick=d3"},
		},
		{
			"a Y after a pick", viewstest.TwoTall, "d2",
			func(in *Input) { in.Picks = []string{"d3"} },
			page.Link{Href: "/games/g1?draft=d3xW", Get: "/games/g1/board?draft=d3xW"},
		},
		{
			"a pick after a step", ".../.b2b1./..b1../.r1../... 1", "e4",
			func(in *Input) { in.Draft = "d3" },
			page.Link{Href: "/games/g1?draft=d3,d3xW", Get: "/games/g1/board?draft=d3,d3xW"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := cell(t, tableOf(t, test.position, nil, test.change), test.cell).Link
			if got == nil {
				t.Fatal("no link")
			}
			if diff := cmp.Diff(test.want, *got); diff != "" {
				t.Errorf("link (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNobodyElseGetsLinks(t *testing.T) {
	for _, c := range tableOf(t, "", nil, func(in *Input) { in.Viewer.Seats = nil }).Board.Cells {
		if c.Link != nil {
			t.Errorf("%s leads to %s", c.ID, c.Link.Href)
		}
	}
}

// Every click of a player has an answer: if there is nothing to choose, the reason.
func TestEveryClickIsAnswered(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*Input)
		want   string
	}{
		"other to act":  {func(in *Input) { in.Viewer.Seats = []rules.Seat{2} }, "It’s not your turn."},
		"a seat free":   {func(in *Input) { in.Game.Waiting = true }, "A seat is still free."},
		"turn is whole": {func(in *Input) { in.Draft = "c2" }, "Your turn is complete."},
		"not legal":     {func(*Input) {}, "c3: place your first token next to the centre."},
	} {
		t.Run(name, func(t *testing.T) {
			link := cell(t, tableOf(t, "", nil, test.change), "c3").Link
			if link == nil || !strings.HasSuffix(link.Href, "pick=c3") {
				t.Fatalf("the centre leads to %+v", link)
			}
			table := tableOf(t, "", nil, func(in *Input) {
				test.change(in)
				in.Picks = []string{"c3"}
			})
			if table.Status.Problem == nil || table.Status.Problem.Text != test.want {
				t.Errorf("problem %+v, want %q", table.Status.Problem, test.want)
			}
		})
	}
}

func TestSteppingBack(t *testing.T) {
	draft := func(text string, picks ...string) func(*Input) {
		return func(in *Input) { in.Draft, in.Picks = text, picks }
	}
	const position = ".../.b2b2./..b2../.r1../... 1"
	for _, test := range []struct {
		name   string
		change func(*Input)
		want   string // address, empty if there is nothing to undo
	}{
		{"nothing done", draft(""), ""},
		{"one action", draft("d3"), "/games/g1"},
		{"two actions", draft("d3,d3xE"), "/games/g1?draft=d3"},
		{"a pick", draft("d3,d3xE", "d4"), "/games/g1?draft=d3,d3xE"},
	} {
		t.Run(test.name, func(t *testing.T) {
			undo, got := tableOf(t, position, nil, test.change).Draft.Undo, ""
			if undo != nil {
				got = undo.Href
			}
			if got != test.want {
				t.Errorf("stepping back leads to %q, want %q", got, test.want)
			}
		})
	}
}

func TestProblems(t *testing.T) {
	for _, test := range []struct {
		name, draft string
		err         error
		want        page.Problem
		steps       int
	}{
		{
			"a rule forbids it", "c3", nil,
			page.Problem{Text: "c3: you can’t place on the centre. Only explosions reach it.", Rule: "2", Href: "/rules/hexone#rule-2"},
			0,
		},
		{
			"a rule compels something else", "d3,d4", nil,
			page.Problem{Text: "d4: a stack of three or more must explode first. Possible: d3xE, d3xW.", Rule: "3", Href: "/rules/hexone#rule-3"},
			1,
		},
		{"no notation", "d3,what", nil, page.Problem{Text: "This isn’t a turn. The game’s rules show how to write turns."}, 1},
		{"the turn was over", "d4,d4", nil, page.Problem{Text: "Your turn is complete."}, 1},
		{
			"something before", "", rules.Errorf(rules.Conflict, "error.stale", "event 3"),
			page.Problem{Text: "The game has changed. This is the current board."},
			0,
		},
		{
			"not for the reader's eyes", "", errors.New("disk on fire"),
			page.Problem{Text: "This is our mistake. Please try again."},
			0,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			table := tableOf(t, ".../.b2../.r1.../..../... 1", nil, func(in *Input) {
				in.Draft, in.Problem = test.draft, test.err
			})
			if table.Status.Problem == nil {
				t.Fatal("no problem is shown")
			}
			if diff := cmp.Diff(test.want, *table.Status.Problem); diff != "" {
				t.Errorf("problem (-want +got):\n%s", diff)
			}
			if len(table.Draft.Steps) != test.steps {
				t.Errorf("%d steps are kept, want %d", len(table.Draft.Steps), test.steps)
			}
		})
	}
}

// A draft on a page that is older than the game, or than a log-out, is answered with the reason.
func TestDraftOutOfTurn(t *testing.T) {
	for name, test := range map[string]struct {
		turns  []string
		change func(*Input)
		want   string
	}{
		"without a seat":   {nil, func(in *Input) { in.Viewer.Seats = nil }, "You have no seat in this game."},
		"the other's turn": {[]string{"c2"}, nil, "It’s not your turn."},
		"a seat free":      {nil, func(in *Input) { in.Game.Waiting = true }, "A seat is still free."},
	} {
		t.Run(name, func(t *testing.T) {
			table := tableOf(t, "", test.turns, func(in *Input) {
				in.Draft = "d3"
				if test.change != nil {
					test.change(in)
				}
			})
			if table.Status.Problem == nil || table.Status.Problem.Text != test.want {
				t.Errorf("problem %+v, want %q", table.Status.Problem, test.want)
			}
		})
	}
}

func TestLastTurnIsTold(t *testing.T) {
	table := tableOf(t, ".../.b2../.r1.../..../... 1", []string{"d3,d3xE"}, nil)
	if want := "You exploded the stack on d3 and took 1 stack from Red."; table.Status.Last != want {
		t.Errorf("the last turn is %q, want %q", table.Status.Last, want)
	}
	if want := "Ann (Blue) played d3 d3xE."; table.Status.LastCode != want {
		t.Errorf("the notation of the last turn is %q, want %q", table.Status.LastCode, want)
	}
}

func TestLastTurnIsMarked(t *testing.T) {
	table := tableOf(t, "", []string{"c2", "d3"}, nil)
	for _, c := range table.Board.Cells {
		marked := strings.Contains(c.Class, " last")
		if want := c.ID == "c-d3"; marked != want {
			t.Errorf("%s is marked as the last turn: %v, want %v", c.ID, marked, want)
		}
	}
}

// A choice has the same letter on the board, in the list and on its arrows.
func TestLettersAgree(t *testing.T) {
	table := tableOf(t, viewstest.OneTall, nil, nil)
	byLetter := map[string]string{}
	for _, c := range table.Draft.Choices {
		byLetter[c.Letter] = c.Link.Href
	}
	if len(byLetter) != 2 {
		t.Fatalf("letters %v, want two", byLetter)
	}
	for _, c := range table.Board.Cells {
		if c.Letter != "" && c.Link.Href != byLetter[c.Letter] {
			t.Errorf("%s has letter %s but leads to %s", c.ID, c.Letter, c.Link.Href)
		}
	}
	if len(table.Board.Ways) != 6 {
		t.Errorf("%d arrows, want 6", len(table.Board.Ways))
	}
	if len(table.Board.Lost) != 0 {
		t.Errorf("%+v leads off the board", table.Board.Lost)
	}
}

func TestFragmentEscapesNames(t *testing.T) {
	table := tableOf(t, "", nil, func(in *Input) { in.Game.Players = []string{`<img src=x>"`, "Ben"} })
	var b bytes.Buffer
	if err := Fragment(table).Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "<img") {
		t.Error("a name became markup")
	}
}

// Each part of a game is announced as it begins, once. The goal is told then, and until each seat has had two turns.
func TestPartsAreAnnounced(t *testing.T) {
	for key, want := range map[string][]string{
		"six": {"six.part.1"}, "tartan": {"tartan.part.1"}, "hexellation": {"hexellation.part.1", "hexellation.part.2"}, "hexone": nil, "hexit": nil,
	} {
		t.Run(key, func(t *testing.T) {
			texts := viewstest.Catalog(t, "en")
			var got []string
			viewstest.RandomRecord(t, key, nil, 1, func(r *record.Record) bool {
				status := New(seen(texts, r)).Status
				if status.Part != "" {
					got = append(got, status.Part)
				}
				if begins := len(r.Turns()) < 4 || status.Part != ""; begins != (status.Goal == texts.T(key+".goal")) {
					t.Errorf("after %d turns the goal is %q", len(r.Turns()), status.Goal)
				}
				return len(got) == len(want) && len(r.Turns()) >= 6
			})
			for i, key := range want {
				want[i] = texts.T(key)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q is announced, want %q", got, want)
			}
		})
	}
}
