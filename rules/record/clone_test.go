package record_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/hex"
	"hexclub/rules/record"
)

// TestClone alternates between playing on with a record and with its clone,
// and checks that each stays what its events make it while the other changes.
// It resets the clocks before each comparison, because events do not hold the
// time of an unfinished turn.
func TestClone(t *testing.T) {
	for _, game := range games.All() {
		t.Run(game.Info().Key, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			r, err := record.NewTimed(game, rules.Setup{}, record.Control{Base: 60_000})
			if err != nil {
				t.Fatal(err)
			}
			for range 100 {
				clone := r.Clone()
				for range 3 { // appends to the lists that both have
					happen(r, random)
				}
				wantReplayed(t, clone)
				happen(clone, random)
				wantReplayed(t, r)
			}
		})
	}
}

// TestReading calls every reading method of a record and its states and checks
// that nothing changes. Without hidden caches several goroutines can read one
// record.
func TestReading(t *testing.T) {
	for _, game := range games.All() {
		t.Run(game.Info().Key, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			r, err := record.New(game, rules.Setup{})
			if err != nil {
				t.Fatal(err)
			}
			for range 50 {
				happen(r, random)
				read(r.State())
				read(r.Before())
				for range r.Positions() {
				}
				r.Draft("a1")
				r.AwaitsFirstTurn()
				r.Sheet(nil)
				wantReplayed(t, r)
			}
		})
	}
}

// read calls the methods of a state that do not change it.
func read(st rules.State) {
	board := st.Board()
	for _, action := range st.Actions(nil) {
		text := st.Text(action)
		_, _ = st.Parse(text)
		st.Refuse(action)
		st.Picks(action)
		st.Trace(action)
	}
	for _, cell := range board.Cells {
		st.Refuse(st.Guess([]hex.Cell{cell.Cell}))
	}
	if counter, ok := st.(rules.Counter); ok {
		counter.Count()
	}
	if sampler, ok := st.(rules.Sampler); ok {
		sampler.Sample(new(rules.Random))
	}
	_, _ = st.Result()
	st.Arrange(board.Cells, 1)
	st.Position()
	st.Key()
	st.Out(1)
}

// happen changes a record, usually by an action, otherwise by an act.
func happen(r *record.Record, random *rand.Rand) {
	seat := rules.Seat(1 + random.IntN(r.State().Seats()))
	r.Spend(int64(random.IntN(100)))
	switch random.IntN(20) {
	case 0:
		_ = r.OfferDraw(seat)
	case 1, 2, 3:
		_ = r.AskTakeback(seat)
	case 4, 5:
		_ = r.Accept(seat)
	case 6:
		_ = r.Decline(seat)
	default:
		if actions := r.State().Actions(nil); len(actions) > 0 {
			_ = r.Step(actions[random.IntN(len(actions))])
		}
	}
}

// wantReplayed fails the test unless a replay of the record's events gives the
// same record.
func wantReplayed(t *testing.T, r *record.Record) {
	t.Helper()
	want, err := record.ReplayTimed(r.Game(), r.Setup(), r.Control(), r.Events())
	if err != nil {
		t.Fatal(err)
	}
	r.Spend(0)
	if !reflect.DeepEqual(r, want) {
		t.Fatalf("after %v the record is\n%+v\nand its replay\n%+v", r.Events(), r, want)
	}
}

// BenchmarkClone clones a record of 100 actions. A clone should cost a small
// part of a replay.
func BenchmarkClone(b *testing.B) {
	for _, game := range games.All() {
		b.Run(game.Info().Key, func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 2))
			r, err := record.New(game, rules.Setup{})
			if err != nil {
				b.Fatal(err)
			}
			for range 100 {
				if actions := r.State().Actions(nil); len(actions) > 0 {
					_ = r.Step(actions[random.IntN(len(actions))])
				}
			}
			b.Run("clone", func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					r.Clone()
				}
			})
			b.Run("replay", func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := record.Replay(game, r.Setup(), r.Events()); err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
}
