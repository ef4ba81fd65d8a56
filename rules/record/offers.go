package record

import "hexclub/rules"

// An OfferKind is the kind of a proposal to the other seats.
type OfferKind uint8

// The kinds of offer.
const (
	NoOffer  OfferKind = iota
	Draw               // to end the game as a draw
	Takeback           // to take back the last turn of the proposer and all that followed
)

// An Offer is a proposal that needs the agreement of every other seat in the
// game. Only one can be open at a time. It lapses when a seat that has not
// agreed plays, when any seat plays in the case of a takeback, and when a seat
// leaves.
type Offer struct {
	Kind OfferKind
	Seat rules.Seat // the proposer
	Turn int        // for a Takeback: number of the first turn that it would undo

	agreed [rules.MaxSeats + 1]bool // by seat; the proposer has agreed
}

// A proposal is what a seat proposes. A seat may propose each kind only once
// at the same turn, to protect its opponents from repeated requests.
type proposal struct {
	kind OfferKind
	seat rules.Seat
}

// A Closing is how an offer was closed without ending the game.
type Closing uint8

// The ways to close an offer.
const (
	Declined Closing = iota // refused, or withdrawn by the proposer
	Lapsed                  // a seat played on
	Granted                 // all seats have agreed
)

// A Closed is an offer that is no longer open.
type Closed struct {
	Offer
	How Closing
	By  rules.Seat // the seat that closed it; the last one to agree

	at int // number of events when it was closed
}

// Agreed reports whether a seat has agreed to the offer. The proposer has.
func (o Offer) Agreed(seat rules.Seat) bool { return o.agreed[seat] }

// Offer returns the open offer; its Kind is NoOffer if there is none.
func (r *Record) Offer() Offer { return r.offer }

// Closed returns the offer that the last event or the last turn closed; its
// Kind is NoOffer if there is none.
func (r *Record) Closed() Closed {
	if r.closed.at != len(r.events) {
		return Closed{}
	}
	return r.closed
}

// Proposed reports whether a seat has made this proposal at this turn, and so
// cannot repeat it before another turn is played.
func (r *Record) Proposed(kind OfferKind, seat rules.Seat) bool {
	at, ok := r.proposed[proposal{kind, seat}]
	return ok && at == r.moved
}

// OfferDraw makes a seat propose a draw, or agree to the proposed one. It
// returns an *rules.Error of kind Invalid for a game without draws by
// agreement (error.no-draws) or when there is no such seat. It returns one of
// kind Conflict when another offer is open (error.offer-open), when the seat
// has already proposed or agreed (error.offered) or has proposed it at the
// same turn (error.offered-before), when it is out of the game (error.out),
// and when the game is over.
func (r *Record) OfferDraw(seat rules.Seat) error {
	if !r.game.Info().Draws {
		return rules.Errorf(rules.Invalid, "error.no-draws", "%s is not drawn by agreement", r.game.Info().Key)
	}
	return r.propose(offerDraw, Offer{Kind: Draw, Seat: seat})
}

// TakebacksLeft reports whether MaxTakebacks allows another takeback.
func (r *Record) TakebacksLeft() bool { return r.takebacks < MaxTakebacks }

// AskTakeback makes a seat ask to take back its last turn and all that
// followed. In addition to the errors of OfferDraw it returns one of kind
// Conflict when the seat has played no turn (error.no-turn-back), when a seat
// has left or been eliminated since (error.left-since), because that seat
// cannot come back, after MaxTakebacks (error.many-takebacks), and when the
// game is full (error.long-game).
func (r *Record) AskTakeback(seat rules.Seat) error {
	if err := r.mayDo(seat); err != nil {
		return err
	}
	if !r.TakebacksLeft() {
		return rules.Errorf(rules.Conflict, "error.many-takebacks", "%d takebacks", r.takebacks)
	}
	if err := r.errFull(); err != nil {
		return err
	}
	return r.askTakeback(seat)
}

// askTakeback is AskTakeback without the bounds.
func (r *Record) askTakeback(seat rules.Seat) error {
	if err := r.mayDo(seat); err != nil {
		return err
	}
	for i := len(r.turns) - 1; i >= 0; i-- {
		if turn := r.turns[i]; turn.Seat == seat {
			if turn.start.out != r.out() { // a seat has left or been eliminated since
				return rules.Errorf(rules.Conflict, "error.left-since", "a seat is out since turn %d", turn.Number)
			}
			return r.propose(askTakeback, Offer{Kind: Takeback, Seat: seat, Turn: turn.Number})
		}
	}
	return rules.Errorf(rules.Conflict, "error.no-turn-back", "seat %d has played no turn", seat)
}

// propose opens an offer, or agrees to an equal open one.
func (r *Record) propose(a Act, offer Offer) error {
	if err := r.mayDo(offer.Seat); err != nil {
		return err
	}
	if open := r.offer; open.Kind == Draw && offer.Kind == Draw {
		return r.agree(a, offer.Seat)
	} else if open.Kind != NoOffer {
		return rules.Errorf(rules.Conflict, "error.offer-open", "seat %d has an offer open", open.Seat)
	}
	if r.Proposed(offer.Kind, offer.Seat) {
		return rules.Errorf(rules.Conflict, "error.offered-before", "seat %d has proposed that at event %d", offer.Seat, r.moved)
	}
	r.proposed[proposal{offer.Kind, offer.Seat}] = r.moved
	r.offer = offer
	return r.agree(a, offer.Seat)
}

// Accept makes a seat agree to the open offer. The offer takes effect when all
// seats have agreed. Accept returns an *rules.Error of kind Conflict when no
// offer is open (error.no-offer), and otherwise fails like OfferDraw.
func (r *Record) Accept(seat rules.Seat) error {
	if err := r.mayDo(seat); err != nil {
		return err
	}
	if r.offer.Kind == NoOffer {
		return errNoOffer()
	}
	return r.agree(acceptOffer, seat)
}

// Decline makes a seat refuse the open offer, or withdraw its own. It fails
// like Accept.
func (r *Record) Decline(seat rules.Seat) error {
	if err := r.mayDo(seat); err != nil {
		return err
	}
	if r.offer.Kind == NoOffer {
		return errNoOffer()
	}
	r.events = append(r.events, declineOffer.event(seat))
	r.close(Declined, seat)
	return nil
}

func errNoOffer() error { return rules.Errorf(rules.Conflict, "error.no-offer", "no offer is open") }

// agree records that a seat agrees to the open offer, and carries the offer
// out when all seats have agreed.
func (r *Record) agree(a Act, seat rules.Seat) error {
	if r.offer.agreed[seat] {
		return rules.Errorf(rules.Conflict, "error.offered", "seat %d has offered or agreed already", seat)
	}
	r.offer.agreed[seat] = true
	for other := rules.Seat(1); int(other) <= r.state.Seats(); other++ {
		if !r.offer.agreed[other] && !r.state.Out(other) {
			r.events = append(r.events, a.event(seat))
			return nil
		}
	}
	settled := r.offer
	r.move(a.event(seat), func() {
		if settled.Kind == Draw {
			r.settle(rules.Agreement)
		} else {
			r.takebacks++
			r.takeBack(settled.Turn, r.start)
		}
	})
	r.close(Granted, seat)
	return nil
}

// close closes the open offer with the event that was just added.
func (r *Record) close(how Closing, by rules.Seat) {
	r.closed = Closed{Offer: r.offer, How: how, By: by, at: len(r.events)}
	r.offer = Offer{}
}

// lapse closes an offer if an action of the turn answers it by playing. The
// closed offer is reported until the turn is over.
func (r *Record) lapse(turn rules.Turn) {
	switch {
	case r.offer.Kind == Takeback || r.offer.Kind == Draw && !r.offer.agreed[turn.Seat]:
		r.close(Lapsed, turn.Seat)
	case turn.Action > 0 && r.closed.How == Lapsed && r.closed.at == len(r.events)-1:
		r.closed.at++
	}
}
