package draw

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A point is a place in pixels.
type point struct{ x, y float64 }

func (p point) plus(q point) point       { return point{p.x + q.x, p.y + q.y} }
func (p point) minus(q point) point      { return point{p.x - q.x, p.y - q.y} }
func (p point) times(n float64) point    { return point{p.x * n, p.y * n} }
func (p point) distance(q point) float64 { return math.Hypot(p.x-q.x, p.y-q.y) }

// A line is a chain of straight pieces.
type line struct {
	points []point
	closed bool // the last point is joined to the first
}

// An affine map is where a shape's points come to lie.
type affine struct{ xx, xy, yx, yy, dx, dy float64 }

func (m affine) of(p point) point {
	return point{m.xx*p.x + m.xy*p.y + m.dx, m.yx*p.x + m.yy*p.y + m.dy}
}

// arguments has the number of arguments of each command.
var arguments = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'Q': 4, 'Z': 0}

// outline reads a path into lines, its points mapped by m.
func outline(path string, m affine) ([]line, error) {
	p := pen{m: m}
	command := byte('Z')
	for rest := strings.TrimLeft(path, " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		_, named := arguments[rest[0]]
		if named {
			command, rest = rest[0], rest[1:]
		}
		numbers, after, ok := cutNumbers(rest, arguments[command])
		if !ok || !named && command == 'Z' || command != 'M' && len(p.lines) == 0 {
			return nil, fmt.Errorf("path %.40q cannot be read before %.20q", path, rest)
		}
		p.draw(command, numbers)
		if command == 'M' {
			command = 'L' // numbers that follow are further corners
		}
		rest = after
	}
	return p.lines, nil
}

// cutNumbers reads so many numbers from the start of a path.
func cutNumbers(text string, count int) (numbers [6]float64, rest string, ok bool) {
	for i := range count {
		text = strings.TrimLeft(text, " ")
		end := 0
		for end < len(text) && (text[end] >= '0' && text[end] <= '9' || text[end] == '-' && end == 0 ||
			text[end] == '.' && !strings.Contains(text[:end], ".")) {
			end++
		}
		n, err := strconv.ParseFloat(text[:end], 64)
		if err != nil {
			return numbers, text, false
		}
		numbers[i], text = n, text[end:]
	}
	return numbers, text, true
}

// A pen draws lines by commands.
type pen struct {
	m     affine
	lines []line
	at    point // before it is mapped
}

func (p *pen) draw(command byte, n [6]float64) {
	switch command {
	case 'M':
		p.lines = append(p.lines, line{})
		p.to(point{n[0], n[1]})
	case 'L':
		p.to(point{n[0], n[1]})
	case 'H':
		p.to(point{n[0], p.at.y})
	case 'V':
		p.to(point{p.at.x, n[0]})
	case 'Q': // raised to a cubic curve
		by, end := point{n[0], n[1]}, point{n[2], n[3]}
		p.curve(p.at.plus(by.minus(p.at).times(2./3)), end.plus(by.minus(end).times(2./3)), end)
	case 'C':
		p.curve(point{n[0], n[1]}, point{n[2], n[3]}, point{n[4], n[5]})
	case 'Z':
		p.lines[len(p.lines)-1].closed = true
	}
}

func (p *pen) to(end point) {
	last := &p.lines[len(p.lines)-1]
	last.points = append(last.points, p.m.of(end))
	p.at = end
}

// curve draws a cubic curve in pieces of some pixels.
func (p *pen) curve(a, b, end point) {
	start := p.at
	length := p.m.of(start).distance(p.m.of(a)) + p.m.of(a).distance(p.m.of(b)) + p.m.of(b).distance(p.m.of(end))
	pieces := min(2+int(math.Sqrt(length)), 40)
	for i := 1; i <= pieces; i++ {
		t := float64(i) / float64(pieces)
		u := 1 - t
		p.to(start.times(u * u * u).plus(a.times(3 * u * u * t)).plus(b.times(3 * u * t * t)).plus(end.times(t * t * t)))
	}
}
