package protocol

import (
	"context"
	"fmt"
	"strconv"

	"hexclub/rules"
	"hexclub/rules/bot"
)

// A plan is the rest of the turn that a bot intends to play.
type plan struct {
	level bot.Level
	key   rules.Key      // of the position at which the rest begins
	rest  []rules.Action // empty: there is no plan
}

// fits reports whether a bot of the level has planned an action for the
// position.
func (p plan) fits(level bot.Level, st rules.State) bool {
	return len(p.rest) > 0 && p.level == level && st.Turn().Action > 0 && p.key == st.Key()
}

func (s *Session) genmove(args []string) (string, error) {
	level := bot.MaxLevel
	if len(args) > 0 {
		n, err := strconv.Atoi(args[0])
		if level = bot.Level(n); err != nil || !level.Valid() {
			return "", failure(fmt.Sprintf("the level is a number from 1 to %d", bot.MaxLevel))
		}
	}
	st := s.record.State()
	if st.Turn().Seat == 0 {
		return "", failure("the game is over")
	}
	rest := s.plan.rest
	if !s.plan.fits(level, st) {
		// A caller that does not want to wait ends the process.
		choice, err := bot.Choose(context.Background(), bot.Task{
			Game:  s.record.Game(),
			State: st,
			Seen:  s.record.Seen(),
			Level: level,
			Seed:  s.Random.Uint64(),
		})
		if err != nil {
			return "", err
		}
		rest = choice.Line[:choice.Turn]
	}
	text := st.Text(rest[0])
	if err := s.record.Step(rest[0]); err != nil {
		return "", err
	}
	s.plan = plan{level: level, key: s.record.State().Key(), rest: rest[1:]}
	return text, nil
}
