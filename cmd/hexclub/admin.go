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

// adminCommand manages accounts.
type adminCommand struct {
	databaseFlag `embed:""`
	Create       createCommand    `cmd:"" help:"Create an account, by default for an admin."`
	List         listCommand      `cmd:"" help:"List admins and organisers."`
	ResetLink    resetLinkCommand `cmd:"" help:"Print a link to choose a new password."`
	Role         roleCommand      `cmd:"" help:"Change a member's role."`
	Disable      disableCommand   `cmd:"" help:"Close an account: its user is logged out and can't log in."`
	Enable       enableCommand    `cmd:"" help:"Reopen a closed account."`
	Delete       deleteCommand    `cmd:"" help:"Delete an account permanently."`
}

// createCommand creates an account, even if sign-up is closed. It creates the database if there is
// none.
type createCommand struct {
	linkFlag     `embed:""`
	Name         string `arg:"" help:"Name of the account."`
	Role         string `default:"admin" enum:"member,organiser,admin" help:"member, organiser or admin (the default)."`
	PasswordFile string `placeholder:"FILE" help:"File with the password, or - for standard input. By default the command prints a link to choose one."`
}

// Run creates the account.
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
		fmt.Printf("%s is now %s\n", n.Name, n.Role)
		if path != "" {
			n.print(path)
		}
		return nil
	})
}

// resetLinkCommand creates a link to choose a new password.
type resetLinkCommand struct {
	linkFlag `embed:""`
	Name     string `arg:"" help:"Name of the account."`
}

// Run prints the link. The old password stays valid until the link is used.
func (r resetLinkCommand) Run(ctx context.Context, admin *adminCommand) error {
	if err := r.check(); err != nil {
		return err
	}
	return admin.withAccount(ctx, r.Name, func(store *db.DB, person db.Person) error {
		path, err := web.MakeReset(ctx, store, person.ID, db.Operator, time.Now())
		if rules.IsKind(err, rules.Conflict) {
			return fmt.Errorf("the account of %s is closed: reopen it first, with admin enable", person.Name)
		}
		if err != nil {
			return err
		}
		r.print(path)
		return nil
	})
}

// A linkFlag is the base address of printed links.
type linkFlag struct {
	URL string `default:"http://localhost:8080" env:"HEXCLUB_URL" name:"url" help:"Public address of the site, for the link."`
}

// check returns an error for an address that the server would reject.
func (f linkFlag) check() error {
	if err := nameFlag(web.Config{URL: f.URL}.Check()); err != nil {
		return configError(err)
	}
	return nil
}

// print prints a link to choose a password.
func (f linkFlag) print(path string) {
	fmt.Printf("This link works once, within 24 hours, to choose a password:\n%s\n", strings.TrimRight(f.URL, "/")+path)
}

// listCommand lists admins and organisers.
type listCommand struct{}

// Run prints one line for each: role and name.
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
					line += "\t(no password yet)"
				}
				fmt.Println(line)
			}
			if more {
				fmt.Println("and more")
			}
		}
		return nil
	})
}

// roleCommand changes the role of an account. A club gets its first admin this way.
type roleCommand struct {
	Name string `arg:"" help:"Name of the account."`
	Role string `arg:"" enum:"member,organiser,admin" help:"member, organiser or admin."`
}

// Run changes the role, effective immediately.
func (r roleCommand) Run(ctx context.Context, admin *adminCommand) error {
	return admin.withAccount(ctx, r.Name, func(store *db.DB, person db.Person) error {
		err := store.SetRole(ctx, person.ID, db.Role(r.Role), db.Operator, time.Now())
		if rules.IsKind(err, rules.Conflict) && person.Hash == "" {
			return fmt.Errorf("%s has no password yet: anyone with the link to choose one would become %s", person.Name, r.Role)
		}
		if err != nil {
			return onlyAdmin(person, err)
		}
		fmt.Printf("%s is now %s\n", person.Name, r.Role)
		return nil
	})
}
