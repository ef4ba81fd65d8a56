package main

import (
	"context"
	"fmt"
	"time"

	"hexclub/db"
)

// restoreCommand replaces the database with a backup.
type restoreCommand struct {
	DB         string `default:"hexclub.db" env:"HEXCLUB_DB" name:"db" type:"database" help:"SQLite file of the site. It need not exist."`
	KeepGuests bool   `help:"Keep guests' sessions, even those that ended after the backup was made. Guests who lose their session lose their games."`
	WithFaults bool   `help:"Restore a backup even if some games can't be replayed. A damaged backup is never restored."`
	Backup     string `arg:"" type:"path" help:"Backup to restore."`
}

// Run restores the backup. The server must not be running.
func (r restoreCommand) Run(ctx context.Context) error {
	report, aside, err := db.Restore(ctx, db.Restoring{Backup: r.Backup, Path: r.DB, Guests: r.KeepGuests, WithFaults: r.WithFaults}, time.Now())
	if err != nil {
		return fmt.Errorf("restore %s: %w", db.Redact(r.DB), err)
	}
	printReport(report, false)
	if aside != "" {
		fmt.Println("The previous database is now", aside)
	}
	fmt.Println(r.DB, "is restored. All users must log in again. Links for sign-up, log-in and passwords are no longer valid.")
	return nil
}
