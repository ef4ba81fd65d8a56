package ops

import (
	"time"

	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A BansPage is the banned addresses.
type BansPage struct {
	page.Frame
	page.Refused
	Own     string // address that the reader comes from
	Range   string // as typed
	Reason  string
	Length  string
	Lengths page.Options
	Lines   []BanLine
}

// A BanLine is a banned range of addresses, in words.
type BanLine struct {
	Range, Reason string
	About         page.Phrase
}

// BanLengths returns the lengths of bans as forms send them, the shortest first.
func BanLengths() []string { return []string{"hour", "day", "week", "month", "year"} }

// NewBanLengths returns BanLengths in words.
func NewBanLengths(t *i18n.Catalog) (options page.Options) {
	words := map[string]string{
		"hour": t.T("ban.hour"), "day": t.T("ban.day"), "week": t.T("ban.week"), "month": t.T("ban.month"), "year": t.T("ban.year"),
	}
	for _, length := range BanLengths() {
		options = append(options, page.Option{Value: length, Text: words[length]})
	}
	return options
}

// NewBanLine describes a ban.
func NewBanLine(c page.Calendar, prefix, reason, by string, until time.Time) BanLine {
	return BanLine{Range: prefix, Reason: reason, About: page.NewPhrase(c.T, "ban.about", "Player", by, "When", c.Due(until))}
}
