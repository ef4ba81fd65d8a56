package learn

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/page"
	"hexclub/views/table"
)

// A sandbox is a position that an address leads to, and the line it lies on.
type sandbox struct {
	in      AnalysisInput
	info    rules.Info
	path    string
	base    string   // position that the line starts from; empty for the game's own start
	line    []string // all of it
	shown   int      // so many actions of it are played
	whole   *record.Record
	rec     *record.Record // as far as it is shown
	tb      *table.Builder
	chooser *table.Chooser // nil when there is nothing to choose
	problem *page.Problem  // the first there was
	err     error          // that the problem is about
	misread string         // position that is none
	unread  string         // actions that could not be played
}

// readSandbox follows an address as far as it can be read.
func readSandbox(in AnalysisInput) *sandbox {
	s := &sandbox{in: in, info: in.Game.Info()}
	s.path = in.Place.Path(table.AnalysisPath(s.info))
	s.start()
	s.base = s.baseOf(s.rec.State())
	if s.misread == "" {
		s.follow()
	}
	if !s.edits() {
		s.choose()
	}
	s.tb = s.builder(s.rec)
	s.tb.Chooser = s.chooser
	return s
}

// edits reports whether the board is being edited.
func (s *sandbox) edits() bool { return s.in.Editing.On && s.in.Place == page.OnSite }

// builder makes the parts that a table has too.
func (s *sandbox) builder(rec *record.Record) *table.Builder {
	b := table.NewSolo(s.in.T, s.in.Look, rec)
	b.Hint = s.in.Hint
	return b
}

// start sets the position up that the line starts from: the one asked for, else
// the game's own start, with the options asked for if there are such.
func (s *sandbox) start() {
	setup := rules.Setup{Options: map[string]string{}, Position: strings.Join(strings.Fields(s.in.Position), " ")}
	for _, option := range s.info.Options {
		if value := s.in.Option(option.Key); value != "" {
			setup.Options[option.Key] = value
		}
	}
	var err error
	if len(s.in.Position) > maxPosition {
		err = errTooLong(maxPosition)
	} else if s.rec, err = record.New(s.in.Game, setup); err == nil {
		s.whole = s.rec
		return
	}
	s.show(err, nil, "")
	if setup.Position != "" {
		s.misread = s.in.Position[:min(len(s.in.Position), maxPosition)]
	}
	for _, fallback := range []rules.Setup{{Options: setup.Options}, {}} {
		if s.rec, err = record.New(s.in.Game, fallback); err == nil {
			s.whole = s.rec
			return
		}
	}
}

func errTooLong(most int) error {
	return rules.Errorf(rules.Invalid, "error.too-long", "more than %d bytes", most)
}

// baseOf returns a position as addresses contain it.
func (s *sandbox) baseOf(st rules.State) string {
	text := st.Position()
	if own, err := s.in.Game.New(rules.Setup{}); err == nil && own.Position() == text {
		return ""
	}
	return text
}

// follow plays the line, goes to the place on it that is shown, and plays from
// there what was written.
func (s *sandbox) follow() {
	s.playAll(s.whole, s.in.Line)
	s.line = s.whole.Events()
	s.shown = len(s.line)
	if at, err := strconv.Atoi(s.in.At); err == nil && 0 <= at && at < len(s.line) {
		if before, err := record.Replay(s.in.Game, s.whole.Setup(), s.line[:at]); err == nil {
			s.rec, s.shown = before, at
		}
	}
	if strings.TrimSpace(s.in.More) != "" {
		s.whole = s.rec
		s.playAll(s.rec, s.in.More)
		s.line = s.rec.Events()
		s.shown = len(s.line)
	}
}

// playAll plays actions until there are no more or one cannot be played.
func (s *sandbox) playAll(rec *record.Record, text string) {
	unread, notation, err := playLine(rec, text)
	if err != nil {
		s.show(err, rec.State(), notation)
		s.unread = unread
	}
}

// show keeps the first problem. A refusal is about an action, in its notation, at a position.
func (s *sandbox) show(err error, st rules.State, action string) {
	if s.problem != nil {
		return
	}
	s.err = err
	if errors.Is(err, rules.ErrPosition) {
		s.problem = &page.Problem{Text: s.in.T.T("analysis.misread"), Detail: whyNot(s.in.T, err)}
		return
	}
	s.problem = page.NewProblem(s.in.T, s.info, st, action, err)
}

// choose works out what has been pointed at. A claim that is right is played.
func (s *sandbox) choose() {
	st := s.rec.State()
	if st.Turn().Seat == 0 {
		return
	}
	c, claimed := table.NewChooser(table.Chooser{
		T: s.in.T, Info: s.info, Options: s.rec.Setup().Options, State: st, Board: st.Board(), Pointing: s.in.Pointing, Links: s, Turn: s.in.Look.Turn,
	})
	if claimed == nil {
		s.chooser = c
		return
	}
	if err := s.rec.Step(*claimed); err != nil { // the chooser found it legal
		s.show(err, st, st.Text(*claimed))
	}
	s.whole, s.line, s.in.Pointing = s.rec, s.rec.Events(), table.Pointing{}
	s.shown = len(s.line)
	s.choose()
}

// pointed returns the marked cells, as far as the board has them.
func (s *sandbox) pointed() table.Pointing {
	if s.chooser == nil {
		return table.Pointing{}
	}
	return s.chooser.Pointed()
}

// After returns the position after an action, which replaces the actions that followed.
func (s *sandbox) After(action rules.Action) page.Link {
	line := append(slices.Clone(s.line[:s.shown]), s.rec.State().Text(action))
	return s.link(s.base, line, len(line), "")
}

// At returns the position with a part of it pointed at.
func (s *sandbox) At(p table.Pointing) page.Link {
	return s.link(s.base, s.line, s.shown, p.Query(nil))
}

// restart returns the start of the game with the current options.
func (s *sandbox) restart() page.Link {
	base := ""
	if st, err := s.in.Game.New(rules.Setup{Options: s.rec.Setup().Options}); err == nil {
		base = s.baseOf(st)
	}
	return s.link(base, nil, 0, "")
}

// link leads to a place on a line, with a further part of the query.
func (s *sandbox) link(base string, line []string, shown int, more string) page.Link {
	return page.PageLink(s.path, "/board", s.query(base, line, shown)+table.FromGameQuery(s.in.From)+s.in.Place.Language(s.in.T)+more)
}

// forAll returns an address of the sandbox to share: without the game from which it was opened.
func (s *sandbox) forAll(href string) string {
	from := strings.TrimPrefix(table.FromGameQuery(s.in.From), "&")
	if from == "" {
		return href
	}
	return strings.NewReplacer("?"+from+"&", "?", "?"+from, "", "&"+from, "").Replace(href)
}

// siteHref returns the address of the current position on the site.
func (s *sandbox) siteHref() string {
	return page.PageLink(table.AnalysisPath(s.info), "", s.query(s.base, s.line, s.shown)).Href
}

// query returns the part of an address that describes a position on a line, each parameter after
// "&".
func (s *sandbox) query(base string, line []string, shown int) string {
	query := ""
	if base != "" {
		query += "&position=" + page.Escape(base)
	}
	if len(line) > 0 {
		query += "&line=" + page.Escape(table.JoinDraft(line))
	}
	if shown < len(line) {
		query += "&at=" + strconv.Itoa(shown)
	}
	return query
}
