package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// ofProgram is how the variables of the environment begin that set flags.
const ofProgram = "HEXCLUB_"

// inFile is what is behind the name of a variable when it names a file that has the
// value in it, as secrets are handed to containers.
const inFile = "_FILE"

// fromFile is the value of a flag, where its variable with _FILE behind it names a file
// that has it. A flag that is given on the command line is not asked for.
func fromFile(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, name := range flag.Envs {
		file, set := os.LookupEnv(name + inFile)
		if !set {
			continue
		}
		if _, both := os.LookupEnv(name); both {
			return nil, fmt.Errorf("%s and %s are both set", name, name+inFile)
		}
		value, err := secretIn(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name+inFile, err)
		}
		return value, nil
	}
	return nil, nil
}

// maxSecret is more than any value in a file takes, in bytes.
const maxSecret = 64 << 10

// secretIn is what stands in a file, or for "-" in standard input, but for the end of
// its line. An error does not tell it.
func secretIn(file string) (string, error) {
	input := os.Stdin
	if file != "-" {
		opened, err := os.Open(file)
		if err != nil {
			return "", err
		}
		defer func() { _ = opened.Close() }() // it was read only
		input = opened
	}
	content, err := io.ReadAll(io.LimitReader(input, maxSecret+1))
	text := strings.TrimSuffix(strings.TrimSuffix(string(content), "\n"), "\r")
	switch {
	case err != nil:
		return "", err
	case text == "":
		return "", errors.New("there is nothing in it")
	case len(content) > maxSecret:
		return "", fmt.Errorf("there is more in it than %d bytes", maxSecret)
	case strings.Contains(text, "\n"):
		return "", errors.New("there are several lines in it")
	}
	return text, nil
}

// strays are variables that begin like those of the program and set nothing, and those
// that do set something, to choose from.
type strays struct{ unknown, known []string }

// strayVariables looks for strays. One that is nearly spelt like one that sets something is
// an error; of others is told alone, for Kubernetes sets some by itself for a service of
// this name.
func strayVariables(model *kong.Application, environ []string) (found strays, err error) {
	err = kong.Visit(model, func(node kong.Visitable, next kong.Next) error {
		if flag, ok := node.(*kong.Flag); ok {
			found.known = append(found.known, flag.Envs...)
		}
		return next(nil)
	})
	if err != nil {
		return found, err
	}
	slices.Sort(found.known)
	found.known = slices.Compact(found.known)
	names := slices.Clone(found.known)
	for _, name := range found.known {
		names = append(names, name+inFile)
	}
	for _, pair := range environ {
		name, _, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(name, ofProgram) || slices.Contains(names, name) {
			continue
		}
		nearest := slices.MinFunc(names, func(a, b string) int { return cmp.Compare(distance(name, a), distance(name, b)) })
		if distance(name, nearest) <= 2 {
			return found, fmt.Errorf("the environment has %s, which sets nothing: is it %s?", name, nearest)
		}
		found.unknown = append(found.unknown, name)
	}
	return found, nil
}

// toldOfStrays is what is said where there are any.
const toldOfStrays = "the environment has variables that set nothing"

// log warns of them in a log.
func (s strays) log(log *slog.Logger) {
	if len(s.unknown) > 0 {
		log.Warn(toldOfStrays, "unknown", s.unknown, "known", s.known)
	}
}

// print warns of them whoever is at the machine.
func (s strays) print() {
	if len(s.unknown) > 0 {
		_, _ = fmt.Fprintf(os.Stderr, "hexclub: warning: %s: %s; there are %s\n", toldOfStrays, strings.Join(s.unknown, ", "), strings.Join(s.known, ", "))
	}
}

// distance is how many letters have to be changed, put in or left out to make a word of
// another (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0] // of the row above, one to the left
		row[0] = i + 1
		for j := range len(b) {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, before+1, row[j]+1)
		}
	}
	return row[len(b)]
}
