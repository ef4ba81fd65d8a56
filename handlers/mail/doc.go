// Package mail sends plain text by e-mail through one SMTP server, and knows
// which addresses it can send to.
//
// A [Sender] is made once from the server's address; [Sender.Open] connects,
// and the [Conn] sends one [Message] after the other. What goes wrong with a
// message is a [Failure], which says whether the fault is the recipient's
// address, and whether the connection is still of use.
package mail
