package main

import (
	"context"
	"fmt"
	"time"

	"hexclub/db"
	"hexclub/rules"
)

// adminCommand is what the operator does to accounts.
type adminCommand struct {
	databaseFlag `embed:""`
	Role         roleCommand    `cmd:"" help:"Make a member an admin, an organiser or a member like others."`
	Disable      disableCommand `cmd:"" help:"Close an account: whoever has it is logged out, and logs in no more."`
	Enable       enableCommand  `cmd:"" help:"Open an account again that was closed."`
}

// roleCommand gives an account a role; so a club gets its first admin.
type roleCommand struct {
	Name string `arg:"" help:"Name of the account."`
	Role string `arg:"" enum:"member,organiser,admin" help:"member, organiser or admin."`
}

// Run gives the account the role, which counts at once.
func (r roleCommand) Run(ctx context.Context, admin *adminCommand) error {
	return admin.with(func(store *db.DB) error {
		person, err := account(ctx, store, r.Name)
		if err != nil {
			return err
		}
		err = store.GiveRole(ctx, person.ID, db.Role(r.Role), time.Now())
		switch {
		case rules.IsKind(err, rules.Conflict) && person.Hash == "":
			return fmt.Errorf("%s was imported and has not come yet: whoever has the link would be %s", person.Name, r.Role)
		case rules.IsKind(err, rules.Conflict):
			return fmt.Errorf("%s is the only admin: make somebody else one first", person.Name)
		case err != nil:
			return err
		}
		fmt.Printf("%s is %s now\n", person.Name, r.Role)
		return nil
	})
}
