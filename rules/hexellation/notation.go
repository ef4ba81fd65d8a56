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
// "!x:e4/d3/d4". For something that is no action of the game the text is
// meaningless.
func (s *state) Text(a rules.Action) string {
	switch a.Kind {
	case End:
		return endText
	case Pass:
		return passText
	case ClaimModel:
		return claimMark + modelPrefix + a.ClaimText(skyName)
	case ClaimAvoid:
		return claimMark + avoidPrefix + a.ClaimText(skyName)
	}
	if i, ok := index(a.From); ok {
		return names[i]
	}
	return "?"
}

// skyName returns the name of a cell of the sky in notation.
func skyName(c hex.Cell) string { return c.Name(skyRadius) }

func parseSky(name string) (hex.Cell, bool) { return hex.ParseName(name, skyRadius) }

// Parse parses the output of Text and rejects anything else.
func (s *state) Parse(text string) (rules.Action, error) {
	if a, ok := parseAction(text); ok {
		return a, nil
	}
	if strings.HasPrefix(text, claimMark) {
		return rules.Action{}, rules.Errorf(rules.Invalid, "error.notation",
			"%.64q is no claim: write up to six cells row by row from the top, each row from the left, as in !m:e4/d3/d4/c3 or !x:e4/d3/d4", text)
	}
	return rules.Action{}, rules.Errorf(rules.Invalid, "error.notation",
		"%.64q is no action of hexellation: write m:b2, x:b2, d4, end, pass, !m:e4/d3/d4/c3 or !x:e4/d3/d4", text)
}

func parseAction(text string) (a rules.Action, ok bool) {
	if claim, found := strings.CutPrefix(text, claimMark); found {
		if list, found := strings.CutPrefix(claim, modelPrefix); found {
			return rules.ParseClaim(ClaimModel, list, parseSky)
		}
		list, found := strings.CutPrefix(claim, avoidPrefix)
		if !found {
			return rules.Action{}, false
		}
		return rules.ParseClaim(ClaimAvoid, list, parseSky)
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

// claimed returns the cells of a claim.
func claimed(a rules.Action) (set cells) {
	for _, c := range a.ClaimedCells() {
		if i, ok := index(c); ok {
			set |= 1 << i
		}
	}
	return set
}
