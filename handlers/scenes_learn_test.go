package handlers_test

import (
	"net/url"
	"testing"

	"hexclub/rules"
	"hexclub/views/learn"
)

// addLearning adds the pages to learn a game by: its course, and a lesson at its
// start, solved, and gone wrong.
func (s *stage) addLearning(t *testing.T, game rules.Game) {
	t.Helper()
	key := game.Info().Key
	course := courseOf(t, key)
	first, other := course.Lessons[0], course.Lessons[len(course.Lessons)/2]
	s.add("course-"+key, s.stranger, "/learn/"+key)
	s.board(t, key+"-lesson", learn.LessonHref(other)+"?hints=1&tried=1")
	s.board(t, key+"-lesson-solved", learn.LessonHref(first)+"?line="+url.QueryEscape(solvedLine(first)))
	s.board(t, key+"-lesson-wrong", learn.LessonHref(first)+"?line="+url.QueryEscape(first.Wrongs[0].Try[0]))
	if key == "hexellation" {
		for _, tag := range []string{"es", "ko"} {
			who := s.client(t)
			who.post("/language", "lang", tag, "return", "/")
			for name, path := range map[string]string{
				"home": "/", "learn": "/learn", "rules": "/rules/" + key, "setup": "/games/new?game=" + key, "lesson": learn.LessonHref(other) + "?hints=1",
				"settings": "/settings",
			} {
				s.add(tag+"-"+name, who, path)
			}
		}
	}
	if key == "six" {
		s.board(t, key+"-lesson-framed", "/embed"+learn.LessonHref(other))
		s.board(t, key+"-lesson-large", "/projector"+learn.LessonHref(other))
		s.add("rules-"+key+"-sheet", s.stranger, "/rules/"+key+"/sheet")
		s.board(t, key+"-framed", "/embed/analysis/six?line=1,-1")
		s.board(t, key+"-large", "/projector/analysis/six?line=1,-1")
		s.board(t, key+"-lesson-table", learn.LessonHref(other), "table", "on")
		s.add("rules-"+key+"-played", s.stranger, "/rules/six?figure=1&line=1,-1&pick=9,9")
	}
}
