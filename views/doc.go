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
// as links and forms without JavaScript. The sandbox is [NewAnalysis], a replay
// [NewReplay], a lesson [NewLesson] and a board beside a rule [NewFigure]; all draw
// the same parts:
//
//   - chooser.go: how an action is chosen, by clicks (pick.go works out what
//     they mean), from a list, in writing or by a claim;
//   - board.go, cell.go, piece.go: what a rules.Board looks like, and what each
//     cell is called; drawing.go and room.go: where it is drawn; markup.go and
//     board.templ: the HTML of it;
//   - steps.go: what happened, numbered; film.go: the same as an animation.
//
// None of them knows a game.
//
// A sandbox has its state in its address alone: sandbox.go reads it,
// analysis_edit.go changes a board by hand, and [AnalysisHref] leads there from
// a game. picture.go makes of a board a drawing to keep. What a sandbox, a lesson
// and a figure have in common, whose reader plays for all, is in solo.go; place.go
// tells where they are shown: on the site, in a frame elsewhere, on a projector.
package views
