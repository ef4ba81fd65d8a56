package handlers

import (
	"context"
	"time"

	"hexclub/db"
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
	n := db.NewAccount{Name: trimName(account.Name), Role: account.Role}
	club, err := store.Club(ctx)
	if err != nil {
		return "", err
	}
	if err := validateName(n.Name, club.Name, newReservedNames(text)); hasHidden(err) { // there is no form that removes them
		return "", rules.Errorf(rules.Invalid, "error.name-characters", "%q", n.Name)
	} else if err != nil {
		return "", err
	}
	if account.Password == "" {
		secret := db.NewID(secretLetters)
		n.Reset = db.Reset{Hash: hashID(secret), Expires: now.Add(handedResetLife)}
		return resetPath(secret), store.CreateAccount(ctx, n, now)
	}
	if err := validatePassword(account.Password, n.Name); err != nil {
		return "", err
	}
	if n.Hash, err = newPasswordHasher(1).Hash(ctx, account.Password); err != nil {
		return "", err
	}
	return "", store.CreateAccount(ctx, n, now)
}
