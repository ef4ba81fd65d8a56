package club

import (
	"hexclub/views/club/ladders"
	"hexclub/views/club/seasons"
	"hexclub/views/page"
)

// A ConfirmPage asks before an act that changes much, and says what follows from it.
type ConfirmPage struct {
	page.Frame
	Back    page.Tab // to what the act is about
	Heading string
	Follows []string        // one consequence each
	GoesOn  []page.ClubLink // what can still be finished
	Begun   string          // says so
	Blocked string          // why the act is not possible now; empty: it is
	Submit  ConfirmSubmit
}

// A ConfirmSubmit is the form that carries out a confirmed act: a button with a name and a value.
type ConfirmSubmit struct{ Action, Name, Value, Text string }

// NewSeasonConfirm returns the question before a season is closed or archived. Ladders is the number of its open
// ladders, and goesOn what has begun in it.
func NewSeasonConfirm(f page.Frame, id, name, status string, ladders int, goesOn []page.ClubLink) ConfirmPage {
	t, href := f.T, seasons.Href(id)
	p := ConfirmPage{
		Frame: f, Back: page.Tab{Text: name, Href: href}, Heading: t.T("season.confirm-close"), GoesOn: goesOn,
		Submit: ConfirmSubmit{Action: href + "/status", Name: "status", Value: status},
	}
	if status == "archived" {
		p.Heading, p.Submit.Text = t.T("season.confirm-archive"), t.T("season.do-archive")
		p.Follows = []string{t.T("season.archive-fixed"), t.T("season.archive-back")}
		if len(goesOn) > 0 {
			p.Blocked = t.T("season.going-on")
		}
		return p
	}
	p.Submit.Text = t.T("season.do-close")
	if ladders > 0 {
		p.Follows = append(p.Follows, t.N("season.close-ladders", ladders))
	}
	p.Follows = append(p.Follows, t.T("season.close-new"), t.T("season.close-back"))
	p.Begun = t.T("season.close-goes-on")
	return p
}

// NewLadderConfirm returns the question before a ladder is closed.
func NewLadderConfirm(f page.Frame, in ladders.Input) ConfirmPage {
	t, href := f.T, ladders.Href(in.ID)
	p := ConfirmPage{
		Frame: f, Back: page.Tab{Text: in.Name, Href: href}, Heading: t.T("ladder.confirm-close"),
		Follows: []string{t.T("ladder.close-new")},
		Submit:  ConfirmSubmit{Action: href + ladders.ClosePath, Name: "closed", Value: "on", Text: t.T("ladder.close")},
	}
	if n := len(in.State.Challenges); n > 0 {
		p.Follows = append(p.Follows, t.N("ladder.close-challenges", n))
	}
	if in.State.Settings.InactiveDays > 0 {
		p.Follows = append(p.Follows, t.T("ladder.close-inactive"))
	}
	p.Follows = append(p.Follows, t.T("ladder.close-back"))
	return p
}
