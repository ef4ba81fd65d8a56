package tournaments

import (
	"slices"
	"strconv"

	"hexclub/rules/tourney"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A BoardTable is the boards of a round.
type BoardTable struct {
	T       *i18n.Catalog
	Caption string
	Due     page.Phrase // by when they are to be over; empty: whenever
	Until   string      // the same on paper, in the club's time zone
	Rows    []BoardRow
	Note    string    // of the organisers; empty for none
	Results *page.Tab // where organisers enter the results, current while some are missing; nil for other readers
}

// A BoardRow is a board: who meets whom, and what came of it.
type BoardRow struct {
	Board         string
	Match         string     // which match of the last round of a knockout it is; empty for all others
	First, Second PlayerCell // of a bye the second is empty
	Result        string
	Note          string // in small; empty for none
	Href          string // of the pairing; empty for none
	Label         string // of that link, for screen readers
	Mine          bool   // the reader plays there
}

// A PlayerCell is a player with what stands beside the name.
type PlayerCell struct {
	Name, Avatar, Profile string
	Beside                string // score before the round; empty for none
	Won                   bool
	Starts                string // that the player starts, where no column says so; empty for others, and once it is over
}

// A StandingTable is where everybody stands.
type StandingTable struct {
	T       *i18n.Catalog
	Caption string
	Ties    []string // heads of the columns of tie-breaks
	Rows    []StandingRow
	Notes   []string // what columns cannot say
}

// A StandingRow is where somebody stands.
type StandingRow struct {
	Place   string // empty for a player who does not count
	Name    string
	Avatar  string
	Profile string
	Score   string
	Ties    []string
	Games   string // won, drawn and lost
	Short   string // games and the first tie-break, for narrow screens; empty in a knockout
	Note    string
	Mine    bool
}

// half writes a number counted in halves: "0", "½", "1", "1½".
func half(n int) string { return quarter(2 * n) }

// quarter writes a number counted in quarters: "¼", "12¾".
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

// boardTable returns the boards of a round.
func (in Input) boardTable(t *i18n.Catalog, round int) BoardTable {
	table := BoardTable{T: t, Caption: in.roundOf(t, round)}
	if due := in.due(round); !due.IsZero() {
		table.Due = page.NewPhrase(t, "tournament.until", "When", in.calendar(t).InClub().Due(due))
		table.Until = in.paper(t, "").Until(due)
	}
	scores := in.scores(round)
	for _, b := range in.RoundBoards(round) {
		row := BoardRow{
			Board: strconv.Itoa(b.Board), Match: in.matchName(t, b.Round, b.Board),
			First: in.playerCell(b.First, scores), Second: in.playerCell(b.Second, scores),
			Result: in.resultText(b), Note: in.boardNote(t, b), Href: b.Href, Mine: in.Reader != "" && (b.First == in.Reader || b.Second == in.Reader),
		}
		row.First.Won, row.Second.Won = b.Winner == 1, b.Winner == 2
		if !b.Over {
			row.First.Starts = t.T("tournament.starts")
		}
		if b.Second == "" {
			row.Result = t.T("tournament.bye")
		} else {
			row.Label = t.T("tournament.pairing-result", "First", row.First.Name, "Second", row.Second.Name, "Result", row.Result)
		}
		table.Rows = append(table.Rows, row)
	}
	for _, a := range in.roundAbsences(round) {
		if e, _ := in.entrant(a.Person); a.Round < e.From { // before a late entry
			continue
		}
		row := BoardRow{First: in.playerCell(a.Person, scores), Result: half(a.Halves), Note: t.T("tournament.absent"), Mine: in.Reader != "" && a.Person == in.Reader}
		table.Rows = append(table.Rows, row)
	}
	for _, r := range in.Rounds {
		if r.Number == round {
			table.Note = r.Note
		}
	}
	if in.Organises && !in.Archived && !in.Off() {
		open := slices.ContainsFunc(in.RoundBoards(round), func(b Board) bool { return !b.Over })
		if table.Results = (&page.Tab{Text: t.T("results.change"), Href: ResultsHref(in.ID, round), Current: open && !in.Play.Site}); open {
			table.Results.Text = t.T("results.enter")
		}
	}
	return table
}

// playerCell returns a player, with the score before the round except in a knockout.
func (in Input) playerCell(id string, scores map[string]int) PlayerCell {
	e, known := in.entrant(id)
	if !known {
		return PlayerCell{}
	}
	cell := PlayerCell{Name: e.Name, Avatar: e.Avatar, Profile: e.Profile}
	if in.Format.Kind != knockout {
		cell.Beside = half(scores[id])
	}
	return cell
}

// scores returns the scores before a round as the standings count them, in halves of a point.
// Before the next round these are all scores of the standings, which include rounds won without
// playing after a withdrawal.
func (in Input) scores(round int) map[string]int {
	scores := map[string]int{}
	for _, row := range in.Results.Rows {
		for _, c := range row.Cells {
			if !c.Void && (c.Round < round || round > in.Round) {
				scores[row.ID] += c.Halves
			}
		}
	}
	return scores
}

// resultText returns the result of a board: "1–0", "½–½"; with plus and minus and a colon for a
// forfeit, "+:−"; and dots while it is open.
func (in Input) resultText(b Board) string {
	switch {
	case b.Second == "":
		return byeSign
	case !b.Over:
		return openSign
	case b.Forfeit != [2]bool{}:
		return forfeitSign(b.Forfeit[0], b.Halves[0]) + ":" + forfeitSign(b.Forfeit[1], b.Halves[1])
	}
	return half(b.Halves[0]) + "–" + half(b.Halves[1])
}

// forfeitSign returns the sign for an unplayed round: a plus for a win, a minus for an absent
// player.
func forfeitSign(gone bool, halves int) string {
	switch {
	case gone && halves == tourney.Loss:
		return "−"
	case halves == tourney.Win:
		return "+"
	}
	return half(halves)
}

// boardNote returns a note for a result that needs one, and whether an organiser entered it who plays there.
func (in Input) boardNote(t *i18n.Catalog, b Board) string {
	note := in.resultNote(t, b)
	if b.Own == 0 {
		return note
	}
	own := t.T("tournament.own-entry", "Player", in.name([]string{b.First, b.Second}[b.Own-1]))
	if note == "" {
		return own
	}
	return note + " · " + own
}

// resultNote returns a note for a result that needs one.
func (in Input) resultNote(t *i18n.Catalog, b Board) string {
	switch {
	case b.Second == "":
		return ""
	case b.Undecided:
		return t.T("tournament.undecided")
	case b.Contested:
		return t.T("tournament.contested")
	case b.Unconfirmed:
		return t.T("tournament.unconfirmed")
	case b.Off && in.Format.Kind == knockout && in.Status != off:
		return t.T("tournament.called-off-knockout")
	case b.Off:
		return t.T("tournament.called-off")
	case b.Over && b.Forfeit == [2]bool{true, true}:
		return t.T("tournament.both-away")
	case b.Over && b.Forfeit != [2]bool{}:
		return t.T("tournament.forfeit")
	case b.Tied:
		return t.T("tournament.tied", "Points", t.Number(page.Halves(b.Points[0])))
	case b.Left:
		return t.T("tournament.left", "Points", t.Number(page.Halves(b.Points[0])))
	case b.Over && b.Points != [2]int{}:
		return t.T("tournament.points", "First", t.Number(page.Halves(b.Points[0])), "Second", t.Number(page.Halves(b.Points[1])))
	}
	return ""
}

// standingTable returns the standings: by score, in a knockout by the last round reached.
func (in Input) standingTable(t *i18n.Catalog) StandingTable {
	table := StandingTable{T: t, Caption: t.T("tournament.standings")}
	if in.Format.Kind == knockout {
		in.finishes(t, &table)
		return table
	}
	for _, b := range in.Format.Breaks {
		table.Ties = append(table.Ties, breakName(t, b))
	}
	struck, unplayed := false, false
	for _, s := range in.Results.Standings {
		e, _ := in.entrant(s.ID)
		row := StandingRow{
			Place: placeText(s.Place), Name: e.Name, Avatar: e.Avatar, Profile: e.Profile, Score: half(s.Halves), Note: in.entrantNote(t, e), Mine: s.ID == in.Reader,
			Games: t.T("tournament.won-drawn-lost", "Won", strconv.Itoa(s.Won), "Drawn", strconv.Itoa(s.Drawn), "Lost", strconv.Itoa(s.Lost)),
		}
		if s.Struck {
			row.Note = t.T("tournament.struck")
			struck = true
		}
		unplayed = unplayed || s.Played < s.Won+s.Drawn+s.Lost
		for _, tie := range s.Ties {
			row.Ties = append(row.Ties, quarter(tie.Value))
		}
		for len(row.Ties) < len(table.Ties) {
			row.Ties = append(row.Ties, "")
		}
		if row.Short = row.Games; len(s.Ties) > 0 {
			row.Short += " · " + table.Ties[0] + " " + row.Ties[0]
		}
		table.Rows = append(table.Rows, row)
	}
	if unplayed {
		table.Notes = append(table.Notes, t.T("tournament.unplayed-count"))
	}
	if struck {
		table.Notes = append(table.Notes, t.T("tournament.struck-help"))
	}
	return table
}

// placeText returns a place, empty for a player without one.
func placeText(place int) string {
	if place == 0 {
		return ""
	}
	return strconv.Itoa(place)
}

// finishes adds the last round that each entrant reached in a knockout.
func (in Input) finishes(t *i18n.Catalog, table *StandingTable) {
	for _, f := range in.Results.Places {
		e, _ := in.entrant(f.ID)
		row := StandingRow{Place: placeText(f.Place), Name: e.Name, Avatar: e.Avatar, Profile: e.Profile, Mine: f.ID == in.Reader}
		switch {
		case f.Place == 0:
			row.Note = t.T("tournament.still-in")
		case f.Place == 1:
			row.Note = t.T("tournament.winner")
		default:
			row.Note = t.T("tournament.out-in", "Where", in.roundName(t, f.Round))
		}
		table.Rows = append(table.Rows, row)
	}
}

// A RoundPage is a round of a tournament.
type RoundPage struct {
	Head
	Boards    BoardTable
	Published page.Phrase
	Others    []page.Tab    // all rounds that are published
	Slips     string        // address of the result slips, for organisers; empty without
	Deadline  *DeadlineForm // nil for readers who cannot move the deadline
	Problem   string        // why a form for the deadline was refused, if there is none any more; else empty
	Downloads []File
}

// NewRound returns the page of a round, with the form for its deadline as it was sent, if it was refused.
func NewRound(f page.Frame, in Input, round int, sent SentDeadline) RoundPage {
	p := RoundPage{
		Head: newTournamentHead(f, in, RoundHref(in.ID, round)), Boards: in.boardTable(f.T, round), Deadline: in.deadlineForm(f, round, sent),
	}
	if in.Organises && !in.Play.Site {
		p.Slips = SlipsHref(in.ID, round)
	}
	if p.Deadline == nil && sent.Problem != nil {
		p.Problem = page.ErrorText(f.T, sent.Problem)
	}
	p.Media.Present = page.Projector.Path(RoundHref(in.ID, round))
	for _, r := range in.Rounds {
		if r.Number == round {
			p.Published = page.NewPhrase(f.T, "tournament.published", "When", f.Calendar().InClub().On(r.Paired))
		}
	}
	p.Downloads = []File{in.file(f.T, "pairings", f.T.T("tournament.pairings"), "?round="+strconv.Itoa(round))}
	for other := range in.Round {
		tab := page.Tab{Text: strconv.Itoa(other + 1), Href: RoundHref(in.ID, other+1), Current: other+1 == round}
		if in.Format.Kind == knockout {
			tab.Text = in.roundName(f.T, other+1)
		}
		p.Others = append(p.Others, tab)
	}
	return p
}

// scored reports whether the table ranks by points.
func (s StandingTable) scored() bool {
	return len(s.Rows) > 0 && s.Rows[0].Score != ""
}
