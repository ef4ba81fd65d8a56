package lesson

import (
	"fmt"
	"regexp"
	"strconv"

	"go.yaml.in/yaml/v4"
)

// A Number is a condition on a number: "2", ">=2", "<=2"; or on its change
// since the start of the lesson: "+2" and "-2", "+" for any increase, "-" for
// any decrease, "=" for no change. The zero Number means at least 1.
type Number struct {
	sign  string
	value float64
	given bool
}

var number = regexp.MustCompile(`^(?:(>=|<=|[+-]?)([0-9]+(?:\.5)?)|([=+-]))$`)

// UnmarshalYAML parses a number in the form of lessons.
func (n *Number) UnmarshalYAML(node *yaml.Node) error {
	parts := number.FindStringSubmatch(node.Value)
	switch {
	case parts == nil:
		return fmt.Errorf("%q is no number, nor a condition like >=2, +1 or =", node.Value)
	case parts[3] != "":
		*n = Number{sign: "any" + parts[3], given: true}
		return nil
	}
	value, err := strconv.ParseFloat(parts[2], 64)
	*n = Number{sign: parts[1], value: value, given: true}
	return err
}

// holds reports whether the number fulfils the condition; was is the number at
// the start of the lesson.
func (n Number) holds(there, was float64) bool {
	switch n.sign {
	case "any=":
		return there == was
	case "any+":
		return there > was
	case "any-":
		return there < was
	case ">=":
		return there >= n.value
	case "<=":
		return there <= n.value
	case "+":
		return there == was+n.value
	case "-":
		return there == was-n.value
	}
	if !n.given {
		return there >= 1
	}
	return there == n.value
}
