package tournaments

import (
	"strconv"

	"hexclub/views/page"
)

// A NextStep is what an organiser does next with a tournament.
type NextStep struct {
	Text, Help string
	Wait       page.Phrase // when that happens by itself; empty for never
	ID         string      // of the button or the link
	Button     string      // empty for nothing to do
	Href       string      // of a link; empty for a button
	Action     string      // address to which a button sends
	Settings   string      // address at which the settings are changed; empty once they are fixed
}

// nextStep returns the next step of a tournament for the page of an organiser; nil if there is none, or for other
// readers.
func (in Input) nextStep(f page.Frame) *NextStep {
	t, base := f.T, Href(in.ID)
	if !in.Organises || in.Archived {
		return nil
	}
	if open := in.openRounds(t); len(open) > 0 {
		return &NextStep{Text: open[0].Heading, Help: open[0].Missing, ID: "enter-results", Button: t.T("results.enter"), Href: open[0].Href}
	}
	s := &NextStep{}
	if in.Status == running && !in.Pace.Next.IsZero() && in.Round < in.Length {
		s.Wait = page.NewPhrase(t, "tournament.opens-at", "When", f.Calendar().InClub().Due(in.Pace.Next))
	}
	switch n := len(in.Entrants); {
	case in.Status == entry:
		s.Text, s.Help, s.ID, s.Button = t.T("tournament.next-begin"), in.beginHelp(t), "begin", t.T("tournament.begin")
		s.Action, s.Settings = base+"/begin", base+"/edit"
		if n < fewestEntrants {
			s.Text, s.Help, s.ID, s.Button = t.T("tournament.next-enter"), t.N("tournament.next-enter-help", n), "enter-first", t.T("tournament.add")
			s.Action, s.Href = "", base+"/organise#entering"
		}
	case in.canPair():
		s.Text, s.ID, s.Button, s.Href = t.T("tournament.next-pair"), "pair", t.T("tournament.pair"), base+"/pair"
		if in.Format.Kind != knockout && !in.allAtOnce() {
			s.Button = t.T("tournament.pair-round", "Round", strconv.Itoa(in.Round+1))
		}
	case in.canFinish():
		s.Text, s.ID, s.Button, s.Action = t.T("tournament.next-finish"), "finish", t.T("tournament.finish"), base+"/finish"
	default:
		return nil
	}
	return s
}

// fewestEntrants is the number of entrants that a tournament needs to begin.
const fewestEntrants = 2
