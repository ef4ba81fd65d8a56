package web

import (
	"slices"
	"strings"
	"unicode"

	"hexclub/db"
	"hexclub/rules/bot"
	"hexclub/rules/games"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A reservedNames holds the names that pages use for the site, guests, bots, seats, the
// reader, the operator, deleted people and roles, in all languages. It holds their skeletons, so
// a name that looks like one of them is reserved too.
type reservedNames struct {
	words  map[string]bool
	guests [][2]string // words before and after the number of a guest, as skeletonWords returns them
	bots   []string    // words between the name of a bot and its level, as skeletonWords returns them
}

// NewReservedNames returns the names that no account may have, because the site uses them in one of its
// languages.
func NewReservedNames(text *i18n.Catalogs) *reservedNames {
	kept := &reservedNames{words: map[string]bool{}}
	for _, tag := range i18n.Tags {
		t := text.Match(tag, "")
		for _, name := range siteNames(t) {
			kept.words[db.Skeleton(name)] = true
		}
		before, after, _ := strings.Cut(t.T("player.guest", "Number", "\x00"), "\x00")
		kept.guests = append(kept.guests, [2]string{skeletonWords(before), skeletonWords(after)})
		kept.bots = append(kept.bots, skeletonWords(aBot(t)))
	}
	return kept
}

// siteNames returns the names that pages use for the site, and for everybody without an account.
func siteNames(t *i18n.Catalog) []string {
	list := []string{page.ClubName(""), t.T("player.free"), t.T("player.deleted"), t.T("play.you"), t.T("log.operator")}
	list = append(list, strings.Split(t.T("log.operator-names"), ",")...)
	list = append(list, strings.Split(t.T("player.reserved-names"), ",")...)
	for _, role := range db.Roles() {
		list = append(list, t.T(role.Key()))
	}
	for _, game := range games.All() {
		for _, colour := range game.Info().Colours {
			list = append(list, t.T("colour."+colour))
		}
	}
	for level := bot.Level(1); level <= bot.MaxLevel; level++ {
		given := page.BotGivenName(t, level)
		list = append(list, given, given+aBot(t), page.BotName(t, level))
	}
	return list
}

// aBot returns the text that follows the name of a bot, without its level.
func aBot(t *i18n.Catalog) string { return t.T("bot.name", "Name", "", "Level", "") }

// has reports whether a name is reserved or looks like a reserved name.
func (kept *reservedNames) has(name string) bool {
	name = strings.TrimRightFunc(name, func(r rune) bool { return db.Skeleton(string(r)) == "" }) // "Guest12ab."
	return kept.words[db.Skeleton(name)] || kept.likeAGuest(name) || kept.likeABot(name)
}

// guestNumber is the length of the number in the name of a guest, in characters.
const guestNumber = 4

// likeAGuest reports whether a name is like that of a guest with any number: "Guest abc 1", and
// also "Guestab12", where the number follows without a space. "Guesthouse" is not.
func (kept *reservedNames) likeAGuest(name string) bool {
	words, letters := skeletonWords(name), []rune(name)
	joined := skeletonWords(string(letters[:max(0, len(letters)-guestNumber)]))
	return slices.ContainsFunc(kept.guests, func(g [2]string) bool {
		return strings.HasPrefix(words+" ", g[0]+" ") && strings.HasSuffix(words, g[1]) || joined == g[0] && g[1] == ""
	})
}

// likeABot reports whether a name ends like the names of bots: "Pip A bot 1". Letters that look
// like digits count only if they are a word: "Pip bot l" is like a bot, "Ana Boto" is not.
func (kept *reservedNames) likeABot(name string) bool {
	isBot := func(words string) bool {
		return slices.ContainsFunc(kept.bots, func(end string) bool { return strings.HasSuffix(words, end) })
	}
	if alone := strings.TrimRightFunc(name, unicode.IsDigit); alone != name && isBot(skeletonWords(alone)) {
		return true
	}
	words := skeletonWords(name)
	last := strings.LastIndexByte(words, ' ')
	return last > 0 && strings.Trim(words[last+1:], "0123456789lo") == "" && isBot(words[:last])
}

// skeletonWords returns the skeletons of the words of a name, each after a space. It leaves out
// words without a skeleton.
func skeletonWords(name string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return !db.IsLetterOrDigit(r) && !unicode.IsMark(r) }) {
		if skeleton := db.Skeleton(word); skeleton != "" {
			b.WriteString(" " + skeleton)
		}
	}
	return b.String()
}

// Skeletons returns the reserved words.
func (kept *reservedNames) Skeletons() (list []string) {
	for word := range kept.words {
		list = append(list, word)
	}
	return list
}
