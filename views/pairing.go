package views

import (
	"slices"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"hexclub/rules/pairing"
	"hexclub/rules/record"
	"hexclub/views/i18n"
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
	How       string    // it came to its end: played, entered, forfeit, decided, lapsed
	Due       time.Time // zero: whenever
	Games     []pairing.Game
	Here      []PairingGameInput // games on this site, in order
	Chosen    bool               // the organiser chose the winner
	Standing  pairing.Standing
	Entered   *PairingEntered // nil for none
	Organiser string          // name of who decided last; empty: nobody
	Reason    string          // of that organiser; empty for who may not read it
	Revision  int

	Of        *ClubLink // what it was made for; nil for nothing that has a page
	Reader    int       // player 1 or 2, 0 for anybody else
	Organises bool      // the reader may decide
	Sent      PairingForm
	Problem   error // why what was sent could not be done
}

// A PairingGameInput is a game of a pairing on this site.
type PairingGameInput struct {
	ID      string
	Nth     int
	Waiting bool // for its players to be here
	Off     bool // it was called off
}

// PairingEntered is what a player, 1 or 2, says came of a pairing.
type PairingEntered struct {
	By        int
	Games     []pairing.Game
	Contested bool
	Words     string // of who contests it; may be empty
}

// A PairingForm is what somebody has sent about a pairing.
type PairingForm struct {
	Part    string // enter, contest or decide; empty for nothing
	Entries []pairing.Entry
	What    string // one of the organiser's ways, as below
	Winner  string // "1", "2" or empty
	Words   string // why
}

// What an organiser can decide.
const (
	DecideResult = "result"
	DecideOff    = "off"
)

// A PairingPage is a pairing: who plays what, by when, and what came of it.
type PairingPage struct {
	Frame
	Heading string
	Names   []PairingName
	Of      *ClubLink // what it was made for; nil for nothing that has a page
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
	Entered *PairingSaid
}

// A PairingName is a player, with the address of the profile.
type PairingName struct{ Name, Href string }

// A PairingLine is one game.
type PairingLine struct{ Text, Href, Standing string }

// A PairingRow is what a player has of each game, and of all.
type PairingRow struct {
	Name  string
	Cells []string
	Sum   string
	Won   bool
}

// PairingSaid is what a player says came of it.
type PairingSaid struct {
	Heading string
	Lines   []PairingLine
	Contest string // empty: nobody contests it
}

// A PairingAnswer is where the reader confirms or contests what was entered.
type PairingAnswer struct {
	Confirm, Contest string // addresses
	Revision         string
	Words            string
	Problem          string
}

// A ResultForm asks for the result of each game.
type ResultForm struct {
	Part    string // enter or decide
	Title   string
	Action  string
	Games   []ResultFields
	Problem string
}

// problemID is the id of what the form says is wrong: a page can have two such forms.
func (f ResultForm) problemID() string { return "problem-" + f.Part }

func (f ResultForm) described() templ.OrderedAttributes {
	if f.Problem == "" {
		return nil
	}
	return templ.OrderedAttributes{{Key: "aria-invalid", Value: "true"}, {Key: "aria-describedby", Value: f.problemID()}}
}

// ResultFields ask for the result of one game.
type ResultFields struct {
	Legend   string
	Name     string // of the field for the outcome
	Outcomes []Choose
	Points   []PointsField // none in a game without points
}

// A PointsField asks for the points of a player.
type PointsField struct{ Name, Label, Value string }

// A Choose is an answer to choose among others.
type Choose struct {
	Value, Label string
	Chosen       bool
}

// A DecisionForm is what an organiser decides by.
type DecisionForm struct {
	ResultForm
	Ways     []Choose
	Winners  []Choose // empty where there need not be a winner
	Reason   string
	Revision string
}

// pairingBuilder carries what the parts of the page share.
type pairingBuilder struct {
	PairingInput
	t *i18n.Catalog
}

// NewPairingPage is the page of a pairing.
func NewPairingPage(f Frame, in PairingInput) PairingPage {
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

// momentWords is a moment in universal time.
func momentWords(t *i18n.Catalog, at time.Time) string {
	return t.T("pairing.moment", "Date", ratingDate(t, at), "Time", at.UTC().Format("15:04"))
}

func (b pairingBuilder) facts() []string {
	t, info := b.t, b.Terms.Game.Info()
	facts := []string{unitWords(t, b.Terms.Unit, info.Key)}
	if b.Site {
		facts = append(facts, t.T("pairing.site"), ControlWords(t, b.Control), RatedWords(t, b.Rated))
	} else {
		facts = append(facts, t.T("pairing.board"))
	}
	return append(facts, OptionWords(t, info, b.Terms.Setup.Options)...)
}

// PairingStatus is how a pairing stands, in words.
func PairingStatus(t *i18n.Catalog, in PairingInput) string { return pairingBuilder{in, t}.status() }

// status is how the pairing stands.
func (b pairingBuilder) status() string {
	t, s := b.t, b.Standing
	switch {
	case b.Off:
		return t.T("pairing.off")
	case s.Undecided:
		return t.T("pairing.undecided")
	case b.Entered != nil && b.Entered.Contested:
		return t.T("pairing.contested")
	case b.Entered != nil:
		return t.T("pairing.waits", "Player", b.Players[2-b.Entered.By])
	case b.Open && b.Due.IsZero():
		return t.T("pairing.open")
	case b.Open:
		return t.T("pairing.due", "When", momentWords(t, b.Due))
	case s.Winner == 0 && s.Halves == [2]int{}:
		return t.T("pairing.nobody")
	}
	first := max(s.Winner, 1) - 1
	counted := s.Halves
	if b.Terms.Unit == pairing.Match {
		counted = s.Points
	}
	score, others := t.Number(halves(counted[first])), t.Number(halves(counted[1-first]))
	words := []string{"Winner", b.Players[first], "Score", score, "Others", others, "Points", score}
	switch {
	case s.Winner == 0:
		return t.T("pairing.drawn", words...)
	case s.Tied:
		return t.T("match.tied", words...)
	case b.Terms.Unit == pairing.Match:
		return t.T("match.won", words...)
	case b.Chosen:
		return t.T("pairing.chosen", words...)
	}
	return t.T("pairing.won", words...)
}

// starter is the name of who starts a game.
func (b pairingBuilder) starter(game int) string {
	if pairing.Seat(1, game) == 1 {
		return b.Players[0]
	}
	return b.Players[1]
}

func (b pairingBuilder) line(n int) PairingLine {
	return PairingLine{Text: b.t.T("pairing.game", "Number", strconv.Itoa(n), "Player", b.starter(n))}
}

// lines are the games that were played or are to be.
func (b pairingBuilder) lines() []PairingLine {
	if b.Off {
		return nil
	}
	var lines []PairingLine
	for n := 1; n <= max(b.Terms.Unit.Games(), len(b.Games), b.Standing.Next); n++ {
		line := b.line(n)
		line.Standing = b.t.T("pairing.to-come")
		here := b.here(n)
		if here != nil {
			line.Href = "/games/" + here.ID
			if line.Standing = b.t.T("match.goes-on"); here.Waiting {
				line.Standing = b.t.T("pairing.meet")
			}
		}
		if n <= len(b.Games) {
			line.Standing = b.ended(b.Games[n-1])
		}
		lines = append(lines, line)
	}
	return lines
}

// here is the game on this site with a number: the last there is, and one that was
// called off only where there is no other.
func (b pairingBuilder) here(n int) (found *PairingGameInput) {
	for i, g := range b.Here {
		if g.Nth == n && (found == nil || !g.Off) {
			found = &b.Here[i]
		}
	}
	if found != nil && found.Off {
		return nil
	}
	return found
}

// ended is how a game ended.
func (b pairingBuilder) ended(g pairing.Game) string {
	t := b.t
	switch {
	case g.Forfeit == [2]bool{true, true}:
		return t.T("pairing.forfeited-both")
	case g.Forfeit[0]:
		return t.T("pairing.forfeited", "Player", b.Players[0])
	case g.Forfeit[1]:
		return t.T("pairing.forfeited", "Player", b.Players[1])
	case g.Halves[0] > g.Halves[1]:
		return t.T("home.won", "Player", b.Players[0])
	case g.Halves[0] < g.Halves[1]:
		return t.T("home.won", "Player", b.Players[1])
	}
	return t.T("home.drawn")
}

// points tells whether the table shows points: those of a match are added, and in
// other units points tell how high a game was won.
func (b pairingBuilder) points() bool { return b.Terms.Unit == pairing.Match }

// table is what each player has of each game.
func (b pairingBuilder) table() (columns []string, rows []PairingRow) {
	if len(b.Games) == 0 || b.Off {
		return nil, nil
	}
	for n := range max(len(b.Games), b.Terms.Unit.Games()) {
		columns = append(columns, b.t.T("pairing.game-short", "Number", strconv.Itoa(n+1)))
	}
	for i, name := range b.Players {
		row := PairingRow{Name: name, Cells: make([]string, len(columns)), Won: b.Standing.Winner == i+1, Sum: b.t.Number(halves(b.Standing.Halves[i]))}
		if b.points() {
			row.Sum = b.t.Number(halves(b.Standing.Points[i]))
		}
		for n, g := range b.Games {
			row.Cells[n] = b.cell(g, i)
		}
		rows = append(rows, row)
	}
	return columns, rows
}

func (b pairingBuilder) cell(g pairing.Game, player int) string {
	points, won := b.t.Number(halves(g.Points[player])), b.t.Number(halves(g.Halves[player]))
	switch {
	case b.points():
		return points
	case g.Points != [2]int{}:
		return won + " (" + points + ")"
	}
	return won
}

// notes are the rules that the result follows from.
func (b pairingBuilder) notes() (notes []string) {
	if b.points() {
		notes = append(notes, b.t.T("match.rule"))
	} else if b.Terms.Decisive {
		notes = append(notes, b.t.T("pairing.decisive"))
	}
	for _, g := range b.Games {
		if g.Forfeit != [2]bool{} && !b.halfway(g) {
			notes = append(notes, b.t.T("pairing.forfeit-rule"))
			break
		}
	}
	if slices.ContainsFunc(b.Games, b.halfway) {
		notes = append(notes, b.t.T("pairing.halfway-rule"))
	}
	return notes
}

// halfway tells of a game that was forfeited whether it had begun: it gives other
// points than one that had not.
func (b pairingBuilder) halfway(g pairing.Game) bool {
	unplayed, err := b.Terms.Forfeited(1, g.Forfeit)
	return err == nil && g.Forfeit != [2]bool{} && g.Points != unplayed.Points
}

// how is how the pairing was settled, and by whom.
func (b pairingBuilder) how() string {
	t := b.t
	if b.Open {
		return ""
	}
	switch b.How {
	case "played":
		return t.T("pairing.how-played")
	case "entered":
		return t.T("pairing.how-entered")
	case "lapsed":
		return t.T("pairing.how-lapsed")
	case "forfeit":
		if b.Organiser == "" {
			return t.T("pairing.how-forfeit")
		}
	}
	if b.Reason == "" {
		return t.T("pairing.how-organiser", "Organiser", b.Organiser)
	}
	return t.T("pairing.how-decided", "Organiser", b.Organiser, "Reason", b.Reason)
}

// said is what a player has entered.
func (b pairingBuilder) said() *PairingSaid {
	e := b.Entered
	if e == nil {
		return nil
	}
	said := &PairingSaid{Heading: b.t.T("pairing.entered", "Player", b.Players[e.By-1])}
	for i, g := range e.Games {
		line := b.line(i + 1)
		if line.Standing = b.ended(g); g.Points != [2]int{} {
			line.Standing += ", " + b.t.Number(halves(g.Points[0])) + "–" + b.t.Number(halves(g.Points[1]))
		}
		said.Lines = append(said.Lines, line)
	}
	switch other := b.Players[2-e.By]; {
	case e.Words != "":
		said.Contest = b.t.T("pairing.contest-words", "Player", other, "Words", e.Words)
	case e.Contested:
		said.Contest = b.t.T("pairing.contest-by", "Player", other)
	}
	return said
}

func (b pairingBuilder) path() string { return "/pairings/" + b.ID }

// problem is why what was sent with a part of the page could not be done.
func (b pairingBuilder) problem(part string) string {
	if b.Problem == nil || b.Sent.Part != part {
		return ""
	}
	return ErrorText(b.t, b.Problem)
}

// answer is where a player answers what the other has entered.
func (b pairingBuilder) answer() *PairingAnswer {
	if b.Entered == nil || b.Entered.Contested || b.Reader == 0 || b.Reader == b.Entered.By {
		return nil
	}
	a := &PairingAnswer{
		Confirm: b.path() + "/confirm", Contest: b.path() + "/contest", Revision: strconv.Itoa(b.Revision), Problem: b.problem("contest"),
	}
	if a.Problem != "" {
		a.Words = b.Sent.Words
	}
	return a
}

// enter is where a player enters the result: not what the other has entered.
func (b pairingBuilder) enter() *ResultForm {
	if b.Reader == 0 || b.Site || !b.Open || b.Standing.Undecided || b.answer() != nil {
		return nil
	}
	f := &ResultForm{Part: "enter", Title: b.t.T("pairing.enter"), Action: b.path() + "/enter", Problem: b.problem("enter")}
	var as []pairing.Game
	if b.Entered != nil {
		f.Title, as = b.t.T("pairing.enter-again"), b.Entered.Games
	}
	f.Games = b.fields("enter", as, false)
	return f
}

// fields ask for the results of all games there can be, as they were sent, or else
// as they are known.
func (b pairingBuilder) fields(part string, known []pairing.Game, forfeits bool) []ResultFields {
	list := make([]ResultFields, b.Terms.Most())
	for i := range list {
		var entry pairing.Entry
		switch {
		case b.Sent.Part == part && i < len(b.Sent.Entries):
			entry = b.Sent.Entries[i]
		case b.Sent.Part != part && i < len(known):
			entry = known[i].Entry()
		}
		n := strconv.Itoa(i + 1)
		fields := ResultFields{Legend: b.line(i + 1).Text, Name: OutcomeField(i + 1)}
		fields.Outcomes = b.outcomes(entry, forfeits)
		if b.Terms.Game.Info().Points {
			for player, value := range entry.Points {
				fields.Points = append(fields.Points, PointsField{
					Name: "points-" + n + "-" + strconv.Itoa(player+1), Label: b.t.T("pairing.points-of", "Player", b.Players[player]), Value: value,
				})
			}
		}
		list[i] = fields
	}
	return list
}

// OutcomeField is the field for how a game ended, from 1.
func OutcomeField(game int) string { return "outcome-" + strconv.Itoa(game) }

// outcomes are the answers to how a game ended; forfeits are for organisers.
func (b pairingBuilder) outcomes(entry pairing.Entry, forfeits bool) []Choose {
	t := b.t
	list := []Choose{
		{Value: "", Label: t.T("pairing.not-played")},
		{Value: pairing.FirstWon, Label: t.T("home.won", "Player", b.Players[0])},
		{Value: pairing.SecondWon, Label: t.T("home.won", "Player", b.Players[1])},
		{Value: pairing.Draw, Label: t.T("home.drawn")},
	}
	if forfeits {
		list = append(list,
			Choose{Value: pairing.FirstForfeit, Label: t.T("pairing.forfeited", "Player", b.Players[0])},
			Choose{Value: pairing.SecondForfeit, Label: t.T("pairing.forfeited", "Player", b.Players[1])},
			Choose{Value: pairing.BothForfeit, Label: t.T("pairing.forfeited-both")})
	}
	return chosen(list, entry.Outcome)
}

// chosen marks the answer with a value.
func chosen(list []Choose, value string) []Choose {
	for i := range list {
		list[i].Chosen = list[i].Value == value
	}
	return list
}

// decide is where an organiser decides.
func (b pairingBuilder) decide() *DecisionForm {
	if !b.Organises {
		return nil
	}
	t := b.t
	f := &DecisionForm{Revision: strconv.Itoa(b.Revision)}
	f.Part, f.Title, f.Action, f.Problem = "decide", t.T("pairing.decide"), b.path()+"/decide", b.problem("decide")
	if !b.Open {
		f.Title = t.T("pairing.correct")
	}
	known := b.Games
	if b.Entered != nil {
		known = b.Entered.Games
	}
	f.Games = b.fields("decide", known, true)
	what, winner := DecideResult, ""
	if b.Chosen {
		winner = strconv.Itoa(b.Standing.Winner)
	}
	if b.Sent.Part == "decide" {
		what, winner, f.Reason = b.Sent.What, b.Sent.Winner, b.Sent.Words
	}
	f.Ways = chosen([]Choose{
		{Value: DecideResult, Label: t.T("pairing.what-result")},
		{Value: pairing.FirstForfeit, Label: t.T("pairing.what-forfeit", "Player", b.Players[0])},
		{Value: pairing.SecondForfeit, Label: t.T("pairing.what-forfeit", "Player", b.Players[1])},
		{Value: pairing.BothForfeit, Label: t.T("pairing.what-both")},
		{Value: DecideOff, Label: t.T("pairing.what-off")},
	}, what)
	if b.Terms.Decisive && b.Terms.Unit != pairing.Match {
		f.Winners = chosen([]Choose{
			{Value: "", Label: t.T("pairing.winner-none")}, {Value: "1", Label: b.Players[0]}, {Value: "2", Label: b.Players[1]},
		}, winner)
	}
	return f
}

// A PairingOf is what a game tells of the pairing that it is part of.
type PairingOf struct {
	Href string // of the pairing
	Nth  int    // game of the pairing
	Next string // address of the game that follows when it is over; empty for none
}

// A ClubItem is something in the club that awaits the reader.
type ClubItem struct {
	ID   string // of its link
	Href string
	Text string
	Note string // what there is to do
	Due  string // by when; empty: whenever
	Mine bool   // it waits for the reader
}

// A DeskPairing is an open pairing as the front page of one of its players needs
// it.
type DeskPairing struct {
	ID, Game  string // id, and key of the rules
	Unit      pairing.Unit
	Opponent  string // name
	Due       time.Time
	Site      bool
	Undecided bool
	Confirm   bool // a result waits for the reader's word
	Waits     bool // for the opponent's
	Contested bool
}

// NewClubItem is an open pairing on the front page of one of its players.
func NewClubItem(t *i18n.Catalog, p DeskPairing) ClubItem {
	item := ClubItem{
		ID: "pairing-" + p.ID, Href: "/pairings/" + p.ID, Mine: p.Confirm,
		Text: t.T("pairing.desk-line", "Unit", unitShort(t, p.Unit, p.Game), "Opponent", p.Opponent),
	}
	switch {
	case p.Confirm:
		item.Note = t.T("pairing.desk-confirm")
	case p.Undecided:
		item.Note = t.T("pairing.desk-undecided")
	case p.Contested:
		item.Note = t.T("pairing.desk-contested")
	case p.Waits:
		item.Note = t.T("pairing.desk-waits")
	case p.Site:
		item.Note = t.T("pairing.desk-play")
	default:
		item.Note = t.T("pairing.desk-enter")
	}
	if !p.Due.IsZero() {
		item.Due = t.T("pairing.by", "When", momentWords(t, p.Due))
	}
	return item
}

// ClubNews is one thing that a letter tells of the club.
type ClubNews struct {
	Kind     string // as db.MatterKind has it
	Players  [2]string
	Opponent string // name of the reader's; empty for an organiser
	Unit     pairing.Unit
	Game     string // key of the rules
	Due      time.Time
	Link     string
	Ladder   string // name of the ladder that it is about; empty for a pairing
}

// what is the matter itself.
func (n ClubNews) what(t *i18n.Catalog) string {
	if n.Ladder != "" {
		return n.onLadder(t)
	}
	switch n.Kind {
	case "pairing-begins":
		return t.T("notice.pairing-begins", "Opponent", n.Opponent)
	case "pairing-soon":
		return t.T("notice.pairing-soon", "Opponent", n.Opponent)
	case "pairing-confirm":
		return t.T("notice.pairing-confirm", "Opponent", n.Opponent)
	case "pairing-contested":
		return t.T("notice.pairing-contested", "Opponent", n.Opponent)
	case "pairing-unconfirmed":
		return t.T("notice.pairing-unconfirmed", "First", n.Players[0], "Second", n.Players[1])
	case "pairing-dispute":
		return t.T("notice.pairing-dispute", "First", n.Players[0], "Second", n.Players[1])
	}
	return t.T("notice.pairing-decided", "Opponent", n.Opponent)
}

// line is the matter in the list of a letter.
func (n ClubNews) line(t *i18n.Catalog) string {
	if n.Game == "" {
		return n.what(t)
	}
	unit := unitShort(t, n.Unit, n.Game)
	if n.Due.IsZero() {
		return t.T("notice.club-line", "What", n.what(t), "Unit", unit)
	}
	return t.T("notice.club-due", "What", n.what(t), "Unit", unit, "When", momentWords(t, n.Due))
}
