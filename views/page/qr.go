package page

import (
	"image/color"
	"strconv"

	"github.com/a-h/templ"
	"github.com/boombuler/barcode/qr"
)

// QR draws a text as a QR code (ISO/IEC 18004, error correction level M) with the quiet zone of four modules that
// scanners need. Label is its name. It draws nothing if the text is too long for a code.
func QR(text, label string) templ.Component {
	return Component(SizeOfCell, func(m *Markup, _ func()) {
		code, err := qr.Encode(text, qr.M, qr.Auto)
		if err != nil {
			return // longer than any address of the site
		}
		const quiet = 4
		size := code.Bounds().Dx()
		m.Raw(`<svg class="qr" viewBox="0 0 `)
		m.Number(size + 2*quiet)
		m.Raw(" ")
		m.Number(size + 2*quiet)
		m.Attribute(`" role="img" aria-label="`, label)
		m.Raw(`><path d="`)
		for y := range size {
			for x := 0; x < size; x++ {
				start := x
				for x < size && code.At(x, y) == color.Black {
					x++
				}
				if x > start {
					m.Raw("M" + strconv.Itoa(start+quiet) + " " + strconv.Itoa(y+quiet) + "h" + strconv.Itoa(x-start) + "v1h-" + strconv.Itoa(x-start) + "z")
				}
			}
		}
		m.Raw(`"/></svg>`)
	})
}
