package board

// Outlines of cells.
const (
	tilePath  = "M0-29 25-14.5V14.5L0 29-25 14.5V-14.5Z"
	tileSide  = "M-25 13.5V18.5L0 33 25 18.5V13.5Z" // what is seen of it below the tile
	ringPath  = "M0-26 22.4-13V13L0 26-22.4 13V-13Z"
	arrowPath = "M12-3.5 24 0 12 3.5 14 0Z"
	signY     = 25 // base line of what is printed on a cell
)
