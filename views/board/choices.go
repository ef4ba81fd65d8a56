package board

import (
	"github.com/a-h/templ"

	"hexclub/views/page"
)

// ChoiceButtons returns the choices that are buttons.
func ChoiceButtons(choices []Choice) templ.Component {
	return page.Component(page.SizeOfPiece, func(m *page.Markup, flush func()) {
		for _, c := range choices {
			if c.Letter != "" || c.Button {
				writeChoiceButton(m, c)
				flush()
			}
		}
	})
}

func writeChoiceButton(m *page.Markup, c Choice) {
	m.Attribute(`<a id="choice-`, c.Letter)
	m.Raw(` class="button choice`)
	if c.Letter != "" {
		m.Raw(" way-")
		m.Raw(c.Letter)
	}
	m.Raw(`"`)
	m.Link(c.Link)
	m.Raw(">")
	if c.Letter != "" { // the board shows where it leads
		m.Raw("<b>")
		m.Text(c.Letter)
		m.Raw(`</b> <span class="unseen">`)
		m.Text(c.Words)
		m.Raw("</span>")
		if c.Note != "" {
			m.Raw(`<span aria-hidden="true">`)
			m.Text(c.Note)
			m.Raw("</span>")
		}
	} else {
		m.Text(c.Words)
	}
	m.Raw("</a>")
}

// ChoiceLinks returns a list of choices.
func ChoiceLinks(choices []Choice) templ.Component {
	return page.Component(page.SizeOfPiece*len(choices), func(m *page.Markup, _ func()) {
		for _, c := range choices {
			m.Attribute(`<li><a id="`, c.ID)
			m.Link(c.Link)
			m.Raw(` aria-label="`)
			m.Text(c.Text)
			m.Raw(", ")
			m.Text(c.Words)
			m.Raw(`">`)
			m.Text(c.Text)
			m.Raw("</a></li>")
		}
	})
}

// A Choice is a legal action in words.
type Choice struct {
	ID     string // in the list
	Letter string // as on the board; empty when choices have none there
	Text   string // notation
	Words  string
	Note   string // the part of the words that a board with letters does not show; empty if there is none
	Button bool   // it cannot be clicked on the board
	Link   page.Link
}
