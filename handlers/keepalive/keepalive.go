package keepalive

import (
	"errors"
	"net"
	"time"
)

// timeout is how long a stream's reader may acknowledge nothing of what is sent, or take
// nothing more, until its stream is closed. It is asked for a sign of life as often when
// there is nothing to send, by the system, of which the page knows nothing.
const timeout = 6 * time.Second

// Watch has the system end a connection whose other end is gone without a word, as
// a phone in a tunnel is, or reads nothing: after twice timeout at most. Without it what
// is sent to them would pile up for a quarter of an hour.
func Watch(conn net.Conn) error {
	if wrapped, ok := conn.(interface{ NetConn() net.Conn }); ok {
		conn = wrapped.NetConn()
	}
	tcp, ok := conn.(*net.TCPConn)
	if !ok {
		return nil // nothing between the ends can fail
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		return err
	}
	keep := net.KeepAliveConfig{Enable: true, Idle: timeout, Interval: timeout / 2, Count: 2}
	var refused error
	err = raw.Control(func(socket uintptr) { refused = limitSilence(socket, timeout) })
	return errors.Join(tcp.SetKeepAliveConfig(keep), err, refused)
}
