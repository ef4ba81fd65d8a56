package gate

import (
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"hexclub/handlers/limit"
	"hexclub/handlers/web"
)

const (
	maxConnections = 10_000 // open at once; a quiet connection takes 30 KB at most
	otherFiles     = 64     // other open files: the database's, backups, mail
)

// placesFor returns how many connections may be open if the system allows the program so many files. Without
// files left, it could not read its database.
func placesFor(files uint64) int {
	if files < 2*otherFiles {
		return int(files / 2)
	}
	return int(min(files-otherFiles, maxConnections))
}

// A limitedListener accepts a limited number of connections at once. Further ones wait. Connections from an
// address that has its share already are closed, except those of a proxy.
type limitedListener struct {
	net.Listener
	log     *slog.Logger
	proxies []netip.Prefix
	each    *limit.Gauge  // by address
	places  chan struct{} // a token for each open connection
	shut    chan struct{} // closed with the listener
	once    sync.Once
	repeats map[string]*web.RepeatCounter // by message
}

// LimitConnections limits the open connections of a listener, in all and for each address.
func (g *Guard) LimitConnections(listener net.Listener) net.Listener {
	return g.newLimitedListener(listener, placesFor(fileLimit()))
}

func (g *Guard) newLimitedListener(listener net.Listener, places int) *limitedListener {
	most := 0
	if g.Limits.Connections > 0 {
		most = min(g.Limits.Connections, places/2)
	}
	return &limitedListener{
		Listener: listener, log: g.Log, proxies: g.Proxies, each: limit.NewGauge("connections-at", most),
		places: make(chan struct{}, places), shut: make(chan struct{}), repeats: map[string]*web.RepeatCounter{},
	}
}

// Accept returns the next connection within the limits. Only one goroutine may call it.
func (d *limitedListener) Accept() (net.Conn, error) {
	for {
		if !d.enter() {
			return nil, net.ErrClosed
		}
		conn, err := d.Listener.Accept()
		if err != nil {
			<-d.places
			return nil, err
		}
		leave, ok := d.admit(conn)
		if ok {
			return &admitted{Conn: conn, leave: sync.OnceFunc(func() { leave(); <-d.places })}, nil
		}
		d.warn("connections refused: too many from one address", "address", conn.RemoteAddr().String())
		_ = conn.Close() // an error does not matter
		<-d.places
	}
}

// enter waits for a place; ok is false if the listener is closed.
func (d *limitedListener) enter() (ok bool) {
	select {
	case d.places <- struct{}{}:
		return true
	default:
		d.warn("connections wait: all places are taken", "places", cap(d.places))
	}
	select {
	case d.places <- struct{}{}:
		return true
	case <-d.shut:
		return false
	}
}

// admit counts a connection for its address. The caller must call leave.
func (d *limitedListener) admit(conn net.Conn) (leave func(), ok bool) {
	at, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	ip := at.Addr().Unmap()
	if err != nil || slices.ContainsFunc(d.proxies, func(p netip.Prefix) bool { return p.Contains(ip) }) {
		return func() {}, true
	}
	key := web.AskerAt(ip)
	return func() { d.each.Leave(key) }, d.each.Enter(key)
}

// warn logs an event; repeated ones are counted.
func (d *limitedListener) warn(what string, attributes ...any) {
	if d.repeats[what] == nil {
		d.repeats[what] = &web.RepeatCounter{}
	}
	if times, due := d.repeats[what].Note(time.Now()); due {
		d.log.Warn(what, append(attributes, "times", times)...)
	}
}

// Close closes the listener.
func (d *limitedListener) Close() error {
	d.once.Do(func() { close(d.shut) })
	return d.Listener.Close()
}

// An admitted connection frees its place when it is closed.
type admitted struct {
	net.Conn
	leave func()
}

func (a *admitted) Close() error {
	defer a.leave()
	return a.Conn.Close()
}

// NetConn returns the connection itself.
func (a *admitted) NetConn() net.Conn { return a.Conn }
