package main

import (
	"context"
	"fmt"
	"time"

	"hexclub/db"
)

// A backupsFlag names the folder of the site's backups.
type backupsFlag struct {
	Backups string `env:"HEXCLUB_BACKUPS" name:"backups" type:"path" help:"Folder for backups; by default one beside the database, called like it with .backups at the end."`
}

// of are the backups of the database in a file.
func (f backupsFlag) of(path string) db.Backups {
	if f.Backups == "" {
		return db.DefaultBackups(path)
	}
	return db.Backups{Dir: f.Backups}
}

// backupCommand makes a backup at once.
type backupCommand struct {
	databaseFlag `embed:""`
	File         string `arg:"" optional:"" type:"path" help:"New file for the backup; by default one in the folder for backups. Where games are bad it gets -faulty into its name."`
}

// Run makes the backup, beside the running server or without it. It fails where games
// are bad, though the backup is kept.
func (b backupCommand) Run(ctx context.Context) error {
	if err := b.there(); err != nil {
		return err
	}
	var file string
	var report db.Report
	var err error
	if b.File == "" {
		var made db.BackupFile
		made, report, err = db.MakeBackup(ctx, b.of(b.DB), b.DB, time.Now())
		file = made.Path
	} else {
		file, report, err = db.Backup(ctx, b.DB, b.File)
	}
	if err != nil {
		return fmt.Errorf("backup of %s: %w", b.DB, err)
	}
	return tell(file, report)
}
