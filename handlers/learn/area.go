package learn

import (
	"weak"

	"hexclub/handlers/limit"
	"hexclub/handlers/web"
	"hexclub/rules/lesson"
	"hexclub/views/draw"
)

// An Area has the handlers of lessons, rules and sandboxes.
type Area struct {
	*web.Site
	Courses  lesson.Courses
	Hints    web.Suggester
	Pictures limit.Queue               // pictures in pixels
	canvas   weak.Pointer[draw.Canvas] // the last one used, which takes up to 20 MB
}
