package handlers

import "hexclub/rules/lesson"

// A learnArea is where games are learned and tried out.
type learnArea struct {
	*site
	courses  lesson.Courses
	hints    suggester
	pictures queue // of those that are drawn in pixels
}
