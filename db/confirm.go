package db

import (
	"context"
	"database/sql"

	"hexclub/rules/record"
)

// Confirms are the paces of games in which a person confirms complete turns.
type Confirms struct{ Live, Slow, Alone bool }

// DefaultConfirms returns the choice of a person who has made none: only where a turn has time.
func DefaultConfirms() Confirms { return Confirms{Slow: true} }

// In reports whether the person confirms turns in games of a pace.
func (c Confirms) In(pace record.Pace) bool { return *c.at(pace) }

// With returns c with another choice for a pace.
func (c Confirms) With(pace record.Pace, on bool) Confirms {
	*c.at(pace) = on
	return c
}

func (c *Confirms) at(pace record.Pace) *bool {
	switch pace {
	case record.Live:
		return &c.Live
	case record.Alone:
		return &c.Alone
	}
	return &c.Slow
}

// PaceFor returns the pace of a game for one of its players. The clock of a game against bots alone hurries no
// person.
func (g Game) PaceFor(person string) record.Pace {
	for _, p := range g.Players {
		if p.ID != person && p.Bot() == 0 {
			return record.PaceOf(g.Record.Control())
		}
	}
	return record.Alone
}

// SetConfirms stores in which games a person confirms complete turns. It fails with kind NotFound.
func (d *DB) SetConfirms(ctx context.Context, person string, c Confirms) error {
	n, err := d.exec(ctx, "UPDATE people SET confirm_live = $2, confirm_turns = $3, confirm_alone = $4 WHERE id = $1", person, c.Live, c.Slow, c.Alone)
	if err == nil && n == 0 {
		return kind(sql.ErrNoRows)
	}
	return err
}
