package protocol_test

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/protocol"
)

// ask sends a line and returns the answer without the sign and the empty line,
// or false for a failure.
func ask(t *testing.T, s *protocol.Session, line string) (text string, ok bool) {
	t.Helper()
	answer, _ := s.Answer(line)
	if !strings.HasSuffix(answer, "\n\n") || answer[0] != '=' && answer[0] != '?' {
		t.Fatalf("%q is answered %q", line, answer)
	}
	return strings.TrimPrefix(answer[1:len(answer)-2], " "), answer[0] == '='
}

// send sends a line that must succeed.
func send(t *testing.T, s *protocol.Session, line string) string {
	t.Helper()
	text, ok := ask(t, s, line)
	if !ok {
		t.Fatalf("%q fails: %s", line, text)
	}
	return text
}

// A conversation is a list of lines with their exact answers.
func TestConversation(t *testing.T) {
	s := &protocol.Session{Version: "7"}
	for _, turn := range []struct{ line, want string }{
		{"", ""},
		{"  # only a comment", ""},
		{"name", "= Hexclub\n\n"},
		{"version", "= 7\n\n"},
		{"na\x01me", "= Hexclub\n\n"},
		{"12 protocol_version # as in GTP", "=12 2\n\n"},
		{"3", "?3 a number without a command\n\n"},
		{"known_command play", "= true\n\n"},
		{"known_command fly", "= false\n\n"},
		{"fly", "? unknown command\n\n"},
		{"Play d3", "? unknown command\n\n"},
		{"legal", "? no game has begun: new_game KEY\n\n"},
		{"new_game", "? write: new_game KEY [option=value ...]\n\n"},
		{"new_game go", "? no game \"go\": see list_games\n\n"},
		{"new_game hexone tiles", "? tiles is not option=value\n\n"},
		{"new_game hexone tiles=39", "? hexone has no option tiles=39: it has none\n\n"},
		{"new_game hexit tiles=20", "? hexit has no option tiles=20: it has tiles=39|29|19\n\n"},
		{"new_game hexit tiles=19 tiles=29", "? the option tiles comes twice\n\n"},
		{"new_game\thexone\r", "=\n\n"},
		{"legal", "= b2 b3 c2 c4 d3 d4\n\n"},
		{"to_move", "= 1\n\n"},
		{"result", "= *\n\n"},
		{"undo", "? cannot undo: nothing has been played\n\n"},
		{"undo now", "? write: undo\n\n"},
		{"play c2 d3 c2 d2 c2 d4", "? rule 3: d4: hexone.refuse.explode, possible: c2xE c2xW\n\n"},
		{"position", "= .../..../...../..../... 1 1\n\n"},
		{"play c2 d3 fly", "? \"fly\" is no action of hexone: write d3, d3xE, d3xW or pass\n\n"},
		{"5 play c2 d3 c2 d2 c2", "=5\n\n"},
		{"legal", "= c2xE c2xW\n\n"},
		{"position", "= .../r1r1../.b3.../..../... 1 5 1\n\n"},
		{"undo", "=\n\n"},
		{"position", "= .../r1r1../.b2.../..../... 1 5\n\n"},
		{"perft", "? write: perft N\n\n"},
		{"perft -1", "? the depth is a number from 0 to 1000\n\n"},
		{"perft 0", "= 1\n\n"},
		{"perft 2", "= 19\n\n"},
		{"set_position hexone", "? write: set_position KEY TEXT\n\n"},
		{"set_position hexone x", "? fields: 1, where a position has ROWS TO-ACT [TURN [PLAYED]]\n\n"},
		{"position", "= .../r1r1../.b2.../..../... 1 5\n\n"},
		{"set_position hexone .../.b2../...../.r1../... 1", "=\n\n"},
		{"undo", "? cannot undo: nothing has been played\n\n"},
		{"position", "= .../.b2../...../.r1../... 1 3\n\n"},
		{"showboard", "=\n        (e3)    (e4)    (e5)\n    (d2)     d3:11   d4     (d5)\n(c1)     c2      c3      c4     (c5)\n    (b1)     b2:2    b3     (b4)\n        (a1)    (a2)    (a3)\nworth 49\n\n"},
		{"set_position hexone xxx/xb1.x/x...x/x.r1x/xxx win1:timeout", "=\n\n"},
		{"legal", "=\n\n"},
		{"to_move", "= none\n\n"},
		{"result", "= win 1 points 7 0\n\n"},
		{"play d3", "? d3: hexone.refuse.over\n\n"},
		{"genmove", "? the game is over\n\n"},
		{"genmove 0", "? the level is a number from 1 to 6\n\n"},
		{"perft 1", "= 0\n\n"},
	} {
		if got, quit := s.Answer(turn.line); got != turn.want || quit {
			t.Fatalf("%q is answered %q, want %q", turn.line, got, turn.want)
		}
	}
	if got, quit := s.Answer("9 quit"); got != "=9\n\n" || !quit {
		t.Errorf("quit is answered %q, %v", got, quit)
	}
}

func TestListGames(t *testing.T) {
	s := &protocol.Session{}
	var want []string
	for _, game := range games.All() {
		want = append(want, game.Info().Key)
	}
	var got []string
	for line := range strings.SplitSeq(send(t, s, "list_games"), "\n") {
		fields := strings.Fields(line)
		got = append(got, fields[0])
		for _, option := range fields[1:] { // every value can be played
			key, values, _ := strings.Cut(option, "=")
			for value := range strings.SplitSeq(values, "|") {
				send(t, s, "new_game "+fields[0]+" "+key+"="+value)
			}
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the games are %v, want %v", got, want)
	}
}

func TestListedCommandsAreKnown(t *testing.T) {
	s := &protocol.Session{}
	for name := range strings.SplitSeq(send(t, s, "list_commands"), "\n") {
		if got := send(t, s, "known_command "+name); got != "true" {
			t.Errorf("%s is listed and known: %s", name, got)
		}
	}
}

// The same seed plays the same games; all of them end or could go on for ever,
// and undoing all actions leads back to the start.
func TestGenmove(t *testing.T) {
	for _, game := range games.All() {
		key := game.Info().Key
		t.Run(key, func(t *testing.T) {
			one, other := &protocol.Session{Random: 5}, &protocol.Session{Random: 5}
			send(t, one, "new_game "+key)
			send(t, other, "new_game "+key)
			start := send(t, one, "position")
			played := 0
			for ; played < 40 && send(t, one, "to_move") != "none"; played++ {
				a, b := send(t, one, "genmove 1"), send(t, other, "genmove 1")
				if a != b {
					t.Fatalf("one plays %s, the other %s", a, b)
				}
			}
			position := send(t, one, "position")
			if got := send(t, other, "position"); got != position {
				t.Errorf("the other is at %s, want %s", got, position)
			}
			send(t, other, "set_position "+key+" "+position)
			for _, command := range []string{"legal", "to_move", "result", "showboard", "perft 1"} {
				if a, b := send(t, one, command), send(t, other, command); a != b {
					t.Errorf("%s: played %q, set %q", command, a, b)
				}
			}
			for range played {
				send(t, one, "undo")
			}
			if got := send(t, one, "position"); got != start {
				t.Errorf("all undone: %s, want %s", got, start)
			}
		})
	}
}

// A turn of several actions is searched once: within the turn, the bot follows
// its plan unless the level or the position differs. Each search draws from
// Random.
func TestGenmoveKeepsToItsPlan(t *testing.T) {
	s := &protocol.Session{Random: 3}
	searches := func(line string) bool {
		before := s.Random
		send(t, s, line)
		return s.Random != before
	}
	begin := func() { send(t, s, "new_game hexellation") } // its first turn lays four or five stars
	begin()
	if !searches("genmove 1") {
		t.Error("a turn was begun without a search")
	}
	for i := range 3 {
		if searches("genmove 1") {
			t.Errorf("star %d was searched for", i+2)
		}
	}
	if send(t, s, "undo"); !searches("genmove 2") {
		t.Error("level 2 kept to the plan of level 1")
	}
	begin()
	other := "m:a1"
	if send(t, s, "genmove 1") == other {
		other = "m:b2"
	}
	send(t, s, "undo")
	send(t, s, "play "+other)
	if !searches("genmove 1") {
		t.Error("a plan for another position was kept to")
	}
}

// TestPerft checks all tables of all games. The games' own tests check the
// long lines.
func TestPerft(t *testing.T) {
	const longest = 20_000
	for _, game := range games.All() {
		t.Run(game.Info().Key, func(t *testing.T) {
			file, err := os.Open(filepath.Join("..", game.Info().Key, "testdata", "perft.txt"))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = file.Close() }()
			s, asked := &protocol.Session{}, 0
			for lines := bufio.NewScanner(file); lines.Scan(); {
				line := lines.Text()
				depth, count, _ := strings.Cut(line, " ")
				if _, err := strconv.Atoi(depth); err != nil {
					s.Answer(line) // a comment, new_game or play
					continue
				}
				if n, err := strconv.Atoi(count); err != nil || n > longest {
					continue
				}
				asked++
				if got := send(t, s, "perft "+depth); got != count {
					t.Errorf("perft %s is %s, want %s", depth, got, count)
				}
			}
			if asked == 0 {
				t.Error("the file holds no table")
			}
		})
	}
}

// FuzzAnswer checks that each command has one answer, which ends in the first
// empty line, and that the session continues, whatever is sent.
func FuzzAnswer(f *testing.F) {
	for _, lines := range []string{
		"new_game hexone\nplay c2 d3\nlegal\nundo\nshowboard",
		"1 new_game hexit tiles=19\nposition\ngenmove 3\nresult",
		"set_position hexone .../.b2../...../.r1../... 1\nperft 1\nto_move",
		"list_games\nlist_commands\nknown_command x\nquit now\n99999999999999999999 name # x",
		"new_game hexellation seats=3 declare=yes\ngenmove\ngenmove\nundo\nshowboard",
	} {
		f.Add(lines)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		s := &protocol.Session{Explain: func(rules.State, string, *rules.Refusal) string { return "why" }}
		for line := range strings.SplitSeq(lines, "\n") {
			if strings.Contains(line, "perft") {
				line = "perft 1"
			}
			if strings.Contains(line, "genmove") {
				line = "genmove 1" // higher levels are slow
			}
			answer, _ := s.Answer(line)
			if answer == "" {
				continue
			}
			if end := strings.Index(answer, "\n\n"); end != len(answer)-2 || answer[0] != '=' && answer[0] != '?' {
				t.Fatalf("%q is answered %q", line, answer)
			}
		}
	})
}
