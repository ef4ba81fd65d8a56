package db

import (
	"cmp"
	"context"
	"database/sql"
	"math/rand/v2"
	"slices"
	"time"

	"hexclub/rules"
	"hexclub/rules/record"
)

// A Claim is what somebody shows who wants a seat in a game that waits.
type Claim struct {
	Person string
	Invite string     // the game's secret; empty when it is not known
	Seat   rules.Seat // 0 for any

	// Away reports whether a person is not here to begin a live game; nil:
	// everybody is here.
	Away func(person string) bool
}

// TakeSeat gives a person a seat in a waiting game: one that is reserved for the person, or an
// unreserved one if the game is listed or the person knows its secret. Without a chosen seat the
// person gets all seats reserved for them; with a chosen seat the person gives up the others. A
// person who has a seat already moves to the chosen one. When no seat is free the game begins. A
// live game begins only when all players are present, because absent ones would lose on time:
// absent players other than the host lose their seats, and the game waits on.
//
// It fails with kind NotFound when there is no such game or person, Conflict when the person has a
// seat and chooses no other (error.already-in), the game does not wait or has no such seat free
// (error.seat-taken), or it is a live game whose host is absent (error.away), Forbidden when no
// free seat is for the person, or an uninvited person joins one of whom one has blocked the other
// (error.not-invited), a guest joins a rated game (error.rated-guest), or any game in a club
// without guests (error.no-guests), and Invalid for a seat that the game does not have
// (error.seat). With a Conflict and an Invalid it returns the current game.
func (d *DB) TakeSeat(ctx context.Context, id string, c Claim, now time.Time) (Game, error) {
	g, err := d.edit(ctx, id, now, func(ctx context.Context, tx *sql.Tx, g *Game) error {
		person, err := scanPerson(tx.QueryRowContext(ctx, selectPerson+"WHERE id = $1 AND NOT deleted AND closed IS NULL", c.Person))
		if err != nil {
			return err
		}
		seat, err := g.seatFor(c)
		if err != nil {
			return err
		}
		if g.Rated && person.Guest() {
			return ErrRatedGuest(c.Person)
		}
		if person.Guest() {
			if err := guestsPlay(ctx, tx); err != nil {
				return err
			}
		}
		if !g.asked(c) {
			if barred, err := barred(ctx, tx, g.ID, c.Person); err != nil || barred {
				return cmp.Or(err, errNotInvited(c.Person, g.ID))
			}
		}
		return g.seat(c, seat, now)
	})
	if err != nil {
		return g, err
	}
	return d.written(ctx, g)
}

// asked reports whether the person of a claim is in the game already, or is invited to it.
func (g Game) asked(c Claim) bool {
	return len(g.SeatsOf(c.Person)) > 0 || g.ReservedFor(c.Person) != 0 || c.Invite != "" && c.Invite == g.Invite
}

func errNotInvited(person, game string) error {
	return rules.Errorf(rules.Forbidden, "error.not-invited", "person %s in game %s", person, game)
}

// ErrAlreadyIn is the sentinel error for taking a second seat in a game.
var ErrAlreadyIn = &rules.Error{Kind: rules.Conflict, Key: "error.already-in"}

// seatFor returns the free seat that a claim gets.
func (g Game) seatFor(c Claim) (rules.Seat, error) {
	taken := rules.Errorf(rules.Conflict, "error.seat-taken", "seat %d of game %s", c.Seat, g.ID)
	own := g.SeatsOf(c.Person)
	switch {
	case c.Seat < 0 || int(c.Seat) > len(g.Players):
		return 0, rules.Errorf(rules.Invalid, "error.seat", "no seat %d", c.Seat)
	case len(own) > 0 && (c.Seat == 0 || slices.Contains(own, c.Seat) || g.Status != Waiting):
		return 0, ErrAlreadyIn.Errorf("person %s in game %s", c.Person, g.ID)
	case g.Status != Waiting:
		return 0, taken
	}
	mayJoin := g.Listed || len(own) > 0 || c.Invite != "" && c.Invite == g.Invite
	var open []rules.Seat
	for _, seat := range g.SeatsOf("") {
		switch g.Players[seat-1].Reserved {
		case c.Person:
			open = slices.Insert(open, 0, seat) // before all others
		case "":
			if mayJoin {
				open = append(open, seat)
			}
		}
	}
	switch {
	case c.Seat == 0 && len(open) > 0:
		return open[0], nil
	case slices.Contains(open, c.Seat):
		return c.Seat, nil
	case len(open) > 0 || mayJoin:
		return 0, taken
	}
	return 0, errNotInvited(c.Person, g.ID)
}

// seat gives the person of a claim a free seat in place of the person's earlier ones. Seats
// reserved for the person are taken too, unless the person chose the seat: then they are given up,
// because only that person could take them. It fails as gather does.
func (g *Game) seat(c Claim, seat rules.Seat, now time.Time) error {
	players := slices.Clone(g.Players)
	for i := range players {
		p := &players[i]
		if p.ID == c.Person {
			p.ID = ""
		}
		switch {
		case p.Reserved != c.Person:
		case c.Seat != 0 && i != int(seat)-1:
			p.Reserved = ""
		case p.ID == "":
			p.ID = c.Person
		}
	}
	players[seat-1].ID = c.Person
	after := *g
	after.Players = players
	if err := after.gather(c); err != nil {
		return err
	}
	if after.Drawn && len(after.SeatsOf("")) == 0 {
		after.draw()
	}
	after.touch(now)
	*g = after
	return nil
}

// draw seats the players at random.
func (g *Game) draw() {
	rand.Shuffle(len(g.Players), func(i, j int) { g.Players[i], g.Players[j] = g.Players[j], g.Players[i] })
}

// ErrAway is the sentinel error for joining a game whose host is not there.
var ErrAway = &rules.Error{Kind: rules.Conflict, Key: "error.away"}

// gather removes absent players from a live game that would begin with a claim. Without its host it
// must not begin: that is a Conflict (error.away).
func (g *Game) gather(c Claim) error {
	if c.Away == nil || !g.Record.Control().Live() || len(g.SeatsOf("")) > 0 {
		return nil
	}
	away := func(person string) bool { return person != c.Person && BotLevel(person) == 0 && c.Away(person) }
	if away(g.Host) {
		return ErrAway.Errorf("host %s of game %s", g.Host, g.ID)
	}
	g.unseat(away)
	return nil
}

// LeaveSeat lets a person out of a game that waits. When the host leaves the
// game is called off. It fails with kind NotFound when there is no such game,
// Forbidden when the person has no seat (error.not-a-player), and Conflict when
// the game does not wait any more (error.begun) or is one of a pairing
// (error.abort-pairing).
func (d *DB) LeaveSeat(ctx context.Context, id, person string, now time.Time) (Game, error) {
	return d.edit(ctx, id, now, func(_ context.Context, _ *sql.Tx, g *Game) error {
		seats := g.SeatsOf(person)
		switch {
		case person == "" || len(seats) == 0:
			return errNotPlayer(person, g.ID)
		case g.Status != Waiting:
			return rules.Errorf(rules.Conflict, "error.begun", "game %s is %s", g.ID, g.Status)
		case g.Pairing != "":
			return errAbortPairing(*g)
		case person == g.Host:
			return g.change(now, func(r *record.Record) error { return r.Abort(seats[0]) })
		}
		g.unseat(func(sits string) bool { return sits == person })
		g.touch(now)
		return nil
	})
}

// unseat frees the seats of people. What was reserved for them is so still.
func (g *Game) unseat(goes func(person string) bool) {
	for i := range g.Players {
		if p := &g.Players[i]; p.ID != "" && goes(p.ID) {
			p.ID = ""
		}
	}
}

// Abort calls a game off: one that waits for its host or for whom a seat is
// reserved, who thereby declines, while of more than two the others go on
// waiting; one that runs for any player, until all have played once. The second
// game of a match is no more called off, or the first would decide it, or count
// for nothing, as its winner or loser likes; nor is a game of a pairing. It fails
// with kind NotFound when there is no such game, Forbidden for anybody else
// (error.not-a-player), Conflict for a second game that goes on
// (error.abort-match) and for a game of a pairing that is not over
// (error.abort-pairing), and as record.Abort does.
func (d *DB) Abort(ctx context.Context, id, person string, now time.Time) (Game, error) {
	return d.edit(ctx, id, now, func(_ context.Context, _ *sql.Tx, g *Game) error {
		seat := g.aborting(person)
		switch {
		case seat == 0:
			return errNotPlayer(person, g.ID)
		case g.Leg == 2 && g.Status == Running && g.Pairing == "":
			return rules.Errorf(rules.Conflict, "error.abort-match", "game %s is the second of a match", g.ID)
		case g.Pairing != "" && g.Status != Over:
			return errAbortPairing(*g)
		}
		if g.Players[seat-1].ID == "" && len(g.Players) > 2 {
			g.decline(person, now)
			return nil
		}
		return g.change(now, func(r *record.Record) error { return r.Abort(seat) })
	})
}

func errAbortPairing(g Game) error {
	return rules.Errorf(rules.Conflict, "error.abort-pairing", "game %s is of pairing %s", g.ID, g.Pairing)
}

// decline gives up all seats that are reserved for a person; the others go on
// waiting.
func (g *Game) decline(person string, now time.Time) {
	for i := range g.Players {
		if p := &g.Players[i]; p.Reserved == person {
			p.Reserved = ""
		}
	}
	g.touch(now)
}

// aborting returns the seat by which a person may abort the game, 0 for none.
func (g Game) aborting(person string) rules.Seat {
	for i, player := range g.Players {
		switch {
		case person == "":
		case g.Status == Waiting && player.ID == "" && player.Reserved == person,
			player.ID == person && (g.Status != Waiting || person == g.Host):
			return rules.Seat(i + 1)
		}
	}
	return 0
}

// Rematch returns the rematch of a game or match that is over: each player has the seat after their
// own, the last the first; after a match, whichever of its games is given, seats are as in its
// second game. The first person to ask creates it, with the others' seats reserved and bots in
// theirs. A person who asks later takes the reserved seat, or after declining a free one.
//
// It fails with kind NotFound when there is no such game, Forbidden when the person did not play it
// (error.not-a-player) or is a guest in a club without guests (error.no-guests), and Conflict while
// it or its match goes on (error.not-over), when it was played on one device
// (error.rematch-device), a player's account is deleted (error.rematch-gone), or another player's
// account is closed or one of the two has blocked the other (error.rematch-refused); and as
// TakeSeat does when it has no seat for the person, or it would begin without players who are
// absent. With such a Conflict it returns the rematch, which waits.
func (d *DB) Rematch(ctx context.Context, id, person string, now time.Time, away func(string) bool) (Game, error) {
	var made Game
	err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		old, err := d.readOne(ctx, tx.StmtContext(ctx, d.turnGame), id)
		if err == nil && old.Status == Over && old.goesOn() {
			old, err = lastLeg(ctx, tx, old)
		}
		if err != nil {
			return err
		}
		if err := old.mayRematch(person); err != nil {
			return err
		}
		if err := mayStart(ctx, tx, person); err != nil {
			return err
		}
		barred, err := barred(ctx, tx, old.ID, person)
		if err == nil && !barred {
			barred, err = old.oneClosed(ctx, tx)
		}
		if err != nil || barred {
			return cmp.Or(err, error(rules.Errorf(rules.Conflict, "error.rematch-refused", "game %s", old.ID)))
		}
		made = Game{}
		err = tx.QueryRowContext(ctx, selectRematch, old.ID).Scan(&made.ID)
		if err == nil {
			return nil
		}
		if err = kind(err); !rules.IsKind(err, rules.NotFound) {
			return err
		}
		if made, err = old.again(person, now); err != nil {
			return err
		}
		if err := d.insertGame(ctx, tx, made); err != nil {
			return err
		}
		if made.Status == Running { // against bots, who are always ready
			if err := d.withdrawSeeks(ctx, tx, &made, now); err != nil {
				return err
			}
		}
		_, err = exec(ctx, tx, "UPDATE games SET revision = revision + 1 WHERE id = $1", old.ID) // its page leads there
		return err
	})
	if err != nil {
		return Game{}, err
	}
	ctx = context.WithoutCancel(ctx) // what is made is to be told of
	g, err := d.written(ctx, made)
	if err != nil || made.Status == Running {
		return g, err
	}
	after, err := d.TakeSeat(ctx, g.ID, Claim{Person: person, Invite: g.Invite, Away: away}, now)
	if rules.IsKind(err, rules.Conflict) && (after.Status != Waiting || len(after.SeatsOf(person)) > 0) {
		return after, nil // it was called off, or the person sits there already
	}
	return after, err
}

// lastLeg returns the game that ends a match: the second, or the first if an organiser settled
// the pairing before there was a second.
func lastLeg(ctx context.Context, tx *sql.Tx, first Game) (Game, error) {
	second, err := scanGame(tx.QueryContext(ctx, selectGame+"WHERE g.first_leg = $1 ORDER BY s.seat", first.ID))
	if first.Pairing != "" && rules.IsKind(err, rules.NotFound) {
		return first, nil
	}
	return second, err
}

func (g Game) mayRematch(person string) error {
	seats := g.SeatsOf(person)
	switch {
	case person == "" || len(seats) == 0:
		return errNotPlayer(person, g.ID)
	case g.Status != Over:
		return rules.Errorf(rules.Conflict, "error.not-over", "game %s is %s", g.ID, g.Status)
	case len(seats) == len(g.Players):
		return rules.Errorf(rules.Conflict, "error.rematch-device", "game %s", g.ID)
	case len(g.SeatsOf("")) > 0:
		return rules.Errorf(rules.Conflict, "error.begun", "game %s never began", g.ID)
	case slices.ContainsFunc(g.Players, func(p Player) bool { return p.Deleted }):
		return rules.Errorf(rules.Conflict, "error.rematch-gone", "game %s", g.ID)
	}
	return nil
}

// goesOn reports whether another game of a match follows a game that is over.
func (g Game) goesOn() bool {
	result, _ := g.Record.Result()
	return g.Leg == 1 && !result.Void()
}

// again returns the rematch of a game, with the seat of the person who asks for it taken.
func (g Game) again(person string, now time.Time) (Game, error) {
	n := NewGame{
		Key: g.Key, Setup: g.Record.Setup(), Control: g.Record.Control(), Host: person, HostSeat: 1,
		Explore: g.Explore, Match: g.Leg > 0, Terms: Terms{Rated: g.Rated},
	}
	n.Setup.Version = 0 // the latest
	next, err := n.game(now)
	if err != nil {
		return Game{}, err
	}
	next.RematchOf = g.ID
	step := 1
	if g.Leg == 2 {
		step = 0 // who started the first game of the last match is second now
	}
	for i, player := range g.Players {
		seat := (i + step) % len(g.Players)
		next.Players[seat] = Player{Reserved: player.ID}
		if player.ID == person || player.Bot() != 0 {
			next.Players[seat] = Player{ID: player.ID}
		}
	}
	if len(next.SeatsOf("")) == 0 {
		next.Invite = ""
		next.touch(now)
	}
	return next, nil
}
