// Package club has the pages of the club itself, of members, invitations and the audit log, and the lists of ladders and
// tournaments. What the season holds has packages of its own.
package club
