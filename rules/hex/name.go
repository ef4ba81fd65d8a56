package hex

import (
	"strconv"
	"strings"
)

// Name returns the name of c on a bounded board of the given radius: the
// letter of the row, 'a' at the bottom, then the number along it. The centre
// of radius 2 is "c3". The name of a cell off the board is meaningless.
func (c Cell) Name(radius int) string {
	letter := byte('a' + radius - int(c.R))
	return string(letter) + strconv.Itoa(int(c.Q)+radius+1)
}

// ParseName parses a cell's name on a bounded board of the given radius (at
// most 4, so that the number has one digit). It returns false for anything
// else.
func ParseName(s string, radius int) (c Cell, ok bool) {
	if len(s) != 2 || s[0] < 'a' || s[0] > 'z' || s[1] < '1' || s[1] > '9' {
		return Cell{}, false
	}
	r := radius - int(s[0]-'a')
	q := int(s[1]-'1') - radius
	if max(abs(q), abs(r), abs(q+r)) > radius {
		return Cell{}, false
	}
	return Cell{int8(q), int8(r)}, true
}

// String returns the cell in the form of growing boards: "q,r".
func (c Cell) String() string {
	var buf [len("-100,-100")]byte
	text := append(strconv.AppendInt(buf[:0], int64(c.Q), 10), ',')
	return string(strconv.AppendInt(text, int64(c.R), 10))
}

// Parse parses a cell written "q,r" with plain signed integers from -100 to
// 100. It returns false for anything else, including "+1,0", "01,0" and
// "-0,0".
func Parse(s string) (c Cell, ok bool) {
	left, right, found := strings.Cut(s, ",")
	q, okQ := parseCoordinate(left)
	r, okR := parseCoordinate(right)
	return Cell{q, r}, found && okQ && okR
}

// parseCoordinate is strict, and faster than strconv.Atoi: a replay parses
// thousands of coordinates.
func parseCoordinate(s string) (int8, bool) {
	digits, negative := strings.CutPrefix(s, "-")
	if digits == "" || len(digits) > 3 || digits[0] == '0' && s != "0" {
		return 0, false
	}
	n := 0
	for _, digit := range []byte(digits) {
		if digit < '0' || digit > '9' {
			return 0, false
		}
		n = 10*n + int(digit-'0')
	}
	if negative {
		n = -n
	}
	return int8(n), abs(n) <= 100
}
