// Package board turns a rules.Board into SVG and pictures. It knows no game: [New] computes what each
// cell looks like and is called (cell.go, piece.go) and where it is drawn (drawing.go,
// growth.go), svg.go writes the HTML, picture.go makes a drawing to keep, pick.go works out what clicks mean, and
// timeline.go divides a turn into the beats of an animation (film.go).
package board
