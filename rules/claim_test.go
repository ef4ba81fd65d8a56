package rules_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// Any set of one to six cells makes one action, in any order, and can be read
// back.
func TestClaims(t *testing.T) {
	cells := rapid.Custom(func(t *rapid.T) hex.Cell {
		return hex.Cell{Q: rapid.Int8().Draw(t, "q"), R: rapid.Int8().Draw(t, "r")}
	})
	rapid.Check(t, func(t *rapid.T) {
		set := rapid.SliceOfNDistinct(cells, 1, rules.MaxClaim, rapid.ID).Draw(t, "cells")
		claim, ok := rules.NewClaim(7, set)
		slices.SortFunc(set, hex.Compare)
		again, okAgain := rules.NewClaim(7, set)
		if !ok || !okAgain || claim != again || claim.Kind != 7 {
			t.Fatalf("%+v, %v and sorted %+v, %v", claim, ok, again, okAgain)
		}
		if got := claim.Claimed(); !slices.Equal(got, set) {
			t.Fatalf("%v is read back as %v", set, got)
		}
	})
}

func TestNoClaims(t *testing.T) {
	for name, cells := range map[string][]hex.Cell{
		"no cell":      nil,
		"a cell twice": {{Q: 1}, {R: 2}, {Q: 1}},
		"seven cells":  hex.Disc(1),
	} {
		if claim, ok := rules.NewClaim(0, cells); ok {
			t.Errorf("%s is %+v", name, claim)
		}
	}
}

// The text of a claim is read back, and no other text is a claim.
func TestClaimText(t *testing.T) {
	claim, _ := rules.NewClaim(1, []hex.Cell{{Q: 2, R: 1}, {Q: 0, R: -1}, {Q: -3, R: 1}})
	const text = "0,-1/-3,1/2,1"
	if got := claim.ClaimText(hex.Cell.String); got != text {
		t.Errorf("the text is %q, want %q", got, text)
	}
	if back, ok := rules.ParseClaim(1, text, hex.Parse); !ok || back != claim {
		t.Errorf("%q is read as %+v, %v", text, back, ok)
	}
	for _, bad := range []string{"", "/", "0,0/", "0,0/0,0", "1,0/0,0", "0,0//1,0", "0,0/1,0/2,0/3,0/4,0/5,0/6,0", "0,0 /1,0"} {
		if claim, ok := rules.ParseClaim(1, bad, hex.Parse); ok {
			t.Errorf("%q is read as %+v", bad, claim)
		}
	}
}
