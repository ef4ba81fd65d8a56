package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/record"
)

// Offers are the players' proposals to each other.
type Offers struct {
	Open   *OpenOffer // nil for none
	Closed string     // the end of the last one; empty if the viewer knows it
	Acts   *Acts      // nil for a viewer who can only watch or play
}

func (b *Builder) offers() Offers { return Offers{Open: b.offer(), Closed: b.closed(), Acts: b.acts()} }

// An OpenOffer is a draw or a takeback that a player has proposed.
type OpenOffer struct {
	Path    string // of the game
	Text    string
	Key     string // identifies the offer, independent of the players who agreed
	Events  string // number of events when the offer was shown: an answer names it
	Accept  string // label of the button that agrees; empty if the viewer cannot
	Decline string // label of the button that refuses or withdraws; empty if the viewer has agreed or only watches
}

// offer returns the open offer with the buttons to answer it.
func (b *Builder) offer() *OpenOffer {
	open := b.Rec.Offer()
	if open.Kind == record.NoOffer || b.toAct() == 0 {
		return nil
	}
	t, own := b.T, slices.Contains(b.Viewer.Seats, open.Seat)
	words := func(draw, takeback string) string {
		if open.Kind == record.Takeback {
			return t.T(takeback, "Player", b.PlayerAndColour(open.Seat), "Turn", strconv.Itoa(open.Turn))
		}
		return t.T(draw, "Player", b.PlayerAndColour(open.Seat))
	}
	key := fmt.Sprint(open.Kind, "-", open.Seat, "-", b.Rec.Moved())
	offer := &OpenOffer{Path: b.path, Key: key, Events: strconv.Itoa(b.Rec.EventCount()), Text: words("offer.draw", "offer.takeback")}
	in := func(seat rules.Seat) bool { return !b.Rec.State().Out(seat) }
	asked := func(seat rules.Seat) bool { return in(seat) && !open.Agreed(seat) }
	agreed := b.agreed(open)
	switch {
	case own:
		offer.Text, offer.Decline = words("offer.draw-own", "offer.takeback-own"), t.T("offer.withdraw")
	case slices.ContainsFunc(b.Viewer.Seats, asked):
		offer.Accept, offer.Decline = t.T("offer.accept"), t.T("offer.decline")
	case slices.ContainsFunc(b.Viewer.Seats, in):
		offer.Text += " " + t.T("offer.you-agreed")
	}
	if agreed != "" {
		offer.Text += " " + t.T("offer.agreed", "Players", agreed)
	}
	return offer
}

// agreed lists the players who agreed to an offer, except the one who made it and the viewer.
func (b *Builder) agreed(open record.Offer) string {
	var names []string
	for i := range b.Game.Players {
		seat := rules.Seat(i + 1)
		if open.Agreed(seat) && seat != open.Seat && !slices.Contains(b.Viewer.Seats, seat) {
			names = append(names, b.PlayerAndColour(seat))
		}
	}
	return strings.Join(slices.Compact(names), ", ")
}

// closed returns the text about the end of an offer. It is empty for the player that ended it. The text is shown
// until something else happens. A takeback that needed no consent is reported to the player that asked for it,
// until the next turn is begun.
func (b *Builder) closed() string {
	last := b.Rec.Closed()
	if last.Kind == record.Takeback && last.How == record.Granted && b.toAct() != 0 && b.alone() {
		if b.Draft != "" || b.More != "" || len(b.Picks) > 0 {
			return ""
		}
		return b.T.T("offer.taken-back", "Turn", strconv.Itoa(last.Turn))
	}
	if last.Kind == record.NoOffer || b.toAct() == 0 || len(b.Viewer.Seats) == 0 || slices.Contains(b.Viewer.Seats, last.By) {
		return ""
	}
	keys := [2]string{"offer.draw-declined", "offer.takeback-declined"}
	switch {
	case last.How == record.Granted:
		keys[1] = "offer.taken-back"
	case last.By == last.Seat: // playing on withdraws it, too
		keys = [2]string{"offer.draw-withdrawn", "offer.takeback-withdrawn"}
	case last.How == record.Lapsed:
		keys = [2]string{"offer.draw-lapsed", "offer.takeback-lapsed"}
	}
	return b.T.T(keys[last.Kind-record.Draw], "Player", b.Game.Players[last.By-1], "Turn", strconv.Itoa(last.Turn))
}

// Acts are a player's other actions than turns.
type Acts struct {
	Path     string // of the game
	Draw     bool   // may be offered now
	Takeback string // label of the button; empty if none can be requested now
	Undo     bool   // the button is with what to do: nobody else has to agree, and the viewer is to act
	Alone    bool   // a takeback needs no agreement
	Resign   string // words of the button
	Resigns  string // the consequence of resigning
	Abort    bool   // may be called off
}

// acts returns the viewer's acts; nil for a viewer without a seat, and when the game waits or is over.
func (b *Builder) acts() *Acts {
	seats := len(b.Viewer.Seats)
	if seats == 0 || b.toAct() == 0 || b.Game.Waiting {
		return nil
	}
	t := b.T
	acts := &Acts{
		Path: b.path, Draw: b.Info.Draws && !b.proposed(record.Draw), Takeback: t.T("acts.takeback"), Resign: t.T("play.resign-button"), Resigns: t.T("play.resign-sure"),
		Abort: b.Rec.AwaitsFirstTurn() && b.Game.Series.Pairing == nil && (b.Game.Series.Match == nil || b.Game.Series.Match.Leg == 1), // a match is not called off after its first game
	}
	played := slices.ContainsFunc(b.Rec.Turns(), func(turn record.Turn) bool { return slices.Contains(b.Viewer.Seats, turn.Seat) })
	if !played || b.proposed(record.Takeback) || !b.Rec.TakebacksLeft() {
		acts.Takeback = ""
	}
	if b.team(int(b.Viewer.Seats[0])-1) != "" {
		acts.Resigns = t.T("play.resign-team")
	}
	if seats > 1 {
		acts.Resign = t.T("play.resign-turn")
	}
	if slices.ContainsFunc(b.Game.Bots, func(level bot.Level) bool { return level != 0 }) {
		acts.Draw = false // bots play on
	}
	if acts.Alone = b.alone(); acts.Alone {
		acts.Draw = false
		if acts.Takeback != "" {
			acts.Takeback, acts.Undo = t.T("acts.takeback-alone"), b.mine
		}
	}
	return acts
}

// alone reports whether no other person has a seat, so that offers need no agreement.
func (b *Builder) alone() bool {
	return len(b.Viewer.Seats) == len(b.Game.Players) || b.botsElse()
}

// proposed reports whether an offer is open, or the viewer has made one of this kind in this turn already.
func (b *Builder) proposed(kind record.OfferKind) bool {
	before := func(seat rules.Seat) bool { return b.Rec.Proposed(kind, seat) }
	return b.Rec.Offer().Kind != record.NoOffer || slices.ContainsFunc(b.Viewer.Seats, before)
}
