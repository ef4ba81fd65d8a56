package pairing

import (
	"strconv"
	"strings"

	"hexclub/rules"
)

// The values of Entry.Outcome.
const (
	FirstWon      = "first"
	SecondWon     = "second"
	Draw          = "draw"
	FirstForfeit  = "forfeit-first"
	SecondForfeit = "forfeit-second"
	BothForfeit   = "forfeit-both"
)

// An Entry is the result of a game that was played elsewhere, as a person
// writes it.
type Entry struct {
	Outcome string    // one of the above; empty: the game was not played
	Points  [2]string // by player - 1, "12" or "12.5"; empty: none
}

// Read returns game number n from an entry that passes Check. Without points a
// forfeited game has those of one that never began. An entry that cannot be
// parsed is an *rules.Error of kind Invalid (error.pairing-outcome,
// error.pairing-points).
func (t Terms) Read(n int, e Entry) (Game, error) {
	g := Game{}
	given := strings.TrimSpace(e.Points[0]+e.Points[1]) != ""
	switch e.Outcome {
	case FirstWon:
		g.Halves = [2]int{2, 0}
	case SecondWon:
		g.Halves = [2]int{0, 2}
	case Draw:
		g.Halves = [2]int{1, 1}
	case FirstForfeit, SecondForfeit, BothForfeit:
		forfeited, err := t.Forfeited(n, [2]bool{e.Outcome != SecondForfeit, e.Outcome != FirstForfeit})
		if err != nil || !given {
			return forfeited, err
		}
		g = forfeited // part of the game was played and gives the entered points
	default:
		return g, rules.Errorf(rules.Invalid, "error.pairing-outcome", "game %d, outcome %q", n, e.Outcome)
	}
	for i, text := range e.Points {
		points, err := readPoints(n, text)
		if err != nil {
			return g, err
		}
		g.Points[i] = points
	}
	return g, t.Check(n, g)
}

// ErrPoints is the sentinel error for points that a game cannot end with. The first of its
// Args is the number of the game.
var ErrPoints = &rules.Error{Kind: rules.Invalid, Key: "error.pairing-points"}

// readPoints parses a number of points of game number n, counted in halves.
func readPoints(n int, text string) (int, error) {
	text = strings.TrimSpace(text)
	whole, half, parted := strings.Cut(strings.ReplaceAll(text, ",", "."), ".")
	if text == "" {
		return 0, nil
	}
	points, err := strconv.Atoi(whole)
	if err != nil || points < 0 || points > mostPoints || parted && half != "0" && half != "5" {
		return 0, ErrPoints.Errorf("game %d, points %q", n, text)
	}
	points *= 2
	if half == "5" {
		points++
	}
	return points, nil
}

// mostPoints is more whole points than any game gives.
const mostPoints = 999

// Entry returns the entry that describes how the game ended.
func (g Game) Entry() Entry {
	var e Entry
	switch {
	case g.bothForfeit():
		e.Outcome = BothForfeit
	case g.Forfeit[0]:
		e.Outcome = FirstForfeit
	case g.Forfeit[1]:
		e.Outcome = SecondForfeit
	case g.Halves[0] > g.Halves[1]:
		e.Outcome = FirstWon
	case g.Halves[0] < g.Halves[1]:
		e.Outcome = SecondWon
	default:
		e.Outcome = Draw
	}
	for i, halves := range g.Points {
		if g.Points != [2]int{} {
			e.Points[i] = PointsText(halves)
		}
	}
	return e
}

// ByPoints returns the outcome that the points of an entry imply: the player
// with more of them has won. It is empty if they imply none.
func (e Entry) ByPoints() string {
	first, wrong := readPoints(1, e.Points[0])
	second, alsoWrong := readPoints(1, e.Points[1])
	switch {
	case wrong != nil || alsoWrong != nil || first == 0 && second == 0:
		return ""
	case first > second:
		return FirstWon
	case first < second:
		return SecondWon
	}
	return Draw
}

// Text returns the game in the form of cross tables, in any language: "1–0",
// with points "½–½ 11.5:11.5". In a forfeited game + marks the player who was
// present and − the absent one: "+/− 49:0".
func (g Game) Text() string {
	text := HalvesText(g.Halves)
	if g.Forfeit != [2]bool{} {
		marks := map[bool]string{false: "+", true: "−"}
		text = marks[g.Forfeit[0]] + "/" + marks[g.Forfeit[1]]
	}
	if g.Points != [2]int{} {
		text += " " + PointsText(g.Points[0]) + ":" + PointsText(g.Points[1])
	}
	return text
}

// GamesText returns games in the same form, "1–0; ½–½".
func GamesText(games []Game) string {
	texts := make([]string, len(games))
	for i, g := range games {
		texts[i] = g.Text()
	}
	return strings.Join(texts, "; ")
}

// HalvesText returns the scores of both players, counted in halves: "1–0",
// "½–½".
func HalvesText(n [2]int) string {
	var texts [2]string
	for i, halves := range n {
		if texts[i] = strconv.Itoa(halves / 2); halves == 1 {
			texts[i] = "½"
		}
	}
	return texts[0] + "–" + texts[1]
}

// PointsText returns points counted in halves in the form of results.
func PointsText(halves int) string {
	result := rules.Result{Halves: [rules.MaxSeats]int16{int16(halves)}}
	return result.Points(1)
}

// Check returns an *rules.Error of kind Invalid if game number n cannot have
// this result: the outcome is impossible (error.pairing-outcome), or the game
// cannot give these points (error.pairing-points). The number is the first of
// the Args of both.
func (t Terms) Check(n int, g Game) error {
	bad := rules.Errorf(rules.Invalid, "error.pairing-outcome", "game %d, %+v", n, g)
	sum := g.Halves[0] + g.Halves[1]
	switch {
	case g.bothForfeit():
		if g != (Game{Forfeit: g.Forfeit}) {
			return bad
		}
		return nil
	case sum != 2 || g.Halves[0] < 0 || g.Halves[1] < 0:
		return bad
	case g.Forfeit[0] && g.Halves[0] != 0, g.Forfeit[1] && g.Halves[1] != 0:
		return bad
	}
	if !t.pointsFit(g) {
		return ErrPoints.Errorf("game %d, %+v of %s", n, g, t.Game.Info().Key)
	}
	return nil
}

// leastWin is the smallest number of whole points for a win of Hexone: one for
// each of the seven cells that stay (rules, Hexone, 7).
const leastWin = 7

// Bounds are the points that a game can give. In Hexone the winner gets from
// Least to Most whole points and the loser none. In Hex-It both together get
// at most Sum halves, and the higher number wins. All are 0 in a game without
// points.
type Bounds struct{ Least, Most, Sum int }

// Bounds returns the points that a game can give.
func (t Terms) Bounds() Bounds {
	switch info := t.Game.Info(); {
	case !info.Points:
		return Bounds{}
	case !info.Matches:
		return Bounds{Sum: t.tiles()}
	}
	most, err := t.Forfeited(1, [2]bool{false, true}) // the board only loses value after the first turn
	if err != nil {
		return Bounds{}
	}
	return Bounds{Least: leastWin, Most: most.Points[0] / 2}
}

// pointsFit reports whether the points of a game agree with its winner and
// with what the game can give.
func (t Terms) pointsFit(g Game) bool {
	winner, bounds := higher(g.Halves), t.Bounds()
	switch {
	case bounds.Most > 0 && winner > 0:
		got := g.Points[winner-1]
		return g.Points[2-winner] == 0 && got%2 == 0 && got >= 2*bounds.Least && got <= 2*bounds.Most
	case bounds.Sum == 0 || g.Points == [2]int{}:
		// Hex-It counts no points after a resignation or an agreed draw
		// (rules, Hex-It, r5 and r6).
		return g.Points == [2]int{}
	}
	return g.Forfeit == [2]bool{} && g.Points[0] >= 0 && g.Points[1] >= 0 && higher(g.Points) == winner &&
		g.Points[0]+g.Points[1] <= 2*bounds.Sum
}

// tiles returns the number of tiles in a game of Hex-It.
func (t Terms) tiles() int {
	setup, err := t.Game.Info().Complete(t.Setup)
	if err != nil {
		return 0
	}
	tiles, _ := strconv.Atoi(setup.Options["tiles"])
	return tiles
}

// ErrUnfinished is the sentinel error for a missing game.
var ErrUnfinished = &rules.Error{Kind: rules.Invalid, Key: "error.pairing-unfinished"}

// ErrReplaces is the sentinel error for a result with which another player advances, so that later pairings are replaced.
var ErrReplaces = &rules.Error{Kind: rules.Conflict, Key: "error.round-replaces"}

// CheckAll returns an *rules.Error of kind Invalid unless these are all games
// of a pairing and each passes Check. A missing game is
// error.pairing-unfinished, an additional one error.pairing-surplus.
func (t Terms) CheckAll(games []Game) error {
	for i, g := range games {
		if next := t.Standing(games[:i]).Next; next != i+1 {
			return rules.Errorf(rules.Invalid, "error.pairing-surplus", "game %d of %+v", i+1, games)
		}
		if err := t.Check(i+1, g); err != nil {
			return err
		}
	}
	if next := t.Standing(games).Next; next != 0 {
		return ErrUnfinished.Errorf("game %d is missing", next)
	}
	return nil
}
