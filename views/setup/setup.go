package setup

import (
	"slices"
	"strconv"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/record"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// The ways to play, each with its own form.
const (
	WithBots    = "bot"
	WithFriends = "friend"
	WithAnybody = "lobby"
)

// Ways are the ways to play in their order.
var Ways = []string{WithBots, WithFriends, WithAnybody}

// opponents are the values of the field for the opponent in each way.
var opponents = map[string][]string{WithBots: {"bot"}, WithFriends: {"invite", "named", "device"}, WithAnybody: {"lobby"}}

// FirstOpponent returns the first value of the field for the opponent in a way.
func FirstOpponent(way string) string { return opponents[way][0] }

// WayOf returns the way with an opponent; the first way for an unknown or empty one.
func WayOf(opponent string) string {
	for _, way := range Ways {
		if slices.Contains(opponents[way], opponent) {
			return way
		}
	}
	return Ways[0]
}

// A Builder makes the questions of a form, with the data that they share.
type Builder struct {
	T       *i18n.Catalog
	Info    rules.Info
	Account bool // the reader has one

	Way   string    // in which the game is played
	Level bot.Level // that is offered
}

// Questions returns the questions that matter for the builder's way to play, and then the others: who starts, other
// clocks, the options in the game's order.
func (b Builder) Questions() (first, more []Question) {
	many := false
	var options []Question
	if b.Way == WithFriends {
		first = append(first, b.opponent())
	}
	for _, option := range b.Info.Options {
		if option.Key == rules.SeatsOption {
			first, many = append(first, b.seats(option)), true
		} else {
			options = append(options, b.Option(option))
		}
	}
	usual, others := b.clocks()
	if b.Way == WithBots {
		first = append(first, b.level())
		more = append(more, b.starter(), b.liveClocks())
	} else {
		rated := RatedQuestion(b.T, b.Account)
		rated.Answers[1].Help = "" // the problem says it to those who need it
		rated.Class += " pick"
		first = append(first, usual, rated)
		more = append(more, others, b.starter())
	}
	if many {
		more = append(more, b.seat(), b.bots())
	}
	if b.Info.Matches {
		more = append(more, b.legs())
	}
	more = append(more, options...)
	return first, append(more, b.explore())
}

// opponent asks how friends come to the game.
func (b Builder) opponent() Question {
	t := b.T
	return Question{Name: "opponent", Text: t.T("setup.opponent"), Class: "pick", Answers: []Answer{
		{Value: "invite", Label: t.T("setup.by-link")},
		{Value: "named", Label: t.T("setup.by-name"), Fields: []Field{{Name: PlayerField, Label: t.T("setup.player")}}},
		{Value: "device", Label: t.T("setup.on-device")},
	}}
}

// byOpponent returns the text for human opponents, who still have to join, or for bots.
func (b Builder) byOpponent(people, bots string) string {
	if b.Way == WithBots {
		return b.T.T(bots)
	}
	return b.T.T(people)
}

// starter asks which of two players starts.
func (b Builder) starter() Question {
	t := b.T
	return Question{
		Name: "starter", Text: t.T("setup.starter"), Class: "seating for-two",
		Help: t.T("setup.starter-help", "Colour", t.T("colour."+b.Info.Colours[0])),
		Answers: []Answer{
			{Value: "random", Label: t.T("setup.random")},
			{Value: "me", Label: t.T("setup.me")},
			{Value: "other", Label: b.byOpponent("setup.other", "setup.bot-starts")},
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

// seats asks for the number of players, without explanations.
func (b Builder) seats(option rules.Option) Question {
	q := b.Option(option)
	q.Class = "pick"
	for i := range q.Answers {
		q.Answers[i].Help = ""
		if len(q.Answers) > 2 { // numbers are short enough for one row
			q.Answers[i].Label = q.Answers[i].Value
		}
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
		{Value: "two", Label: t.T("setup.match-two"), Help: t.T("match.rule")},
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
	q.Answers = append(q.Answers, Answer{Value: "days", Label: t.T("setup.other-days"), Class: dayClock, Fields: []Field{
		{Name: DaysField, Label: t.T("setup.days"), Least: record.MinDays, Most: record.MaxDays},
	}})
	return q
}

// usualClocks are the time controls that a new game offers first.
var usualClocks = []string{NoClock, "5+3", "10+5", "3d"}

// clocks asks for the time control in two questions, whose answers are those of Clock: the usual ones, and all others.
// In the lobby, a game by days is the usual one.
func (b Builder) clocks() (usual, others Question) {
	all := b.Clock()
	usual, others = all, all
	usual.Answers, others.Answers, usual.Help, others.Text = nil, nil, "", b.T.T("setup.other-clocks")
	usual.Class += " pick"
	for _, a := range all.Answers {
		a.Group = ""
		if control, err := record.ParseControl(a.Value); err == nil && a.Class == dayClock {
			a.Label = page.ControlWords(b.T, control)
		}
		switch {
		case !slices.Contains(usualClocks, a.Value):
			others.Answers = append(others.Answers, a)
		case b.Way == WithAnybody && a.Value == "3d":
			a.Usual = true
			fallthrough
		default:
			usual.Answers = append(usual.Answers, a)
		}
	}
	return usual, others
}

// liveClocks asks for the time control of a game against bots, which need no days.
func (b Builder) liveClocks() Question {
	q := b.Clock()
	q.Answers = slices.DeleteFunc(q.Answers, func(a Answer) bool { return a.Class == dayClock })
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
