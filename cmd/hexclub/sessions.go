package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hexclub/db"
)

// sessionsCommand manages sessions.
type sessionsCommand struct {
	databaseFlag `embed:""`
	Revoke       revokeCommand `cmd:"" help:"Log out a member, or all members, on all devices. Guests stay logged in, or they would lose their games."`
}

// revokeCommand deletes sessions.
type revokeCommand struct {
	Name string `arg:"" optional:"" help:"Name of the account."`
	All  bool   `help:"All accounts."`
}

// Run deletes the sessions, effective from the next request of each browser.
func (r revokeCommand) Run(ctx context.Context, sessions *sessionsCommand) error {
	if r.All == (r.Name != "") {
		return errors.New("give the name of an account, or --all")
	}
	revoke := func(store *db.DB, person db.Person) error {
		ended, err := store.RevokeSessions(ctx, person.ID, time.Now())
		if err != nil {
			return err
		}
		fmt.Printf("sessions deleted: %d\n", ended)
		return nil
	}
	if r.All {
		return sessions.with(ctx, func(store *db.DB) error { return revoke(store, db.Person{}) })
	}
	return sessions.withAccount(ctx, r.Name, revoke)
}
