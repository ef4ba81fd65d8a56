package ladder

import (
	"cmp"
	"math"
	"slices"
)

// Tick carries out what has fallen due by a moment: unanswered challenges,
// unplayed ones, inactive players.
func (s *State) Tick(now int64) []Event {
	var events []Event
	for {
		c, by := s.firstDeadline()
		idle := s.firstIdle()
		switch next := min(by, idle); {
		case next > now || next == never:
			return events
		case by <= idle:
			events = append(events, s.expire(by, c)...)
		default:
			events = append(events, s.drop(idle)...)
		}
	}
}

// never is a moment that does not come.
const never = math.MaxInt64

// Next returns the next moment at which Tick or Reminders has something to do,
// and math.MaxInt64 if there is none.
func (s *State) Next() int64 {
	_, by := s.firstDeadline()
	next := min(by, s.firstIdle())
	for _, c := range s.Challenges {
		if !c.Reminded {
			next = min(next, c.remindAt())
		}
	}
	return next
}

// deadline returns when the challenge falls due.
func (c Challenge) deadline() int64 {
	if c.Accepted != 0 {
		return c.PlayBy
	}
	return c.AnswerBy
}

// remindAt returns the moment after two thirds of the time to the deadline.
func (c Challenge) remindAt() int64 {
	begun := c.Made
	if c.Accepted != 0 {
		begun = c.Accepted
	}
	return begun + (c.deadline()-begun)/3*2
}

// firstDeadline returns the open challenge that falls due first, and when.
func (s *State) firstDeadline() (first int, by int64) {
	by = never
	for i, c := range s.Challenges {
		due := c.deadline()
		if due < by || due == by && by != never && inOrder(c, s.Challenges[first]) < 0 {
			first, by = i, due
		}
	}
	return first, by
}

// expire ends a challenge whose deadline has come (r9, r10).
func (s *State) expire(at int64, i int) []Event {
	c := s.Challenges[i]
	fate, loser, why := s.Settings.Unanswered, c.To, AnsweringRule
	if c.Accepted != 0 {
		fate, loser, why = s.Settings.Unplayed, c.Awaited, PlayingRule
	}
	switch {
	case fate == Lost && loser == c.To:
		return s.decide(at, i, c.From, ByDefault, why)
	case fate == Lost && loser == c.From:
		return s.decide(at, i, c.To, ByDefault, why)
	}
	return s.endUndecided(at, i, Event{Kind: Lapsed, Player: c.From, Other: c.To, Why: why})
}

// idleAt returns when a player next goes down for inactivity (r13).
func (s *State) idleAt(p Player) int64 {
	if s.Settings.InactiveDays <= 0 || p.Held != 0 {
		return never
	}
	return p.Idle + int64(s.Settings.InactiveDays)*day
}

func (s *State) firstIdle() int64 {
	first := int64(never)
	for _, p := range s.Players {
		first = min(first, s.idleAt(p))
	}
	return first
}

// drop moves all players down who have been inactive long enough at a moment,
// from the bottom up, so that none of them passes another.
func (s *State) drop(at int64) []Event {
	var events []Event
	lowest := len(s.Players)
	for from := len(s.Players); from > 0; from-- {
		p := s.Players[from-1]
		if s.idleAt(p) != at {
			continue
		}
		to := min(from+s.Settings.InactiveDrop, lowest)
		lowest = to - 1
		s.Players[from-1].Idle = at
		event := Event{Kind: Dropped, At: at, Player: p.ID, From: from, To: to, Why: InactivityRule}
		events = append(events, s.relocate(event, func() { s.move(from, to) })...)
	}
	return events
}

// Reminders returns the reminders of deadlines, in the order in which they
// were due, and records them: each player is reminded once. Deadlines that
// have passed are left to Tick.
func (s *State) Reminders(now int64) []Event {
	var due []int
	for i, c := range s.Challenges {
		if !c.Reminded && c.remindAt() <= now && now < c.deadline() {
			due = append(due, i)
		}
	}
	slices.SortFunc(due, func(i, j int) int {
		a, b := s.Challenges[i], s.Challenges[j]
		return cmp.Or(cmp.Compare(a.remindAt(), b.remindAt()), inOrder(a, b))
	})
	var events []Event
	for _, i := range due {
		c := &s.Challenges[i]
		c.Reminded = true
		event := Event{Kind: RemindAnswer, At: c.remindAt(), Challenge: c.ID, Until: c.deadline(), Why: AnsweringRule}
		if c.Accepted != 0 {
			event.Kind, event.Why = RemindPlay, PlayingRule
		}
		for _, pair := range [][2]string{{c.From, c.To}, {c.To, c.From}} {
			event.Player, event.Other = pair[0], pair[1]
			awaited := pair[0] == c.To
			if c.Accepted != 0 {
				awaited = c.Awaited == "" || c.Awaited == pair[0]
			}
			if awaited {
				events = append(events, event)
			}
		}
	}
	return events
}
