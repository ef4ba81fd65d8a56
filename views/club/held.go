package club

import (
	"strconv"
	"time"

	"hexclub/views/club/seasons"
	"hexclub/views/page"
)

// A HeldPage lists the ladders of the club, or its tournaments: those that go on, then the others by season.
type HeldPage struct {
	page.Frame
	Heading, Href string
	New           []page.Tab // links to the form for a new one, one for each open season; empty for others than organisers
	NewText       string
	None          string     // what the page says if nothing goes on
	NoSeason      bool       // an organiser has to open a season first
	Cups          []CupCard  // tournaments that go on
	Ladders       []RungCard // ladders that go on
	PastText      string
	Past          []seasons.Part
	First, Next   string // addresses of other pages; empty for none
}

// Empty reports whether nothing goes on.
func (p HeldPage) Empty() bool { return len(p.Cups)+len(p.Ladders) == 0 }

// A RungCard is a ladder with what goes on there.
type RungCard struct {
	seasons.Item
	Lines []page.Phrase
}

// A RungInput is a ladder as its card is made from it.
type RungInput struct {
	seasons.Item
	Players, Open int // players and open challenges
	Leader        string
	Place         int       // of the reader; 0 off the ladder
	Due           time.Time // first deadline of an open challenge
}

// A HeldInput is the content of a HeldPage.
type HeldInput struct {
	Open        []page.Tab // open seasons, the last first
	Cups        []CupInput
	Ladders     []RungInput
	Past        []seasons.Part
	First, Next string
}

// NewLadders returns the list of ladders.
func NewLadders(f page.Frame, in HeldInput) HeldPage {
	t := f.T
	p := HeldPage{
		Frame: f, Href: "/ladders", Heading: t.T("ladder.list"), NewText: t.T("ladder.new"), PastText: t.T("ladder.past"),
		Past: in.Past, First: in.First, Next: in.Next,
	}
	for _, l := range in.Ladders {
		p.Ladders = append(p.Ladders, newRungCard(f, l))
	}
	p.offer(in.Open, t.T("ladder.none-now"), t.T("ladder.none-organiser"))
	return p
}

// NewTournaments returns the list of tournaments.
func NewTournaments(f page.Frame, in HeldInput) HeldPage {
	t := f.T
	p := HeldPage{
		Frame: f, Href: "/tournaments", Heading: t.T("tournament.list"), NewText: t.T("tournament.new"), PastText: t.T("tournament.past"),
		Past: in.Past, First: in.First, Next: in.Next,
	}
	for _, cup := range in.Cups {
		card, _ := newCupCard(f, cup)
		p.Cups = append(p.Cups, card)
	}
	p.offer(in.Open, t.T("tournament.none-now"), t.T("tournament.none-organiser"))
	return p
}

// offer offers organisers the forms in open seasons. None and organise are what the page says to others and to organisers if
// nothing goes on.
func (p *HeldPage) offer(open []page.Tab, none, organise string) {
	p.None = none
	if !p.Reader.Organises {
		return
	}
	p.New, p.NoSeason, p.None = open, len(open) == 0, organise
	if p.NoSeason {
		p.None = p.T.T("season.first")
	}
}

// newRungCard returns the card of a ladder.
func newRungCard(f page.Frame, in RungInput) RungCard {
	t, card := f.T, RungCard{Item: in.Item}
	if in.Players == 0 {
		return RungCard{Item: in.Item, Lines: []page.Phrase{page.Plain(t.T("ladder.empty"))}}
	}
	card.Lines = append(card.Lines, page.Plain(t.N("ladder.players", in.Players)+" · "+t.T("ladder.led-by", "Player", in.Leader)))
	if in.Place > 0 {
		card.Lines = append(card.Lines, page.Plain(t.T("ladder.your-place", "Place", strconv.Itoa(in.Place))))
	}
	if in.Open > 0 {
		open := page.Plain(t.N("ladder.challenges-open", in.Open))
		if !in.Due.IsZero() {
			open = open.And(" · ", page.NewPhrase(t, "ladder.next-deadline", "When", f.Calendar().InClub().Near(in.Due)))
		}
		card.Lines = append(card.Lines, open)
	}
	return card
}

// NewLadderHref returns the address of the form for a ladder in a season.
func NewLadderHref(season string) string { return seasons.Href(season) + "/ladders/new" }
