package views

import "hexclub/views/i18n"

// A PrivacyPage tells what the site keeps of people, and for how long.
type PrivacyPage struct {
	Frame
	Guests  bool     // whoever has no account may play
	Mails   bool     // the site sends mails
	Cookies []Cookie // all that there are

	SessionDays int // from the last visit on, that a browser is known
	LettersDays int // that is remembered which mails were sent
	VoidDays    int // that a game is kept which was called off
}

// A Cookie is what the site stores in browsers.
type Cookie struct {
	Name string
	Key  string // of the text that tells what it is for and how long it stays
	Days int
}

// days is a time as texts put it into a sentence.
func days(t *i18n.Catalog, n int) string { return t.N("privacy.days", n) }

// text is what the page says under a key, with a time in days put into it.
func (p PrivacyPage) text(key string, n int) string { return p.T.T(key, "Days", days(p.T, n)) }
