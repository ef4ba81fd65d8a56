package ladder

import (
	"slices"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/pairing"
)

// Settings are the rules of a ladder as its club has set them. They are stored
// as JSON under the names given here.
type Settings struct {
	Games []string     `json:"games"` // keys of games, one or more
	Unit  pairing.Unit `json:"unit"`  // what a challenge is about; a match only on a ladder of Hexone alone

	Reach     int  `json:"reach"`     // places above, 0 for any
	Downwards bool `json:"downwards"` // challenges may also go downwards

	Made     int `json:"made"`     // open challenges made at once
	Received int `json:"received"` // open challenges received at once
	Rematch  int `json:"rematch"`  // days between two challenges of the same players, and before a refused one is repeated

	Refuse      Refuser `json:"refuse"`
	Refusals    int     `json:"refusals"`     // number of refusals
	RefusalDays int     `json:"refusal_days"` // within this number of days

	Answer     int        `json:"answer"`     // days to answer
	Unanswered Resolution `json:"unanswered"` // when the days are over
	Play       int        `json:"play"`       // days to play, from the answer on
	Unplayed   Resolution `json:"unplayed"`   // when the days are over; Lost: by the awaited player

	Win  Win  `json:"win"`
	Loss Loss `json:"loss"`

	InactiveDays int `json:"inactive_days"` // 0 for never
	InactiveDrop int `json:"inactive_drop"` // places

	Entry    Entry `json:"entry"`
	Free     int   `json:"free"`      // challenges beyond reach
	FreeDays int   `json:"free_days"` // from entry

	Leaving    Resolution `json:"leaving"`
	ReturnDays int        `json:"return_days"` // 0: a player who comes back is a newcomer
	ReturnDrop int        `json:"return_drop"` // places
}

// A Refuser says whether challenges may be refused.
type Refuser string

// The values of Refuser.
const (
	Challenged Refuser = "challenged"
	Nobody     Refuser = "nobody"
)

// A Resolution is the consequence of a challenge that is not played.
type Resolution string

// The resolutions.
const (
	Lost   Resolution = "lost"   // by the player who failed to answer or play
	Lapses Resolution = "lapses" // without a result
)

// A Win is what the lower player gains by a win.
type Win string

// The values of Win.
const (
	Insert Win = "insert" // the loser's place; those between move down one
	Swap   Win = "swap"   // the loser's place, and the loser gets the winner's
	Half   Win = "half"   // half of the way, rounded up
)

// A Loss is what a challenger loses by losing.
type Loss string

// The values of Loss.
const (
	Stay Loss = "stay" // nothing
	Down Loss = "down" // one place
)

// An Entry is where newcomers enter.
type Entry string

// The values of Entry.
const (
	Bottom Entry = "bottom"
	Middle Entry = "middle"
	Given  Entry = "given" // by the organiser
)

// Default returns the initial settings of a ladder of games.
func Default(keys ...string) Settings {
	return Settings{
		Games: keys, Unit: pairing.OneGame,
		Reach: 3,
		Made:  1, Received: 1, Rematch: 7,
		Refuse: Challenged, Refusals: 1, RefusalDays: 30,
		Answer: 3, Unanswered: Lost, Play: 14, Unplayed: Lost,
		Win: Insert, Loss: Stay,
		InactiveDays: 28, InactiveDrop: 1,
		Entry: Bottom, Free: 1, FreeDays: 30,
		Leaving: Lost, ReturnDays: 60, ReturnDrop: 2,
	}
}

// A Bound is the range of a number among the settings, for forms as well.
type Bound struct {
	Name     string // as in JSON
	Min, Max int
	Key      string // of the message that states the bounds
	Value    func(*Settings) *int
}

// Bounds lists the numbers among the settings, in the order of their fields.
func Bounds() []Bound {
	return []Bound{
		{"reach", 0, 100, "error.ladder-reach", func(s *Settings) *int { return &s.Reach }},
		{"made", 1, 10, "error.ladder-made", func(s *Settings) *int { return &s.Made }},
		{"received", 1, 10, "error.ladder-received", func(s *Settings) *int { return &s.Received }},
		{"rematch", 0, 365, "error.ladder-rematch", func(s *Settings) *int { return &s.Rematch }},
		{"refusals", 1, 100, "error.ladder-refusals", func(s *Settings) *int { return &s.Refusals }},
		{"refusal_days", 1, 365, "error.ladder-refusal-days", func(s *Settings) *int { return &s.RefusalDays }},
		{"answer", 1, 60, "error.ladder-answer", func(s *Settings) *int { return &s.Answer }},
		{"play", 1, 180, "error.ladder-play", func(s *Settings) *int { return &s.Play }},
		{"inactive_days", 0, 365, "error.ladder-inactive-days", func(s *Settings) *int { return &s.InactiveDays }},
		{"inactive_drop", 1, 100, "error.ladder-inactive-drop", func(s *Settings) *int { return &s.InactiveDrop }},
		{"free", 0, 10, "error.ladder-free", func(s *Settings) *int { return &s.Free }},
		{"free_days", 1, 365, "error.ladder-free-days", func(s *Settings) *int { return &s.FreeDays }},
		{"return_days", 0, 730, "error.ladder-return-days", func(s *Settings) *int { return &s.ReturnDays }},
		{"return_drop", 0, 100, "error.ladder-return-drop", func(s *Settings) *int { return &s.ReturnDrop }},
	}
}

// Check returns nil for valid settings, and otherwise the first of Problems.
func (s Settings) Check() error {
	if wrong := s.Problems(); len(wrong) > 0 {
		return wrong[0]
	}
	return nil
}

// Problems returns the errors in the settings, one *rules.Error of kind
// Invalid for each wrong field, with its name at the start of the detail:
// first games and unit, then choices (error.ladder-choice, which no form
// causes), then Bounds.
func (s Settings) Problems() []*rules.Error {
	var wrong []*rules.Error
	if !s.gamesExist() {
		wrong = append(wrong, rules.Errorf(rules.Invalid, "error.ladder-games", "games %.100q", s.Games).In("games"))
	}
	if s.Unit == pairing.Match && !slices.Equal(s.Games, []string{"hexone"}) {
		wrong = append(wrong, rules.Errorf(rules.Invalid, "error.ladder-match", "unit %q of %.100q", s.Unit, s.Games).In("unit"))
	}
	for _, choice := range s.choices() {
		if !slices.Contains(choice.values, choice.value) {
			wrong = append(wrong, rules.Errorf(rules.Invalid, "error.ladder-choice", "%s %.20q", choice.name, choice.value))
		}
	}
	for _, bound := range Bounds() {
		if n := *bound.Value(&s); n < bound.Min || n > bound.Max {
			wrong = append(wrong, rules.Errorf(rules.Invalid, bound.Key, "%s %d", bound.Name, n).In(bound.Name))
		}
	}
	return wrong
}

// gamesExist reports whether there is at least one game, and each exists and
// occurs once.
func (s Settings) gamesExist() bool {
	for i, key := range s.Games {
		if _, err := games.Find(key); err != nil || slices.Contains(s.Games[:i], key) {
			return false
		}
	}
	return len(s.Games) > 0
}

// A choice is a setting that has one of a few values.
type choice struct {
	name, value string
	values      []string
}

// units returns the stored values of what a challenge may be about.
func units() (values []string) {
	for _, unit := range pairing.Units() {
		values = append(values, string(unit))
	}
	return values
}

func (s Settings) choices() []choice {
	fates := []string{string(Lost), string(Lapses)}
	return []choice{
		{"unit", string(s.Unit), units()},
		{"refuse", string(s.Refuse), []string{string(Challenged), string(Nobody)}},
		{"unanswered", string(s.Unanswered), fates},
		{"unplayed", string(s.Unplayed), fates},
		{"win", string(s.Win), []string{string(Insert), string(Swap), string(Half)}},
		{"loss", string(s.Loss), []string{string(Stay), string(Down)}},
		{"entry", string(s.Entry), []string{string(Bottom), string(Middle), string(Given)}},
		{"leaving", string(s.Leaving), fates},
	}
}
