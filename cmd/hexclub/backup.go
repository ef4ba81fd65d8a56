package main

import (
	"context"
	"fmt"
	"time"

	"hexclub/db"
)

// A backupsFlag names the folder for backups.
type backupsFlag struct {
	Backups string `env:"HEXCLUB_BACKUPS" name:"backups" type:"path" help:"Folder for backups; by default next to the database, with .backups added to its name."`
}

// of returns the backups of a database file.
func (f backupsFlag) of(path string) db.Backups {
	if f.Backups == "" {
		return db.DefaultBackups(path)
	}
	return db.Backups{Dir: f.Backups}
}

// backupCommand makes a backup.
type backupCommand struct {
	databaseFlag `embed:""`
	File         string `arg:"" optional:"" type:"path" help:"File to create; by default one in the folder for backups. If games can't be replayed, -faulty is added to its name."`
}

// Run makes the backup. The server may be running. If games cannot be replayed, Run keeps the
// backup but returns an error.
func (b backupCommand) Run(ctx context.Context) error {
	if err := b.checkExists(); err != nil {
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
		return fmt.Errorf("backup of %s: %w", db.Redact(b.DB), err)
	}
	return printResult(file, report, false)
}
