package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"hexclub/db"
	"hexclub/rules"
)

// disableCommand closes an account.
type disableCommand struct {
	reasonFlag `embed:""`
	Name       string `arg:"" help:"Name of the account."`
}

// Run closes the account, which counts at once.
func (c disableCommand) Run(ctx context.Context, admin *adminCommand) error {
	reason, err := c.text()
	if err != nil {
		return err
	}
	return admin.withAccount(ctx, c.Name, func(store *db.DB, person db.Person) error {
		if !person.Closed.IsZero() {
			fmt.Printf("the account of %s was closed already: nothing is changed\n", person.Name)
			return nil
		}
		if _, err := store.CloseAccount(ctx, person.ID, reason, db.Operator, time.Now()); err != nil {
			return onlyAdmin(person, err)
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
	return admin.withAccount(ctx, c.Name, func(store *db.DB, person db.Person) error {
		if person.Closed.IsZero() {
			fmt.Printf("the account of %s was open already: nothing is changed\n", person.Name)
			return nil
		}
		if err := store.OpenAccount(ctx, person.ID, db.Operator, time.Now()); err != nil {
			return err
		}
		fmt.Printf("the account of %s is open\n", person.Name)
		return nil
	})
}

// deleteCommand deletes an account, for who asks the operator for it.
type deleteCommand struct {
	Name string `arg:"" help:"Name of the account."`
	Yes  bool   `help:"Do it without asking for the name once more."`
}

// Run deletes the account, which counts at once, when whoever sits at the machine is sure.
func (c deleteCommand) Run(ctx context.Context, admin *adminCommand) error {
	return admin.withAccount(ctx, c.Name, func(store *db.DB, person db.Person) error {
		if !c.Yes {
			fmt.Printf("The account of %s is deleted for good, as its person does it in the settings: games under way are\n"+
				"resigned, those that ended stay, without the name. To confirm, type the name: ", person.Name)
			typed, _ := bufio.NewReader(os.Stdin).ReadString('\n') // what cannot be read is no name
			if strings.TrimSpace(typed) != person.Name {
				return errors.New("that is not the name, so nothing was deleted")
			}
		}
		if _, err := store.DeleteAccount(ctx, person.ID, time.Now()); err != nil {
			return onlyAdmin(person, err)
		}
		fmt.Printf("the account of %s is deleted; backups made before still have it\n", person.Name)
		return nil
	})
}

// onlyAdmin tells what stands in the way when an account is the only admin's.
func onlyAdmin(person db.Person, err error) error {
	if rules.IsKind(err, rules.Conflict) {
		return fmt.Errorf("%s is the only admin: make somebody else one first", person.Name)
	}
	return err
}
