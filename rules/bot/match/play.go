package match

import (
	"context"
	"fmt"

	"hexclub/rules"
	"hexclub/rules/record"
)

// A Player plays one side of one game.
type Player interface {
	// Move returns the player's actions when its side is to act: at least one,
	// and none beyond the turn. It does not change the record. An error loses
	// the game.
	Move(ctx context.Context, r *record.Record) (Move, error)

	// Close is called once, when the game has ended.
	Close()
}

// A Move is what a player plays.
type Move struct {
	Actions []rules.Action
	Nodes   int // that were searched; 0 if unknown
}

// A Played is a game of a match.
type Played struct {
	Number  int            // from 0
	Record  *record.Record // how it went
	Opening int            // actions of it that were played at random
	First   int            // index of the contender whose side acted first
	Score   float64        // of contender 0: 1, 0.5 or 0
	Cut     bool           // it took too many turns, so it is drawn
	Fault   error          // why the game was lost other than by the rules; nil otherwise
	Efforts [2]Effort      // by contender
}

// An Effort is what a contender spent on a game.
type Effort struct {
	Actions int     // it played
	Nodes   int     // it searched
	Turns   []int64 // nanoseconds that each of its turns took
}

// play plays one game, or returns false when the context was done before its
// end.
func (m Match) play(ctx context.Context, seating []side, contenders [2]Contender, number int) (p Played, ok bool) {
	p = Played{Number: number, First: number % 2}
	p.Record = m.open(rules.Random(m.Seed + uint64(number/2)*pairs))
	p.Opening = p.Record.EventCount()

	random := rules.Random(m.Seed + uint64(number/2)*pairs + uint64(1+number%2)*sidesOf)
	var players [2]Player // by contender
	for i, contender := range contenders {
		player, err := contender.New(ctx, m.Game, m.Setup, random.Uint64())
		if err != nil {
			p.lose(i, err)
			return p, ctx.Err() == nil
		}
		defer player.Close()
		players[i] = player
	}
	for p.Record.Turn().Seat != 0 {
		if ctx.Err() != nil {
			return p, false
		}
		if m.Turns > 0 && p.Record.Turn().Number > m.Turns {
			p.Cut, p.Score = true, 0.5
			return p, true
		}
		who := p.contender(seating[p.Record.Turn().Seat-1])
		if err := m.turn(ctx, &p, players[who], &p.Efforts[who]); err != nil {
			p.lose(who, err)
			return p, ctx.Err() == nil
		}
	}
	result, _ := p.Record.Result()
	first := p.contender(seating[0])
	switch {
	case result.Drawn:
		p.Score = 0.5
	case (result.Outcome(1) == rules.Won) == (first == 0):
		p.Score = 1
	}
	return p, true
}

// contender returns the index of the contender who plays a side.
func (p Played) contender(s side) int { return (int(s) + p.First) % 2 }

// lose ends the game against a contender.
func (p *Played) lose(contender int, why error) {
	p.Score, p.Fault = float64(contender), why
}

// turn lets a player play to the end of its turn.
func (m Match) turn(ctx context.Context, p *Played, player Player, effort *Effort) error {
	begun := p.Record.Turn()
	effort.Turns = append(effort.Turns, 0)
	for {
		start := m.now()
		move, err := player.Move(ctx, p.Record)
		effort.Turns[len(effort.Turns)-1] += m.now() - start
		effort.Nodes += move.Nodes
		if err == nil && len(move.Actions) == 0 {
			err = fmt.Errorf("no action")
		}
		if err != nil {
			return err
		}
		for i, action := range move.Actions {
			if i > 0 && over(begun, p.Record.Turn()) {
				return fmt.Errorf("%d actions follow its turn", len(move.Actions)-i)
			}
			text := p.Record.State().Text(action)
			if err := p.Record.Step(action); err != nil {
				return fmt.Errorf("%s: %w", text, err)
			}
			effort.Actions++
		}
		if over(begun, p.Record.Turn()) {
			return nil
		}
	}
}

// over reports whether a turn has ended.
func over(begun, now rules.Turn) bool {
	return now.Seat != begun.Seat || now.Number != begun.Number
}

func (m Match) now() int64 {
	if m.Now == nil {
		return 0
	}
	return m.Now()
}
