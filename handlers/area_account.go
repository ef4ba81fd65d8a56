package handlers

import "hexclub/db"

// An accountArea is accounts: how people get one, log in, and set what they want.
type accountArea struct {
	*site
	password *passwordHasher
	hashing  *slots // by address
	backups  db.Backups
}
