package db

import (
	"context"
	"database/sql"
	"time"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/games"
	"hexclub/rules/record"
)

// A NewGame is what somebody asks for who starts a game.
type NewGame struct {
	Key       string // of the rules
	Setup     rules.Setup
	Control   record.Control
	Host      string                   // the person who starts it
	HostSeat  rules.Seat               // where the host sits
	BothSeats bool                     // the host plays all seats on one device; HostSeat and Opponent do not matter
	Explore   bool                     // as in Game
	Match     bool                     // the first game of a match of two
	Opponent  string                   // person who is challenged to the first free seat; empty for none
	Bots      map[rules.Seat]bot.Level // seats that bots take
	Fill      bot.Level                // of bots in all seats that nobody else has; 0 for people
	Terms
}

// CreateGame creates a game. Unless the host and bots have all seats, it waits until the others are
// taken. It fails with kind NotFound when there are no such rules, host or opponent, with kind
// Forbidden for a guest's rated game (error.rated-guest), and with kind Invalid when the set-up,
// the host's seat, a bot's seat or level (error.level) or the terms are bad: a game on one device
// has neither clock nor rating nor bots (error.terms-device), a rated game needs a clock
// (error.rated-clock) and people (error.rated-bot), a match needs Hexone (error.match), a challenge
// leaves a seat free for the challenged person (error.bot-everywhere), and people cannot challenge
// themselves (error.challenge-self), a person of whom one has blocked the other, or a closed
// account (setup.barred). It fails with kind TooMany when the host has too many waiting games
// (error.many-waiting) or open ones (error.many-open).
func (d *DB) CreateGame(ctx context.Context, n NewGame, now time.Time) (Game, error) {
	asked, err := n.game(now)
	if err != nil {
		return Game{}, err
	}
	var g Game
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		g = asked
		if err := mayPlay(ctx, tx, n); err != nil {
			return err
		}
		return d.addGame(ctx, tx, &g, now)
	})
	if err != nil {
		return Game{}, err
	}
	return d.written(ctx, g)
}

// addGame stores a new game that its people may play. Whom it begins for seeks no
// other.
func (d *DB) addGame(ctx context.Context, tx *sql.Tx, g *Game, now time.Time) error {
	if err := mayWait(ctx, tx, *g); err != nil {
		return err
	}
	if err := d.insertGame(ctx, tx, *g); err != nil || g.Status != Running {
		return err
	}
	return d.withdrawSeeks(ctx, tx, g, now)
}

// Check returns the errors of CreateGame and PlayNow that do not depend on the person.
func (n NewGame) Check() error {
	_, err := n.game(time.Time{})
	return err
}

// withBots reports whether bots are to play.
func (n NewGame) withBots() bool { return len(n.Bots) > 0 || n.Fill != 0 }

// The maximum number of games of one person that wait in the lobby, that wait in all, and that are
// not over when the person starts another. Games of pairings count too.
const (
	maxSeeks   = 5
	maxWaiting = 20
	maxOpen    = 300
)

// game returns the requested game, not stored yet.
func (n NewGame) game(now time.Time) (Game, error) {
	rulesOf, err := games.Find(n.Key)
	if err != nil {
		return Game{}, err
	}
	r, err := record.NewTimed(rulesOf, n.Setup, n.Control)
	if err != nil {
		return Game{}, err
	}
	seats := r.State().Seats()
	switch {
	case !n.BothSeats && (n.HostSeat < 1 || int(n.HostSeat) > seats):
		return Game{}, rules.Errorf(rules.Invalid, "error.seat", "no seat %d", n.HostSeat)
	case n.BothSeats && (n.Rated || n.Listed || !n.Control.None() || n.Match || n.withBots()):
		return Game{}, rules.Errorf(rules.Invalid, "error.terms-device", "on one device with %+v", n.Terms)
	case n.Rated && n.withBots():
		return Game{}, rules.Errorf(rules.Invalid, "error.rated-bot", "rated with bots %v, level %d elsewhere", n.Bots, n.Fill)
	case n.Rated && n.Control.None():
		return Game{}, rules.Errorf(rules.Invalid, "error.rated-clock", "rated without a clock")
	case n.Match && !rulesOf.Info().Matches:
		return Game{}, rules.Errorf(rules.Invalid, "error.match", "a match of %s", n.Key)
	case n.Opponent != "" && n.Opponent == n.Host:
		return Game{}, rules.Errorf(rules.Invalid, "error.challenge-self", "person %s", n.Host).In("player")
	}
	g := Game{
		ID: NewID(gameLetters), Key: n.Key, Rules: r.Setup().Version, Host: n.Host, Explore: n.Explore, Terms: n.Terms,
		Players: make([]Player, seats), Created: fromMS(now.UnixMilli()), Record: r,
	}
	for i := range g.Players {
		if n.BothSeats || rules.Seat(i+1) == n.HostSeat {
			g.Players[i].ID = n.Host
		}
	}
	if err := g.seatBots(n.Bots, n.Fill); err != nil {
		return Game{}, err
	}
	switch free := g.SeatsOf(""); {
	case len(free) > 0:
		g.Invite = NewID(inviteLetters)
		g.Players[free[0]-1].Reserved = n.Opponent
	case n.Opponent != "":
		return Game{}, rules.Errorf(rules.Invalid, "error.bot-everywhere", "no seat for person %s", n.Opponent)
	default:
		g.Listed = false // there is nobody to find it
		if g.Drawn {
			g.draw()
		}
	}
	if n.Match {
		g.Leg = 1
	}
	g.touch(now)
	return g, nil
}

// mayPlay checks whether the people of a new game may play it.
func mayPlay(ctx context.Context, tx *sql.Tx, n NewGame) error {
	host, err := scanPerson(tx.QueryRowContext(ctx, selectPerson+"WHERE id = $1 AND NOT deleted AND closed IS NULL", n.Host))
	if err != nil {
		return err
	}
	if host.Guest() {
		if err := guestsPlay(ctx, tx); err != nil {
			return err
		}
	}
	if n.Rated && host.Guest() {
		return ErrRatedGuest(n.Host)
	}
	if n.Opponent == "" {
		return nil
	}
	opponent, err := scanPerson(tx.QueryRowContext(ctx, selectPerson+"WHERE id = $1 AND NOT deleted", n.Opponent))
	if err != nil {
		return err
	}
	if n.Rated && opponent.Guest() {
		return ErrRatedGuest(n.Opponent)
	}
	barred, err := blocked(ctx, tx, n.Host, n.Opponent)
	if err == nil && (barred || !opponent.Closed.IsZero()) {
		err = rules.Errorf(rules.Invalid, "setup.barred", "%s and %s", n.Host, n.Opponent).In("player")
	}
	return err
}

// mayStart fails with kind Forbidden and key error.no-guests for a guest of a club
// without.
func mayStart(ctx context.Context, tx *sql.Tx, person string) error {
	p, err := scanPerson(tx.QueryRowContext(ctx, selectPerson+"WHERE id = $1 AND NOT deleted AND closed IS NULL", person))
	if err == nil && p.Guest() {
		err = guestsPlay(ctx, tx)
	}
	return err
}

// mayWait checks whether the host of a new game may have one more waiting game, and one more
// game in all. Games of pairings do not count as waiting.
func mayWait(ctx context.Context, tx *sql.Tx, g Game) error {
	var seeks, waiting int
	err := tx.QueryRowContext(ctx, `SELECT count(CASE WHEN listed THEN 1 END), count(*) FROM games
		WHERE host = $1 AND status = 'waiting' AND pairing IS NULL`, g.Host).Scan(&seeks, &waiting)
	if err == nil && g.Status == Waiting && (waiting >= maxWaiting || g.Listed && seeks >= maxSeeks) {
		err = rules.Errorf(rules.TooMany, "error.many-waiting", "%d seeks, %d games wait for %s", seeks, waiting, g.Host)
	}
	if err != nil {
		return err
	}
	const open = "SELECT count(DISTINCT game) FROM seats WHERE person = $1 AND open"
	return mustHaveRoom(ctx, tx, maxOpen, rules.TooMany, "error.many-open", open, g.Host)
}

// ErrRatedGuest returns the error for a guest who wants to play a rated game.
func ErrRatedGuest(person string) error {
	return rules.Errorf(rules.Forbidden, "error.rated-guest", "guest %s in a rated game", person)
}
