package setup

import (
	"slices"
	"strconv"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A Builder makes the questions of a form, with the data that they share.
type Builder struct {
	T       *i18n.Catalog
	Info    rules.Info
	Account bool // the reader has one
}

// Questions asks for the players, then for how they play, then for the options in the game's order.
func (b Builder) Questions() []Question {
	var players, others []Question
	for _, option := range b.Info.Options {
		if option.Key == rules.SeatsOption {
			players = append(players, b.Option(option))
		} else {
			others = append(others, b.Option(option))
		}
	}
	questions := append([]Question{b.opponent(len(players) > 0)}, players...)
	questions = append(questions, b.starter())
	if len(players) > 0 {
		questions = append(questions, b.seat(), b.bots())
	}
	if b.Info.Matches {
		questions = append(questions, b.legs())
	}
	questions = append(questions, b.Clock(), RatedQuestion(b.T, b.Account))
	questions = append(questions, others...)
	return append(questions, b.explore())
}

// opponent asks for the opponent; more says that there may be more than two seats.
func (b Builder) opponent(more bool) Question {
	t := b.T
	of := func(two, all Wording) []Wording {
		two.Class, all.Class = "for-two", "for-more"
		if more {
			return []Wording{two, all}
		}
		return []Wording{two}
	}
	return Question{Name: "opponent", Text: t.T("setup.opponent"), Answers: []Answer{
		{Value: "lobby", Label: t.T("setup.lobby"), Help: t.T("setup.lobby-help")},
		{Value: "invite", Wordings: of(
			Wording{Text: t.T("setup.invite"), Help: t.T("setup.invite-help")},
			Wording{Text: t.T("setup.invite-all"), Help: t.T("setup.invite-all-help")},
		)},
		{Value: "named", Wordings: of(
			Wording{Text: t.T("setup.named"), Help: t.T("setup.named-help")},
			Wording{Text: t.T("setup.named"), Help: t.T("setup.named-all-help")},
		), Fields: []Field{{Name: PlayerField, Label: t.T("setup.player")}}},
		{Value: "bot", Wordings: of(
			Wording{Text: t.T("setup.bot"), Help: t.T("setup.bot-help")},
			Wording{Text: t.T("setup.bot-all"), Help: t.T("setup.bot-help")},
		), Fields: []Field{
			{Name: LevelField, Label: t.T("setup.level"), Value: strconv.Itoa(int(FirstBot)), Options: LevelOptions(t, b.Info)},
		}},
		{Value: "device", Wordings: of(
			Wording{Text: t.T("setup.device"), Help: t.T("setup.device-help")},
			Wording{Text: t.T("setup.device-all"), Help: t.T("setup.device-all-help")},
		)},
	}}
}

// byOpponent has the wordings for human opponents, who still have to join, and for bots.
func byOpponent(people, bots string) []Wording {
	return []Wording{{Class: "with-people", Text: people}, {Class: "with-bots", Text: bots}}
}

// starter asks which of two players starts.
func (b Builder) starter() Question {
	t := b.T
	return Question{
		Name: "starter", Text: t.T("setup.starter"), Class: "seating for-two",
		Help: t.T("setup.starter-help", "Colour", t.T("colour."+b.Info.Colours[0])),
		Answers: []Answer{
			{Value: "random", Wordings: byOpponent(t.T("setup.drawn"), t.T("setup.random"))},
			{Value: "me", Label: t.T("setup.me")},
			{Value: "other", Wordings: byOpponent(t.T("setup.other"), t.T("setup.bot-starts"))},
		},
	}
}

// seat asks for a seat among more than two.
func (b Builder) seat() Question {
	t := b.T
	q := Question{Name: "seat", Text: t.T("setup.seat"), Help: t.T("setup.seat-help"), Class: "seating for-more"}
	q.Answers = append(q.Answers, Answer{Value: "random", Label: t.T("setup.random")})
	for i := range b.Info.Colours {
		number, piece := strconv.Itoa(i+1), board.SeatPiece(b.Info, rules.Seat(i+1))
		q.Answers = append(q.Answers, Answer{Value: number, Label: page.SeatWords(t, b.Info, rules.Seat(i+1)), Piece: &piece, Class: "seat-" + number})
	}
	return q
}

// Option returns the question for an option of the game.
func (b Builder) Option(option rules.Option) Question {
	key := page.OptionKey(b.Info, option)
	q := Question{Name: page.OptionName(option.Key), Text: b.T.T(key), Help: b.help(key)}
	for _, value := range option.Values {
		q.Answers = append(q.Answers, Answer{Value: value, Label: b.T.T(key + "." + value), Help: b.help(key + "." + value)})
	}
	return q
}

// help returns the help text of a key, empty if there is none.
func (b Builder) help(key string) string {
	key += ".help"
	if text := b.T.T(key); text != key {
		return text
	}
	return ""
}

func (b Builder) explore() Question {
	t := b.T
	return Question{Name: "explore", Text: t.T("setup.explore"), Help: t.T("setup.explore-help"), Answers: []Answer{
		{Value: "yes", Label: t.T("setup.explore-yes")},
		{Value: "no", Label: t.T("setup.explore-no")},
	}}
}

// legs asks for one game or a match of two.
func (b Builder) legs() Question {
	t := b.T
	return Question{Name: "match", Text: t.T("setup.match"), Class: "of-legs", Answers: []Answer{
		{Value: "one", Label: t.T("setup.match-one")},
		{Value: "two", Label: t.T("setup.match-two"), Help: t.T("setup.match-help")},
	}}
}

// Clock asks for the time control.
func (b Builder) Clock() Question {
	t := b.T
	q := ClockQuestion(t, append(LiveClocks(), DayClocks()...))
	q.Answers = append([]Answer{{Value: NoClock, Label: t.T("setup.no-clock")}}, q.Answers...)
	live := slices.IndexFunc(q.Answers, func(a Answer) bool { return a.Value == DayClocks()[0] })
	q.Answers = slices.Insert(q.Answers, live, Answer{Value: "live", Label: t.T("setup.other-time"), Fields: []Field{
		{Name: MinutesField, Label: t.T("setup.minutes"), Least: record.MinMinutes, Most: record.MaxMinutes},
		{Name: IncrementField, Label: t.T("setup.increment"), Most: record.MaxIncrement},
	}})
	q.Answers = append(q.Answers, Answer{Value: "days", Label: t.T("setup.other-time"), Class: dayClock, Fields: []Field{
		{Name: DaysField, Label: t.T("setup.days"), Least: record.MinDays, Most: record.MaxDays},
	}})
	return q
}

// NoClock is the answer for no clock.
const NoClock = "none"

// LiveClocks and DayClocks are the offered time controls, in the format of record.ParseControl.
func LiveClocks() []string { return []string{"3+2", "5+3", "10+5", "30+15"} }

// DayClocks returns the controls with days for each turn.
func DayClocks() []string { return []string{"1d", "2d", "3d", "5d", "7d", "14d"} }

// dayClock is the class of clocks with days for each turn, which bots do not need.
const dayClock = "of-days"

// ClockQuestion asks for one of some time controls, live ones before the others.
func ClockQuestion(t *i18n.Catalog, controls []string) Question {
	q := Question{Name: "clock", Text: t.T("setup.clock"), Help: t.T("setup.clock-help"), Class: "of-clock"}
	group := ""
	for _, text := range controls {
		control, _ := record.ParseControl(text) // a test reads them all
		a := Answer{Value: text, Label: page.ControlShort(t, control)}
		if !control.Live() {
			a.Class = dayClock
		}
		if of := t.T(clockGroup(control)); of != group {
			a.Group, group = of, of
		}
		q.Answers = append(q.Answers, a)
	}
	return q
}

// clockGroup returns the key of the heading of a kind of clocks.
func clockGroup(c record.Control) string {
	if c.Live() {
		return "setup.live"
	}
	return "setup.days-group"
}

// RatedQuestion asks whether the game is rated, which needs an account.
func RatedQuestion(t *i18n.Catalog, account bool) Question {
	return Question{Name: "counts", Text: t.T("setup.rated"), Class: "of-rating", Answers: []Answer{
		{Value: "no", Label: t.T("setup.rated-no")},
		{Value: "yes", Label: t.T("setup.rated-yes"), Help: t.T("setup.rated-help"), Off: !account},
	}}
}
