package table

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A HintInput is the line that a search suggests for the player to act, continuing the draft.
type HintInput struct {
	Line   []rules.Action // to be played and then to be expected
	Turn   int            // how many of them complete the current turn
	Chance float64        // of winning by it, from 0 to 1
	Proven bool           // that Chance, being 0, 0.5 or 1, is certain
}

// A Hint is a turn that is suggested.
type Hint struct {
	Words   string    // the turn, and its expected result
	Code    string    // the turn in notation
	Then    string    // the turns that are expected after it; empty for none
	Play    page.Link // the position with the turn made
	Explore string    // address of the sandbox with all of that ahead
	Close   page.Link // the position without the hint
}

// Hintable reports whether hints are possible in a game with these options. They are not if the game has secret
// claims, which a hint could reveal.
func Hintable(info rules.Info, options map[string]string) bool {
	return !slices.ContainsFunc(info.Kinds, func(k rules.KindInfo) bool {
		return k.Secret && options[k.Option] == "yes"
	})
}

// MayHint reports whether the viewer may ask for a hint: the player to act in a casual game against bots alone
// that may be explored.
func (in Input) MayHint() bool {
	return in.learns() && Hintable(in.Game.Record.Game().Info(), in.Game.Record.Setup().Options)
}

// learns is MayHint without the condition that the game has no secrets.
func (in Input) learns() bool {
	b := Builder{Input: in, Rec: in.Game.Record}
	return !in.Game.Waiting && !in.Game.Rated && in.Game.Explore && b.botsElse() && slices.Contains(in.Viewer.Seats, b.toAct())
}

// Hints is the hint of a page, or the way to ask for one.
type Hints struct {
	Ask   *page.Link // address to ask for a hint; nil if the viewer may not
	None  string     // why there is none although a player could expect one
	Shown *Hint      // the requested hint; nil for none
}

func (b *Builder) hints() Hints {
	if b.draft.Done || !b.learns() {
		return Hints{}
	}
	if !b.MayHint() {
		return Hints{None: b.T.T("hint.none")}
	}
	query := ""
	if len(b.draft.Texts) > 0 {
		query = "&draft=" + page.Escape(JoinDraft(b.draft.Texts))
	}
	ask := page.PageLink(b.path+"/hint", "", query)
	hints := Hints{Ask: &ask}
	if b.Hint == nil {
		return hints
	}
	before := b.draft.Texts
	hints.Shown = NewHint(b.T, b.Info, b.draft.State, *b.Hint, b.Look.Turn, func(turn []string) page.Link {
		return b.draftLink(slices.Concat(before, turn), Pointing{})
	})
	hints.Shown.Explore = analysisAhead(b.Rec, before, rules.Texts(b.draft.State, b.Hint.Line)) + FromGameQuery(b.Game.ID)
	return hints
}

// NewHint makes a hint. The board is turned counter-clockwise by turned times 60 degrees. play returns the link to the
// position after some actions.
func NewHint(t *i18n.Catalog, info rules.Info, st rules.State, in HintInput, turned int, play func(turn []string) page.Link) *Hint {
	turn := rules.Texts(st, in.Line)[:in.Turn]
	return &Hint{
		Words: in.words(t, info, st, turned) + ". " + in.chance(t, t.T("colour."+info.Colours[st.Turn().Seat-1])),
		Code:  strings.Join(turn, " "),
		Then:  in.then(t, info, st),
		Play:  play(turn),
		Close: play(nil),
	}
}

// words describes the suggested turn, action by action.
func (in HintInput) words(t *i18n.Catalog, info rules.Info, st rules.State, turned int) string {
	var words []string
	st = st.Clone()
	for _, action := range in.Line[:in.Turn] {
		c := Chooser{T: t, Info: info, State: st, Board: st.Board(), Turn: turned}
		words = append(words, c.Words(board.Candidate{Action: action, Picks: st.Picks(action)}))
		st.Play(action)
	}
	return strings.Join(words, " → ")
}

// then returns the expected turns in words.
func (in HintInput) then(t *i18n.Catalog, info rules.Info, st rules.State) string {
	var turns []string
	st = st.Clone()
	number := 0
	for i, action := range in.Line {
		if who := st.Turn(); i >= in.Turn {
			if who.Number != number {
				turns = append(turns, t.T("colour."+info.Colours[who.Seat-1]))
			}
			number = who.Number
			turns[len(turns)-1] += " " + st.Text(action)
		}
		st.Play(action)
	}
	if turns == nil {
		return ""
	}
	return t.T("hint.then", "Turns", strings.Join(turns, ", "))
}

// chance returns the expected result for the player to act, in words.
func (in HintInput) chance(t *i18n.Catalog, colour string) string {
	if in.Proven {
		switch {
		case in.Chance > 0.5:
			return t.T("hint.wins", "Colour", colour)
		case in.Chance < 0.5:
			return t.T("hint.loses", "Colour", colour)
		}
		return t.T("hint.draws")
	}
	percent := min(max(int(math.Round(100*in.Chance)), 1), 99) // nothing is certain
	return t.T("hint.chance", "Colour", colour, "Percent", strconv.Itoa(percent))
}

// suggest marks the effects of the suggested turn on a drawing.
func (in HintInput) suggest(d *board.Drawing, st rules.State, drawn rules.Board) {
	then := st.Clone()
	done := board.NewTrace(then, in.Line[:in.Turn])
	after := then.Board()
	d.Hint, d.Before = board.Changed(drawn, after), after.Cells
	d.Steps, d.Stepped, d.Flights = done.Steps, true, done.Flights
}
