package views

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules/tourney"
	"hexclub/views/i18n"
)

// A BoardTable is the boards of a round.
type BoardTable struct {
	T       *i18n.Catalog
	Caption string
	Due     string // by when they are to be over; empty: whenever
	Rows    []BoardRow
}

// A BoardRow is a board: who meets whom, and what came of it.
type BoardRow struct {
	Board         string
	First, Second PlayerCell // of a bye the second is empty
	Result        string
	Note          string // in small; empty for none
	Href          string // of the pairing; empty for none
	Label         string // of that link, for who hears it alone
	Mine          bool   // the reader plays there
}

// A PlayerCell is a player with what stands beside the name.
type PlayerCell struct {
	Name, Profile string
	Beside        string // score before the round; empty for none
	Won           bool
}

// A StandingTable is where everybody stands.
type StandingTable struct {
	T       *i18n.Catalog
	Caption string
	Ties    []string // heads of the columns of tie-breaks
	Rows    []StandingRow
	Note    string // what a column cannot say; empty for nothing
}

// A StandingRow is where somebody stands.
type StandingRow struct {
	Place   string // empty for who does not count
	Name    string
	Profile string
	Score   string
	Ties    []string
	Games   string // won, drawn and lost
	Note    string
	Mine    bool
}

// half is a number counted in halves: "0", "½", "1", "1½".
func half(n int) string { return quarter(2 * n) }

// quarter is a number counted in quarters: "¼", "12¾".
func quarter(n int) string {
	if n < 0 {
		return "−" + quarter(-n)
	}
	part := [4]string{"", "¼", "½", "¾"}[n%4]
	if n < 4 && part != "" {
		return part
	}
	return strconv.Itoa(n/4) + part
}

// boardTable is the boards of a round.
func (in TournamentInput) boardTable(t *i18n.Catalog, round int) BoardTable {
	table := BoardTable{T: t, Caption: t.T("tournament.round-of", "Round", strconv.Itoa(round), "Rounds", strconv.Itoa(in.Length))}
	if due := in.due(round); !due.IsZero() {
		table.Due = t.T("tournament.until", "When", momentWords(t, due))
	}
	scores := in.scores(round)
	for _, b := range in.roundBoards(round) {
		row := BoardRow{
			Board: strconv.Itoa(b.Board), First: in.playerCell(b.First, scores), Second: in.playerCell(b.Second, scores),
			Result: in.resultText(b), Note: in.boardNote(t, b), Href: b.Href, Mine: in.Reader != "" && (b.First == in.Reader || b.Second == in.Reader),
		}
		row.First.Won, row.Second.Won = b.Winner == 1, b.Winner == 2
		if b.Second == "" {
			row.Result = t.T("tournament.bye")
		} else {
			row.Label = t.T("tournament.pairing-of", "First", row.First.Name, "Second", row.Second.Name)
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

// playerCell is a player, but for a knockout with the score before a round.
func (in TournamentInput) playerCell(id string, scores map[string]int) PlayerCell {
	e, known := in.entrant(id)
	if !known {
		return PlayerCell{}
	}
	cell := PlayerCell{Name: e.Name, Profile: e.Profile}
	if in.Kind != knockout {
		cell.Beside = half(scores[id])
	}
	return cell
}

// scores is what everybody has before a round, in halves of a point.
func (in TournamentInput) scores(round int) map[string]int {
	scores := map[string]int{}
	for _, b := range in.Boards {
		if b.Round >= round || !b.Over {
			continue
		}
		scores[b.First] += b.Halves[0]
		scores[b.Second] += b.Halves[1]
	}
	return scores
}

// resultText is what came of a board: "1–0", "½–½"; with plus and minus where
// somebody did not play, and a dash as long as it is open.
func (in TournamentInput) resultText(b TournamentBoard) string {
	switch {
	case b.Second == "":
		return byeSign
	case !b.Over:
		return "–"
	}
	sides := [2]string{half(b.Halves[0]), half(b.Halves[1])}
	if b.Forfeit != [2]bool{} {
		for i := range sides {
			sides[i] = forfeitSign(b.Forfeit[i], b.Halves[i])
		}
	}
	return sides[0] + "–" + sides[1]
}

// forfeitSign is what a round that was not played is to a player: a plus for a win,
// a minus for who did not come.
func forfeitSign(gone bool, halves int) string {
	switch {
	case gone && halves == tourney.Loss:
		return "−"
	case halves == tourney.Win:
		return "+"
	}
	return half(halves)
}

// boardNote says what the result does not.
func (in TournamentInput) boardNote(t *i18n.Catalog, b TournamentBoard) string {
	switch {
	case b.Second == "":
		return ""
	case b.Undecided:
		return t.T("tournament.undecided")
	case b.Off:
		return t.T("tournament.called-off")
	case b.Over && b.Forfeit == [2]bool{true, true}:
		return t.T("tournament.both-away")
	case b.Over && b.Forfeit != [2]bool{}:
		return t.T("tournament.forfeit")
	case b.Tied:
		return t.T("tournament.tied", "Points", t.Number(halves(b.Points[0])))
	case b.Over && b.Points != [2]int{}:
		return t.T("tournament.points", "First", t.Number(halves(b.Points[0])), "Second", t.Number(halves(b.Points[1])))
	}
	return ""
}

// standingTable is where everybody stands: by score, in a knockout by how far they
// came.
func (in TournamentInput) standingTable(t *i18n.Catalog) StandingTable {
	table := StandingTable{T: t, Caption: t.T("tournament.standings")}
	if in.Kind == knockout {
		in.finishes(t, &table)
		return table
	}
	for _, b := range in.Breaks {
		table.Ties = append(table.Ties, breakName(t, b))
	}
	for _, s := range in.Standings {
		e, _ := in.entrant(s.ID)
		row := StandingRow{
			Place: placeText(s.Place), Name: e.Name, Profile: e.Profile, Score: half(s.Halves), Note: in.entrantNote(t, e), Mine: s.ID == in.Reader,
			Games: t.T("tournament.won-drawn-lost", "Won", strconv.Itoa(s.Won), "Drawn", strconv.Itoa(s.Drawn), "Lost", strconv.Itoa(s.Lost)),
		}
		if s.Struck {
			row.Note = t.T("tournament.struck")
			table.Note = t.T("tournament.struck-help")
		}
		for _, tie := range s.Ties {
			row.Ties = append(row.Ties, quarter(tie.Value))
		}
		for len(row.Ties) < len(table.Ties) {
			row.Ties = append(row.Ties, "")
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

// placeText is a place, empty for who does not count.
func placeText(place int) string {
	if place == 0 {
		return ""
	}
	return strconv.Itoa(place)
}

// finishes are how far everybody came in a knockout.
func (in TournamentInput) finishes(t *i18n.Catalog, table *StandingTable) {
	places := slices.Clone(in.Places)
	slices.SortStableFunc(places, func(a, b tourney.Finish) int { return a.Place - b.Place })
	for _, f := range places {
		e, _ := in.entrant(f.ID)
		row := StandingRow{Place: placeText(f.Place), Name: e.Name, Profile: e.Profile, Mine: f.ID == in.Reader}
		switch {
		case f.Place == 0:
			row.Note = t.T("tournament.still-in")
		case f.Place == 1:
			row.Note = t.T("tournament.winner")
		default:
			row.Note = t.T("tournament.out-in", "Round", strconv.Itoa(f.Round))
		}
		table.Rows = append(table.Rows, row)
	}
}

// A TablePage is the cross-table of a tournament.
type TablePage struct {
	TournamentHead
	Caption string
	Heads   []TableHead
	Rows    []TableRow
	Legend  []Fact
}

// A TableHead is the head of a column: of an opponent, or of a round.
type TableHead struct{ Text, Label string }

// A TableRow is what somebody did against everybody, or in every round.
type TableRow struct {
	Number, Name, Profile string
	Cells                 []TableCell
	Score, Place          string
	Mine                  bool
}

// A TableCell is what came of one pairing, or two; nothing where there was none.
type TableCell struct {
	Text  string
	Label string // for who hears it alone; empty for nothing
	Self  bool   // nobody meets oneself
	Void  bool   // it does not count
}

// NewCrossTable is the cross-table of a round robin, or the rounds of a Swiss.
func NewCrossTable(f Frame, in TournamentInput) TablePage {
	t := f.T
	p := TablePage{TournamentHead: NewTournamentHead(f, in, TournamentHref(in.ID)+"/table"), Caption: t.T("tournament.table")}
	order := in.tableOrder()
	index := map[string]int{}
	for i, row := range order {
		index[row.ID] = i
	}
	if in.Kind == robin {
		for i, row := range order {
			p.Heads = append(p.Heads, TableHead{strconv.Itoa(i + 1), in.name(row.ID)})
		}
	} else {
		for round := 1; round <= in.Round; round++ {
			p.Heads = append(p.Heads, TableHead{strconv.Itoa(round), t.T("tournament.round", "Round", strconv.Itoa(round))})
		}
	}
	for i, row := range order {
		e, _ := in.entrant(row.ID)
		s := in.standing(row.ID)
		line := TableRow{
			Number: strconv.Itoa(i + 1), Name: e.Name, Profile: e.Profile, Score: half(s.Halves), Place: placeText(s.Place), Mine: row.ID == in.Reader,
		}
		if in.Kind == robin {
			line.Cells = in.opponentCells(t, row, i, index)
		} else {
			line.Cells = in.roundCells(t, row, index)
		}
		p.Rows = append(p.Rows, line)
	}
	p.Legend = in.legend(t)
	return p
}

// tableOrder is the rows of the cross-table in the order of the standings.
func (in TournamentInput) tableOrder() []tourney.Row {
	rows := slices.Clone(in.Rows)
	at := func(id string) int {
		return slices.IndexFunc(in.Standings, func(s tourney.Standing) bool { return s.ID == id })
	}
	slices.SortStableFunc(rows, func(a, b tourney.Row) int { return at(a.ID) - at(b.ID) })
	return rows
}

// standing is where an entrant stands.
func (in TournamentInput) standing(id string) tourney.Standing {
	for _, s := range in.Standings {
		if s.ID == id {
			return s
		}
	}
	return tourney.Standing{}
}

// opponentCells are what somebody did against everybody.
func (in TournamentInput) opponentCells(t *i18n.Catalog, row tourney.Row, own int, index map[string]int) []TableCell {
	cells := make([]TableCell, len(index))
	cells[own].Self = true
	for _, c := range row.Cells {
		at, known := index[c.Opponent]
		if !known || c.Kind == tourney.Open {
			continue
		}
		cell := &cells[at]
		sign := cellSign(c)
		if c.Void {
			sign = "(" + sign + ")"
		}
		cell.Text = strings.TrimSpace(cell.Text + " " + sign)
		cell.Label = strings.TrimPrefix(cell.Label+", "+in.cellWords(t, c), ", ")
		cell.Void = c.Void
	}
	return cells
}

// roundCells are what somebody did in every round of a Swiss.
func (in TournamentInput) roundCells(t *i18n.Catalog, row tourney.Row, index map[string]int) []TableCell {
	cells := make([]TableCell, in.Round)
	for _, c := range row.Cells {
		if c.Round > in.Round {
			continue
		}
		cell := &cells[c.Round-1]
		cell.Label = in.cellWords(t, c)
		if cell.Text = cellSign(c); c.Opponent != "" {
			cell.Text = strconv.Itoa(index[c.Opponent]+1) + ":" + cell.Text
		}
	}
	return cells
}

// cellSign is what a round was to a player, as short as can be.
func cellSign(c tourney.Cell) string {
	switch c.Kind {
	case tourney.Played:
		return half(c.Halves)
	case tourney.Open:
		return "…"
	case tourney.ForfeitWon, tourney.Bye:
		return "+"
	case tourney.ForfeitLost:
		return "−"
	case tourney.AskedBye:
		return half(c.Halves)
	}
	return "–"
}

// cellWords is what a round was to a player.
func (in TournamentInput) cellWords(t *i18n.Catalog, c tourney.Cell) string {
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
	case tourney.Bye, tourney.AskedBye:
		return t.T("tournament.bye")
	}
	return t.T("tournament.cell-away")
}

// lostWords is cellWords of a loss, and of nothing else.
func lostWords(t *i18n.Catalog, c tourney.Cell, with []string) string {
	if c.Halves != tourney.Loss {
		return ""
	}
	return t.T("tournament.cell-lost", with...)
}

// legend says what the signs of a cross-table mean.
func (in TournamentInput) legend(t *i18n.Catalog) []Fact {
	facts := []Fact{
		{"1, ½, 0", t.T("tournament.legend-result")},
		{"+, −", t.T("tournament.legend-forfeit")},
		{"…", t.T("tournament.legend-open")},
	}
	if in.Kind == robin {
		facts = facts[:2]
		if slices.ContainsFunc(in.Rows, func(row tourney.Row) bool { return row.Struck }) {
			facts = append(facts, Fact{"( )", t.T("tournament.struck-help")})
		}
		return facts
	}
	return append([]Fact{{"5:1", t.T("tournament.legend-opponent")}}, facts...)
}

// A RoundPage is a round of a tournament.
type RoundPage struct {
	TournamentHead
	Number    int
	Boards    BoardTable
	Published string
	Before    string // address of the round before; empty for none
	After     string
}

// NewRound is a round of a tournament.
func NewRound(f Frame, in TournamentInput, round int) RoundPage {
	p := RoundPage{
		TournamentHead: NewTournamentHead(f, in, RoundHref(in.ID, round)), Number: round, Boards: in.boardTable(f.T, round),
	}
	for _, r := range in.Rounds {
		if r.Number == round {
			p.Published = f.T.T("tournament.published", "When", momentWords(f.T, r.Paired))
		}
	}
	if round > 1 {
		p.Before = RoundHref(in.ID, round-1)
	}
	if round < in.Round {
		p.After = RoundHref(in.ID, round+1)
	}
	return p
}

// scored tells whether it goes by points.
func (s StandingTable) scored() bool {
	return len(s.Rows) > 0 && s.Rows[0].Score != ""
}
