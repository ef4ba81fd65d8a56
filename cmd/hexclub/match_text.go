package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"hexclub/rules/bot/match"
)

// A progress prints the score of a match from time to time, and faults immediately.
type progress struct {
	of    int
	names [2]string
	out   io.Writer
	score float64
}

func (p *progress) show(played match.Played) {
	p.score += played.Score
	if played.Fault != nil {
		loser := p.names[int(played.Score)]
		_, _ = fmt.Fprintf(p.out, "%[2]s loses game %[1]d: %[3]v\n", played.Number+1, loser, played.Fault)
	}
	if n := played.Number + 1; n == p.of || n%max(p.of/20, 1) == 0 {
		_, _ = fmt.Fprintf(p.out, "%d of %d games: %s %g, %s %g\n", n, p.of, p.names[0], p.score, p.names[1], float64(n)-p.score)
	}
}

// gameLine formats a played game: its number, the player who acted first, the result, and the
// actions, with "|" after the opening.
func gameLine(p match.Played, names [2]string) string {
	end := "cut"
	if result, over := p.Record.Result(); p.Fault != nil {
		end = "fault"
	} else if over {
		end = result.String()
	}
	actions := p.Record.Played()
	return fmt.Sprintf("%d; %s first; %s; %s | %s", p.Number+1, names[p.First], end,
		strings.Join(actions[:p.Opening], " "), strings.Join(actions[p.Opening:], " "))
}

// maxFaults is how many faults of a player are listed.
const maxFaults = 5

// tableText formats the results of a match.
func tableText(t match.Table) string {
	var b strings.Builder
	wide := max(len(t.Sides[0].Name), len(t.Sides[1].Name), len("  acting second"))
	fmt.Fprintf(&b, "%-*s  %5s %5s %5s   %7s  95 %% interval\n", wide, "", "won", "drawn", "lost", "points")
	row := func(name string, s match.Score) {
		low, high := s.Interval()
		fmt.Fprintf(&b, "%-*s  %5d %5d %5d   %5.1f %%  %.1f to %.1f %%\n", wide, name, s.Won, s.Drawn, s.Lost, 100*s.Share(), 100*low, 100*high)
	}
	first := t.Sides[0]
	row(first.Name, first.Score())
	row("  acting first", first.First)
	row("  acting second", first.Second)
	low, high := first.Score().Interval()
	fmt.Fprintf(&b, "Elo difference %s, 95 %% confidence interval %s to %s (Wilson's interval over %d games)\n",
		eloText(first.Score().Share()), eloText(low), eloText(high), first.Score().Games())
	fmt.Fprintf(&b, "turns a game: %.1f on average, from %d to %d; %d games reached the limit of turns\n\n", t.Turns.Mean(), t.Turns.Quantile(0), t.Turns.Quantile(1), t.Cut)

	fmt.Fprintf(&b, "%-*s  %12s %12s %12s %12s %14s\n", wide, "", "an action", "a turn", "95 % within", "longest", "nodes an action")
	for _, s := range t.Sides {
		fmt.Fprintf(&b, "%-*s  %12s %12s %12s %12s %14s\n", wide, s.Name, per(s.Time, s.Actions),
			round(time.Duration(s.Turn.Mean())), round(time.Duration(s.Turn.Quantile(0.95))), round(time.Duration(s.Turn.Quantile(1))), nodesText(s))
	}
	for _, s := range t.Sides {
		if len(s.Faults) > 0 {
			fmt.Fprintf(&b, "\n%s lost %d games by a fault:\n", s.Name, len(s.Faults))
		}
		for _, fault := range s.Faults[:min(len(s.Faults), maxFaults)] {
			fmt.Fprintf(&b, "  game %d: %v\n", fault.Game+1, fault.Why)
		}
	}
	return b.String()
}

// eloText formats the rating difference that corresponds to a share of the points.
func eloText(share float64) string {
	if elo := match.Elo(share); !math.IsInf(elo, 0) {
		return fmt.Sprintf("%+.0f", elo)
	}
	if share > 0 {
		return "+∞"
	}
	return "−∞"
}

func nodesText(s match.Standing) string {
	if s.Nodes == 0 || s.Actions == 0 {
		return "–"
	}
	return fmt.Sprint(s.Nodes / s.Actions)
}

// per returns the time for one of n.
func per(nanoseconds int64, n int) time.Duration {
	return round(time.Duration(nanoseconds / int64(max(n, 1))))
}

// round rounds to about three significant digits.
func round(d time.Duration) time.Duration {
	for unit := time.Duration(1); ; unit *= 10 {
		if d < 1000*unit {
			return d.Round(unit)
		}
	}
}
