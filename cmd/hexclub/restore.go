package main

import (
	"context"
	"fmt"
	"time"

	"hexclub/db"
)

// restoreCommand puts a backup in the place of the database.
type restoreCommand struct {
	DB         string `default:"hexclub.db" env:"HEXCLUB_DB" name:"db" type:"path" help:"SQLite file of the site; there need not be one."`
	KeepGuests bool   `help:"Keep the sessions of guests, by which alone they come to their games; also those that ended since the backup was made."`
	WithFaults bool   `help:"Restore also a backup in which games cannot be replayed. One that is damaged is never restored."`
	Backup     string `arg:"" type:"path" help:"Backup to restore."`
}

// Run restores the backup. The server must not be running.
func (r restoreCommand) Run(ctx context.Context) error {
	report, aside, err := db.Restore(ctx, db.Restoring{Backup: r.Backup, Path: r.DB, Guests: r.KeepGuests, WithFaults: r.WithFaults}, time.Now())
	if err != nil {
		return fmt.Errorf("restore %s: %w", r.DB, err)
	}
	printReport(report)
	if aside != "" {
		fmt.Println("What was there is kept as", aside)
	}
	fmt.Println(r.DB, "is restored. Everybody logs in again; links that let somebody in have ended.")
	return nil
}
