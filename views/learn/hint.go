package learn

import (
	"slices"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/page"
	"hexclub/views/table"
)

// HintRecord returns the record of a sandbox's position, for a search that suggests a turn; nil
// if there is nothing to suggest.
func HintRecord(in AnalysisInput) *record.Record {
	s := readSandbox(in)
	if !s.mayHint() {
		return nil
	}
	return s.rec
}

func (s *sandbox) mayHint() bool {
	return s.chooser != nil && table.Hintable(s.info, s.rec.Setup().Options)
}

// hints returns the sandbox's links to hints.
func (s *sandbox) hints() table.Hints {
	if s.in.Place != page.OnSite || s.chooser == nil {
		return table.Hints{}
	}
	if !s.mayHint() {
		return table.Hints{None: s.in.T.T("hint.none")}
	}
	ask := page.PageLink(s.path+"/hint", "", s.query(s.base, s.line, s.shown)+table.FromGameQuery(s.in.From))
	hints := table.Hints{Ask: &ask}
	if s.in.Hint == nil {
		return hints
	}
	st := s.rec.State()
	before := s.line[:s.shown]
	hints.Shown = table.NewHint(s.in.T, s.info, st, *s.in.Hint, s.in.Look.Turn, func(turn []string) page.Link {
		return s.link(s.base, slices.Concat(before, turn), s.shown+len(turn), "")
	})
	hints.Shown.Explore = s.link(s.base, slices.Concat(before, rules.Texts(st, s.in.Hint.Line)), s.shown, "").Href
	return hints
}
