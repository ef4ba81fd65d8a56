package mail

import (
	"strings"

	"golang.org/x/net/idna"
)

// The longest that an address and its local part can be, in bytes (RFC 5321,
// 4.5.3.1; two of the 256 are the brackets around it).
const (
	maxAddress = 254
	maxLocal   = 64
)

// ParseAddress reads an e-mail address as somebody types it, and tells whether
// it is one that can be sent to. Its domain comes back in lower case and in
// ASCII. What mail servers rarely take is refused: quotes, comments, letters
// beyond ASCII before the @, addresses of machines.
func ParseAddress(text string) (address string, ok bool) {
	text = strings.TrimSpace(text)
	at := strings.LastIndexByte(text, '@')
	if at < 0 {
		return "", false
	}
	local, written := text[:at], text[at+1:]
	domain, err := idna.Lookup.ToASCII(written)
	if err != nil || !isLocal(local) || !isDomain(domain) || len(local)+1+len(domain) > maxAddress {
		return "", false
	}
	// What was no text becomes a domain that is none.
	if again, err := idna.Lookup.ToASCII(domain); err != nil || again != domain {
		return "", false
	}
	return local + "@" + domain, true
}

// isLocal reports whether a text is a dot-atom (RFC 5322, 3.2.3).
func isLocal(text string) bool {
	if len(text) > maxLocal {
		return false
	}
	for _, atom := range strings.Split(text, ".") {
		if atom == "" || strings.ContainsFunc(atom, func(r rune) bool {
			return !isAlphanumeric(r) && !strings.ContainsRune("!#$%&'*+-/=?^_`{|}~", r)
		}) {
			return false
		}
	}
	return true
}

// isDomain reports whether a text names a domain of two labels or more, the last
// of which is no number, as it is in an address of a machine.
func isDomain(text string) bool {
	labels := strings.Split(text, ".")
	for _, label := range labels {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' ||
			strings.ContainsFunc(label, func(r rune) bool { return !isAlphanumeric(r) && r != '-' }) {
			return false
		}
	}
	return len(labels) > 1 && strings.Trim(labels[len(labels)-1], "0123456789") != ""
}

func isAlphanumeric(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// Mailbox is what addresses that reach the same person have in common as far
// as can be judged: neither case nor what follows a plus matters.
func Mailbox(address string) string {
	local, domain, _ := strings.Cut(strings.ToLower(address), "@")
	if before, _, tagged := strings.Cut(local, "+"); tagged && before != "" {
		local = before
	}
	return local + "@" + domain
}
