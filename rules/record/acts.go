package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
)

// An Act is what a seat does to a game other than playing an action. Its event
// is the act and the seat: "resign:2". No game uses these words for an action.
type Act string

const (
	resign       Act = "resign"   // gives up
	timeOut      Act = "timeout"  // has no time left
	offerDraw    Act = "draw"     // offers a draw
	askTakeback  Act = "takeback" // asks to take back its last turn
	acceptOffer  Act = "accept"   // agrees to the open offer
	declineOffer Act = "decline"  // refuses the open offer or withdraws its own
	abort        Act = "abort"    // calls the game off
)

var acts = [...]Act{resign, timeOut, offerDraw, askTakeback, acceptOffer, declineOffer, abort}

// Acts lists all acts. A test that must know each of them ranges over it.
func Acts() []Act { return slices.Clone(acts[:]) }

// parseAct parses the event of an act. The seat number has one digit.
func parseAct(event string) (a Act, seat rules.Seat, ok bool) {
	word, number, _ := strings.Cut(event, ":")
	if len(number) != 1 || number[0] < '0' || number[0] > '0'+rules.MaxSeats {
		return "", 0, false
	}
	if a = Act(word); !slices.Contains(acts[:], a) {
		return "", 0, false
	}
	return a, rules.Seat(number[0] - '0'), true
}

func (a Act) event(seat rules.Seat) string { return string(a) + ":" + strconv.Itoa(int(seat)) }

// act carries out a stored act, which may exceed the bounds of a new game.
func (r *Record) act(a Act, seat rules.Seat) error {
	switch a {
	case resign:
		return r.Resign(seat)
	case timeOut:
		return r.TimeOut(seat)
	case offerDraw:
		return r.OfferDraw(seat)
	case askTakeback:
		return r.askTakeback(seat)
	case acceptOffer:
		return r.Accept(seat)
	case declineOffer:
		return r.Decline(seat)
	case abort:
		return r.Abort(seat)
	}
	return fmt.Errorf("act %q is not implemented", a)
}

// Resign makes a seat resign. A seat may resign at any time. If others play
// on, the position after it counts like any other at the start of a turn. It
// returns an *rules.Error of kind Conflict when the game is over (error.over)
// or the seat is already out (error.out), and of kind Invalid when there is no
// such seat (error.seat).
func (r *Record) Resign(seat rules.Seat) error {
	if err := r.mayDo(seat); err != nil {
		return err
	}
	r.leave(resign, seat)
	return nil
}

// TimeOut removes a seat whose time is up. Only the seat to act can run out of
// time. It fails like Resign, and with kind Conflict when another seat is to
// act (error.not-your-turn).
func (r *Record) TimeOut(seat rules.Seat) error {
	if err := r.mayDo(seat); err != nil {
		return err
	}
	if err := r.mayAct(seat); err != nil {
		return err
	}
	r.Spend(r.clock.remaining[seat-1])
	r.leave(timeOut, seat)
	return nil
}

// Abort calls the game off while some seat has not played yet: no seat wins or
// loses. Seat 0 is the platform, which may call a game off at any time. Abort
// fails like Resign, and with kind Conflict when every seat has played
// (error.abort-late).
func (r *Record) Abort(seat rules.Seat) error {
	if _, over := r.Result(); over {
		return errOver()
	}
	if seat != 0 {
		if err := r.mayDo(seat); err != nil {
			return err
		}
	}
	if seat != 0 && !r.AwaitsFirstTurn() {
		return rules.Errorf(rules.Conflict, "error.abort-late", "all seats have played")
	}
	r.offer, r.called, r.caller = Offer{}, true, seat
	r.events = append(r.events, abort.event(seat))
	return nil
}

// AwaitsFirstTurn reports whether a seat that is still in the game has not
// played yet, so that the game can be called off.
func (r *Record) AwaitsFirstTurn() bool {
	for seat := rules.Seat(1); int(seat) <= r.state.Seats(); seat++ {
		if !r.HasPlayed(seat) && !r.state.Out(seat) {
			return true
		}
	}
	return false
}

// HasPlayed reports whether a seat has played a turn that was not taken back.
func (r *Record) HasPlayed(seat rules.Seat) bool {
	return slices.ContainsFunc(r.turns, func(turn Turn) bool { return turn.Seat == seat })
}

// leave removes a seat from the game. It closes open offers.
func (r *Record) leave(a Act, seat rules.Seat) {
	r.offer = Offer{}
	r.move(a.event(seat), func() { r.retire(a, seat) })
}

// leaveReasons holds the acts by which a seat leaves and the reasons passed to
// the game.
var leaveReasons = map[Act]rules.Reason{resign: rules.Resignation, timeOut: rules.Timeout}

// mayDo returns an error unless a seat can still act on the game.
func (r *Record) mayDo(seat rules.Seat) error {
	if _, over := r.Result(); over {
		return errOver()
	}
	if seat < 1 || int(seat) > r.state.Seats() {
		return rules.Errorf(rules.Invalid, "error.seat", "no seat %d", seat)
	}
	if r.state.Out(seat) {
		return rules.Errorf(rules.Conflict, "error.out", "seat %d is out of the game", seat)
	}
	return nil
}
