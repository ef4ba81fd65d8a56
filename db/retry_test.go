package db

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"hexclub/rules/ladder"
)

// An interrupted engine undoes the next transaction and runs it again, as a server does with one that conflicts with
// another: what the other does happens in between.
type interrupted struct {
	engine
	other func()
}

var errInterrupted = errors.New("interrupted")

func (e *interrupted) InTx(ctx context.Context, until time.Time, f func(context.Context, *sql.Tx) error) error {
	if other := e.other; other != nil {
		e.other = nil
		err := e.engine.InTx(ctx, until, func(ctx context.Context, tx *sql.Tx) error {
			if err := f(ctx, tx); err != nil {
				return err
			}
			return errInterrupted
		})
		if !errors.Is(err, errInterrupted) {
			return err
		}
		other()
	}
	return e.engine.InTx(ctx, until, f)
}

// interrupt makes another transaction interrupt the next one of a database.
func interrupt(d *DB, other func()) {
	engine := d.engine
	if is, ok := engine.(*interrupted); ok {
		engine = is.engine
	}
	d.engine = &interrupted{engine, other}
}

// What a transaction found before it was undone is not in its result.
func TestTransactionsRunAgain(t *testing.T) {
	t.Run("a game against bots", func(t *testing.T) {
		d := openTest(t)
		n := NewGame{Key: "hexone", Host: newAccount(t, d).ID, HostSeat: 1, Fill: 2}
		var first Game
		interrupt(d, func() {
			var err error
			if first, _, err = d.PlayBots(t.Context(), n, noon); err != nil {
				t.Error(err)
			}
		})
		g, made, err := d.PlayBots(t.Context(), n, noon)
		if err != nil || made || g.ID != first.ID {
			t.Errorf("made: %t, game %s, not %s: %v", made, g.ID, first.ID, err)
		}
	})
	t.Run("a game that begins", func(t *testing.T) {
		d := openTest(t)
		host := newAccount(t, d).ID
		seek := create(t, d, NewGame{Host: host, Control: control(t, "5+3"), Terms: Terms{Listed: true}})
		interrupt(d, func() { must(t)(d.Abort(t.Context(), seek.ID, host, noon)) })
		if g := againstBot(t, d, NewGame{Host: host, Control: control(t, "5+3")}); len(g.Withdrawn) > 0 {
			t.Errorf("withdrawn %+v", g.Withdrawn)
		}
	})
	t.Run("a game now", func(t *testing.T) {
		d := openTest(t)
		n := NewGame{Key: "hexone", Host: newAccount(t, d).ID, HostSeat: 1}
		seek := must(t)(d.PlayNow(t.Context(), n, noon, nil))
		interrupt(d, func() { must(t)(d.Abort(t.Context(), seek.ID, n.Host, noon)) })
		g := must(t)(d.PlayNow(t.Context(), n, noon, nil))
		if g.ID == seek.ID || g.Status != Waiting {
			t.Errorf("game %s is %s, after %s", g.ID, g.Status, seek.ID)
		}
	})
	t.Run("a pulse", func(t *testing.T) {
		d := openTest(t)
		begin(t, d, NewGame{Control: control(t, "4+0")})
		ran(t, d, in(30*time.Second))
		interrupt(d, func() { wantFine(t, []error{d.Pulse(t.Context(), in(time.Minute))}) })
		wantFine(t, []error{d.Pulse(t.Context(), in(time.Minute))})
		if ids := d.resumed.take(); len(ids) != 1 {
			t.Errorf("resumed %v", ids)
		}
	})
	t.Run("a closed account", func(t *testing.T) {
		d := openTest(t)
		g := create(t, d, NewGame{})
		closes := func() (changed []Game, err error) { return d.CloseAccount(t.Context(), g.Host, "", Operator, noon) }
		interrupt(d, func() {
			if changed, err := closes(); err != nil || len(changed) != 1 {
				t.Errorf("changed %+v: %v", changed, err)
			}
		})
		if changed, err := closes(); err != nil || len(changed) > 0 {
			t.Errorf("changed %+v: %v", changed, err)
		}
	})
	t.Run("a closed ladder", func(t *testing.T) {
		c := newClimb(t, openTest(t), nil, "Anna", "Ben")
		closes := func() (LadderNews, error) {
			return c.d.CloseLadder(t.Context(), c.ladder.ID, true, c.organiser.ID, c.tick(time.Second))
		}
		interrupt(c.d, func() {
			if news, err := closes(); err != nil || len(news.Events) == 0 {
				t.Errorf("news %+v: %v", news, err)
			}
		})
		if news, err := closes(); err != nil || len(news.Events) > 0 {
			t.Errorf("news %+v: %v", news, err)
		}
	})
	t.Run("a drawn order", func(t *testing.T) {
		c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl", "Dora")
		ctx, anna := t.Context(), c.people["Anna"].ID
		names := map[string]string{}
		for _, name := range []string{"Anna", "Ben", "Carl", "Dora"} {
			names[c.people[name].ID] = name
		}
		seen, err := c.d.LastLadderEvent(ctx, c.ladder.ID)
		c.try(err)
		o := LadderOrder{People: ladder.Draw("seed2", names), Seen: seen, Seed: "seed2"}
		c.try(c.d.RenameMember(ctx, anna, "Hanna", Operator, c.now)) // whom the seed draws second, and Anna last
		interrupt(c.d, func() { c.try(c.d.RenameMember(ctx, anna, "Anna", Operator, c.now)) })
		_, err = c.d.OrderLadder(ctx, c.ladder.ID, o, c.organiser.ID, c.tick(time.Second))
		c.try(err)
		if e := lastEntry(t, c.d); e.Act != "ladder-drawn" || e.Detail["Seed"] != o.Seed {
			t.Errorf("the log ends in %+v", e)
		}
	})
}
