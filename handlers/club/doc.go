// Package club has the handlers of the club: members, invitations, seasons, ladders, pairings, tournaments and
// the audit log. The router names the role that a route needs. Package db checks it again in the transaction.
package club
