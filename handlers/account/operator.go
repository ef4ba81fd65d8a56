package account

import (
	"context"
	"time"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/i18n"
)

// An Account is an account that the operator creates by command.
type Account struct {
	Name     string
	Password string // if empty, the holder of the link chooses one
	Role     db.Role
}

// CreateAccount creates an account for the operator. It returns the path of the link to choose the
// password, or an empty path for an account with a password. It returns an error of kind Invalid
// with a form's message for an invalid name or password, and the errors of db.CreateAccount.
func CreateAccount(ctx context.Context, store *db.DB, text *i18n.Catalogs, account Account, now time.Time) (path string, err error) {
	n := db.NewAccount{Name: web.TrimName(account.Name), Role: account.Role}
	club, err := store.Club(ctx)
	if err != nil {
		return "", err
	}
	if err := web.ValidateName(n.Name, club.Name, web.NewReservedNames(text)); web.HasHidden(err) { // no form removes them here
		return "", rules.Errorf(rules.Invalid, "error.name-characters", "%q", n.Name).In("name")
	} else if err != nil {
		return "", err
	}
	if account.Password == "" {
		secret := db.NewID(web.SecretLetters)
		n.Reset = db.Reset{Hash: web.HashID(secret), Expires: now.Add(web.HandedResetLife)}
		return web.ResetPath(secret), store.CreateAccount(ctx, n, now)
	}
	if err := web.ValidatePassword(account.Password, n.Name); err != nil {
		return "", err
	}
	if n.Hash, err = NewPasswordHasher(1, 0).Hash(ctx, account.Password); err != nil {
		return "", err
	}
	return "", store.CreateAccount(ctx, n, now)
}
