package tournaments

import "testing"

// A cross-table with more columns than fit a sheet of paper is in parts there, of about the same size, with each column in
// one of them.
func TestTableParts(t *testing.T) {
	t.Parallel()
	for columns := range 205 {
		parts := tableParts(columns, fittingOpponents)
		next, least, most := 0, columns, 0
		for _, part := range parts {
			if part.From != next {
				t.Fatalf("%d columns: a part begins at %d, want %d", columns, part.From, next)
			}
			next = part.To
			least, most = min(least, part.To-part.From), max(most, part.To-part.From)
		}
		if next != columns || most > fittingOpponents || most-least > 1 || columns <= fittingOpponents && len(parts) != 1 {
			t.Errorf("%d columns are in the parts %v", columns, parts)
		}
	}
}
