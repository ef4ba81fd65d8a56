package hexone_test

import (
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/rules/rulestest"
)

// maxPlayout cuts off a random game that does not end; repetition is not
// judged here.
const maxPlayout = 1000

func BenchmarkPlayouts(b *testing.B) {
	start := newState(b, "")
	st := start.Clone()
	buf := make([]rules.Action, 0, 64)
	random := uint64(0x9e3779b97f4a7c15)
	actions := 0
	b.ReportAllocs()
	for b.Loop() {
		st.Set(start)
		for range maxPlayout {
			buf = st.Actions(buf[:0])
			if len(buf) == 0 {
				break
			}
			random ^= random << 13
			random ^= random >> 7
			random ^= random << 17
			st.Play(buf[random>>32*uint64(len(buf))>>32])
			actions++
		}
	}
	seconds := b.Elapsed().Seconds()
	b.ReportMetric(float64(b.N)/seconds, "playouts/s")
	b.ReportMetric(float64(actions)/seconds, "actions/s")
}

func BenchmarkPerft(b *testing.B) {
	start := newState(b, "")
	nodes := uint64(0)
	for b.Loop() {
		nodes += rulestest.Perft(start, 6)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "leaves/s")
}

func BenchmarkKey(b *testing.B) {
	start := newState(b, "")
	for b.Loop() {
		start.Key()
	}
}

// newState is a state at the position, the start if it is empty.
func newState(tb testing.TB, position string) rules.State {
	tb.Helper()
	st, err := hexone.Game{}.New(rules.Setup{Position: position})
	if err != nil {
		tb.Fatal(err)
	}
	return st
}
