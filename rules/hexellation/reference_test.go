package hexellation_test

import (
	"fmt"
	"slices"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/rules/hexellation"
	"hexclub/rules/rulestest"
)

// A second, slow implementation of the rules that uses only what is drawn, to
// check the engine's tables.

// drawn holds the stars of a board by their ground, the marked ones, and all
// cells of the sky.
type drawn struct {
	stars  map[rules.Ground][]hex.Cell
	marked []hex.Cell
	sky    []hex.Cell
}

func draw(st rules.State) drawn {
	d := drawn{stars: map[rules.Ground][]hex.Cell{}}
	for _, cell := range st.Board().Cells {
		if cell.Ground == rules.Sky {
			d.sky = append(d.sky, cell.Cell)
		}
		if len(cell.Stack) > 0 {
			d.stars[cell.Ground] = append(d.stars[cell.Ground], cell.Cell)
		}
		if cell.Mark == rules.Decisive {
			d.marked = append(d.marked, cell.Cell)
		}
	}
	return d
}

// copies lists the copies of a shape among stars, each in reading order and
// once: rule 4.
func copies(shape, stars []hex.Cell) (found [][]hex.Cell) {
	turned := slices.Clone(shape)
	for range 6 {
		for _, start := range stars { // where the first cell of the shape goes
			var copied []hex.Cell
			for _, c := range turned {
				c = hex.Cell{Q: c.Q - turned[0].Q + start.Q, R: c.R - turned[0].R + start.R}
				if slices.Contains(stars, c) {
					copied = append(copied, c)
				}
			}
			slices.SortFunc(copied, readingOrder)
			if len(copied) == len(shape) && !slices.ContainsFunc(found, func(other []hex.Cell) bool { return slices.Equal(other, copied) }) {
				found = append(found, copied)
			}
		}
		for i, c := range turned { // q, r and -q-r are three axes: 60 degrees take each to the next, with the opposite sign
			turned[i] = hex.Cell{Q: c.Q + c.R, R: -c.Q}
		}
	}
	return found
}

func readingOrder(a, b hex.Cell) int {
	switch {
	case a == b:
		return 0
	case a.Less(b):
		return -1
	}
	return 1
}

// promises checks what the rules guarantee in every state.
func promises(st rules.State) error {
	d, turn := draw(st), st.Turn()
	model, avoid, stars := d.stars[rules.Model], d.stars[rules.Avoid], d.stars[rules.Sky]
	if len(model) > 5 || len(avoid) > max(0, len(model)-1) || len(stars) > 0 && len(avoid) != len(model)-1 {
		return fmt.Errorf("MODEL has %d stars, AVOID %d, the sky %d", len(model), len(avoid), len(stars))
	}
	if len(avoid) > 0 && len(avoid) == len(model)-1 && len(copies(avoid, model)) > 0 {
		return fmt.Errorf("AVOID %v lies in MODEL %v", avoid, model)
	}
	claims := 0
	for _, action := range st.Actions(nil) {
		if action.Kind == hexellation.ClaimModel || action.Kind == hexellation.ClaimAvoid {
			claims++
		}
	}
	if declared := options(st.Position())["declare"] == "yes"; !declared || turn.Seat == 0 {
		if claims > 0 {
			return fmt.Errorf("%d claims without declaring", claims)
		}
		return nil
	}
	if turn.Phase < star {
		return nil
	}
	models, avoids := copies(model, stars), copies(avoid, stars)
	if turn.Action > 0 { // rule 7: AVOID never after the own star
		avoids = nil
	}
	if claims != len(models)+len(avoids) {
		return fmt.Errorf("%d claims, want those of MODEL %v and of AVOID %v", claims, models, avoids)
	}
	for kind, shapes := range map[rules.Kind][][]hex.Cell{hexellation.ClaimModel: models, hexellation.ClaimAvoid: avoids} {
		for _, shape := range shapes {
			claim, _ := rules.NewClaim(kind, shape)
			if refusal := st.Refuse(claim); refusal != nil {
				return fmt.Errorf("%s is refused: %v", st.Text(claim), refusal)
			}
		}
	}
	return nil
}

// star is the phase in which a star is put in the sky; the phases before it
// make the constellations.
var star = rules.Phase(slices.IndexFunc(hexellation.Game{}.Info().Phases, func(p rules.PhaseInfo) bool { return p.Name == "star" }))

// A referee follows a game without declarations by rules 3 to 6.
type referee struct {
	seats  int
	out    map[rules.Seat]bool
	seat   rules.Seat
	winner rules.Seat
	full   bool
}

func (r *referee) over() bool { return r.winner != 0 || r.full }

func (r *referee) next() {
	for r.seat = r.seat%rules.Seat(r.seats) + 1; r.out[r.seat]; {
		r.seat = r.seat%rules.Seat(r.seats) + 1
	}
}

// leave removes a seat and finds the last one.
func (r *referee) leave(seat rules.Seat) {
	r.out[seat] = true
	if len(r.out) < r.seats-1 {
		return
	}
	for other := range rules.Seat(r.seats) {
		if !r.out[other+1] {
			r.winner = other + 1
		}
	}
}

// judge applies a star in the sky. It returns the cells to be marked when the
// game is over.
func (r *referee) judge(d drawn, put hex.Cell) (marked []hex.Cell) {
	through := func(shape []hex.Cell) (union []hex.Cell) {
		for _, copied := range copies(shape, d.stars[rules.Sky]) {
			if slices.Contains(copied, put) {
				union = append(union, copied...)
			}
		}
		slices.SortFunc(union, readingOrder)
		return slices.Compact(union)
	}
	avoid, model := through(d.stars[rules.Avoid]), through(d.stars[rules.Model])
	switch {
	case avoid != nil:
		r.leave(r.seat)
		if r.over() {
			return avoid
		}
	case model != nil:
		r.winner = r.seat
		return model
	}
	if r.full = len(d.stars[rules.Sky]) == len(d.sky); !r.full {
		r.next()
	}
	return nil
}

// TestAgainstReferee compares random games, in some of which players leave,
// with the slow rules above.
func TestAgainstReferee(t *testing.T) {
	random := rules.Random(5)
	for _, chosen := range rulestest.OptionSets(hexellation.Game{}.Info()) {
		if chosen["declare"] == "yes" {
			continue
		}
		for range rulestest.Some(t, 10) {
			st, err := hexellation.Game{}.New(rules.Setup{Options: chosen})
			if err != nil {
				t.Fatal(err)
			}
			for st.Turn().Phase != star {
				play(st, &random)
			}
			followGame(t, st, &random)
		}
	}
}

func play(st rules.State, random *rules.Random) rules.Action {
	actions := st.Actions(nil)
	action := actions[random.IntN(len(actions))]
	st.Play(action)
	return action
}

// followGame plays from the first star in the sky on.
func followGame(t *testing.T, st rules.State, random *rules.Random) {
	t.Helper()
	r := &referee{seats: st.Seats(), out: map[rules.Seat]bool{}, seat: 1}
	var marked []hex.Cell
	for !r.over() {
		if random.IntN(20) == 0 {
			seat := rules.Seat(random.IntN(r.seats) + 1)
			st.Retire(seat, rules.Timeout)
			if !r.out[seat] {
				r.leave(seat)
				if seat == r.seat && !r.over() {
					r.next()
				}
			}
		} else {
			put := play(st, random)
			marked = r.judge(draw(st), put.From)
		}
		result, over := st.Result()
		if over != r.over() || !over && st.Turn().Seat != r.seat {
			t.Fatalf("over %v, want %v; seat %d, want %d at %s", over, r.over(), st.Turn().Seat, r.seat, st.Position())
		}
		if over && r.full != result.Drawn || r.winner != 0 && !slices.Equal(result.Winners(), []rules.Seat{r.winner}) {
			t.Fatalf("%s, want drawn %v, else seat %d to win, at %s", result, r.full, r.winner, st.Position())
		}
	}
	if got := draw(st).marked; !slices.Equal(got, marked) {
		t.Fatalf("marked are %v, want %v at %s", got, marked, st.Position())
	}
}

// TestEveryModelHasAnAvoid checks that rule 2 always leaves a star for AVOID,
// whatever MODEL is and however AVOID was begun, and that every constellation
// without a copy in MODEL can be made.
func TestEveryModelHasAnAvoid(t *testing.T) {
	zone := hex.Disc(1)
	models := 0
	for set := range 1 << len(zone) {
		model := chosenCells(zone, set)
		if len(model) != 4 && len(model) != 5 {
			continue
		}
		models++
		st := newState(t, "")
		for _, c := range model {
			playText(t, st, "m:"+c.Name(1))
		}
		if len(model) == 4 {
			playText(t, st, "end")
		}
		made := map[string]bool{}
		makeAvoid(t, st, made)
		want := 0
		for part := range 1 << len(zone) {
			avoid := chosenCells(zone, part)
			if len(avoid) == len(model)-1 && len(copies(avoid, model)) == 0 {
				want++
			}
		}
		if len(made) != want || want == 0 {
			t.Errorf("to MODEL %v there are %d constellations AVOID, want %d", model, len(made), want)
		}
	}
	if models != 35+21 {
		t.Errorf("%d constellations MODEL", models)
	}
}

// makeAvoid records every AVOID that can be made.
func makeAvoid(t *testing.T, st rules.State, made map[string]bool) {
	t.Helper()
	if st.Turn().Phase == star {
		made[fmt.Sprint(draw(st).stars[rules.Avoid])] = true
		return
	}
	actions := st.Actions(nil)
	if len(actions) == 0 {
		t.Fatalf("AVOID cannot be completed at %s", st.Position())
	}
	for _, action := range actions {
		next := st.Clone()
		next.Play(action)
		makeAvoid(t, next, made)
	}
}

func chosenCells(from []hex.Cell, set int) (list []hex.Cell) {
	for i, c := range from {
		if set&(1<<i) != 0 {
			list = append(list, c)
		}
	}
	return list
}
