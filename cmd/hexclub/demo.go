package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"hexclub/db"
	"hexclub/handlers"
)

// demoCommand fills a new database with a club to look at. All that happens in it is
// done as people do it, at times that are past, so it is as valid as what they do.
type demoCommand struct {
	DB string `default:"hexclub.db" env:"HEXCLUB_DB" name:"db" type:"path" help:"SQLite file, which is to be new."`
}

// Run fills the database, and prints how its admin logs in.
func (c demoCommand) Run(ctx context.Context) (err error) {
	store, err := db.Open(c.DB)
	if err != nil {
		return fmt.Errorf("open %s: %w", c.DB, err)
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	untouched, err := store.Untouched(ctx)
	if err != nil {
		return err
	}
	if !untouched {
		return fmt.Errorf("%s holds a club already: the demo wants a new file", c.DB)
	}
	d := demo{DB: store, now: time.Now(), random: rand.New(rand.NewPCG(1, 0))}
	password := db.NewID(16)
	if err := d.fill(ctx, password); err != nil {
		return fmt.Errorf("%s is half filled now, remove it: %w", c.DB, err)
	}
	fmt.Printf("%s holds a club now. Log in as its admin, %s, with the password %s\n", c.DB, adminName, password)
	fmt.Printf("Nobody else in it has a password. Look at it with: hexclub serve --db %s\n", c.DB)
	return nil
}

// A demo is a club as it comes about: the same each time, but for the calendar.
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
	hash, err := handlers.HashPassword(ctx, password)
	if err != nil {
		return err
	}
	nobodys, err := handlers.HashPassword(ctx, db.NewID(32))
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
		case days == 17 || days == 10 || days == 3:
			err = d.cupRound(ctx, cup, d.ago(days), days == 3)
		}
		if err != nil {
			return fmt.Errorf("%d days ago: %w", days, err)
		}
	}
	return d.club.openChallenges(ctx, d.now.Add(-20*time.Hour))
}
