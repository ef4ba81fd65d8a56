package ops

import (
	"time"

	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A BansPage is the addresses that are kept out.
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

// A BanLine is a range of addresses that is kept out, in words.
type BanLine struct{ Range, Reason, About string }

// BanLengths are for how long an address can be kept out, as forms send it, the shortest
// first.
func BanLengths() []string { return []string{"hour", "day", "week", "month", "year"} }

// NewBanLengths is BanLengths in words.
func NewBanLengths(t *i18n.Catalog) (options page.Options) {
	words := map[string]string{
		"hour": t.T("ban.hour"), "day": t.T("ban.day"), "week": t.T("ban.week"), "month": t.T("ban.month"), "year": t.T("ban.year"),
	}
	for _, length := range BanLengths() {
		options = append(options, page.Option{Value: length, Text: words[length]})
	}
	return options
}

// NewBanLine is a ban in words.
func NewBanLine(t *i18n.Catalog, prefix, reason, by string, until time.Time) BanLine {
	return BanLine{Range: prefix, Reason: reason, About: t.T("ban.about", "Player", by, "When", page.MomentWords(t, until))}
}
