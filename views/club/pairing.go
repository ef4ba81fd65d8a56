package club

import (
	"time"

	"hexclub/rules/pairing"
	"hexclub/rules/record"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A PairingInput is a pairing of the club as its page is made from it, and who
// looks at it.
type PairingInput struct {
	ID        string
	Terms     pairing.Terms
	Control   record.Control
	Rated     bool
	Site      bool      // it is played here; else over the board
	Players   [2]string // names
	Profiles  [2]string // addresses; empty for who has none
	Open, Off bool      // open or called off; else it is over
	How       string    // it came to its end: played, entered, forfeit, decided, lapsed, replaced
	Due       time.Time // zero: whenever
	Games     []pairing.Game
	Here      []PairingGameInput // games on this site, in order
	Chosen    bool               // the organiser chose the winner
	Standing  pairing.Standing
	Entered   *PairingEntered // nil for none
	Organiser string          // name of who decided last; empty: nobody
	Reason    string          // of that organiser; empty for who may not read it
	Revision  int

	Of        *page.ClubLink // what it was made for; nil for nothing that has a page
	Knockout  bool           // who wins goes on
	Follows   []PairingFollow
	Ladder    string // address where an organiser corrects places, of a challenge on a ladder that has ended
	Reader    int    // player 1 or 2, 0 for anybody else
	Organises bool   // the reader may decide
	Archived  bool   // its season is, so that nothing is decided; known only of who organises
	Sent      PairingForm
	Problem   error // why what was sent could not be done
}

// A PairingGameInput is a game of a pairing on this site.
type PairingGameInput struct {
	ID      string
	Nth     int
	Waiting bool // for its players to be here
	Begun   bool // a turn was played
	Off     bool // it was called off
}

// A PairingFollow is a pairing of a later round, which people play who go on because of
// this one.
type PairingFollow struct {
	Players [2]string // names
	Href    string
	Round   int
	Over    bool // it was played and counts
}

// PairingEntered is what a player, 1 or 2, says came of a pairing.
type PairingEntered struct {
	By        int
	Games     []pairing.Game
	Contested bool
	Words     string // of who contests it; may be empty
}

// A PairingPage is a pairing: who plays what, by when, and what came of it.
type PairingPage struct {
	page.Frame
	Heading string
	Names   []PairingName
	Of      *page.ClubLink // what it was made for; nil for nothing that has a page
	Facts   []string
	Status  string
	Over    bool
	Lines   []PairingLine
	Columns []string
	Rows    []PairingRow
	Notes   []string
	How     string // it was settled; empty as long as it is open
	Enter   *ResultForm
	Answer  *PairingAnswer
	Decide  *DecisionForm
	Final   string // why an organiser cannot decide anything; empty for who is none
	Entered *PairingSaid
}

// A PairingName is a player, with the address of the profile.
type PairingName struct{ Name, Href string }

// pairingBuilder carries what the parts of the page share.
type pairingBuilder struct {
	PairingInput
	t *i18n.Catalog
}

// NewPairingPage is the page of a pairing.
func NewPairingPage(f page.Frame, in PairingInput) PairingPage {
	b := pairingBuilder{in, f.T}
	p := PairingPage{
		Frame: f, Heading: PairingTitle(f.T, in.Players), Of: in.Of, Facts: b.facts(), Status: b.status(), Over: !in.Open, Lines: b.lines(),
		Enter: b.enter(), Answer: b.answer(), Decide: b.decide(), Entered: b.said(),
	}
	for i, name := range in.Players {
		p.Names = append(p.Names, PairingName{name, in.Profiles[i]})
	}
	p.Columns, p.Rows = b.table()
	p.Notes = b.notes()
	p.How = b.how()
	if in.Organises && in.Archived {
		p.Final = f.T.T("error.season-archived")
	}
	return p
}

// PairingTitle is what a pairing is called.
func PairingTitle(t *i18n.Catalog, players [2]string) string {
	return t.T("pairing.heading", "First", players[0], "Second", players[1])
}

// unitWords is what is played in a pairing of a game.
func unitWords(t *i18n.Catalog, unit pairing.Unit, game string) string {
	name := t.T(game + ".name")
	switch unit {
	case pairing.TwoGames:
		return t.T("pairing.unit-two", "Game", name)
	case pairing.Match:
		return t.T("pairing.unit-match", "Game", name)
	}
	return t.T("pairing.unit-game", "Game", name)
}

// unitShort is unitWords where there is little room.
func unitShort(t *i18n.Catalog, unit pairing.Unit, game string) string {
	name := t.T(game + ".name")
	switch unit {
	case pairing.TwoGames:
		return t.T("pairing.short-two", "Game", name)
	case pairing.Match:
		return t.T("pairing.short-match", "Game", name)
	}
	return name
}

func (b pairingBuilder) facts() []string {
	t, info := b.t, b.Terms.Game.Info()
	facts := []string{unitWords(t, b.Terms.Unit, info.Key)}
	if b.Site {
		facts = append(facts, t.T("pairing.site"), page.ControlWords(t, b.Control), page.RatedWords(t, b.Rated))
	} else {
		facts = append(facts, t.T("pairing.board"))
	}
	return append(facts, page.OptionWords(t, info, b.Terms.Setup.Options)...)
}

// PairingStatus is how a pairing stands, in words.
func PairingStatus(t *i18n.Catalog, in PairingInput) string { return pairingBuilder{in, t}.status() }

// replaced tells whether others play in the place of the pairing.
func (b pairingBuilder) replaced() bool { return b.How == "replaced" }

// status is how the pairing stands.
func (b pairingBuilder) status() string {
	t, s := b.t, b.Standing
	switch {
	case b.replaced():
		return t.T("pairing.replaced")
	case b.Off && b.Knockout:
		return t.T("pairing.off-knockout")
	case b.Off:
		return t.T("pairing.off")
	case s.Undecided:
		return t.T("pairing.undecided")
	case b.Entered != nil && b.Entered.Contested:
		return t.T("pairing.contested")
	case b.Entered != nil && b.Reader == 3-b.Entered.By:
		return t.T("pairing.waits-you")
	case b.Entered != nil:
		return t.T("pairing.waits", "Player", b.Players[2-b.Entered.By])
	case b.Open && b.Due.IsZero():
		return t.T("pairing.open")
	case b.Open:
		return t.T("pairing.due", "When", page.MomentWords(t, b.Due))
	case s.Winner == 0 && s.Halves == [2]int{}:
		return t.T("pairing.nobody")
	}
	first := max(s.Winner, 1) - 1
	counted := s.Halves
	if b.Terms.Unit == pairing.Match {
		counted = s.Points
	}
	score, others := t.Number(page.Halves(counted[first])), t.Number(page.Halves(counted[1-first]))
	words := []string{"Winner", b.Players[first], "Score", score, "Others", others, "Points", score}
	switch {
	case s.Winner == 0:
		return t.T("pairing.drawn", words...)
	case s.Tied:
		return t.T("match.tied", words...)
	case s.TieForfeited:
		return t.T("match.left", words...)
	case b.Chosen:
		return t.T("pairing.chosen", words...)
	case b.Terms.Unit == pairing.Match:
		return t.T("match.won", words...)
	}
	return t.T("pairing.won", words...)
}
