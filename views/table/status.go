package table

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/page"
)

// A Status is the text about the seat to act, or about the result.
type Status struct {
	Headline  string // how the game ended for the viewer; empty for others, and before
	Text      string
	Last      string        // the last turn in words; empty if the board shows something else
	LastCode  string        // the last turn in notation; empty if Last is in notation too
	Part      string        // that another part of the game has begun; empty if none has
	Goal      string        // of the game, for a player who has just begun; empty later
	Again     *page.Link    // shows the last turn step by step; nil if there is none to show
	Begins    string        // that a clock has yet to begin; empty if none has
	Problem   *page.Problem // why the viewer's request was refused; nil if it was not
	Mine      bool          // the viewer is to act
	Thinking  bool          // a bot is to act
	Watching  bool          // the viewer has no seat in an ongoing game
	Over      bool
	LookAgain string // address for viewers without scripts to reload; empty if nothing is pending
}

func (b *Builder) status() Status {
	s := Status{
		Headline: b.headline(), Text: b.statusWords(), Begins: b.begins(), Problem: b.problem(), Mine: b.mine, Over: b.toAct() == 0,
		Thinking: b.begun() && b.Game.bot(b.toAct()), Watching: len(b.Viewer.Seats) == 0 && b.begun(),
	}
	if len(b.draft.Actions) == 0 {
		s.Last, s.LastCode = b.last()
		if s.LastCode == s.Last {
			s.LastCode = ""
		}
	}
	s.Part, s.Goal = b.part(), b.goal()
	if b.canFilm() {
		again := page.PageLink(b.path, "/board", "&again=1")
		s.Again = &again
	}
	if !s.Mine && !s.Over {
		s.LookAgain = b.path
	}
	return s
}

// part says that the last turn ended a part of the game; empty if it did not.
func (b *Builder) part() string {
	if len(b.Rec.Turns()) == 0 || len(b.draft.Actions) > 0 || b.toAct() == 0 {
		return ""
	}
	now := b.Info.Phases[b.Rec.State().Turn().Phase].Part
	if now <= b.Info.Phases[b.Rec.Before().Turn().Phase].Part {
		return ""
	}
	return b.T.T(b.Info.Key + ".part." + strconv.Itoa(now))
}

// goal returns the goal of the game for a player. It is empty after the first turns of each seat, of which there are
// more against bots, except at the beginning of another part.
func (b *Builder) goal() string {
	turns := 2
	if b.learns() {
		turns = 7
	}
	if len(b.Viewer.Seats) == 0 || !b.begun() || len(b.Rec.Turns()) >= turns*len(b.Game.Players) && b.part() == "" {
		return ""
	}
	return b.T.T(b.Info.Key + ".goal")
}

// statusWords describes the next step, and whose it is.
func (b *Builder) statusWords() string {
	t := b.T
	if _, over := b.Rec.Result(); over {
		words := b.ResultWords()
		if b.Game.Series.Match != nil && b.Game.Series.Match.Outcome != "" {
			words += " " + b.Game.Series.Match.Outcome
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

// waitingWords names the missing players and, for a viewer who can invite them, says how.
func (b *Builder) waitingWords() string {
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

// free returns the number of free seats.
func (b *Builder) free() (seats int) {
	for _, name := range b.Game.Players {
		if name == "" {
			seats++
		}
	}
	return seats
}

// LastWords describes the last turn in plain words. With more than two seats, a player gets all turns since their
// own, and reads who dropped out by them.
func (b *Builder) LastWords() string {
	words, _ := b.last()
	return words
}

// last returns LastWords, and the same turns in notation.
func (b *Builder) last() (words, code string) {
	turns, first := b.Rec.Turns(), b.firstSince()
	if first == len(turns) {
		return "", ""
	}
	starts, out := b.starts(first+1, len(turns)), b.outByTurn()
	var told, codes []string
	for i, turn := range turns[first:] {
		told = append(told, b.told(starts[i], turn.Seat, turn.Actions))
		if out[turn.Number] {
			told = append(told, b.outWords(turn.Seat))
		}
		codes = append(codes, b.codeWords(turn, out[turn.Number]))
	}
	return strings.Join(told, " "), strings.Join(codes, " ")
}

// firstSince returns the index of the first turn that the last words are about.
func (b *Builder) firstSince() int {
	turns := b.Rec.Turns()
	first := max(0, len(turns)-1)
	if plays := len(b.Viewer.Seats) > 0; plays {
		mine := func(turn int) bool { return slices.Contains(b.Viewer.Seats, turns[turn].Seat) }
		for first > 0 && len(turns)-first < len(b.Game.Players)-1 && !mine(first) && !mine(first-1) {
			first--
		}
	}
	return first
}

// codeWords writes a turn in notation, and whether its player dropped out by it.
func (b *Builder) codeWords(turn record.Turn, out bool) string {
	key := "play.last"
	if out {
		key = "play.last-out"
	}
	return b.T.T(key, "Player", b.PlayerAndColour(turn.Seat), "Turn", strings.Join(turn.Actions, " "))
}

// outByTurn returns the turns, by number, whose players dropped out by them in a game of more than two seats.
func (b *Builder) outByTurn() map[int]bool {
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

// PlayerAndColour names a seat's player within a sentence.
func (b *Builder) PlayerAndColour(seat rules.Seat) string {
	return page.PlayerAndColour(b.T, b.Info, b.Game.Players, seat)
}

// ResultWords describes how the game ended and why.
func (b *Builder) ResultWords() string {
	result, _ := b.Rec.Result()
	if result.Void() {
		return b.voidWords()
	}
	if b.Game.Series.Pairing != nil && b.Game.Series.Pairing.Forfeit != "" {
		result.Reason = b.Game.Series.Pairing.Forfeit
	}
	return page.ResultWords(b.T, b.Info, b.Game.Players, result)
}

// headline says to a player how the game ended; empty for others, for one who has all seats, and while it goes on.
func (b *Builder) headline() string {
	result, over := b.Rec.Result()
	if seats := len(b.Viewer.Seats); !over || result.Void() || seats == 0 || seats == len(b.Game.Players) {
		return ""
	}
	seat := b.Viewer.Seats[0]
	key := "end." + string(result.Outcome(seat))
	switch {
	case result.Outcome(seat) == rules.Drawn:
	case b.team(int(seat)-1) != "":
		key += "-team"
	case result.Scored && len(b.Game.Players) == 2:
		return b.T.T(key+"-points", "Mine", b.T.Number(result.Points(seat)), "Theirs", b.T.Number(result.Points(3-seat)))
	}
	return b.T.T(key)
}

// voidWords describes how the game was called off, and by whom.
func (b *Builder) voidWords() string {
	switch seat := b.Rec.CalledOffBy(); {
	case b.Game.NoShow != 0:
		return b.T.T("result.void-no-show", "Player", b.Game.Players[b.Game.NoShow-1])
	case seat == 0:
		return b.T.T("result.void-nobody")
	case b.Game.Players[seat-1] == "":
		return b.T.T("result.void-declined")
	default:
		return b.T.T("result.void-by", "Player", b.Game.Players[seat-1])
	}
}
