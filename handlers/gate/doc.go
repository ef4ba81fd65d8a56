// Package gate has what every request passes before it reaches an area: the access log, the limits of
// reads and writes, bans, the check of its origin, and the priority of heavy users. [Guard.Door] bounds
// the connections, and [NewServer] the time, that clients may use.
package gate
