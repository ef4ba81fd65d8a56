package learn

import (
	"slices"

	"hexclub/rules/games"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A GlossaryPage explains the terms of the games.
type GlossaryPage struct {
	page.Frame
	Chapters []GlossaryChapter
}

// A GlossaryChapter is the terms of one game, or of all.
type GlossaryChapter struct {
	ID, Name string
	Terms    []i18n.Term
}

// NewGlossary lists the terms of all games, and then those of each.
func NewGlossary(f page.Frame) GlossaryPage {
	terms := f.T.Glossary()
	p := GlossaryPage{Frame: f, Chapters: []GlossaryChapter{{ID: "all", Name: f.T.T("glossary.all")}}}
	for _, term := range terms {
		if len(term.Games) == 0 {
			p.Chapters[0].Terms = append(p.Chapters[0].Terms, term)
		}
	}
	for _, game := range games.All() {
		key := game.Info().Key
		chapter := GlossaryChapter{ID: key, Name: f.T.T(key + ".name")}
		for _, term := range terms {
			if slices.Contains(term.Games, key) {
				chapter.Terms = append(chapter.Terms, term)
			}
		}
		p.Chapters = append(p.Chapters, chapter)
	}
	return p
}
