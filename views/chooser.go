package views

import (
	"slices"
	"strings"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/views/i18n"
)

// A Pointing is what somebody has pointed at on a board so far, as the address
// of the page has it.
type Pointing struct {
	Picks   []string // names of the cells, in the order they were clicked
	Claim   string   // name of the kind of claim that they are pointed at for; empty for none
	Declare bool     // the claim is to be judged
}

// A chooser is the part of a page on which somebody chooses the next action of
// a position: by clicking cells, from a list, or by a claim. It works alike in
// a game and in the sandbox, and knows no game.
type chooser struct {
	t       *i18n.Catalog
	info    rules.Info
	options map[string]string
	st      rules.State
	board   rules.Board // of st
	turn    int         // of the drawing, counter-clockwise times 60 degrees
	Pointing
	leads leads

	pick    picking
	claim   rules.Kind // that is being made, meaningful when claims
	claims  bool
	refused *rules.Refusal // what was asked for and is not legal; nil for nothing
	wrong   rules.Action   // that refused is about
	note    string         // key of what is wrong with a claim that no rule is about

	named  []string // of pick.cells, once they are asked for
	picked []string // room for those of one link after the other
}

// leads are the addresses of a page with a chooser.
type leads interface {
	after(rules.Action) Link // the position after an action
	at(Pointing) Link        // the same position with something pointed at
}

// newChooser works out what has been pointed at. An action that is complete
// by a claim is returned: it is to be played.
func newChooser(c chooser) (_ *chooser, claimed *rules.Action) {
	c.claim, c.claims = c.claimKind()
	if !c.claims {
		c.Claim = "" // links do not repeat what is none
	}
	cells := c.cells()
	if !c.claims {
		c.pick = pick(c.info, c.options, c.st, cells)
		if c.pick.refused != nil {
			c.wrong = *c.pick.refused
			c.refused = c.st.Refuse(c.wrong)
		}
		return &c, nil
	}
	c.pick.cells = cells
	return &c, c.judge()
}

// judge is the claim that is declared, if it is right.
func (c *chooser) judge() *rules.Action {
	action, ok := rules.NewClaim(c.claim, c.pick.cells)
	switch {
	case len(c.Picks) > rules.MaxClaim:
		c.note = "play.claim-many"
	case !c.Declare:
	case !ok:
		c.note = "play.claim-none"
	default:
		if c.refused = c.st.Refuse(action); c.refused == nil {
			return &action
		}
		c.wrong = action
		if strings.HasSuffix(c.refused.Key, ".refuse."+rules.NoAction) { // no claim has so many cells
			c.note = "play.claim-count"
		}
	}
	return nil
}

// maxPicks is more cells than any action is picked by.
const maxPicks = 8

// cells is the cells that were pointed at, each once if it is for a claim.
func (c *chooser) cells() []hex.Cell {
	var cells []hex.Cell
	most := maxPicks
	if c.Claim != "" {
		most = rules.MaxClaim
	}
	for _, name := range c.Picks[:min(len(c.Picks), most)] {
		for _, on := range c.board.Cells {
			if on.Name == name && (c.Claim == "" || !slices.Contains(cells, on.Cell)) {
				cells = append(cells, on.Cell)
			}
		}
	}
	return cells
}

// pointed is what was pointed at, as far as there are such cells.
func (c *chooser) pointed() Pointing {
	p := Pointing{Claim: c.Claim}
	for _, cell := range c.cells() {
		p.Picks = append(p.Picks, c.cellName(cell))
	}
	return p
}

// claimKind is the kind of claim that is being made.
func (c *chooser) claimKind() (kind rules.Kind, ok bool) {
	i := slices.IndexFunc(c.info.Kinds, func(k rules.KindInfo) bool { return k.Name == c.Claim })
	return rules.Kind(max(i, 0)), i >= 0 && c.mayClaim(c.info.Kinds[i])
}

// mayClaim says whether claims of a kind are part of the game. Whether there
// is one to be made is not asked: pages must not tell.
func (c *chooser) mayClaim(kind rules.KindInfo) bool {
	return kind.Secret && c.options[kind.Option] == "yes"
}

// link is what clicking a cell does; legal is whether an action begins there.
func (c *chooser) link(cell rules.BoardCell, to click, legal bool) Link {
	if legal && to.whole {
		return c.leads.after(c.pick.choices[to.choice].action)
	}
	if n := len(c.pick.cells); cap(c.picked) <= n {
		c.picked = make([]string, 0, n+1)
	}
	p := Pointing{Picks: append(c.picked, c.names()...), Claim: c.Claim}
	n := len(p.Picks)
	switch i := slices.Index(p.Picks, cell.Name); {
	case c.claims && i >= 0:
		p.Picks = slices.Delete(p.Picks, i, i+1)
	case !legal && i >= 0 && i == n-1: // a second click on what was picked
		p.Picks = p.Picks[:i]
	default:
		p.Picks = append(p.Picks, cell.Name)
	}
	return c.leads.at(p)
}

// names is what the cells picked are called.
func (c *chooser) names() []string {
	if len(c.named) != len(c.pick.cells) {
		c.named = make([]string, 0, len(c.pick.cells))
		for _, cell := range c.pick.cells {
			c.named = append(c.named, c.cellName(cell))
		}
	}
	return c.named
}

// back takes the last pick back, nil when there is none.
func (c *chooser) back() *Link {
	p := Pointing{Picks: c.names(), Claim: c.Claim}
	switch n := len(p.Picks); {
	case n > 0 && len(c.Picks) > 0:
		p.Picks = p.Picks[:n-1]
	case c.claims:
		p.Claim = ""
	default:
		return nil
	}
	link := c.leads.at(p)
	return &link
}

// draw adds to a drawing what the chooser has to show on it.
func (c *chooser) draw(d *drawing) {
	d.links = c.link
	if c.claims {
		d.pointed = c.pick.cells
		return
	}
	d.pick = &c.pick
	d.planet = c.marker()
	if c.compulsory() != "" || c.refused != nil && len(c.refused.Instead) > 0 {
		d.must = map[hex.Cell]bool{}
		for cell := range c.pick.clicks {
			d.must[cell] = true
		}
	}
}

// marker says whether what has been picked is where the thinking marker is.
func (c *chooser) marker() bool {
	return len(c.pick.cells) > 0 && slices.ContainsFunc(c.pick.choices, func(o choice) bool { return marked(c.info, c.options, o) })
}

// compulsory is the number of the rule that leaves nothing else to do.
func (c *chooser) compulsory() string { return c.info.Phases[c.st.Turn().Phase].Rule }

// prompt says what is to be done next.
func (c *chooser) prompt() string {
	key := c.info.Key + ".prompt."
	if c.claims {
		return c.t.T(key + c.info.Kinds[c.claim].Name)
	}
	key += c.info.Phases[c.st.Turn().Phase].Name
	n := len(c.pick.cells)
	switch {
	case c.marker():
		return c.t.T("play.planet", "Cell", c.cellName(c.pick.cells[n-1]))
	case n > 0:
		return c.t.T(key+".to", "Cell", c.cellName(c.pick.cells[n-1]))
	}
	return c.t.T(key)
}

// problem is what was pointed at and cannot be done, nil if there is none.
func (c *chooser) problem() *Problem {
	if c.note != "" {
		return &Problem{Text: c.t.N(c.note, len(c.pick.cells))}
	}
	if c.refused == nil {
		return nil
	}
	return newRefusal(c.t, c.info, c.st, c.st.Text(c.wrong), c.refused)
}

// fill says on a table how the next action is chosen.
func (c *chooser) fill(table *Table) {
	table.Choices, table.Actions, table.Declaring = c.list(), len(c.pick.choices), c.declaring()
	if rule := c.compulsory(); rule != "" && !c.claims {
		table.Compulsory = &Problem{Text: c.t.T("play.compulsory"), Rule: rule, Href: RuleHref(c.info.Key, rule)}
	}
}

// manyChoices is as many as are listed at once; of more, what they start with
// is listed first.
const manyChoices = 40

// list is the choices in words: all of them, or what they start with.
func (c *chooser) list() []Choice {
	byStart := len(c.pick.choices) > manyChoices && len(c.pick.cells) == 0
	list := make([]Choice, 0, min(len(c.pick.choices), manyChoices))
	started := map[hex.Cell]bool{}
	for i, o := range c.pick.choices {
		if byStart && len(o.picks) > 1 {
			if start := o.picks[0][0]; !started[start] {
				started[start] = true
				name := c.cellName(start)
				list = append(list, Choice{
					ID: "from-" + name, Text: name + " …", Words: c.t.T("play.start", "Cell", name), Link: c.leads.at(Pointing{Picks: []string{name}}),
				})
			}
			continue
		}
		one := Choice{
			ID: "do-" + c.st.Text(o.action), Text: c.st.Text(o.action), Words: c.words(o),
			Button: len(o.picks) <= len(c.pick.cells), Link: c.leads.after(o.action),
		}
		if c.pick.lettered() {
			one.Letter = letter(i)
		}
		list = append(list, one)
	}
	return list
}

// words describes an action; the text is the game's for its kind.
func (c *chooser) words(o choice) string {
	key := c.info.Key + ".action." + c.info.Kinds[o.action.Kind].Name
	way, from, to := "", "", ""
	if o.action.Way != hex.None {
		way = c.t.T(c.info.Key + ".way." + o.action.Way.Turn(c.turn).String()) // as it is seen
	}
	if len(o.picks) > 0 {
		from = c.cellName(o.picks[0][0])
	}
	if len(o.picks) > 1 {
		to = c.cellName(o.picks[1][0])
	}
	text := c.t.T(key, "From", from, "To", to, "Way", way)
	if c.pick.lettered() {
		text += c.losses(o.action)
	}
	return text
}

// losses tells how many pieces an action makes fly out of the game, where some
// of the choices do.
func (c *chooser) losses(action rules.Action) string {
	n := 0
	for _, m := range c.st.Trace(action) {
		if m.Lost && m.From != m.To {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return " " + c.t.N("play.loses", n)
}

// declaring is what a page offers for claims.
func (c *chooser) declaring() *Declaring {
	if c.claims {
		p := Pointing{Picks: c.names(), Claim: c.Claim}
		d := &Declaring{Cells: p.Picks, Cancel: c.leads.at(Pointing{})}
		p.Declare = true
		d.Offers = []Choice{{Text: "now", Words: c.t.T(c.info.Key + ".action." + c.Claim), Link: c.leads.at(p)}}
		d.Pointing = true
		return d
	}
	var d Declaring
	for _, kind := range c.info.Kinds {
		if c.mayClaim(kind) {
			d.Offers = append(d.Offers, Choice{
				Text: kind.Name, Words: c.t.T(c.info.Key + ".declare." + kind.Name), Link: c.leads.at(Pointing{Claim: kind.Name}),
			})
		}
	}
	if d.Offers == nil {
		return nil
	}
	return &d
}

// cellName is what notation calls a cell of the board.
func (c *chooser) cellName(cell hex.Cell) string {
	for _, on := range c.board.Cells {
		if on.Cell == cell {
			return on.Name
		}
	}
	return cell.String()
}
