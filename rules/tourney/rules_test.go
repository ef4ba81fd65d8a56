package tourney

import (
	"testing"

	"hexclub/rules"
)

// The rules of a Swiss, one by one.
func TestSwissRules(t *testing.T) {
	gone := func(field []Entrant, after int, ids ...string) []Entrant {
		for i := range field {
			for _, id := range ids {
				if field[i].ID == id {
					field[i].To = after
				}
			}
		}
		return field
	}
	win := func(round int, first, second string) Result {
		return Result{Round: round, First: first, Second: second, Over: true, Halves: [2]int{Win, Loss}}
	}
	bye := func(round int, first string) Result {
		return Result{Round: round, First: first, Over: true, Halves: [2]int{Win, Loss}}
	}
	firstTwice := []Result{win(1, "1", "3"), win(1, "2", "4"), win(2, "1", "4"), win(2, "2", "3")}
	six := fieldOf("1", "2", "3", "4", "5", "6")
	uneven := []Result{win(1, "1", "4"), win(1, "2", "5"), win(1, "3", "6"), win(2, "1", "5"), win(2, "2", "6"), win(2, "4", "3")}
	for _, test := range []struct {
		name    string
		field   []Entrant
		results []Result
		round   int
		options SwissOptions
		want    string // empty: no pairing
	}{
		{"the first round: halves, and seats in turn", fieldOf("1", "2", "3", "4", "5", "6", "7"), nil, 1, SwissOptions{}, "1-4 5-2 3-6 7-"},
		{"with the other seat drawn", fieldOf("1", "2", "3", "4", "5", "6", "7"), nil, 1, SwissOptions{TopSecond: true}, "4-1 2-5 6-3 7-"},
		{"seats are too uneven", gone(fieldOf("1", "2", "3", "4"), 2, "3", "4"), firstTwice, 3, SwissOptions{}, ""},
		{"and are allowed to be", gone(fieldOf("1", "2", "3", "4"), 2, "3", "4"), firstTwice, 3, SwissOptions{Seats: SeatsRelaxed}, "2-1"},
		{"and have no say", gone(fieldOf("1", "2", "3", "4"), 2, "3", "4"), firstTwice, 3, SwissOptions{Seats: SeatsFree}, "2-1"},
		{"two pairs are too uneven each, and are allowed to be", fieldOf("1", "2", "3", "4"), firstTwice, 3, SwissOptions{Seats: SeatsRelaxed}, "2-1 3-4"},
		{"two lead, and have both had the first seat twice", six, uneven, 3, SwissOptions{}, "6-1 3-2 5-4"},
		{"relaxed, they still do not meet where there is another way", six, uneven, 3, SwissOptions{Seats: SeatsRelaxed}, "6-1 3-2 5-4"},
		{"all have met", fieldOf("1", "2"), []Result{win(1, "1", "2")}, 2, SwissOptions{}, ""},
		{"a pair still to play has met", fieldOf("1", "2"), []Result{{Round: 1, First: "1", Second: "2"}}, 2, SwissOptions{}, ""},
		{
			"forfeited is met", fieldOf("1", "2"),
			[]Result{{Round: 1, First: "1", Second: "2", Over: true, Halves: [2]int{Win, Loss}, Forfeit: [2]bool{false, true}}},
			2,
			SwissOptions{},
			"",
		},
		{
			"unless it may be paired again", fieldOf("1", "2"),
			[]Result{{Round: 1, First: "1", Second: "2", Over: true, Halves: [2]int{Win, Loss}, Forfeit: [2]bool{false, true}}},
			2,
			SwissOptions{Rematch: true},
			"1-2",
		},
		{"no second bye", fieldOf("1", "2", "3"), []Result{win(1, "1", "2"), bye(1, "3")}, 2, SwissOptions{}, "3-1 2-"},
		{
			"no bye after a win by forfeit", fieldOf("1", "2", "3", "4", "5"),
			[]Result{
				win(1, "1", "3"),
				{Round: 1, First: "2", Second: "4", Over: true, Halves: [2]int{Loss, Win}, Forfeit: [2]bool{true, false}},
				bye(1, "5"),
				win(2, "3", "4"),
				{Round: 2, First: "1", Second: "5", Over: true, Halves: [2]int{Win, Loss}},
				bye(2, "2"),
			},
			3,
			SwissOptions{},
			"4-1 5-2 3-",
		},
		{
			"who asked for a bye is not paired, and may get one later", fieldOf("1", "2", "3"),
			[]Result{{Round: 1, First: "3", Asked: true, Over: true, Halves: [2]int{Draw}}, win(1, "1", "2"), {Round: 2, First: "1", Asked: true, Over: true}},
			2,
			SwissOptions{},
			"2-3",
		},
		{
			"who comes late has no points, and no bye before",
			[]Entrant{{ID: "1", Rank: 1}, {ID: "2", Rank: 2}, {ID: "3", Rank: 3, From: 2}},
			[]Result{win(1, "1", "2")},
			2,
			SwissOptions{},
			"3-1 2-",
		},
		{"one alone", fieldOf("1"), nil, 1, SwissOptions{}, ""},
		{"nobody", nil, nil, 1, SwissOptions{}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			pairs, err := Swiss(test.field, test.results, test.round, test.options)
			if test.want == "" {
				if known, ok := err.(*rules.Error); !ok || known.Kind != rules.Conflict || known.Key != "error.no-pairing" {
					t.Fatalf("got %s and %v, want no pairing", line(pairs), err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := line(pairs); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}
