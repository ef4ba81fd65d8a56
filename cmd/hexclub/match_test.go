package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// asEngine makes the test binary an engine that misbehaves in the way that the variable names.
const asEngine = "TEST_AS_ENGINE"

// badEngine answers the text protocol correctly until it misbehaves.
func badEngine(manner string) {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		command, _, _ := strings.Cut(lines.Text(), " ")
		if command != "genmove" {
			fmt.Print("=\n\n")
			continue
		}
		switch manner {
		case "illegal":
			fmt.Print("= c3\n\n")
		case "garbage":
			fmt.Print("= \x00 what?\n\n")
		case "refuses":
			fmt.Print("? I would rather not\n\n")
		case "talks":
			fmt.Print("my move is d3\n\n")
		case "endless":
			for {
				if _, err := fmt.Print("= d3"); err != nil {
					return
				}
			}
		case "dies":
			fmt.Fprintln(os.Stderr, "out of\nmemory")
			os.Exit(1)
		case "hangs":
			_, _ = io.Copy(io.Discard, os.Stdin)
		}
	}
}

// playMatch runs a match. It returns the table and the progress that it prints.
func playMatch(t *testing.T, args ...string) (table, news string) {
	t.Helper()
	command := program(t, append([]string{"match"}, args...)...)
	var log bytes.Buffer
	command.Stderr = &log
	output, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, log.String())
	}
	return string(output), log.String()
}

// The same seed gives the same results, with engines too if they play at the bots' levels.
func TestMatch(t *testing.T) {
	t.Parallel()
	args := []string{"hexit", "a=2,nodes=50", "b=random", "--games", "6", "--option", "tiles=19", "--seed", "3"}
	table, news := playMatch(t, args...)
	again, _ := playMatch(t, append(args, "--workers", "2")...)
	score := func(table string) string { return table[:strings.Index(table, "an action")] }
	if score(table) != score(again) {
		t.Errorf("one match came to\n%s\nand again to\n%s", table, again)
	}
	for _, want := range []string{
		`^hexit tiles=19: a against b, 2 random turns as openings, seed 3\n\n`,
		`\na +[3-6] +0 +[0-3] +\d+\.\d % +\d+\.\d to \d+\.\d %\n  acting first +\d +0 +\d .*\n  acting second +\d +0 +\d .*\n`,
		`\nElo difference [+]\S+, 95 % confidence interval \S+ to \S+ \(Wilson's interval over 6 games\)\n`,
		`\nturns a game: \d+\.\d on average, from \d+ to \d+; 0 games reached the limit of turns\n`,
		`\na +\S+s +\S+s +\S+s +\S+s +\d+\nb +\S+s +\S+s +\S+s +\S+s +1\n$`,
	} {
		if !regexp.MustCompile(want).MatchString(table) {
			t.Errorf("the table has nothing like %q:\n%s", want, table)
		}
	}
	if !regexp.MustCompile(`\n6 of 6 games: a [3-6], b [0-3]\n$`).MatchString(news) {
		t.Errorf("the progress is %q", news)
	}
}

// Two engines, started anew for each game, play with the game's options. --record saves the games.
func TestMatchEngines(t *testing.T) {
	t.Parallel()
	engine := shipped(t) + " engine --seed {seed}"
	file := filepath.Join(t.TempDir(), "games")
	table, _ := playMatch(t, "six", "exec@1:"+engine, "exec@2:"+engine, "--option", "seats=4",
		"--games", "2", "--opening", "3", "--turns", "9", "--record", file)
	if strings.Contains(table, "by a fault") || !strings.Contains(table, "\nturns a game: 9.0 on average, from 9 to 9; 2 games reached the limit of turns\n") {
		t.Errorf("the result is\n%s", table)
	}
	games, err := os.ReadFile(file)
	lines := strings.Split(string(games), "\n")
	if err != nil || len(lines) != 3 || !regexp.MustCompile(`^2; exec@2:.* first; cut; \S+ \S+ \S+ \|( \S+){6}$`).MatchString(lines[1]) {
		t.Errorf("%v, the games are %q", err, lines)
	}
}

// An engine that violates the protocol loses the game, the reason is printed, and the match
// continues.
func TestMatchBadEngines(t *testing.T) {
	t.Parallel()
	for manner, want := range map[string]string{
		"illegal": "c3: hexone.refuse.",
		"garbage": `genmove was answered with "\x00 what?": `,
		"refuses": `genmove: the answer is "? I would rather not"`,
		"talks":   `genmove: the answer is "my move is d3"`,
		"endless": "genmove: the answer is longer than 1048576 bytes",
		"dies":    "genmove: the program exited; the end of its error output: out of memory",
		"hangs":   "no answer in time",
	} {
		t.Run(manner, func(t *testing.T) {
			t.Parallel()
			limit := "1m"
			if manner == "hangs" {
				limit = "10ms"
			}
			table, news := playMatch(t, "hexone", "random", "bad=exec:env "+asEngine+"="+manner+" '"+os.Args[0]+"'", "--games", "2", "--limit", limit)
			if !strings.Contains(table, "\nrandom               2     0     0 ") || !strings.Contains(table, "\nbad lost 2 games by a fault:\n") {
				t.Errorf("the result is\n%s", table)
			}
			if strings.Count(table, want) != 2 || strings.Count(news, want) != 2 {
				t.Errorf("the reasons are\n%s\nand the progress\n%s\nwant %q", table, news, want)
			}
		})
	}
	t.Run("is not there", func(t *testing.T) {
		t.Parallel()
		if table, _ := playMatch(t, "hexone", "random", "exec:no-such-engine", "--games", "2"); strings.Count(table, "no-such-engine\": ") != 2 {
			t.Errorf("the result is\n%s", table)
		}
	})
}

// An interrupted match prints its result so far.
func TestMatchInterrupted(t *testing.T) {
	t.Parallel()
	command := program(t, "match", "hexone", "random", "bad=exec:env "+asEngine+"=illegal '"+os.Args[0]+"'", "--games", "1000000")
	var table bytes.Buffer
	command.Stdout = &table
	news, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill() })
	if line, err := bufio.NewReader(news).ReadString('\n'); err != nil || !strings.HasPrefix(line, "bad loses game 1: ") {
		t.Fatalf("the progress is %q, %v", line, err)
	}
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, news) }()
	if err := command.Wait(); err == nil {
		t.Error("the program reported no error")
	}
	if !regexp.MustCompile(`\nrandom +[1-9]\d* +0 +0 +100.0 %`).MatchString(table.String()) {
		t.Errorf("the result is\n%s", table.String())
	}
}

func TestMatchMistakes(t *testing.T) {
	t.Parallel()
	for want, args := range map[string][]string{
		"there is no game \"go\": the games are hexone, hexit, six, tartan, hexellation": {"go", "1", "2"},

		"got 1 players, a match has two": {"six", "1"},
		"\"7\" is not a player":          {"six", "1", "7"},
		"exec: needs a command":          {"six", "1", "exec: "},
		"missing closing quote":          {"six", "1", "exec:a 'b"},
		"six has no option seats=5":      {"six", "1", "2", "--option", "seats=5"},
		"a match needs two sides":        {"hexellation", "1", "2", "--option", "seats=3"},
		"--games 0 ":                     {"six", "1", "2", "--games", "0"},
	} {
		says(t, false, "hexclub: error: "+want, append([]string{"match"}, args...)...)
	}
}

func TestSplitWords(t *testing.T) {
	t.Parallel()
	for line, want := range map[string][]string{
		"a":                  {"a"},
		"  a  b ":            {"a", "b"},
		`sh -c 'a "b" c' ""`: {"sh", "-c", `a "b" c`, ""},
		`a"b c"d`:            {"ab cd"},
	} {
		if got, err := splitWords(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q is %q, %v", line, got, err)
		}
	}
}
