package tourney

import "hexclub/rules"

// ErrNumber is the sentinel error for a number in the ranking that no entrant can have.
var ErrNumber = &rules.Error{Kind: rules.Invalid, Key: "error.tournament-number"}

// ErrSameNumber is the sentinel error for a number in the ranking that two entrants have. Its Args
// are their ids and the number.
var ErrSameNumber = &rules.Error{Kind: rules.Invalid, Key: "error.tournament-same-number"}

// ErrNoPairing is the sentinel error for a Swiss round that cannot be paired. Its Args are
// the round.
var ErrNoPairing = &rules.Error{Kind: rules.Conflict, Key: "error.no-pairing"}

// ErrNoWinner is the sentinel error for a match that is not decided yet.
var ErrNoWinner = &rules.Error{Kind: rules.Conflict, Key: "error.no-winner"}

// ErrBracketMixed is the sentinel error for a match that was played by players other
// than those who follow from the results.
var ErrBracketMixed = &rules.Error{Kind: rules.Conflict, Key: "error.bracket-mixed"}
