package peers

import (
	"context"
	"log/slog"
	"sync"
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
	db       *db.DB
	hub      *live.Hub
	log      *slog.Logger
	joined   bool // other nodes may serve the database
	began    time.Time
	listener db.Listener
	shared   map[string]*limit.Limiter // by name
	changed  []func(topic string)

	mu      sync.Mutex
	pending batch
	wake    chan struct{} // holds a token when there is something to send
}

// New returns the peers of the node with a name: while Work runs, they learn of the changes of its hub and of the attempts that
// the limiters count. A program without a name, or with a database in a file, has no peers.
func New(node string, store *db.DB, hub *live.Hub, log *slog.Logger, shared ...*limit.Limiter) *Peers {
	p := &Peers{
		db: store, hub: hub, log: log, joined: node != "" && store.OnServer(), began: time.Now(), shared: map[string]*limit.Limiter{},
		wake: make(chan struct{}, 1),
	}
	p.listener = db.Listener{Receive: p.receive, Missed: p.missed}
	if !p.joined {
		return p
	}
	hub.Relay = p.send
	for _, limiter := range shared {
		p.shared[limiter.Name] = limiter
		limiter.Relay = func(asker string) { p.send(live.Event{Kind: attempt, Topic: limiter.Name, Who: asker}) }
	}
	return p
}

// OnChange adds a function that is called before pages are notified of a change on another node, with its topic; with an empty
// one when anything may have changed. It must not be called while Work runs.
func (p *Peers) OnChange(do func(topic string)) { p.changed = append(p.changed, do) }

// Leads reports whether this node runs the jobs of all nodes. A node with a name does not before Work runs.
func (p *Peers) Leads() bool { return !p.joined || p.listener.Leads() }

// Heard returns when the database last answered on the connection that receives notifications; the zero Time for never.
func (p *Peers) Heard() time.Time { return p.listener.Heard() }

// Silence returns for how long the database has not answered that connection; 0 if there are no peers.
func (p *Peers) Silence() time.Duration {
	switch heard := p.Heard(); {
	case !p.joined:
		return 0
	case heard.IsZero():
		return time.Since(p.began)
	default:
		return time.Since(heard)
	}
}

// Work receives and sends notifications until ctx is done. Flush sends those of later changes.
func (p *Peers) Work(ctx context.Context) {
	if !p.joined {
		return
	}
	var working sync.WaitGroup
	working.Go(func() { p.db.Listen(ctx, &p.listener) })
	p.sendAll(ctx)
	working.Wait()
}

// Flush sends the events that wait. It must not be called while Work runs.
func (p *Peers) Flush(ctx context.Context) error { return p.sendPending(ctx) }

// send adds an event to those to send.
func (p *Peers) send(e live.Event) {
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
			p.note(e.Topic)
			p.hub.Receive(e)
		}
	}
}

// missed makes all pages ask for what they show.
func (p *Peers) missed() {
	p.note("")
	p.hub.PublishAll()
}

// note calls the functions of OnChange.
func (p *Peers) note(topic string) {
	for _, do := range p.changed {
		do(topic)
	}
}
