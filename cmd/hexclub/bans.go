package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hexclub/db"
	"hexclub/rules"
)

// timeFormat is the format of times in output, which are in UTC.
const timeFormat = "2006-01-02 15:04:05 MST"

// bansCommand manages banned IP addresses. A running server applies a change within seconds.
type bansCommand struct {
	databaseFlag `embed:""`
	Add          banCommand      `cmd:"" help:"Ban an address or a range."`
	List         listBansCommand `cmd:"" help:"List bans."`
	Lift         liftBanCommand  `cmd:"" help:"Lift a ban."`
}

// banCommand bans a range of addresses.
type banCommand struct {
	reasonFlag `embed:""`
	Range      string        `arg:"" help:"Address or range, such as 192.0.2.7 or 2001:db8::/48."`
	For        time.Duration `default:"24h" help:"Duration, such as 90m, 36h or 7d; at most a year."`
}

// Run adds the ban.
func (c banCommand) Run(ctx context.Context, bans *bansCommand) error {
	prefix, err := db.ParseRange(c.Range)
	if err != nil {
		return fmt.Errorf("%q is not an address, nor a range of at most a /16 of IPv4 or a /32 of IPv6, such as 192.0.2.0/24", c.Range)
	}
	reason, err := c.text()
	if err != nil {
		return err
	}
	now := time.Now()
	return bans.with(ctx, func(store *db.DB) error {
		ban := db.Ban{Prefix: prefix, Reason: reason, Until: now.Add(c.For)}
		err := store.AddBan(ctx, ban, db.Operator, now)
		switch {
		case errors.Is(err, db.ErrBanProxy):
			return fmt.Errorf("%s is this machine: behind a proxy that --proxy does not name, all requests come from it", db.RangeText(prefix))
		case rules.IsKind(err, rules.Invalid):
			return errors.New("--for must be positive and at most a year")
		case rules.IsKind(err, rules.TooMany):
			return errors.New("there are too many bans: lift some first")
		case err != nil:
			return err
		}
		fmt.Printf("%s is banned until %s\n", db.RangeText(prefix), ban.Until.UTC().Format(timeFormat))
		return nil
	})
}

type listBansCommand struct{}

// Run prints one line for each ban, with its end in UTC.
func (listBansCommand) Run(ctx context.Context, bans *bansCommand) error {
	return bans.with(ctx, func(store *db.DB) error {
		list, err := store.Bans(ctx, time.Now())
		for _, ban := range list {
			fmt.Printf("%s\t%s\t%q\n", db.RangeText(ban.Prefix), ban.Until.UTC().Format(timeFormat), ban.Reason)
		}
		return err
	})
}

// liftBanCommand lifts a ban.
type liftBanCommand struct {
	Range string `arg:"" help:"Address or range, as in the list."`
}

// Run lifts the ban.
func (c liftBanCommand) Run(ctx context.Context, bans *bansCommand) error {
	prefix, err := db.ParseRange(c.Range)
	if err != nil {
		return fmt.Errorf("%q is not an address or a range", c.Range)
	}
	return bans.with(ctx, func(store *db.DB) error {
		err := store.LiftBan(ctx, prefix, db.Operator, time.Now())
		switch {
		case rules.IsKind(err, rules.NotFound):
			return fmt.Errorf("%s is not banned", db.RangeText(prefix))
		case err != nil:
			return err
		}
		fmt.Printf("%s is no longer banned\n", db.RangeText(prefix))
		return nil
	})
}
