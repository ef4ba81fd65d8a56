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
	File         string `arg:"" optional:"" type:"path" help:"New file for the backup; by default one in the folder for backups."`
}

// Run makes the backup, beside the running server or without it.
func (b backupCommand) Run(ctx context.Context) error {
	file := b.File
	var report db.Report
	var err error
	if file == "" {
		var made db.BackupFile
		made, report, err = b.of(b.DB).MakeNow(ctx, b.DB, time.Now())
		file = made.Path
	} else {
		report, err = db.Backup(ctx, b.DB, file)
	}
	if err != nil {
		return fmt.Errorf("backup of %s: %w", b.DB, err)
	}
	fmt.Println(file)
	printReport(report)
	return nil
}
