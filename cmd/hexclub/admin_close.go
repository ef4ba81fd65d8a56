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

// Run disables the account, effective immediately.
func (c disableCommand) Run(ctx context.Context, admin *adminCommand) error {
	reason, err := c.text()
	if err != nil {
		return err
	}
	return admin.withAccount(ctx, c.Name, func(store *db.DB, person db.Person) error {
		if !person.Closed.IsZero() {
			fmt.Printf("the account of %s is already closed\n", person.Name)
			return nil
		}
		if _, err := store.CloseAccount(ctx, person.ID, reason, db.Operator, time.Now()); err != nil {
			return onlyAdmin(person, err)
		}
		fmt.Printf("the account of %s is now closed\n", person.Name)
		return nil
	})
}

// enableCommand reopens a closed account.
type enableCommand struct {
	Name string `arg:"" help:"Name of the account."`
}

// Run enables the account, effective immediately.
func (c enableCommand) Run(ctx context.Context, admin *adminCommand) error {
	return admin.withAccount(ctx, c.Name, func(store *db.DB, person db.Person) error {
		if person.Closed.IsZero() {
			fmt.Printf("the account of %s is already open\n", person.Name)
			return nil
		}
		if err := store.OpenAccount(ctx, person.ID, db.Operator, time.Now()); err != nil {
			return err
		}
		fmt.Printf("the account of %s is now open\n", person.Name)
		return nil
	})
}

// deleteCommand deletes an account at the request of its user.
type deleteCommand struct {
	Name string `arg:"" help:"Name of the account."`
	Yes  bool   `help:"Don't ask for confirmation."`
}

// Run deletes the account, after the operator has typed its name to confirm.
func (c deleteCommand) Run(ctx context.Context, admin *adminCommand) error {
	return admin.withAccount(ctx, c.Name, func(store *db.DB, person db.Person) error {
		if !c.Yes {
			fmt.Printf("This permanently deletes the account of %s. Running games are resigned; finished games stay, without\n"+
				"the name. To confirm, type the name: ", person.Name)
			typed, _ := bufio.NewReader(os.Stdin).ReadString('\n') // on error the name does not match
			if strings.TrimSpace(typed) != person.Name {
				return errors.New("the name does not match, nothing was deleted")
			}
		}
		if _, err := store.DeleteAccount(ctx, person.ID, "", db.Operator, time.Now()); err != nil {
			return onlyAdmin(person, err)
		}
		fmt.Printf("the account of %s is deleted; earlier backups still contain it\n", person.Name)
		return nil
	})
}

// onlyAdmin explains the conflict of a change to the account of the only admin.
func onlyAdmin(person db.Person, err error) error {
	if rules.IsKind(err, rules.Conflict) {
		return fmt.Errorf("%s is the only admin: make another member an admin first", person.Name)
	}
	return err
}
