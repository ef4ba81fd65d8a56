package match

import (
	"context"
	"fmt"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/record"
)

// AtLevel is the bot of a level.
func AtLevel(level bot.Level) Contender {
	return Contender{
		Name: fmt.Sprintf("level %d", level),
		New: func(game rules.Game, _ rules.Setup, seed uint64) (Player, error) {
			return &leveller{game: game, level: level, random: rules.Random(seed)}, nil
		},
	}
}

type leveller struct {
	game   rules.Game
	level  bot.Level
	random rules.Random
}

func (l *leveller) Move(ctx context.Context, r *record.Record) (Move, error) {
	choice, err := bot.Choose(ctx, bot.Task{
		Game:  l.game,
		State: r.State(),
		Seen:  r.Seen(),
		Level: l.level,
		Seed:  l.random.Uint64(),
	})
	if err != nil {
		return Move{}, err
	}
	return Move{Actions: choice.Line[:choice.Turn], Nodes: choice.Nodes}, nil
}

func (l *leveller) Close() {}

// AtRandom plays any legal action, each as likely as another.
func AtRandom() Contender {
	return Contender{
		Name: "random",
		New: func(_ rules.Game, _ rules.Setup, seed uint64) (Player, error) {
			random := rules.Random(seed)
			return &randomly{random: &random}, nil
		},
	}
}

type randomly struct{ random *rules.Random }

func (p *randomly) Move(_ context.Context, r *record.Record) (Move, error) {
	actions := r.State().Actions(nil)
	return Move{Actions: []rules.Action{actions[p.random.IntN(len(actions))]}}, nil
}

func (p *randomly) Close() {}
