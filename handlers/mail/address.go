package mail

import (
	"strings"

	"golang.org/x/net/idna"
)

// The maximum lengths of an address and its local part, in bytes (RFC 5321, 4.5.3.1; two of the 256
// are the brackets around the address).
const (
	maxAddress = 254
	maxLocal   = 64
)

// ParseAddress parses an e-mail address as users type it, and reports whether mail can be sent to
// it. It returns the domain in lower case and ASCII. It rejects what mail servers rarely accept:
// quotes, comments, letters beyond ASCII before the @, and IP addresses.
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
	// An invalid text can become an invalid domain.
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

// isDomain reports whether a text is a domain of two or more labels. The last label is not a
// number, as it would be in an IP address.
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

// Mailbox returns a key that is usually the same for all addresses of one mailbox: it ignores case,
// and a plus with what follows.
func Mailbox(address string) string {
	local, domain, _ := strings.Cut(strings.ToLower(address), "@")
	if before, _, tagged := strings.Cut(local, "+"); tagged && before != "" {
		local = before
	}
	return local + "@" + domain
}
