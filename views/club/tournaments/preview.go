package tournaments

import (
	"strings"

	"hexclub/views/page"
)

// NewPreview returns the preview of a tournament. url is its full address.
func NewPreview(f page.Frame, in Input, url string) page.Preview {
	t, href := f.T, Href(in.ID)
	p := page.Preview{URL: href, Picture: href + "/preview.png", Title: in.Name}
	words := []string{t.T(in.Play.Info.Key + ".name"), Kind(t, in.Format.Kind, in.Format.Double), in.statusWords(t)}
	p.About = strings.Join(words, ". ") + "."
	var names []string
	for _, row := range in.Leading(page.PreviewNames) {
		names = append(names, row.Name)
	}
	if len(names) > 0 {
		p.About += " " + t.T("preview.leading", "Names", strings.Join(names, ", "))
	}
	begins := in.Pace.Begun
	if begins.IsZero() {
		begins = in.Pace.Opens
	}
	if begins.IsZero() {
		return p // an event has a date
	}
	place := page.Data{"@type": "Place", "name": f.Club, "address": f.Club}
	attendance := "Offline"
	if in.Play.Site {
		place, attendance = page.Data{"@type": "VirtualLocation", "url": url}, "Online"
	}
	p.Data = page.NewData("Event", t.Tag, in.Name, url).With("description", p.About).With("startDate", begins).With("endDate", in.Pace.Ended).
		With("eventStatus", "https://schema.org/EventScheduled").With("eventAttendanceMode", "https://schema.org/"+attendance+"EventAttendanceMode").
		With("location", place).With("organizer", page.Data{"@type": "Organization", "name": f.Club})
	return p
}

// Off reports whether the tournament was called off.
func (in Input) Off() bool { return in.Status == off }

// A LeadingPlayer is one of the first players of a tournament.
type LeadingPlayer struct {
	Name, Score string // Score is empty in a knockout
}

// Leading returns the first players of a tournament that has begun, at most so many. It leaves out deleted accounts.
func (in Input) Leading(most int) (list []LeadingPlayer) {
	add := func(id, score string) {
		if e, ok := in.entrant(id); ok && e.Profile != "" && len(list) < most {
			list = append(list, LeadingPlayer{e.Name, score})
		}
	}
	if in.Round == 0 {
		return nil
	}
	for _, s := range in.Results.Standings {
		add(s.ID, half(s.Halves))
	}
	for _, s := range in.Results.Places {
		add(s.ID, "")
	}
	return list
}
