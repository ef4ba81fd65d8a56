package pairings

import (
	"strconv"
	"time"

	"hexclub/rules/pairing"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A ClubItem is something in the club that awaits the reader.
type ClubItem struct {
	ID   string // of its link
	Href string
	Text string
	Of   string      // its ladder or tournament; empty if the text names it
	Note string      // what to do
	Due  page.Phrase // deadline, or since when; empty for none
	Mine bool        // it awaits the reader's answer, confirmation or decision, or a game whose deadline is soon
	Near bool        // it awaits the reader, and its deadline is near

	Waits bool // it awaits others, not the reader
}

// Subject returns what the item belongs to, and what to do.
func (i ClubItem) Subject() string {
	if i.Of == "" {
		return i.Note
	}
	return i.Of + " · " + i.Note
}

// Rank returns the item's rank in a list: near deadlines first, then answers, confirmations and games that are due soon, then other pairings to play.
func (i ClubItem) Rank() int {
	switch {
	case i.Near:
		return 0
	case i.Mine:
		return 1
	case i.Waits:
		return 3
	}
	return 2
}

// A DeskPairing is an open pairing on the front page of one of its players.
type DeskPairing struct {
	ID, Game  string // id, and key of the rules
	Unit      pairing.Unit
	Opponent  string // name
	Due       time.Time
	Near      bool // the deadline is near
	Soon      bool // it is within two days
	Site      bool
	Undecided bool
	Confirm   bool // a result awaits the reader's confirmation
	Waits     bool // a result awaits the opponent's confirmation
	Organiser bool // it awaits an organiser's, as the opponent cannot answer
	Contested bool
	Of        string // name of its ladder or tournament
	Round     int    // of the tournament; 0 for a ladder
}

// NewClubItem returns the front page's line for an open pairing.
func NewClubItem(c page.Calendar, p DeskPairing) ClubItem {
	t := c.T
	item := ClubItem{
		ID: "pairing-" + p.ID, Href: page.PairingHref(p.ID), Mine: p.Confirm, Waits: p.Undecided || p.Contested || p.Waits,
		Text: t.T("pairing.desk-line", "Unit", page.UnitShort(t, p.Unit, p.Game), "Opponent", p.Opponent),
		Of:   PairedIn(t, p.Of, p.Round),
	}
	switch {
	case p.Confirm:
		item.Note = t.T("pairing.desk-confirm")
	case p.Undecided:
		item.Note = t.T("pairing.desk-undecided")
	case p.Contested:
		item.Note = t.T("pairing.desk-contested")
	case p.Waits && p.Organiser:
		item.Note = t.T("pairing.desk-organiser")
	case p.Waits:
		item.Note = t.T("pairing.desk-waits")
	case p.Site:
		item.Note = t.T("pairing.desk-play")
	default:
		item.Note = t.T("pairing.desk-enter")
	}
	if !p.Due.IsZero() {
		item.Due = DueWords(c, p.Due)
	}
	item.Near, item.Mine = p.Near && !item.Waits, item.Mine || p.Soon && !item.Waits
	return item
}

// dueWords returns a deadline for a line that is a link.
func DueWords(c page.Calendar, due time.Time) page.Phrase {
	return page.NewPhrase(c.T, "pairing.by", "When", c.InClub().Near(due)).InLink()
}

// A DeskDispute is a pairing that awaits an organiser's decision, on organisers' front pages.
type DeskDispute struct {
	ID, Game  string // id, and key of the rules
	Unit      pairing.Unit
	Players   [2]string // names
	Undecided bool      // it lacks a winner
	Contested bool      // its result is contested; if neither, it is entered, and the opponent cannot answer
	Since     time.Time
	Of        string // name of its ladder or tournament
	Round     int    // of the tournament; 0 for a ladder
}

// NewDispute returns the front page's line for a dispute.
func NewDispute(c page.Calendar, d DeskDispute) ClubItem {
	t := c.T
	what := t.T("pairing.dispute-entered")
	switch {
	case d.Undecided:
		what = t.T("pairing.dispute-undecided")
	case d.Contested:
		what = t.T("pairing.dispute-contested")
	}
	return ClubItem{
		ID: "pairing-" + d.ID, Href: page.PairingHref(d.ID), Mine: true, Text: Title(t, d.Players),
		Note: t.T("pairing.dispute-in", "What", what, "Unit", page.UnitShort(t, d.Unit, d.Game), "Of", PairedIn(t, d.Of, d.Round)),
		Due:  page.NewPhrase(t, "pairing.since", "When", c.On(d.Since)).InLink(),
	}
}

// pairedIn names the ladder, or the tournament with its round, of a pairing.
func PairedIn(t *i18n.Catalog, of string, round int) string {
	if round == 0 {
		return of
	}
	return t.T("pairing.of-round", "Round", strconv.Itoa(round), "Tournament", of)
}

// ClubNews is one notification about the club.
type ClubNews struct {
	Kind     string // a db.ClubNoticeKind
	Players  [2]string
	Opponent string // name; empty for an organiser
	Unit     pairing.Unit
	Game     string // key of the rules
	Due      time.Time
	Link     string
	Ladder   string // name of the ladder; empty for a pairing
	Text     string // a decision in the log's words; empty for all other news
	Reason   string // an organiser's; empty for none

	Undecided, Contested bool // of a pairing that awaits an organiser, as of DeskDispute
}

// What describes the event.
func (n ClubNews) What(t *i18n.Catalog) string {
	if n.Text != "" {
		return n.Text
	}
	if n.Ladder != "" {
		return n.onLadder(t)
	}
	switch n.Kind {
	case "pairing-begins":
		return t.T("notice.pairing-begins", "Opponent", n.Opponent)
	case "pairing-soon":
		return t.T("notice.pairing-soon", "Opponent", n.Opponent)
	case "pairing-confirm":
		return t.T("notice.pairing-confirm", "Opponent", n.Opponent)
	case "pairing-contested":
		return t.T("notice.pairing-contested", "Opponent", n.Opponent)
	case "pairing-unconfirmed":
		return t.T("notice.pairing-unconfirmed", "First", n.Players[0], "Second", n.Players[1])
	case "pairing-dispute":
		return n.dispute(t)
	}
	return t.T("notice.pairing-decided", "Opponent", n.Opponent)
}

// dispute says what of a pairing awaits an organiser.
func (n ClubNews) dispute(t *i18n.Catalog) string {
	players := []string{"First", n.Players[0], "Second", n.Players[1]}
	switch {
	case n.Undecided:
		return t.T("notice.pairing-undecided", players...)
	case n.Contested:
		return t.T("notice.pairing-dispute", players...)
	}
	return t.T("notice.pairing-entered", players...)
}

// Row returns the row in an e-mail.
func (n ClubNews) Row(c page.Calendar) page.LetterRow {
	t := c.T
	r := page.LetterRow{Title: n.What(t), Href: n.Link}
	if n.Game != "" {
		note := page.UnitShort(t, n.Unit, n.Game)
		if !n.Due.IsZero() {
			note += ", " + t.T("pairing.by", "When", c.InClub().Exact(n.Due))
		}
		r.Notes = append(r.Notes, note)
	}
	if n.Reason != "" {
		r.Notes = append(r.Notes, t.T("notice.reason", "Reason", n.Reason))
	}
	return r
}

// onLadder returns the text of a notification about a ladder.
func (n ClubNews) onLadder(t *i18n.Catalog) string {
	values := []string{"Player", n.Opponent, "Ladder", n.Ladder}
	switch n.Kind {
	case "ladder-challenged":
		return t.T("notice.ladder-challenged", values...)
	case "ladder-answer":
		return t.T("notice.ladder-answer", values...)
	case "ladder-refused":
		return t.T("notice.ladder-refused", values...)
	case "ladder-expired":
		return t.T("notice.ladder-expired", values...)
	}
	return t.T("notice.ladder-inactive", values...)
}
