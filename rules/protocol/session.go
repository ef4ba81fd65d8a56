package protocol

import (
	"errors"
	"strings"

	"hexclub/rules"
	"hexclub/rules/record"
)

// A Session is one conversation. It must not be used by several goroutines at
// once.
type Session struct {
	// Version is the answer to the command "version".
	Version string

	// Explain returns an explanation of why an action, in its notation, is
	// refused at a state, and what is compelled instead. If it is nil, the
	// answer is the refusal's key and the notation of the compelled actions.
	Explain func(st rules.State, action string, refusal *rules.Refusal) string

	// Random is the source of random choices in genmove.
	Random rules.Random

	record *record.Record // nil before the first game
	plan   plan
}

// A failure is the answer of a command that fails.
type failure string

func (f failure) Error() string { return string(f) }

// Answer carries out one line and returns the text to send back, which ends in
// an empty line; it is empty for a line without a command. Quit is true after
// the command that ends the session.
func (s *Session) Answer(line string) (answer string, quit bool) {
	fields := strings.Fields(clean(line))
	if len(fields) == 0 {
		return "", false
	}
	id := ""
	if isNumber(fields[0]) {
		id, fields = fields[0], fields[1:]
	}
	if len(fields) == 0 {
		return "?" + id + " a number without a command\n\n", false
	}
	text, err := s.run(fields[0], fields[1:])
	sign := "="
	if err != nil {
		sign, text = "?", message(err)
	}
	if text != "" && text[0] != '\n' {
		text = " " + text
	}
	return sign + id + text + "\n\n", fields[0] == "quit" && err == nil
}

// clean returns a line without control characters and without the comment (Go
// Text Protocol 2, section 3.1).
func clean(line string) string {
	line, _, _ = strings.Cut(line, "#")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < ' ' || r == 0x7f:
			return -1
		}
		return r
	}, line)
}

func isNumber(text string) bool {
	return strings.Trim(text, "0123456789") == ""
}

// message returns an error as one line.
func message(err error) string {
	text := err.Error()
	if known := (*rules.Error)(nil); errors.As(err, &known) && known.Detail != "" {
		text = known.Detail
	}
	return strings.Join(strings.Fields(text), " ")
}

// run carries out a command.
func (s *Session) run(name string, args []string) (string, error) {
	for _, c := range commands() {
		switch {
		case c.name != name:
			continue
		case len(args) < c.least || len(args) > c.most:
			return "", failure("write: " + c.usage())
		case c.needsGame && s.record == nil:
			return "", failure("no game has begun: new_game KEY")
		}
		return c.run(s, args)
	}
	return "", failure("unknown command")
}
