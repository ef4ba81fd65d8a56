package demo

import (
	"context"
	"errors"
	"hash/fnv"
	"io"
	"sync"
	"time"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/games"
	"hexclub/rules/record"
)

// together calls do for 0 to n-1 concurrently, so that they share commits.
func together(n int, do func(i int) error) error {
	failed := make([]error, n)
	var doing sync.WaitGroup
	for i := range n {
		doing.Go(func() { failed[i] = do(i) })
	}
	doing.Wait()
	return errors.Join(failed...)
}

// levelOf returns the level at which a person plays.
func (d *demo) levelOf(person string) bot.Level {
	for _, m := range d.people {
		if m.id == person {
			return m.level
		}
	}
	return max(db.BotLevel(person), 1)
}

// turnOf chooses a turn for the seat to act, in the notation of a record.
func turnOf(ctx context.Context, r *record.Record, level bot.Level, seed uint64) (text string, err error) {
	choice, err := bot.Choose(ctx, bot.Task{Game: r.Game(), State: r.State(), Seen: r.Seen(), Level: level, Seed: seed})
	if err != nil {
		return "", err
	}
	st := r.State().Clone()
	for i, action := range choice.Line[:choice.Turn] {
		if i > 0 {
			text += ","
		}
		text += st.Text(action)
		st.Play(action)
	}
	return text, nil
}

// play plays a number of turns of a game, or fewer if it ends, with a pause before each. It returns
// the game and the time of the last turn.
func (d *demo) play(ctx context.Context, g db.Game, turns int, pause time.Duration, at time.Time) (db.Game, time.Time, error) {
	for n := 0; n < turns && g.Status == db.Running; n++ {
		person := g.Players[g.Record.Turn().Seat-1].ID
		text, err := turnOf(ctx, g.Record, d.levelOf(person), d.seed(g))
		if err != nil {
			return g, at, err
		}
		at = at.Add(pause)
		if g, err = d.PlayTurn(ctx, g.ID, person, g.Record.Moved(), text, at); err != nil {
			return g, at, err
		}
	}
	return g, at, nil
}

// seed returns the seed for the next turn of a game.
func (d *demo) seed(g db.Game) uint64 {
	sum := fnv.New64a()
	for _, player := range g.Players {
		_, _ = io.WriteString(sum, player.Name+"/") // writing to a hash never fails
	}
	return sum.Sum64() + uint64(g.Record.Moved())
}

// manyTurns is the number of turns after which the player to act resigns.
const manyTurns = 60

// playOut plays a game to its end.
func (d *demo) playOut(ctx context.Context, g db.Game, pause time.Duration, at time.Time) (time.Time, error) {
	g, at, err := d.play(ctx, g, manyTurns, pause, at)
	if err == nil && g.Status == db.Running {
		at = at.Add(pause)
		_, err = d.Resign(ctx, g.ID, g.Players[g.Record.Turn().Seat-1].ID, at)
	}
	return at, err
}

// begin creates a game. The first of people is its host and has the first seat.
func (d *demo) begin(ctx context.Context, n db.NewGame, at time.Time, people ...string) (db.Game, error) {
	n.Host, n.HostSeat = people[0], 1
	g, err := d.CreateGame(ctx, n, at)
	for _, person := range people[1:] {
		if err == nil {
			g, err = d.TakeSeat(ctx, g.ID, db.Claim{Person: person, Invite: g.Invite}, at)
		}
	}
	return g, err
}

// shuffled returns the ids of all people in random order.
func (d *demo) shuffled() []string {
	ids := make([]string, len(d.people))
	for i, j := range d.random.Perm(len(ids)) {
		ids[i] = d.people[j].id
	}
	return ids
}

// A table is a game of an evening.
type table struct {
	db.NewGame
	people []string
	chat   []string // messages, by alternating players
}

// chats are conversations of two players.
var chats = [][]string{
	{"Good evening! Have fun.", "You too. I am still learning this one.", "That was a strong turn.", "Thank you, I had hoped you would not see it!"},
	{"Hi! First time we meet, isn’t it?", "Yes. Tuesday at the club, too?", "I’ll be there, with the new board.", "Good game!"},
	{"¡Buena suerte!", "Gracias, igualmente.", "Well, that did not go as planned."},
}

// openEvening plays an evening of six rated games, a game of three, and one against a bot.
func (d *demo) openEvening(ctx context.Context, at time.Time) error {
	clock, err := record.Fischer(15, 10)
	if err != nil {
		return err
	}
	people, all := d.shuffled(), games.All()
	var tables []table
	for i := range 6 {
		kind := all[(d.evening+i)%len(all)].Info().Key
		t := table{NewGame: db.NewGame{Key: kind, Control: clock, Terms: db.Terms{Rated: true}}, people: people[2*i : 2*i+2]}
		if i%3 == 0 {
			t.chat = chats[(d.evening+i)%len(chats)]
		}
		tables = append(tables, t)
	}
	tables = append(tables,
		table{NewGame: db.NewGame{Key: "hexellation", Setup: rules.Setup{Options: map[string]string{"seats": "3"}}, Control: clock}, people: people[12:15]},
		table{NewGame: db.NewGame{Key: all[d.evening%len(all)].Info().Key, Bots: map[rules.Seat]bot.Level{2: 2}, Control: clock}, people: people[15:16]},
	)
	d.evening++
	return together(len(tables), func(i int) error {
		t := tables[i]
		g, err := d.begin(ctx, t.NewGame, at, t.people...)
		if err != nil {
			return err
		}
		for i, text := range t.chat {
			if _, err := d.Say(ctx, g.ID, t.people[i%2], text, at.Add(time.Duration(i)*time.Minute)); err != nil {
				return err
			}
		}
		_, err = d.playOut(ctx, g, 25*time.Second, at)
		return err
	})
}

// leaveGames creates a running game of each kind, two of them with the admin, and some games that
// wait for players.
func (d *demo) leaveGames(ctx context.Context) error {
	clock, err := record.Days(3)
	if err != nil {
		return err
	}
	people := d.shuffled()
	for i, game := range games.All() {
		n := db.NewGame{Key: game.Info().Key, Control: clock, Terms: db.Terms{Rated: true}}
		two := []string{people[2*i], people[2*i+1]}
		if i < 2 {
			two = []string{d.admin, d.people[5+i].id}
		}
		turns := 4 + i%2 // too few for any game to end; the admin is to act in the first, the opponent in the second
		began := d.now.Add(-time.Duration(turns)*2*time.Hour - time.Hour)
		g, err := d.begin(ctx, n, began, two...)
		if err != nil {
			return err
		}
		if i == 0 {
			if _, err := d.Say(ctx, g.ID, two[1], "Take your time, I am on the train.", began.Add(time.Hour)); err != nil {
				return err
			}
		}
		if _, _, err := d.play(ctx, g, turns, 2*time.Hour, began); err != nil {
			return err
		}
	}
	for i, n := range []db.NewGame{
		{Key: "six", Control: clock, Terms: db.Terms{Listed: true, Drawn: true, Rated: true}},
		{Key: "hexone", Match: true, Control: clock, Terms: db.Terms{Listed: true, Rated: true}},
		{Key: "hexellation", Setup: rules.Setup{Options: map[string]string{"seats": "4"}}, Terms: db.Terms{Listed: true}},
		{Key: "tartan", Control: clock, Opponent: d.admin, Terms: db.Terms{Rated: true}},
	} {
		if _, err := d.begin(ctx, n, d.now.Add(-time.Duration(5-i)*time.Hour), d.people[20+i].id); err != nil {
			return err
		}
	}
	return nil
}
