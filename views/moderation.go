package views

import "net/url"

// MaxReason is the length of the longest reason for what is done to somebody, in
// characters.
const MaxReason = 300

// closingsHref is the address of what the log tells of an account's closing.
func closingsHref(name string) string {
	return "/club/log?" + url.Values{"act": {"account-closed"}, "person": {name}}.Encode()
}
