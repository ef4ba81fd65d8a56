package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hexclub/db"
)

// sessionsCommand is what the operator does to sessions.
type sessionsCommand struct {
	databaseFlag `embed:""`
	Revoke       revokeCommand `cmd:"" help:"Log a member out everywhere, or all members. Guests stay: a session is the only way to their games."`
}

// revokeCommand ends sessions.
type revokeCommand struct {
	Name string `arg:"" optional:"" help:"Name of the account."`
	All  bool   `help:"All accounts."`
}

// Run ends the sessions, which counts from the next request of each browser on.
func (r revokeCommand) Run(ctx context.Context, sessions *sessionsCommand) error {
	if r.All == (r.Name != "") {
		return errors.New("either the name of an account is needed, or --all")
	}
	revoke := func(store *db.DB, person db.Person) error {
		ended, err := store.RevokeSessions(ctx, person.ID, time.Now())
		if err != nil {
			return err
		}
		fmt.Printf("sessions ended: %d\n", ended)
		return nil
	}
	if r.All {
		return sessions.with(ctx, func(store *db.DB) error { return revoke(store, db.Person{}) })
	}
	return sessions.withAccount(ctx, r.Name, revoke)
}
