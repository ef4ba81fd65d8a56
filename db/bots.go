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

// Bots sit in seats as people do, and each level has a person's row, so that
// whatever knows who plays knows them too. They play for no rating, nobody
// waits for them or is waited for by them, and whatever they are asked they
// answer in the transaction that asks.

// botPrefix begins the ids of bots, before their level; that of no person has
// a hyphen.
const botPrefix = "bot-"

// botIDs is what the ids of all bots, and of nobody else, are LIKE in SQL.
const botIDs = "'" + botPrefix + "%'"

// BotID is the id of the bot of a level, as the person who sits in a seat.
func BotID(level bot.Level) string { return botPrefix + strconv.Itoa(int(level)) }

// BotLevel is the level of the bot with an id, 0 for a person and for a bot that
// there is not.
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

// Bot is the level of the bot that sits in the seat, 0 for a person or nobody.
func (p Player) Bot() bot.Level { return BotLevel(p.ID) }

// BotToAct is the level of the bot that is to act, 0 when none is.
func (g Game) BotToAct() bot.Level {
	if seat := g.Record.Turn().Seat; g.Status == Running && seat != 0 {
		return g.Players[seat-1].Bot()
	}
	return 0
}

// seatBots gives bots the seats that are asked for, and those of a level, unless it
// is 0, all that are left. It fails with kind Invalid for a seat that the game has
// not or that the host sits in (error.seat) and for no such level (error.level).
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

// answerForBots lets bots answer the offer that is open: they give turns back
// and go on playing rather than draw.
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

// A BotTurn is a game in which a bot is to act, at a revision of it.
type BotTurn struct {
	Game     string // id
	Revision int
}

// BotTurns lists the games in which bots are to act, those that have waited for
// longest first.
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

// A BotResult is how a person's last game against a bot ended.
type BotResult struct {
	Level   bot.Level
	Outcome Outcome
	Seat    rules.Seat // the person's
	Best    bot.Level  // the highest that the person has ever won against; 0 for none
}

// LastAgainstBots is how the last game between two ended that a person played
// against a bot, by the rules with a key; ok is false when there is none.
func (d *DB) LastAgainstBots(ctx context.Context, person, key string) (last BotResult, ok bool, err error) {
	const query = `WITH met AS (
			SELECT f.game, f.rival, f.outcome, f.ended FROM finished f
			WHERE f.person = $1 AND f.kind = $2 AND f.nth = 1 AND f.rival LIKE ` + botIDs + `
				AND (SELECT count(*) FROM seats s WHERE s.game = f.game) = 2)
		SELECT rival, outcome, (SELECT min(s.seat) FROM seats s WHERE s.game = met.game AND s.person = $1),
			(SELECT coalesce(max(won.rival), '') FROM met won WHERE won.outcome = 'won')
		FROM met ORDER BY ended DESC, game DESC LIMIT 1`
	var rival, best string
	err = d.read.QueryRowContext(ctx, query, person, key).Scan(&rival, &last.Outcome, &last.Seat, &best)
	if errors.Is(err, sql.ErrNoRows) {
		return BotResult{}, false, nil
	}
	last.Level, last.Best = BotLevel(rival), BotLevel(best)
	return last, err == nil, kind(err)
}

// PlayBots is the game of somebody who plays bots of one level alone, without a clock
// and exploring at will: of n the rules, the set-up, the host with a seat, and the
// level that fills the others count. If such a game goes on in which the host has
// taken no turn it is that one, the last of them, whoever began there; else a new
// one, and made is true. It fails as CreateGame does.
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

// untouched is the last game that goes on in which the host of a new one plays bots
// of a level alone and has taken no turn: by the same rules and options, explored at
// will, for no rating, without a clock, and no part of a match.
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
