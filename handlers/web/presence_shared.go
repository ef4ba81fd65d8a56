package web

import (
	"context"
	"time"

	"hexclub/db"
)

const (
	// SharePresenceEvery is the interval between two calls of SharePresence.
	SharePresenceEvery = 3 * time.Second

	// sharedFor is how long a person with an open stream counts as present for other nodes, if this one is heard of no
	// more.
	sharedFor = returnsIn + 3*SharePresenceEvery
)

// SharePresence tells the other nodes of a site who is present on this one, and learns who is present on them.
func (s *Site) SharePresence(ctx context.Context) error {
	if !s.DB.OnServer() {
		return nil
	}
	now := s.Now()
	if err := s.DB.SharePresence(ctx, s.Presence.news(now), now); err != nil {
		return err
	}
	list, err := s.DB.PresentElsewhere(ctx, now)
	if err != nil {
		return err
	}
	s.Presence.meet(list)
	return nil
}

// news returns the people of whom other nodes do not know, or not for long, that they are present.
func (p *presence) news(now time.Time) (list []db.Presence) {
	p.mu.Lock()
	defer p.mu.Unlock()
	shared := map[string]time.Time{}
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
	p.shared = shared
	return list
}

// meet stores who is present on other nodes.
func (p *presence) meet(list []db.Presence) {
	elsewhere := make(map[string]db.Presence, len(list))
	for _, one := range list {
		if one.Until.After(elsewhere[one.Person].Until) {
			elsewhere[one.Person] = one
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.elsewhere = elsewhere
}
