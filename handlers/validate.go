package handlers

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/games"
	"hexclub/views"
	"hexclub/views/i18n"
)

// The limits of names and passwords, in characters. A character has four bytes
// at most, so they limit the bytes too.
const (
	minName, maxName         = 2, 30
	minPassword, maxPassword = 8, 200
)

// trimName is a name as it is stored: composed, without space around it.
func trimName(name string) string { return norm.NFC.String(strings.TrimSpace(name)) }

// validateName says what is wrong with the name of an account, as an
// *rules.Error of kind Invalid. A name is not one that pages use for somebody
// else, in any language of text.
func validateName(name string, text *i18n.Catalogs) error {
	n := utf8.RuneCountInString(name)
	switch {
	case !utf8.ValidString(name) || n < minName || n > maxName:
		return rules.Errorf(rules.Invalid, "error.name-length", "%d characters", n)
	case strings.ContainsFunc(name, notInName):
		return rules.Errorf(rules.Invalid, "error.name-characters", "%q", name)
	case !strings.ContainsFunc(name, isLetterOrDigit):
		return rules.Errorf(rules.Invalid, "error.name-letters", "%q", name)
	case !inOneScript(name):
		return rules.Errorf(rules.Invalid, "error.name-scripts", "%q", name)
	case reserved(name, text):
		return rules.Errorf(rules.Invalid, "error.name-reserved", "%q", name)
	}
	return nil
}

// validatePassword says what is wrong with a password to be of the account with a name, as
// an *rules.Error of kind Invalid: besides its length, that it is guessed before others
// (NIST SP 800-63B, 3.1.1.2).
func validatePassword(password, name string) error {
	switch n := utf8.RuneCountInString(password); {
	case n < minPassword:
		return rules.Errorf(rules.Invalid, "error.password-short", "%d characters", n)
	case n > maxPassword:
		return rules.Errorf(rules.Invalid, "error.password-long", "%d characters", n)
	case isCommon(password):
		return rules.Errorf(rules.Invalid, "error.password-common", "%d characters", n)
	case asRead(password) == asRead(name):
		return rules.Errorf(rules.Invalid, "error.password-name", "%d characters", n)
	}
	return nil
}

// notInName allows letters of any script, digits, and what names are joined
// with.
func notInName(r rune) bool {
	return !isLetterOrDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune(" -_.'’", r)
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// inOneScript says whether a name is written as names are: in one script, or in
// those that Japanese and Korean are written in together. A mixture could look
// like another's name.
func inOneScript(name string) bool {
	for _, script := range unicode.Scripts {
		if writtenIn(name, script) {
			return true
		}
	}
	return writtenIn(name, unicode.Han, unicode.Hiragana, unicode.Katakana) || writtenIn(name, unicode.Han, unicode.Hangul)
}

// writtenIn says whether scripts have all letters and marks of a name, but for
// those that belong to no script.
func writtenIn(name string, scripts ...*unicode.RangeTable) bool {
	return !strings.ContainsFunc(name, func(r rune) bool {
		return (unicode.IsLetter(r) || unicode.IsMark(r)) &&
			!unicode.In(r, scripts...) && !unicode.In(r, unicode.Common, unicode.Inherited)
	})
}

// reserved says whether a name reads like what pages call the site, a guest, a bot, a
// seat, the reader, the operator or a role in some language.
func reserved(name string, text *i18n.Catalogs) bool {
	name = asRead(name)
	return slices.ContainsFunc(i18n.Tags, func(tag string) bool {
		t := text.Match(tag, "")
		return likeAGuest(name, t) || likeABot(name, t) ||
			slices.ContainsFunc(siteNames(t), func(other string) bool { return name == asRead(other) })
	})
}

// siteNames are what pages call the site and those in it who are no account.
func siteNames(t *i18n.Catalog) []string {
	list := []string{views.ClubName(""), t.T("player.free"), t.T("player.deleted"), t.T("play.you"), t.T("log.operator")}
	list = append(list, strings.Split(t.T("log.operator-names"), ",")...)
	for _, role := range db.Roles() {
		list = append(list, t.T(role.Key()))
	}
	for _, game := range games.All() {
		for _, colour := range game.Info().Colours {
			list = append(list, t.T("colour."+colour))
		}
	}
	for level := bot.Level(1); level <= bot.MaxLevel; level++ {
		given := views.BotGivenName(t, level)
		list = append(list, given, given+aBot(t))
	}
	return list
}

// likeAGuest says whether a name, as it is read, is a guest's, whatever the number.
func likeAGuest(name string, t *i18n.Catalog) bool {
	before, after, _ := strings.Cut(t.T("player.guest", "Number", "\x00"), "\x00")
	start, end := strings.TrimLeft(asRead(before)+" ", " "), strings.TrimRight(" "+asRead(after), " ")
	return strings.HasPrefix(name+" ", start) && strings.HasSuffix(" "+name, end)
}

// likeABot says whether a name, as it is read, ends as those of bots do: "Pip A bot 1".
func likeABot(name string, t *i18n.Catalog) bool {
	alone := strings.TrimRightFunc(name, unicode.IsDigit)
	return alone != name && strings.HasSuffix(" "+strings.TrimSpace(alone), " "+asRead(aBot(t)))
}

// aBot is what stands behind the names of bots, but for their levels.
func aBot(t *i18n.Catalog) string { return t.T("bot.name", "Name", "", "Level", "") }

// asRead is a name by its words alone: neither case nor the look of letters nor
// what joins the words matters.
func asRead(name string) string {
	name = norm.NFKC.String(cases.Fold().String(norm.NFKC.String(name)))
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool {
		return !isLetterOrDigit(r) && !unicode.IsMark(r)
	}), " ")
}

// validateTitle says what is wrong with what something of the club is called, as an
// *rules.Error of kind Invalid with the key.
func validateTitle(title string, longest int, key string) error {
	n := utf8.RuneCountInString(title)
	if n < 1 || n > longest || !db.IsLine(title) || !strings.ContainsFunc(title, isLetterOrDigit) {
		return rules.Errorf(rules.Invalid, key, "%d characters, %.80q", n, title)
	}
	return nil
}

// validateReason says what is wrong with the letters of what somebody gives as a
// reason, as an *rules.Error of kind Invalid with the key.
func validateReason(reason, key string) error {
	if !db.IsText(reason) {
		return rules.Errorf(rules.Invalid, key, "%.80q", reason)
	}
	return nil
}
