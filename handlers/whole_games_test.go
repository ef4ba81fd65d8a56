package handlers_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/hex"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
)

// A recipe selects a random game with some options: the first from a seed on that ends for a reason and has
// actions of certain kinds. Seeds are chosen so that the first game fits.
type recipe struct {
	setup  string // "six rules=advanced"
	seed   uint64
	ends   rules.Reason
	kinds  string // "keep move"
	atOnce bool   // turns are played without confirming
}

// clicked are games of each kind, played to the end by clicking.
var clicked = []recipe{
	{setup: "hexone", seed: 2147, ends: "elimination", kinds: "explode pass"},
	{setup: "hexit tiles=19", seed: 1384, ends: "tiles", kinds: "distribute end liberate place"},
	{setup: "six rules=advanced", seed: 18136, ends: "few", kinds: "keep"},
	{setup: "six declare=yes", seed: 215, ends: "line", kinds: "claim move"},
	{setup: "tartan", seed: 41680, ends: "hat", kinds: "deploy end hat move split"},
	{setup: "hexellation sky=advanced", seed: 26, ends: "avoid", kinds: "end"},
	{setup: "hexellation declare=yes", seed: 581, ends: "claim-model", kinds: "claim-model"},
}

// optional are games with other options, of which the check plays a third by clicking, in full mode all.
var optional = []recipe{
	{setup: "hexit", seed: 13605, ends: "tiles", kinds: "distribute end liberate place", atOnce: true},
	{setup: "hexit tiles=29", seed: 376, ends: "tiles", kinds: "distribute end liberate place", atOnce: true},
	{setup: "six", seed: 124, ends: "triangle", kinds: "move"},
	{setup: "six seats=4", seed: 580, ends: "ring", kinds: "move", atOnce: true},
	{setup: "hexellation", seed: 185, ends: "model"},
	{setup: "hexellation seats=3", seed: 935, ends: "avoid"},
	{setup: "hexellation planet=yes", seed: 407, ends: "model"},
}

// short is one game of each kind, for the slower ways of playing: a game is played in one of them,
// in the check's full mode in all.
var short = []recipe{
	{setup: "hexone", seed: 198, ends: "elimination", kinds: "explode"},
	{setup: "hexit tiles=19", seed: 77082, ends: "passes", kinds: "distribute end liberate place"},
	{setup: "six declare=yes", seed: 1612, ends: "ring", kinds: "claim"},
	{setup: "tartan", seed: 242, ends: "hat", kinds: "deploy split"},
	{setup: "hexellation declare=yes", seed: 54, ends: "claim-avoid", kinds: "claim-avoid"},
}

// Every game is played to its end by clicking, and without JavaScript or with keys only. The page then shows
// the engine's result. Similar turns in the middle are posted.
func TestWholeGames(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	unscripted := sitetest.Desktop
	unscripted.NoScript = true
	for _, way := range []struct {
		name    string
		look    sitetest.Look
		recipes []recipe
		hand    func(*sitetest.Person) hand
	}{
		{"by clicking", sitetest.Desktop, slices.Concat(clicked, rulestest.Part(optional, 0, 3)), mouse},
		{"without JavaScript", unscripted, rulestest.Part(short, 0, 2), mouse},
		{"by keyboard", sitetest.Desktop, rulestest.Part(short, 1, 2), keyboard},
	} {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			p := b.Person(s, way.look)
			for _, recipe := range rulestest.Few(t, way.recipes, 1) {
				t.Run(recipe.setup, func(t *testing.T) {
					p.T = t
					r := recipe.cook(t)
					c := s.Client(t)
					path := s.DeviceGameOf(t, c, r.Game().Info().Key, r.Setup())
					if !recipe.atOnce {
						c.Confirming()
					}
					p.ComesAs(c)
					p.Open(path)
					way.hand(p).play(r, recipe.atOnce, func(turns []record.Turn, moved int) {
						p.Open("/rules") // so that no page follows all the turns
						c.SendTurns(t, path, turns, moved)
						p.Open(path)
					})
					p.Shows(".status.over")
					p.SeesCells(r.State(), r.Game().Info())
				})
			}
		})
	}
}

// cook finds the game.
func (r recipe) cook(t *testing.T) *record.Record {
	t.Helper()
	words := strings.Fields(r.setup)
	game, err := games.Find(words[0])
	if err != nil {
		t.Fatal(err)
	}
	setup := rules.Setup{Options: map[string]string{}}
	for _, option := range words[1:] {
		key, value, _ := strings.Cut(option, "=")
		setup.Options[key] = value
	}
	for seed := range uint64(1000) {
		if rec := r.random(t, game, setup, r.seed+seed); rec != nil {
			if seed > 0 {
				t.Logf("%s: the seed %d is no longer the first", r.setup, r.seed)
			}
			return rec
		}
	}
	t.Fatalf("no game of %s ends by %s", r.setup, r.ends)
	return nil
}

// random returns the random game of a seed, nil if it does not fit the recipe.
func (r recipe) random(t *testing.T, game rules.Game, setup rules.Setup, seed uint64) *record.Record {
	t.Helper()
	const longest = 200 // actions
	st, err := game.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	var turns []string
	lacks := strings.Fields(r.kinds)
	random := rand.New(rand.NewPCG(seed, 1))
	for n := range longest {
		actions := st.Actions(nil)
		action := actions[random.IntN(len(actions))]
		if kind := slices.Index(lacks, game.Info().Kinds[action.Kind].Name); kind >= 0 {
			lacks = slices.Delete(lacks, kind, kind+1)
		}
		if st.Turn().Action == 0 {
			turns = append(turns, "")
		}
		turns[len(turns)-1] += " " + st.Text(action)
		st.Play(action)
		if result, over := st.Result(); over {
			if result.Reason != r.ends || len(lacks) > 0 {
				return nil
			}
			t.Logf("%s: %d turns, %d actions", r.setup, len(turns), n+1)
			return recorded(t, game, setup, turns)
		}
	}
	return nil
}

// recorded returns a record of turns.
func recorded(t *testing.T, game rules.Game, setup rules.Setup, turns []string) *record.Record {
	t.Helper()
	rec, err := record.New(game, setup)
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range turns {
		if err := rec.Play(rec.State().Turn().Seat, strings.TrimSpace(turn)); err != nil {
			t.Fatal(err)
		}
	}
	return rec
}

// A hand plays in a tab in a certain way.
type hand struct {
	tab
	T      testing.TB
	choose func(st rules.State, cell hex.Cell) // a cell of the board
	follow func(selector string)               // a link or button
}

// A tab is one of any browser: a *sitetest.Person or a *sitetest.Firefox.
type tab interface {
	Has(selector string)
	Shows(selector string)
	Count(selector string) int
	Click(selector string)
	TabTo(selector string)
	Walk(st rules.State, to hex.Cell)
	Press(names ...string)
}

// mouse plays by clicking.
func mouse(p *sitetest.Person) hand { return mouseIn(p.T, p) }

func mouseIn(t testing.TB, p tab) hand {
	return hand{
		p, t,
		func(st rules.State, cell hex.Cell) { p.Click(cellNamed(sitetest.CellName(st, cell))) },
		p.Click,
	}
}

// byHand reports of each turn whether it is played by hand: the first and last turns, the last one with each other
// kind of action, and turns between them that are too few to be skipped. The others are similar.
func byHand(t testing.TB, r *record.Record) []bool {
	t.Helper()
	const first, last, few = 2, 3, 3
	st, err := r.Game().New(r.Setup())
	if err != nil {
		t.Fatal(err)
	}
	begun := map[rules.Kind]bool{} // kinds of the first turns
	ends := map[rules.Kind]int{}   // the last turns of other kinds
	for i, turn := range r.Turns() {
		for _, text := range turn.Actions {
			action, err := st.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if i < first {
				begun[action.Kind] = true
			} else if !begun[action.Kind] {
				ends[action.Kind] = i
			}
			st.Play(action)
		}
	}
	chosen := make([]bool, len(r.Turns()))
	for i := range chosen {
		chosen[i] = i < first || i >= len(chosen)-last
	}
	for _, turn := range ends {
		chosen[turn] = true
	}
	previous := -1
	for i := range chosen {
		if !chosen[i] {
			continue
		}
		if i-previous-1 < few {
			for gap := previous + 1; gap < i; gap++ {
				chosen[gap] = true
			}
		}
		previous = i
	}
	return chosen
}

// play plays a whole game, except for similar turns, which it posts. If atOnce is true, a complete turn is
// played without confirming.
func (h hand) play(r *record.Record, atOnce bool, send func(turns []record.Turn, moved int)) {
	h.T.Helper()
	st, err := r.Game().New(r.Setup())
	if err != nil {
		h.T.Fatal(err)
	}
	moved, sent, chosen := 0, 0, byHand(h.T, r)
	for n, turn := range r.Turns() {
		if !chosen[n] && n >= sent {
			for sent = n; !chosen[sent]; { // the last turn is chosen
				sent++
			}
			send(r.Turns()[n:sent], moved)
		}
		moved += len(turn.Actions)
		if !chosen[n] {
			playTexts(h.T, st, turn.Actions...)
			continue
		}
		for i, text := range turn.Actions {
			action, err := st.Parse(text)
			if err != nil {
				h.T.Fatal(err)
			}
			h.act(r.Game().Info(), r.Setup().Options, st, action)
			if !atOnce || i < len(turn.Actions)-1 {
				h.Has(fmt.Sprintf(".steps li:nth-child(%d)", i+1))
			}
			st.Play(action)
		}
		if !atOnce {
			h.follow("#confirm")
		}
		h.Has(sitetest.Listed(turn.Number))
	}
}

// act chooses an action: its cells one after the other, without those that the page has picked already, then a
// button if a choice remains.
func (h hand) act(info rules.Info, options map[string]string, st rules.State, action rules.Action) {
	h.T.Helper()
	kind := info.Kinds[action.Kind]
	if kind.Secret {
		h.claim(kind.Name, st, action)
		return
	}
	picks := st.Picks(action)
	marker := kind.Marker != "" && options[kind.Marker] == "yes"
	if marker {
		picks = append(picks[:1:1], picks...)
	}
	var cells []hex.Cell
	for _, set := range picks {
		cells = append(cells, set[0])
	}
	for i, cell := range cells {
		if i == 0 && len(cells) > 1 && h.Count(cellNamed(sitetest.CellName(st, cell))+".picked") > 0 {
			continue
		}
		h.choose(st, cell)
		if i < len(cells)-1 {
			h.Has(cellNamed(sitetest.CellName(st, cell)) + ".picked")
		}
	}
	if !marker && h.ambiguous(info, st, action, cells) {
		h.Has("a.choice")
		if n := h.Count("a.choice"); n != 1 {
			h.T.Fatalf("there are %d buttons, want one for %s", n, st.Text(action))
		}
		h.follow("a.choice")
	}
}

// ambiguous reports whether the cells of an action also begin another, or there are none.
func (h hand) ambiguous(info rules.Info, st rules.State, action rules.Action, cells []hex.Cell) bool {
	if len(cells) == 0 {
		return true
	}
	return slices.ContainsFunc(st.Actions(nil), func(other rules.Action) bool {
		return other != action && !info.Kinds[other.Kind].Secret && rules.IsChoicePrefix(st.Picks(other), cells)
	})
}

// claim points at the cells of a claim.
func (h hand) claim(kind string, st rules.State, action rules.Action) {
	h.T.Helper()
	h.follow("#declare-" + kind)
	h.Has("#declare-cancel")
	for _, cell := range action.Claimed() {
		h.choose(st, cell)
		h.Has(cellNamed(sitetest.CellName(st, cell)) + ".picked")
	}
	h.follow(".declaring a.primary")
}

// cellNamed returns the selector of a cell of the board.
func cellNamed(name string) string { return "#" + sitetest.CellID(name) }
