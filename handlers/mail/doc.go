// Package mail validates e-mail addresses and sends messages, as plain text and HTML, through one SMTP
// server.
//
// A [Sender] is created once from the server's address. [Sender.Open] connects, and the [Conn] sends
// one [Message] after the other. If that fails, the error is a [Failure]. It says whether the server
// rejects the recipient's address, and whether the connection can be used further.
package mail
