// Package ops has the handlers and jobs of operators and admins: health, metrics, backups, the admin
// page and bans of addresses.
package ops
