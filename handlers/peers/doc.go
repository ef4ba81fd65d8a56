// Package peers connects the nodes of a site: programs that serve the same database on a server.
//
// A node notifies the others of changes by notifications of the database: batch.go writes and reads them. They are sent after the
// commit of what changed, and not within its transaction, because PostgreSQL commits transactions with
// notifications one after the other. They have no content, as those of package live: a lost one delays a page, which asks for
// all that it shows when the connection is back.
//
// One node leads: it runs the background jobs of all. Each node shares its list of people who are present.
//
// A program that serves a database in a file has no peers, and leads.
package peers
