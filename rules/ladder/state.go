package ladder

import (
	"cmp"
	"slices"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

// A State is a ladder at one moment.
type State struct {
	Settings   Settings    `json:"settings"`
	Closed     int64       `json:"closed"`     // the moment it was closed, 0 while it is open
	Players    []Player    `json:"players"`    // in order of place
	Challenges []Challenge `json:"challenges"` // the open ones, in any order
	Leavers    []Leaver    `json:"left"`       // players who have left and not come back
	Met        []Meeting   `json:"met"`        // of each two, the last decided challenge; older than Settings.Rematch days may be missing
	Refused    []Refused   `json:"refused"`    // older than Settings.RefusalDays and Settings.Rematch days may be missing

	// AddDays returns the moment a number of calendar days after another, for new deadlines. Nil counts days of 24 hours.
	AddDays func(moment int64, days int) int64 `json:"-"`
}

// A Player is a person on the ladder.
type Player struct {
	ID     string `json:"id"`
	Joined int64  `json:"joined"` // or came back
	Free   int    `json:"free"`   // remaining free challenges (r15)
	Idle   int64  `json:"idle"`   // the moment from which days without a game are counted (r13)
	Held   int64  `json:"held"`   // the moment at which that count was stopped, 0 while it runs
}

// A Challenge awaits its answer while Accepted is 0, and then its games.
type Challenge struct {
	ID       string       `json:"id"`
	From     string       `json:"from"` // the challenger
	To       string       `json:"to"`   // the challenged
	Game     string       `json:"game"`
	Unit     pairing.Unit `json:"unit"` // what it was about when it was made
	Made     int64        `json:"made"`
	AnswerBy int64        `json:"answer_by"`
	Accepted int64        `json:"accepted"`
	PlayBy   int64        `json:"play_by"`  // 0 until it is accepted
	Free     bool         `json:"free"`     // a free challenge (r15)
	Reminded bool         `json:"reminded"` // of the deadline that runs
	Awaited  string       `json:"awaited"`  // the player who is awaited in play, empty for neither; set by the caller that loads the state
	Entered  Entered      `json:"entered"`  // the result that a player has entered, and the other has neither confirmed nor contested; set by that caller, too
}

// An Entered is a result of a challenge that one of its players has entered.
// Without a player there is none.
type Entered struct {
	By     string `json:"by"`     // the player
	Winner string `json:"winner"` // empty for a draw
}

// Counts reports whether the result decides the challenge when a player
// leaves, or is removed by an organiser (r16).
func (e Entered) Counts(leaver string, removed bool) bool {
	return e.By != "" && (removed || e.By != leaver || e.Winner != "" && e.Winner != leaver)
}

// A Leaver is a person who was on the ladder.
type Leaver struct {
	ID    string `json:"id"`
	Place int    `json:"place"` // the last place
	At    int64  `json:"at"`
}

// A Meeting is a decided challenge of two players.
type Meeting struct {
	A  string `json:"a"` // A < B
	B  string `json:"b"`
	At int64  `json:"at"` // when it was decided
}

// A Refused records that a player refused a challenge.
type Refused struct {
	Player string `json:"player"`
	From   string `json:"from"` // the challenger
	At     int64  `json:"at"`
}

// A Kind is the kind of an event. Its text is stored.
type Kind string

// The kinds. Player is the player who acted or won, and Other the other one;
// in a draw and a lapse they are challenger and challenged. Moves
// that follow a correction name no other player.
const (
	Made      Kind = "made"      // Player challenges Other; an answer is due Until
	Accepted  Kind = "accepted"  // by Player; to be played Until
	Declined  Kind = "declined"  // by Player, who refused the challenge
	Withdrawn Kind = "withdrawn" // by Player
	Won       Kind = "won"       // by Player; see By
	Drawn     Kind = "drawn"
	Lapsed    Kind = "lapsed"

	Joined   Kind = "joined"   // To is the place entered
	Returned Kind = "returned" // the same
	Added    Kind = "added"    // the same, by the organiser, or automatically (r14)
	Ended    Kind = "ended"    // Player has left, From a place
	Removed  Kind = "removed"  // the same, by the organiser
	Placed   Kind = "placed"   // by the organiser, on To
	Dropped  Kind = "dropped"  // for inactivity; at the bottom From and To are the same
	Moved    Kind = "moved"    // Player, because of the event before

	CorrectedWon    Kind = "corrected-won"    // the challenge counts as won by Player, as an organiser has decided
	CorrectedDrawn  Kind = "corrected-drawn"  // or as drawn
	CorrectedLapsed Kind = "corrected-lapsed" // or as not played

	Closed Kind = "closed" // the ladder
	Opened Kind = "opened"
	Set    Kind = "set" // the settings

	RemindAnswer Kind = "remind-answer" // Player has to answer Other Until
	RemindPlay   Kind = "remind-play"   // Player has to play Other Until
)

// By says how a challenge was decided.
type By string

// The values of By.
const (
	ByPlay      By = "play"
	ByDefault   By = "default"   // without play: a deadline, a forfeit, a player who left
	ByOrganiser By = "organiser" // by an organiser's decision
)

// An Event is one thing that happened. Places are 0 if they are irrelevant;
// From and To are 0 off the ladder.
type Event struct {
	Kind      Kind
	At        int64
	Player    string
	Other     string // the other player, if there is one; for Moved: the player who acted, or whom the winner has beaten
	From, To  int    // the place of Player before and after; for Made and Won those of Player and Other before
	Challenge string // its id
	By        By     // for Won and Drawn
	Until     int64  // a deadline that the event sets or recalls
	Why       Rule
}

// An Outcome is how a challenge ends.
type Outcome struct {
	Winner string // empty for a draw
	Lapsed bool   // it ends without a result; there is no winner
	By     By
}

// day is the milliseconds of a day.
const day = int64(24 * 60 * 60 * 1000)

// AnswerBy returns the deadline to answer a challenge that is made now.
func (s *State) AnswerBy(now int64) int64 { return s.daysAfter(now, s.Settings.Answer) }

// PlayBy returns the deadline to play a challenge that is accepted now.
func (s *State) PlayBy(now int64) int64 { return s.daysAfter(now, s.Settings.Play) }

// daysAfter returns the moment a number of days later.
func (s *State) daysAfter(now int64, days int) int64 {
	if s.AddDays != nil {
		return s.AddDays(now, days)
	}
	return now + int64(days)*day
}

// New returns a ladder that begins at a moment with players in order of place,
// such as those of the previous season. None of them has free challenges. It
// fails like Settings.Check, and with an *rules.Error of kind Invalid
// (error.ladder-player) when a player has no id or occurs twice.
func New(now int64, settings Settings, players []string) (State, error) {
	if err := settings.Check(); err != nil {
		return State{}, err
	}
	s := State{Settings: settings}
	for _, id := range players {
		if id == "" || s.Place(id) > 0 {
			return State{}, rules.Errorf(rules.Invalid, "error.ladder-player", "player %.40q", id)
		}
		s.Players = append(s.Players, Player{ID: id, Joined: now, Idle: now})
	}
	return s, nil
}

// Place returns the place of a player, 0 for a person who is not on the
// ladder.
func (s *State) Place(id string) int {
	return 1 + slices.IndexFunc(s.Players, func(p Player) bool { return p.ID == id })
}

// Find returns the open challenge with an id, or false if there is none.
func (s *State) Find(id string) (c Challenge, ok bool) {
	i := s.index(id)
	if i < 0 {
		return Challenge{}, false
	}
	return s.Challenges[i], true
}

func (s *State) index(id string) int {
	return slices.IndexFunc(s.Challenges, func(c Challenge) bool { return c.ID == id })
}

// act carries out what is due and then an act on a copy, so that a failing act
// does not change the state.
func (s *State) act(now int64, do func(next *State) ([]Event, error)) ([]Event, error) {
	next := s.clone()
	events := next.Tick(now)
	more, err := do(&next)
	if err != nil {
		return nil, err
	}
	*s = next
	return append(events, more...), nil
}

func (s *State) clone() State {
	next := *s
	next.Players, next.Challenges = slices.Clone(s.Players), slices.Clone(s.Challenges)
	next.Leavers, next.Met, next.Refused = slices.Clone(s.Leavers), slices.Clone(s.Met), slices.Clone(s.Refused)
	return next
}

// busy reports whether a player has an open challenge.
func (s *State) busy(id string) bool {
	return slices.ContainsFunc(s.Challenges, func(c Challenge) bool { return c.From == id || c.To == id })
}

// hold stops or resumes the count of a player's days without a game (r13).
func (s *State) hold(now int64, id string) {
	at := s.Place(id)
	if at == 0 {
		return
	}
	p := &s.Players[at-1]
	switch stop := s.Closed != 0 || s.busy(id); {
	case stop && p.Held == 0:
		p.Held = now
	case !stop && p.Held != 0:
		p.Idle += now - p.Held
		p.Held = 0
	}
}

// played restarts the count of days without a game.
func (s *State) played(now int64, id string) {
	if at := s.Place(id); at > 0 {
		p := &s.Players[at-1]
		p.Idle = now
		if p.Held != 0 {
			p.Held = now
		}
	}
}

// inOrder compares challenges by the moment they were made, then by id.
func inOrder(a, b Challenge) int {
	return cmp.Or(cmp.Compare(a.Made, b.Made), cmp.Compare(a.ID, b.ID))
}

func errChallenge(id string) error {
	return rules.Errorf(rules.NotFound, "error.ladder-challenge", "challenge %.40q", id)
}

func errPlayer(id string) error {
	return rules.Errorf(rules.NotFound, "error.ladder-player", "player %.40q", id)
}
