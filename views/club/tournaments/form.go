package tournaments

import (
	"slices"
	"strconv"

	"hexclub/rules"
	"hexclub/rules/pairing"
	"hexclub/rules/tourney"
	"hexclub/views/club/seasons"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/setup"
)

// BreakFields is the number of fields for tie-breaks in a form.
const BreakFields = 5

// BreakField returns the name of the field for a tie-break, from 1.
func BreakField(n int) string { return "break-" + strconv.Itoa(n) }

// A Form is the form that makes a tournament, or changes it.
type Form struct {
	page.Frame
	Heading   string
	Action    string
	Button    string
	Game      string // key
	GameName  string
	Season    string // id
	Problems  []string
	Name      page.FormField
	About     page.FormField
	Most      page.FormField
	Kind      []setup.Question
	Played    []setup.Question // what is played in a pairing
	Rounds    []setup.Question
	More      []setup.Question // what few tournaments need
	MoreWrong bool             // a field of that part has an error
	Breaks    BreaksPart
	Back      string // address to go back to
	Same      *SamePlayers
}

// A BreaksPart asks for the tie-breaks.
type BreaksPart struct {
	Fields  []setup.Field
	About   []Fact // what they are
	Problem string // empty for none
}

// The fields of a new tournament for the players of an earlier one: the id of that one, and "yes" to enter them.
const (
	EarlierField = "players-of"
	SameField    = "same"
)

// A SamePlayers asks whether to enter the players of an earlier tournament.
type SamePlayers struct {
	ID, Name string   // of that tournament
	Names    []string // of its players who are still members
	Chosen   bool
}

// A FormInput is a form for a tournament as its page is made from it.
type FormInput struct {
	ID     string // of the one that is changed; empty for a new one
	Season string // id
	Info   rules.Info
	Sent   func(name string) string
	Wrong  error
	Same   *SamePlayers // nil for no question
}

// NewForm returns the form to create or change a tournament, filled with the submitted
// values. It shows the problem above the form and at its field; several are joined by errors.Join.
func NewForm(f page.Frame, in FormInput) Form {
	t, b := f.T, tournamentQuestions{setup.Builder{T: f.T, Info: in.Info, Account: true}, page.ZoneLabel(f.Zones.Club.String())}
	p := Form{
		Frame: f, Heading: t.T("tournament.new"), Action: "/tournaments", Button: t.T("tournament.create"), Game: in.Info.Key,
		Same: in.Same, GameName: t.T(in.Info.Key + ".name"), Season: in.Season, Back: seasons.Href(in.Season),
		Name:  nameField(t, in.Sent("name")),
		About: aboutField(t, in.Sent("about")),
		Most: page.FormField{
			Name: "most", Label: t.T("tournament.most"), Help: t.T("tournament.most-help"), Value: in.Sent("most"), Number: true, Min: 2, Max: 200,
		},
	}
	if in.ID != "" {
		p.Heading, p.Action, p.Button = t.T("tournament.edit"), Href(in.ID)+"/edit", t.T("settings.save")
		p.Back = Href(in.ID) + "/organise"
	}
	p.Kind = []setup.Question{b.tournamentKind()}
	p.Played = []setup.Question{b.venue(), b.unit(), b.Clock(), setup.RatedQuestion(t, true)}
	p.Rounds = []setup.Question{b.pace()}
	p.More = append([]setup.Question{b.whenDue(), b.entering(), b.seeding()}, b.twoSeats()...)
	for _, q := range p.questions() {
		q.Choose(in.Sent(q.Name))
		q.Fill(in.Sent)
	}
	for n := range BreakFields {
		p.Breaks.Fields = append(p.Breaks.Fields, b.tieBreak(n+1, in.Sent(BreakField(n+1))))
	}
	p.Breaks.About = b.aboutBreaks()
	for _, problem := range setup.ProblemsOf(in.Wrong) {
		p.show(problem)
	}
	_ = page.Lead(&p.Name) || setup.LeadToAnswer(slices.Concat(p.Kind, p.Played, p.Rounds)) || page.Lead(&p.About) ||
		setup.LeadToAnswer(p.More) || page.Lead(&p.Most)
	return p
}

// A DescribePage is the form for the name and the text of a tournament that has begun.
type DescribePage struct {
	page.Frame
	Action, Back string
	Problem      string
	Name, About  page.FormField
}

// NewDescribe returns that form with the given values, and with its problem, if there is one.
func NewDescribe(f page.Frame, id, name, about string, problem error) DescribePage {
	p := DescribePage{
		Frame: f, Action: Href(id) + "/describe", Back: Href(id) + "/organise",
		Name:  nameField(f.T, name),
		About: aboutField(f.T, about),
	}
	if problem != nil {
		p.Problem = page.ErrorText(f.T, problem)
		for _, wrong := range setup.ProblemsOf(problem) {
			for _, field := range []*page.FormField{&p.Name, &p.About} {
				if slices.Contains(rules.FieldsOf(wrong), field.Name) {
					field.Problem = page.ErrorText(f.T, wrong)
				}
			}
		}
	}
	_ = page.Lead(&p.Name) || page.Lead(&p.About)
	return p
}

func nameField(t *i18n.Catalog, value string) page.FormField {
	return page.FormField{Name: "name", Label: t.T("tournament.name"), Value: value, Max: 60}
}

func aboutField(t *i18n.Catalog, value string) page.FormField {
	return page.FormField{Name: "about", Label: t.T("tournament.about"), Help: t.T("tournament.about-help"), Value: value, Area: true}
}

// questions returns all questions of the form.
func (p *Form) questions() []setup.Question {
	return slices.Concat(p.Kind, p.Played, p.Rounds, p.More)
}

// show adds a problem above the form and at its field.
func (p *Form) show(problem error) {
	text := page.ErrorText(p.T, problem)
	if !slices.Contains(p.Problems, text) {
		p.Problems = append(p.Problems, text)
	}
	fields := rules.FieldsOf(problem)
	for _, q := range p.questions() {
		q.Mark(fields, text)
	}
	rare := []string{"about", "most", "breaks"}
	for _, q := range p.More {
		rare = append(rare, q.Name)
	}
	p.MoreWrong = p.MoreWrong || slices.ContainsFunc(fields, func(f string) bool { return slices.Contains(rare, f) })
	for field, problem := range map[string]*string{"name": &p.Name.Problem, "about": &p.About.Problem, "most": &p.Most.Problem, "breaks": &p.Breaks.Problem} {
		if slices.Contains(fields, field) {
			*problem = text
		}
	}
}

// Bounds of what is filled in; the database has the same.
const (
	mostRounds    = 20
	mostRoundDays = 90
)

// tournamentQuestions carries what the questions about a tournament share.
type tournamentQuestions struct {
	setup.Builder
	zone string // of the club, in words
}

func (b tournamentQuestions) tournamentKind() setup.Question {
	t := b.T
	pick := func(name, label string, answers ...page.Option) setup.Field {
		return setup.Field{Name: name, Label: label, Options: answers, Value: answers[0].Value}
	}
	return setup.Question{Name: "kind", Text: t.T("tournament.kind"), Answers: []setup.Answer{
		{Value: swiss, Label: t.T("tournament.swiss"), Help: t.T("tournament.swiss-help"), Fields: []setup.Field{
			{Name: setup.RoundsField, Label: t.T("tournament.ask-rounds"), Most: mostRounds},
			{Name: setup.LateField, Label: t.T("tournament.ask-late"), Options: b.lateOptions()},
			pick(setup.MissedField, t.T("tournament.ask-missed"), page.Option{Value: "no", Text: t.T("tournament.ask-missed-none")},
				page.Option{Value: "yes", Text: t.T("tournament.ask-missed-half")}),
			{Name: setup.ByesField, Label: t.T("tournament.ask-absences"), Most: mostRounds},
		}},
		{Value: robin, Label: t.T("tournament.robin"), Help: t.T("tournament.robin-help"), Fields: []setup.Field{
			pick(setup.DoubleField, t.T("tournament.ask-double"), page.Option{Value: "no", Text: t.T("tournament.once")}, page.Option{Value: "yes", Text: t.T("tournament.twice")}),
			pick(setup.AtOnceField, t.T("tournament.ask-at-once"),
				page.Option{Value: "no", Text: t.T("tournament.one-by-one")}, page.Option{Value: "yes", Text: t.T("tournament.at-once")}),
		}},
		{Value: knockout, Label: t.T("tournament.knockout"), Help: t.T("tournament.knockout-help"), Fields: []setup.Field{
			pick(setup.ThirdField, t.T("tournament.ask-third"), page.Option{Value: "no", Text: t.T("tournament.no")}, page.Option{Value: "yes", Text: t.T("tournament.yes")}),
		}},
	}}
}

// lateOptions are the last rounds into which people may enter.
func (b tournamentQuestions) lateOptions() []page.Option {
	list := []page.Option{{Value: "", Text: b.T.T("tournament.late-half")}, {Value: "0", Text: b.T.T("tournament.no-late")}}
	for round := 2; round <= mostRounds; round++ {
		list = append(list, page.Option{Value: strconv.Itoa(round), Text: b.T.T("tournament.late-to", "Round", strconv.Itoa(round))})
	}
	return list
}

func (b tournamentQuestions) unit() setup.Question {
	t := b.T
	q := setup.Question{Name: "unit", Text: t.T("tournament.unit"), Help: t.T("tournament.unit-help")}
	for _, unit := range pairing.Units() {
		if unit != pairing.Match || b.Info.Matches {
			a := setup.Answer{Value: string(unit), Label: tournamentUnit(t, unit)}
			if unit == pairing.Match {
				a.Help = t.T("match.rule")
			}
			q.Answers = append(q.Answers, a)
		}
	}
	return q
}

func (b tournamentQuestions) venue() setup.Question {
	t := b.T
	return setup.Question{Name: "where", Text: t.T("tournament.where"), Answers: []setup.Answer{
		{Value: "board", Label: t.T("tournament.over-the-board"), Help: t.T("tournament.board-help")},
		{Value: "site", Label: t.T("tournament.on-site"), Help: t.T("tournament.site-help")},
	}}
}

// twoSeats asks for the options of a game that two play.
func (b tournamentQuestions) twoSeats() (questions []setup.Question) {
	for _, o := range b.Info.Options {
		if o.Key != rules.SeatsOption {
			questions = append(questions, b.Option(o))
		}
	}
	return questions
}

func (b tournamentQuestions) pace() setup.Question {
	t := b.T
	return setup.Question{Name: "pace", Text: t.T("tournament.pace"), Answers: []setup.Answer{
		{Value: "hand", Label: t.T("tournament.by-hand"), Fields: []setup.Field{
			{Name: setup.WithinField, Label: t.T("tournament.ask-within"), Most: mostRoundDays},
		}},
		{Value: "date", Label: t.T("tournament.ask-by-date"), Fields: []setup.Field{
			{Name: setup.OpensField, Label: t.T("tournament.ask-opens-in", "Zone", b.zone), Type: "date"},
			{Name: setup.EveryField, Label: t.T("tournament.ask-every"), Least: 1, Most: mostRoundDays},
		}},
	}}
}

func (b tournamentQuestions) whenDue() setup.Question {
	t := b.T
	return setup.Question{Name: "due", Text: t.T("tournament.ask-due"), Answers: []setup.Answer{
		{Value: "wait", Label: t.T("tournament.ask-due-wait")},
		{Value: "forfeit", Label: t.T("tournament.ask-due-forfeit"), Help: t.T("tournament.due-forfeit-help")},
	}}
}

func (b tournamentQuestions) seeding() setup.Question {
	q := setup.Question{Name: "seeding", Text: b.T.T("tournament.seeding"), Help: b.T.T("tournament.seeding-help")}
	for _, seeding := range []string{seedRating, seedHand, seedAtRandom} {
		q.Answers = append(q.Answers, setup.Answer{Value: seeding, Label: seedingWords(b.T, seeding)})
	}
	return q
}

func (b tournamentQuestions) entering() setup.Question {
	t := b.T
	return setup.Question{Name: "enters", Text: t.T("tournament.entering"), Answers: []setup.Answer{
		{Value: "members", Label: t.T("tournament.entry-members")},
		{Value: "organisers", Label: t.T("tournament.entry-organisers")},
	}}
}

// tieBreak asks for the nth tie-break.
func (b tournamentQuestions) tieBreak(n int, value string) setup.Field {
	none := b.T.T("tournament.no-break")
	if n == 1 {
		none = b.T.T("tournament.usual-breaks")
	}
	f := setup.Field{Name: BreakField(n), Label: b.T.T("tournament.break", "Number", strconv.Itoa(n)), Value: value, Options: []page.Option{{Value: "", Text: none}}}
	for _, tie := range b.tieBreaks() {
		f.Options = append(f.Options, page.Option{Value: string(tie), Text: breakName(b.T, tie)})
	}
	return f
}

// tieBreaks returns the tie-breaks to choose from.
func (b tournamentQuestions) tieBreaks() []tourney.TieBreak {
	return slices.DeleteFunc(tourney.TieBreaks(), func(tie tourney.TieBreak) bool { return tie == tourney.HexonePoints && !b.Info.Points })
}

// aboutBreaks explains the default and each tie-break.
func (b tournamentQuestions) aboutBreaks() []Fact {
	t := b.T
	usual := func(kind string) string { return breakList(t, UsualBreaks(kind, b.Info, pairing.OneGame)) }
	facts := []Fact{{t.T("tournament.usual-breaks"), t.T(
		"tournament.breaks-default", "Swiss", usual(swiss), "Robin", usual(robin), "Games", breakName(t, tourney.GameScore),
	)}}
	for _, tie := range b.tieBreaks() {
		facts = append(facts, Fact{breakName(t, tie), breakHelp(t, tie)})
	}
	return facts
}

// UsualBreaks returns the default tie-breaks of a kind of tournament.
func UsualBreaks(kind string, info rules.Info, unit pairing.Unit) (breaks []tourney.TieBreak) {
	switch kind {
	case swiss:
		breaks = []tourney.TieBreak{tourney.BuchholzCut1, tourney.Buchholz, tourney.SonnebornBerger, tourney.DirectEncounter}
	case robin:
		breaks = []tourney.TieBreak{tourney.DirectEncounter, tourney.SonnebornBerger, tourney.Wins}
	default:
		return nil
	}
	if unit == pairing.TwoGames {
		breaks = append(breaks, tourney.GameScore)
	}
	if info.Matches && !slices.Contains(breaks, tourney.HexonePoints) {
		breaks = append(breaks, tourney.HexonePoints)
	}
	return breaks
}

// NewHref returns the address of the form for a new tournament of a game in a season.
func NewHref(season, game string) string {
	return seasons.NewTournamentOf(season) + "&game=" + game
}
