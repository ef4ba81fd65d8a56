package play

import (
	"hexclub/views/page"
	"hexclub/views/table"
)

// A PlayPage is the page of a game in play.
type PlayPage struct {
	page.Frame
	Table    table.Table
	Chat     *Chat // nil for none
	Oversees bool  // the others have a chat that the reader can open as an organiser
}

// sheeted returns the frame with the sheet of replays and animations for a page that has one.
func (p PlayPage) sheeted() page.Frame {
	if p.Table.Replay == nil && p.Table.Film == nil {
		return p.Frame
	}
	return page.WithSheet(p.Frame, "replay.css")
}
