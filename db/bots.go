package db

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"time"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/record"
)

// Bots sit in seats like people, and each level has a row of people, so that all code about players
// applies to them. Their games are unrated, and the same transaction answers any offer to them.

// botPrefix begins the ids of bots, before their level. Ids of people have no hyphen.
const botPrefix = "bot-"

// botIDs is the LIKE pattern in SQL for the ids of bots.
const botIDs = "'" + botPrefix + "%'"

// BotID returns the id of the bot of a level, as the player of a seat.
func BotID(level bot.Level) string { return botPrefix + strconv.Itoa(int(level)) }

// BotLevel returns the level of the bot with an id, 0 for a person and for an unknown bot.
func BotLevel(id string) bot.Level {
	number, isBot := strings.CutPrefix(id, botPrefix)
	if !isBot {
		return 0
	}
	n, _ := strconv.Atoi(number) // 0 is no level
	if level := bot.Level(n); level.Valid() && BotID(level) == id {
		return level
	}
	return 0
}

// Bot returns the level of the bot in the seat, 0 for a person and for an empty seat.
func (p Player) Bot() bot.Level { return BotLevel(p.ID) }

// BotToAct returns the level of the bot that is to act, 0 for none.
func (g Game) BotToAct() bot.Level {
	if seat := g.Record.Turn().Seat; g.Status == Running && seat != 0 {
		return g.Players[seat-1].Bot()
	}
	return 0
}

// seatBots seats bots: those that are asked for, and bots of the level fill, unless it is 0, in the
// remaining seats. It fails with kind Invalid for a seat that does not exist or that the host has
// (error.seat) and for an unknown level (error.level).
func (g *Game) seatBots(bots map[rules.Seat]bot.Level, fill bot.Level) error {
	if fill != 0 && !fill.Valid() {
		return rules.Errorf(rules.Invalid, "error.level", "level %d", fill)
	}
	for seat, level := range bots {
		switch {
		case seat < 1 || int(seat) > len(g.Players) || g.Players[seat-1].ID != "":
			return rules.Errorf(rules.Invalid, "error.seat", "a bot in seat %d", seat)
		case !level.Valid():
			return rules.Errorf(rules.Invalid, "error.level", "level %d", level)
		}
		g.Players[seat-1].ID = BotID(level)
	}
	if fill != 0 {
		for _, seat := range g.SeatsOf("") {
			g.Players[seat-1].ID = BotID(fill)
		}
	}
	return nil
}

// answerForBots lets bots answer the open offer: they accept takebacks and decline draws.
func (g Game) answerForBots(r *record.Record) error {
	for i, player := range g.Players {
		seat, offer := rules.Seat(i+1), r.Offer()
		if player.Bot() == 0 || offer.Kind == record.NoOffer || offer.Agreed(seat) || r.State().Out(seat) {
			continue
		}
		answer := r.Accept
		if offer.Kind == record.Draw {
			answer = r.Decline
		}
		if err := answer(seat); err != nil {
			return err
		}
	}
	return nil
}

// A BotTurn is a game in which a bot is to act, at a revision.
type BotTurn struct {
	Game     string // id
	Revision int
}

// BotTurns returns the games in which bots are to act, those that have waited longest first.
func (d *DB) BotTurns(ctx context.Context) ([]BotTurn, error) {
	rows, err := d.read.QueryContext(ctx, "SELECT id, revision FROM games WHERE awaits_bot ORDER BY changed, id")
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	var list []BotTurn
	for rows.Next() {
		var t BotTurn
		if err := rows.Scan(&t.Game, &t.Revision); err != nil {
			return nil, kind(err)
		}
		list = append(list, t)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

// A BotResult is the result of a person's last game against a bot.
type BotResult struct {
	Level   bot.Level
	Outcome Outcome
	Seat    rules.Seat // the person's
}

// LastAgainstBots returns the result of a person's last two-player game against a bot, by the rules
// with a key. Ok is false if there is none.
func (d *DB) LastAgainstBots(ctx context.Context, person, key string) (last BotResult, ok bool, err error) {
	const query = `SELECT f.rival, f.outcome, (SELECT min(s.seat) FROM seats s WHERE s.game = f.game AND s.person = $1)
		FROM finished f
		WHERE f.person = $1 AND f.kind = $2 AND f.nth = 1 AND f.rival LIKE ` + botIDs + `
			AND (SELECT count(*) FROM seats s WHERE s.game = f.game) = 2
		ORDER BY f.ended DESC, f.game DESC LIMIT 1`
	var rival string
	err = d.read.QueryRowContext(ctx, query, person, key).Scan(&rival, &last.Outcome, &last.Seat)
	if errors.Is(err, sql.ErrNoRows) {
		return BotResult{}, false, nil
	}
	last.Level = BotLevel(rival)
	return last, err == nil, kind(err)
}

// PlayBots returns a game of a person against bots of one level, without a clock and with free
// exploring. Of n it uses the rules, the set-up, the host's seat, and the level that fills the
// other seats. If the host has such a running game without a turn of the host, PlayBots returns the
// last of these; otherwise it creates one, and made is true. It fails as CreateGame does.
func (d *DB) PlayBots(ctx context.Context, n NewGame, now time.Time) (g Game, made bool, err error) {
	n = NewGame{Key: n.Key, Setup: n.Setup, Host: n.Host, HostSeat: n.HostSeat, Fill: n.Fill, Explore: true}
	if !n.Fill.Valid() {
		return Game{}, false, rules.Errorf(rules.Invalid, "error.level", "level %d", n.Fill)
	}
	asked, err := n.game(now)
	if err != nil {
		return Game{}, false, err
	}
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		g, made = Game{}, false
		if err := mayPlay(ctx, tx, n); err != nil {
			return err
		}
		var begun bool
		if g, begun, err = untouched(ctx, tx, asked, n.Fill); err != nil || begun {
			return err
		}
		g, made = asked, true
		return d.addGame(ctx, tx, &g, now)
	})
	if err != nil {
		return Game{}, false, err
	}
	g, err = d.written(ctx, g)
	return g, made, err
}

// untouched returns the last running game in which the host of a new game plays only bots of a
// level and has taken no turn: with the same rules and options, free exploring, unrated, without a
// clock, and outside of matches.
func untouched(ctx context.Context, tx *sql.Tx, asked Game, level bot.Level) (g Game, ok bool, err error) {
	options, err := optionsText(asked.Record.Setup())
	if err != nil {
		return Game{}, false, err
	}
	// Turns 1 and 2 are of seats 1 and 2 in every game. CROSS JOIN makes SQLite begin with the
	// seats of the host.
	const query = selectGame + `WHERE g.id = (
			SELECT u.id FROM seats own CROSS JOIN games u
			WHERE u.id = own.game AND own.person = $1 AND own.open AND u.status = 'running' AND u.turn <= own.seat
				AND u.game = $2 AND u.options = $3 AND u.position = '' AND u.class = '' AND u.explore AND NOT u.rated AND u.leg = 0
				AND NOT EXISTS (SELECT 1 FROM seats x WHERE x.game = u.id AND x.seat <> own.seat AND x.person <> $4)
			ORDER BY u.created DESC, u.id DESC LIMIT 1)
		ORDER BY s.seat`
	list, err := scanSound(tx.QueryContext(ctx, query, asked.Host, asked.Key, options, BotID(level)))
	if err != nil || len(list) == 0 {
		return Game{}, false, err
	}
	return list[0], true, nil
}
