package club

import "net/url"

// closingsHref is the address of what the log tells of an account's closing.
func closingsHref(name string) string {
	return "/club/log?" + url.Values{"act": {"account-closed"}, "person": {name}}.Encode()
}
