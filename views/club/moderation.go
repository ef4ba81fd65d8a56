package club

import "net/url"

// closingsHref returns the address of the log entries about closings of an account.
func closingsHref(name string) string {
	return "/club/log?" + url.Values{"act": {"account-closed"}, "person": {name}}.Encode()
}
