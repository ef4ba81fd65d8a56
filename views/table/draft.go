package table

import (
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/views/page"
)

// steps lists the actions of the draft, each with the way back to it.
func (b *TableBuilder) steps() []Step {
	steps := make([]Step, len(b.draft.Texts))
	for i, text := range b.draft.Texts {
		steps[i] = Step{Text: text, Link: b.draftLink(b.draft.Texts[:i+1], Pointing{})}
	}
	return steps
}

// undo takes back the player's last pick, or else the last action.
func (b *TableBuilder) undo() *page.Link {
	if b.Chooser != nil {
		if link := b.Chooser.Back(); link != nil {
			return link
		}
	}
	if n := len(b.draft.Texts); n > 0 {
		link := b.draftLink(b.draft.Texts[:n-1], Pointing{})
		return &link
	}
	return nil
}

// After adds an action to the draft. Where that makes the turn whole and the
// player does not want to confirm it, the link commits the turn.
func (b *TableBuilder) After(action rules.Action) page.Link {
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

// At is the draft as it is with something pointed at.
func (b *TableBuilder) At(p Pointing) page.Link {
	if len(b.draft.Texts) == 0 {
		return b.draftLink(nil, p)
	}
	return page.PenLink(b.pen, b.path, "/board", "draft=", b.escapedDraft(), p.Query(b.pen))
}

// escapedDraft is the draft as addresses have it.
func (b *TableBuilder) escapedDraft() string {
	if b.drafted == "" {
		b.drafted = page.Escape(JoinDraft(b.draft.Texts))
	}
	return b.drafted
}

// draftLink leads to the board with a draft and what is pointed at.
func (b *TableBuilder) draftLink(texts []string, p Pointing) page.Link {
	query := p.Query(b.pen)
	if len(texts) > 0 {
		return page.PenLink(b.pen, b.path, "/board", "draft=", page.Escape(JoinDraft(texts)), query)
	} else if query != "" {
		return page.PenLink(b.pen, b.path, "/board", query[1:])
	}
	return page.PenLink(b.pen, b.path, "/board")
}

// Query is what an address has of p, each part with "&" before it.
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

// JoinDraft writes a draft as record.Draft reads it.
func JoinDraft(texts []string) string { return strings.Join(texts, ",") }
