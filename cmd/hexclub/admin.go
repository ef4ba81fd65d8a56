package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"hexclub/db"
	"hexclub/handlers/account"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// adminCommand is what the operator does to accounts.
type adminCommand struct {
	databaseFlag `embed:""`
	Create       createCommand    `cmd:"" help:"Make an account: an admin, where nothing else is said."`
	List         listCommand      `cmd:"" help:"List who is an admin or an organiser."`
	ResetLink    resetLinkCommand `cmd:"" help:"Print a link by which a member chooses a new password."`
	Role         roleCommand      `cmd:"" help:"Make a member an admin, an organiser or a member like others."`
	Disable      disableCommand   `cmd:"" help:"Close an account: whoever has it is logged out, and logs in no more."`
	Enable       enableCommand    `cmd:"" help:"Open an account again that was closed."`
	Delete       deleteCommand    `cmd:"" help:"Delete an account for good, for who asks you for it."`
}

// createCommand makes an account, whoever may sign up on the site, and the database, where
// the site was not started yet.
type createCommand struct {
	linkFlag     `embed:""`
	Name         string `arg:"" help:"Name of the account."`
	Role         string `default:"admin" enum:"member,organiser,admin" help:"member, organiser or admin (the default)."`
	PasswordFile string `placeholder:"FILE" help:"File with the password, - for standard input. By default a link is printed by which it is chosen."`
}

// Run makes the account.
func (n createCommand) Run(ctx context.Context, admin *adminCommand) error {
	if err := n.check(); err != nil {
		return err
	}
	own := account.Account{Name: n.Name, Role: db.Role(n.Role)}
	if n.PasswordFile != "" {
		var err error
		if own.Password, err = secretIn(n.PasswordFile); err != nil {
			return fmt.Errorf("--password-file: %w", err)
		}
	}
	text, err := i18n.Load()
	if err != nil {
		return err
	}
	return admin.withNew(ctx, func(store *db.DB) error {
		path, err := account.CreateAccount(ctx, store, text, own, time.Now())
		if rules.IsKind(err, rules.Invalid) || rules.IsKind(err, rules.Conflict) {
			return errors.New(page.ErrorText(text.Match("en", ""), err))
		}
		if err != nil {
			return err
		}
		fmt.Printf("%s is %s now\n", n.Name, n.Role)
		if path != "" {
			n.print(path)
		}
		return nil
	})
}

// resetLinkCommand makes a link for a new password.
type resetLinkCommand struct {
	linkFlag `embed:""`
	Name     string `arg:"" help:"Name of the account."`
}

// Run prints the link. Until it is used nothing changes.
func (r resetLinkCommand) Run(ctx context.Context, admin *adminCommand) error {
	if err := r.check(); err != nil {
		return err
	}
	return admin.withAccount(ctx, r.Name, func(store *db.DB, person db.Person) error {
		path, err := web.MakeReset(ctx, store, person.ID, db.Operator, time.Now())
		if rules.IsKind(err, rules.Conflict) {
			return fmt.Errorf("the account of %s is closed: enable it first", person.Name)
		}
		if err != nil {
			return err
		}
		r.print(path)
		return nil
	})
}

// A linkFlag is where links begin that are printed.
type linkFlag struct {
	URL string `default:"http://localhost:8080" env:"HEXCLUB_URL" name:"url" help:"Public address of the site, that the link begins with."`
}

// check refuses an address that the server would refuse.
func (f linkFlag) check() error {
	if err := namingFlag(web.Config{URL: f.URL}.Check()); err != nil {
		return configError(err)
	}
	return nil
}

// print prints a link by which a password is chosen.
func (f linkFlag) print(path string) {
	fmt.Printf("Once, and within 24 hours, a password is chosen by this link:\n%s\n", strings.TrimRight(f.URL, "/")+path)
}

// listCommand lists who runs the club.
type listCommand struct{}

// Run prints names and roles, a line each.
func (listCommand) Run(ctx context.Context, admin *adminCommand) error {
	return admin.with(ctx, func(store *db.DB) error {
		for _, role := range []db.Role{db.Admin, db.Organiser} {
			list, more, err := store.Members(ctx, db.MemberFilter{Role: role}, 1000)
			if err != nil {
				return err
			}
			for _, m := range list {
				line := fmt.Sprintf("%s\t%s", role, m.Name)
				if !m.Joined {
					line += "\t(has no password yet)"
				}
				fmt.Println(line)
			}
			if more {
				fmt.Println("and others")
			}
		}
		return nil
	})
}

// roleCommand gives an account a role; so a club gets its first admin.
type roleCommand struct {
	Name string `arg:"" help:"Name of the account."`
	Role string `arg:"" enum:"member,organiser,admin" help:"member, organiser or admin."`
}

// Run gives the account the role, which counts at once.
func (r roleCommand) Run(ctx context.Context, admin *adminCommand) error {
	return admin.withAccount(ctx, r.Name, func(store *db.DB, person db.Person) error {
		err := store.SetRole(ctx, person.ID, db.Role(r.Role), db.Operator, time.Now())
		if rules.IsKind(err, rules.Conflict) && person.Hash == "" {
			return fmt.Errorf("%s has no password yet: whoever has the link to choose one would be %s", person.Name, r.Role)
		}
		if err != nil {
			return onlyAdmin(person, err)
		}
		fmt.Printf("%s is %s now\n", person.Name, r.Role)
		return nil
	})
}
