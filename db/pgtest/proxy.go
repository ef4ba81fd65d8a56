package pgtest

import (
	"fmt"
	"net"
	"sync"
)

// A Proxy is a TCP proxy of a server. A test can cut it: then nothing arrives any more, while connections stay open, as in a
// network that loses packets.
type Proxy struct {
	server   *Server
	listener net.Listener

	mu     sync.Mutex
	open   chan struct{} // closed unless it is cut
	closed chan struct{}
	conns  sync.WaitGroup
}

// Proxy starts a proxy of the server. The caller ends it with Close.
func (s *Server) Proxy() (*Proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{server: s, listener: listener, open: make(chan struct{}), closed: make(chan struct{})}
	close(p.open)
	p.conns.Go(p.accept)
	return p, nil
}

// URL returns the URL of a database by the proxy.
func (p *Proxy) URL(database string) string {
	return fmt.Sprintf("postgres://%s@%s/%s?sslmode=disable", superuser, p.listener.Addr(), database)
}

// Cut cuts the connections. New ones get no answer.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open = make(chan struct{})
}

// Heal ends the cut. What was sent since Cut arrives, as packets do when they are sent again.
func (p *Proxy) Heal() {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.open)
}

// Close ends all connections.
func (p *Proxy) Close() error {
	close(p.closed)
	err := p.listener.Close()
	p.conns.Wait()
	return err
}

// passes waits while the proxy is cut. It reports whether the proxy still works.
func (p *Proxy) passes() bool {
	p.mu.Lock()
	open := p.open
	p.mu.Unlock()
	select {
	case <-open:
		return true
	case <-p.closed:
		return false
	}
}

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return // it is closed
		}
		p.conns.Go(func() { p.carry(client) })
	}
}

// carry connects a client to the server.
func (p *Proxy) carry(client net.Conn) {
	defer func() { _ = client.Close() }()
	if !p.passes() {
		return
	}
	server, err := net.Dial("unix", p.server.socket())
	if err != nil {
		return // the server does not run: the client's connection ends, too
	}
	defer func() { _ = server.Close() }()
	ended := make(chan struct{}, 2)
	for _, pair := range [][2]net.Conn{{client, server}, {server, client}} {
		p.conns.Go(func() {
			defer func() { ended <- struct{}{} }()
			p.pump(pair[0], pair[1])
		})
	}
	select {
	case <-ended:
	case <-p.closed:
	}
}

// pump sends on what one side sends. It returns when one has ended.
func (p *Proxy) pump(from, to net.Conn) {
	bytes := make([]byte, 32<<10)
	for {
		n, err := from.Read(bytes)
		if !p.passes() {
			return
		}
		if _, failed := to.Write(bytes[:n]); failed != nil || err != nil {
			return
		}
	}
}
