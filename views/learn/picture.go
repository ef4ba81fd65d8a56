package learn

import (
	"hexclub/views/board"
	"hexclub/views/draw"
)

// AnalysisDrawing returns the board of a sandbox as a picture. For a position or a line that
// cannot be read it fails like record.New and record.Record.Step.
func AnalysisDrawing(in AnalysisInput) (draw.Drawing, error) {
	s := readSandbox(in)
	if s.err != nil {
		return draw.Drawing{}, s.err
	}
	return board.NewDrawing(in.T, in.Game, s.rec.State(), in.Look)
}
