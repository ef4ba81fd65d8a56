package club

import (
	"strconv"
	"time"

	"hexclub/views/club/seasons"
	"hexclub/views/page"
)

// A CompetitionsPage lists the ladders of the club, or its tournaments: those that go on, then the others by season.
type CompetitionsPage struct {
	page.Frame
	Heading, Href string
	New           []page.Tab // links to the form for a new one, one for each open season; empty for others than organisers
	NewText       string
	None          string           // what the page says if nothing goes on
	NoSeason      bool             // an organiser has to open a season first
	Tournaments   []TournamentCard // tournaments that go on
	Ladders       []LadderSummary  // ladders that go on
	PastText      string
	Past          []seasons.Part
	First, Next   string // addresses of other pages; empty for none
}

// Empty reports whether nothing goes on.
func (p CompetitionsPage) Empty() bool { return len(p.Tournaments)+len(p.Ladders) == 0 }

// A LadderSummary is a ladder with what goes on there.
type LadderSummary struct {
	seasons.Item
	Lines []page.Phrase
}

// A LadderSummaryInput is the content of a LadderSummary.
type LadderSummaryInput struct {
	seasons.Item
	Players, Open int // players and open challenges
	Leader        string
	Place         int       // of the reader; 0 off the ladder
	Due           time.Time // first deadline of an open challenge
}

// A CompetitionsInput is the content of a CompetitionsPage.
type CompetitionsInput struct {
	Open        []page.Tab // open seasons, the last first
	Tournaments []TournamentInput
	Ladders     []LadderSummaryInput
	Past        []seasons.Part
	First, Next string
}

// NewLadders returns the list of ladders.
func NewLadders(f page.Frame, in CompetitionsInput) CompetitionsPage {
	t := f.T
	p := CompetitionsPage{
		Frame: f, Href: "/ladders", Heading: t.T("ladder.list"), NewText: t.T("ladder.new"), PastText: t.T("ladder.past"),
		Past: in.Past, First: in.First, Next: in.Next,
	}
	for _, l := range in.Ladders {
		p.Ladders = append(p.Ladders, newLadderSummary(f, l))
	}
	p.offer(in.Open, t.T("ladder.none-now"))
	return p
}

// NewTournaments returns the list of tournaments.
func NewTournaments(f page.Frame, in CompetitionsInput) CompetitionsPage {
	t := f.T
	p := CompetitionsPage{
		Frame: f, Href: "/tournaments", Heading: t.T("tournament.list"), NewText: t.T("tournament.new"), PastText: t.T("tournament.past"),
		Past: in.Past, First: in.First, Next: in.Next,
	}
	for _, cup := range in.Tournaments {
		card, _ := newTournamentCard(f, cup)
		p.Tournaments = append(p.Tournaments, card)
	}
	p.offer(in.Open, t.T("tournament.none-now"))
	return p
}

// offer offers organisers the forms in open seasons. The page shows none if it lists nothing.
func (p *CompetitionsPage) offer(open []page.Tab, none string) {
	p.None = none
	if !p.Reader.Organises {
		return
	}
	p.New, p.NoSeason = open, len(open) == 0
	if p.NoSeason {
		p.None = p.T.T("season.first")
	}
}

// newLadderSummary returns the card of a ladder.
func newLadderSummary(f page.Frame, in LadderSummaryInput) LadderSummary {
	t, card := f.T, LadderSummary{Item: in.Item}
	if in.Players == 0 {
		return LadderSummary{Item: in.Item, Lines: []page.Phrase{page.Plain(t.T("ladder.empty"))}}
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
