package lesson

import (
	"fmt"
	"regexp"
	"strconv"

	"go.yaml.in/yaml/v4"
)

// A Number is a number of things, or a condition on it: "2", ">=2", "<=2"; or how
// it differs from what it was when the lesson began: "+2" and "-2", "+" for any
// more, "-" for any less, "=" for no other. The zero Number is at least 1.
type Number struct {
	sign  string
	value float64
	given bool
}

var number = regexp.MustCompile(`^(?:(>=|<=|[+-]?)([0-9]+(?:\.5)?)|([=+-]))$`)

// UnmarshalYAML reads a number as a lesson writes it.
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

// holds reports whether there are as many as wanted; was is how many there
// were when the lesson began.
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
