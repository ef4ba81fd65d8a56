package page

import (
	"image/color"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/boombuler/barcode/qr"
)

// QR draws a text as a QR code (ISO/IEC 18004, error correction level M) with the quiet zone of four modules that
// scanners need. Label is its name. It draws nothing if the text is too long for a code.
func QR(text, label string) templ.Component {
	return Component(SizeOfCell, func(m *Markup, _ func()) {
		path, size, ok := qrPath(text)
		if !ok {
			return // longer than any address of the site
		}
		m.Raw(`<svg class="qr" viewBox="0 0 `)
		m.Number(size)
		m.Raw(" ")
		m.Number(size)
		m.Attribute(`" role="img" aria-label="`, label)
		m.Raw(`><path d="` + path + `"/></svg>`)
	})
}

// QRImage returns the same code as an SVG document, black on white. It reports whether the text is short enough.
func QRImage(text string) (image []byte, ok bool) {
	path, size, ok := qrPath(text)
	if !ok {
		return nil, false
	}
	side := strconv.Itoa(size)
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + side + " " + side + `"><path fill="#fff" d="M0 0h` + side + "v" + side + `h-` + side +
		`z"/><path d="` + path + `"/></svg>`), true
}

// qrPath returns the outline of the dark modules of a code, and the modules in a row, with the quiet zone.
func qrPath(text string) (path string, size int, ok bool) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return "", 0, false
	}
	const quiet = 4
	var b strings.Builder
	size = code.Bounds().Dx()
	for y := range size {
		for x := 0; x < size; x++ {
			start := x
			for x < size && code.At(x, y) == color.Black {
				x++
			}
			if x > start {
				b.WriteString("M" + strconv.Itoa(start+quiet) + " " + strconv.Itoa(y+quiet) + "h" + strconv.Itoa(x-start) + "v1h-" + strconv.Itoa(x-start) + "z")
			}
		}
	}
	return b.String(), size + 2*quiet, true
}
