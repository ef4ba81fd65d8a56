package tourney

import (
	"cmp"
	"slices"
)

// A Kind is the role of a round for a player.
type Kind string

// The kinds. Pages name them.
const (
	Played      Kind = "played"
	Open        Kind = "open"         // paired and not over
	ForfeitWon  Kind = "forfeit-won"  // the opponent did not play
	ForfeitLost Kind = "forfeit-lost" // the player did not play
	Bye         Kind = "bye"          // no opponent was left
	AskedBye    Kind = "asked-bye"    // a requested bye
	Away        Kind = "away"         // absent: entered later, withdrawn, or not paired
)

// voluntary reports whether the player caused the round not to be played
// (C.07, 16.1.2: voluntary unplayed rounds).
func (k Kind) voluntary() bool { return k == AskedBye || k == Away || k == ForfeitLost }

// absent reports whether the player was not expected (C.07, 16.1.1: requested
// byes).
func (k Kind) absent() bool { return k == AskedBye || k == Away }

// A Cell is the round of a player.
type Cell struct {
	Round    int
	Opponent string // empty without one
	Kind     Kind
	Void     bool // it does not count, because one of the two withdrew too early
	Halves   int  // of a point, for the player
	Games    int  // the player's, in halves, of games without a forfeit
	Points   int  // the player's in Hexone, in halves, of the same games
}

// A Row is an entrant's line of the cross-table, by rounds.
type Row struct {
	Entrant
	Struck bool // withdrawn from a round robin too early: its games do not count
	Cells  []Cell
}

// CrossTable returns the cross-table, by ranks. In a Swiss each row has a cell
// for each round up to the last with a result. In a round robin it has one for
// each pair, all of which must be in the results; a bye is not one of them.
//
// The results of a player who withdraws from a round robin after less than
// half of the pairings stay in the table but do not count (Void). After half
// of them the rest are forfeited (FIDE C.05, withdrawal from a round robin).
//
// Rounds that were not played have no games and no points in Hexone for either
// player, whatever their result contains: a bye, a forfeited pair, and a pair
// that could not be played after a withdrawal count in the score alone. So the
// difference between these does not matter. If single games of a pair were
// forfeited, even halfway, only the others count.
//
// Errors without a kind are faults of the program: a field or results that do
// not fit together.
func CrossTable(field []Entrant, results []Result, roundRobin bool) ([]Row, error) {
	if err := check(field, results); err != nil {
		return nil, err
	}
	var rows []Row
	at := map[string]int{}
	for i, e := range ranked(field) {
		rows = append(rows, Row{Entrant: e})
		at[e.ID] = i
	}
	last := 0
	for _, r := range results {
		if roundRobin && r.bye() {
			continue
		}
		last = max(last, r.Round)
		for side, id := range r.players() {
			row := &rows[at[id]]
			row.Cells = append(row.Cells, r.cell(side))
		}
	}
	for i := range rows {
		if !roundRobin {
			rows[i].fill(last)
		}
		slices.SortStableFunc(rows[i].Cells, func(a, b Cell) int { return cmp.Compare(a.Round, b.Round) })
	}
	if roundRobin {
		withdraw(rows, at)
	}
	return rows, nil
}

// cell returns a result for one of its sides, 0 or 1.
func (r Result) cell(side int) Cell {
	c := Cell{Round: r.Round, Kind: Open}
	if !r.bye() {
		c.Opponent = r.players()[1-side]
	}
	switch {
	case r.bye() && r.Asked:
		c.Kind = AskedBye
	case r.bye():
		c.Kind = Bye
	case !r.Over:
	case r.Forfeit[side]:
		c.Kind = ForfeitLost
	case r.Forfeit[1-side]:
		c.Kind = ForfeitWon
	default:
		c.Kind = Played
	}
	if r.Over {
		c.Halves = r.Halves[side]
	}
	if c.Kind == Played {
		c.Games, c.Points = r.Games[side]-r.Forfeits.Games[side], r.Points[side]-r.Forfeits.Points[side]
	}
	return c
}

// fill adds the rounds in which the entrant was absent.
func (row *Row) fill(last int) {
	there := map[int]bool{}
	for _, c := range row.Cells {
		there[c.Round] = true
	}
	for round := 1; round <= last; round++ {
		if !there[round] {
			row.Cells = append(row.Cells, Cell{Round: round, Kind: Away})
		}
	}
}

// withdraw applies withdrawals to the rows of a round robin.
func withdraw(rows []Row, at map[string]int) {
	for i := range rows {
		rows[i].Struck = rows[i].early()
	}
	for i := range rows {
		for k := range rows[i].Cells {
			c := &rows[i].Cells[k]
			them := rows[at[c.Opponent]]
			c.Void = rows[i].Struck || them.Struck
			switch {
			case c.Void || c.Kind != Open:
			case rows[i].To > 0:
				c.Kind = ForfeitLost
			case them.To > 0:
				c.Kind, c.Halves = ForfeitWon, Win
			}
		}
	}
}

// early reports whether the entrant withdrew before half of the pairings.
func (row *Row) early() bool {
	played := 0
	for _, c := range row.Cells {
		if c.Kind == Played {
			played++
		}
	}
	return row.To > 0 && 2*played < len(row.Cells)
}
