// Package hex is the geometry of a hexagonal board: cells in axial
// coordinates, the six directions, the names of cells and their places in a
// drawing.
//
// A cell is (q, r). Boards are drawn pointy-top: q grows to the east, r to the
// south-east. A bounded board of radius R holds the cells at most R steps from
// (0, 0) and names them as Abalone does, by row letter and number. Growing
// boards write a cell as two signed integers, "q,r".
//
// All functions are pure, and none depends on a game.
package hex
