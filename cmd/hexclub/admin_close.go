package main

import (
	"context"
	"fmt"
	"time"

	"hexclub/db"
	"hexclub/rules"
)

// disableCommand closes an account.
type disableCommand struct {
	Name   string `arg:"" help:"Name of the account."`
	Reason string `help:"Why, for the club's log, which all members read."`
}

// Run closes the account, which counts at once.
func (c disableCommand) Run(ctx context.Context, admin *adminCommand) error {
	return admin.with(func(store *db.DB) error {
		person, err := account(ctx, store, c.Name)
		if err != nil {
			return err
		}
		_, err = store.CloseAccount(ctx, person.ID, c.Reason, "", time.Now())
		switch {
		case rules.IsKind(err, rules.Conflict):
			return fmt.Errorf("%s is the only admin: make somebody else one first", person.Name)
		case err != nil:
			return err
		}
		fmt.Printf("the account of %s is closed now\n", person.Name)
		return nil
	})
}

// enableCommand opens an account that was closed.
type enableCommand struct {
	Name string `arg:"" help:"Name of the account."`
}

// Run opens the account again, which counts at once.
func (c enableCommand) Run(ctx context.Context, admin *adminCommand) error {
	return admin.with(func(store *db.DB) error {
		person, err := account(ctx, store, c.Name)
		if err != nil {
			return err
		}
		if err := store.OpenAccount(ctx, person.ID, "", time.Now()); err != nil {
			return err
		}
		fmt.Printf("the account of %s is open\n", person.Name)
		return nil
	})
}
