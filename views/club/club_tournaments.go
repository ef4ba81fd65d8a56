package club

import (
	"strconv"
	"strings"
	"time"

	"hexclub/views/club/ladders"
	"hexclub/views/club/pairings"
	"hexclub/views/club/seasons"
	"hexclub/views/page"
)

// A TournamentInput is a tournament on the club's page.
type TournamentInput struct {
	seasons.Item
	Enter         bool      // the reader can enter
	Opens         time.Time // when the first round begins; zero if an organiser begins it
	Round, Length int       // the round that is being played, 0 before the first; and how many there are
	Boards, Open  int       // in the round, and those of them that are not finished
	Due           time.Time
	Pairing       string // id of the reader's open pairing; empty for none
	Avatar        string // of the opponent
	Opponent      string // name
	PairingRound  int
	PairingDue    time.Time
}

// A TournamentNews is an event of a tournament: a published round, or its end.
type TournamentNews struct {
	At         time.Time
	Name, Href string
	Round      string   // name of the published round, or that all are; empty for the end
	Winners    []string // at the end
	Avatar     string   // of the first winner; empty for none
}

// line describes the event.
func (n TournamentNews) line(f page.Frame) ladders.EventLine {
	text := f.T.T("club.news-round", "Tournament", n.Name, "Round", n.Round)
	if n.Round == "" {
		text = strings.TrimSpace(f.T.T("club.news-over", "Tournament", n.Name) + " " + seasons.WinnersText(f.T, n.Winners))
	}
	line := ladders.EventLine{At: f.Calendar().Near(n.At), Avatar: n.Avatar, Text: text, Href: n.Href}
	if n.Avatar == "" {
		line.Icon = "trophy"
	}
	return line
}

// A TournamentCard is a tournament in cards.
type TournamentCard struct {
	seasons.Item
	Enter  bool        // the reader can enter
	Steps  []string    // classes of the rounds: done, now, or empty
	Boards page.Phrase // finished boards and the end of the round, or when the first begins; empty for neither
}

// newTournamentCard returns the card of a tournament, and the link to the reader's next game in it; nil for none.
func newTournamentCard(f page.Frame, in TournamentInput) (card TournamentCard, next *ladders.Link) {
	t, calendar := f.T, f.Calendar().InClub()
	card = TournamentCard{Item: in.Item, Enter: in.Enter}
	if in.Round == 0 {
		if !in.Opens.IsZero() {
			card.Boards = page.NewPhrase(t, "tournament.first-round", "When", calendar.On(in.Opens))
		}
		return card, nil
	}
	for round := range in.Length {
		switch {
		case round+1 < in.Round || round+1 == in.Round && in.Open == 0:
			card.Steps = append(card.Steps, "done")
		case round+1 == in.Round:
			card.Steps = append(card.Steps, "now")
		default:
			card.Steps = append(card.Steps, "")
		}
	}
	if in.Open > 0 {
		card.Boards = page.Plain(t.T("club.boards", "Finished", strconv.Itoa(in.Boards-in.Open), "Boards", strconv.Itoa(in.Boards)))
		if !in.Due.IsZero() {
			card.Boards = card.Boards.And(" · ", page.NewPhrase(t, "club.round-ends", "When", calendar.Near(in.Due)))
		}
	}
	if in.Pairing == "" {
		return card, nil
	}
	next = &ladders.Link{
		Avatar: in.Avatar, Text: t.T("ladder.own-play", "Player", in.Opponent), Href: page.PairingHref(in.Pairing), Mine: true,
		Note: page.Plain(pairings.PairedIn(t, in.Name, in.PairingRound)),
	}
	if !in.PairingDue.IsZero() {
		next.Note = next.Note.And(" · ", page.NewPhrase(t, "ladder.play-by", "When", calendar.On(in.PairingDue)))
	}
	return card, next
}
