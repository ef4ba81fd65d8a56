package rulestest

import (
	"errors"
	"strings"
	"testing"

	"hexclub/rules"
)

// NewState returns a state of a game at a position, at the game's own start if
// the position is empty.
func NewState(tb testing.TB, game rules.Game, position string) rules.State {
	tb.Helper()
	st, err := game.New(rules.Setup{Position: position})
	if err != nil {
		tb.Fatal(err)
	}
	return st
}

// BadPositions checks that texts are rejected as positions. A row is the name
// of the case, the text, and a part of the detail that says what is wrong.
func BadPositions(t *testing.T, game rules.Game, rows [][3]string) {
	for _, row := range rows {
		name, position, detail := row[0], row[1], row[2]
		t.Run(name, func(t *testing.T) {
			st, err := game.New(rules.Setup{Position: position})
			var known *rules.Error
			if !isInvalid(err, "error.position") || !errors.As(err, &known) || !strings.Contains(known.Detail, detail) {
				t.Errorf("%v, want an error of kind Invalid with the key error.position and %q in the detail", err, detail)
			}
			if st != nil {
				t.Errorf("there is a state beside the error: %s", st.Position())
			}
		})
	}
}

// Readings checks how positions with omitted fields or other spellings are
// read. A row is the name of the case, the text, and the resulting position.
func Readings(t *testing.T, game rules.Game, rows [][3]string) {
	for _, row := range rows {
		name, written, read := row[0], row[1], row[2]
		t.Run(name, func(t *testing.T) {
			if got := NewState(t, game, written).Position(); got != read {
				t.Errorf("%q is read as %q, want %q", written, got, read)
			}
		})
	}
}

// Keys checks that positions have the same key as the first of them, and that
// each of the others has a key of its own.
func Keys(t *testing.T, game rules.Game, same, others []string) {
	t.Helper()
	key := NewState(t, game, same[0]).Key()
	for _, position := range same[1:] {
		if NewState(t, game, position).Key() != key {
			t.Errorf("%s and %s have two keys", same[0], position)
		}
	}
	known := map[rules.Key]string{key: same[0]}
	for _, position := range others {
		key := NewState(t, game, position).Key()
		if other, ok := known[key]; ok {
			t.Errorf("%s and %s have one key", position, other)
		}
		known[key] = position
	}
}
