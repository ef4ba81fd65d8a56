package views

import (
	"slices"
	"strconv"

	"hexclub/rules"
	"hexclub/rules/record"
)

// An OpenOffer is a draw or a takeback that somebody has proposed.
type OpenOffer struct {
	Text    string
	Ply     string // that an answer is about
	Accept  string // words of the button that agrees; empty where there is nothing to agree to
	Decline string // words of the button that refuses or withdraws; empty for who only looks on
}

// offer tells what is proposed, and lets players answer.
func (b *tableBuilder) offer() *OpenOffer {
	open := b.rec.Offer()
	if open.Kind == record.NoOffer || b.toAct() == 0 {
		return nil
	}
	t, own := b.T, slices.Contains(b.Viewer.Seats, open.Seat)
	key := "offer.draw"
	switch {
	case open.Kind == record.Takeback && own:
		key = "offer.takeback-own"
	case open.Kind == record.Takeback:
		key = "offer.takeback"
	case own:
		key = "offer.draw-own"
	}
	offer := &OpenOffer{
		Ply:  strconv.Itoa(b.rec.Ply()),
		Text: t.T(key, "Player", b.playerAndColour(open.Seat), "Turn", strconv.Itoa(open.Turn)),
	}
	in := func(seat rules.Seat) bool { return !b.rec.State().Out(seat) }
	switch {
	case own:
		offer.Decline = t.T("offer.withdraw")
	case slices.ContainsFunc(b.Viewer.Seats, in):
		offer.Decline = t.T("offer.decline")
		if slices.ContainsFunc(b.Viewer.Seats, func(seat rules.Seat) bool { return in(seat) && !open.Agreed(seat) }) {
			offer.Accept = t.T("offer.accept")
		}
	}
	return offer
}

// declined tells who has a seat that an offer was refused or withdrawn, unless
// they have done so themselves. It is said until something else happens.
func (b *tableBuilder) declined() string {
	last := b.rec.Declined()
	if last.Kind == record.NoOffer || len(b.Viewer.Seats) == 0 || slices.Contains(b.Viewer.Seats, last.By) {
		return ""
	}
	withdrawn := last.By == last.Seat
	key := "offer.draw-declined"
	switch {
	case last.Kind == record.Takeback && withdrawn:
		key = "offer.takeback-withdrawn"
	case last.Kind == record.Takeback:
		key = "offer.takeback-declined"
	case withdrawn:
		key = "offer.draw-withdrawn"
	}
	return b.T.T(key, "Player", b.Game.Players[last.By-1])
}

// Acts are what a player can do beside playing. They stand outside of the part
// of the page that is swapped; what cannot be done just now is answered with
// the reason.
type Acts struct {
	Path     string // of the game
	Draw     bool   // a draw may be agreed in the game
	Takeback string // words of the button; empty before the viewer has played
	Resign   string // words of the button
	Resigns  string // what resigning means
	Abort    bool   // may be called off
}

// acts is what the viewer can do; nil for who has no seat, and when the game
// waits or is over.
func (b *tableBuilder) acts() *Acts {
	seats := len(b.Viewer.Seats)
	if seats == 0 || b.toAct() == 0 || b.Game.Waiting {
		return nil
	}
	t := b.T
	acts := &Acts{
		Path: b.gamePath(), Draw: b.info.Draws, Takeback: t.T("acts.takeback"), Resign: t.T("play.resign-button"), Resigns: t.T("play.resign-sure"),
		Abort: b.rec.Young() && (b.Game.Match == nil || b.Game.Match.Leg == 1), // a match is not called off after its first game
	}
	if !slices.ContainsFunc(b.rec.Turns(), func(turn record.Turn) bool { return slices.Contains(b.Viewer.Seats, turn.Seat) }) {
		acts.Takeback = ""
	}
	if b.team(int(b.Viewer.Seats[0])-1) != "" {
		acts.Resigns = t.T("play.resign-team")
	}
	if seats > 1 {
		acts.Resign = t.T("play.resign-turn")
	}
	if seats == len(b.Game.Players) { // nobody has to agree
		acts.Draw = false
		if acts.Takeback != "" {
			acts.Takeback = t.T("acts.takeback-alone")
		}
	}
	return acts
}
