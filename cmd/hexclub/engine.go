package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"hexclub/rules"
	"hexclub/rules/protocol"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// engineCommand speaks the text protocol until its input ends.
type engineCommand struct {
	Language string  `default:"en" enum:"${languages}" env:"HEXCLUB_LANGUAGE" help:"Language of explanations: ${enum}."`
	Seed     *uint64 `env:"HEXCLUB_SEED" help:"Make genmove repeatable."`
}

// maxLine limits the length of a line of input, in bytes.
const maxLine = 1 << 20

// Run answers each line of standard input.
func (e engineCommand) Run(ctx context.Context) error {
	// On a signal, exit without waiting for input or a search: there is nothing to save.
	stop := context.AfterFunc(ctx, func() { os.Exit(0) })
	defer stop()
	session, err := e.session()
	if err != nil {
		return err
	}
	return converse(session, os.Stdin, os.Stdout)
}

func (e engineCommand) session() (*protocol.Session, error) {
	catalogs, err := i18n.Load()
	if err != nil {
		return nil, err
	}
	t := catalogs.Match(e.Language, "")
	session := &protocol.Session{
		Version: programVersion(),
		Explain: func(st rules.State, action string, refusal *rules.Refusal) string {
			return page.RefusalText(t, st, action, refusal)
		},
	}
	if e.Seed != nil {
		session.Random = rules.Random(*e.Seed)
		return session, nil
	}
	var seed [8]byte
	_, _ = rand.Read(seed[:]) // crypto/rand never fails
	session.Random = rules.Random(binary.LittleEndian.Uint64(seed[:]))
	return session, nil
}

// converse answers each line as soon as it is complete.
func converse(session *protocol.Session, in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		answer, quit := session.Answer(lines.Text())
		if _, err := io.WriteString(out, answer); err != nil {
			return err
		}
		if quit {
			return nil
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("standard input: %w", err)
	}
	return nil
}
