package sitetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/rules/hexone"
)

// seen evaluates to the visible properties of a board's cells: position, ground and value, the
// colour of the pieces and their number.
const seen = `Array.from(document.querySelectorAll("#board .cell"), (cell) => {
	for (let e = cell; e.id !== "board"; e = e.parentElement) if (getComputedStyle(e).opacity < .5) return "";
	const has = (names) => names.filter((name) => cell.classList.contains(name) || cell.querySelector(".piece." + name)).join();
	const pieces = cell.querySelectorAll(".piece").length;
	const n = cell.querySelector(".count")?.textContent ?? pieces;
	const text = (name) => cell.querySelector(name)?.textContent ?? "";
	return cell.getAttribute("transform") + " " + text(".value") + " " + has(["fixed", "white", "grey", "gone"]) + " " + has(["blue", "red"]) + " " + n;
}).filter(Boolean).sort().join("\n")`

// seenOf returns the visible properties of the cells of a position of Hexone.
func seenOf(st rules.State) string {
	var cells []string
	for _, c := range st.Board().Cells {
		x, y := c.Cell.Centre(0)
		colour, value := "", strconv.Itoa(c.Value)
		if len(c.Stack) > 0 {
			value = "" // the piece covers it
			colour = hexone.Game{}.Info().Colours[c.Stack[0].Seat-1]
		}
		cells = append(cells, fmt.Sprintf("translate(%d %d) %s %s %s %d", x, y, value, c.Ground, colour, len(c.Stack)))
	}
	slices.Sort(cells)
	return strings.Join(cells, "\n")
}

// SeesBoard compares the cell labels of the board with a position of Hexone.
func (p *Person) SeesBoard(st rules.State) {
	p.T.Helper()
	labels := strings.Split(p.Evaluate(`Array.from(document.querySelectorAll(".cell"), (c) => c.getAttribute("aria-label")).join("\n")`), "\n")
	cells := st.Board().Cells
	if len(labels) != len(cells) {
		p.T.Fatalf("the page has %d cells, want %d", len(labels), len(cells))
	}
	for i, cell := range cells {
		if want := LabelStart(cell); !strings.HasPrefix(labels[i], want) {
			p.T.Errorf("a cell is called %q, want %q", labels[i], want)
		}
	}
}

// act chooses an action by clicking the cells of its picks in order. It skips the cells that the
// page has already picked.
func (p *Person) act(st rules.State, action rules.Action, steps int) {
	p.T.Helper()
	names := map[hex.Cell]string{}
	for _, c := range st.Board().Cells {
		names[c.Cell] = c.Name
	}
	picks := st.Picks(action)
	if len(picks) > 1 && p.Count("#c-"+names[picks[0][0]]+".picked") > 0 {
		picks = picks[1:]
	}
	for i, cells := range picks {
		p.Click("#c-" + names[cells[0]])
		if i < len(picks)-1 {
			p.Has("#c-" + names[cells[0]] + ".picked")
		}
	}
	if len(picks) == 0 {
		p.Click("a.choice")
	}
	p.Has(fmt.Sprintf(".steps li:nth-child(%d)", steps))
}

// Turn plays a whole turn by clicking, and confirms it.
func (p *Person) Turn(st rules.State, actions []string) {
	p.T.Helper()
	for i, text := range actions {
		action, err := st.Parse(text)
		if err != nil {
			p.T.Fatal(err)
		}
		p.act(st, action, i+1)
		st.Play(action)
	}
	p.Click("#confirm")
}

// Seek stops all animations at a time in beats. They begin together, and must be stopped before
// the first ends, because the page no longer lists finished ones.
func (p *Person) Seek(beat float64) {
	p.T.Helper()
	const seek = `(window.animations ??= document.getAnimations()).forEach((a) => {
		a.pause();
		a.currentTime = %g * 1000 * parseFloat(getComputedStyle(document.getElementById("board")).getPropertyValue("--beat"));
	})`
	p.Evaluate(fmt.Sprintf(seek, beat))
}

func (p *Person) Sees(what string, st rules.State) {
	p.T.Helper()
	if got, want := p.Evaluate(seen), seenOf(st); got != want {
		p.T.Errorf("%s the page shows\n%s\nwant\n%s", what, got, want)
	}
}

// CellID returns the element id of the cell with a name.
func CellID(name string) string { return "c-" + strings.NewReplacer(",", "_", ":", "_").Replace(name) }

// CellName returns the name of a cell of the board.
func CellName(st rules.State, cell hex.Cell) string {
	for _, on := range st.Board().Cells {
		if on.Cell == cell {
			return on.Name
		}
	}
	return cell.String()
}

// SeesCells compares the cell labels of the board with a position.
func (p *Person) SeesCells(st rules.State, info rules.Info) {
	p.T.Helper()
	var labels []string
	text := p.Evaluate(`JSON.stringify(Array.from(document.querySelectorAll("#board .cell"), (c) => c.getAttribute("aria-label")))`)
	if err := json.Unmarshal([]byte(text), &labels); err != nil {
		p.T.Fatal(err)
	}
	cells := st.Board().Cells
	if len(labels) != len(cells) {
		p.T.Fatalf("the page has %d cells, want %d", len(labels), len(cells))
	}
	for i, cell := range cells {
		if want := holds(cell, info); !strings.HasPrefix(labels[i], want) {
			p.T.Errorf("a cell is called %q, want %q", labels[i], want)
		}
	}
}

// holds returns the beginning of a cell's label in any game: its name and its pieces.
func holds(cell rules.BoardCell, info rules.Info) string {
	if len(cell.Stack) == 0 {
		return cell.Name + ", empty,"
	}
	var runs []string
	tall := 0 // hats are not counted
	for i, n := 0, 0; i < len(cell.Stack); i += n {
		piece := cell.Stack[i]
		for n = 1; i+n < len(cell.Stack) && cell.Stack[i+n] == piece; n++ {
		}
		run := fmt.Sprintf("%d %s", n, piece.Shape)
		if n > 1 {
			run += "s"
		}
		if piece.Seat > 0 {
			colour := info.Colours[piece.Seat-1]
			run = strings.ToUpper(colour[:1]) + colour[1:] + ", " + run
		}
		if piece.Shape != rules.Hat {
			tall += n
		}
		runs = append(runs, run)
	}
	high := ""
	if len(runs) > 1 && tall > 1 {
		high = fmt.Sprintf("%d high, from the bottom: ", tall)
	}
	return cell.Name + ", " + high + strings.Join(runs, "; ") + ","
}
