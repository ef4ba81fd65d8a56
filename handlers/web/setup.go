package web

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/record"
	"hexclub/views/page"
	"hexclub/views/setup"
)

// Values of the form for a new game, in addition to the game's options.
const (
	opponentLobby  = "lobby"  // any player in the lobby
	opponentInvite = "invite" // any person with the link
	OpponentNamed  = "named"  // one player, by name
	opponentBot    = "bot"    // bots take all free seats
	opponentDevice = "device" // the visitor plays all seats

	seatRandom   = "random"
	starterMe    = "me"
	starterOther = "other"

	ClockLive = "live" // with the times in the fields next to it
	ClockDays = "days"

	Yes = "yes"
	No  = "no"

	matchOne = "one"
	matchTwo = "two"
)

// Opponents lists the kinds of opponents.
func Opponents() []string {
	return []string{opponentLobby, opponentInvite, OpponentNamed, opponentBot, opponentDevice}
}

// A SetupForm is the form for a new game.
type SetupForm struct {
	db.NewGame
	Player string // name of the challenged player; empty for none
}

// ReadSetup reads the form for a game; missing fields have the values of a new form. It returns all problems,
// joined by errors.Join. Each is an *rules.Error: of kind Invalid with the key error.choice for a value that the
// form does not offer, error.seat-few for a seat that needs more players, setup.no-bots for bots in no seat,
// setup.no-player for a missing name, setup.bad-live and setup.bad-days for times out of range; and as
// db.NewGame.Check returns.
func ReadSetup(c echo.Context, info rules.Info) (form SetupForm, err error) {
	chosen, err := info.Complete(rules.Setup{Options: FormOptions(c)})
	if err != nil {
		return form, &rules.Error{Kind: rules.Invalid, Key: "error.choice", Err: err}
	}
	form.Key, form.Setup = info.Key, chosen
	var wrong []error
	for _, read := range []func(echo.Context) error{form.readOpponent, form.readTerms, form.ReadClock} {
		wrong = append(wrong, read(c))
	}
	switch seats := SeatsOf(chosen); {
	case form.BothSeats: // the host has all seats
	case seats == 2:
		err = form.readStarter(c)
	default:
		err = form.readSeats(c, info, seats)
	}
	if err := errors.Join(append(wrong, err)...); err != nil {
		return form, err
	}
	return form, form.Check()
}

func (f *SetupForm) readOpponent(c echo.Context) error {
	opponent, err := OneOf(c, "opponent", Opponents()...)
	f.Listed, f.BothSeats = opponent == opponentLobby, opponent == opponentDevice
	if opponent == opponentBot && err == nil {
		f.Fill, err = ReadLevel(c, setup.LevelField)
		f.Fill = cmp.Or(f.Fill, setup.FirstBot)
		return err
	}
	if opponent != OpponentNamed || err != nil {
		return err
	}
	if f.Player = strings.TrimSpace(c.FormValue(setup.PlayerField)); f.Player == "" {
		return rules.Errorf(rules.Invalid, "setup.no-player", "empty").In(setup.PlayerField)
	}
	return nil
}

// ErrNoPlayer returns the error for a name without an account, at the field for a player.
func ErrNoPlayer(name string) error {
	return rules.Errorf(rules.Invalid, "setup.unknown-player", "no account %.40q", name).In(setup.PlayerField)
}

// readTerms reads the terms of a game.
func (f *SetupForm) readTerms(c echo.Context) error {
	explore, err := OneOf(c, "explore", Yes, No)
	if err != nil {
		return err
	}
	rated, err := OneOf(c, "counts", No, Yes)
	if err != nil {
		return err
	}
	match, err := OneOf(c, "match", matchOne, matchTwo)
	f.Explore, f.Rated, f.Match = explore == Yes, rated == Yes, match == matchTwo
	return err
}

// ReadClock reads the time control.
func (f *SetupForm) ReadClock(c echo.Context) error {
	answers := append(append([]string{setup.NoClock, ClockLive, ClockDays}, setup.LiveClocks()...), setup.DayClocks()...)
	clock, err := OneOf(c, "clock", answers...)
	switch {
	case err != nil || clock == setup.NoClock:
		return err
	case clock == ClockLive:
		return f.readTime("setup.bad-live", func() (record.Control, error) {
			increment := 0 // an empty field is 0
			if c.FormValue(setup.IncrementField) != "" {
				increment = Number(c, setup.IncrementField)
			}
			return record.Fischer(Number(c, setup.MinutesField), increment)
		}, setup.MinutesField, setup.IncrementField)
	case clock == ClockDays:
		return f.readTime("setup.bad-days", func() (record.Control, error) { return record.Days(Number(c, setup.DaysField)) }, setup.DaysField)
	}
	f.Control, err = record.ParseControl(clock)
	return err
}

// readTime reads a time control. One out of range is an error with the key about the fields.
func (f *SetupForm) readTime(key string, read func() (record.Control, error), fields ...string) error {
	control, err := read()
	if err != nil {
		return &rules.Error{Kind: rules.Invalid, Key: key, Fields: fields, Err: err}
	}
	f.Control = control
	return nil
}

// Number returns the whole number in a field, -1 for anything else.
func Number(c echo.Context, field string) int {
	n, err := strconv.Atoi(strings.TrimSpace(c.FormValue(field)))
	if err != nil {
		return -1
	}
	return n
}

// readStarter reads the seat of the host in a game for two, or that seats are drawn.
func (f *SetupForm) readStarter(c echo.Context) error {
	starter, err := OneOf(c, "starter", seatRandom, starterMe, starterOther)
	f.HostSeat, f.Drawn = 1, starter == seatRandom
	if starter == starterOther {
		f.HostSeat = 2
	}
	return err
}

// readSeats reads the seats in a game for more than two. With bots, one bot is enough.
func (f *SetupForm) readSeats(c echo.Context, info rules.Info, seats int) error {
	some, err := f.readBots(c, seats)
	wrong := errors.Join(err, f.readSeat(c, info, seats))
	delete(f.Bots, f.HostSeat) // it is the host's
	if some && err == nil && len(f.Bots) == 0 && f.Fill == 0 {
		return errors.Join(wrong, rules.Errorf(rules.Invalid, "setup.no-bots", "none in %d seats, the host in %d", seats, f.HostSeat).In(setup.BotFields()...))
	}
	return wrong
}

// readBots reads which of more than two seats bots take. It ignores seats that this game does not have.
func (f *SetupForm) readBots(c echo.Context, seats int) (some bool, err error) {
	answer, err := OneOf(c, "bots", No, Yes)
	some, f.Bots = answer == Yes, map[rules.Seat]bot.Level{}
	for seat := rules.Seat(1); int(seat) <= seats && some && err == nil; seat++ {
		var level bot.Level
		if level, err = ReadLevel(c, setup.BotField(seat)); level != 0 {
			f.Bots[seat] = level
		}
	}
	return some, err
}

// readSeat reads the seat of the host; the form also offers seats that need more players. A random seat is one
// that no bot takes, if there is one.
func (f *SetupForm) readSeat(c echo.Context, info rules.Info, seats int) error {
	values := []string{seatRandom}
	for i := range info.Colours {
		values = append(values, strconv.Itoa(i+1))
	}
	chosen, err := OneOf(c, "seat", values...)
	if err != nil {
		return err
	}
	if chosen == seatRandom {
		f.HostSeat = randomSeat(seats, f.Bots)
		return nil
	}
	seat := slices.Index(values, chosen)
	if seat > seats {
		return rules.Errorf(rules.Invalid, "error.seat-few", "seat %d of %d", seat, seats)
	}
	f.HostSeat = rules.Seat(seat)
	return nil
}

// randomSeat returns a random seat that no bot takes, or any seat if bots take all.
func randomSeat(seats int, bots map[rules.Seat]bot.Level) rules.Seat {
	var free []rules.Seat
	for seat := rules.Seat(1); int(seat) <= seats; seat++ {
		if bots[seat] == 0 || len(bots) == seats {
			free = append(free, seat)
		}
	}
	return free[rand.IntN(len(free))]
}

// FormOptions returns the values of a game's options in a form.
func FormOptions(c echo.Context) map[string]string {
	options := map[string]string{}
	for name := range c.Request().Form {
		if option, ok := strings.CutPrefix(name, page.OptionName("")); ok && c.FormValue(name) != "" {
			options[option] = c.FormValue(name)
		}
	}
	return options
}

// OneOf returns the value of a field, by default the first allowed one.
func OneOf(c echo.Context, name string, values ...string) (string, error) {
	value := c.FormValue(name)
	switch {
	case value == "":
		return values[0], nil
	case !slices.Contains(values, value):
		return "", rules.Errorf(rules.Invalid, "error.choice", "%s=%.30q", name, value)
	}
	return value, nil
}

// SeatsOf returns the number of seats of a complete set-up.
func SeatsOf(s rules.Setup) int {
	if seats, err := strconv.Atoi(s.Options[rules.SeatsOption]); err == nil {
		return seats
	}
	return 2
}

// ReadLevel returns the level in a field, 0 for an empty one.
func ReadLevel(c echo.Context, field string) (bot.Level, error) {
	values := []string{""}
	for level := bot.Level(1); level <= bot.MaxLevel; level++ {
		values = append(values, strconv.Itoa(int(level)))
	}
	chosen, err := OneOf(c, field, values...)
	return bot.Level(max(0, slices.Index(values, chosen))), err
}
