package table

import (
	"fmt"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/hex"
	"hexclub/rules/record"
	"hexclub/views/board"
)

// windows returns the part of the plane that each page of a replay shows, in order.
func windows(t *testing.T, r *record.Record) (list []string) {
	t.Helper()
	in := replayOf(t, r)
	for _, at := range moments(r) {
		list = append(list, newReplay(t, in, at, false).Board.ViewBox)
	}
	return list
}

// drifting returns a game of Six in which all hexagons move to the east, the last of them first.
func drifting(t *testing.T) *record.Record {
	t.Helper()
	six, err := games.Find("six")
	if err != nil {
		t.Fatal(err)
	}
	r := playedAtRandom(t, six, nil, 5, 40)
	for range 90 {
		var east rules.Action
		most := -1000
		for _, a := range r.State().Actions(nil) {
			ahead := 2*int(a.To.Q-a.From.Q) + int(a.To.R-a.From.R)
			after := r.State().Clone()
			if after.Play(a); after.Turn().Seat != 0 && ahead > most {
				east, most = a, ahead
			}
		}
		if err := r.Step(east); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// While a board only grows, a replay shows the same part of the plane.
func TestReplayStaysInPlace(t *testing.T) {
	for _, game := range games.All() {
		t.Run(game.Info().Key, func(t *testing.T) {
			list := windows(t, playedAtRandom(t, game, nil, 3, 42))
			for i, window := range list {
				if window != list[0] {
					t.Fatalf("moment %d shows %q, the first %q", i, window, list[0])
				}
			}
		})
	}
}

// If a shape drifts over the table, the window moves seldom, shows all of the board at the beginning and the end
// of each turn, and is not much larger than the largest turn.
func TestReplayFollowsADriftingBoard(t *testing.T) {
	r := drifting(t)
	list := windows(t, r)
	jumps, widest, broadest := 0, 0, 0
	for i, at := range moments(r) {
		if i > 0 && list[i] != list[i-1] {
			jumps++
		}
		x, y, width, height := readWindow(t, list[i])
		own := boundsOf(t, r, at)
		if at.Turn > 0 {
			own = own.And(boundsOf(t, r, Moment{Turn: at.Turn - 1}))
		}
		widest, broadest = max(widest, own.Width()), max(broadest, width)
		if own.MinX < x || own.MinY < y || own.MaxX > x+width || own.MaxY > y+height {
			t.Errorf("%+v takes %+v, which %q does not show", at, own, list[i])
		}
	}
	t.Logf("the window jumps %d times in %d turns and is %d wide, for boards of %d", jumps, len(r.Turns()), broadest, widest)
	if jumps == 0 || jumps > len(list)/15 {
		t.Errorf("the window jumps %d times in %d turns", jumps, len(list))
	}
	if broadest > widest*3/2+4*hex.Width {
		t.Errorf("a window is %d wide, for boards of %d", broadest, widest)
	}
}

func readWindow(t *testing.T, text string) (x, y, width, height int) {
	t.Helper()
	if _, err := fmt.Sscan(text, &x, &y, &width, &height); err != nil {
		t.Fatal(err)
	}
	return x, y, width, height
}

// boundsOf returns the bounds of a board at a moment.
func boundsOf(t *testing.T, r *record.Record, at Moment) board.Extent {
	t.Helper()
	var cells []hex.Cell
	for _, c := range stateAt(t, r, at).Board().Cells {
		cells = append(cells, c.Cell)
	}
	return board.ExtentOf(cells, 0)
}

func BenchmarkReplay(b *testing.B) {
	six, err := games.Find("six")
	if err != nil {
		b.Fatal(err)
	}
	in := replayOf(b, playedAtRandom(b, six, nil, 4, 200))
	for b.Loop() {
		newReplay(b, in, Moment{Turn: 100}, true)
	}
}
