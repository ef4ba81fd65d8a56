package page

import "net/url"

// PersonHref returns the address of the profile of the account with the name; empty for no name, as guests and
// deleted players have none.
func PersonHref(name string) string {
	if name == "" {
		return ""
	}
	return "/people/" + url.PathEscape(name)
}

// CourseHref returns the address of the course of a game.
func CourseHref(game string) string { return "/learn/" + game }

// MemberHref returns the address of a member's page for organisers.
func MemberHref(name string) string {
	return "/club/members/" + PersonHref(name)[len("/people/"):]
}

// RulesHref returns the address of the rules of a game.
func RulesHref(game string) string { return "/rules/" + game }

// RuleHref returns the address of a rule of a game.
func RuleHref(game, rule string) string { return "/rules/" + game + "#rule-" + rule }

// Href returns the address of something in the club, by its kind, as db.RefKind has it, and its id. It is empty
// for no kind.
func Href(kind, id string) string {
	switch kind {
	case "":
		return ""
	case "club":
		return "/club"
	case "members", "invitations":
		return "/club/" + kind
	}
	return "/" + kind + "s/" + id
}

// PairingHref returns the address of a pairing.
func PairingHref(id string) string { return Href("pairing", id) }
