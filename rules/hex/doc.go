// Package hex is the geometry of a hexagonal board: cells in axial
// coordinates, the six directions, the names of cells and where a cell lies
// in a drawing.
//
// A cell is (q, r). Boards are drawn pointy-top: q grows to the east, r to
// the south-east. A bounded board of radius R holds the cells at most R steps
// from (0, 0); it names them as Abalone does, row letter and number. Growing
// boards write a cell as two signed integers, "q,r".
//
// Everything here is a pure function of its arguments; nothing knows a game.
package hex
