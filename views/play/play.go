package play

import (
	"hexclub/views/page"
	"hexclub/views/table"
)

// A PlayPage is the page of a game in play.
type PlayPage struct {
	page.Frame
	Table    table.Table
	Chat     *Chat // nil where there is none
	Oversees bool  // others have one, which the reader sees to as an organiser
}
