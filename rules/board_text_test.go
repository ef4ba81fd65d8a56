package rules_test

import (
	"testing"

	"hexclub/rules"
	"hexclub/rules/hex"
)

func TestBoardText(t *testing.T) {
	pieces := func(seats ...rules.Seat) (stack []rules.Piece) {
		for _, seat := range seats {
			stack = append(stack, rules.Piece{Seat: seat, Shape: rules.Token})
		}
		return stack
	}
	hat := rules.Piece{Seat: 2, Shape: rules.Hat}
	board := rules.Board{
		Cells: []rules.BoardCell{
			{Cell: hex.Cell{Q: 0, R: -1}, Name: "c2", Ground: rules.White, Stack: pieces(1)},
			{Cell: hex.Cell{Q: 1, R: -1}, Name: "c3", Ground: rules.Removed},
			{Cell: hex.Cell{Q: -1, R: 0}, Name: "b1", Ground: rules.Grey},
			{Cell: hex.Cell{Q: 0, R: 0}, Name: "b2", Ground: rules.Fixed, Stack: pieces(1, 2, 1)},
			{Cell: hex.Cell{Q: 1, R: 0}, Name: "b3", Ground: rules.Fixed, Stack: pieces(2, 2, 2)},
			{Cell: hex.Cell{Q: -1, R: 2}, Name: "z9", Ground: rules.Dark, Stack: append(pieces(1), hat)},
			{Cell: hex.Cell{Q: 0, R: 2}, Name: "z8", Ground: rules.Sky, Stack: pieces(0), Mark: rules.Decisive},
			{Cell: hex.Cell{Q: 1, R: 2}, Name: "z7", Ground: rules.Black},
		},
		Counts: []rules.Count{{Key: "tiles", Text: "12"}, {Seat: 2, Key: "points", Text: "17.5"}},
	}
	want := "" +
		"    (c2:1)   ..\n" +
		"[b1]     b2:121  b3:2*3\n" +
		"\n" +
		"        {z9:1^2} z8:*!  [z7]\n" +
		"tiles 12\n" +
		"points 2 17.5\n"
	if got := board.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := (rules.Board{}).String(); got != "" {
		t.Errorf("an empty board is drawn %q", got)
	}
}

// A stack wider than a cell widens all cells.
func TestBoardTextGrows(t *testing.T) {
	tall := rules.BoardCell{Cell: hex.Cell{Q: 0, R: 0}, Name: "0,0", Ground: rules.White}
	for range 4 {
		tall.Stack = append(tall.Stack, rules.Piece{Seat: 1, Shape: rules.Token}, rules.Piece{Seat: 2, Shape: rules.Token})
	}
	board := rules.Board{Cells: []rules.BoardCell{
		tall, {Cell: hex.Cell{Q: 1}, Name: "1,0", Ground: rules.Black}, {Cell: hex.Cell{R: 1}, Name: "0,1", Ground: rules.Table},
	}}
	want := "" +
		"(0,0:12121212)[1,0]\n" +
		"        0,1\n"
	if got := board.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
