package page

import (
	"github.com/a-h/templ"

	"hexclub/views/i18n"
)

// An ErrorPage describes an error.
type ErrorPage struct {
	Frame
	Heading string
	Text    string
	Back    string // page with the form that was sent; empty when that is not known
	Request string // id to quote to the operator; empty when it is of no use
	Join    bool   // logging in, or signing up, would help
	LogsIn  bool   // the page has the form to log in
	Wait    string // when it may be tried again; empty when that is not known
	Retry   string // address to be opened again after the wait; empty when it was a form
	Again   *Resending
	Renew   bool // another link for a new password would help

	// Encrypted is the address with https at which to continue, if the site needs encryption; else empty.
	Encrypted string
}

// A Resending is a valid form that was refused for another reason, and can be sent again.
type Resending struct {
	Action string // path that it was sent to
	Fields []ResentField
}

// A ResentField is a field of such a form.
type ResentField struct{ Name, Value string }

// WaitText returns the text about a waiting time, in seconds, minutes or hours, rounded up.
func WaitText(t *i18n.Catalog, seconds int) string {
	const minute, hour = 60, 60 * 60
	in := func(unit int) int { return (seconds + unit - 1) / unit }
	switch {
	case seconds <= 100:
		return t.N("error.wait-seconds", seconds)
	case seconds <= 100*minute:
		return t.N("error.wait-minutes", in(minute))
	}
	return t.N("error.wait-hours", in(hour))
}

// An errorAction is a button on the page of an error.
type errorAction struct {
	Text, Href string
	Primary    bool
}

// actions returns what to do about the error, as links. One of them at most is the main one: none if a form can be sent
// again, because its button is.
func (p ErrorPage) actions() []errorAction {
	main := p.Again == nil && !p.LogsIn
	var actions []errorAction
	add := func(shown bool, text, href string) {
		if shown {
			actions = append(actions, errorAction{text, href, main})
			main = false
		}
	}
	add(p.Retry != "", p.T.T("error.again"), p.Retry)
	add(p.Renew, p.T.T("forgotten.title"), "/login/forgotten")
	add(p.Renew, p.T.T("login.title"), "/login")
	add(p.Join && p.Again == nil && !p.LogsIn, p.T.T("login.title"), p.LogIn())
	add(p.Join && p.Again == nil && p.Admits, p.T.T("signup.title"), p.SignUp())
	add(p.Encrypted != "", p.T.T("error.open-encrypted"), p.Encrypted)
	add(p.Encrypted == "" && p.Back != "", p.T.T("error.back"), p.Back)
	add(p.Encrypted == "" && !p.LogsIn, p.T.T("error.home"), "/")
	return actions
}

// EmptyCell draws an empty cell among others, for pages of errors.
func EmptyCell() templ.Component {
	return Component(SizeOfPiece, func(m *Markup, _ func()) {
		m.Raw(`<svg class="empty-cell" viewBox="-41 -38 82 76" aria-hidden="true"><path d="`)
		for _, at := range []string{"-13-36.5", "13-36.5", "26-14", "13 8.5", "-13 8.5", "-26-14"} {
			m.Raw("M" + at + "l12 7v14l-12 7-12-7v-14Z")
		}
		m.Raw(`"/><path class="hole" d="M0-14l12 7v14l-12 7-12-7v-14Z"/></svg>`)
	})
}
