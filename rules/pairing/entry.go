package pairing

import (
	"strconv"
	"strings"

	"hexclub/rules"
)

// What an Entry can say of a game.
const (
	FirstWon      = "first"
	SecondWon     = "second"
	Draw          = "draw"
	FirstForfeit  = "forfeit-first"
	SecondForfeit = "forfeit-second"
	BothForfeit   = "forfeit-both"
)

// An Entry is what somebody writes of a game that was played elsewhere.
type Entry struct {
	Outcome string    // one of the above; empty: the game was not played
	Points  [2]string // by player - 1, "12" or "12.5"; empty: none
}

// Read is game number n as an entry has it, judged as Check does. Without points
// a forfeited game has those of one that was never begun. It fails with an
// *rules.Error of kind Invalid when it cannot be read (error.pairing-outcome,
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
		g = forfeited // some was played, and gives the points that are given
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

// readPoints returns a number of points, counted in halves, that somebody has
// written of game number n.
func readPoints(n int, text string) (int, error) {
	text = strings.TrimSpace(text)
	whole, half, parted := strings.Cut(strings.ReplaceAll(text, ",", "."), ".")
	if text == "" {
		return 0, nil
	}
	points, err := strconv.Atoi(whole)
	if err != nil || points < 0 || points > mostPoints || parted && half != "0" && half != "5" {
		return 0, rules.Errorf(rules.Invalid, "error.pairing-points", "game %d, points %q", n, text)
	}
	points *= 2
	if half == "5" {
		points++
	}
	return points, nil
}

// mostPoints is more whole points than any game gives.
const mostPoints = 999

// Entry returns what one would write to say how the game ended.
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

// Text returns the game as cross tables have it, in any language: "1–0", with
// points "½–½ 11.5:11.5". Of a forfeited one + is for who was there, and − for
// who was not: "+/− 49:0".
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

// HalvesText writes what both players have, counted in halves: "1–0", "½–½".
func HalvesText(n [2]int) string {
	var texts [2]string
	for i, halves := range n {
		if texts[i] = strconv.Itoa(halves / 2); halves == 1 {
			texts[i] = "½"
		}
	}
	return texts[0] + "–" + texts[1]
}

// PointsText writes points counted in halves, as results do.
func PointsText(halves int) string {
	result := rules.Result{Halves: [rules.MaxSeats]int16{int16(halves)}}
	return result.Points(1)
}

// Check reports whether game number n can have ended so: an *rules.Error of
// kind Invalid when what the players have of it is no result
// (error.pairing-outcome), or the points are none that the game can give
// (error.pairing-points). The number is the first of the Args of both.
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
		return rules.Errorf(rules.Invalid, "error.pairing-points", "game %d, %+v of %s", n, g, t.Game.Info().Key)
	}
	return nil
}

// leastWin is the least whole points that a win of Hexone gives: one for each of
// the seven cells that stay (rules, Hexone, 7).
const leastWin = 7

// Bounds are the points that a game can give, in whole points: Least and Most to who has
// won in a game that gives the loser none (Hexone), else Sum to both together at most,
// in halves, of which the higher wins (Hex-It). All are 0 in a game without points.
type Bounds struct{ Least, Most, Sum int }

// Bounds returns the points that a game can give.
func (t Terms) Bounds() Bounds {
	switch info := t.Game.Info(); {
	case !info.Points:
		return Bounds{}
	case !info.Matches:
		return Bounds{Sum: t.tiles()}
	}
	most, err := t.Forfeited(1, [2]bool{false, true}) // from the first turn on the board only wears out
	if err != nil {
		return Bounds{}
	}
	return Bounds{Least: leastWin, Most: most.Points[0] / 2}
}

// pointsFit reports whether the points of a game agree with who won it, and
// with what the game can give.
func (t Terms) pointsFit(g Game) bool {
	winner, bounds := higher(g.Halves), t.Bounds()
	switch {
	case bounds.Most > 0 && winner > 0:
		got := g.Points[winner-1]
		return g.Points[2-winner] == 0 && got%2 == 0 && got >= 2*bounds.Least && got <= 2*bounds.Most
	case bounds.Sum == 0 || g.Points == [2]int{}:
		// No points are counted in Hex-It when somebody resigned, or a draw was agreed
		// (rules, Hex-It, r5 and r6).
		return g.Points == [2]int{}
	}
	return g.Forfeit == [2]bool{} && g.Points[0] >= 0 && g.Points[1] >= 0 && higher(g.Points) == winner &&
		g.Points[0]+g.Points[1] <= 2*bounds.Sum
}

// tiles returns how many tiles a game of Hex-It has.
func (t Terms) tiles() int {
	setup, err := t.Game.Info().Complete(t.Setup)
	if err != nil {
		return 0
	}
	tiles, _ := strconv.Atoi(setup.Options["tiles"])
	return tiles
}

// CheckAll reports whether these are all games of a pairing, each as Check has
// it: else an *rules.Error of kind Invalid, also when a game is missing
// (error.pairing-unfinished) or one too many (error.pairing-surplus).
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
		return rules.Errorf(rules.Invalid, "error.pairing-unfinished", "game %d is missing", next)
	}
	return nil
}
