package rulestest

import (
	"crypto/sha256"
	"reflect"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// checkOver checks that all methods agree on whether the game is over.
func (c *checker) checkOver(st rules.State) {
	c.t.Helper()
	result, over := st.Result()
	if over != (len(c.buf) == 0) || over != (st.Turn().Seat == 0) {
		c.failf(st, "over %v, %d legal actions, turn %+v", over, len(c.buf), st.Turn())
	}
	if turn := st.Turn(); turn.Seat != 0 && (int(turn.Phase) >= len(c.info.Phases) || st.Out(turn.Seat)) {
		c.failf(st, "turn %+v of the phases %+v, out %v", turn, c.info.Phases, st.Out(turn.Seat))
	}
	if turn := st.Turn(); turn.Number < 1 || turn.Action < 0 || int(turn.Seat) > st.Seats() {
		c.failf(st, "turn %+v", turn)
	}
	if !over {
		return
	}
	if !slices.Contains(slices.Concat(c.info.Reasons, rules.PlatformReasons()), result.Reason) {
		c.failf(st, "the game ended by %q, which Info.Reasons does not list", result.Reason)
	}
	for i, place := range result.Places {
		if (place == 0) != (i >= st.Seats()) || place < 0 || place > 2 {
			c.failf(st, "the places are %v with %d seats", result.Places, st.Seats())
		}
	}
	if back, err := rules.ParseResult(result.String(), st.Seats()); err != nil {
		c.failf(st, "the result %q does not read back: %v", result, err)
	} else if back.Reason = result.Reason; back != result {
		c.failf(st, "the result %+v reads back as %+v", result, back)
	}
}

// checkSampled checks that counting and drawing actions agree with listing
// them.
func (c *checker) checkSampled(st rules.State) {
	c.t.Helper()
	if counter, ok := st.(rules.Counter); ok && counter.Count() != len(c.buf) {
		c.failf(st, "%d actions are counted and %d listed", counter.Count(), len(c.buf))
	}
	if sampler, ok := st.(rules.Sampler); ok {
		action, ok := sampler.Sample(&c.draws)
		if ok != (len(c.buf) > 0) || ok && !slices.Contains(c.buf, action) {
			c.failf(st, "%s is drawn (%v) and not legal", st.Text(action), ok)
		}
	}
}

// checkActions checks the list of legal actions and their notation.
func (c *checker) checkActions(st rules.State) {
	c.t.Helper()
	marker := rules.Action{Kind: 255}
	again := st.Actions([]rules.Action{marker})
	if again[0] != marker || !slices.Equal(again[1:], c.buf) {
		c.failf(st, "Actions does not append the same actions again: %v, then %v", c.buf, again)
	}
	if len(c.buf) > 0 && !slices.ContainsFunc(c.buf, func(a rules.Action) bool { return !c.info.Kinds[a.Kind].Secret }) {
		c.failf(st, "all legal actions are secret: %v", texts(st, c.buf))
	}
	seen := map[string]bool{}
	clear(c.legal)
	c.others.add(c.buf)
	for _, action := range c.buf {
		c.legal[action] = true
		text := st.Text(action)
		if text == "" || len(text) > rules.MaxNotation || strings.ContainsAny(text, " \t\n") || seen[text] {
			c.failf(st, "%+v is written %q", action, text)
		}
		seen[text] = true
		if back, err := st.Parse(text); err != nil || back != action {
			c.failf(st, "%+v is written %q and read as %+v, %v", action, text, back, err)
		}
		if int(action.Kind) >= len(c.info.Kinds) {
			c.failf(st, "%s has no kind: %+v", text, action)
		}
		c.remember(text)
	}
}

// checkRefusals checks that exactly the legal actions are not refused.
func (c *checker) checkRefusals(st rules.State) {
	c.t.Helper()
	for _, action := range c.buf {
		if refusal := st.Refuse(action); refusal != nil {
			c.failf(st, "%s is legal and refused: %v", st.Text(action), refusal)
		}
	}
	for action := range c.others.sample(c.random) {
		c.checkRefusal(st, action)
	}
	for range 4 { // something that is no action of the game must do no harm
		action := rules.Action{
			Kind: rules.Kind(c.random.IntN(len(c.info.Kinds) + 1)),
			Way:  hex.Direction(c.random.IntN(256)),
			Span: rules.Span{
				From: hex.Cell{Q: int8(c.random.IntN(256)), R: int8(c.random.IntN(256))},
				To:   hex.Cell{Q: int8(c.random.IntN(7) - 3), R: int8(c.random.IntN(7) - 3)},
			},
		}
		if c.random.IntN(2) == 0 {
			action.More = c.random.Uint64()
		}
		c.checkRefusal(st, action)
		st.Text(action)
		st.Picks(action)
	}
}

func (c *checker) checkRefusal(st rules.State, action rules.Action) {
	c.t.Helper()
	refusal := st.Refuse(action)
	if (refusal == nil) != c.legal[action] {
		c.failf(st, "%+v (%s): refusal %v, legal are %v", action, st.Text(action), refusal, texts(st, c.buf))
	}
	if refusal == nil {
		return
	}
	if !listed(c.info, refusal) {
		c.failf(st, "%s is refused with the key %q, which Info.Refusals does not list", st.Text(action), refusal.Key)
	}
	over := st.Turn().Seat == 0
	if over != (refusal.Rule == "") || !over && !slices.Contains(c.info.Rules, refusal.Rule) {
		c.failf(st, "%s is refused by rule %q", st.Text(action), refusal.Rule)
	}
	if len(refusal.Instead) > 0 && len(refusal.Instead) != c.offered() {
		c.failf(st, "%s is refused for %v, which is not all that can be done", st.Text(action), texts(st, refusal.Instead))
	}
	for _, instead := range refusal.Instead {
		if !c.legal[instead] || c.info.Kinds[instead.Kind].Secret {
			c.failf(st, "%s is refused for %s, which is not legal or is secret", st.Text(action), st.Text(instead))
		}
	}
}

// offered returns the number of legal actions that are not secret.
func (c *checker) offered() int {
	n := 0
	for _, action := range c.buf {
		if !c.info.Kinds[action.Kind].Secret {
			n++
		}
	}
	return n
}

// listed reports whether the game lists a refusal.
func listed(info rules.Info, refusal *rules.Refusal) bool {
	return refusal.Key == info.Key+".refuse."+refusal.Reason && slices.Contains(info.Refusals, refusal.Reason)
}

// checkPosition checks that the position reads back as the same state.
func (c *checker) checkPosition(st rules.State) {
	c.t.Helper()
	text := st.Position()
	if strings.ContainsAny(text, "\r\n\t#") || strings.TrimSpace(text) != text || text == "" {
		c.failf(st, "the position is %q", text)
	}
	back, err := c.game.New(rules.Setup{Position: text})
	if err != nil {
		c.failf(st, "the position does not read back: %v", err)
	}
	c.checkEqual(st, back, "the position read back")
	c.remember(text)
}

// checkEqual checks that no method distinguishes two states.
func (c *checker) checkEqual(st, other rules.State, what string) {
	c.t.Helper()
	want, got := look(st), look(other)
	if !want.equal(got) {
		c.failf(st, "%s differs (-state +%s):\n%s", what, what, cmp.Diff(want, got))
	}
}

// A view holds everything visible of a state.
type view struct {
	Position string
	Key      rules.Key
	Turn     rules.Turn
	Result   rules.Result
	Over     bool
	Seats    int
	Out      [rules.MaxSeats + 1]bool // by seat
	Actions  []rules.Action
	Board    rules.Board
}

func look(st rules.State) view {
	result, over := st.Result()
	v := view{Position: st.Position(), Key: st.Key(), Turn: st.Turn(), Result: result, Over: over, Seats: st.Seats(), Actions: st.Actions(nil), Board: st.Board()}
	for seat := range v.Out {
		v.Out[seat] = seat >= 1 && seat <= v.Seats && st.Out(rules.Seat(seat))
	}
	return v
}

// equal compares without reflection: it is called many times for every state.
func (v view) equal(w view) bool {
	sameCell := func(a, b rules.BoardCell) bool {
		same := slices.Equal(a.Stack, b.Stack)
		a.Stack, b.Stack = nil, nil
		return same && reflect.DeepEqual(a, b)
	}
	return v.Position == w.Position && v.Key == w.Key && v.Turn == w.Turn &&
		v.Result == w.Result && v.Over == w.Over && v.Seats == w.Seats && v.Out == w.Out &&
		slices.Equal(v.Actions, w.Actions) && slices.EqualFunc(v.Board.Cells, w.Board.Cells, sameCell) && slices.Equal(v.Board.Counts, w.Board.Counts)
}

// checkKey checks that a key identifies one position: the drawing, the seat to
// act and the legal actions.
func (c *checker) checkKey(st rules.State) {
	c.t.Helper()
	result, _ := st.Result()
	position := st.Board().String() + toMove(st) + result.String() + string(result.Reason) + strings.Join(texts(st, c.buf), " ")
	digest := sha256.Sum256([]byte(position))
	if known, ok := c.keys[st.Key()]; ok && known != digest {
		c.failf(st, "two positions have one key, another and\n%s", position)
	}
	if len(c.keys) >= maxKeys {
		clear(c.keys)
	}
	c.keys[st.Key()] = digest
}

// checkCopies checks that clones and set states are equal and share nothing.
func (c *checker) checkCopies(st rules.State) {
	c.t.Helper()
	before := look(st)
	clone := st.Clone()
	c.checkEqual(st, clone, "the clone")
	c.scratch.Set(st)
	c.checkEqual(st, c.scratch, "the set state")
	for _, copied := range []rules.State{clone, c.scratch} {
		if len(c.buf) > 0 {
			copied.Play(c.buf[c.random.IntN(len(c.buf))])
		}
		copied.Settle(rules.Agreement)
	}
	if after := look(st); !before.equal(after) {
		c.failf(st, "playing on a copy changed the state (-before +after):\n%s", cmp.Diff(before, after))
	}
}

// checkBoard checks the board's cells and what is on them.
func (c *checker) checkBoard(st rules.State) {
	c.t.Helper()
	names := map[string]bool{}
	board := st.Board()
	for i, cell := range board.Cells {
		if i > 0 && !board.Cells[i-1].Cell.Less(cell.Cell) {
			c.failf(st, "cell %s is not in reading order", cell.Name)
		}
		if cell.Name == "" || names[cell.Name] {
			c.failf(st, "the name of %v is %q", cell.Cell, cell.Name)
		}
		names[cell.Name] = true
		for _, piece := range cell.Stack {
			if piece.Seat < 0 || int(piece.Seat) > st.Seats() || piece.Shape == "" {
				c.failf(st, "%+v lies on %s", piece, cell.Name)
			}
		}
	}
}

// checkPicks checks that clicks on the board select an action: its sets hold
// cells of the board, and where the sets of two actions first differ, they
// have no cell in common. Actions with the same sets are variants of each
// other.
func (c *checker) checkPicks(st rules.State) {
	c.t.Helper()
	drawn := map[hex.Cell]bool{}
	for _, cell := range st.Board().Cells {
		drawn[cell.Cell] = true
	}
	for _, action := range c.buf {
		picks := st.Picks(action)
		if c.info.Kinds[action.Kind].Secret && picks != nil {
			c.failf(st, "%s is secret and picked by %v", st.Text(action), picks)
		}
		for _, set := range picks {
			if len(set) == 0 || slices.ContainsFunc(set, func(cell hex.Cell) bool { return !drawn[cell] }) {
				c.failf(st, "%s is picked by %v", st.Text(action), picks)
			}
		}
	}
	some := slices.Collect(sample(c.buf, c.random))
	picks := make([][][]hex.Cell, len(some))
	for i, action := range some {
		picks[i] = st.Picks(action)
		for j, other := range picks[:i] {
			if ambiguous(picks[i], other) {
				c.failf(st, "a click may mean %s and %s", st.Text(action), st.Text(some[j]))
			}
		}
	}
}

// ambiguous reports whether a cell is in both of the first sets that differ.
func ambiguous(a, b [][]hex.Cell) bool {
	for i := range min(len(a), len(b)) {
		if slices.Equal(a[i], b[i]) {
			continue
		}
		return slices.ContainsFunc(a[i], func(cell hex.Cell) bool { return slices.Contains(b[i], cell) })
	}
	return false
}
