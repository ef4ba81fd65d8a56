package club

import (
	"slices"
	"strconv"

	"hexclub/db"
	"hexclub/rules/tourney"
	"hexclub/views/club/tournaments"
)

// tableFile returns the cross-table, in the order and with the numbers of its page. The CSV is a grid like the page: a line
// for each player, with columns for each round of a Swiss or each opponent of a round robin. It fails for a knockout,
// which has none.
func tableFile(in tournaments.Input) (tournamentFile, error) {
	if in.Results.Rows == nil {
		return tournamentFile{}, errNoTable(in.ID)
	}
	names, _ := entrantNames(in)
	order, list := in.TableOrder(), []fileRow{}
	g := newTableGrid(in, order)
	f := tournamentFile{table: [][]string{g.head()}}
	for i, row := range order {
		k := fileRow{Number: i + 1, Name: names[row.ID], Cells: []fileCell{}}
		for _, cell := range row.Cells {
			kept := fileCell{Round: cell.Round, Opponent: names[cell.Opponent], Kind: string(cell.Kind), Void: cell.Void}
			if cell.Kind != tourney.Open && cell.Kind != tourney.Away { // the page has signs for these
				halves := half(cell.Halves)
				kept.Score = &halves
			}
			k.Cells = append(k.Cells, kept)
		}
		list = append(list, k)
		standing := in.StandingOf(row.ID)
		f.table = append(f.table, slices.Concat(
			[]string{strconv.Itoa(k.Number), k.Name}, g.cells(row), []string{decimal(half(standing.Halves)), numberOrEmpty(standing.Place)},
		))
	}
	f.list = list
	return f, nil
}

// A tableGrid has the columns of a cross-table in CSV.
type tableGrid struct {
	robin   bool           // the columns are opponents; else they are rounds
	games   int            // number of columns for each opponent
	numbers map[string]int // of players in the table, by id
	rounds  int
	seats   map[tournaments.RoundOf]int
}

func newTableGrid(in tournaments.Input, order []tourney.Row) tableGrid {
	g := tableGrid{robin: in.Format.Kind == string(db.RoundRobin), games: 1, numbers: map[string]int{}, rounds: in.Round, seats: in.Seats()}
	if in.Format.Double {
		g.games = 2
	}
	for i, row := range order {
		g.numbers[row.ID] = i + 1
	}
	return g
}

// head returns the names of the columns.
func (g tableGrid) head() []string {
	head := []string{"number", "name"}
	if !g.robin {
		for round := range g.rounds {
			name := "round " + strconv.Itoa(round+1)
			head = append(head, name+" result", name+" opponent", name+" seat")
		}
		return append(head, "score", "place")
	}
	for number := range len(g.numbers) {
		name := "against " + strconv.Itoa(number+1)
		if g.games == 1 {
			head = append(head, name)
			continue
		}
		for game := range g.games {
			head = append(head, name+" game "+strconv.Itoa(game+1))
		}
	}
	return append(head, "score", "place")
}

// cells returns the columns of a player.
func (g tableGrid) cells(row tourney.Row) []string {
	if g.robin {
		return g.opponents(row)
	}
	cells := make([]string, 3*g.rounds)
	for _, c := range row.Cells {
		if c.Round > g.rounds {
			continue
		}
		at := 3 * (c.Round - 1)
		cells[at], cells[at+1] = cellResult(c), numberOrEmpty(g.numbers[c.Opponent])
		cells[at+2] = map[int]string{1: "first", 2: "second"}[g.seats[tournaments.RoundOf{ID: row.ID, Round: c.Round}]]
	}
	return cells
}

// opponents returns the columns of a player in a round robin. The player's own have a dash.
func (g tableGrid) opponents(row tourney.Row) []string {
	cells, met := make([]string, g.games*len(g.numbers)), map[string]int{}
	for game := range g.games {
		cells[g.games*(g.numbers[row.ID]-1)+game] = "–"
	}
	for _, c := range row.Cells { // by rounds
		cells[g.games*(g.numbers[c.Opponent]-1)+met[c.Opponent]] = cellResult(c)
		met[c.Opponent]++
	}
	return cells
}

// cellResult returns a player's result of a round: the points, such as "0.5", then the reason if nothing was played, such as
// "1 forfeit". It is empty while the game is open, and in parentheses if it does not count.
func cellResult(c tourney.Cell) string {
	text := decimal(half(c.Halves))
	switch c.Kind {
	case tourney.Open:
		return ""
	case tourney.ForfeitWon, tourney.ForfeitLost:
		text += " forfeit"
	case tourney.Bye, tourney.AskedBye:
		text += " bye"
	case tourney.Away:
		text = "away"
	}
	if c.Void {
		text = "(" + text + ")"
	}
	return text
}
