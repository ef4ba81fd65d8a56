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

// variablePrefix is the prefix of all environment variables that set flags.
const variablePrefix = "HEXCLUB_"

// fileSuffix, appended to a variable's name, names a file that contains the value. Containers pass
// secrets this way.
const fileSuffix = "_FILE"

// fromFile resolves a flag from the file that its _FILE variable names. kong does not call it for
// flags that are on the command line.
func fromFile(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, name := range flag.Envs {
		file, set := os.LookupEnv(name + fileSuffix)
		if !set {
			continue
		}
		if os.Getenv(name) != "" { // an empty variable overrides one that an image sets
			return nil, fmt.Errorf("%s and %s are both set", name, name+fileSuffix)
		}
		value, err := secretIn(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name+fileSuffix, err)
		}
		return value, nil
	}
	return nil, nil
}

// withoutValue returns an error of kong's parser without the value of an environment variable, which may be a secret.
func withoutValue(err error) error {
	if text, rest, found := strings.Cut(err.Error(), " (from envar "); found {
		name, _, _ := strings.Cut(rest, "=")
		return fmt.Errorf("%s (%s)", text, name)
	}
	return err
}

// maxSecret limits the size of a value in a file, in bytes.
const maxSecret = 64 << 10

// secretIn returns the contents of a file, or of standard input for "-", without the line break at
// the end. Its errors never contain the value.
func secretIn(file string) (string, error) {
	input := os.Stdin
	if file != "-" {
		opened, err := os.Open(file)
		if err != nil {
			return "", err
		}
		defer func() { _ = opened.Close() }() // opened for reading only
		input = opened
	}
	content, err := io.ReadAll(io.LimitReader(input, maxSecret+1))
	text := strings.TrimSuffix(strings.TrimSuffix(string(content), "\n"), "\r")
	switch {
	case err != nil:
		return "", err
	case text == "":
		return "", errors.New("it is empty")
	case len(content) > maxSecret:
		return "", fmt.Errorf("it is larger than %d bytes", maxSecret)
	case strings.Contains(text, "\n"):
		return "", errors.New("it has more than one line")
	}
	return text, nil
}

// unknownVariables are environment variables with our prefix that set nothing. known lists those
// that do, for the warning.
type unknownVariables struct{ unknown, known []string }

// findUnknownVariables returns an error for a variable that is probably misspelt. Others only cause
// a warning: Kubernetes sets some by itself for a service of this name.
func findUnknownVariables(model *kong.Application, environ []string) (found unknownVariables, err error) {
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
		names = append(names, name+fileSuffix)
	}
	for _, pair := range environ {
		name, _, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(name, variablePrefix) || slices.Contains(names, name) {
			continue
		}
		nearest := slices.MinFunc(names, func(a, b string) int { return cmp.Compare(distance(name, a), distance(name, b)) })
		if distance(name, nearest) <= 2 {
			return found, fmt.Errorf("the environment has an unknown variable %s: did you mean %s?", name, nearest)
		}
		found.unknown = append(found.unknown, name)
	}
	return found, nil
}

// unknownVariablesWarning introduces the list of unknown variables.
const unknownVariablesWarning = "the environment has unknown variables"

// log logs the warning.
func (v unknownVariables) log(log *slog.Logger) {
	if len(v.unknown) > 0 {
		log.Warn(unknownVariablesWarning, "unknown", v.unknown, "known", v.known)
	}
}

// print prints the warning to standard error.
func (v unknownVariables) print() {
	if len(v.unknown) > 0 {
		_, _ = fmt.Fprintf(os.Stderr, "hexclub: warning: %s: %s; known are %s\n", unknownVariablesWarning, strings.Join(v.unknown, ", "), strings.Join(v.known, ", "))
	}
}

// distance returns the Levenshtein distance of two words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0] // from the row above, one column to the left
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
