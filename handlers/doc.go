// Package handlers answers requests: it reads what a client sent, asks
// package db, and renders a page of package views.
//
// Files are named for the noun they serve; routes.go lists every address.
// Handlers are methods of [App] that return errors; errors.go alone turns an
// error into a status and a page. Nothing here decides what a rule allows:
// package record does, inside the transaction in package db.
package handlers
