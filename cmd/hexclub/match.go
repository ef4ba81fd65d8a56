package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"hexclub/rules"
	"hexclub/rules/bot/match"
	"hexclub/rules/games"
)

// matchCommand plays many games between two players.
type matchCommand struct {
	Game    string            `arg:"" help:"Key of the game, such as hexone."`
	Players []string          `arg:"" help:"Two players. Each is a level from 1 to 6; a search, random, uct, mcts or alphabeta; or exec:COMMAND, an engine that speaks the text protocol, asked for a level with exec@LEVEL:COMMAND. See .github/docs/text-protocol.md."`
	Games   int               `default:"200" help:"Number of games (${default}). Each opening is played twice, with the players swapped."`
	Option  map[string]string `help:"Options of the game, such as tiles=19." placeholder:"KEY=VALUE"`
	Opening *int              `help:"Number of random turns at the start; the default depends on the game." placeholder:"N"`
	Seed    uint64            `default:"1" help:"Seed of all random choices; the same seed repeats the match (${default})."`
	Workers int               `default:"1" help:"Number of concurrent games (${default}). Times are only accurate if there are enough cores."`
	Turns   int               `default:"500" help:"Number of turns after which a game is drawn (${default}); 0 for no limit."`
	Limit   time.Duration     `default:"60s" help:"Time limit for an engine's answer, such as 500ms or 2m; an engine that exceeds it loses the game (${default})."`
	Record  string            `type:"path" help:"File for the games, one a line." placeholder:"FILE"`
}

// Run plays the match and prints its result, even if the match is interrupted.
func (c matchCommand) Run(ctx context.Context) (err error) {
	m, contenders, err := c.match()
	if err != nil {
		return err
	}
	moves := io.Discard
	if c.Record != "" {
		file, err := os.Create(c.Record)
		if err != nil {
			return err
		}
		defer func() {
			if closed := file.Close(); err == nil {
				err = closed
			}
		}()
		moves = file
	}
	news := progress{of: c.Games, names: [2]string{contenders[0].Name, contenders[1].Name}, out: os.Stderr}
	table, err := match.Run(ctx, m, contenders, func(p match.Played) {
		news.show(p)
		_, _ = fmt.Fprintln(moves, gameLine(p, news.names))
	})
	if known := (*rules.Error)(nil); errors.As(err, &known) {
		return errors.New(known.Detail)
	}
	fmt.Printf("%s: %s against %s, %d random turns as openings, seed %d\n\n", c.setup(), contenders[0].Name, contenders[1].Name, m.Opening, c.Seed)
	fmt.Print(tableText(table))
	if err != nil {
		return fmt.Errorf("interrupted: %w", err)
	}
	return nil
}

// match returns the match that the flags describe.
func (c matchCommand) match() (m match.Match, contenders [2]match.Contender, err error) {
	game, err := games.Find(c.Game)
	if err != nil {
		return m, contenders, fmt.Errorf("there is no game %q: the games are %s", c.Game, strings.Join(gameKeys(), ", "))
	}
	if len(c.Players) != len(contenders) {
		return m, contenders, fmt.Errorf("got %d players, a match has two", len(c.Players))
	}
	for i, text := range c.Players {
		if contenders[i], err = c.contender(text); err != nil {
			return m, contenders, err
		}
	}
	if c.Games < 1 || c.Workers < 1 {
		return m, contenders, fmt.Errorf("--games %d and --workers %d must be at least 1", c.Games, c.Workers)
	}
	start := time.Now()
	m = match.Match{
		Game: game, Setup: rules.Setup{Options: c.Option}, Games: c.Games, Opening: match.OpeningTurns(c.Game),
		Turns: c.Turns, Seed: c.Seed, Workers: c.Workers, Now: func() int64 { return time.Since(start).Nanoseconds() },
	}
	if c.Opening != nil {
		m.Opening = *c.Opening
	}
	return m, contenders, nil
}

// setup returns the game's key with its options.
func (c matchCommand) setup() string {
	game, _ := games.Find(c.Game)
	return strings.TrimSpace(c.Game + " " + game.Info().OptionText(c.Option))
}

func gameKeys() (keys []string) {
	for _, game := range games.All() {
		keys = append(keys, game.Info().Key)
	}
	return keys
}

// contender parses a player. A name may precede it: new=exec:./hexclub engine.
func (c matchCommand) contender(text string) (contender match.Contender, err error) {
	name, player, named := strings.Cut(text, "=")
	if named = named && !strings.ContainsAny(name, ",:@ "); !named {
		player = text
	}
	kind, command, _ := strings.Cut(player, ":")
	if program, level, _ := strings.Cut(kind, "@"); program == "exec" {
		var words []string
		if words, err = splitWords(command); err == nil {
			contender = engineContender(player, words, strings.TrimSpace("genmove "+level), c.Limit)
		}
	} else {
		contender, err = match.Parse(player)
	}
	if named {
		contender.Name = name
	}
	return contender, err
}

// splitWords splits a command line at spaces outside of single or double quotes.
func splitWords(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	quote, within := rune(0), false
	for _, r := range line {
		switch {
		case r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, within = r, true
		case quote == 0 && r == ' ':
			if within {
				words = append(words, word.String())
			}
			word.Reset()
			within = false
		default:
			word.WriteRune(r)
			within = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("missing closing quote in %q", line)
	}
	if within {
		words = append(words, word.String())
	}
	if len(words) == 0 {
		return nil, errors.New("exec: needs a command")
	}
	return words, nil
}
