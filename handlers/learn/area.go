package learn

import (
	"hexclub/handlers/limit"
	"hexclub/handlers/web"
	"hexclub/rules/lesson"
)

// A Area is where games are learned and tried out.
type Area struct {
	*web.Site
	Courses  lesson.Courses
	Hints    web.Suggester
	Pictures limit.Queue // of those that are drawn in pixels
}
