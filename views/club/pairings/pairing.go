package pairings

import (
	"time"

	"hexclub/rules/pairing"
	"hexclub/rules/record"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// An Input is the data of a pairing's page, with the reader.
type Input struct {
	ID        string
	Play      Play
	Players   [2]string // names
	NoLogin   [2]bool   // which players have no account to log in to, and cannot answer a result
	Avatars   [2]string // ids
	Profiles  [2]string // addresses; empty without one
	State     State
	Games     []pairing.Game
	SiteGames []GameInput // games on this site, in order
	Standing  pairing.Standing
	Entered   *Entered // nil for none
	Decision  Decision
	Revision  int
	Source    Source
	Follows   []Follow
	Reader    int  // player 1 or 2, 0 for other readers
	Organises bool // the reader may decide
	Sent      Form
	Problem   error // why the submitted form failed
}

// A Play is what is played in a pairing.
type Play struct {
	Terms   pairing.Terms
	Control record.Control
	Rated   bool
	Site    bool // on this site; otherwise over the board
}

// A State is the state of a pairing.
type State struct {
	Open, Off bool      // open or called off; otherwise over
	How       string    // how it ended: played, entered, recorded, forfeit, decided, lapsed, retracted, replaced
	Due       time.Time // zero without a deadline
}

// A Decision is the last decision of an organiser.
type Decision struct {
	Chosen bool   // the organiser chose the winner
	By     string // name of the organiser; empty for no decision
	Reason string // empty if the reader may not read it
	Own    bool   // this organiser plays in it, and no other has confirmed the result
	Slip   bool   // the reader entered it a few minutes ago, and corrects it without a reason
}

// A Source is the ladder or tournament of a pairing.
type Source struct {
	Link     *page.ClubLink // nil for none
	Knockout bool           // the winner goes on
	Later    bool           // later rounds of a Swiss are published; a correction doesn't change their pairings
	Correct  string         // address at which an organiser corrects the result of a challenge that has ended
	Archived bool           // the season is archived, so no result can be decided; set for organisers only
}

// A GameInput is a game of a pairing on this site.
type GameInput struct {
	ID      string
	Nth     int
	Waiting bool // for both players to be present
	Begun   bool // a turn was played
	Off     bool // it was called off
}

// A Follow is a pairing of a later round that depends on this one.
type Follow struct {
	Players [2]string // names
	Href    string
	Round   int
	Over    bool // it was played and counts
}

// Entered is the result that a player, 1 or 2, has entered.
type Entered struct {
	By        int
	Games     []pairing.Game
	Contested bool
	Organiser bool   // the opponent cannot answer: an organiser confirms it
	Words     string // of the player who contests it; may be empty
}

// A Page shows a pairing with its players, deadline and result.
type Page struct {
	page.Frame
	Names   []Name
	Score   string         // a dash while it is open
	Of      *page.ClubLink // nil without a ladder or tournament
	Facts   []string
	Status  page.Phrase
	Over    bool
	Play    string // address of the reader's game that is played on this site; empty for none
	Lines   []Line
	Columns []string
	Rows    []Row
	Notes   []string
	How     string // how it was settled; empty while it is open
	Enter   *ResultForm
	Answer  *Answer
	Decide  *DecisionForm
	Final   string // why an organiser cannot decide; empty for other readers
	Correct string // address at which an organiser corrects the result; empty for none
	Entered *Said
	Own     *OwnDecision // nil: no organiser entered the result who plays here
}

// An OwnDecision is a result that an organiser entered who plays in the pairing.
type OwnDecision struct {
	Text     string
	Confirm  string // address where the reader can confirm it; empty for none
	Revision string
}

// A Name is a player with the address of the profile.
type Name struct {
	Name, Href string
	Avatar     string
	Won        bool
}

// A pairingBuilder holds what the parts of the page share.
type pairingBuilder struct {
	Input
	t        *i18n.Catalog
	calendar page.Calendar
}

// NewPage returns the page of a pairing.
func NewPage(f page.Frame, in Input) Page {
	b := pairingBuilder{in, f.T, f.Calendar()}
	p := Page{
		Frame: f, Of: in.Source.Link, Facts: b.facts(), Status: b.status(), Over: !in.State.Open, Lines: b.lines(),
		Enter: b.enter(), Answer: b.answer(), Decide: b.decide(), Entered: b.said(),
	}
	for i, name := range in.Players {
		p.Names = append(p.Names, Name{name, in.Profiles[i], in.Avatars[i], !in.State.Open && in.Standing.Winner == i+1})
	}
	p.Score, p.Play = b.score(), b.play()
	p.Columns, p.Rows = b.table()
	p.Notes = b.notes()
	p.How, p.Own = b.how(), b.own()
	if in.Organises && !in.Source.Archived {
		p.Correct = in.Source.Correct
	}
	if in.Organises && in.Source.Archived {
		p.Final = f.T.T("error.season-archived")
	}
	return p
}

// Title returns the title of a pairing.
func Title(t *i18n.Catalog, players [2]string) string {
	return t.T("pairing.heading", "First", players[0], "Second", players[1])
}

func (b pairingBuilder) facts() []string {
	t, info := b.t, b.Play.Terms.Game.Info()
	facts := []string{page.UnitWords(t, b.Play.Terms.Unit, info.Key)}
	if b.Play.Site {
		facts = append(facts, t.T("pairing.site"), page.ControlWords(t, b.Play.Control), page.RatedWords(t, b.Play.Rated))
	} else {
		facts = append(facts, t.T("pairing.board"))
	}
	return append(facts, page.OptionWords(t, info, b.Play.Terms.Setup.Options)...)
}

// Status describes the state of a pairing that is over.
func Status(t *i18n.Catalog, in Input) string {
	return pairingBuilder{Input: in, t: t}.status().String()
}

// replaced reports whether another pairing has replaced this one, or its round was taken back.
func (b pairingBuilder) replaced() bool {
	return b.State.How == "replaced" || b.State.How == "retracted"
}

func (b pairingBuilder) status() page.Phrase {
	t, s := b.t, b.Standing
	switch {
	case b.State.How == "retracted":
		return page.NewPhrase(t, "pairing.retracted")
	case b.replaced():
		return page.NewPhrase(t, "pairing.replaced")
	case b.State.Off && b.Source.Knockout:
		return page.NewPhrase(t, "pairing.off-knockout")
	case b.State.Off:
		return page.NewPhrase(t, "pairing.off")
	case s.Undecided:
		return page.NewPhrase(t, "pairing.undecided")
	case b.Entered != nil && b.Entered.Contested:
		return page.NewPhrase(t, "pairing.contested")
	case b.Entered != nil && b.Entered.Organiser:
		return page.NewPhrase(t, "pairing.waits-organiser")
	case b.Entered != nil && b.Reader == 3-b.Entered.By:
		return page.NewPhrase(t, "pairing.waits-you")
	case b.Entered != nil:
		return page.NewPhrase(t, "pairing.waits", "Player", b.Players[2-b.Entered.By])
	case b.State.Open && b.State.Due.IsZero():
		return page.NewPhrase(t, "pairing.open")
	case b.State.Open:
		return page.NewPhrase(t, "pairing.due", "When", b.calendar.InClub().Due(b.State.Due))
	case s.Winner == 0 && s.Halves == [2]int{}:
		return page.NewPhrase(t, "pairing.nobody")
	}
	first := max(s.Winner, 1) - 1
	counted := s.Halves
	if b.Play.Terms.Unit == pairing.Match {
		counted = s.Points
	}
	score, others := t.Number(page.Halves(counted[first])), t.Number(page.Halves(counted[1-first]))
	words := []any{"Winner", b.Players[first], "Score", score, "Others", others, "Points", score}
	switch {
	case s.Winner == 0:
		return page.NewPhrase(t, "pairing.drawn", words...)
	case s.Tied:
		return page.NewPhrase(t, "match.tied", words...)
	case s.TieForfeited:
		return page.NewPhrase(t, "match.left", words...)
	case b.Decision.Chosen:
		return page.NewPhrase(t, "pairing.chosen", words...)
	case b.Play.Terms.Unit == pairing.Match:
		return page.NewPhrase(t, "match.won", words...)
	}
	return page.NewPhrase(t, "pairing.won", words...)
}
