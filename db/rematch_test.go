package db

import (
	"sync"
	"testing"
	"time"

	"hexclub/rules"
)

func TestRematch(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	over := func(n NewGame) Game {
		g := begin(t, d, n)
		return must(t)(d.Resign(ctx, g.ID, g.by(1), noon))
	}

	t.Run("of two", func(t *testing.T) {
		g := over(NewGame{Explore: true, Control: control(t, "5+3"), Terms: Terms{Rated: true, Listed: true, Drawn: true}})
		one, two := g.by(1), g.by(2)
		if id, err := d.RematchOf(ctx, g.ID); id != "" || err != nil {
			t.Errorf("asked for is %q, %v", id, err)
		}
		asked := must(t)(d.Rematch(ctx, g.ID, two, in(time.Minute), nil))
		if asked.Status != Waiting || asked.Host != two || asked.by(1) != two || asked.Players[1] != (Player{Reserved: one}) ||
			asked.RematchOf != g.ID || asked.Terms != (Terms{Rated: true}) || asked.Record.Control() != g.Record.Control() || !asked.Explore {
			t.Errorf("asked for is %+v", asked)
		}
		if id, err := d.RematchOf(ctx, g.ID); id != asked.ID || err != nil {
			t.Errorf("asked for is %q, %v", id, err)
		}
		if got := read(t, d, g); got.Revision != g.Revision+1 || !got.Changed.Equal(g.Changed) {
			t.Errorf("the game itself is %+v, was %+v", got, g)
		}
		again := must(t)(d.Rematch(ctx, g.ID, two, in(time.Minute), nil))
		if again.ID != asked.ID || again.Revision != asked.Revision {
			t.Errorf("asked again for %+v", again)
		}
		for _, claim := range []Claim{{Person: newAccount(t, d).ID}, {Person: newAccount(t, d).ID, Invite: asked.Invite}} {
			if _, err := d.TakeSeat(ctx, asked.ID, claim, noon); err == nil {
				t.Error("somebody else took the seat")
			}
		}
		begun := must(t)(d.Rematch(ctx, g.ID, one, in(time.Hour), nil))
		if begun.ID != asked.ID || begun.Status != Running || begun.by(1) != two || begun.by(2) != one || !begun.Since.Equal(in(time.Hour+headStart)) {
			t.Errorf("begun is %+v", begun)
		}
		for _, person := range []string{one, two} {
			if third := must(t)(d.Rematch(ctx, g.ID, person, in(time.Hour), nil)); third.ID != asked.ID || third.Revision != begun.Revision {
				t.Errorf("asked once more for %+v", third)
			}
		}
		wantWhole(t, d, asked.ID)
		// Of the rematch there is another, with the first seats again.
		must(t)(d.Resign(ctx, asked.ID, one, noon))
		next := must(t)(d.Rematch(ctx, asked.ID, one, noon, nil))
		if next.ID == asked.ID || next.by(1) != one || next.Players[1].Reserved != two {
			t.Errorf("the next is %+v", next)
		}
	})
	t.Run("declined, then asked for again", func(t *testing.T) {
		g := over(NewGame{})
		one, two := g.by(1), g.by(2)
		asked := must(t)(d.Rematch(ctx, g.ID, one, noon, nil))
		must(t)(d.Abort(ctx, asked.ID, two, noon))
		wantEnd(t, d, asked, "void", rules.CalledOff)
		if id, _ := d.RematchOf(ctx, g.ID); id != "" {
			t.Errorf("asked for is %s", id)
		}
		again := must(t)(d.Rematch(ctx, g.ID, two, noon, nil))
		if again.ID == asked.ID || again.Host != two {
			t.Errorf("again %+v", again)
		}
		must(t)(d.LeaveSeat(ctx, again.ID, two, noon)) // takes it back
		third := must(t)(d.Rematch(ctx, g.ID, one, noon, nil))
		must(t)(d.Rematch(ctx, g.ID, two, noon, nil))
		must(t)(d.Abort(ctx, third.ID, two, noon)) // when it had begun
		fourth := must(t)(d.Rematch(ctx, g.ID, two, noon, nil))
		if fourth.ID == third.ID || fourth.Status != Waiting {
			t.Errorf("the fourth is %+v", fourth)
		}
	})
	t.Run("of four in two teams", func(t *testing.T) {
		g := over(NewGame{Key: "six", Setup: rules.Setup{Options: map[string]string{"seats": "4", "rules": "advanced"}}})
		var next Game
		for _, seat := range []rules.Seat{3, 1, 4, 2} {
			next = must(t)(d.Rematch(ctx, g.ID, g.by(seat), noon, nil))
		}
		if next.Status != Running || next.Record.Setup().Options["rules"] != "advanced" {
			t.Errorf("next %+v", next)
		}
		for seat := range g.Players {
			if next.Players[(seat+1)%4].ID != g.Players[seat].ID {
				t.Errorf("players %+v, were %+v", next.Players, g.Players)
			}
		}
	})
	t.Run("declined by one of many, who thinks again", func(t *testing.T) {
		g := over(NewGame{Key: "six", Setup: seats("4")})
		mustExec(t, d, "UPDATE seats SET person = $2 WHERE game = $1 AND seat = 4", g.ID, g.by(2))
		g = read(t, d, g)
		one, two, three := g.by(1), g.by(2), g.by(3)
		next := must(t)(d.Rematch(ctx, g.ID, one, noon, nil))
		next = must(t)(d.Abort(ctx, next.ID, two, noon))
		if next.Status != Waiting || next.ReservedFor(two) != 0 || next.ReservedFor(three) == 0 {
			t.Errorf("declined is %+v", next)
		}
		next = must(t)(d.Rematch(ctx, g.ID, two, noon, nil))
		next = must(t)(d.Rematch(ctx, g.ID, three, noon, nil))
		if len(next.SeatsOf(two)) != 1 || len(next.SeatsOf("")) != 1 || next.Status != Waiting {
			t.Errorf("asked for again is %+v", next)
		}
		must(t)(d.joinGame(ctx, next.Invite, newAccount(t, d).ID, noon))
		if next = read(t, d, next); next.Status != Running {
			t.Errorf("next is %+v", next)
		}
	})
	t.Run("from a position", func(t *testing.T) {
		from := playRandom(t, d, newGame(t, d, true), 6, 1).Record.State().Position()
		g := over(NewGame{Setup: rules.Setup{Position: from}})
		if next := must(t)(d.Rematch(ctx, g.ID, g.by(1), noon, nil)); next.Record.State().Position() != from {
			t.Errorf("begins at %s", next.Record.State().Position())
		}
	})
	t.Run("by people with several seats", func(t *testing.T) {
		g := begin(t, d, NewGame{Key: "six", Setup: seats("4")})
		mustExec(t, d, "UPDATE seats SET person = $2 WHERE game = $1 AND seat = 3", g.ID, g.by(1))
		mustExec(t, d, "UPDATE seats SET person = $2 WHERE game = $1 AND seat = 4", g.ID, g.by(2))
		must(t)(d.Resign(ctx, g.ID, g.by(1), noon))
		must(t)(d.Rematch(ctx, g.ID, g.by(1), noon, nil))
		next := must(t)(d.Rematch(ctx, g.ID, g.by(2), noon, nil))
		if next.Status != Running || len(next.SeatsOf(g.by(1))) != 2 {
			t.Errorf("next is %s with %+v", next.Status, next.Players)
		}
	})

	t.Run("between people of whom one has blocked the other", func(t *testing.T) {
		g := over(NewGame{})
		if err := d.Block(ctx, g.by(1), g.by(2), noon); err != nil {
			t.Fatal(err)
		}
		for _, seat := range []rules.Seat{1, 2} {
			_, err := d.Rematch(ctx, g.ID, g.by(seat), noon, nil)
			wantError(t, err, rules.Conflict, "error.rematch-refused")
		}
		if id, _ := d.RematchOf(ctx, g.ID); id != "" {
			t.Errorf("asked for is %s", id)
		}
	})

	running, waiting, device := begin(t, d, NewGame{}), create(t, d, NewGame{}), newGame(t, d, true)
	finished, cancelled, gone := over(NewGame{}), create(t, d, NewGame{}), over(NewGame{})
	must(t)(d.Abort(ctx, cancelled.ID, cancelled.Host, noon))
	must(t)(d.Resign(ctx, device.ID, device.Host, noon))
	mustExec(t, d, "UPDATE people SET deleted = true WHERE id = $1", gone.by(2))
	for name, tt := range map[string]struct {
		game, person string
		kind         rules.ErrorKind
		key          string
	}{
		"no game":           {"none", finished.by(1), rules.NotFound, "error.no-game"},
		"a stranger":        {finished.ID, running.by(1), rules.Forbidden, "error.not-a-player"},
		"nobody":            {finished.ID, "", rules.Forbidden, "error.not-a-player"},
		"nobody, free seat": {cancelled.ID, "", rules.Forbidden, "error.not-a-player"},
		"it runs":           {running.ID, running.by(1), rules.Conflict, "error.not-over"},
		"it waits":          {waiting.ID, waiting.by(1), rules.Conflict, "error.not-over"},
		"one device":        {device.ID, device.Host, rules.Conflict, "error.rematch-device"},
		"it never began":    {cancelled.ID, cancelled.Host, rules.Conflict, "error.begun"},
		"who left the club": {gone.ID, gone.by(1), rules.Conflict, "error.rematch-gone"},
	} {
		t.Run(name, func(t *testing.T) {
			before := countRows(t, d, "games")
			_, err := d.Rematch(ctx, tt.game, tt.person, noon, nil)
			wantError(t, err, tt.kind, tt.key)
			if after := countRows(t, d, "games"); after != before {
				t.Errorf("%d games, before %d", after, before)
			}
		})
	}
}

// Players who ask for a rematch at the same time get the same game, and it begins.
func TestRematchAtOnce(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	for range 50 {
		g := begin(t, d, NewGame{})
		must(t)(d.Resign(ctx, g.ID, g.by(1), noon))
		var made [4]Game
		var errs [4]error
		var all sync.WaitGroup
		for i := range made {
			all.Go(func() { made[i], errs[i] = d.Rematch(ctx, g.ID, g.by(rules.Seat(i%2+1)), noon, nil) })
		}
		all.Wait()
		for i := range made {
			if errs[i] != nil || made[i].ID != made[0].ID {
				t.Fatalf("asked for are %v and %v: %v", made[i].ID, made[0].ID, errs[i])
			}
		}
		next := read(t, d, made[0])
		if next.Status != Running || next.by(1) != g.by(2) || next.by(2) != g.by(1) || next.Revision != 2 {
			t.Fatalf("next is %+v", next)
		}
	}
}
