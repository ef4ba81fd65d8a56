// Package handlers joins the areas of the site. [New] makes them, routes.go lists every route with the role it
// needs, home.go is the front page, worker.go runs the background jobs, and notices.go and letters.go write
// e-mails.
//
// The areas are packages below: play, learn, club, account and ops. What they share is in package web, and what
// every request passes first is in package gate. Package peers connects the nodes of a site. Areas do not import each
// other. Handlers are methods of an area that return errors. Nothing here decides what a rule allows: package record
// does, inside the transaction in package db.
package handlers
