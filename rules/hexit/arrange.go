package hexit

import "hexclub/rules"

func (s *state) Arrange(cells []rules.BoardCell, seat rules.Seat) string { return s.Position() }
