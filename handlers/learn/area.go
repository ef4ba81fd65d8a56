package learn

import (
	"weak"

	"hexclub/handlers/limit"
	"hexclub/handlers/web"
	"hexclub/rules/lesson"
	"hexclub/views/draw"
)

// A Area is where games are learned and tried out.
type Area struct {
	*web.Site
	Courses  lesson.Courses
	Hints    web.Suggester
	Pictures limit.Queue               // pictures in pixels
	canvas   weak.Pointer[draw.Canvas] // the last one: it takes up to 20 MB
}
