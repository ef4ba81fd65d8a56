package record_test

import (
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
)

// ofVersion1 returns a game of Hexone under version 1 of its rules that ends
// with a resignation or a timeout.
func ofVersion1(t *testing.T, end string) *record.Record {
	t.Helper()
	r, err := record.Replay(hexone.Game{}, rules.Setup{Version: 1}, []string{end})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// timedOut returns a game of Hexone that seat 1 has lost on time.
func timedOut(t *testing.T) *record.Record {
	t.Helper()
	r := played(t, "")
	if err := r.TimeOut(1); err != nil {
		t.Fatal(err)
	}
	return r
}

// hexoneOver returns a game of Hexone that a seat has resigned; points is the
// value of the board to the other seat. If resigns is 0 the game is not over.
func hexoneOver(t *testing.T, points int, resigns rules.Seat) *record.Record {
	t.Helper()
	positions := map[int]string{
		49: "",
		36: "xx./.b2r1./-...../-..../-... 1 9",
	}
	r := played(t, positions[points])
	if resigns != 0 {
		if err := r.Resign(resigns); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func drawn(t *testing.T) *record.Record {
	t.Helper()
	r := played(t, "")
	for seat := rules.Seat(1); seat <= 2; seat++ {
		if err := r.OfferDraw(seat); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func calledOff(t *testing.T) *record.Record {
	t.Helper()
	r := played(t, "")
	if err := r.Abort(1); err != nil {
		t.Fatal(err)
	}
	return r
}

// Hexone, tournament: the points of both games are added, and a drawn game
// gives none. With equal sums the player who started the second game wins,
// unless that player left it.
func TestMatch(t *testing.T) {
	for _, test := range []struct {
		name          string
		first, second *record.Record
		want          record.MatchStanding
	}{
		{"not begun", played(t, ""), nil, record.MatchStanding{}},
		{"the first is over", hexoneOver(t, 36, 2), nil, record.MatchStanding{Halves: [2]int{72, 0}}},
		{"the second goes on", hexoneOver(t, 36, 1), played(t, ""), record.MatchStanding{Halves: [2]int{0, 72}}},
		{"one player wins both", hexoneOver(t, 36, 2), hexoneOver(t, 49, 1), record.MatchStanding{Halves: [2]int{170, 0}, Over: true, Winner: 1}},
		{"the other wins both", hexoneOver(t, 36, 1), hexoneOver(t, 49, 2), record.MatchStanding{Halves: [2]int{0, 170}, Over: true, Winner: 2}},
		{"the higher win counts", hexoneOver(t, 49, 2), hexoneOver(t, 36, 2), record.MatchStanding{Halves: [2]int{98, 72}, Over: true, Winner: 1}},
		{"the starters win alike", hexoneOver(t, 49, 2), hexoneOver(t, 49, 2), record.MatchStanding{Halves: [2]int{98, 98}, Over: true, Winner: 2, Tied: true}},
		{"the starter of the second resigns it", hexoneOver(t, 36, 1), hexoneOver(t, 36, 1), record.MatchStanding{Halves: [2]int{72, 72}, Over: true, Winner: 1, TieForfeited: true}},
		{"the starter of the second runs out of time", hexoneOver(t, 49, 1), timedOut(t), record.MatchStanding{Halves: [2]int{98, 98}, Over: true, Winner: 1, TieForfeited: true}},
		{"resigned by version 1", ofVersion1(t, "resign:1"), ofVersion1(t, "resign:1"), record.MatchStanding{Halves: [2]int{98, 98}, Over: true, Winner: 2, Tied: true}},
		{"out of time by version 1", ofVersion1(t, "timeout:1"), ofVersion1(t, "timeout:1"), record.MatchStanding{Halves: [2]int{98, 98}, Over: true, Winner: 2, Tied: true}},
		{"both drawn", drawn(t), drawn(t), record.MatchStanding{Over: true, Winner: 2, Tied: true}},
		{"the first called off", calledOff(t), nil, record.MatchStanding{Over: true}},
		{"the second called off", hexoneOver(t, 36, 2), calledOff(t), record.MatchStanding{Over: true}},
		{"one drawn", hexoneOver(t, 36, 2), drawn(t), record.MatchStanding{Halves: [2]int{72, 0}, Over: true, Winner: 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := record.Match{First: test.first, Second: test.second}.Standing()
			if got != test.want {
				t.Errorf("%+v, want %+v", got, test.want)
			}
		})
	}
}

func TestMatchSeats(t *testing.T) {
	for _, test := range []struct {
		player, game int
		want         rules.Seat
	}{{1, 1, 1}, {2, 1, 2}, {1, 2, 2}, {2, 2, 1}, {1, 3, 1}, {2, 3, 2}, {1, 4, 2}, {2, 4, 1}} {
		if got := record.MatchSeat(test.player, test.game); got != test.want {
			t.Errorf("player %d sits in seat %d of game %d, want %d", test.player, got, test.game, test.want)
		}
	}
}
