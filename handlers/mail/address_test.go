package mail

import (
	netmail "net/mail"
	"strings"
	"testing"
)

func TestParseAddress(t *testing.T) {
	for text, want := range map[string]string{
		"anna@mail.example":                      "anna@mail.example",
		"  anna@mail.example\t":                  "anna@mail.example",
		"Anna.M+hex@Mail.Example":                "Anna.M+hex@mail.example",
		"o'neil_{x}#1@a-b.co":                    "o'neil_{x}#1@a-b.co",
		"anna@société.example":                   "anna@xn--socit-esab.example",
		"anna@1.2.example":                       "anna@1.2.example",
		strings.Repeat("a", 64) + "@b.example":   strings.Repeat("a", 64) + "@b.example",
		"a@" + strings.Repeat("b.", 120) + "com": "a@" + strings.Repeat("b.", 120) + "com",
	} {
		if got, ok := ParseAddress(text); !ok || got != want {
			t.Errorf("%q is %q, %v; want %q", text, got, ok, want)
		}
	}
	for name, text := range map[string]string{
		"empty":              "",
		"a name":             "Anna",
		"no local part":      "@mail.example",
		"no domain":          "anna@",
		"one label":          "anna@localhost",
		"two at":             "anna@x@mail.example",
		"a header":           "a@b.example\r\nBcc: x@y.example",
		"a header in front":  "Bcc: x@y.example\r\na@b.example",
		"a line feed":        "a\n@b.example",
		"a return at end":    "a@b.example\r\n.",
		"a null":             "a\x00@b.example",
		"two addresses":      "a@b.example,c@d.example",
		"two with space":     "a@b.example c@d.example",
		"an option of SMTP":  "a@b.example> NOTIFY=NEVER",
		"name and address":   "Anna <a@b.example>",
		"quoted":             `"a b"@c.example`,
		"comment":            "a(x)@b.example",
		"source route":       "@x.example:a@b.example",
		"percent and spaces": "a %b@c.example",
		"dot first":          ".a@b.example",
		"dot last":           "a.@b.example",
		"two dots":           "a..b@c.example",
		"dots in domain":     "a@b..example",
		"dot at the end":     "a@b.example.",
		"hyphen first":       "a@-b.example",
		"hyphen last":        "a@b-.example",
		"underscore":         "a@b_c.example",
		"machine":            "a@127.0.0.1",
		"machine in square":  "a@[127.0.0.1]",
		"machine, version 6": "a@[IPv6:::1]",
		"accent":             "renée@mail.example",
		"no UTF-8":           "a\xff@mail.example",
		"turned letters":     "a@mail.ex\u202eample",
		"long local part":    strings.Repeat("a", 65) + "@b.example",
		"long label":         "a@" + strings.Repeat("b", 64) + ".example",
		"long":               "aaaaaaaaaaa@" + strings.Repeat("b.", 120) + "com",
	} {
		if got, ok := ParseAddress(text); ok {
			t.Errorf("%s: %q is taken as %q", name, text, got)
		}
	}
}

// Every accepted address is a single address for other parsers too, and is accepted again.
func FuzzParseAddress(f *testing.F) {
	for _, seed := range []string{"anna@mail.example", "a@b.example\r\nBcc: x@y.example", "a@société.example", `"a"@b.c`, "a@b.c>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		address, ok := ParseAddress(text)
		if !ok {
			return
		}
		if again, ok := ParseAddress(address); !ok || again != address {
			t.Errorf("%q is %q, which is %q", text, address, again)
		}
		if parsed, err := netmail.ParseAddress(address); err != nil || parsed.Address != address || parsed.Name != "" {
			t.Errorf("%q is %q, which is %v (%v)", text, address, parsed, err)
		}
		if strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`<>,;:"()[]\`, r) }) {
			t.Errorf("%q is %q", text, address)
		}
	})
}

func TestMailbox(t *testing.T) {
	for address, want := range map[string]string{
		"Anna+hex@Mail.example": "anna@mail.example", "anna@mail.example": "anna@mail.example",
		"+a@b.example": "+a@b.example", "a+b+c@d.example": "a@d.example",
	} {
		if got := Mailbox(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}
