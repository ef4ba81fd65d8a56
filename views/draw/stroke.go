package draw

import "math"

// stroke returns the area that a round brush of a radius covers along lines. All parts have the
// same orientation, so overlaps are filled.
func stroke(lines []line, radius float64) (covered []line) {
	for _, l := range lines {
		points := l.points
		if l.closed {
			points = append(points[:len(points):len(points)], points[0])
		}
		for i, at := range points {
			covered = append(covered, disc(at, radius))
			if i > 0 && at != points[i-1] {
				covered = append(covered, bar(points[i-1], at, radius))
			}
		}
	}
	return covered
}

// disc returns a circle by its corners.
func disc(middle point, radius float64) line {
	corners := 8 + 2*int(math.Sqrt(radius))
	l := line{closed: true, points: make([]point, corners)}
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(corners))
		l.points[i] = middle.plus(point{cos * radius, sin * radius})
	}
	return l
}

// bar returns a straight piece of a stroke without its ends.
func bar(from, to point, radius float64) line {
	step := to.minus(from).times(radius / from.distance(to))
	side := point{step.y, -step.x}
	return line{closed: true, points: []point{from.plus(side), to.plus(side), to.minus(side), from.minus(side)}}
}

// dashed cuts lines into dashes: lengths, in units of scale, alternate between
// what is drawn and what is left out, anew on each line.
func dashed(lines []line, lengths []float64, scale float64) []line {
	if len(lengths) == 0 {
		return lines
	}
	var cut []line
	for _, l := range lines {
		points := l.points
		if l.closed {
			points = append(points[:len(points):len(points)], points[0])
		}
		cut = append(cut, dashes(points, lengths, scale)...)
	}
	return cut
}

func dashes(points []point, lengths []float64, scale float64) (cut []line) {
	length := func(n int) float64 { return max(lengths[n%len(lengths)]*scale, tiny) }
	n, left := 0, length(0) // which length, and what is left of it
	for i, at := range points {
		if i == 0 {
			cut = append(cut, line{points: []point{at}})
			continue
		}
		from := points[i-1]
		for from.distance(at) > left {
			from = from.plus(at.minus(from).times(left / from.distance(at)))
			if n%2 == 0 {
				last := &cut[len(cut)-1]
				last.points = append(last.points, from)
			} else {
				cut = append(cut, line{points: []point{from}})
			}
			n++
			left = length(n)
		}
		left -= from.distance(at)
		if n%2 == 0 {
			last := &cut[len(cut)-1]
			last.points = append(last.points, at)
		}
	}
	return cut
}

// tiny is the shortest dash in pixels, so that there is an end to them.
const tiny = .25
