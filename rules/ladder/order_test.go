package ladder

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"hexclub/rules"
)

// Any order of the players can be reached, and its events, taken one by one as corrections, make the same order.
func TestOrder(t *testing.T) {
	ids := []string{"ann", "ben", "cid", "dan", "eve", "fay"}
	random := rand.New(rand.NewPCG(7, 7))
	for range 200 {
		s, err := New(day, Default("six"), ids)
		if err != nil {
			t.Fatal(err)
		}
		order := slices.Clone(ids)
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		steps := s.clone()
		events, err := s.Order(2*day, order)
		if err != nil || !slices.Equal(s.ids(), order) {
			t.Fatalf("%v, want %v: %v", s.ids(), order, err)
		}
		place := map[string]int{}
		for i, id := range ids {
			place[id] = i + 1
		}
		for _, e := range events {
			if e.From != place[e.Player] || e.Kind == Moved && e.From == e.To {
				t.Errorf("%v: %+v", order, e)
			}
			place[e.Player] = e.To
			if e.Kind != Placed {
				continue
			}
			if _, err := steps.Correct(2*day, e.Player, e.To); err != nil {
				t.Fatal(err)
			}
		}
		for i, id := range order {
			if place[id] != i+1 {
				t.Errorf("%v: the events put %s on place %d", order, id, place[id])
			}
		}
		if !slices.Equal(steps.ids(), order) {
			t.Errorf("one by one %v, want %v", steps.ids(), order)
		}
	}
}

// A list with other players, or one twice, changes nothing.
func TestOrderOfOthers(t *testing.T) {
	s, err := New(day, Default("six"), []string{"ann", "ben", "cid"})
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range [][]string{nil, {"cid", "ben"}, {"cid", "ben", "dan"}, {"cid", "ben", "ben"}, {"cid", "ben", "ann", "ann"}} {
		var known *rules.Error
		if _, err := s.Order(2*day, order); !errors.As(err, &known) || known.Key != "error.ladder-order" || !slices.Equal(s.ids(), []string{"ann", "ben", "cid"}) {
			t.Errorf("%v: %v, %v", order, err, s.ids())
		}
	}
	if events, err := s.Order(2*day, []string{"ann", "ben", "cid"}); err != nil || len(events) != 0 {
		t.Errorf("the same order: %+v, %v", events, err)
	}
}
