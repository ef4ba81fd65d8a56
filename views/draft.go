package views

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"hexclub/rules/hex"
)

// steps lists the actions of the draft, each with the way back to it.
func (b *tableBuilder) steps() []Step {
	steps := make([]Step, len(b.draft.Texts))
	for i, text := range b.draft.Texts {
		steps[i] = Step{Text: text, Link: b.draftLink(b.draft.Texts[:i+1], nil)}
	}
	return steps
}

// undo takes back the player's last pick, or else the last action.
func (b *tableBuilder) undo(p picking) *Link {
	if n := len(b.Picks); n > 0 && len(p.cells) > 0 {
		link := b.draftLink(b.draft.Texts, b.Picks[:n-1])
		return &link
	}
	if n := len(b.draft.Texts); n > 0 {
		link := b.draftLink(b.draft.Texts[:n-1], nil)
		return &link
	}
	return nil
}

// maxPicks is more cells than any action is picked by.
const maxPicks = 8

func (b *tableBuilder) pickedCells() []hex.Cell {
	var cells []hex.Cell
	for _, name := range b.Picks[:min(len(b.Picks), maxPicks)] {
		for _, c := range b.board.Cells {
			if c.Name == name {
				cells = append(cells, c.Cell)
			}
		}
	}
	return cells
}

// clickLink makes the link of a cell from what clicking it leads to; actions
// are the links of the choices.
func (b *tableBuilder) clickLink(p picking, actions []Link) func(hex.Cell, click) *Link {
	picks := make([]string, 0, len(p.cells)+1)
	for _, cell := range p.cells {
		picks = append(picks, b.cellName(cell))
	}
	return func(cell hex.Cell, to click) *Link {
		if to.whole {
			return &actions[to.choice]
		}
		link := b.draftLink(b.draft.Texts, append(picks, b.cellName(cell)))
		return &link
	}
}

// actionLinks are the links of all choices: each adds its action to the draft.
// Where that makes the turn whole and the player does not want to confirm it,
// the link commits the turn.
func (b *tableBuilder) actionLinks(p picking) []Link {
	links := make([]Link, len(p.choices))
	after := b.draft.State.Clone()
	for i, c := range p.choices {
		texts := append(slices.Clone(b.draft.Texts), b.draft.State.Text(c.action))
		links[i] = b.draftLink(texts, nil)
		if b.Viewer.Confirm {
			continue
		}
		after.Set(b.draft.State)
		after.Play(c.action)
		if turn := after.Turn(); turn.Seat == 0 || turn.Number != b.draft.State.Turn().Number {
			links[i].Get = ""
			links[i].Post = b.gamePath() + "/turns?draft=" + escape(joinDraft(texts)) + "&ply=" + strconv.Itoa(b.rec.Ply())
		}
	}
	return links
}

// draftLink leads to the board with a draft and picks.
func (b *tableBuilder) draftLink(texts, picks []string) Link {
	query, mark := "", "?"
	if len(texts) > 0 {
		query, mark = "?draft="+escape(joinDraft(texts)), "&"
	}
	for _, name := range picks {
		query += mark + "pick=" + escape(name)
		mark = "&"
	}
	return Link{Href: b.gamePath() + query, Get: b.gamePath() + "/board" + query}
}

// joinDraft writes a draft as record.Draft reads it.
func joinDraft(texts []string) string { return strings.Join(texts, ",") }

// escape makes text fit for a query, where a comma may stand as it is.
func escape(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "%2C", ",")
}

func (b *tableBuilder) choices(p picking, actions []Link) []Choice {
	choices := make([]Choice, len(p.choices))
	for i, c := range p.choices {
		choices[i] = Choice{
			Text: b.draft.State.Text(c.action), Words: b.words(c),
			Button: len(c.picks) <= len(p.cells), Link: actions[i],
		}
		if p.lettered() {
			choices[i].Letter = letter(i)
		}
	}
	return choices
}

// words describes an action; the text is the game's for its kind.
func (b *tableBuilder) words(c choice) string {
	key := b.info.Key + ".action." + b.info.Kinds[c.action.Kind].Name
	way, from, to := "", "", ""
	if c.action.Way != hex.None {
		way = b.T.T(b.info.Key + ".way." + c.action.Way.String())
	}
	if len(c.picks) > 0 {
		from = b.cellName(c.picks[0][0])
	}
	if len(c.picks) > 1 {
		to = b.cellName(c.picks[1][0])
	}
	return b.T.T(key, "From", from, "To", to, "Way", way)
}

// cellName is what notation calls a cell of the board.
func (b *tableBuilder) cellName(cell hex.Cell) string {
	for _, c := range b.board.Cells {
		if c.Cell == cell {
			return c.Name
		}
	}
	return cell.String()
}
