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
