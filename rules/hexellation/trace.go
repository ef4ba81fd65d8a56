package hexellation

import "hexclub/rules"

func (s *state) Trace(a rules.Action) []rules.Motion { return nil }
