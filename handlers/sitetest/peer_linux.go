package sitetest

import (
	"errors"
	"net"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// GoneWithin is the time within which the site must end the streams of such connections.
const GoneWithin = 15 * time.Second

// Deafen drops all packets that a client's TCP connection receives, as for a phone in a tunnel. The
// server gets no acknowledgements, and is not notified.
func Deafen(t testing.TB, conn net.Conn) {
	t.Helper()
	nothing := []unix.SockFilter{{Code: unix.BPF_RET | unix.BPF_K, K: 0}}
	program := unix.SockFprog{Len: uint16(len(nothing)), Filter: &nothing[0]}
	raw, err := conn.(syscall.Conn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	err = control(raw, func(socket int) error {
		return unix.SetsockoptSockFprog(socket, unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, &program)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Narrow gives a dialer's connections the smallest receive buffer that the system allows.
func Narrow(dialer *net.Dialer) {
	dialer.Control = func(_, _ string, raw syscall.RawConn) error {
		return control(raw, func(socket int) error { return unix.SetsockoptInt(socket, unix.SOL_SOCKET, unix.SO_RCVBUF, 1) })
	}
}

func control(raw syscall.RawConn, do func(socket int) error) error {
	var refused error
	err := raw.Control(func(socket uintptr) { refused = do(int(socket)) })
	return errors.Join(err, refused)
}
