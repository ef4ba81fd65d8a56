package ladders

import (
	"strings"

	"hexclub/views/i18n"
	"hexclub/views/page"
)

// NewPreview returns the preview of a page of a ladder: its places, or the page at another of its paths.
func NewPreview(t *i18n.Catalog, in Input, path string) page.Preview {
	href := Href(in.ID)
	p := page.Preview{URL: href + path, Picture: href + "/preview.png", Title: in.Name}
	switch path {
	case RulesPath:
		p.Title = t.T("ladder.rules-title") + " · " + in.Name
	case HistoryPath:
		p.Title = t.T("ladder.history-title") + " · " + in.Name
	case EventsPath:
		p.Title = t.T("ladder.events-title") + " · " + in.Name
	}
	p.About = t.T("preview.ladder", "Season", in.Season.Name) + " " + in.kind(t)
	if names := in.First(page.PreviewNames); len(names) > 0 {
		p.About += ". " + t.T("preview.leading", "Names", strings.Join(names, ", "))
	}
	return p
}

// First returns the names of the first players of the ladder, at most so many.
func (in Input) First(most int) (names []string) {
	for _, player := range in.State.Players[:min(most, len(in.State.Players))] {
		names = append(names, in.name(player.ID))
	}
	return names
}
