package table

import (
	"slices"
	"strconv"

	"hexclub/views/page"
)

// An Ending is the outcome of a finished game, and how to continue.
type Ending struct {
	Ratings *RatingChanges // nil if the game was not rated
	Rematch string         // address that requests another game; empty if the viewer may not
	Next    *Rematch       // the game that was requested; nil for none
	NextBot *NextBot       // nil for none
	Replay  string         // address of the replay, which opens at the last turn
}

// A NextBot is a bot that suits a viewer who has just played another.
type NextBot struct{ Game, Level, Words string }

// A NextGame is the link from a game to the next one to play.
type NextGame struct{ ID, Href, Text string }

// nextGame returns the next game of the series. During the opponent's turn, it returns another game in which the reader is
// to act. It returns nil if there is no such game.
func (t Table) nextGame() *NextGame {
	match, pairing := t.Series.Match, t.Series.Pairing
	switch {
	case match != nil && match.Next != "":
		return &NextGame{"next-leg", match.Next, t.T.T("match.next")}
	case pairing != nil && pairing.Next != "":
		return &NextGame{"next-game", pairing.Next, t.T.T("match.next")}
	case t.Awaiting.Turns > 0 && !t.Status.Mine:
		return &NextGame{"next", "/next?after=" + t.Head.ID, t.T.T("match.next")}
	}
	return nil
}

func (b *Builder) ending() Ending {
	after := b.Game.After
	end := Ending{NextBot: b.nextBot(), Next: after.Rematch, Replay: b.path + "/turns/" + strconv.Itoa(len(b.Rec.Turns()))}
	if len(after.Changes) > 0 {
		changes := NewRatingChanges(b.T, b.Info, after.Class, b.Game.Players, after.Changes)
		end.Ratings = &changes
	}
	if end.Next == nil && b.toAct() == 0 && b.mayRematch() {
		end.Rematch = b.path + "/rematch"
	}
	return end
}

// mayRematch reports whether the viewer may request another game: not on one device, nor between two games of a
// match or pairing, nor after a game that never began.
func (b *Builder) mayRematch() bool {
	seats := len(b.Viewer.Seats)
	between := b.Game.Series.Match != nil && b.Game.Series.Match.Next != "" || b.Game.Series.Pairing != nil && b.Game.Series.Pairing.Next != ""
	return seats > 0 && seats < len(b.Game.Players) && !between && !b.Game.Gone && !slices.Contains(b.Game.Players, "")
}

// nextBot returns the bot to offer to the viewer next; nil for none.
func (b *Builder) nextBot() *NextBot {
	next, key := b.Game.After.NextBot, "bot.play-easier"
	if next == 0 {
		return nil
	}
	if next > slices.Max(b.Game.Bots) {
		key = "bot.play-next"
	}
	return &NextBot{Game: b.Info.Key, Level: strconv.Itoa(int(next)), Words: b.T.T(key, "Bot", page.BotName(b.T, next))}
}
