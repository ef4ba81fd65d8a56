package learn

import (
	"sync"

	"hexclub/handlers/limit"
	"hexclub/handlers/web"
	"hexclub/rules/lesson"
)

// A Area is where games are learned and tried out.
type Area struct {
	*web.Site
	Courses  lesson.Courses
	Hints    web.Suggester
	Pictures limit.Queue // pictures in pixels
	canvases sync.Pool   // of *draw.Canvas: few are drawn at a time, and one takes 20 MB
}
