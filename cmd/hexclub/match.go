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

// matchCommand lets two players play many games against each other.
type matchCommand struct {
	Game    string            `arg:"" help:"Key of the game, such as hexone."`
	Players []string          `arg:"" help:"Two players. Each is a level from 1 to 6; a search, random, uct, mcts or alphabeta; or exec:COMMAND, an engine that speaks the text protocol, asked for a level with exec@LEVEL:COMMAND. See .github/docs/text-protocol.md."`
	Games   int               `default:"200" help:"How many games; both players have each opening once as the side that acts first (${default})."`
	Option  map[string]string `help:"Options of the game, such as tiles=19." placeholder:"KEY=VALUE"`
	Opening *int              `help:"Turns at the start that are played at random; by default some that suit the game." placeholder:"N"`
	Seed    uint64            `default:"1" help:"What chance draws from: the same match again, or another (${default})."`
	Workers int               `default:"1" help:"How many games are played at once (${default}). Times are true only while there are cores enough."`
	Turns   int               `default:"500" help:"After so many turns a game is drawn (${default}); 0 for no limit."`
	Limit   time.Duration     `default:"60s" help:"How long an engine may take for an answer, such as 500ms or 2m, before it loses the game (${default})."`
	Record  string            `type:"path" help:"File to which each game is written in a line." placeholder:"FILE"`
}

// Run plays the match and prints what it came to, also when it is broken off.
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
		news.tell(p)
		_, _ = fmt.Fprintln(moves, gameLine(p, news.names))
	})
	if known := (*rules.Error)(nil); errors.As(err, &known) {
		return errors.New(known.Detail)
	}
	fmt.Printf("%s: %s against %s, openings of %d turns at random, seed %d\n\n", c.setup(), contenders[0].Name, contenders[1].Name, m.Opening, c.Seed)
	fmt.Print(tableText(table))
	if err != nil {
		return fmt.Errorf("broken off: %w", err)
	}
	return nil
}

// match is what the flags ask for.
func (c matchCommand) match() (m match.Match, contenders [2]match.Contender, err error) {
	game, err := games.Find(c.Game)
	if err != nil {
		return m, contenders, fmt.Errorf("there is no game %q: the games are %s", c.Game, strings.Join(gameKeys(), ", "))
	}
	if len(c.Players) != len(contenders) {
		return m, contenders, fmt.Errorf("%d players, where a match has two", len(c.Players))
	}
	for i, text := range c.Players {
		if contenders[i], err = c.contender(text); err != nil {
			return m, contenders, err
		}
	}
	if c.Games < 1 || c.Workers < 1 {
		return m, contenders, fmt.Errorf("%d games by %d workers", c.Games, c.Workers)
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

// setup is the game with its options.
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

// contender reads a player, which may have a name: new=exec:./hexclub engine.
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

// splitWords splits a command line at its spaces, but for those between quotes
// of either kind.
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
		return nil, fmt.Errorf("a quote is not closed in %q", line)
	}
	if within {
		words = append(words, word.String())
	}
	if len(words) == 0 {
		return nil, errors.New("exec: needs a command")
	}
	return words, nil
}
