package views

import (
	"strconv"
	"strings"

	"hexclub/rules"
)

// steps lists the actions of the draft, each with the way back to it.
func (b *tableBuilder) steps() []Step {
	steps := make([]Step, len(b.draft.Texts))
	for i, text := range b.draft.Texts {
		steps[i] = Step{Text: text, Link: b.draftLink(b.draft.Texts[:i+1], Pointing{})}
	}
	return steps
}

// undo takes back the player's last pick, or else the last action.
func (b *tableBuilder) undo() *Link {
	if b.chooser != nil {
		if link := b.chooser.back(); link != nil {
			return link
		}
	}
	if n := len(b.draft.Texts); n > 0 {
		link := b.draftLink(b.draft.Texts[:n-1], Pointing{})
		return &link
	}
	return nil
}

// after adds an action to the draft. Where that makes the turn whole and the
// player does not want to confirm it, the link commits the turn.
func (b *tableBuilder) after(action rules.Action) Link {
	draft := escape(b.draft.State.Text(action))
	if len(b.draft.Texts) > 0 {
		draft = b.pen.text(b.escapedDraft(), ",", draft)
	}
	link := penLink(b.pen, b.path, "/board", "draft=", draft)
	if b.Viewer.Confirm {
		return link
	}
	if b.scratch == nil {
		b.scratch = b.draft.State.Clone()
	}
	b.scratch.Set(b.draft.State)
	b.scratch.Play(action)
	if turn := b.scratch.Turn(); turn.Seat == 0 || turn.Number != b.draft.State.Turn().Number {
		link.Get = ""
		link.Post = b.pen.text(b.path, "/turns?draft=", draft, "&ply=", strconv.Itoa(b.rec.Moved()))
	}
	return link
}

// at is the draft as it is with something pointed at.
func (b *tableBuilder) at(p Pointing) Link {
	if len(b.draft.Texts) == 0 {
		return b.draftLink(nil, p)
	}
	return penLink(b.pen, b.path, "/board", "draft=", b.escapedDraft(), p.query(b.pen))
}

// escapedDraft is the draft as addresses have it.
func (b *tableBuilder) escapedDraft() string {
	if b.drafted == "" {
		b.drafted = escape(joinDraft(b.draft.Texts))
	}
	return b.drafted
}

// draftLink leads to the board with a draft and what is pointed at.
func (b *tableBuilder) draftLink(texts []string, p Pointing) Link {
	query := p.query(b.pen)
	if len(texts) > 0 {
		return penLink(b.pen, b.path, "/board", "draft=", escape(joinDraft(texts)), query)
	} else if query != "" {
		return penLink(b.pen, b.path, "/board", query[1:])
	}
	return penLink(b.pen, b.path, "/board")
}

// query is what an address has of p, each part with "&" before it.
func (p Pointing) query(pen *pen) string {
	query := ""
	if p.Claim != "" {
		query = "&claim=" + escape(p.Claim)
	}
	for _, name := range p.Picks {
		query = pen.text(query, "&pick=", escape(name))
	}
	if p.Declare {
		query += "&declare=yes"
	}
	return query
}

// joinDraft writes a draft as record.Draft reads it.
func joinDraft(texts []string) string { return strings.Join(texts, ",") }
