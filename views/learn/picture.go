package learn

import (
	"hexclub/views/board"
	"hexclub/views/draw"
)

// AnalysisDrawing is the board of a sandbox as a picture. A position or a line
// that cannot be read is an error, as record.New and record.Record.Step have it.
func AnalysisDrawing(in AnalysisInput) (draw.Drawing, error) {
	s := readSandbox(in)
	if s.err != nil {
		return draw.Drawing{}, s.err
	}
	return board.NewDrawing(in.T, in.Game, s.rec.State(), in.Look)
}
