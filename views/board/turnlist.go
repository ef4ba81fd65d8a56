package board

import (
	"github.com/a-h/templ"

	"hexclub/views/page"
)

// TurnLink returns a turn of a list: its seat, its address, and whether the reader is there.
func TurnLink(line TurnLine) templ.Component {
	return page.Component(page.SizeOfPiece, func(m *page.Markup, _ func()) { writeTurnLink(m, line) })
}

// TurnLinks returns a list of turns that are only links.
func TurnLinks(lines []TurnLine) templ.Component {
	return page.Component(page.SizeOfPiece*len(lines), func(m *page.Markup, _ func()) {
		for _, line := range lines {
			m.Raw("<li>")
			writeTurnLink(m, line)
			m.Raw("</li>")
		}
	})
}

func writeTurnLink(m *page.Markup, line TurnLine) {
	m.Attribute(`<a aria-label="`, line.Label)
	m.Attribute(` class="`, line.Colour)
	m.Attribute(` href="`, line.Href)
	if line.ID != "" {
		m.Attribute(` id="`, line.ID)
	}
	if line.Current {
		m.Raw(` aria-current="true"`)
	}
	m.Raw(">")
	m.Text(line.Text)
	m.Raw("</a>")
}

// A TurnLine is one line of the list of turns.
type TurnLine struct {
	ID      string // for focus to survive a swap; empty where the list is not walked
	Colour  string
	Text    string
	Label   string // in words, different from those of the other lines
	Href    string
	Current bool
}
