package record

// A Pace is a kind of games, by how urgent their turns are. Players choose for each whether they confirm their
// turns.
type Pace string

// The paces of games.
const (
	Live  Pace = "live"  // against people, by a clock of minutes
	Slow  Pace = "slow"  // against people, with days for each turn or without a clock
	Alone Pace = "alone" // against bots, or all seats on one device
)

// Paces lists the paces, the most urgent first.
func Paces() []Pace { return []Pace{Live, Slow, Alone} }

// PaceOf returns the pace of a game against other people.
func PaceOf(c Control) Pace {
	if c.Base > 0 {
		return Live
	}
	return Slow
}
