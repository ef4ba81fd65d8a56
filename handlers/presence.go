package handlers

import (
	"sync"
	"time"
)

// staysFor is how long somebody counts as being here after a page or a stream of
// the site.
const staysFor = 3 * time.Minute

// presence knows who is here: people who follow a stream, or have asked for a
// page not long ago.
type presence struct {
	now     func() time.Time
	started time.Time // when everybody was here, as far as anybody knows

	mu     sync.Mutex
	people map[string]presentPerson
}

// A presentPerson is somebody who is or was here.
type presentPerson struct {
	streams int       // that are open
	seen    time.Time // when the person last asked for something, or a stream ended
}

func newPresence(now func() time.Time) *presence {
	return &presence{now: now, started: now(), people: map[string]presentPerson{}}
}

// saw notes that a person asks for something.
func (p *presence) saw(person string) { p.note(person, 0) }

// enter notes that a person follows a stream, until leave is called.
func (p *presence) enter(person string) (leave func()) {
	p.note(person, 1)
	return func() { p.note(person, -1) }
}

// note notes that a person is here, and follows so many streams more.
func (p *presence) note(person string, streams int) {
	now := p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	here, known := p.people[person]
	if !known && len(p.people) >= maxKeys {
		p.forget(now)
	}
	p.people[person] = presentPerson{here.streams + streams, now}
}

// away tells whether a person is not here any more.
func (p *presence) away(person string) bool {
	now := p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	here, known := p.people[person]
	if !known {
		here.seen = p.started
	}
	return here.gone(now)
}

func (here presentPerson) gone(now time.Time) bool {
	return here.streams == 0 && now.Sub(here.seen) >= staysFor
}

// forget makes room: who is gone is as good as unknown. When too few are, some
// who follow no stream are taken for gone.
func (p *presence) forget(now time.Time) {
	for person, here := range p.people {
		if here.gone(now) {
			delete(p.people, person)
		}
	}
	for person, here := range p.people {
		if len(p.people) <= maxKeys*3/4 {
			return
		}
		if here.streams == 0 {
			delete(p.people, person)
		}
	}
}
