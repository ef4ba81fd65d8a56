package learn

import (
	"slices"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/page"
	"hexclub/views/table"
)

// HintRecord is the record of the position that a sandbox shows, for a search to
// be asked what to play there; nil where nothing is to be asked.
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

// hints fills in the suggestion that was asked for, or where one is.
func (s *sandbox) hints(tableNow *table.Table) {
	if s.in.Place != page.OnSite {
		return
	}
	if !s.mayHint() {
		if s.chooser != nil {
			tableNow.NoHint = s.in.T.T("hint.none")
		}
		return
	}
	ask := page.PageLink(s.path+"/hint", "", s.query(s.base, s.line, s.shown)+table.FromGame(s.in.From))
	tableNow.AskHint = &ask
	if s.in.Hint == nil {
		return
	}
	st := s.rec.State()
	before := s.line[:s.shown]
	tableNow.Hint = table.NewHint(s.in.T, s.info, st, *s.in.Hint, func(turn []string) page.Link {
		return s.link(s.base, slices.Concat(before, turn), s.shown+len(turn), "")
	})
	tableNow.Hint.Explore = s.link(s.base, slices.Concat(before, rules.Texts(st, s.in.Hint.Line)), s.shown, "").Href
}
