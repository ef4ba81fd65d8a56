package account

import (
	"context"
	"time"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/i18n"
)

// An Account is one that the operator makes at the machine.
type Account struct {
	Name     string
	Password string // empty: whoever has the link chooses one
	Role     db.Role
}

// CreateAccount makes an account as the operator does it, and returns the path of the
// link by which its password is chosen; empty for an account with a password. It fails
// with kind Invalid, and the keys that forms show, for a name or a password that will
// not do, and as db.CreateAccount does.
func CreateAccount(ctx context.Context, store *db.DB, text *i18n.Catalogs, account Account, now time.Time) (path string, err error) {
	n := db.NewAccount{Name: web.TrimName(account.Name), Role: account.Role}
	club, err := store.Club(ctx)
	if err != nil {
		return "", err
	}
	if err := web.ValidateName(n.Name, club.Name, web.NewReservedNames(text)); web.HasHidden(err) { // there is no form that removes them
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
	if n.Hash, err = NewPasswordHasher(1).Hash(ctx, account.Password); err != nil {
		return "", err
	}
	return "", store.CreateAccount(ctx, n, now)
}
