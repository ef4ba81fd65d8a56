package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hexclub/db"
	"hexclub/rules"
)

// momentForm is how moments are written, which are in universal time.
const momentForm = "2006-01-02 15:04:05 MST"

// bansCommand is what the operator does about addresses that are kept out. A running site
// knows of it within seconds.
type bansCommand struct {
	databaseFlag `embed:""`
	Add          banCommand      `cmd:"" help:"Keep an address, or a range of them, out for a while."`
	List         listBansCommand `cmd:"" help:"List the addresses that are kept out."`
	Lift         liftBanCommand  `cmd:"" help:"Let an address, or a range of them, in again."`
}

// banCommand keeps a range of addresses out.
type banCommand struct {
	reasonFlag `embed:""`
	Range      string        `arg:"" help:"Address or range, such as 192.0.2.7 or 2001:db8::/48."`
	For        time.Duration `default:"24h" help:"For how long, such as 90m, 36h or 7d; a year at most."`
}

// Run keeps the addresses out.
func (c banCommand) Run(ctx context.Context, bans *bansCommand) error {
	prefix, err := db.ParseRange(c.Range)
	if err != nil {
		return fmt.Errorf("%q is no address, and no range of a /16 of version 4 or a /32 of version 6 at most, such as 192.0.2.0/24", c.Range)
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
			return fmt.Errorf("%s is this machine: where a proxy is on it that --proxy does not name, everybody comes from there", db.RangeText(prefix))
		case rules.IsKind(err, rules.Invalid):
			return errors.New("--for is more than nothing and a year at most")
		case rules.IsKind(err, rules.TooMany):
			return errors.New("there are too many bans: lift some first")
		case err != nil:
			return err
		}
		fmt.Printf("%s is kept out until %s\n", db.RangeText(prefix), ban.Until.UTC().Format(momentForm))
		return nil
	})
}

type listBansCommand struct{}

// Run prints a line for each ban, with its end in universal time.
func (listBansCommand) Run(ctx context.Context, bans *bansCommand) error {
	return bans.with(ctx, func(store *db.DB) error {
		list, err := store.Bans(ctx, time.Now())
		for _, ban := range list {
			fmt.Printf("%s\t%s\t%q\n", db.RangeText(ban.Prefix), ban.Until.UTC().Format(momentForm), ban.Reason)
		}
		return err
	})
}

// liftBanCommand lets a range of addresses in again.
type liftBanCommand struct {
	Range string `arg:"" help:"Address or range, as the list has it."`
}

// Run lets the addresses in.
func (c liftBanCommand) Run(ctx context.Context, bans *bansCommand) error {
	prefix, err := db.ParseRange(c.Range)
	if err != nil {
		return fmt.Errorf("%q is no address and no range", c.Range)
	}
	return bans.with(ctx, func(store *db.DB) error {
		err := store.LiftBan(ctx, prefix, db.Operator, time.Now())
		switch {
		case rules.IsKind(err, rules.NotFound):
			return fmt.Errorf("%s is not kept out", db.RangeText(prefix))
		case err != nil:
			return err
		}
		fmt.Printf("%s is let in\n", db.RangeText(prefix))
		return nil
	})
}
