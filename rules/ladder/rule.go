package ladder

import "hexclub/rules"

// A Rule is the number of a rule in the package documentation.
type Rule string

// The rules, by subject.
const (
	OpenRule       Rule = "r1"
	PlayersRule    Rule = "r2"
	GamesRule      Rule = "r3"
	ReachRule      Rule = "r4"
	UpwardsRule    Rule = "r5"
	AtOnceRule     Rule = "r6"
	PauseRule      Rule = "r7"
	RefusingRule   Rule = "r8"
	AnsweringRule  Rule = "r9"
	PlayingRule    Rule = "r10"
	WinningRule    Rule = "r11"
	LosingRule     Rule = "r12"
	InactivityRule Rule = "r13"
	NewcomersRule  Rule = "r14"
	FreeRule       Rule = "r15"
	LeavingRule    Rule = "r16"
	ReturningRule  Rule = "r17"
	OrganisersRule Rule = "r18"
)

// A Refusal says which rule of the ladder forbids an act, with the numbers of
// the case. It wraps the *rules.Refusal, which errors.As finds.
type Refusal struct {
	Refused *rules.Refusal // Key is like "ladder.refuse.reach"
	Values  []Value        // the placeholders of its message
}

// Error returns the rule, for logs and scripts.
func (r *Refusal) Error() string { return r.Refused.Error() }

// Unwrap returns the refusal in the form known outside this package.
func (r *Refusal) Unwrap() error { return r.Refused }

// Rule returns the rule that forbids the act.
func (r *Refusal) Rule() Rule { return Rule(r.Refused.Rule) }

// A Value fills a placeholder of a message. It is a number of things, a
// moment, a player or games: one of the fields below Name is set.
type Value struct {
	Name string // of the placeholder: "Places"

	Of    string // a key with plural forms, "ladder.places", which counts
	Count int    // the number of things

	Moment int64
	Player string
	Games  []string
}

func days(n int) Value                { return Value{Name: "Days", Of: "notice.days", Count: n} }
func times(n int) Value               { return Value{Name: "Times", Of: "ladder.times", Count: n} }
func places(name string, n int) Value { return Value{Name: name, Of: "ladder.places", Count: n} }
func challenges(name string, n int) Value {
	return Value{Name: name, Of: "ladder.challenges", Count: n}
}
func until(at int64) Value         { return Value{Name: "Until", Moment: at} }
func playerValue(id string) Value  { return Value{Name: "Player", Player: id} }
func gameKeys(keys []string) Value { return Value{Name: "Games", Games: keys} }

// refusal returns a refusal by a rule, with its key.
func refusal(rule Rule, key string, values ...Value) *Refusal {
	return &Refusal{Refused: &rules.Refusal{Key: key, Rule: string(rule)}, Values: values}
}
