package learn

import (
	"hexclub/rules/lesson"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// NewCoursePreview returns the preview of the course of a game.
func NewCoursePreview(f page.Frame, course *lesson.Course) page.Preview {
	key := course.Game.Info().Key
	p := previewOf(f.T, key, page.CourseHref(key))
	p.Title, p.About = f.T.T("learn.course-of", "Game", f.T.T(key+".name")), f.T.T(key+".pitch")
	p.Data = page.Data{
		"@context": "https://schema.org", "@type": "Course", "name": p.Title, "description": p.About, "inLanguage": f.T.Tag,
		"isAccessibleForFree": true, "provider": page.Data{"@type": "Organization", "name": f.Club},
	}
	return p
}

// NewLessonPreview returns the preview of a lesson at its start.
func NewLessonPreview(f page.Frame, l Lesson) page.Preview {
	p := previewOf(f.T, l.Head.Key, l.Links.Page)
	p.Title, p.About = f.T.T("learn.title", "Lesson", l.Texts.Name, "Game", l.Texts.Course), page.Excerpt(l.Texts.Task)
	p.Data = page.Data{
		"@context": "https://schema.org", "@type": "LearningResource", "name": l.Texts.Name, "description": p.About, "inLanguage": f.T.Tag,
		"learningResourceType": "Lesson", "position": l.Texts.Number, "isAccessibleForFree": true,
		"isPartOf": page.Data{"@type": "Course", "name": f.T.T("learn.course-of", "Game", l.Texts.Course)},
	}
	return p
}

// NewRulesPreview returns the preview of the rules of a game.
func NewRulesPreview(t *i18n.Catalog, key string) page.Preview {
	p := previewOf(t, key, "/rules/"+key)
	p.Title = RulesTitle(t, key)
	p.About = t.T("preview.rules", "Game", t.T(key+".name"), "Pitch", t.T(key+".pitch"))
	return p
}

// NewSheetPreview returns the preview of the rules of a game on one sheet, with the picture of the rules.
func NewSheetPreview(t *i18n.Catalog, key string) page.Preview {
	p := previewOf(t, key, "/rules/"+key)
	p.URL += "/sheet"
	p.Title, p.About = t.T("preview.sheet", "Game", t.T(key+".name")), t.T(key+".pitch")
	return p
}

// NewAnalysisPreview returns the preview of a position in a sandbox.
func NewAnalysisPreview(t *i18n.Catalog, a Analysis) page.Preview {
	p := previewOf(t, a.Head.Key, a.Site())
	p.Title, p.About = a.Head.Heading, t.T("preview.analysis", "Game", a.Head.Game)
	return p
}

// previewOf returns the preview of a page about a game, with the picture of the page.
func previewOf(t *i18n.Catalog, key, href string) page.Preview {
	return page.Preview{URL: href, Picture: page.PictureHref(href), Alt: t.T("play.board", "Game", t.T(key+".name"))}
}
