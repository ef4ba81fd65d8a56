package views

import "github.com/a-h/templ"

// bigChoices is the choices that are buttons.
func bigChoices(choices []Choice) templ.Component {
	return component(sizeOfPiece, func(m *markup, flush func()) {
		for _, c := range choices {
			if c.Letter != "" || c.Button {
				writeBigChoice(m, c)
				flush()
			}
		}
	})
}

func writeBigChoice(m *markup, c Choice) {
	m.attribute(`<a id="choice-`, c.Letter)
	m.raw(` class="button choice`)
	if c.Letter != "" {
		m.raw(" way-")
		m.raw(c.Letter)
	}
	m.raw(`"`)
	m.link(c.Link)
	m.raw(">")
	if c.Letter != "" {
		m.raw("<b>")
		m.text(c.Letter)
		m.raw("</b> ")
	}
	m.text(c.Words)
	m.raw("</a>")
}

// choiceLinks is a list of choices.
func choiceLinks(choices []Choice) templ.Component {
	return component(sizeOfPiece*len(choices), func(m *markup, _ func()) {
		for _, c := range choices {
			m.attribute(`<li><a id="`, c.ID)
			m.link(c.Link)
			m.raw(` aria-label="`)
			m.text(c.Text)
			m.raw(", ")
			m.text(c.Words)
			m.raw(`">`)
			m.text(c.Text)
			m.raw("</a></li>")
		}
	})
}

// A Choice is a legal action in words.
type Choice struct {
	ID     string // in the list
	Letter string // as on the board; empty when choices have none there
	Text   string // notation
	Words  string
	Button bool // it cannot be clicked on the board
	Link   Link
}
