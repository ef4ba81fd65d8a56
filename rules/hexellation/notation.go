package hexellation

import (
	"strings"

	"hexclub/rules"
	"hexclub/rules/hex"
)

const (
	endText   = "end"
	passText  = "pass"
	claimMark = "!"
)

// Text is "m:b2", "x:b2", "d4", "end", "pass", "!m:e4/d3/d4/c3" or
// "!x:e4/d3/d4". The text of what is no action of the game means nothing.
func (s *state) Text(a rules.Action) string {
	switch a.Kind {
	case End:
		return endText
	case Pass:
		return passText
	case ClaimModel:
		return claimMark + modelPrefix + cellList(a.Claimed())
	case ClaimAvoid:
		return claimMark + avoidPrefix + cellList(a.Claimed())
	}
	if i, ok := index(a.From); ok {
		return names[i]
	}
	return "?"
}

// cellList writes cells of the sky as claims do.
func cellList(list []hex.Cell) string {
	text := make([]string, len(list))
	for i, c := range list {
		text[i] = c.Name(skyRadius)
	}
	return strings.Join(text, "/")
}

// Parse reads what Text writes, and nothing else.
func (s *state) Parse(text string) (rules.Action, error) {
	if a, ok := parseAction(text); ok {
		return a, nil
	}
	return rules.Action{}, rules.Errorf(rules.Invalid, "error.notation",
		"%.40q is no action of hexellation: write m:b2, x:b2, d4, end, pass, !m:e4/d3/d4/c3 or !x:e4/d3/d4, with the cells of a claim in reading order", text)
}

func parseAction(text string) (a rules.Action, ok bool) {
	if claim, found := strings.CutPrefix(text, claimMark); found {
		if list, found := strings.CutPrefix(claim, modelPrefix); found {
			return parseClaim(ClaimModel, list)
		}
		list, found := strings.CutPrefix(claim, avoidPrefix)
		if !found {
			return rules.Action{}, false
		}
		return parseClaim(ClaimAvoid, list)
	}
	switch text {
	case endText:
		return rules.Action{Kind: End}, true
	case passText:
		return rules.Action{Kind: Pass}, true
	}
	for i, name := range names {
		if name == text && text != "" {
			return actions[i], true
		}
	}
	return rules.Action{}, false
}

// parseClaim reads the cells of a claim, which must be in reading order.
func parseClaim(kind rules.Kind, text string) (a rules.Action, ok bool) {
	var list []hex.Cell
	for name := range strings.SplitSeq(text, "/") {
		cell, ok := hex.ParseName(name, skyRadius)
		if !ok || len(list) > 0 && !list[len(list)-1].Less(cell) {
			return rules.Action{}, false
		}
		list = append(list, cell)
	}
	return rules.NewClaim(kind, list)
}

// claimed is the cells that a claim points at.
func claimed(a rules.Action) (set cells) {
	add := func(c hex.Cell) {
		if i, ok := index(c); ok {
			set |= 1 << i
		}
	}
	add(a.From)
	add(a.To)
	for i := range rules.MaxClaim - 2 {
		add(hex.Cell{Q: int8(a.More >> (16 * i)), R: int8(a.More >> (16*i + 8))})
	}
	return set
}
