package table

import (
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/views/board"
	"hexclub/views/page"
)

// A Draft is the unfinished turn, and the links and forms to continue it.
type Draft struct {
	Text       string         // for queries; a page keeps it while the position is the same
	Steps      []Step         // its actions
	Undo       *page.Link     // removes the last action or pick; nil if there is none
	Commit     *Commit        // nil while the turn is not whole
	Choices    []board.Choice // all legal actions, or their first cells
	Actions    int            // number of legal actions
	Compulsory *page.Problem  // the rule that leaves only these actions; nil if none does
	Claims     *Claims        // nil in games without claims
	Write      *Write         // nil if the game has no written turns
}

// A Step is one action of the draft.
type Step struct {
	Text string
	Link page.Link // to the draft as it was after this step
}

// A Commit is the form that sends a whole turn.
type Commit struct{ Action, Draft, Moved string }

// Claims are the claims on offer or, while the viewer clicks cells, the claim being made.
type Claims struct {
	Pointing bool
	Offers   []board.Choice
	Cells    []string  // pointed at
	Cancel   page.Link // stops pointing
}

// A Write is the form for a turn in notation.
type Write struct {
	Page, Fragment, Draft string
	Text                  string // what was written and could not be parsed
}

// newDraft returns the draft of the viewer, or the zero Draft for a viewer who is not to act.
func (b *Builder) newDraft() Draft {
	if !b.mine {
		return Draft{}
	}
	d := Draft{Text: JoinDraft(b.draft.Texts), Steps: b.steps(), Undo: b.undo()}
	if b.draft.Done {
		d.Commit = &Commit{Action: b.path + "/turns", Draft: d.Text, Moved: b.moved()}
		return d
	}
	b.Chooser.Fill(&d)
	d.Write = &Write{Page: b.path, Fragment: b.path + "/board", Draft: d.Text}
	if b.draft.Err != nil {
		d.Write.Text = b.More
	}
	return d
}

// steps returns the actions of the draft, each with the link back to it.
func (b *Builder) steps() []Step {
	steps := make([]Step, len(b.draft.Texts))
	for i, text := range b.draft.Texts {
		steps[i] = Step{Text: text, Link: b.draftLink(b.draft.Texts[:i+1], Pointing{})}
	}
	return steps
}

// undo returns the link that removes the player's last pick, or else the last action.
func (b *Builder) undo() *page.Link {
	if b.Chooser != nil {
		if link := b.Chooser.UndoPick(); link != nil {
			return link
		}
	}
	if n := len(b.draft.Texts); n > 0 {
		link := b.draftLink(b.draft.Texts[:n-1], Pointing{})
		return &link
	}
	return nil
}

// After returns the link that adds an action to the draft. If that completes the turn and the player does not
// confirm turns, the link commits it.
func (b *Builder) After(action rules.Action) page.Link {
	draft := page.Escape(b.draft.State.Text(action))
	if len(b.draft.Texts) > 0 {
		draft = b.pen.Text(b.escapedDraft(), ",", draft)
	}
	link := page.PenLink(b.pen, b.path, "/board", "draft=", draft)
	if b.Viewer.Confirm {
		return link
	}
	if b.Scratch == nil {
		b.Scratch = b.draft.State.Clone()
	}
	b.Scratch.Set(b.draft.State)
	b.Scratch.Play(action)
	if turn := b.Scratch.Turn(); turn.Seat == 0 || turn.Number != b.draft.State.Turn().Number {
		link.Get = ""
		link.Post = b.pen.Text(b.path, "/turns?draft=", draft, "&moved=", strconv.Itoa(b.Rec.Moved()))
	}
	return link
}

// At returns the link to the same draft with something clicked.
func (b *Builder) At(p Pointing) page.Link {
	if len(b.draft.Texts) == 0 {
		return b.draftLink(nil, p)
	}
	return page.PenLink(b.pen, b.path, "/board", "draft=", b.escapedDraft(), p.Query(b.pen))
}

// escapedDraft returns the draft for a query.
func (b *Builder) escapedDraft() string {
	if b.drafted == "" {
		b.drafted = page.Escape(JoinDraft(b.draft.Texts))
	}
	return b.drafted
}

// draftLink returns the link to the board with a draft and what was clicked.
func (b *Builder) draftLink(texts []string, p Pointing) page.Link {
	query := p.Query(b.pen)
	if len(texts) > 0 {
		return page.PenLink(b.pen, b.path, "/board", "draft=", page.Escape(JoinDraft(texts)), query)
	} else if query != "" {
		return page.PenLink(b.pen, b.path, "/board", query[1:])
	}
	return page.PenLink(b.pen, b.path, "/board")
}

// Query returns p for a query, each part with "&" before it.
func (p Pointing) Query(pen *page.Pen) string {
	query := ""
	if p.Claim != "" {
		query = "&claim=" + page.Escape(p.Claim)
	}
	for _, name := range p.Picks {
		query = pen.Text(query, "&pick=", page.Escape(name))
	}
	if p.Declare {
		query += "&declare=yes"
	}
	return query
}

// JoinDraft writes a draft in the format that record.Draft reads.
func JoinDraft(texts []string) string { return strings.Join(texts, ",") }
