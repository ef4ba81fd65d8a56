// Package views turns what the site knows into HTML: templ components, the
// view models they draw, and the catalogs of package i18n.
//
// Each page has a view model, a plain struct named after it, and a component
// that draws it and decides nothing. View models are built here from values
// of package rules and a little data that handlers bring along, so they can
// be tested without HTTP. Nothing here reads a database or a request.
//
// The table of a game is the one part that is swapped in place: [NewTable]
// makes it, the component TableFragment draws it, and everything in it works
// as links and forms without JavaScript. board.go turns a rules.Board into
// what board.templ draws; pick.go turns clicks into actions. Both know no
// game. [NewReplay] is the table at a past moment; filming.go follows a turn
// for the animation that film.templ draws and film.css lets run.
package views
