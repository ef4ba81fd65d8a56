package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hexclub/db"
	"hexclub/rules"
)

// adminCommand is what the operator does at the machine, beside a running server or
// without one.
type adminCommand struct {
	DB   string      `default:"hexclub.db" env:"HEXCLUB_DB" name:"db" type:"existingfile" help:"SQLite file of the site."`
	Role roleCommand `cmd:"" help:"Make a member an admin, an organiser or a member like others."`
}

// roleCommand gives an account a role; so a club gets its first admin.
type roleCommand struct {
	Name string `arg:"" help:"Name of the account."`
	Role string `arg:"" enum:"member,organiser,admin" help:"member, organiser or admin."`
}

// Run gives the account the role, which counts at once.
func (r roleCommand) Run(ctx context.Context, admin *adminCommand) (err error) {
	store, err := db.Open(admin.DB)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	person, err := store.PersonByName(ctx, r.Name)
	if rules.IsKind(err, rules.NotFound) {
		return fmt.Errorf("no account is called %q", r.Name)
	}
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
}
