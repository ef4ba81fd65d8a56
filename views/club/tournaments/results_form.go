package tournaments

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules/pairing"
	"hexclub/views/club/pairings"
)

// A ResultsInput is a round whose results an organiser enters.
type ResultsInput struct {
	Round    int
	Pairings []RoundPairing // in the order of boards
	Undoable int            // results that the reader saved last and can undo
	Sent     ResultsForm    // a form that was not saved, or only in part
}

// A RoundPairing is a pairing of a round as it is stored.
type RoundPairing struct {
	ID       string
	Terms    pairing.Terms
	Games    []pairing.Game
	Open     bool
	Off      bool // it was called off
	Chosen   int  // player 1 or 2, whom an organiser chose as the winner; else 0
	Level    bool // a winner has to be chosen
	Site     bool // it is played on this site
	Entered  *pairings.Entered
	By       string // name of the organiser who decided it; empty for none
	Own      bool   // this organiser plays in it, and no other has confirmed the result
	Confirm  bool   // the reader may confirm it
	Accept   bool   // the reader may accept what a player entered
	Shown    string // the result that can be confirmed or accepted, as a text to compare
	Explain  bool   // the reader needs a reason to change the result
	Revision int
}

// A ResultsForm is a form with results that was sent. The zero ResultsForm is none.
type ResultsForm struct {
	Rows      map[string]SentRow // by id of the pairing; those that are to be shown as they were sent
	Why       string
	Note      string
	NoteSeen  string
	Problem   string           // about the whole form
	Problems  map[string]error // by id of the pairing
	BadWhy    bool             // the reason is missing or wrong
	Changed   map[string]bool  // ids of pairings that have another result than the reader saw
	NoteOther bool             // the note has changed since the reader saw it
	Saved     int              // results that were saved
}

// some reports whether a form was sent.
func (f ResultsForm) some() bool { return f.Rows != nil }

// A SentRow is what a form has for a pairing.
type SentRow struct {
	Result   RowResult
	Was      string // RowResult.Text of what the page showed
	Revision int    // of the pairing that the page showed
	Confirm  bool
	Accept   bool
	Seen     string // RoundPairing.Shown of what the page showed
}

// Changed reports whether the row has another result than the page showed.
func (r SentRow) Changed() bool { return r.Result.Text() != r.Was }

// A RowResult is the result of a pairing as a row asks for it.
type RowResult struct {
	Entries []pairing.Entry // by game
	Absent  string          // the players who did not come: a forfeit as in pairing.Entry; empty for none
	Winner  string          // "1" or "2", where the games do not decide; else empty
}

// some reports whether a result is chosen, at least of one game.
func (r RowResult) some() bool {
	chosen := func(e pairing.Entry) bool { return e.Outcome != "" }
	return slices.ContainsFunc(r.Entries, chosen) || r.Absent != "" || r.Winner != ""
}

// Text returns the result as one line, the same for the same result.
func (r RowResult) Text() string {
	var parts []string
	for _, e := range r.Entries {
		parts = append(parts, e.Outcome+":"+strings.TrimSpace(e.Points[0])+":"+strings.TrimSpace(e.Points[1]))
	}
	for len(parts) > 0 && parts[len(parts)-1] == "::" {
		parts = parts[:len(parts)-1]
	}
	return strings.Join(append(parts, r.Absent, r.Winner), "|")
}

// result returns the stored result of a pairing. It is false for a result that a row cannot show: games that were
// forfeited halfway, by different players, or before others that were played.
func (p RoundPairing) result() (r RowResult, ok bool) {
	if p.Chosen != 0 {
		r.Winner = strconv.Itoa(p.Chosen)
	}
	for i, g := range p.Games {
		e := g.Entry()
		if g.Forfeit == [2]bool{} {
			if r.Absent != "" {
				return r, false
			}
			if winner := e.Outcome; p.Terms.Bounds().Most > 0 { // the loser's 0 is not asked for
				for player, won := range []string{pairing.FirstWon, pairing.SecondWon} {
					if winner != won {
						e.Points[player] = ""
					}
				}
			}
			r.Entries = append(r.Entries, e)
			continue
		}
		forfeited, err := p.Terms.Forfeited(i+1, g.Forfeit)
		if err != nil || g.Points != forfeited.Points || r.Absent != "" && r.Absent != e.Outcome {
			return r, false
		}
		r.Absent = e.Outcome
	}
	return r, true
}
