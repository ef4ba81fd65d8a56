// Package demo makes a club to look at. [Fill] has all that happens in it done as people
// do it, by the methods of package db at times that are past, so it is as valid as what
// they do. people.go has its people, games.go how they play, club.go its seasons, ladder
// and tournaments.
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

// Fill lets a club come about in a database that nobody has used, until now, in which
// Admin has the password, and nobody else has any. Its people and what they set up are
// the same each time; the lots that the site itself draws, as who begins a match, are
// not, so neither are the games.
func Fill(ctx context.Context, store *db.DB, password string, now time.Time) error {
	d := demo{DB: store, now: now, random: rand.New(rand.NewPCG(1, 0))}
	return d.fill(ctx, password)
}

// A demo is a club as it comes about.
type demo struct {
	*db.DB
	now     time.Time // until when things happen
	random  *rand.Rand
	people  []member // the first is the admin, the next two are organisers
	admin   string   // id
	season  string   // id of the one that goes on
	club    ladderOf
	evening int
}

// ago is a moment some days before now, in the evening.
func (d *demo) ago(days int) time.Time {
	return d.now.UTC().Truncate(24*time.Hour).AddDate(0, 0, -days).Add(18 * time.Hour)
}

const welcome = `# Welcome to the Honeycomb

We play **every Tuesday from seven** in the back room of the *Blue Lamp*, and on this
site all week long. Beginners are welcome: take [a lesson](/learn), or sit down with us.

- The **ladder** is open all season: join at its foot, and challenge upwards.
- The **Hexone Cup** is a Swiss of whole matches, one a week.
- Write to <honeycomb@club.example>.
`

// fill lets the club come about, from its first day on.
func (d *demo) fill(ctx context.Context, password string) error {
	hash, err := account.HashPassword(ctx, password)
	if err != nil {
		return err
	}
	nobodys, err := account.HashPassword(ctx, db.NewID(32))
	if err != nil {
		return err
	}
	if err := d.gather(ctx, hash, nobodys); err != nil {
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
	return d.Pulse(ctx, d.now) // no clock runs until the site does
}

// evenings is what happens since the season has begun, in the order of time.
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
