package draw

import (
	"bytes"
	"runtime"
	"testing"
)

// TestCanvas makes pictures of several sizes one after the other: none shows anything of the one before.
func TestCanvas(t *testing.T) {
	var canvas Canvas
	for _, side := range []int{300, 40, 700, 300} {
		d := Drawing{X: -50, Y: -50, Width: 100, Height: 100, Ground: "#ffffff", Shapes: []Shape{{Path: box, Fill: "#a3271a", Scale: float64(side) / 100}}}
		want, err := d.PNG(t.Context(), side)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := canvas.PNG(t.Context(), d, side); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d pixels: %v, %d bytes that differ from the %d of a new canvas", side, err, len(got), len(want))
		}
	}
}

// TestCanvasKeepsItsMemory makes a picture with almost no memory but that of its file.
func TestCanvasKeepsItsMemory(t *testing.T) {
	var canvas Canvas
	d := Drawing{X: -50, Y: -50, Width: 100, Height: 100, Ground: "#ffffff", Shapes: []Shape{{Path: box, Fill: "#a3271a"}}}
	var before, after runtime.MemStats
	for range 2 { // the second time counts
		runtime.ReadMemStats(&before)
		if _, err := canvas.PNG(t.Context(), d, 1000); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
	}
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 1_000_000 { // 4 MB without a canvas, for the pixels alone
		t.Errorf("a picture took %d bytes", bytes)
	}
}
