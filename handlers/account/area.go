package account

import (
	"hexclub/db"
	"hexclub/handlers/limit"
	"hexclub/handlers/web"
)

// An Area has the handlers of accounts and settings.
type Area struct {
	*web.Site
	Password *PasswordHasher
	Hashing  *limit.Slots // by address
	Backups  db.Backups
}
