// Package club has the pages of the club: members, invitations, seasons, ladders, pairings, tournaments
// and the audit log.
package club
