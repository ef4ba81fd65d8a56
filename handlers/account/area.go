package account

import (
	"hexclub/db"
	"hexclub/handlers/limit"
	"hexclub/handlers/web"
)

// An Area is accounts: how people get one, log in, and set what they want.
type Area struct {
	*web.Site
	Password *PasswordHasher
	Hashing  *limit.Slots // by address
	Backups  db.Backups
}
