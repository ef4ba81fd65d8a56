package tournaments

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules/pairing"
	"hexclub/views/page"
)

// AcceptField is the field with the ids of the pairings whose entered results are accepted together, after spaces.
const AcceptField = "accept-all"

// AcceptAll is a button that accepts several results which players have entered.
type AcceptAll struct {
	Text string
	IDs  string // value of AcceptField
}

// state returns how far the results are.
func (b resultsBuilder) state(f page.Frame) ResultsState {
	t, sent := b.t, b.r.Sent
	boards, open, missing := b.in.RoundBoards(b.r.Round), 0, 0
	var unscored []string
	for _, board := range boards {
		if board.Over {
			continue
		}
		result := sent.Rows[board.Pairing].Result
		if open++; !result.some() && b.accepted(board.Pairing) {
			continue
		}
		if !result.some() {
			missing++
		} else if b.lacksPoints(board.Pairing, result) {
			unscored = append(unscored, strconv.Itoa(board.Board))
		}
	}
	s := ResultsState{Save: open > 0 || sent.some(), All: b.acceptAll()}
	counts := []string{t.T("results.chosen")}
	if open == 0 {
		counts[0] = t.T("results.complete")
	}
	for n := range boards {
		counts = append(counts, t.N("results.missing", n+1))
	}
	s.Counts, s.Points = strings.Join(counts, "|"), t.T("results.unscored", "Boards", BoardsMark)
	if s.Missing = counts[missing+len(unscored)]; missing == 0 && len(unscored) > 0 {
		s.Missing = t.T("results.unscored", "Boards", strings.Join(unscored, ", "))
	} else if missing == 0 && len(sent.Problems) > 0 {
		s.Missing = "" // something is wrong with what is chosen
	}
	if !s.Save {
		s.Next = b.in.nextStep(f)
	}
	if b.r.Undoable > 0 && !sent.some() {
		s.Undo = t.N("results.saved-last", b.r.Undoable)
	}
	if sent.Saved > 0 {
		s.Saved = t.N("results.saved-others", sent.Saved)
	}
	return s
}

// acceptAll returns the button that accepts the results which only an organiser can confirm; nil for fewer than two.
func (b resultsBuilder) acceptAll() *AcceptAll {
	var ids []string
	for _, p := range b.r.Pairings {
		if p.Accept && p.Entered.Organiser {
			ids = append(ids, p.ID)
		}
	}
	if len(ids) < 2 {
		return nil
	}
	return &AcceptAll{b.t.N("results.accept-all", len(ids)), strings.Join(ids, " ")}
}

// BoardsMark stands for the numbers of boards in a text that a script completes.
const BoardsMark = "%"

// lacksPoints reports whether a game that is won lacks its points.
func (b resultsBuilder) lacksPoints(id string, r RowResult) bool {
	i := slices.IndexFunc(b.r.Pairings, func(p RoundPairing) bool { return p.ID == id })
	return i >= 0 && r.Absent == "" && b.r.Pairings[i].Terms.Bounds().Most > 0 && slices.ContainsFunc(r.Entries, func(e pairing.Entry) bool {
		return (e.Outcome == pairing.FirstWon || e.Outcome == pairing.SecondWon) && e.Points == [2]string{}
	})
}

// nameBoards names the boards whose results were refused, and gives the focus to the first of them.
func (p *ResultsPage) nameBoards(sent ResultsForm) {
	for i, row := range p.Rows {
		if sent.Problems[row.ID] == nil {
			continue
		}
		if len(p.Problem.Boards) == 0 && len(row.Games) > 0 {
			p.Rows[i].Games[0].Focus = true
		}
		p.Problem.Boards = append(p.Problem.Boards, WrongBoard{page.ClubLink{Text: p.T.T("results.board-short", "Board", row.Board), Href: "#" + row.anchor()}, row.Problem})
	}
	if len(p.Problem.Boards) > 0 {
		p.Problem.Text = p.T.T("results.unsaved")
	}
}

// askWhy moves the field for the reason to the first board that lacks one, and names all of these boards.
func (p *ResultsPage) askWhy(sent ResultsForm) {
	if p.Why == nil || !sent.BadWhy && len(sent.Changed) == 0 {
		return
	}
	var boards []string
	for i, row := range p.Rows {
		if sent.Problems[row.ID] == nil && (!sent.Changed[row.ID] || !row.Explain) {
			continue
		}
		if len(boards) == 0 {
			p.Rows[i].Why, p.Why = p.Why, nil
			p.unfocus()
		}
		boards = append(boards, row.Board)
	}
	if sent.BadWhy && sent.Why == "" {
		key := "results.unexplained"
		if len(boards) > 1 {
			key = "results.unexplained-many"
		}
		p.Problem = ResultsProblem{Text: p.T.T(key, "Boards", strings.Join(boards, ", "))}
	}
}

// unfocus leaves the focus to another field than a result.
func (p *ResultsPage) unfocus() {
	for _, row := range p.Rows {
		for i := range row.Games {
			row.Games[i].Focus = false
		}
	}
}
