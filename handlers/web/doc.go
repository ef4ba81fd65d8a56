// Package web has what the handlers of every area need.
//
// A [Site] knows who asks (visitor.go, session.go), in which language and with which settings, and
// how a page is rendered (render.go). Handlers return errors, and errors.go alone turns an error into
// a status and a page. Forms that are rejected are shown again with what was typed (resend.go).
// Limits (limit.go, allow.go) bound how often a visitor may do something. announce.go publishes what
// changed, and events.go streams it to open pages. Site knows no area.
package web
