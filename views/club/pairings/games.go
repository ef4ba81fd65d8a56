package pairings

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules/pairing"
	"hexclub/rules/record"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A Line is one game.
type Line struct {
	Text, Href, Standing string
	Score                string // empty for none
}

// A Row is a player's result of each game, and the sum.
type Row struct {
	Name  string
	Cells []string
	Sum   string
	Won   bool
}

// Said is the result that a player has entered.
type Said struct {
	Heading string
	Lines   []Line
	Contest string // who contests it; empty for nobody
	Accept  *AcceptForm
}

// An AcceptForm lets an organiser accept the result that a player has entered.
type AcceptForm struct{ Action, What, Revision string }

// starter returns the name of the player who starts a game.
func (b pairingBuilder) starter(game int) string {
	if record.MatchSeat(1, game) == 1 {
		return b.Players[0]
	}
	return b.Players[1]
}

func (b pairingBuilder) line(n int) Line {
	return Line{Text: b.t.T("pairing.game", "Number", strconv.Itoa(n), "Player", b.starter(n))}
}

// lines returns the games, played or not.
func (b pairingBuilder) lines() []Line {
	if b.State.Off {
		return nil
	}
	var lines []Line
	entered := 0
	if b.Entered != nil {
		entered = len(b.Entered.Games)
	}
	for n := 1; n <= max(b.Play.Terms.Unit.Games(), len(b.Games), b.Standing.Next, entered); n++ {
		line := b.line(n)
		if line.Standing = b.t.T("pairing.to-come"); n <= entered {
			line.Standing = b.t.T("pairing.line-entered")
		}
		game := b.siteGame(n)
		if game != nil {
			line.Href = "/games/" + game.ID
			if line.Standing = b.t.T("match.goes-on"); game.Waiting {
				line.Standing = b.t.T("pairing.meet")
			}
		}
		if n <= len(b.Games) {
			line.Standing = b.ended(b.Games[n-1], b.begun(n))
		}
		lines = append(lines, line)
	}
	return lines
}

// play returns the address of the game that the reader has to play now on this site; empty for none.
func (b pairingBuilder) play() string {
	if b.Reader == 0 || !b.State.Open {
		return ""
	}
	if game := b.siteGame(len(b.Games) + 1); game != nil {
		return "/games/" + game.ID
	}
	return ""
}

// score returns the result so far in numbers: "1 – 0", of a match its points; a dash if there is none.
func (b pairingBuilder) score() string {
	counted := b.Standing.Halves
	if b.points() {
		counted = b.Standing.Points
	}
	if b.State.Open && len(b.Games) == 0 || b.State.Off || b.replaced() {
		return "–"
	}
	return b.t.Number(page.Halves(counted[0])) + " – " + b.t.Number(page.Halves(counted[1]))
}

// siteGame returns the latest game with a number on this site. A game that was called off is no game.
func (b pairingBuilder) siteGame(n int) (found *GameInput) {
	for i, g := range b.SiteGames {
		if g.Nth == n && !g.Off {
			found = &b.SiteGames[i]
		}
	}
	return found
}

// begun reports whether a turn was played in a game on this site, even if it was called off.
func (b pairingBuilder) begun(n int) bool {
	return slices.ContainsFunc(b.SiteGames, func(g GameInput) bool { return g.Nth == n && g.Begun })
}

// ended describes how a game ended. begun is whether a turn was played in it.
func (b pairingBuilder) ended(g pairing.Game, begun bool) string {
	t, forfeited := b.t, "pairing.forfeited"
	if begun {
		forfeited = "pairing.forfeited-begun"
	}
	switch {
	case g.Forfeit == [2]bool{true, true} && begun:
		return t.T("pairing.forfeited-begun-both")
	case g.Forfeit == [2]bool{true, true}:
		return t.T("pairing.forfeited-both")
	case g.Forfeit[0]:
		return t.T(forfeited, "Player", b.Players[0])
	case g.Forfeit[1]:
		return t.T(forfeited, "Player", b.Players[1])
	case g.Halves[0] > g.Halves[1]:
		return t.T("home.won", "Player", b.Players[0])
	case g.Halves[0] < g.Halves[1]:
		return t.T("home.won", "Player", b.Players[1])
	}
	return t.T("home.drawn")
}

// ResultWords describes a result in the log's format, such as "– (0–1 0:49)".
func ResultWords(t *i18n.Catalog, result string) string {
	score, games, _ := strings.Cut(strings.TrimSuffix(result, ")"), " (")
	if score == "–" {
		score = t.T("log.no-result")
	}
	if games == "" {
		return score
	}
	forfeits := map[string]string{"+/−": "1–0", "−/+": "0–1", "−/−": "0–0"}
	list := strings.Split(games, "; ")
	for i, game := range list {
		one, points, scored := strings.Cut(game, " ")
		if forfeit, ok := forfeits[one]; ok {
			one = t.T("log.game-forfeited", "Score", forfeit)
		}
		if scored {
			one += ", " + t.T("log.game-points", "Points", points)
		}
		if len(list) == 1 && strings.HasPrefix(one, score) { // the game is all that counts
			return one
		}
		list[i] = t.T("log.game-result", "Number", strconv.Itoa(i+1), "Score", one)
	}
	return score + " (" + strings.Join(list, "; ") + ")"
}

// points reports whether the table shows points. Only a match adds them up; in other units they just show how clearly
// a game was won.
func (b pairingBuilder) points() bool { return b.Play.Terms.Unit == pairing.Match }

// table returns the result of each player in each game.
func (b pairingBuilder) table() (columns []string, rows []Row) {
	if len(b.Games) == 0 || b.State.Off {
		return nil, nil
	}
	for n := range max(len(b.Games), b.Play.Terms.Unit.Games()) {
		columns = append(columns, b.t.T("pairing.game-short", "Number", strconv.Itoa(n+1)))
	}
	for i, name := range b.Players {
		row := Row{Name: name, Cells: make([]string, len(columns)), Won: b.Standing.Winner == i+1, Sum: b.t.Number(page.Halves(b.Standing.Halves[i]))}
		if b.points() {
			row.Sum = b.t.Number(page.Halves(b.Standing.Points[i]))
		}
		for n, g := range b.Games {
			row.Cells[n] = b.cell(g, i)
		}
		rows = append(rows, row)
	}
	return columns, rows
}

func (b pairingBuilder) cell(g pairing.Game, player int) string {
	points, won := b.t.Number(page.Halves(g.Points[player])), b.t.Number(page.Halves(g.Halves[player]))
	switch {
	case b.points():
		return points
	case g.Points != [2]int{}:
		return won + " (" + points + ")"
	}
	return won
}

// notes returns the rules that explain the result.
func (b pairingBuilder) notes() (notes []string) {
	if b.State.Off {
		return nil
	}
	if b.points() {
		notes = append(notes, b.t.T("match.rule"))
	} else if b.Play.Terms.Decisive {
		notes = append(notes, b.t.T("pairing.decisive"))
	}
	var halfway, unplayed bool
	for i, g := range b.Games {
		if g.Forfeit != [2]bool{} {
			half := b.begun(i+1) || b.halfway(g)
			halfway, unplayed = halfway || half, unplayed || !half
		}
	}
	if unplayed {
		notes = append(notes, b.t.T("pairing.forfeit-rule"))
	}
	if halfway {
		notes = append(notes, b.t.T("pairing.halfway-rule"))
	}
	return notes
}

// halfway reports whether a forfeited game had begun, by its points: one that had not begun gives other points.
func (b pairingBuilder) halfway(g pairing.Game) bool {
	unplayed, err := b.Play.Terms.Forfeited(1, g.Forfeit)
	return err == nil && g.Points != unplayed.Points
}

// how describes how the pairing was settled, and by whom, unless own says it.
func (b pairingBuilder) how() string {
	t := b.t
	if b.State.Open || b.Decision.Own && b.Decision.Reason == "" {
		return ""
	}
	switch b.State.How {
	case "played":
		return t.T("pairing.how-played")
	case "entered":
		return t.T("pairing.how-entered")
	case "lapsed":
		return t.T("pairing.how-lapsed")
	case "recorded":
		return t.T("pairing.how-recorded", "Organiser", b.Decision.By)
	case "forfeit":
		if b.Decision.By == "" {
			return t.T("pairing.how-forfeit")
		}
	}
	if b.Decision.By == "" {
		return "" // a round was unpublished, as the status says
	}
	return DecidedBy(t, b.Decision.By, b.Decision.Reason)
}

// own returns the result that an organiser entered who plays in the pairing; nil for any other.
func (b pairingBuilder) own() *OwnDecision {
	if !b.Decision.Own {
		return nil
	}
	own := &OwnDecision{Text: b.t.T("pairing.own-entry", "Player", b.Decision.By), Revision: strconv.Itoa(b.Revision)}
	if b.Organises && b.Reader == 0 && !b.Source.Archived {
		own.Confirm = b.path() + "/confirm-decision"
	}
	return own
}

// decidedBy names the organiser who decided, and the reason if the reader may read it.
func DecidedBy(t *i18n.Catalog, organiser, reason string) string {
	if reason == "" {
		return t.T("pairing.how-organiser", "Organiser", organiser)
	}
	return t.T("pairing.how-decided", "Organiser", organiser, "Reason", reason)
}

// said returns the result that a player has entered.
func (b pairingBuilder) said() *Said {
	e := b.Entered
	if e == nil {
		return nil
	}
	said := &Said{Heading: b.t.T("pairing.entered", "Player", b.Players[e.By-1])}
	for i, g := range e.Games {
		line := b.line(i + 1)
		if line.Standing = b.ended(g, false); g.Points != [2]int{} {
			line.Standing += ", "
			line.Score = b.t.Number(page.Halves(g.Points[0])) + "–" + b.t.Number(page.Halves(g.Points[1]))
		}
		said.Lines = append(said.Lines, line)
	}
	switch other := b.Players[2-e.By]; {
	case e.Words != "":
		said.Contest = b.t.T("pairing.contest-words", "Player", other, "Words", e.Words)
	case e.Contested:
		said.Contest = b.t.T("pairing.contest-by", "Player", other)
	}
	if b.Organises && !b.Source.Archived && b.answer() == nil && e.Acceptable(b.Play.Terms) {
		said.Accept = &AcceptForm{Action: b.path() + "/decide", What: DecideAccept, Revision: strconv.Itoa(b.Revision)}
	}
	return said
}

// Acceptable reports whether an organiser can accept the result as it is: it is not contested, and has the winner that
// the pairing needs.
func (e Entered) Acceptable(terms pairing.Terms) bool {
	return !e.Contested && !terms.Standing(e.Games).Undecided
}
