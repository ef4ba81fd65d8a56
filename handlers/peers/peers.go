package peers

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"hexclub/db"
	"hexclub/handlers/limit"
	"hexclub/handlers/live"
)

const (
	// batchPause is the least time between two notifications of a node.
	batchPause = 10 * time.Millisecond

	// sendAgain is the pause before a notification that failed is sent again.
	sendAgain = time.Second

	// MaxSilence is how long the database may leave the connection unanswered on which a node hears of changes.
	MaxSilence = 10 * time.Second

	// sendTimeout limits the wait for the database.
	sendTimeout = 5 * time.Second
)

// Peers are the other nodes of a site. New makes one. Its methods may be called from any goroutine.
type Peers struct {
	// Changed is called before pages are notified of a change on another node, with its topic; with an empty one when anything
	// may have changed.
	Changed func(topic string)

	db       *db.DB
	hub      *live.Hub
	log      *slog.Logger
	listener db.Listener
	shared   map[string]*limit.Limiter // by name
	works    atomic.Bool

	mu      sync.Mutex
	pending batch
	wake    chan struct{} // holds a token when there is something to send
}

// New returns the peers of a node: the changes of its hub, and the attempts that the limiters count, are sent to them, once
// Work runs. On a database in a file there are none.
func New(store *db.DB, hub *live.Hub, log *slog.Logger, shared ...*limit.Limiter) *Peers {
	p := &Peers{db: store, hub: hub, log: log, shared: map[string]*limit.Limiter{}, Changed: func(string) {}, wake: make(chan struct{}, 1)}
	p.listener = db.Listener{Receive: p.receive, Missed: p.missed}
	if !store.OnServer() {
		return p
	}
	hub.Relay = p.send
	for _, limiter := range shared {
		p.shared[limiter.Name] = limiter
		limiter.Relay = func(asker string) { p.send(live.Event{Kind: attempt, Topic: limiter.Name, Who: asker}) }
	}
	return p
}

// Leads reports whether this node runs the jobs of all nodes.
func (p *Peers) Leads() bool { return !p.works.Load() || p.listener.Leads() }

// Silence returns for how long the database has not answered the connection by which this node hears of changes; 0 if there is no
// such connection.
func (p *Peers) Silence() time.Duration {
	if !p.works.Load() || p.listener.Heard().IsZero() {
		return 0
	}
	return time.Since(p.listener.Heard())
}

// Work receives and sends notifications until ctx is done.
func (p *Peers) Work(ctx context.Context) {
	if !p.db.OnServer() {
		return
	}
	p.works.Store(true)
	var working sync.WaitGroup
	working.Go(func() { p.db.Listen(ctx, &p.listener) })
	p.sendAll(ctx)
	working.Wait()
}

// send adds an event to those to send.
func (p *Peers) send(e live.Event) {
	if !p.works.Load() {
		return
	}
	p.mu.Lock()
	p.pending.add(e)
	p.mu.Unlock()
	select {
	case p.wake <- struct{}{}:
	default: // there is a token
	}
}

// sendAll sends events until ctx is done, at once or after batchPause. Those of a notification that failed are
// replaced by one that says that everything may have changed.
func (p *Peers) sendAll(ctx context.Context) {
	pause := time.NewTimer(0)
	defer pause.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-pause.C:
		}
		select {
		case <-ctx.Done():
			return
		case <-p.wake:
		}
		rest := batchPause
		if err := p.sendPending(ctx); err != nil && ctx.Err() == nil {
			p.log.Warn("other nodes were not notified of changes", "error", err)
			rest = sendAgain
		}
		pause.Reset(rest)
	}
}

// sendPending sends the events that wait.
func (p *Peers) sendPending(ctx context.Context) error {
	for {
		p.mu.Lock()
		payload := p.pending.next(p.db.NodeID())
		p.mu.Unlock()
		if payload == "" {
			return nil
		}
		sending, cancel := context.WithTimeout(ctx, sendTimeout)
		err := p.db.Notify(sending, payload)
		cancel()
		if err != nil {
			p.send(live.Event{Kind: everything})
			return err
		}
	}
}

// receive does what another node has done.
func (p *Peers) receive(payload string) {
	sender, events := parse(payload)
	if sender == p.db.NodeID() {
		return
	}
	for _, e := range events {
		switch e.Kind {
		case everything:
			p.missed()
		case attempt:
			if limiter := p.shared[e.Topic]; limiter != nil {
				limiter.Receive(e.Who)
			}
		default:
			p.Changed(e.Topic)
			p.hub.Receive(e)
		}
	}
}

// missed makes all pages ask for what they show.
func (p *Peers) missed() {
	p.Changed("")
	p.hub.PublishAll()
}
