package table

import (
	"slices"
	"strconv"

	"hexclub/rules"
	"hexclub/views/board"
	"hexclub/views/page"
)

// A Seat is a seat of a game and its player.
type Seat struct {
	Number string
	Colour string // catalog name: "blue"
	Name   string
	Href   string           // of the profile; empty for none
	Avatar *string          // id of the avatar; nil for none
	Rating *page.RatingMark // in a rated game
	ToAct  bool
	Won    bool
	You    bool
	Layer  board.Layer // one of the pieces
	Points string
	Change string   // of the rating, after a rated game
	Counts []string // the numbers that the board shows for the seat, but for its supply
	Supply Supply
	Team   string // empty in games without teams
	Out    bool   // of an ongoing game
	Clock  *Clock // nil without one
}

// A Supply is the number of a seat's pieces in reserve, or remaining; the zero Supply is none.
type Supply struct{ Words, Number string }

// Seats returns the seats of the game in order.
func (b *Builder) Seats() []Seat {
	toAct := b.toAct()
	result, over := b.Rec.Result()
	seats := make([]Seat, len(b.Game.Players))
	for i, name := range b.Game.Players {
		seat := rules.Seat(i + 1)
		seats[i] = Seat{
			Number: strconv.Itoa(i + 1), Colour: b.Info.Colours[i], Name: name, Layer: board.SeatPiece(b.Info, seat),
			ToAct: seat == toAct && !b.Game.Waiting, You: slices.Contains(b.Viewer.Seats, seat),
			Out: b.Rec.State().Out(seat), Team: b.team(i), Clock: b.newClock(seat),
		}
		for _, count := range b.counted(seat) {
			if count.Supply {
				seats[i].Supply = Supply{b.words(count), b.T.Number(count.Text)}
			} else {
				seats[i].Counts = append(seats[i].Counts, b.words(count))
			}
		}
		if name == "" {
			seats[i].Name = b.T.T("player.free")
		}
		if i < len(b.Game.Profiles) {
			seats[i].Href, seats[i].Avatar = b.Game.Profiles[i].Href, &b.Game.Profiles[i].Avatar
		}
		if i < len(b.Game.Ratings) {
			mark := page.NewRatingMark(b.T, b.Game.Ratings[i])
			seats[i].Rating = &mark
		}
		if b.Game.bot(seat) {
			seats[i].Rating = botRating(b.T, b.Info, len(b.Game.Players), b.Game.Bots[i])
		}
		if ratings := b.Game.After.Changes; i < len(ratings) {
			seats[i].Change = page.Signed(ratings[i].Points())
		}
		if over {
			seats[i].Won = slices.Contains(result.Winners(), seat)
			if result.Scored {
				seats[i].Points = b.T.Number(result.Points(seat))
			}
		}
	}
	return seats
}

// near returns the seats whose players sit below the board: the viewer's. A viewer with no seat, or with all of
// them, has the first of two below.
func near(seats []Seat) []Seat {
	own := slices.IndexFunc(seats, func(s Seat) bool { return s.You })
	all := !slices.ContainsFunc(seats, func(s Seat) bool { return !s.You })
	switch {
	case len(seats) == 2 && (own < 0 || all):
		return seats[:1]
	case own < 0 || all:
		return nil
	}
	return seats[own : own+1]
}

// across returns the other seats, those above the board.
func across(seats []Seat) []Seat {
	below := near(seats)
	return slices.DeleteFunc(slices.Clone(seats), func(s Seat) bool { return len(below) > 0 && s.Number == below[0].Number })
}

// team returns the name of the i-th player's team, if several seats share a colour.
func (b *Builder) team(i int) string {
	colours := b.Info.Colours[:len(b.Game.Players)]
	if slices.Index(colours[i+1:], colours[i]) < 0 && slices.Index(colours[:i], colours[i]) < 0 {
		return ""
	}
	return b.T.T("play.team", "Colour", b.T.T("colour."+colours[i]))
}

// Counts returns the numbers that the board shows for a seat, in words; for seat 0, for the whole table.
func (b *Builder) Counts(seat rules.Seat) []string {
	var texts []string
	for _, count := range b.counted(seat) {
		texts = append(texts, b.words(count))
	}
	return texts
}

// counted returns the numbers for a seat. When the game is over, only those of seats matter.
func (b *Builder) counted(seat rules.Seat) []rules.Count {
	_, over := b.Rec.Result()
	return slices.DeleteFunc(slices.Clone(b.Board.Counts), func(c rules.Count) bool {
		return c.Seat != seat || over && (seat == 0 || c.Prize)
	})
}

// words describes a number.
func (b *Builder) words(c rules.Count) string {
	return b.T.T(b.Info.Key+".count."+c.Key, "Number", b.T.Number(c.Text))
}

// Counted reports whether the game has numbers for the whole table.
func (b *Builder) Counted() bool {
	return slices.ContainsFunc(b.Board.Counts, func(c rules.Count) bool { return c.Seat == 0 })
}
