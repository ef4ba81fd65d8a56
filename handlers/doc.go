// Package handlers answers requests: it reads what a client sent, asks
// package db, and renders a page of package views.
//
// Files are named for the noun they serve; routes.go lists every address.
// Handlers are methods of [App] that return errors; errors.go alone turns an
// error into a status and a page. Nothing here decides what a rule allows:
// package record does, inside the transaction in package db. What changes a game
// publishes that it did, to package live; whoever watches hears of it by a
// stream (events.go) and asks for what it shows. presence.go knows who is here:
// live games begin and wait with people who are. worker.go does what no request
// asks for, and bots.go lets bots take their turns; thinkers.go is all that
// searches. notices.go sends what people are to be told while they are away,
// which package db derives from their games and pairings, and letters.go writes
// it, by package mail. club.go keeps what organisers and admins do from everybody else:
// routes.go names the role beside the route, and package db asks for it again.
package handlers
