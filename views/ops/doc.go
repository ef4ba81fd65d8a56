// Package ops has the pages of admins: the state of the site and bans.
package ops
