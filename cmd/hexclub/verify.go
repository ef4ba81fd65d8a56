package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"hexclub/db"
)

// verifyCommand checks a database or a backup.
type verifyCommand struct {
	DB   string `default:"hexclub.db" env:"HEXCLUB_DB" name:"db" type:"database" help:"Database of the site: SQLite file, or URL of PostgreSQL."`
	File string `arg:"" optional:"" type:"database" help:"Backup, other file, or URL of PostgreSQL to verify; by default the site's database. It is only read."`
}

// Run prints what was checked, and returns an error if anything is wrong.
func (v verifyCommand) Run(ctx context.Context) error {
	source := cmp.Or(v.File, v.DB)
	report, err := db.Verify(ctx, source)
	file := db.Redact(source)
	if err != nil {
		return fmt.Errorf("verify %s: %w", file, err)
	}
	return printResult(file, report, db.OnServer(source))
}

// printResult prints what was checked in a file, and returns an error if anything is wrong.
func printResult(file string, report db.Report, onServer bool) error {
	fmt.Println(file)
	printReport(report, onServer)
	if n := len(report.Faults()); n > 0 {
		return fmt.Errorf("%s has faults: %d", file, n)
	}
	return nil
}

// printReport prints what was checked in a database, and its faults. PostgreSQL itself looks after integrity and
// references.
func printReport(r db.Report, onServer bool) {
	fmt.Printf("schema %d, games replayed: %d\n", r.Schema, r.Total())
	for _, key := range slices.Sorted(maps.Keys(r.Records)) {
		fmt.Printf("  %-13s %d\n", key, r.Records[key])
	}
	faults := r.Faults()
	for _, fault := range faults {
		fmt.Println("FAULT:", fault)
	}
	switch {
	case len(faults) > 0:
	case onServer:
		fmt.Println("all games: no faults")
	default:
		fmt.Println("integrity, references and all games: no faults")
	}
}
