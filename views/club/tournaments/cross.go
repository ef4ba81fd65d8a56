package tournaments

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules/pairing"
	"hexclub/rules/tourney"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A TablePage is the cross-table of a tournament.
type TablePage struct {
	Head
	Caption string
	Key     string // how to read it
	Heads   []TableHead
	Rows    []TableRow
	Legend  []Fact
	Parts   []TableRange // columns that fit a sheet of paper; one for a table that fits
}

// A TableRange is some columns of a cross-table: from one, up to but without another.
type TableRange struct{ From, To int }

// The numbers of columns that fit a sheet of paper: of opponents, of rounds with the numbers of opponents, and of
// opponents in the usual size of letters.
const (
	fittingOpponents = 20
	fittingRounds    = 12
	largeColumns     = 16
)

// A TableHead is the head of a column: of an opponent, or of a round.
type TableHead struct{ Text, Label string }

// A TableRow is what somebody did against everybody, or in every round.
type TableRow struct {
	Number, Name, Avatar, Profile string
	Cells                         []TableCell
	Score, Place                  string
	Mine                          bool
}

// A TableCell is what came of one pairing, or two; nothing where there was none.
type TableCell struct {
	Text     string
	Small    string // below it: number of the opponent, or a bye or an absence; empty where the column has the opponent
	Opponent string // name of that opponent; empty for none
	Seat     string // mark of the player's seat; empty if both seats were played, or none
	Label    string // for screen readers; empty for none
	Self     bool   // nobody meets oneself
	Lost     bool
	Void     bool // it does not count
}

// The marks of seats in the cross-table of a Swiss.
const (
	firstMark  = "●"
	secondMark = "○"
)

// NewCrossTable returns the cross-table of a round robin, or the rounds of a Swiss.
func NewCrossTable(f page.Frame, in Input) TablePage {
	t := f.T
	p := TablePage{Head: newTournamentHead(f, in, Href(in.ID)+"/table"), Caption: t.T("tournament.table")}
	order, seats := in.TableOrder(), in.Seats()
	index := map[string]int{}
	for i, row := range order {
		index[row.ID] = i
	}
	if in.Format.Kind == robin {
		for i, row := range order {
			p.Heads = append(p.Heads, TableHead{strconv.Itoa(i + 1), in.name(row.ID)})
		}
	} else {
		for round := 1; round <= in.Round; round++ {
			n := strconv.Itoa(round)
			p.Heads = append(p.Heads, TableHead{t.T("tournament.round-short", "Round", n), t.T("tournament.round", "Round", n)})
		}
	}
	for i, row := range order {
		e, _ := in.entrant(row.ID)
		s := in.StandingOf(row.ID)
		line := TableRow{
			Number: strconv.Itoa(i + 1), Name: e.Name, Avatar: e.Avatar, Profile: e.Profile, Score: half(s.Halves), Place: placeText(s.Place), Mine: row.ID == in.Reader,
		}
		if in.Format.Kind == robin {
			line.Cells = in.opponentCells(t, row, i, index)
		} else {
			line.Cells = in.roundCells(t, row, index, seats)
		}
		p.Rows = append(p.Rows, line)
	}
	most := fittingOpponents
	if in.Format.Kind == swiss {
		most = fittingRounds
	}
	p.Parts = tableParts(len(p.Heads), most)
	p.Legend = in.legend(t)
	switch {
	case in.Format.Kind == swiss:
		p.Key = t.T("tournament.key-swiss")
	case in.Format.Double:
		p.Key = t.T("tournament.key-double")
	default:
		p.Key = t.T("tournament.key-robin")
	}
	return p
}

// tableParts divides columns evenly into parts of no more than most.
func tableParts(columns, most int) (parts []TableRange) {
	n := max((columns+most-1)/most, 1)
	for i := range n {
		parts = append(parts, TableRange{i * columns / n, (i + 1) * columns / n})
	}
	return parts
}

// all returns all columns.
func (p TablePage) all() TableRange { return TableRange{0, len(p.Heads)} }

// Small reports whether a part needs small letters on paper.
func (r TableRange) Small() bool { return r.To-r.From > largeColumns }

// TableOrder returns the rows of the cross-table in the order of the standings, numbered from 1.
func (in Input) TableOrder() []tourney.Row {
	rows := slices.Clone(in.Results.Rows)
	at := func(id string) int {
		return slices.IndexFunc(in.Results.Standings, func(s tourney.Standing) bool { return s.ID == id })
	}
	slices.SortStableFunc(rows, func(a, b tourney.Row) int { return at(a.ID) - at(b.ID) })
	return rows
}

// StandingOf returns the standing of an entrant.
func (in Input) StandingOf(id string) tourney.Standing {
	for _, s := range in.Results.Standings {
		if s.ID == id {
			return s
		}
	}
	return tourney.Standing{}
}

// opponentCells returns an entrant's results against each opponent.
func (in Input) opponentCells(t *i18n.Catalog, row tourney.Row, own int, index map[string]int) []TableCell {
	cells := make([]TableCell, len(index))
	cells[own].Self = true
	for _, c := range row.Cells {
		at, known := index[c.Opponent]
		if !known || !in.tabled(c) {
			continue
		}
		cell := &cells[at]
		sign := cellSign(c)
		if c.Void {
			sign = "(" + sign + ")"
		}
		cell.Text = strings.TrimSpace(cell.Text + " " + sign)
		cell.Lost = c.Kind == tourney.Played && c.Halves == tourney.Loss && cell.Text == sign
		cell.Label = strings.TrimPrefix(cell.Label+", "+in.cellWords(t, c), ", ")
		cell.Void = c.Void
	}
	return cells
}

// roundCells returns an entrant's results in the rounds of a Swiss.
func (in Input) roundCells(t *i18n.Catalog, row tourney.Row, index map[string]int, seats map[RoundOf]int) []TableCell {
	cells := make([]TableCell, in.Round)
	for _, c := range row.Cells {
		if !in.tabled(c) {
			continue
		}
		cell := &cells[c.Round-1]
		cell.Label, cell.Text = in.cellWords(t, c), cellSign(c)
		cell.Lost = c.Kind == tourney.Played && c.Halves == tourney.Loss
		switch {
		case c.Opponent != "":
			cell.Small, cell.Opponent = strconv.Itoa(index[c.Opponent]+1), in.name(c.Opponent)
			if seat := seatOf(t, seats[RoundOf{row.ID, c.Round}]); seat.Term != "" {
				cell.Seat = seat.Term
				cell.Label += ", " + seat.Text
			}
		case c.Kind == tourney.Bye:
			cell.Small = t.T("tournament.bye")
		case c.Kind == tourney.AskedBye:
			cell.Small = t.T("tournament.cell-away")
		}
	}
	return cells
}

// A RoundOf is a round of an entrant.
type RoundOf struct {
	ID    string
	Round int
}

// Seats returns the seats in games between two, 1 for the player who starts. It has none where both seats are played, and none
// for rounds that were not played.
func (in Input) Seats() map[RoundOf]int {
	seats := map[RoundOf]int{}
	if in.Play.Unit != pairing.OneGame {
		return seats
	}
	for _, b := range in.Boards {
		if b.Second != "" && b.Forfeit == [2]bool{} {
			seats[RoundOf{b.First, b.Round}], seats[RoundOf{b.Second, b.Round}] = 1, 2
		}
	}
	return seats
}

// seatOf returns the mark of a seat and its meaning.
func seatOf(t *i18n.Catalog, seat int) Fact {
	switch seat {
	case 1:
		return Fact{firstMark, t.T("tournament.legend-first")}
	case 2:
		return Fact{secondMark, t.T("tournament.legend-second")}
	}
	return Fact{}
}

// cellSign returns a player's result of a round in its shortest form.
func cellSign(c tourney.Cell) string {
	switch c.Kind {
	case tourney.Open:
		return openCell
	case tourney.Bye:
		return byeSign
	case tourney.ForfeitWon, tourney.ForfeitLost:
		return forfeitSign(c.Kind == tourney.ForfeitLost, c.Halves)
	case tourney.Away:
		return awaySign
	case tourney.AskedBye:
		if c.Halves == tourney.Loss {
			return awaySign
		}
	}
	return half(c.Halves)
}

// cellWords describes a player's result of a round.
func (in Input) cellWords(t *i18n.Catalog, c tourney.Cell) string {
	with := []string{"Opponent", in.name(c.Opponent)}
	switch c.Kind {
	case tourney.Played:
		return t.T(map[int]string{tourney.Win: "tournament.cell-won", tourney.Draw: "tournament.cell-drawn"}[c.Halves], with...) + lostWords(t, c, with)
	case tourney.Open:
		return t.T("tournament.cell-open", with...)
	case tourney.ForfeitWon:
		return t.T("tournament.cell-forfeit-won", with...)
	case tourney.ForfeitLost:
		return t.T("tournament.cell-forfeit-lost", with...)
	case tourney.Bye:
		return t.T("tournament.bye")
	case tourney.AskedBye:
		if c.Halves > tourney.Loss {
			return t.T("tournament.cell-half-bye")
		}
	}
	return t.T("tournament.cell-away")
}

// lostWords returns cellWords of a loss, and an empty text for any other result.
func lostWords(t *i18n.Catalog, c tourney.Cell, with []string) string {
	if c.Halves != tourney.Loss {
		return ""
	}
	return t.T("tournament.cell-lost", with...)
}

// legend returns the meaning of the signs that a cross-table contains.
func (in Input) legend(t *i18n.Catalog) (facts []Fact) {
	var cells []tourney.Cell
	for _, row := range in.Results.Rows {
		for _, c := range row.Cells {
			if in.tabled(c) {
				cells = append(cells, c)
			}
		}
	}
	say := func(sign, text string, is func(tourney.Cell) bool) {
		last := len(facts) - 1
		switch {
		case !slices.ContainsFunc(cells, is):
		case last >= 0 && facts[last].Term == sign: // that means more than one thing
			facts[last].Text += t.T("list.semicolon") + text
		default:
			facts = append(facts, Fact{sign, text})
		}
	}
	signed := func(sign string) func(tourney.Cell) bool {
		return func(c tourney.Cell) bool { return cellSign(c) == sign }
	}
	say("1", t.T("tournament.legend-won"), signed("1"))
	say("½", t.T("tournament.legend-drawn"), func(c tourney.Cell) bool { return c.Kind == tourney.Played && cellSign(c) == "½" })
	say("½", t.T("tournament.legend-half-bye"), func(c tourney.Cell) bool { return c.Kind == tourney.AskedBye && cellSign(c) == "½" })
	say("0", t.T("tournament.legend-lost"), signed("0"))
	say("+", t.T("tournament.legend-forfeit-won"), func(c tourney.Cell) bool { return c.Kind == tourney.ForfeitWon && cellSign(c) == "+" })
	say(byeSign, t.T("tournament.legend-bye"), func(c tourney.Cell) bool { return c.Kind == tourney.Bye })
	say("−", t.T("tournament.legend-forfeit-lost"), signed("−"))
	say(awaySign, t.T("tournament.legend-away"), signed(awaySign))
	say(openCell, t.T("tournament.legend-open"), signed(openCell))
	say("( )", t.T("tournament.struck-help"), func(c tourney.Cell) bool { return c.Void })
	if in.Format.Kind == swiss && len(in.Seats()) > 0 {
		facts = append(facts, seatOf(t, 1), seatOf(t, 2))
	}
	return facts
}

// tabled reports whether the cross-table shows a round: of a Swiss all published ones, of a round
// robin those that are over.
func (in Input) tabled(c tourney.Cell) bool {
	if in.Format.Kind == robin {
		return c.Kind != tourney.Open
	}
	return c.Round <= in.Round
}
