package table

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/views/page"
)

// status says in words what is expected of whom.
func (b *TableBuilder) status() string {
	t := b.T
	if _, over := b.Rec.Result(); over {
		words := b.ResultWords()
		if b.Game.Match != nil && b.Game.Match.Outcome != "" {
			words += " " + b.Game.Match.Outcome
		}
		return words
	}
	if b.Game.Waiting {
		return b.waitingWords()
	}
	seat := b.Rec.State().Turn().Seat
	colour := t.T("colour." + b.Info.Colours[seat-1])
	if b.team(int(seat)-1) != "" {
		colour += " " + strconv.Itoa(int(seat))
	}
	switch {
	case b.Game.bot(seat):
		return t.T("play.thinking", "Player", b.PlayerAndColour(seat))
	case !b.mine:
		return t.T("play.theirs", "Player", b.PlayerAndColour(seat))
	}
	if b.draft.Done {
		return t.T("play.confirm")
	}
	key := "play.yours"
	if len(b.Viewer.Seats) > 1 {
		key = "play.both"
	}
	return t.T(key, "Colour", colour, "Prompt", b.Chooser.prompt())
}

// waitingWords says who is still to come, and to whoever can invite them how.
func (b *TableBuilder) waitingWords() string {
	free, room := b.free(), b.Game.Room
	switch {
	case room == nil:
		return b.T.N("play.waiting", free)
	case room.Asks:
		return b.T.T("waiting.asks")
	case room.Asked != "" && free == 1:
		return b.T.T("waiting.asked", "Player", room.Asked)
	case room.Listed:
		return b.T.N("play.waiting", free) + " " + b.T.T("waiting.listed")
	case room.Invite != "":
		return b.T.N("play.waiting", free) + " " + b.T.N("play.waiting-send", free)
	}
	return b.T.N("play.waiting", free)
}

// free is how many seats are.
func (b *TableBuilder) free() (seats int) {
	for _, name := range b.Game.Players {
		if name == "" {
			seats++
		}
	}
	return seats
}

// LastWords says what was played last: among more than two, who plays hears what
// all the others have played since, and who is out by it.
func (b *TableBuilder) LastWords() string {
	turns := b.Rec.Turns()
	first := max(0, len(turns)-1)
	if plays := len(b.Viewer.Seats) > 0; plays {
		mine := func(turn int) bool { return slices.Contains(b.Viewer.Seats, turns[turn].Seat) }
		for first > 0 && len(turns)-first < len(b.Game.Players)-1 && !mine(first) && !mine(first-1) {
			first--
		}
	}
	out := b.outByTurn()
	var words []string
	for i, turn := range turns[first:] {
		key := "play.last"
		if out[first+i+1] {
			key = "play.last-out"
		}
		words = append(words, b.T.T(key, "Player", b.PlayerAndColour(turn.Seat), "Turn", strings.Join(turn.Actions, " ")))
	}
	return strings.Join(words, " ")
}

// outByTurn tells of the turns, by number, which of them put who played them out of
// a game of more than two.
func (b *TableBuilder) outByTurn() map[int]bool {
	if len(b.Game.Players) <= 2 {
		return nil
	}
	out, turns := map[int]bool{}, b.Rec.Turns()
	for number, st := range b.Rec.Positions() {
		if number > 0 && st.Out(turns[number-1].Seat) {
			out[number] = true
		}
	}
	return out
}

// PlayerAndColour is a seat's player as sentences have it.
func (b *TableBuilder) PlayerAndColour(seat rules.Seat) string {
	return page.PlayerAndColour(b.T, b.Info, b.Game.Players, seat)
}

// ResultWords says how the game ended and why.
func (b *TableBuilder) ResultWords() string {
	result, _ := b.Rec.Result()
	if result.Void() {
		return b.voidWords()
	}
	if b.Game.Pairing != nil && b.Game.Pairing.Forfeit != "" {
		result.Reason = b.Game.Pairing.Forfeit
	}
	return page.ResultWords(b.T, b.Info, b.Game.Players, result)
}

// voidWords is who called the game off, and how.
func (b *TableBuilder) voidWords() string {
	switch seat := b.Rec.CalledOffBy(); {
	case seat == 0:
		return b.T.T("result.void-nobody")
	case b.Game.Players[seat-1] == "":
		return b.T.T("result.void-declined")
	default:
		return b.T.T("result.void-by", "Player", b.Game.Players[seat-1])
	}
}

// title is the page's: it tells in a list of tabs whose turn it is.
func (b *TableBuilder) title(table Table) string {
	key := "play.title.theirs"
	switch {
	case table.Over:
		key = "play.title.over"
	case b.Game.Waiting && b.free() > 1:
		key = "play.title.waiting-more"
	case b.Game.Waiting:
		key = "play.title.waiting"
	case b.mine:
		key = "play.title.mine"
	}
	return b.T.T(key, "Game", table.Game, "Players", b.versus())
}

// heading is what the page is about.
func (b *TableBuilder) heading(table Table) string {
	return b.T.T("play.heading", "Game", table.Game, "Players", b.versus())
}

// versus is who plays against whom, free seats left out.
func (b *TableBuilder) versus() string {
	names := slices.Clone(b.Game.Players)
	for i, name := range names {
		if name == "" {
			names[i] = b.T.T("player.free")
		}
	}
	return page.Versus(b.T, b.Info, names)
}
