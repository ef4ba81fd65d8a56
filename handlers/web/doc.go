// Package web has what the handlers of every area need.
//
// A [Site] identifies the visitor (visitor.go, session.go), with language and settings, and renders pages
// (render.go). Handlers return errors, and errors.go alone turns an error into a status and a page. Refused
// forms are shown again with their values (resend.go). Limits (limit.go, allow.go) limit how often a visitor may
// do something. announce.go publishes changes, and events.go streams them to open pages. Site knows no area.
package web
