package draw

// The colours of the site's mark, those of its icon.
const markFill, markDot = "#c8641b", "#fff8ea"

// The outlines of the mark: a hexagon and a dot.
const (
	markPath = "M0-15 13-7.5V7.5L0 15-13 7.5V-7.5Z"
	dotPath  = "M5.5 0C5.5 3.04 3.04 5.5 0 5.5-3.04 5.5-5.5 3.04-5.5 0-5.5-3.04-3.04-5.5 0-5.5 3.04-5.5 5.5-3.04 5.5 0Z"
)

// Mark returns the site's mark, in 30 units from top to bottom and its middle at 0, 0.
func Mark() Drawing {
	return Drawing{
		X: -15, Y: -15, Width: 30, Height: 30, Ground: markDot,
		Shapes: []Shape{{Path: markPath, Fill: markFill}, {Path: dotPath, Fill: markDot}},
	}
}

// Icon returns the icon of the site as an app. Systems cut a maskable icon to any shape that contains a circle of four
// fifths of its width, so it has a ground.
func Icon(maskable bool) Drawing {
	d := Mark()
	if maskable {
		d.X, d.Y, d.Width, d.Height = -24, -24, 48, 48
	}
	return d
}
