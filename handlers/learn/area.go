package learn

import (
	"hexclub/handlers/web"
	"hexclub/rules/lesson"
)

// An Area has the handlers of lessons, rules and sandboxes.
type Area struct {
	*web.Site
	Courses lesson.Courses
	Hints   web.Suggester
}
