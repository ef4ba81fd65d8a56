package six

import (
	"strings"

	"hexclub/rules"
	"hexclub/rules/hex"
)

const (
	endText    = "end"
	passText   = "pass"
	keepPrefix = "keep:"
	claimMark  = "!"
)

// Text is "0,1", "0,1>2,3", "keep:0,1", "!0,0/1,0/2,0/3,0/4,0/5,0", "end" or
// "pass". For something that is no action of the game the text is meaningless.
func (s *state) Text(a rules.Action) string {
	switch a.Kind {
	case Place:
		return a.From.String()
	case Move:
		return a.From.String() + ">" + a.To.String()
	case Keep:
		return keepPrefix + a.From.String()
	case Claim:
		return claimMark + a.ClaimText(hex.Cell.String)
	case End:
		return endText
	case Pass:
		return passText
	}
	return "?"
}

// Parse parses the output of Text and rejects anything else.
func (s *state) Parse(text string) (rules.Action, error) {
	if text == endText {
		return rules.Action{Kind: End}, nil
	}
	if text == passText {
		return rules.Action{Kind: Pass}, nil
	}
	if cells, claims := strings.CutPrefix(text, claimMark); claims {
		if a, ok := rules.ParseClaim(Claim, cells, hex.Parse); ok && len(a.Claimed()) == shapeSize {
			return a, nil
		}
		return rules.Action{}, rules.Errorf(rules.Invalid, "error.notation",
			"%.64q is no claim: write the six cells row by row from the top, each row from the left, as in !0,0/1,0/2,0/3,0/4,0/5,0", text)
	}
	kind := Place
	start, target, moves := strings.Cut(text, ">")
	if moves {
		kind = Move
	} else if first, keeps := strings.CutPrefix(text, keepPrefix); keeps {
		kind, start = Keep, first
	}
	from, okFrom := hex.Parse(start)
	to, okTo := hex.Parse(target)
	if !okFrom || okTo != moves {
		return rules.Action{}, rules.Errorf(rules.Invalid, "error.notation",
			"%.64q is no action of six: write 0,1 or 0,1>2,3 or keep:0,1 or end or pass, with numbers from -%d to %[2]d", text, tableEdge)
	}
	return rules.Between(kind, from, to), nil
}

// startAndEnd returns the picks of a move. There are hundreds of moves, so the
// picks of each are one allocation.
func startAndEnd(a rules.Action) [][]hex.Cell {
	picks := new(struct {
		sets  [2][]hex.Cell
		cells [2]hex.Cell
	})
	picks.cells = [2]hex.Cell{a.From, a.To}
	picks.sets = [2][]hex.Cell{picks.cells[:1:1], picks.cells[1:]}
	return picks.sets[:]
}

// Picks returns the cell of a placement, the two cells of a move, or the cells
// of a group to keep. The end of a turn and a pass need a button; claims are
// made differently.
func (s *state) Picks(a rules.Action) [][]hex.Cell {
	switch a.Kind {
	case Place:
		return [][]hex.Cell{{a.From}}
	case Move:
		return startAndEnd(a)
	case Keep:
		if _, ok := s.holder(a.From); !ok {
			return nil
		}
		var cells []hex.Cell
		group := s.groupOf(a.From)
		for r := s.minR; r <= s.maxR; r++ {
			for row := s.aligned(group[r&63]); row != 0; row &= row - 1 {
				cells = append(cells, s.at(row, r))
			}
		}
		return [][]hex.Cell{cells}
	}
	return nil
}
