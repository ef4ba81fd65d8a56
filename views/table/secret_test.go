package table

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
	"hexclub/views/board"
	"hexclub/views/viewstest"
)

// A blind game is a game without its claims: no state of it has any.
type blind struct{ rules.Game }

func (g blind) New(setup rules.Setup) (rules.State, error) {
	st, err := g.Game.New(setup)
	return blindState{st, g.Info()}, err
}

type blindState struct {
	rules.State
	info rules.Info
}

func (s blindState) Actions(buf []rules.Action) []rules.Action {
	start := len(buf)
	all := s.State.Actions(buf)
	known := all[:start]
	for _, action := range all[start:] {
		if !s.info.Kinds[action.Kind].Secret {
			known = append(known, action)
		}
	}
	return known
}

func (s blindState) Clone() rules.State    { return blindState{s.State.Clone(), s.info} }
func (s blindState) Set(other rules.State) { s.State.Set(other.(blindState).State) }

// Whether a claim is possible or not, every page of a game is byte for byte what it would be in an engine
// without claims.
func TestPagesKnowNoClaims(t *testing.T) {
	for _, key := range rulestest.Few(t, []string{"hexellation", "six"}, 1) {
		t.Run(key, func(t *testing.T) {
			game, err := games.Find(key)
			if err != nil {
				t.Fatal(err)
			}
			claimable := 0
			for _, seed := range rulestest.Few(t, []uint64{1, 2, 3, 4, 5, 6}, 2) {
				claimable += playBlind(t, game, seed, func(r, unknowing *record.Record, in func(*record.Record) Input) {
					var page, same bytes.Buffer
					if err := Fragment(New(in(r))).Render(t.Context(), &page); err != nil {
						t.Fatal(err)
					}
					if err := Fragment(New(in(unknowing))).Render(t.Context(), &same); err != nil {
						t.Fatal(err)
					}
					if !bytes.Equal(page.Bytes(), same.Bytes()) {
						t.Fatalf("at %s the page tells more than the board", r.State().Position())
					}
				})
			}
			if claimable == 0 {
				t.Error("nothing was ever to be declared")
			}
		})
	}
}

// playBlind plays a declared game at random on two records, one of which is without claims, and compares their
// pages before each action. It returns the number of positions in which a claim was possible.
func playBlind(
	t *testing.T, game rules.Game, seed uint64, compare func(r, unknowing *record.Record, in func(*record.Record) Input),
) (claimable int) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 5))
	setup := rules.Setup{Options: map[string]string{"declare": "yes"}}
	r, err := record.New(game, setup)
	if err != nil {
		t.Fatal(err)
	}
	unknowing, err := record.New(blind{game}, setup)
	if err != nil {
		t.Fatal(err)
	}
	texts := viewstest.Catalog(t, "en")
	for n := 0; n < 150 && r.State().Turn().Seat != 0; n++ {
		pointing := Pointing{}
		if n%3 == 1 {
			pointing.Picks = []string{r.State().Board().Cells[random.IntN(len(r.State().Board().Cells))].Name}
		}
		compare(r, unknowing, func(r *record.Record) Input {
			in := seen(texts, r)
			in.Pointing = pointing
			return in
		})
		open := board.Candidates(game.Info(), nil, r.State())
		if len(open) < len(r.State().Actions(nil)) {
			claimable++
		}
		action := open[random.IntN(len(open))].Action
		for _, r := range []*record.Record{r, unknowing} {
			if err := r.Step(action); err != nil {
				t.Fatal(err)
			}
		}
	}
	return claimable
}
