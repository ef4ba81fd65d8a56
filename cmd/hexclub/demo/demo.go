// Package demo creates a club to look at. [Fill] calls the methods of package db with times in the
// past, so the data is as valid as that of a real club. people.go has the members, games.go plays
// the games, and club.go has seasons, the ladder and tournaments.
package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"hexclub/db"
	"hexclub/handlers/account"
)

// Fill fills an unused database with a club whose history ends now. Admin has the password; the
// other accounts have none. Members, seasons and events are the same each time. The games are not,
// because the site draws lots, for example for who begins a match.
func Fill(ctx context.Context, store *db.DB, password string, now time.Time) error {
	d := demo{DB: store, now: now, random: rand.New(rand.NewPCG(1, 0))}
	return d.fill(ctx, password)
}

// A demo is the club while it is being filled.
type demo struct {
	*db.DB
	now     time.Time // end of the history
	random  *rand.Rand
	people  []member // the first is the admin, the next two are organisers
	admin   string   // id of the admin
	season  string   // id of the current season
	club    ladderOf
	evening int
}

// ago returns an evening some days before now.
func (d *demo) ago(days int) time.Time {
	return d.now.UTC().Truncate(24*time.Hour).AddDate(0, 0, -days).Add(18 * time.Hour)
}

const welcome = `Every Tuesday from seven in the back room of the Blue Lamp, and here all week long. Beginners are welcome.

- Take [a lesson](/learn), or sit down with us.
- The **ladder** is open all season: join at its foot, and challenge upwards.
- The **Hexone Cup** is a Swiss of whole matches, one a week.
- Write to <honeycomb@club.example>.
`

// fill creates the history of the club in order.
func (d *demo) fill(ctx context.Context, password string) error {
	hash, err := account.HashPassword(ctx, password)
	if err != nil {
		return err
	}
	unusable, err := account.HashPassword(ctx, db.NewID(32))
	if err != nil {
		return err
	}
	if err := d.gather(ctx, hash, unusable); err != nil {
		return fmt.Errorf("people: %w", err)
	}
	settings := db.Club{Name: "The Honeycomb", Open: true, Guests: true}
	if _, err := d.SetClub(ctx, settings, strings.TrimSpace(welcome), d.admin, d.ago(80)); err != nil {
		return err
	}
	for _, part := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"the season before", d.seasonBefore},
		{"the season", d.openSeason},
		{"evenings", d.evenings},
		{"tournaments", d.enterKnockout},
		{"games that go on", d.leaveGames},
	} {
		if err := part.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return d.Pulse(ctx, d.now) // clocks run only while the site does
}

// evenings creates what happened since the season began, in order.
func (d *demo) evenings(ctx context.Context) error {
	cup, err := d.openCup(ctx)
	if err != nil {
		return err
	}
	for days := 42; days > 2; days-- {
		switch {
		case days%7 == 0:
			err = d.openEvening(ctx, d.ago(days))
		case days%7 == 5:
			err = d.club.evening(ctx, d.ago(days))
		case days == 6:
			err = d.importList(ctx, d.ago(days))
		case days == 17 || days == 10 || days == 3:
			err = d.cupRound(ctx, cup, d.ago(days), days == 3)
		}
		if err != nil {
			return fmt.Errorf("%d days ago: %w", days, err)
		}
	}
	return d.club.openChallenges(ctx, d.now.Add(-20*time.Hour))
}
