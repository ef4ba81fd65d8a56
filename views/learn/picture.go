package learn

import (
	"hexclub/rules"
	"hexclub/views/board"
	"hexclub/views/draw"
)

// AnalysisState returns the position of a sandbox. For a position or a line that cannot be read it
// fails like record.New and record.Record.Step.
func AnalysisState(in AnalysisInput) (rules.State, error) {
	s := readSandbox(in)
	return s.rec.State(), s.err
}

// AnalysisDrawing returns the board of a sandbox as a picture. It fails like AnalysisState.
func AnalysisDrawing(in AnalysisInput) (draw.Drawing, error) {
	st, err := AnalysisState(in)
	if err != nil {
		return draw.Drawing{}, err
	}
	return board.NewDrawing(in.T, in.Game, st, in.Look)
}
