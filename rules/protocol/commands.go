package protocol

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
)

// A command is one word of the protocol.
type command struct {
	name, args  string // args as shown in the usage
	least, most int    // arguments
	needsGame   bool
	run         func(s *Session, args []string) (string, error)
}

func (c command) usage() string { return strings.TrimSpace(c.name + " " + c.args) }

// commands lists all commands in the order of list_commands.
func commands() []command {
	const many = math.MaxInt
	return []command{
		{"protocol_version", "", 0, 0, false, func(*Session, []string) (string, error) { return "2", nil }},
		{"name", "", 0, 0, false, func(*Session, []string) (string, error) { return "Hexclub", nil }},
		{"version", "", 0, 0, false, func(s *Session, _ []string) (string, error) { return s.Version, nil }},
		{"known_command", "NAME", 1, 1, false, (*Session).knownCommand},
		{"list_commands", "", 0, 0, false, (*Session).listCommands},
		{"quit", "", 0, 0, false, func(*Session, []string) (string, error) { return "", nil }},
		{"list_games", "", 0, 0, false, (*Session).listGames},
		{"new_game", "KEY [option=value ...]", 1, many, false, (*Session).newGame},
		{"set_position", "KEY TEXT", 2, many, false, (*Session).setPosition},
		{"position", "", 0, 0, true, (*Session).position},
		{"legal", "", 0, 0, true, (*Session).legal},
		{"play", "ACTION [ACTION ...]", 1, many, true, (*Session).play},
		{"undo", "", 0, 0, true, (*Session).undo},
		{"to_move", "", 0, 0, true, (*Session).toMove},
		{"result", "", 0, 0, true, (*Session).result},
		{"perft", "N", 1, 1, true, (*Session).perft},
		{"genmove", "[LEVEL]", 0, 1, true, (*Session).genmove},
		{"showboard", "", 0, 0, true, (*Session).showboard},
	}
}

func (s *Session) knownCommand(args []string) (string, error) {
	known := slices.ContainsFunc(commands(), func(c command) bool { return c.name == args[0] })
	return strconv.FormatBool(known), nil
}

func (s *Session) listCommands([]string) (string, error) {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return strings.Join(names, "\n"), nil
}

func (s *Session) listGames([]string) (string, error) {
	var lines []string
	for _, game := range games.All() {
		line := game.Info().Key
		for _, option := range game.Info().Options {
			line += " " + option.Key + "=" + strings.Join(option.Values, "|")
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n"), nil
}

func (s *Session) newGame(args []string) (string, error) {
	options := map[string]string{}
	for _, arg := range args[1:] {
		key, value, ok := strings.Cut(arg, "=")
		if !ok {
			return "", failure(arg + " is not option=value")
		}
		if _, twice := options[key]; twice {
			return "", failure("the option " + key + " comes twice")
		}
		options[key] = value
	}
	return s.begin(args[0], rules.Setup{Options: options})
}

func (s *Session) setPosition(args []string) (string, error) {
	return s.begin(args[0], rules.Setup{Position: strings.Join(args[1:], " ")})
}

// begin starts a new record.
func (s *Session) begin(key string, setup rules.Setup) (string, error) {
	game, err := games.Find(key)
	if err != nil {
		return "", failure(message(err) + ": see list_games")
	}
	r, err := record.New(game, setup)
	if err != nil {
		return "", err
	}
	s.record, s.plan = r, plan{}
	return "", nil
}

func (s *Session) position([]string) (string, error) { return s.record.State().Position(), nil }

func (s *Session) legal([]string) (string, error) {
	return strings.Join(texts(s.record.State(), s.record.State().Actions(nil)), " "), nil
}

// texts returns the notation of actions, sorted bytewise.
func texts(st rules.State, actions []rules.Action) []string {
	list := make([]string, len(actions))
	for i, action := range actions {
		list[i] = st.Text(action)
	}
	slices.Sort(list)
	return list
}

func (s *Session) play(args []string) (string, error) {
	before := s.record.EventCount()
	for _, text := range args {
		if err := s.step(text); err != nil {
			return "", s.rewind(before, failure(message(err)))
		}
	}
	return "", nil
}

// step plays one action.
func (s *Session) step(text string) error {
	st := s.record.State()
	action, err := st.Parse(text)
	if err != nil {
		return err
	}
	if refusal := st.Refuse(action); refusal != nil {
		return s.refused(action, refusal)
	}
	return s.record.Step(action)
}

// refused returns why an action is illegal: the rule's number, an explanation,
// and what the rule compels instead.
func (s *Session) refused(action rules.Action, refusal *rules.Refusal) failure {
	st := s.record.State()
	words := st.Text(action) + ": " + refusal.Key
	if s.Explain != nil {
		words = s.Explain(st, st.Text(action), refusal)
	} else if len(refusal.Instead) > 0 {
		words += ", possible: " + strings.Join(texts(st, refusal.Instead), " ")
	}
	if refusal.Rule != "" {
		words = "rule " + refusal.Rule + ": " + words
	}
	return failure(words)
}

// rewind takes back all events after the given number, and returns the reason
// unless that fails.
func (s *Session) rewind(events int, reason error) error {
	if events == s.record.EventCount() {
		return reason
	}
	r, err := record.Replay(s.record.Game(), s.record.Setup(), s.record.Events()[:events])
	if err != nil {
		return err
	}
	s.record = r
	return reason
}

func (s *Session) undo([]string) (string, error) {
	if s.record.EventCount() == 0 {
		return "", failure("cannot undo: nothing has been played")
	}
	return "", s.rewind(s.record.EventCount()-1, nil)
}

func (s *Session) toMove([]string) (string, error) {
	if seat := s.record.State().Turn().Seat; seat != 0 {
		return strconv.Itoa(int(seat)), nil
	}
	return "none", nil
}

func (s *Session) result([]string) (string, error) {
	if result, over := s.record.Result(); over {
		return result.String(), nil
	}
	return "*", nil
}

// maxDepth is deeper than any count that could finish.
const maxDepth = 1000

func (s *Session) perft(args []string) (string, error) {
	depth, err := strconv.Atoi(args[0])
	if err != nil || depth < 0 || depth > maxDepth {
		return "", failure("the depth is a number from 0 to " + strconv.Itoa(maxDepth))
	}
	return strconv.FormatUint(rules.Perft(s.record.State(), depth), 10), nil
}

// showboard starts the board on a line of its own, so that the rows stay
// aligned. A row without cells is one space, because an empty line would end
// the answer.
func (s *Session) showboard([]string) (string, error) {
	st := s.record.State()
	board := strings.TrimRight(st.Board().String(), "\n")
	for strings.Contains(board, "\n\n") {
		board = strings.ReplaceAll(board, "\n\n", "\n \n")
	}
	return "\n" + board, nil
}
