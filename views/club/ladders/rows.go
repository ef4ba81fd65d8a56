package ladders

import (
	"strconv"
	"time"

	"hexclub/rules/ladder"
	"hexclub/rules/rating"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A Row is a player on the ladder.
type Row struct {
	ID         string
	Place      string
	Avatar     string
	Name, Href string
	You        bool
	NotJoined  string // the reader may challenge the player, who has not joined the site yet; empty for others
	Move       Move
	Rating     *page.RatingMark
	State      page.Phrase       // the most urgent open challenge; empty for none
	StateHref  string            // its address, or that of its pairing
	Form       []page.FormResult // the oldest first
	Challenge  *Ask              // nil if the reader may not challenge the player
	Why        *page.Problem     // why not, if only for some time
	Whose      string            // accessible name of the question why not
}

// A Move is the change of a player's place within the last seven days, or since the ladder began if that is later.
type Move struct {
	Class string // rose, fell; empty for no change
	Sign  string // "▲2"; empty for no change
	Words string
}

// A Ask links to a challenge of a player.
type Ask struct {
	Href string
	Text string
	Name string // accessible name, with the player
	Free bool   // it would use a free challenge
}

// A RowInput is additional data of a player.
type RowInput struct {
	Was    int      // place a week ago, 0 for none
	Form   []string // outcomes for page.NewFormResult, the oldest first
	Rating *rating.Rating
}

// A rowBuilder holds what the rows of a page share.
type rowBuilder struct {
	Input
	t       *i18n.Catalog
	reach   []ladder.Option               // of the reader, in order of places
	options map[string]ladder.Option      // the same by player
	busy    map[string][]ladder.Challenge // open challenges by player
}

func newRowBuilder(t *i18n.Catalog, in Input) *rowBuilder {
	b := &rowBuilder{Input: in, t: t, options: map[string]ladder.Option{}, busy: map[string][]ladder.Challenge{}}
	if in.Reader != "" && in.State.Place(in.Reader) > 0 {
		b.reach = in.State.Reach(in.Now.UnixMilli(), in.Reader)
	}
	for _, o := range b.reach {
		b.options[o.Player] = o
	}
	for _, c := range in.State.Challenges {
		b.busy[c.From], b.busy[c.To] = append(b.busy[c.From], c), append(b.busy[c.To], c)
	}
	return b
}

// row returns the row of the player at an index.
func (b *rowBuilder) row(i int, all map[string]RowInput) Row {
	id, place := b.State.Players[i].ID, i+1
	known := all[id]
	row := Row{
		ID: "place-" + strconv.Itoa(place), Place: strconv.Itoa(place), Avatar: id, Name: b.name(id), Href: b.Profiles[id],
		You: id == b.Reader, Move: newLadderMove(b.t, known.Was, place),
	}
	row.State, row.StateHref = b.state(id)
	if known.Rating != nil {
		mark := page.NewRatingMark(b.t, *known.Rating)
		row.Rating = &mark
	}
	for _, outcome := range known.Form {
		row.Form = append(row.Form, page.NewFormResult(b.t, outcome))
	}
	if option, reachable := b.options[id]; reachable {
		if row.Challenge = b.ask(option); row.Challenge != nil && b.NotJoined[id] {
			row.NotJoined = b.t.T("members.not-joined")
		}
		if row.StateHref == "" && passes(option.Refusal) { // else the row shows the reason
			row.Why, row.Whose = b.refusal(b.t, option.Refusal), b.t.T("ladder.why-not-of", "Player", row.Name)
		}
	}
	return row
}

// passes reports whether a player may be challenged later from the same place.
func passes(refused *ladder.Refusal) bool {
	return refused != nil && (refused.Rule() == ladder.AtOnceRule || refused.Rule() == ladder.PauseRule)
}

// ask returns the link to a challenge; nil if it is not allowed.
func (b *rowBuilder) ask(o ladder.Option) *Ask {
	if o.Refusal != nil {
		return nil
	}
	name := b.name(o.Player)
	if o.Free {
		return &Ask{Href: challengeToHref(b.ID, name), Text: b.t.T("ladder.free"), Name: b.t.T("ladder.free-of", "Player", name), Free: true}
	}
	return &Ask{Href: challengeToHref(b.ID, name), Text: b.t.T("ladder.challenge"), Name: b.t.T("ladder.challenge-of", "Player", name)}
}

// newLadderMove returns the change between an earlier place, 0 for none, and the present one.
func newLadderMove(t *i18n.Catalog, was, is int) Move {
	switch {
	case was == 0:
		return Move{Words: t.T("ladder.move-new")}
	case was > is:
		return Move{"rose", "▲" + strconv.Itoa(was-is), t.T("ladder.move-up", "Places", t.N("ladder.places", was-is))}
	case was < is:
		return Move{"fell", "▼" + strconv.Itoa(is-was), t.T("ladder.move-down", "Places", t.N("ladder.places", is-was))}
	}
	return Move{}
}

// state describes the most urgent open challenge of a player, with its address; empty for none.
func (b *rowBuilder) state(id string) (words page.Phrase, href string) {
	var shown *ladder.Challenge
	for _, c := range b.busy[id] {
		if shown == nil || c.Accepted != 0 && shown.Accepted == 0 || c.Accepted == 0 && shown.Accepted == 0 && c.To == id {
			shown = &c
		}
	}
	if shown == nil {
		return nil, ""
	}
	other := shown.From
	if shown.From == id {
		other = shown.To
	}
	values := []string{"Player", b.name(other)}
	due := func(at int64) page.Phrase {
		return page.Phrase{b.calendar(b.t).InClub().Near(time.UnixMilli(at)).InLink()}
	}
	switch href = b.hrefOf(*shown); {
	case b.Entered[shown.ID] != "":
		return page.Plain(b.t.T("ladder.state-entered", values...)), href
	case shown.Accepted != 0:
		return page.Plain(b.t.T("ladder.state-plays", values...)).And(" · ", due(shown.PlayBy)), href
	case shown.To == id:
		return page.Plain(b.t.T("ladder.state-challenged", values...)).And(" · ", due(shown.AnswerBy)), href
	}
	return page.Plain(b.t.T("ladder.state-challenges", values...)), href
}

// hrefOf returns the address of the pairing of a challenge, or of the challenge as long as it has none.
func (in Input) hrefOf(c ladder.Challenge) string {
	if pairing := in.Pairings[c.ID]; pairing != "" {
		return page.PairingHref(pairing)
	}
	return ChallengeHrefOf(c.ID)
}

// Top returns the rows of the first players without their buttons, at most so many, with the row of a reader with a lower
// place, and what concerns the reader.
func (in Input) Top(t *i18n.Catalog, all map[string]RowInput, most int) (rows []Row, own Own) {
	b := newRowBuilder(t, in)
	add := func(i int) {
		row := b.row(i, all)
		row.Form, row.Challenge, row.Why, row.NotJoined = nil, nil, nil, ""
		rows = append(rows, row)
	}
	for i := range min(most, len(in.State.Players)) {
		add(i)
	}
	if place := in.State.Place(in.Reader); place > most {
		add(place - 1)
	}
	return rows, b.own()
}
