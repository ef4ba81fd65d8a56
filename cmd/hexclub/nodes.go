package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"text/tabwriter"
	"time"

	"hexclub/db"
)

// nodesCommand lists the nodes of a site.
type nodesCommand struct {
	DB string `default:"hexclub.db" env:"HEXCLUB_DB" name:"db" type:"database" help:"URL of the site's PostgreSQL database."`
}

// Run prints a line for each node.
func (c nodesCommand) Run(ctx context.Context) error {
	if !db.OnServer(c.DB) {
		return configError(fmt.Errorf("--db (HEXCLUB_DB): %s is a file, which one program serves: see hexclub healthcheck", c.DB))
	}
	return databaseFlag{DB: c.DB}.with(ctx, func(store *db.DB) error {
		nodes, err := store.Nodes(ctx)
		if err != nil {
			return err
		}
		if len(nodes) == 0 {
			fmt.Println("No node serves the site.")
			return nil
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintln(table, "NODE\tSTATE\tJOBS\tSTREAMS\tVERSION\tSTARTED\tSEEN") // a table keeps errors for Flush
		for _, n := range nodes {
			jobs, streams := jobsOf(n), strconv.Itoa(n.Streams)
			if n.Silent(store.Now()) {
				jobs, streams = "-", "-" // what it last said is no longer true
			}
			_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%v ago\n", n.Name, stateOf(n, store.Now()), jobs, streams, n.Version,
				n.Started.Format(time.RFC3339), store.Now().Sub(n.Seen).Round(time.Second))
		}
		return table.Flush()
	})
}

func stateOf(n db.Node, now time.Time) string {
	switch {
	case n.Silent(now):
		return "silent"
	case n.Draining:
		return "draining"
	}
	return "up"
}

func jobsOf(n db.Node) string {
	if n.Leader {
		return "all"
	}
	return "own"
}
