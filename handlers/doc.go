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
// it, by package mail.
//
// visitor.go tells who asks, by the session that session.go keeps in package db. club.go
// keeps what organisers and admins do from everybody else: routes.go names the role beside
// the route, and package db asks for it again.
//
// server.go, door.go and peer.go bound what clients may take of the server, limit.go how
// often things may be done, queue.go how many at once do what costs much, such as the
// hashes of passwords (hasher.go). bans.go keeps addresses out before anything that costs,
// and device.go lets who has been in before try a password while strangers are held. What
// was typed into a form that came too soon is given back (resend.go).
//
// Each request is logged by the pattern of its route (accesslog.go), one that is turned
// away by why, and floods summed up (refusals.go), what else matters for the site's
// security by logSecurity (security.go), and recent.go keeps the last of it for admins
// (admin.go). health.go tells whether the site is ready, metrics.go what Prometheus counts;
// backups.go has backups made by the clock. operator.go is what the program's commands do
// as the site does it.
package handlers
