package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
)

// The program answers the text protocol in the configured language until it reads quit or its input
// ends.
func TestEngine(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name        string
		args        []string
		input, want string
	}{
		{
			"until quit",
			nil,
			"new_game hexone\nplay c2 c2\nquit\nname\n",
			"=\n\n? rule 1: c2: your opponent started there. Choose another cell next to the centre.\n\n=\n\n",
		},
		{
			"until the end of the input, in French",
			[]string{"--language", "fr"},
			"1 new_game hexone\nplay c2 c2",
			"=1\n\n? rule 1: c2 : votre adversaire a commencé ici. Choisissez une autre case à côté du centre.\n\n",
		},
		{"nothing at all", nil, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			command := program(t, append([]string{"engine"}, test.args...)...)
			command.Stdin = strings.NewReader(test.input)
			output, err := command.CombinedOutput()
			if err != nil || string(output) != test.want {
				t.Errorf("%v, the answers are %q, want %q", err, output, test.want)
			}
		})
	}
}

func TestEngineSeed(t *testing.T) {
	t.Parallel()
	input := "new_game hexone\n" + strings.Repeat("genmove 1\n", 20)
	var played [3][]byte
	for i, seed := range []string{"7", "7", "8"} {
		command := program(t, "engine", "--seed", seed)
		command.Stdin = strings.NewReader(input)
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, output)
		}
		played[i] = output
	}
	if !bytes.Equal(played[0], played[1]) || bytes.Equal(played[0], played[2]) {
		t.Error("the seed does not decide what is played")
	}
}

// A signal ends an engine that waits for input or searches.
func TestEngineStops(t *testing.T) {
	t.Parallel()
	command := program(t, "engine")
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, "name\n"); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "= Hexclub\n" {
		t.Fatalf("%q, %v", line, err)
	}
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := command.Wait(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
}

func TestEngineLineTooLong(t *testing.T) {
	t.Parallel()
	command := program(t, "engine")
	command.Stdin = strings.NewReader("play " + strings.Repeat("c2 ", maxLine))
	if output, err := command.CombinedOutput(); err == nil || !strings.Contains(string(output), "hexclub: error: ") {
		t.Errorf("%v: %q", err, output)
	}
}
