// Package gate has what every request passes before it reaches an area: the access log, the limits of reads and
// writes, bans, the check of its origin, and the priority of heavy users. [Guard.LimitConnections] limits the
// connections of clients, and [NewServer] their time.
package gate
