package table

import (
	"slices"
	"strconv"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A Pointing is what the user has clicked so far, as the query of the page has it.
type Pointing struct {
	Picks   []string // names of the cells, in the order they were clicked
	Claim   string   // name of the kind of claim that they are pointed at for; empty for none
	Declare bool     // the claim is to be judged
}

// A Chooser is the part of a page where a user chooses the next action of a position: by clicking cells, from a
// list, or by a claim. Games and sandboxes share it; it depends on no game.
type Chooser struct {
	T       *i18n.Catalog
	Info    rules.Info
	Options map[string]string
	State   rules.State
	Board   rules.Board // of st
	Turn    int         // of the drawing, counter-clockwise times 60 degrees
	Pointing
	Links links

	// Secret is for learners: as long as nothing is picked, no pick is made automatically, and the cells that
	// can be picked are not marked.
	Secret bool

	pick    board.Picking
	claim   rules.Kind // that is being made, meaningful when claims
	claims  bool
	Refused *rules.Refusal // why the requested action is illegal; nil if none is
	Wrong   rules.Action   // that refused is about
	note    string         // key of the error in a claim, if no rule explains it

	named  []string // names of pick.cells, computed on first use
	picked []string // room for those of one link after the other
}

// links builds the addresses of a page with a chooser.
type links interface {
	After(rules.Action) page.Link // the position after an action
	At(Pointing) page.Link        // the same position with something pointed at
}

// NewChooser evaluates what was clicked. It returns the action of a completed claim, which is to be played.
func NewChooser(c Chooser) (_ *Chooser, claimed *rules.Action) {
	c.claim, c.claims = c.claimKind()
	if !c.claims {
		c.Claim = "" // links do not repeat an unknown claim
	}
	cells := c.cells()
	if !c.claims {
		pick := board.Pick
		if c.Secret {
			pick = board.PickByHand
		}
		c.pick = pick(c.Info, c.Options, c.State, cells)
		if c.pick.Refused != nil {
			c.Wrong = *c.pick.Refused
			c.Refused = c.State.Refuse(c.Wrong)
		}
		return &c, nil
	}
	c.pick.Cells = cells
	return &c, c.judge()
}

// judge returns the declared claim, if it is right.
func (c *Chooser) judge() *rules.Action {
	action, ok := rules.NewClaim(c.claim, c.pick.Cells)
	switch {
	case len(c.Picks) > rules.MaxClaim:
		c.note = "play.claim-many"
	case !c.Declare:
	case !ok:
		c.note = "play.claim-none"
	default:
		if c.Refused = c.State.Refuse(action); c.Refused == nil {
			return &action
		}
		c.Wrong = action
		if c.Refused.Reason == rules.NoAction { // no claim has so many cells
			c.note = "play.claim-count"
		}
	}
	return nil
}

// maxPicks is an upper limit for the cells that pick an action.
const maxPicks = 8

// cells returns the cells that were clicked; for a claim, each once.
func (c *Chooser) cells() []hex.Cell {
	var cells []hex.Cell
	most := maxPicks
	if c.Claim != "" {
		most = rules.MaxClaim
	}
	for _, name := range c.Picks[:min(len(c.Picks), most)] {
		for _, on := range c.Board.Cells {
			if on.Name == name && (c.Claim == "" || !slices.Contains(cells, on.Cell)) {
				cells = append(cells, on.Cell)
			}
		}
	}
	return cells
}

// Pointed returns what was clicked, without unknown cells.
func (c *Chooser) Pointed() Pointing {
	p := Pointing{Claim: c.Claim}
	for _, cell := range c.cells() {
		p.Picks = append(p.Picks, c.cellName(cell))
	}
	return p
}

// claimKind returns the kind of the claim being made.
func (c *Chooser) claimKind() (kind rules.Kind, ok bool) {
	i := slices.IndexFunc(c.Info.Kinds, func(k rules.KindInfo) bool { return k.Name == c.Claim })
	return rules.Kind(max(i, 0)), i >= 0 && c.mayClaim(c.Info.Kinds[i])
}

// mayClaim reports whether the game has claims of a kind. It ignores whether one can be made now, because pages
// must not reveal that.
func (c *Chooser) mayClaim(kind rules.KindInfo) bool {
	return kind.Secret && c.Options[kind.Option] == "yes"
}

// link returns what clicking a cell does; legal reports whether an action begins there.
func (c *Chooser) link(cell rules.BoardCell, to board.Click, legal bool) page.Link {
	if legal && to.Whole {
		return c.Links.After(c.pick.Choices[to.Choice].Action)
	}
	if n := len(c.pick.Cells); cap(c.picked) <= n {
		c.picked = make([]string, 0, n+1)
	}
	p := Pointing{Picks: append(c.picked, c.names()...), Claim: c.Claim}
	n := len(p.Picks)
	switch i := slices.Index(p.Picks, cell.Name); {
	case c.claims && i >= 0:
		p.Picks = slices.Delete(p.Picks, i, i+1)
	case !legal && i >= 0 && i == n-1: // a second click on the last pick
		p.Picks = p.Picks[:i]
	default:
		p.Picks = append(p.Picks, cell.Name)
	}
	return c.Links.At(p)
}

// names returns the names of the picked cells.
func (c *Chooser) names() []string {
	if len(c.named) != len(c.pick.Cells) {
		c.named = make([]string, 0, len(c.pick.Cells))
		for _, cell := range c.pick.Cells {
			c.named = append(c.named, c.cellName(cell))
		}
	}
	return c.named
}

// UndoPick returns the link that removes the last pick, nil if there is none.
func (c *Chooser) UndoPick() *page.Link {
	p := Pointing{Picks: c.names(), Claim: c.Claim}
	switch n := len(p.Picks); {
	case n > 0 && len(c.Picks) > 0:
		p.Picks = p.Picks[:n-1]
	case c.claims:
		p.Claim = ""
	default:
		return nil
	}
	link := c.Links.At(p)
	return &link
}

// draw adds picks and choices to a drawing.
func (c *Chooser) draw(d *board.Drawing) {
	d.Links = c.link
	if c.claims {
		d.Pointed = c.pick.Cells
		return
	}
	d.Pick, d.Ghost = &c.pick, c.ghost()
	d.Planet = c.marker()
	c.findLost()
	d.Secret = c.Secret && len(c.pick.Cells) == 0
	if c.compulsory() != "" && len(c.pick.Cells) == 0 || c.Refused != nil && len(c.Refused.Instead) > 0 {
		d.Must = map[hex.Cell]bool{}
		for cell := range c.pick.Clicks {
			d.Must[cell] = true
		}
	}
}

// ghost returns what a press puts on a free cell; nil if no press does, or if it depends on the cell. Many cells
// are alike: where one of them is pressed, a piece of the player's supply is put.
func (c *Chooser) ghost() (ghost *rules.BoardCell) {
	const tries = 4
	tried := 0
	for _, on := range c.Board.Cells {
		to := c.pick.Clicks[on.Cell]
		if !to.Whole || len(on.Stack) > 0 {
			continue
		}
		if tried++; tried > tries {
			break
		}
		put := c.put(on, c.pick.Choices[to.Choice].Action)
		switch {
		case len(put.Stack) == 0: // the piece is lost, or taken at once
		case ghost == nil:
			ghost = &put
		case !slices.Equal(put.Stack, ghost.Stack):
			return nil
		}
	}
	return ghost
}

// put returns a cell as an action leaves it: what lies on it, and its ground if that has changed.
func (c *Chooser) put(on rules.BoardCell, action rules.Action) rules.BoardCell {
	st := c.State.Clone()
	st.Play(action)
	put := rules.BoardCell{Cell: on.Cell, Name: on.Name, Ground: rules.Table}
	for _, is := range st.Board().Cells {
		if is.Cell == on.Cell {
			put.Stack = is.Stack
			if is.Ground != on.Ground {
				put.Ground, put.Arrow = is.Ground, is.Arrow
			}
		}
	}
	return put
}

// marker reports whether the thinking marker is on the picked cell.
func (c *Chooser) marker() bool {
	return len(c.pick.Cells) > 0 && slices.ContainsFunc(c.pick.Choices, func(o board.Candidate) bool { return board.Marked(c.Info, c.Options, o) })
}

// compulsory returns the number of the rule that leaves no other choice.
func (c *Chooser) compulsory() string { return c.Info.Phases[c.State.Turn().Phase].Rule }

// prompt returns the instruction for the next step.
func (c *Chooser) prompt() string {
	key := c.Info.Key + ".prompt."
	if c.claims {
		return c.T.T(key + c.Info.Kinds[c.claim].Name)
	}
	key += c.Info.Phases[c.State.Turn().Phase].Name
	n := len(c.pick.Cells)
	switch {
	case c.marker():
		return c.T.T("play.planet", "Cell", c.cellName(c.pick.Cells[n-1]))
	case n > 0 && len(c.pick.Clicks) > 0: // else the action is picked, and is to be played by its link
		return c.T.T(key + ".to")
	}
	return c.T.T(key)
}

// Problem returns the error in what was clicked, nil if there is none.
func (c *Chooser) Problem() *page.Problem {
	if c.note != "" {
		return &page.Problem{Text: c.T.N(c.note, len(c.pick.Cells))}
	}
	if c.Refused == nil {
		return nil
	}
	return page.NewRefusal(c.T, c.Info, c.State, c.State.Text(c.Wrong), c.Refused)
}

// Fill adds the choices for the next action to a draft.
func (c *Chooser) Fill(d *Draft) {
	d.Choices, d.Actions, d.Claims = c.list(), len(c.pick.Choices)+len(c.pick.Direct), c.claimsOffered()
	if rule := c.compulsory(); rule != "" && !c.claims {
		turn := c.State.Turn()
		why := c.T.T(c.Info.Key+".must."+c.Info.Phases[turn.Phase].Name, "Step", strconv.Itoa(turn.Action))
		d.Compulsory = &page.Problem{Text: why, Rule: rule, Href: page.RuleHref(c.Info.Key, rule)}
	}
}

// ManyChoices is the longest list of choices. If there are more, their first cells are listed instead.
const ManyChoices = 40

// list returns the choices in words: all of them, or their first cells.
func (c *Chooser) list() []board.Choice {
	byStart := len(c.pick.Choices) > ManyChoices && len(c.pick.Cells) == 0
	list := make([]board.Choice, 0, min(len(c.pick.Choices), ManyChoices))
	started := map[hex.Cell]bool{}
	for i, o := range c.pick.Choices {
		if byStart && len(o.Picks) > 1 {
			if start := o.Picks[0][0]; !started[start] {
				started[start] = true
				name := c.cellName(start)
				list = append(list, board.Choice{
					ID: "from-" + name, Text: name + " …", Words: c.T.T("play.start", "Cell", name), Link: c.Links.At(Pointing{Picks: []string{name}}),
				})
			}
			continue
		}
		one := c.choice(o)
		if c.pick.Lettered() {
			one.Letter, one.Note = board.Letter(i), c.losses(o.Action)
		}
		list = append(list, one)
	}
	for _, o := range c.pick.Direct {
		list = append(list, c.choice(o))
	}
	return list
}

// choice describes a legal action. It is a button if it needs no further pick.
func (c *Chooser) choice(o board.Candidate) board.Choice {
	text := c.State.Text(o.Action)
	return board.Choice{ID: "do-" + text, Text: text, Words: c.Words(o), Button: len(o.Picks) <= len(c.pick.Cells), Link: c.Links.After(o.Action)}
}

// Words describes an action in the text that the game has for its kind.
func (c *Chooser) Words(o board.Candidate) string {
	key := c.Info.Key + ".action." + c.Info.Kinds[o.Action.Kind].Name
	way, from, to := "", "", ""
	if o.Action.Way != hex.None {
		way = c.T.T(c.Info.Key + ".way." + o.Action.Way.Turn(c.Turn).String()) // as seen on the turned board
	}
	if len(o.Picks) > 0 {
		from = c.cellName(o.Picks[0][0])
	}
	if len(o.Picks) > 1 {
		to = c.cellName(o.Picks[1][0])
	}
	text := c.T.T(key, "From", from, "To", to, "Way", way)
	if note := c.losses(o.Action); note != "" && c.pick.Lettered() {
		text += " " + note
	}
	return text
}

// losses returns a text with the number of pieces that an action throws out of the game, if the choices differ
// in that.
func (c *Chooser) losses(action rules.Action) string {
	n := 0
	for _, m := range c.State.Trace(action) {
		if m.Lost && m.From != m.To {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return c.T.N("play.loses", n)
}

// findLost finds, for each choice with a letter, where it throws pieces off the board.
func (c *Chooser) findLost() {
	if !c.pick.Lettered() {
		return
	}
	from := c.pick.Cells[len(c.pick.Cells)-1]
	for i := range c.pick.Choices {
		choice := &c.pick.Choices[i]
		for _, m := range c.State.Trace(choice.Action) {
			neighbour := m.Lost && m.From == from && m.From.Distance(m.To) == 1
			if neighbour && !slices.ContainsFunc(c.Board.Cells, func(on rules.BoardCell) bool { return on.Cell == m.To }) {
				choice.Lost = append(choice.Lost, m.To)
			}
		}
	}
}

// claimsOffered returns the claim being made, or else those on offer; nil if there are none.
func (c *Chooser) claimsOffered() *Claims {
	if c.claims {
		p := Pointing{Picks: c.names(), Claim: c.Claim}
		d := &Claims{Cells: p.Picks, Cancel: c.Links.At(Pointing{})}
		p.Declare = true
		d.Offers = []board.Choice{{Text: "now", Words: c.T.T(c.Info.Key + ".action." + c.Claim), Link: c.Links.At(p)}}
		d.Pointing = true
		return d
	}
	var d Claims
	for _, kind := range c.Info.Kinds {
		if c.mayClaim(kind) {
			d.Offers = append(d.Offers, board.Choice{
				Text: kind.Name, Words: c.T.T(c.Info.Key + ".declare." + kind.Name), Link: c.Links.At(Pointing{Claim: kind.Name}),
			})
		}
	}
	if d.Offers == nil {
		return nil
	}
	return &d
}

// cellName returns the name of a cell in notation.
func (c *Chooser) cellName(cell hex.Cell) string {
	for _, on := range c.Board.Cells {
		if on.Cell == cell {
			return on.Name
		}
	}
	return cell.String()
}
