package i18n_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// particle matches a Korean particle right after a placeholder, if its form depends on the sound before it.
var particle = regexp.MustCompile(`(\{\{\.\w+}})[”)]*(은|는|이|가|을|를|과|와|으로|로|이에요|예요|이라|라|이나|나|이랑|랑)(?:\P{Hangul}|$)`)

// afterConsonant are the particles for words that end in a consonant. The others follow a vowel.
var afterConsonant = []string{"은", "이", "을", "과", "으로", "이에요", "이라", "이나", "이랑"}

// written lists the texts with such a particle, and how the keys of the texts begin that their placeholder can stand
// for. No other text has one, because names, numbers and typed texts can end in any sound.
var written = map[string]string{
	"hexit.action.distribute": "hexit.way.", "ladder.refuse.made": "ladder.challenges", "ladder.refuse.received": "ladder.challenges",
	"mail.resumed": "mail.what-", "mail.stop-ask": "mail.what-", "mail.stopped": "mail.what-", "members.delete-name": "player.deleted",
	"privacy.sessions-text": "notice.days", "six.told.removed-yours": "six.told.yours", "told.took": "told.stacks",
}

// TestParticles checks that Korean particles have the form that fits the word before them, whatever a placeholder
// stands for.
func TestParticles(t *testing.T) {
	texts := entries(t, "ko")
	for key, message := range texts {
		for _, found := range particle.FindAllStringSubmatch(everyForm(message), -1) {
			start, ok := written[key]
			if !ok {
				t.Errorf("%s: %q after %s fits only some words: put a word like 님 between them, or a colon", key, found[2], found[1])
				continue
			}
			values := 0
			for value, text := range texts {
				if strings.HasPrefix(value, start) {
					values++
					if last := everyForm(text); !fits(last, found[2]) {
						t.Errorf("%s: %q does not fit after %q", key, found[2], last)
					}
				}
			}
			if values == 0 {
				t.Errorf("%s: no text is called %s", key, start)
			}
		}
	}
}

// fits reports whether a particle has the right form after a word.
func fits(word, particle string) bool {
	letters := []rune(word)
	final := (letters[len(letters)-1] - '가') % 28 // 0 for no consonant at the end of the syllable
	if liquid := final == 8; liquid && strings.HasSuffix(particle, "로") {
		return particle == "로"
	}
	return slices.Contains(afterConsonant, particle) == (final != 0)
}
