package views

import "github.com/a-h/templ"

// turnLink is a turn of a list: whose it is, where it leads, and whether the reader is
// there.
func turnLink(line TurnLine) templ.Component {
	return component(sizeOfPiece, func(m *markup, _ func()) { writeTurnLink(m, line) })
}

// turnLinks is a list of turns with nothing but their links.
func turnLinks(lines []TurnLine) templ.Component {
	return component(sizeOfPiece*len(lines), func(m *markup, _ func()) {
		for _, line := range lines {
			m.raw("<li>")
			writeTurnLink(m, line)
			m.raw("</li>")
		}
	})
}

func writeTurnLink(m *markup, line TurnLine) {
	m.attribute(`<a aria-label="`, line.Label)
	m.attribute(` class="`, line.Colour)
	m.attribute(` href="`, line.Href)
	if line.ID != "" {
		m.attribute(` id="`, line.ID)
	}
	if line.Current {
		m.raw(` aria-current="true"`)
	}
	m.raw(">")
	m.text(line.Text)
	m.raw("</a>")
}

// A TurnLine is one line of the list of turns.
type TurnLine struct {
	ID      string // for focus to survive a swap; empty where the list is not walked
	Colour  string
	Text    string
	Label   string // in words, told apart from the other lines
	Href    string
	Current bool
}
