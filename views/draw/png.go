package draw

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/vector"
)

// MaxPixels bounds the area of a PNG, and with it what making one costs.
const MaxPixels = 2_500_000

// PNG returns the drawing as a picture of the given width in pixels, or less if it would
// have more than MaxPixels. A path or a colour that cannot be read is an error, and so is
// ctx, once it is done.
func (d Drawing) PNG(ctx context.Context, width int) ([]byte, error) {
	return new(Canvas).PNG(ctx, d, width)
}

// A Canvas keeps the memory in which PNGs are made, about 8 bytes a pixel, for the next one.
// It makes one at a time. Its zero value is ready.
type Canvas struct {
	pixels []byte
	raster vector.Rasterizer
	packer *png.EncoderBuffer
}

// PNG does the same as [Drawing.PNG].
func (c *Canvas) PNG(ctx context.Context, d Drawing, width int) ([]byte, error) {
	if most := int(math.Sqrt(MaxPixels * float64(d.Width) / float64(d.Height))); width > most {
		width = most
	}
	p := painter{
		drawing: d, scale: float64(width) / float64(d.Width),
		image: c.blank(max(1, width), max(1, d.height(width))), raster: &c.raster,
	}
	ground, err := parseColour(d.Ground)
	if err != nil {
		return nil, err
	}
	draw.Draw(p.image, p.image.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	for _, s := range d.Shapes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := p.paint(s); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: c}
	if err := encoder.Encode(&b, p.image); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// blank returns an image of which every pixel has yet to be painted.
func (c *Canvas) blank(width, height int) *image.RGBA {
	stride := 4 * width
	c.pixels = slices.Grow(c.pixels[:0], stride*height)[:stride*height]
	return &image.RGBA{Pix: c.pixels, Stride: stride, Rect: image.Rect(0, 0, width, height)}
}

// Get and Put make a Canvas the buffer pool of its encoder.
func (c *Canvas) Get() *png.EncoderBuffer       { return c.packer }
func (c *Canvas) Put(buffer *png.EncoderBuffer) { c.packer = buffer }

// A painter puts shapes on an image.
type painter struct {
	drawing Drawing
	scale   float64 // pixels a unit
	image   *image.RGBA
	raster  *vector.Rasterizer
}

func (p *painter) paint(s Shape) error {
	lines, err := outline(s.Path, p.place(s))
	if err != nil {
		return err
	}
	if s.Fill != "" {
		if err := p.fill(lines, s.Fill); err != nil {
			return err
		}
	}
	if s.Stroke == "" {
		return nil
	}
	scale := p.scale
	if s.Scale != 0 {
		scale *= s.Scale
	}
	return p.fill(stroke(dashed(lines, s.Dash, scale), s.Width*scale/2), s.Stroke)
}

// place returns the transformation of a shape's points.
func (p *painter) place(s Shape) affine {
	scale := p.scale
	if s.Scale != 0 {
		scale *= s.Scale
	}
	sin, cos := math.Sincos(float64(s.Degrees) * math.Pi / 180)
	return affine{
		xx: cos * scale, xy: -sin * scale, dx: float64(s.X-p.drawing.X) * p.scale,
		yx: sin * scale, yy: cos * scale, dy: float64(s.Y-p.drawing.Y) * p.scale,
	}
}

// fill paints what lies within lines, all taken as closed. It works on no more
// of the image than they cover.
func (p *painter) fill(lines []line, colour string) error {
	c, err := parseColour(colour)
	if err != nil {
		return err
	}
	box := bounds(lines).Intersect(p.image.Bounds())
	if box.Empty() {
		return nil
	}
	p.raster.Reset(box.Dx(), box.Dy())
	p.raster.DrawOp = draw.Over
	for _, l := range lines {
		for i, at := range l.points {
			x, y := float32(at.x-float64(box.Min.X)), float32(at.y-float64(box.Min.Y))
			if i == 0 {
				p.raster.MoveTo(x, y)
			} else {
				p.raster.LineTo(x, y)
			}
		}
		p.raster.ClosePath()
	}
	p.raster.Draw(p.image, box, image.NewUniform(c), image.Point{})
	return nil
}

// bounds returns the pixels that lines touch.
func bounds(lines []line) (box image.Rectangle) {
	for _, l := range lines {
		for _, at := range l.points {
			x, y := int(math.Floor(at.x)), int(math.Floor(at.y))
			box = box.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	return box
}

func parseColour(text string) (color.RGBA, error) {
	digits, marked := strings.CutPrefix(text, "#")
	n, err := strconv.ParseUint(digits, 16, 24)
	if err != nil || !marked || len(digits) != 6 {
		return color.RGBA{}, fmt.Errorf("%q is no colour like #24211b", text)
	}
	return color.RGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 0xff}, nil
}
