// Package peers connects the nodes of a site: programs that serve the same database on a server.
//
// A node notifies the others of changes with NOTIFY of the database: batch.go writes and reads these notifications. A node sends
// them after the commit of a change, because PostgreSQL commits transactions with notifications one after the other. Like those of
// package live they have no content. So a lost one only delays a page, which asks for all that it shows when the connection is back.
//
// Attempts to log in, and requests for links and e-mails, are sent the same way, so that all nodes count them.
//
// One node leads: it runs the background jobs of all.
//
// A program that serves a database in a file, or serves it alone, has no peers, and leads.
package peers
