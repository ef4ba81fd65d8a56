package play

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/hex"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/table"
	"hexclub/views/viewstest"
)

// Every game, with every combination of its options, can be drawn and played by clicks and buttons alone, and
// its pages reveal no secret.
func TestEveryGameIsPlayedByClicks(t *testing.T) {
	texts := viewstest.Catalog(t, "en")
	for _, game := range games.All() {
		info := game.Info()
		for i, options := range rulestest.Few(t, rulestest.OptionSets(info), 1) {
			t.Run(info.Key+" "+strings.TrimSpace(info.OptionText(options)), func(t *testing.T) {
				clicker := clicker{t: t, texts: texts, info: info, options: options, random: rand.New(rand.NewPCG(uint64(i), 1))}
				clicker.play(game, rules.Setup{Options: options})
			})
		}
	}
}

// A clicker plays a game by random clicks.
type clicker struct {
	t       *testing.T
	texts   *i18n.Catalog
	info    rules.Info
	options map[string]string
	random  *rand.Rand
}

func (c clicker) play(game rules.Game, setup rules.Setup) {
	const longest = 120 // actions
	r, err := record.New(game, setup)
	if err != nil {
		c.t.Fatal(err)
	}
	players := make([]string, r.State().Seats())
	for i := range players {
		players[i] = fmt.Sprint("Player ", i+1)
	}
	turn := []string{}
	for range longest {
		seat := r.State().Turn().Seat
		seats := []rules.Seat{max(seat, 1)} // the end is seen by a player too
		tableNow := table.New(table.Input{
			T: c.texts, Draft: table.JoinDraft(turn),
			Game:   table.Game{ID: "g1", Record: r, Players: players},
			Viewer: table.Viewer{Seats: seats, Confirm: true},
		})
		c.render(tableNow)
		if seat == 0 {
			return
		}
		draft := r.Draft(table.JoinDraft(turn))
		if draft.Done {
			if err := r.Play(seat, table.JoinDraft(turn)); err != nil {
				c.t.Fatal(err)
			}
			turn = turn[:0]
			continue
		}
		c.checkChoices(tableNow, draft.State)
		action := c.action(draft.State)
		if refusal := draft.State.Refuse(action); refusal != nil {
			c.t.Fatalf("clicks lead to %s, which is refused at %s: %v", draft.State.Text(action), draft.State.Position(), refusal)
		}
		turn = append(turn, draft.State.Text(action))
	}
}

// render draws the table, which must not contain a claim.
func (c clicker) render(tableNow table.Table) {
	c.t.Helper()
	var page bytes.Buffer
	if err := table.Fragment(tableNow).Render(c.t.Context(), &page); err != nil {
		c.t.Fatal(err)
	}
	if key := regexp.MustCompile(`\b(?:` + c.info.Key + `|piece|ground|colour|mark|reason)\.[a-z]`).FindStringIndex(page.String()); key != nil {
		c.t.Fatalf("a text is missing: %.60s", page.String()[key[0]:])
	}
}

// checkChoices checks that the choices are the legal actions that are not secret.
func (c clicker) checkChoices(table table.Table, st rules.State) {
	c.t.Helper()
	var want, got []string
	for _, action := range st.Actions(nil) {
		if !c.info.Kinds[action.Kind].Secret {
			want = append(want, st.Text(action))
		}
	}
	for _, choice := range table.Draft.Choices {
		got = append(got, choice.Text)
	}
	if slices.ContainsFunc(table.Draft.Choices, func(o board.Choice) bool { return strings.HasSuffix(o.Text, " …") }) {
		c.checkStarts(table, st)
		return
	}
	// A pick that is forced has narrowed the choices to all of them.
	if slices.Sort(want); !slices.Equal(want, slices.Sorted(slices.Values(got))) {
		c.t.Fatalf("the choices are %v, want %v at %s", got, want, st.Position())
	}
}

// checkStarts checks that a long list of choices has first cells, each once, and that choosing one leads to the
// rest.
func (c clicker) checkStarts(tableNow table.Table, st rules.State) {
	c.t.Helper()
	if tableNow.Draft.Actions <= table.ManyChoices {
		c.t.Fatalf("%d choices are listed in two steps", tableNow.Draft.Actions)
	}
	listed := 0
	for _, start := range tableNow.Draft.Choices {
		name, starts := strings.CutSuffix(start.Text, " …")
		if !starts {
			listed++
			continue
		}
		for _, on := range st.Board().Cells {
			if on.Name == name {
				for _, o := range board.Pick(c.info, c.options, st, []hex.Cell{on.Cell}).Choices {
					if len(o.Picks) > 1 { // others are listed by themselves
						listed++
					}
				}
			}
		}
	}
	if listed != tableNow.Draft.Actions {
		c.t.Fatalf("the starts lead to %d of %d choices at %s", listed, tableNow.Draft.Actions, st.Position())
	}
}

// action clicks until one action is left, or presses a button.
func (c clicker) action(st rules.State) rules.Action {
	c.t.Helper()
	var cells []hex.Cell
	for {
		p := board.Pick(c.info, c.options, st, cells)
		buttons := slices.DeleteFunc(slices.Clone(p.Choices), func(o board.Candidate) bool { return len(o.Picks) > len(p.Cells) })
		clickable := slices.SortedFunc(maps.Keys(p.Clicks), hex.Compare)
		n := c.random.IntN(len(buttons) + len(clickable))
		if n < len(buttons) {
			return buttons[n].Action
		}
		cell := clickable[n-len(buttons)]
		if click := p.Clicks[cell]; click.Whole {
			return p.Choices[click.Choice].Action
		}
		cells = append(p.Cells, cell)
	}
}
