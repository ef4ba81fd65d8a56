package tournaments

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"hexclub/rules/pairing"
	"hexclub/views/club/pairings"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A ResultsPage is the form for all results of a round.
type ResultsPage struct {
	Head
	Heading string
	Rounds  []page.Tab
	State   ResultsState
	Rows    []ResultRow
	Points  string        // the possible points; empty for a game without points
	Why     *ResultReason // below the boards; nil if no result needs one, or a board asks for it
	Note    ResultNote
	Later   string // what a correction does to rounds that are paired already; empty for nothing
	Action  string
	Round   string // address of the round's page
	Problem ResultsProblem
}

// A ResultsProblem is why a form was refused: the text, and the boards that are wrong. It is empty for a form that was not.
type ResultsProblem struct {
	Text   string
	Boards []WrongBoard
}

// A WrongBoard is a board whose result was refused, with a link to it.
type WrongBoard struct {
	Board   page.ClubLink
	Problem string
}

// ResultsState is how far the results of a round are, and what the reader can do next.
type ResultsState struct {
	Missing string     // how many results are missing
	Counts  string     // the same for each number from 0, divided by "|", for the script that counts down
	Points  string     // which boards lack points, with BoardsMark for them, for the same script
	Save    bool       // saving is the next step
	Undo    string     // how many results can be undone; empty for none
	Saved   string     // what was saved, of a form with problems; empty for nothing
	All     *AcceptAll // nil for fewer than two results that only an organiser can confirm
	Next    *NextStep  // when no result is missing; nil for none
}

// A ResultReason asks for the reason of corrections.
type ResultReason struct {
	Text string
	Open bool
	Bad  bool // it is missing or wrong
}

// A ResultNote asks for the note about the round.
type ResultNote struct {
	Text, Seen string
	Other      string // what another organiser has written meanwhile; empty for nothing
	Open       bool
}

// A ResultRow asks for the result of a board.
type ResultRow struct {
	ID       string // of the pairing; empty for a bye and a walkover
	Board    string
	Match    string
	Label    string
	First    PlayerCell
	Second   PlayerCell
	Href     string
	Result   string // where there is nothing to ask for
	Over     bool   // a result is known
	Games    []ResultGame
	More     *ResultMore
	Notes    []string
	Tick     *ResultTick   // nil for no result that can be confirmed or accepted
	Why      *ResultReason // asked for at this board; nil elsewhere
	Explain  bool          // a change needs a reason
	Problem  string
	Page     string // address of the page of the pairing, where the refused change can be made; empty for here
	Was      string
	Revision string
}

// A ResultTick is a box that confirms the result of another organiser's own game, or accepts what a player entered.
type ResultTick struct {
	Name, Label string
	Seen        string // the result, as SentRow.Seen
	Ticked      bool
}

// A ResultGame asks for the result of a game: one choice, and points.
type ResultGame struct {
	Label   string // empty for the only game
	Name    string
	Choices []ResultChoice
	Points  []pairings.PointsField
	Scored  bool // a win has points
	Focus   bool // the first field gets the focus
}

// A ResultChoice is a possible result.
type ResultChoice struct {
	Value, Sign, Label string
	Chosen             bool
	Forfeit            bool // it is the stored forfeit of a game, not a choice
}

// ResultMore is what a row rarely asks for.
type ResultMore struct {
	Summary     string
	Open        bool
	Absent      []page.Choose
	Games       []ResultGame // that follow if the players are level
	Winners     []page.Choose
	AbsentName  string
	WinnersName string
}

// RowField returns the name of a field of a board, such as "absent"; with numbers, of a game and a player.
func RowField(what, pairing string, numbers ...int) string {
	name := what + "-" + pairing
	for _, n := range numbers {
		name += "-" + strconv.Itoa(n)
	}
	return name
}

// ResultsHref returns the address of the page for the results of a round.
func ResultsHref(tournament string, round int) string {
	return RoundHref(tournament, round) + "/results"
}

// A resultsBuilder holds what the parts of the page share.
type resultsBuilder struct {
	in Input
	r  ResultsInput
	t  *i18n.Catalog
}

// NewResults returns the page for the results of a round.
func NewResults(f page.Frame, in Input, r ResultsInput) ResultsPage {
	t, b := f.T, resultsBuilder{in, r, f.T}
	p := ResultsPage{
		Head: newTournamentHead(f, in, RoundHref(in.ID, r.Round)), Heading: in.roundOf(t, r.Round),
		Action: ResultsHref(in.ID, r.Round), Round: RoundHref(in.ID, r.Round), Problem: ResultsProblem{Text: r.Sent.Problem},
	}
	p.State = b.state(f)
	for _, board := range in.RoundBoards(r.Round) {
		p.Rows = append(p.Rows, b.row(board))
	}
	p.Why, p.Note, p.Points = b.why(), b.note(), b.points()
	p.nameBoards(r.Sent)
	p.askWhy(r.Sent)
	switch kind := in.Format.Kind; {
	case r.Round >= in.Round:
	case kind == swiss:
		p.Later = t.T("results.later")
	case kind == knockout:
		p.Later = t.T("results.later-knockout")
	}
	for round := range in.Round {
		p.Rounds = append(p.Rounds, page.Tab{Text: strconv.Itoa(round + 1), Href: ResultsHref(in.ID, round+1), Current: round+1 == r.Round})
		if in.Format.Kind == knockout {
			p.Rounds[round].Text = in.roundName(t, round+1)
		}
	}
	return p
}

// canPair reports whether the next round can be paired.
func (in Input) canPair() bool {
	return in.Status == running && !in.waiting() && in.Round < in.Length
}

// canFinish reports whether the tournament can be ended as it stands.
func (in Input) canFinish() bool {
	return in.Status == running && !in.waiting() && in.Round > 0 && (in.Format.Kind != knockout || in.Round == in.Length)
}

// waiting reports whether a published board has no result.
func (in Input) waiting() bool {
	return slices.ContainsFunc(in.Boards, func(b Board) bool { return !b.Over })
}

// points returns what points a game can have.
func (b resultsBuilder) points() string {
	if len(b.r.Pairings) == 0 {
		return ""
	}
	return pairings.PointsHelp(b.t, b.r.Pairings[0].Terms)
}

// describedPoints returns the ids of the texts about fields for points.
func (r ResultRow) describedPoints() string {
	if r.Problem == "" {
		return "points-help"
	}
	return RowField("problem", r.ID) + " points-help"
}

// anchor returns the id of the row's element.
func (r ResultRow) anchor() string { return "board-" + r.Board }

// why returns the field for the reason of corrections; nil if no result needs one.
func (b resultsBuilder) why() *ResultReason {
	if !slices.ContainsFunc(b.r.Pairings, RoundPairing.explain) {
		return nil
	}
	sent := b.r.Sent
	return &ResultReason{Text: sent.Why, Open: sent.Why != "", Bad: sent.BadWhy}
}

// explain reports whether a change of the result needs a reason.
func (p RoundPairing) explain() bool { return p.Explain || p.Open && p.Site }

// note returns the field for the note about the round.
func (b resultsBuilder) note() ResultNote {
	n := ResultNote{}
	for _, r := range b.in.Rounds {
		if r.Number == b.r.Round {
			n.Text, n.Seen = r.Note, r.Note
		}
	}
	sent := b.r.Sent
	switch {
	case sent.NoteOther:
		n.Other, n.Text = n.Seen, sent.Note
	case sent.some() && sent.Saved == 0 && len(sent.Changed) == 0:
		n.Text, n.Seen = sent.Note, sent.NoteSeen
	}
	n.Open = n.Text != "" || n.Other != ""
	return n
}

// row returns the row of a board.
func (b resultsBuilder) row(board Board) ResultRow {
	t, in := b.t, b.in
	row := ResultRow{
		Board: strconv.Itoa(board.Board), Match: in.matchName(t, board.Round, board.Board), Href: board.Href,
		First: in.playerCell(board.First, nil), Second: in.playerCell(board.Second, nil),
	}
	row.First.Beside, row.Second.Beside = "", ""
	row.Label = t.T("results.board", "Board", row.Board, "First", row.First.Name, "Second", row.Second.Name)
	i := slices.IndexFunc(b.r.Pairings, func(p RoundPairing) bool { return p.ID == board.Pairing && p.ID != "" })
	if i < 0 {
		if row.Result = in.resultText(board); board.Second == "" {
			row.Result = t.T("tournament.bye")
		}
		return row
	}
	p := b.r.Pairings[i]
	stored, shown := p.result()
	if !shown {
		row.Result, row.Notes = in.resultText(board), []string{t.T("results.elsewhere")}
		return row
	}
	names := [2]string{row.First.Name, row.Second.Name}
	row.Over, row.ID, row.Was, row.Revision, row.Tick = board.Over, p.ID, stored.Text(), strconv.Itoa(p.Revision), b.tick(p)
	row.Explain = p.explain()
	result := stored
	if sent, ok := b.r.Sent.Rows[p.ID]; ok && !b.r.Sent.Changed[p.ID] {
		result, row.Was, row.Revision = sent.Result, sent.Was, strconv.Itoa(sent.Revision)
	} else if ok && sent.Changed() {
		result = sent.Result
	}
	if problem := b.r.Sent.Problems[p.ID]; problem != nil {
		row.Problem = b.problem(p, names, result, problem)
		if errors.Is(problem, pairing.ErrReplaces) {
			row.Page = board.Href
		}
	}
	if b.r.Sent.Changed[p.ID] {
		row.Problem = b.changed(p, names, result)
	}
	row.Notes = b.notes(p, names)
	row.Games = b.games(p, names, result)
	row.More = b.more(p, names, result, row.Games)
	row.Games = row.Games[:min(len(row.Games), p.Terms.Unit.Games())]
	return row
}

// tick returns the box of a pairing whose result can be confirmed or accepted; nil for any other. It is ticked as the form
// was sent, unless the result has changed since.
func (b resultsBuilder) tick(p RoundPairing) *ResultTick {
	sent, seen := b.r.Sent.Rows[p.ID], !b.r.Sent.Changed[p.ID]
	switch {
	case p.Confirm:
		return &ResultTick{RowField("confirm", p.ID), b.t.T("pairing.confirm"), p.Shown, sent.Confirm && seen}
	case p.Accept:
		return &ResultTick{RowField("accept", p.ID), b.t.T("pairing.accept"), p.Shown, b.accepted(p.ID)}
	}
	return nil
}

// accepted reports whether the result that a player entered is ticked to be accepted, in the form that was sent.
func (b resultsBuilder) accepted(id string) bool {
	return b.r.Sent.Rows[id].Accept && !b.r.Sent.Changed[id]
}

// notes returns what the reader has to know about a pairing.
func (b resultsBuilder) notes(p RoundPairing, names [2]string) (notes []string) {
	t := b.t
	switch e := p.Entered; {
	case p.Off:
		notes = append(notes, t.T("results.off"))
	case p.Level:
		notes = append(notes, t.T("results.level"))
	case e != nil && e.Contested:
		notes = append(notes, t.T("results.contested", "Player", names[e.By-1], "Result", pairing.GamesText(e.Games)))
	case e != nil && e.Organiser:
		notes = append(notes, t.T("results.entered-organiser", "Player", names[e.By-1], "Result", pairing.GamesText(e.Games)))
	case e != nil:
		notes = append(notes, t.T("results.entered", "Player", names[e.By-1], "Result", pairing.GamesText(e.Games)))
	case p.Open && p.Site:
		notes = append(notes, t.T("pairing.site"))
	}
	if p.Own {
		notes = append(notes, t.T("pairing.own-entry", "Player", p.By))
	}
	return notes
}

// changed describes a pairing that has another result than the reader saw.
func (b resultsBuilder) changed(p RoundPairing, names [2]string, chosen RowResult) string {
	t, is, again := b.t, pairing.GamesText(p.Games), b.t.T("results.again")
	if p.explain() {
		again = t.T("results.again-reason")
	}
	pairs := []string{"First", names[0], "Second", names[1], "Chosen", b.signs(chosen, names)}
	if sent := b.r.Sent.Rows[p.ID]; !sent.Changed() {
		return b.changedTick(p, names, sent)
	}
	switch e := p.Entered; {
	case e != nil:
		return t.T("results.changed", append(pairs, "Who", names[e.By-1], "Is", pairing.GamesText(e.Games))...) + " " + again
	case p.Off:
		return t.T("results.changed-off", pairs...) + " " + again
	case p.By != "" && is != "":
		return t.T("results.changed", append(pairs, "Who", p.By, "Is", is)...) + " " + again
	}
	return t.T("results.changed-else", append(pairs, "Is", cmp.Or(is, openSign))...) + " " + again
}

// changedTick describes a pairing whose result is not the one that the reader ticked any more.
func (b resultsBuilder) changedTick(p RoundPairing, names [2]string, sent SentRow) string {
	t, e, is := b.t, p.Entered, pairing.GamesText(p.Games)
	ticked, _, _ := strings.Cut(sent.Seen, " → ")
	pairs := []string{"First", names[0], "Second", names[1], "Chosen", cmp.Or(ticked, openSign)}
	switch {
	case e != nil && p.Accept:
		return t.T("results.changed-entered", "Player", names[e.By-1], "Result", pairing.GamesText(e.Games))
	case e != nil && e.Contested:
		return t.T("results.changed-contested", "Result", pairing.GamesText(e.Games))
	case p.By != "" && is != "":
		return t.T("results.changed-ticked", append(pairs, "Who", p.By, "Is", is)...)
	}
	return t.T("results.changed-ticked-else", append(pairs, "Is", cmp.Or(is, openSign))...)
}

// signs returns a result that was chosen in a row.
func (b resultsBuilder) signs(r RowResult, names [2]string) string {
	var list []string
	for _, e := range r.Entries {
		sign := map[string]string{pairing.FirstWon: "1–0", pairing.SecondWon: "0–1", pairing.Draw: "½–½"}[e.Outcome]
		if sign == "" {
			continue
		}
		if points := strings.TrimSpace(e.Points[0] + e.Points[1]); points != "" {
			sign += " " + cmp.Or(e.Points[0], "0") + ":" + cmp.Or(e.Points[1], "0")
		}
		list = append(list, sign)
	}
	for _, o := range b.absences(names) {
		if o.Value == r.Absent && r.Absent != "" {
			list = append(list, o.Label)
		}
	}
	return cmp.Or(strings.Join(list, "; "), "–")
}
