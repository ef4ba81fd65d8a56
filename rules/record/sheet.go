package record

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hexclub/rules"
)

// A Sheet is a record for use outside the site, as text or as JSON. It holds
// everything that Replay needs.
type Sheet struct {
	Game     string            `json:"game"`
	Rules    int               `json:"rules"` // version of the rules it was played by
	Options  map[string]string `json:"options,omitempty"`
	Position string            `json:"position,omitempty"` // the initial position, if not the game's own
	Control  string            `json:"control,omitempty"`  // as Control.String writes it
	Players  []string          `json:"players"`            // by seat from 1
	Turns    []SheetTurn       `json:"turns"`
	Events   []string          `json:"events"`
	Result   string            `json:"result"`           // in the form of the text protocol, "*" while the game continues
	Reason   string            `json:"reason,omitempty"` // why it ended
}

// A SheetTurn is one turn on a sheet.
type SheetTurn struct {
	Number  int        `json:"number"`
	Seat    rules.Seat `json:"seat"`
	Actions []string   `json:"actions"`
}

// Sheet returns the record with the names of its players, by seat from 1.
func (r *Record) Sheet(players []string) Sheet {
	s := Sheet{
		Game: r.game.Info().Key, Rules: r.setup.Version, Options: r.setup.Options, Position: r.setup.Position,
		Control: r.Control().String(), Players: players, Turns: []SheetTurn{}, Events: r.Events(), Result: "*",
	}
	for _, turn := range r.turns {
		s.Turns = append(s.Turns, SheetTurn{turn.Number, turn.Seat, turn.Actions})
	}
	if result, over := r.Result(); over {
		s.Result, s.Reason = result.String(), string(result.Reason)
	}
	return s
}

// String returns the sheet as text: a line for each known item, then a line
// for each turn, then the result.
//
//	game hexone
//	rules 1
//	seat 1 Anna
//	seat 2 Ben
//	turn 1 seat 1 c2
//	turn 2 seat 2 d3
//	result *
func (s Sheet) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "game %s\nrules %d\n", s.Game, s.Rules)
	for _, key := range slices.Sorted(maps.Keys(s.Options)) {
		fmt.Fprintf(&b, "option %s=%s\n", key, s.Options[key])
	}
	if s.Position != "" {
		fmt.Fprintf(&b, "position %s\n", s.Position)
	}
	if s.Control != "" {
		fmt.Fprintf(&b, "control %s\n", s.Control)
	}
	for i, name := range s.Players {
		fmt.Fprintf(&b, "seat %d %s\n", i+1, name)
	}
	for _, turn := range s.Turns {
		fmt.Fprintf(&b, "turn %d seat %d %s\n", turn.Number, turn.Seat, strings.Join(turn.Actions, " "))
	}
	fmt.Fprintf(&b, "result %s\n", s.Result)
	if s.Reason != "" {
		fmt.Fprintf(&b, "reason %s\n", s.Reason)
	}
	return b.String()
}
