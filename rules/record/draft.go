package record

import "hexclub/rules"

// A Draft is a turn in progress: some actions tried on the current position.
// It does not change the record.
type Draft struct {
	State   rules.State    // after the actions
	Actions []rules.Action // the legal ones, in order
	Texts   []string       // their notation
	Done    bool           // they form a whole turn
	Err     error          // why the next action was not taken; nil if all were
	Refused string         // notation of the action that Err, a *rules.Refusal, refuses
}

// Draft tries the actions of one turn, separated by spaces or commas, for the
// seat to act. It takes actions while they are legal within the turn and sets
// Draft.Err to what stopped it: a *rules.Refusal, or an *rules.Error of kind
// Invalid. It takes nothing of a text longer than rules.MaxTurn: that is the
// error "error.notation".
func (r *Record) Draft(actions string) Draft {
	d := Draft{State: r.state.Clone()}
	if len(actions) > rules.MaxTurn {
		d.Err = rules.Errorf(rules.Invalid, "error.notation", "a turn of %d bytes, at most %d", len(actions), rules.MaxTurn)
		return d
	}
	number := d.State.Turn().Number
	for line := actions; line != ""; {
		if d.Done {
			d.Err = rules.Errorf(rules.Invalid, "error.turn-over", "%q follows a whole turn", line)
			return d
		}
		action, rest, err := rules.CutAction(d.State, line)
		if err != nil {
			d.Err = err
			return d
		}
		if refusal := d.State.Refuse(action); refusal != nil {
			d.Err, d.Refused = refusal, d.State.Text(action)
			return d
		}
		d.Texts = append(d.Texts, d.State.Text(action))
		d.Actions = append(d.Actions, action)
		d.State.Play(action)
		turn := d.State.Turn()
		d.Done = turn.Seat == 0 || turn.Number != number
		line = rest
	}
	return d
}
