package handlers

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

// What the form that makes a game may send, beside the game's options.
const (
	opponentLobby  = "lobby"  // whoever finds the game there
	opponentInvite = "invite" // whoever follows the invitation
	opponentNamed  = "named"  // one player, who is challenged
	opponentBot    = "bot"    // bots take all seats that are left
	opponentDevice = "device" // all seats are the visitor's

	seatRandom   = "random"
	starterMe    = "me"
	starterOther = "other"

	clockLive = "live" // as the fields beside it say
	clockDays = "days"

	yes = "yes"
	no  = "no"

	matchOne = "one"
	matchTwo = "two"
)

// opponents lists the answers to who plays.
func opponents() []string {
	return []string{opponentLobby, opponentInvite, opponentNamed, opponentBot, opponentDevice}
}

// A setupForm is what somebody asks for with the form that makes a game.
type setupForm struct {
	db.NewGame
	player string // name of who is challenged; empty for nobody
}

// readSetup reads the form for a game; what is missing is as the form first
// shows it. What is wrong with it is told together, as errors.Join has it, each
// thing an *rules.Error: of kind Invalid with the key error.choice for a value
// that the form does not offer, error.seat-few for a seat that the game has only
// with more players, setup.no-bots for bots in none of the seats,
// setup.unknown-player for no name, setup.bad-live and setup.bad-days for times
// out of bounds; and as db.NewGame.Check has it.
func readSetup(c echo.Context, info rules.Info) (form setupForm, err error) {
	setup, err := info.Complete(rules.Setup{Options: formOptions(c)})
	if err != nil {
		return form, &rules.Error{Kind: rules.Invalid, Key: "error.choice", Err: err}
	}
	form.Key, form.Setup = info.Key, setup
	var wrong []error
	for _, read := range []func(echo.Context) error{form.readOpponent, form.readTerms, form.readClock} {
		wrong = append(wrong, read(c))
	}
	switch seats := seatsOf(setup); {
	case form.BothSeats: // the host sits everywhere
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

// readOpponent reads who is to play.
func (f *setupForm) readOpponent(c echo.Context) error {
	opponent, err := oneOf(c, "opponent", opponents()...)
	f.Listed, f.BothSeats = opponent == opponentLobby, opponent == opponentDevice
	if opponent == opponentBot && err == nil {
		f.Fill, err = readLevel(c, setup.LevelField)
		f.Fill = cmp.Or(f.Fill, setup.FirstBot)
		return err
	}
	if opponent != opponentNamed || err != nil {
		return err
	}
	if f.player = strings.TrimSpace(c.FormValue(setup.PlayerField)); f.player == "" {
		return errNoPlayer("")
	}
	return nil
}

func errNoPlayer(name string) error {
	return rules.Errorf(rules.Invalid, "setup.unknown-player", "no account %.40q", name)
}

// readTerms reads what is agreed on beside the rules.
func (f *setupForm) readTerms(c echo.Context) error {
	explore, err := oneOf(c, "explore", yes, no)
	if err != nil {
		return err
	}
	rated, err := oneOf(c, "counts", no, yes)
	if err != nil {
		return err
	}
	match, err := oneOf(c, "match", matchOne, matchTwo)
	f.Explore, f.Rated, f.Match = explore == yes, rated == yes, match == matchTwo
	return err
}

// readClock reads how much time players have.
func (f *setupForm) readClock(c echo.Context) error {
	answers := append(append([]string{setup.NoClock, clockLive, clockDays}, setup.LiveClocks()...), setup.DayClocks()...)
	clock, err := oneOf(c, "clock", answers...)
	switch {
	case err != nil || clock == setup.NoClock:
		return err
	case clock == clockLive:
		return f.readTime("setup.bad-live", func() (record.Control, error) {
			increment := 0 // nothing is none
			if c.FormValue(setup.IncrementField) != "" {
				increment = number(c, setup.IncrementField)
			}
			return record.Fischer(number(c, setup.MinutesField), increment)
		})
	case clock == clockDays:
		return f.readTime("setup.bad-days", func() (record.Control, error) { return record.Days(number(c, setup.DaysField)) })
	}
	f.Control, err = record.ParseControl(clock)
	return err
}

// readTime takes a time control; one that is out of bounds is an error with the
// key.
func (f *setupForm) readTime(key string, read func() (record.Control, error)) error {
	control, err := read()
	if err != nil {
		return &rules.Error{Kind: rules.Invalid, Key: key, Err: err}
	}
	f.Control = control
	return nil
}

// number is a field that holds a whole number, -1 when it holds anything else.
func number(c echo.Context, field string) int {
	n, err := strconv.Atoi(strings.TrimSpace(c.FormValue(field)))
	if err != nil {
		return -1
	}
	return n
}

// readStarter reads the seat of the host, of two, or that seats are drawn.
func (f *setupForm) readStarter(c echo.Context) error {
	starter, err := oneOf(c, "starter", seatRandom, starterMe, starterOther)
	f.HostSeat, f.Drawn = 1, starter == seatRandom
	if starter == starterOther {
		f.HostSeat = 2
	}
	return err
}

// readSeats reads who sits where, of more than two. Where bots are to play, one
// does beside the host.
func (f *setupForm) readSeats(c echo.Context, info rules.Info, seats int) error {
	some, err := f.readBots(c, seats)
	wrong := errors.Join(err, f.readSeat(c, info, seats))
	delete(f.Bots, f.HostSeat) // it is the host's
	if some && err == nil && len(f.Bots) == 0 && f.Fill == 0 {
		return errors.Join(wrong, rules.Errorf(rules.Invalid, "setup.no-bots", "none in %d seats, the host in %d", seats, f.HostSeat))
	}
	return wrong
}

// readBots reads whether bots take some of more than two seats, and which; what
// is said of seats that this game has not does not matter.
func (f *setupForm) readBots(c echo.Context, seats int) (some bool, err error) {
	answer, err := oneOf(c, "bots", no, yes)
	some, f.Bots = answer == yes, map[rules.Seat]bot.Level{}
	for seat := rules.Seat(1); int(seat) <= seats && some && err == nil; seat++ {
		var level bot.Level
		if level, err = readLevel(c, setup.BotField(seat)); level != 0 {
			f.Bots[seat] = level
		}
	}
	return some, err
}

// readSeat reads the seat of the host, of so many; the game has more with more
// players, as the form offers them. One at random is none of those that bots
// take, if there is another.
func (f *setupForm) readSeat(c echo.Context, info rules.Info, seats int) error {
	values := []string{seatRandom}
	for i := range info.Colours {
		values = append(values, strconv.Itoa(i+1))
	}
	chosen, err := oneOf(c, "seat", values...)
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

// randomSeat is one of so many seats that no bot takes, or any when bots take
// all.
func randomSeat(seats int, bots map[rules.Seat]bot.Level) rules.Seat {
	var free []rules.Seat
	for seat := rules.Seat(1); int(seat) <= seats; seat++ {
		if bots[seat] == 0 || len(bots) == seats {
			free = append(free, seat)
		}
	}
	return free[rand.IntN(len(free))]
}

// formOptions is the values that a form has for options of a game.
func formOptions(c echo.Context) map[string]string {
	options := map[string]string{}
	for name := range c.Request().Form {
		if option, ok := strings.CutPrefix(name, page.OptionName("")); ok && c.FormValue(name) != "" {
			options[option] = c.FormValue(name)
		}
	}
	return options
}

// oneOf is the value that a form has for a field, the first of those that it
// may have when it has none.
func oneOf(c echo.Context, name string, values ...string) (string, error) {
	value := c.FormValue(name)
	switch {
	case value == "":
		return values[0], nil
	case !slices.Contains(values, value):
		return "", rules.Errorf(rules.Invalid, "error.choice", "%s=%.30q", name, value)
	}
	return value, nil
}

// seatsOf is how many seats a complete set-up has.
func seatsOf(setup rules.Setup) int {
	if seats, err := strconv.Atoi(setup.Options[rules.SeatsOption]); err == nil {
		return seats
	}
	return 2
}

// readLevel is the level that a form has in a field, 0 when it has none.
func readLevel(c echo.Context, field string) (bot.Level, error) {
	values := []string{""}
	for level := bot.Level(1); level <= bot.MaxLevel; level++ {
		values = append(values, strconv.Itoa(int(level)))
	}
	chosen, err := oneOf(c, field, values...)
	return bot.Level(max(0, slices.Index(values, chosen))), err
}
