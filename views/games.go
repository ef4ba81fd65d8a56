package views

import (
	"strconv"

	"hexclub/rules"
	"hexclub/views/i18n"
)

// A SetupPage is the form that makes a game.
type SetupPage struct {
	Frame
	Game      string // key
	Problem   string // why it did not work, in the reader's language
	Questions []Question
}

// A Question is one choice that the form offers.
type Question struct {
	Name    string // of the field
	Text    string
	Help    string // empty for none
	Class   string // tells the style sheet when the question does not apply
	Answers []Answer
}

// An Answer is one of those that a question has.
type Answer struct {
	Value, Label string
	Help         string // empty for none
	Piece        *Layer // one of the seat that it is about, nil for none
	Class        string // tells the style sheet when the answer does not apply
	Chosen       bool
}

// NewSetup is the form that makes a game. Of each question the answer that was
// sent is chosen, the first when that is none of those on offer.
func NewSetup(f Frame, info rules.Info, sent func(name string) string) SetupPage {
	b := setupBuilder{t: f.T, info: info}
	p := SetupPage{Frame: f, Game: info.Key, Questions: b.questions()}
	for _, q := range p.Questions {
		q.choose(sent(q.Name))
	}
	return p
}

// OptionName is the name of the field that sets an option of a game.
func OptionName(option string) string { return "option." + option }

// OptionWords is the options that a game is played with where they are not the
// defaults, in words, so that whoever joins or watches knows. Options that are
// missing have their defaults.
func OptionWords(t *i18n.Catalog, info rules.Info, options map[string]string) []string {
	var words []string
	for _, option := range info.Options {
		if value, ok := options[option.Key]; ok && value != option.Values[0] {
			words = append(words, t.T(optionKey(info, option)+"."+value))
		}
	}
	return words
}

func optionKey(info rules.Info, option rules.Option) string {
	return info.Key + ".option." + option.Key
}

// setupBuilder carries what the questions of a form share.
type setupBuilder struct {
	t    *i18n.Catalog
	info rules.Info
}

// questions asks for the players first, then for the rest in the order of the
// game's options.
func (b setupBuilder) questions() []Question {
	var players, others []Question
	for _, option := range b.info.Options {
		if option.Key == rules.SeatsOption {
			players = append(players, b.option(option))
		} else {
			others = append(others, b.option(option))
		}
	}
	questions := append([]Question{b.opponent(len(players) > 0)}, players...)
	questions = append(questions, b.starter())
	if len(players) > 0 {
		questions = append(questions, b.seat())
	}
	questions = append(questions, others...)
	return append(questions, b.explore())
}

// opponent asks who plays; more says that there may be more than two.
func (b setupBuilder) opponent(more bool) Question {
	t := b.t
	q := Question{Name: "opponent", Text: t.T("setup.opponent"), Answers: []Answer{
		{Value: "invite", Label: t.T("setup.invite"), Help: t.T("setup.invite-help")},
		{Value: "device", Label: t.T("setup.device"), Help: t.T("setup.device-help")},
	}}
	if more {
		q.Answers[0].Label, q.Answers[0].Help = t.T("setup.invite-all"), t.T("setup.invite-all-help")
		q.Answers[1].Label, q.Answers[1].Help = t.T("setup.device-all"), t.T("setup.device-all-help")
	}
	return q
}

// starter asks who of two starts.
func (b setupBuilder) starter() Question {
	t := b.t
	return Question{
		Name: "starter", Text: t.T("setup.starter"), Class: "seating for-two",
		Help: t.T("setup.starter-help", "Colour", t.T("colour."+b.info.Colours[0])),
		Answers: []Answer{
			{Value: "random", Label: t.T("setup.random")},
			{Value: "me", Label: t.T("setup.me")},
			{Value: "other", Label: t.T("setup.other")},
		},
	}
}

// seat asks where one of more than two sits.
func (b setupBuilder) seat() Question {
	t := b.t
	q := Question{Name: "seat", Text: t.T("setup.seat"), Help: t.T("setup.seat-help"), Class: "seating for-more"}
	q.Answers = append(q.Answers, Answer{Value: "random", Label: t.T("setup.random")})
	for i := range b.info.Colours {
		number, piece := strconv.Itoa(i+1), SeatPiece(b.info, rules.Seat(i+1))
		q.Answers = append(q.Answers, Answer{Value: number, Label: b.seatWords(i), Piece: &piece, Class: "seat-" + number})
	}
	return q
}

// seatWords is a seat by its number, its colour, and the seat of the same team.
func (b setupBuilder) seatWords(seat int) string {
	colour := b.info.Colours[seat]
	pairs := []string{"Seat", strconv.Itoa(seat + 1), "Colour", b.t.T("colour." + colour)}
	for mate, other := range b.info.Colours {
		if mate != seat && other == colour {
			return b.t.T("setup.seat-team", append(pairs, "Mate", strconv.Itoa(mate+1))...)
		}
	}
	return b.t.T("setup.seat-number", pairs...)
}

func (b setupBuilder) option(option rules.Option) Question {
	key := optionKey(b.info, option)
	q := Question{Name: OptionName(option.Key), Text: b.t.T(key), Help: b.help(key)}
	for _, value := range option.Values {
		q.Answers = append(q.Answers, Answer{Value: value, Label: b.t.T(key + "." + value), Help: b.help(key + "." + value)})
	}
	return q
}

// help is what a catalog has to say about a text, empty for nothing.
func (b setupBuilder) help(key string) string {
	key += ".help"
	if text := b.t.T(key); text != key {
		return text
	}
	return ""
}

func (b setupBuilder) explore() Question {
	t := b.t
	return Question{Name: "explore", Text: t.T("setup.explore"), Help: t.T("setup.explore-help"), Answers: []Answer{
		{Value: "yes", Label: t.T("setup.explore-yes")},
		{Value: "no", Label: t.T("setup.explore-no")},
	}}
}

// choose marks the answer with the value, else the first.
func (q Question) choose(value string) {
	chosen := &q.Answers[0]
	for i := range q.Answers {
		if q.Answers[i].Value == value {
			chosen = &q.Answers[i]
		}
	}
	chosen.Chosen = true
}

// An Invitation is a game that somebody is asked to join.
type Invitation struct {
	Info    rules.Info
	Options map[string]string
	Explore bool       // players may look at other positions while it goes on
	Host    string     // name of who invites
	Players []string   // names by seat from 1, empty for a free seat
	Seat    rules.Seat // the one to be had
	Action  string     // where the form that takes it goes
}

// A JoinPage asks somebody who followed an invitation whether to play.
type JoinPage struct {
	Frame
	Game   string // key
	Host   string
	Words  string     // which seat is to be had
	Piece  Layer      // one of that seat
	Seats  []JoinSeat // where there are more than two
	Chosen []string   // what is not as usual
	Action string
}

// A JoinSeat is a seat at a table that somebody may join.
type JoinSeat struct {
	Piece Layer  // one of the seat
	Text  string // its colour, and who sits there
	Yours bool   // the one to be had
}

// NewJoin asks whether to take a seat.
func NewJoin(f Frame, in Invitation) JoinPage {
	t := f.T
	p := JoinPage{
		Frame: f, Game: in.Info.Key, Host: in.Host, Words: in.seatWords(t), Piece: SeatPiece(in.Info, in.Seat),
		Chosen: OptionWords(t, in.Info, in.Options), Action: in.Action,
	}
	if !in.Explore {
		p.Chosen = append(p.Chosen, t.T("setup.explore-no"))
	}
	if len(in.Players) > 2 {
		p.Seats = in.seats(t)
	}
	return p
}

// seatWords is which seat is to be had.
func (in Invitation) seatWords(t *i18n.Catalog) string {
	key := "join.second"
	switch {
	case in.Seat == 1:
		key = "join.first"
	case len(in.Players) > 2:
		key = "join.seat"
	}
	return t.T(key, "Colour", t.T("colour."+in.Info.Colours[in.Seat-1]), "Seat", strconv.Itoa(int(in.Seat)))
}

// seats is who sits where.
func (in Invitation) seats(t *i18n.Catalog) []JoinSeat {
	seats := make([]JoinSeat, len(in.Players))
	for i, name := range in.Players {
		seat := rules.Seat(i + 1)
		switch {
		case seat == in.Seat:
			name = t.T("join.yours")
		case name == "":
			name = t.T("player.free")
		}
		seats[i] = JoinSeat{
			Piece: SeatPiece(in.Info, seat), Yours: seat == in.Seat,
			Text: t.T("join.line", "Colour", t.T("colour."+in.Info.Colours[i]), "Player", name),
		}
	}
	return seats
}
