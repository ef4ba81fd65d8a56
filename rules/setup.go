package rules

import (
	"maps"
	"slices"
	"strings"
)

// SeatsOption is the key of the option for the number of seats, in games that
// offer a choice.
const SeatsOption = "seats"

// An Option is one choice in a game's set-up. Neither keys nor values hold
// spaces or "=".
type Option struct {
	Key    string
	Values []string // the default first
}

// A Setup is what a game starts from.
type Setup struct {
	Version  int               // of the rules, from 1 to Info.Version; 0 is the latest
	Options  map[string]string // by Option.Key; a missing option is taken from Position, else it has its default
	Position string            // in the form of State.Position; empty for the game's own start
}

// ErrPosition is the sentinel error, of kind Invalid, for a text that is no position.
var ErrPosition = &Error{Kind: Invalid, Key: "error.position"}

// errOption is the sentinel error, of kind Invalid, for an unknown option or value.
var errOption = &Error{Kind: Invalid, Key: "error.option"}

// Complete returns the set-up with all values filled in: the version of the
// rules, a value for each option of the game, and the position without its
// leading options. It does not change its argument.
//
// A bad set-up is an *Error of kind Invalid: with the key "error.version" for
// an unknown version, "error.option" for an unknown option or value, and
// ErrPosition for a position that names an unknown option or value, names
// an option twice, or contradicts Setup.Options.
func (i Info) Complete(setup Setup) (Setup, error) {
	if setup.Version < 0 || setup.Version > i.Version {
		return Setup{}, Errorf(Invalid, "error.version", "%s has no version %d of its rules, the latest is %d", i.Key, setup.Version, i.Version)
	}
	if setup.Version == 0 {
		setup.Version = i.Version
	}
	for _, key := range slices.Sorted(maps.Keys(setup.Options)) {
		if value := setup.Options[key]; !i.offers(key, value) {
			return Setup{}, i.lacks(errOption, key, value)
		}
	}
	named, position, err := i.cutOptions(setup.Position)
	if err != nil {
		return Setup{}, err
	}
	var options map[string]string // nil for a game without options
	if len(i.Options) > 0 {
		options = make(map[string]string, len(i.Options))
	}
	for _, option := range i.Options {
		given, asked := setup.Options[option.Key]
		written, found := named[option.Key]
		switch {
		case asked && found && given != written:
			return Setup{}, ErrPosition.Errorf("the position has %s=%s, but %s was asked for", option.Key, written, given)
		case asked:
			options[option.Key] = given
		case found:
			options[option.Key] = written
		default:
			options[option.Key] = option.Values[0]
		}
	}
	setup.Options, setup.Position = options, position
	return setup, nil
}

// OptionText returns the options that start a position: KEY=VALUE for each
// option that differs from its default, in the order of Info.Options, each
// followed by a space. Missing options have their defaults.
func (i Info) OptionText(options map[string]string) string {
	text := ""
	for _, option := range i.Options {
		if value, ok := options[option.Key]; ok && value != option.Values[0] {
			text += option.Key + "=" + value + " "
		}
	}
	return text
}

// cutOptions parses the options that a position starts with.
func (i Info) cutOptions(position string) (options map[string]string, rest string, err error) {
	options = map[string]string{}
	rest = strings.TrimSpace(position)
	for {
		field, after, _ := strings.Cut(rest, " ")
		key, value, ok := strings.Cut(field, "=")
		if !ok {
			return options, rest, nil
		}
		if !i.offers(key, value) {
			return nil, "", i.lacks(ErrPosition, key, value)
		}
		if _, twice := options[key]; twice {
			return nil, "", ErrPosition.Errorf("the option %s comes twice", key)
		}
		options[key] = value
		rest = strings.TrimSpace(after)
	}
}

// lacks returns the error for an unknown option or value; its detail lists the
// known ones. The error is made from the sentinel error.
func (i Info) lacks(sentinel *Error, key, value string) error {
	var known []string
	for _, option := range i.Options {
		known = append(known, option.Key+"="+strings.Join(option.Values, "|"))
		if option.Key == key {
			known = known[len(known)-1:]
			break
		}
	}
	if len(known) == 0 {
		return sentinel.Errorf("%s has no option %.30s=%.30s: it has none", i.Key, key, value)
	}
	return sentinel.Errorf("%s has no option %.30s=%.30s: it has %s", i.Key, key, value, strings.Join(known, " "))
}

// offers reports whether the game has the option and the value.
func (i Info) offers(key, value string) bool {
	return slices.ContainsFunc(i.Options, func(o Option) bool {
		return o.Key == key && slices.Contains(o.Values, value)
	})
}
