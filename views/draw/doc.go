// Package draw has the outlines of pieces (outline.go), and writes one drawing as SVG and as PNG.
//
// A [Drawing] is a list of shapes, each an outline with a fill and a stroke.
// Nothing else exists: no fonts, no style sheets, no references. Writing is
// made of outlines too, which [Letters] takes from a font. So a drawing looks
// the same in every viewer, and its two forms cannot differ by more than what
// rounds to a pixel.
//
// Strokes have round joins and round ends. Nothing here knows a board or a
// game. Pages draw with the same outlines, by references to [Symbols].
package draw
