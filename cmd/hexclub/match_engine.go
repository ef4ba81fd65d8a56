package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"hexclub/rules"
	"hexclub/rules/bot/match"
	"hexclub/rules/record"
)

// maxAnswer limits the length of an engine's answer, in bytes.
const maxAnswer = 1 << 20

// quitTimeout is the time that an engine has to quit.
const quitTimeout = 2 * time.Second

// An engine is an external program that speaks the text protocol, for one game.
type engine struct {
	genmove string        // the command that asks for an action
	limit   time.Duration // for one answer
	command *exec.Cmd
	in      io.WriteCloser
	out     io.ReadCloser
	lines   *bufio.Reader
	stderr  tail
	known   int  // number of the record's actions that the engine knows
	broken  bool // no more commands are sent
}

// engineContender returns a contender that starts the program for each game.
func engineContender(name string, words []string, genmove string, limit time.Duration) match.Contender {
	return match.Contender{
		Name: name,
		New: func(ctx context.Context, game rules.Game, setup rules.Setup, seed uint64) (match.Player, error) {
			var args []string
			for _, word := range words {
				args = append(args, strings.ReplaceAll(word, "{seed}", strconv.FormatUint(seed>>1, 10)))
			}
			e, err := startEngine(args, genmove, limit)
			if err != nil {
				return nil, err
			}
			begin := "new_game " + game.Info().Key
			for _, key := range slices.Sorted(maps.Keys(setup.Options)) {
				begin += " " + key + "=" + setup.Options[key]
			}
			if _, err := e.ask(ctx, begin); err != nil {
				e.Close()
				return nil, err
			}
			return e, nil
		},
	}
}

func startEngine(args []string, genmove string, limit time.Duration) (*engine, error) {
	e := &engine{genmove: genmove, limit: limit, command: exec.Command(args[0], args[1:]...)}
	e.command.Stderr = &e.stderr
	e.command.WaitDelay = quitTimeout // in case child processes keep its output open
	var err error
	if e.in, err = e.command.StdinPipe(); err != nil {
		return nil, err
	}
	if e.out, err = e.command.StdoutPipe(); err != nil {
		return nil, err
	}
	e.lines = bufio.NewReader(e.out)
	return e, e.command.Start()
}

// Move sends the engine the actions that it does not know yet, and asks for an action.
func (e *engine) Move(ctx context.Context, r *record.Record) (match.Move, error) {
	if news := r.Played()[e.known:]; len(news) > 0 {
		if _, err := e.ask(ctx, "play "+strings.Join(news, " ")); err != nil {
			return match.Move{}, err
		}
		e.known += len(news)
	}
	text, err := e.ask(ctx, e.genmove)
	if err != nil {
		return match.Move{}, err
	}
	action, err := r.State().Parse(text)
	if err != nil {
		return match.Move{}, fmt.Errorf("%s was answered with %.100q: %w", e.genmove, text, err)
	}
	e.known++
	return match.Move{Actions: []rules.Action{action}}, nil
}

// errLate is the error of an engine that exceeded its time limit.
var errLate = errors.New("no answer in time")

// ask sends a command and returns the answer.
func (e *engine) ask(ctx context.Context, command string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, e.limit, errLate)
	defer cancel()
	stop := context.AfterFunc(ctx, e.kill)
	defer stop()
	_, err := io.WriteString(e.in, command+"\n")
	answer := ""
	if err == nil {
		answer, err = e.answer()
	}
	switch {
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case errors.Is(err, io.EOF):
		err = errors.New("the program exited")
	case err == nil && !strings.HasPrefix(answer, "="):
		err = fmt.Errorf("the answer is %.200q", answer)
	case err == nil:
		return strings.TrimSpace(answer[1:]), nil
	}
	e.broken = true
	e.kill()
	_ = e.command.Wait() // it was killed
	if said := e.stderr.String(); said != "" {
		err = fmt.Errorf("%w; the end of its error output: %s", err, said)
	}
	return "", fmt.Errorf("%.60s: %w", command, err)
}

// answer reads up to the next empty line that follows text.
func (e *engine) answer() (string, error) {
	var b strings.Builder
	for b.Len() <= maxAnswer {
		line, err := e.lines.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return "", err
		}
		if text := strings.TrimSpace(string(line)); text == "" && b.Len() > 0 && err == nil {
			return strings.TrimSpace(b.String()), nil
		} else if text != "" || b.Len() > 0 {
			b.Write(line)
		}
	}
	return "", fmt.Errorf("the answer is longer than %d bytes", maxAnswer)
}

// kill ends the program and unblocks reads and writes. It may be called twice.
func (e *engine) kill() {
	_ = e.command.Process.Kill()
	_ = e.in.Close()
	_ = e.out.Close()
}

// Close asks the program to quit, and kills it if it does not.
func (e *engine) Close() {
	if e.broken {
		return
	}
	timeout := time.AfterFunc(quitTimeout, e.kill)
	defer timeout.Stop()
	_, _ = io.WriteString(e.in, "quit\n")
	_ = e.in.Close()
	_, _ = io.Copy(io.Discard, e.lines)
	_ = e.command.Wait() // its status does not matter
}

// A tail keeps the end of what is written to it.
type tail struct{ text []byte }

// tailLength is how many bytes a tail keeps.
const tailLength = 300

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	t.text = t.text[max(len(t.text)-tailLength, 0):]
	return len(p), nil
}

// String returns the text on one line.
func (t *tail) String() string {
	return strings.ToValidUTF8(strings.Join(strings.Fields(string(t.text)), " "), "?")
}
