// Package views turns what the site knows into HTML: templ components and the view models they draw. This
// package has the front page and the letters about news, which join the areas; the packages below have
// the rest.
//
// Each page has a view model, a plain struct, and a component that draws it and decides nothing. View
// models are built from values of package rules and a little data from handlers, so they can be
// tested without HTTP. Nothing in views reads a database or a request.
//
// The areas play, learn, club, account and ops do not import each other. They use package page (layout,
// fields, addresses), board (boards as SVG), setup (questions about games) and table (the table of a
// game). Catalogs are in package i18n.
package views
