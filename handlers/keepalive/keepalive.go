package keepalive

import (
	"errors"
	"net"
	"time"
)

// timeout is how long the reader of a stream may acknowledge nothing, or receive nothing more,
// before the stream is closed. The system also sends TCP keep-alives at this interval when the
// stream is idle.
const timeout = 6 * time.Second

// Watch makes the system close a connection whose other end is unreachable, such as a phone in a
// tunnel, or does not read, within twice the timeout. Otherwise data for it would pile up for a
// quarter of an hour.
func Watch(conn net.Conn) error {
	if wrapped, ok := conn.(interface{ NetConn() net.Conn }); ok {
		conn = wrapped.NetConn()
	}
	tcp, ok := conn.(*net.TCPConn)
	if !ok {
		return nil // not a network connection
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
