package rules_test

import (
	"testing"

	"hexclub/rules"
	"hexclub/rules/hex"
)

func TestBoardText(t *testing.T) {
	pieces := func(seats ...rules.Seat) (stack []rules.Piece) {
		for _, seat := range seats {
			stack = append(stack, rules.Piece{Seat: seat})
		}
		return stack
	}
	board := rules.Board{Cells: []rules.BoardCell{
		{Cell: hex.Cell{Q: 0, R: -1}, Name: "c2", Ground: rules.White, Stack: pieces(1)},
		{Cell: hex.Cell{Q: 1, R: -1}, Name: "c3", Ground: rules.Gone},
		{Cell: hex.Cell{Q: -1, R: 0}, Name: "b1", Ground: rules.Grey},
		{Cell: hex.Cell{Q: 0, R: 0}, Name: "b2", Ground: rules.Fixed, Stack: pieces(1, 2, 1)},
		{Cell: hex.Cell{Q: 1, R: 0}, Name: "b3", Ground: rules.White, Stack: pieces(2, 2, 2, 2)},
		{Cell: hex.Cell{Q: -1, R: 2}, Name: "z9", Ground: rules.Fixed},
	}}
	want := "" +
		"    (c2:1)   ..\n" +
		"[b1]     b2:121 (b3:2*4)\n" +
		"\n" +
		"         z9\n"
	if got := board.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := (rules.Board{}).String(); got != "" {
		t.Errorf("an empty board is drawn %q", got)
	}
}
