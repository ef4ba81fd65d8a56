package web

import (
	"context"
	"slices"
	"sync"
	"time"

	"hexclub/db"
	"hexclub/handlers/limit"
)

// How long a person counts as present after a request for a page, and after the last page with a stream was
// closed.
const (
	staysFor  = 3 * time.Minute
	returnsIn = 30 * time.Second
)

// presence has the people who are present: they follow a stream, or have requested a page lately.
type presence struct {
	now     func() time.Time
	started time.Time // everybody counts as present then
	days    visitDays

	mu        sync.Mutex
	people    map[string]presentPerson
	shared    map[string]time.Time   // until when other nodes know that people are present
	lost      bool                   // the database may have lost what was shared
	elsewhere map[string]db.Presence // on other nodes
}

// A presentPerson is a person that is or was present.
type presentPerson struct {
	streams        int       // open streams
	asked, entered time.Time // the person's last request for a page, and for a stream
	until          time.Time // present without a stream
	account        bool      // the person has one
}

func newPresence(now func() time.Time) *presence {
	return &presence{now: now, started: now(), people: map[string]presentPerson{}}
}

// saw notes a request of a person, for a page or a part of the open page.
func (p *presence) saw(person db.Person, page bool) {
	p.note(person.ID, func(here *presentPerson, now time.Time) {
		here.account = !person.Guest()
		if here.until = now.Add(staysFor); page {
			here.asked = now
		}
	})
}

// enter notes that a person follows a stream, until leave is called.
func (p *presence) enter(person string) (leave func()) {
	p.note(person, func(here *presentPerson, now time.Time) { here.streams, here.entered = here.streams+1, now })
	return func() { p.leave(person) }
}

// leave notes that a stream has ended. A person with a later request for a page is on another page, which may
// have no stream; else the page was closed.
func (p *presence) leave(person string) {
	p.note(person, func(here *presentPerson, now time.Time) {
		here.streams--
		if until := now.Add(returnsIn); until.After(here.until) || !here.asked.After(here.entered) {
			here.until = until
		}
	})
}

// note changes the entry of a person.
func (p *presence) note(person string, change func(here *presentPerson, now time.Time)) {
	now := p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	here, known := p.people[person]
	if !known && len(p.people) >= limit.MaxKeys {
		p.forget(now)
	}
	change(&here, now)
	p.people[person] = here
}

// Away reports whether a person is no longer present.
func (p *presence) Away(person string) bool {
	now := p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	here, known := p.people[person]
	if !known {
		here.until = p.started.Add(staysFor)
	}
	return here.gone(now) && !p.isElsewhere(person, now)
}

// isElsewhere reports whether a person is present on another node. The caller holds p.mu.
func (p *presence) isElsewhere(person string, now time.Time) bool {
	return now.Before(p.elsewhere[person].Until)
}

// Accounts returns the ids of the accounts that are known to be present, in order.
func (p *presence) Accounts() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	now, ids := p.now(), []string{}
	for person, here := range p.people {
		if here.account && !here.gone(now) {
			ids = append(ids, person)
		}
	}
	for person, there := range p.elsewhere {
		if there.Account && now.Before(there.Until) {
			ids = append(ids, person)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Here reports whether a person is known to be present. In contrast to Away, people do not count as present after the start.
func (p *presence) Here(person string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	here, known := p.people[person]
	return known && !here.gone(p.now()) || p.isElsewhere(person, p.now())
}

func (here presentPerson) gone(now time.Time) bool {
	return here.streams == 0 && !now.Before(here.until)
}

// forget frees memory: it removes people that are away and, if these are too few, some without a stream.
func (p *presence) forget(now time.Time) {
	for person, here := range p.people {
		if here.gone(now) {
			delete(p.people, person)
		}
	}
	for person, here := range p.people {
		if len(p.people) <= limit.MaxKeys*3/4 {
			return
		}
		if here.streams == 0 {
			delete(p.people, person)
		}
	}
}

const (
	// SharePresenceEvery is the interval between two calls of SharePresence.
	SharePresenceEvery = 3 * time.Second

	// sharedFor is how long a person with an open stream counts as present for other nodes, if this one is heard of no
	// more.
	sharedFor = returnsIn + 3*SharePresenceEvery
)

// SharePresence sends the list of people who are present on this node to the other nodes, and gets theirs.
func (s *Site) SharePresence(ctx context.Context) error {
	if !s.DB.OnServer() {
		return nil
	}
	now := s.Now()
	news, shared := s.Presence.news(now)
	if err := s.DB.SharePresence(ctx, news, now); err != nil {
		return err
	}
	s.Presence.noteShared(shared)
	list, err := s.DB.PresentElsewhere(ctx, now)
	if err != nil {
		return err
	}
	s.Presence.meet(list, now)
	return nil
}

// news returns the people to share: those whose entries on the database server are missing or expire soon. Once they are stored,
// the entries expire as in shared, by person.
func (p *presence) news(now time.Time) (list []db.Presence, shared map[string]time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lost {
		p.shared, p.lost = nil, false
	}
	shared = map[string]time.Time{}
	for person, here := range p.people {
		if here.gone(now) {
			continue
		}
		until := here.until
		if here.streams > 0 && until.Before(now.Add(sharedFor)) {
			until = now.Add(sharedFor)
		}
		if known := p.shared[person]; until.Sub(known) < returnsIn && known.After(now.Add(2*SharePresenceEvery)) {
			until = known
		} else {
			list = append(list, db.Presence{Person: person, Account: here.account, Until: until})
		}
		shared[person] = until
	}
	return list, shared
}

// noteShared sets when the shared entries expire, by person.
func (p *presence) noteShared(shared map[string]time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shared = shared
}

// lose makes news return all people the next time: a database server that crashed or was replaced has lost the entries.
func (p *presence) lose() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lost = true
}

// meet replaces the list of people present on other nodes. It keeps a person whose entry is missing but has not expired:
// a PostgreSQL server that crashed loses all entries, and the other nodes will share theirs again.
func (p *presence) meet(list []db.Presence, now time.Time) {
	elsewhere := make(map[string]db.Presence, len(list))
	for _, one := range list {
		if one.Until.After(elsewhere[one.Person].Until) {
			elsewhere[one.Person] = one
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for person, one := range p.elsewhere {
		if _, there := elsewhere[person]; !there && now.Before(one.Until) {
			elsewhere[person] = one
		}
	}
	p.elsewhere = elsewhere
}
