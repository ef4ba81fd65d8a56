package tartan

import (
	"hexclub/rules"
	"hexclub/rules/hex"
)

func (s *state) Meant(cells []hex.Cell) rules.Action { return rules.At(0, cells[len(cells)-1]) }
