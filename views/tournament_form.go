package views

import (
	"errors"
	"slices"
	"strconv"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/pairing"
	"hexclub/rules/tourney"
)

// BreakFields is how many tie-breaks a form asks for.
const BreakFields = 5

// BreakField is the name of the field for a tie-break, from 1.
func BreakField(n int) string { return "break-" + strconv.Itoa(n) }

// A TournamentForm is the form that makes a tournament, or changes it.
type TournamentForm struct {
	Frame
	Heading   string
	Action    string
	Button    string
	Game      string // key
	GameName  string
	Season    string // id
	Problems  []string
	Name      FormField
	About     FormField
	Most      FormField
	Questions []Question
	Breaks    []Field
	OwnBreaks bool   // some are chosen
	BadBreaks string // what is wrong with these; empty for nothing
	Back      string // address to go back to
}

// A TournamentFormInput is a form for a tournament as its page is made from it.
type TournamentFormInput struct {
	ID     string // of the one that is changed; empty for a new one
	Season string // id
	Info   rules.Info
	Sent   func(name string) string
	Wrong  error
}

// NewTournamentForm is the form that makes or changes a tournament, filled with what
// was sent. The problem is told, above the form and where it is; it may be several, as
// errors.Join has them.
func NewTournamentForm(f Frame, in TournamentFormInput) TournamentForm {
	t, b := f.T, tournamentQuestions{setupBuilder{t: f.T, info: in.Info, account: true}}
	p := TournamentForm{
		Frame: f, Heading: t.T("tournament.new"), Action: "/tournaments", Button: t.T("tournament.create"), Game: in.Info.Key,
		GameName: t.T(in.Info.Key + ".name"), Season: in.Season, Back: SeasonHref(in.Season),
		Name:  FormField{Name: "name", Label: t.T("tournament.name"), Value: in.Sent("name"), Max: 60},
		About: FormField{Name: "about", Label: t.T("tournament.about"), Help: t.T("tournament.about-help"), Value: in.Sent("about"), Area: true},
		Most: FormField{
			Name: "most", Label: t.T("tournament.most"), Help: t.T("tournament.most-help"), Value: in.Sent("most"), Number: true, Min: 2, Max: 200,
		},
	}
	if in.ID != "" {
		p.Heading, p.Action, p.Button = t.T("tournament.edit"), TournamentHref(in.ID)+"/edit", t.T("settings.save")
		p.Back = TournamentHref(in.ID) + "/organise"
	}
	p.Questions = append([]Question{b.tournamentKind(), b.unit(), b.venue(), b.clock(), ratedQuestion(t, true)}, b.twoSeats()...)
	p.Questions = append(p.Questions, b.pace(), b.whenDue(), b.seeding(), b.entering())
	for _, q := range p.Questions {
		q.choose(in.Sent(q.Name))
		q.fill(in.Sent)
	}
	for n := range BreakFields {
		sent := in.Sent(BreakField(n + 1))
		p.Breaks = append(p.Breaks, b.tieBreak(n+1, sent))
		p.OwnBreaks = p.OwnBreaks || sent != ""
	}
	for _, problem := range ProblemsOf(in.Wrong) {
		p.tell(problem)
	}
	_ = lead(&p.Name, &p.About) || leadToAnswer(p.Questions) || lead(&p.Most)
	return p
}

// tell says what is wrong, above the form and where it is.
func (p *TournamentForm) tell(problem error) {
	text := ErrorText(p.T, problem)
	p.Problems = append(p.Problems, text)
	for _, q := range p.Questions {
		q.mark(fieldsOf(problem), text)
	}
	var known *rules.Error
	if !errors.As(problem, &known) {
		return
	}
	switch known.Key {
	case "error.tournament-name":
		p.Name.Problem = text
	case "error.tournament-about":
		p.About.Problem = text
	case "error.tournament-most":
		p.Most.Problem = text
	case "error.tournament-breaks":
		p.BadBreaks = text
	}
}

// Bounds of what is filled in; the database has the same.
const (
	mostRounds    = 20
	mostRoundDays = 90
)

// tournamentQuestions carries what the questions about a tournament share.
type tournamentQuestions struct{ setupBuilder }

func (b tournamentQuestions) tournamentKind() Question {
	t := b.t
	pick := func(name, label string, answers ...option) Field {
		return Field{Name: name, Label: label, Options: answers, Value: answers[0].value}
	}
	return Question{Name: "kind", Text: t.T("tournament.kind"), Answers: []Answer{
		{Value: swiss, Label: t.T("tournament.swiss"), Help: t.T("tournament.swiss-help"), Fields: []Field{
			{Name: RoundsField, Label: t.T("tournament.ask-rounds"), Most: mostRounds},
			{Name: LateField, Label: t.T("tournament.ask-late"), Most: mostRounds},
		}},
		{Value: robin, Label: t.T("tournament.robin"), Help: t.T("tournament.robin-help"), Fields: []Field{
			pick(DoubleField, t.T("tournament.ask-double"), option{"no", t.T("tournament.once")}, option{"yes", t.T("tournament.twice")}),
			pick(AtOnceField, t.T("tournament.ask-at-once"),
				option{"no", t.T("tournament.one-by-one")}, option{"yes", t.T("tournament.at-once")}),
		}},
		{Value: knockout, Label: t.T("tournament.knockout"), Help: t.T("tournament.knockout-help"), Fields: []Field{
			pick(ThirdField, t.T("tournament.ask-third"), option{"no", t.T("tournament.no")}, option{"yes", t.T("tournament.yes")}),
		}},
	}}
}

func (b tournamentQuestions) unit() Question {
	t := b.t
	q := Question{Name: "unit", Text: t.T("tournament.unit"), Help: t.T("tournament.unit-help")}
	for _, unit := range pairing.Units() {
		if unit != pairing.Match || b.info.Matches {
			q.Answers = append(q.Answers, Answer{Value: string(unit), Label: tournamentUnit(t, unit)})
		}
	}
	return q
}

func (b tournamentQuestions) venue() Question {
	t := b.t
	return Question{Name: "where", Text: t.T("tournament.where"), Answers: []Answer{
		{Value: "board", Label: t.T("tournament.over-the-board"), Help: t.T("tournament.board-help")},
		{Value: "site", Label: t.T("tournament.on-site"), Help: t.T("tournament.site-help")},
	}}
}

// twoSeats asks for the options of a game that two play.
func (b tournamentQuestions) twoSeats() (questions []Question) {
	for _, o := range b.info.Options {
		if o.Key != rules.SeatsOption {
			questions = append(questions, b.option(o))
		}
	}
	return questions
}

func (b tournamentQuestions) pace() Question {
	t := b.t
	return Question{Name: "pace", Text: t.T("tournament.pace"), Answers: []Answer{
		{Value: "hand", Label: t.T("tournament.by-hand"), Fields: []Field{
			{Name: WithinField, Label: t.T("tournament.ask-within"), Most: mostRoundDays},
		}},
		{Value: "date", Label: t.T("tournament.ask-by-date"), Fields: []Field{
			{Name: OpensField, Label: t.T("tournament.ask-opens"), Type: "date"},
			{Name: EveryField, Label: t.T("tournament.ask-every"), Least: 1, Most: mostRoundDays},
		}},
	}}
}

func (b tournamentQuestions) whenDue() Question {
	t := b.t
	return Question{Name: "due", Text: t.T("tournament.ask-due"), Answers: []Answer{
		{Value: "wait", Label: t.T("tournament.due-wait")},
		{Value: "forfeit", Label: t.T("tournament.due-forfeit"), Help: t.T("tournament.due-forfeit-help")},
	}}
}

func (b tournamentQuestions) seeding() Question {
	q := Question{Name: "seeding", Text: b.t.T("tournament.seeding"), Help: b.t.T("tournament.seeding-help")}
	for _, seeding := range []string{seedRating, seedHand, seedLot} {
		q.Answers = append(q.Answers, Answer{Value: seeding, Label: seedingWords(b.t, seeding)})
	}
	return q
}

func (b tournamentQuestions) entering() Question {
	t := b.t
	return Question{Name: "enters", Text: t.T("tournament.entering"), Answers: []Answer{
		{Value: "members", Label: t.T("tournament.entry-members")},
		{Value: "organisers", Label: t.T("tournament.entry-organisers")},
	}}
}

// tieBreak asks for the nth tie-break.
func (b tournamentQuestions) tieBreak(n int, value string) Field {
	none := b.t.T("tournament.no-break")
	if n == 1 {
		none = b.t.T("tournament.usual-breaks")
	}
	f := Field{Name: BreakField(n), Label: b.t.T("tournament.break", "Number", strconv.Itoa(n)), Value: value, Options: []option{{"", none}}}
	for _, tie := range tourney.TieBreaks() {
		if tie == tourney.HexonePoints && !b.info.Points {
			continue
		}
		f.Options = append(f.Options, option{string(tie), breakName(b.t, tie)})
	}
	return f
}

// UsualBreaks are the tie-breaks of a kind of tournaments where nobody asks for
// others.
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

// A GameChoice asks for the game of a tournament.
type GameChoice struct {
	Frame
	Games []ClubLink
}

// NewGameChoice offers all games for a tournament in a season.
func NewGameChoice(f Frame, season string) GameChoice {
	p := GameChoice{Frame: f}
	for _, g := range games.All() {
		p.Games = append(p.Games, ClubLink{f.T.T(g.Info().Key + ".name"), NewTournamentHref(season) + "&game=" + g.Info().Key})
	}
	return p
}

// NewTournamentHref is where a tournament is made in a season.
func NewTournamentHref(season string) string { return "/tournaments/new?season=" + season }
