package db

import "hexclub/rules/tourney"

// bracketRound is who meets whom in a round of a knockout.
func (t FullTournament) bracketRound(round int) ([]tourney.Pair, error) { return nil, nil }
