package web

import (
	"context"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"hexclub/db"
)

// bans keeps the active bans in memory, so that the check of an address needs no query.
type bans struct {
	loading sync.Mutex // held from the read of a list until it is in place
	list    atomic.Pointer[[]db.Ban]
	Club    atomic.Pointer[db.Club] // shown on the page for banned addresses
}

// Of returns the active ban of an address, if there is one; the longest if there are several.
func (b *bans) Of(address string, now time.Time) (ban db.Ban, banned bool) {
	list := b.list.Load()
	if list == nil || len(*list) == 0 {
		return ban, false
	}
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return ban, false
	}
	ip = ip.Unmap().WithZone("")
	for _, b := range *list {
		if b.Prefix.Contains(ip) && now.Before(b.Until) && b.Until.After(ban.Until) {
			ban, banned = b, true
		}
	}
	return ban, banned
}

// LoadBans reads the bans of addresses and ends the open streams of banned ones. It is also a
// job, because the operator changes bans while the site runs.
func (s *Site) LoadBans(ctx context.Context) error {
	s.Limits.Bans.loading.Lock()
	defer s.Limits.Bans.loading.Unlock()
	list, err := s.DB.Bans(ctx, s.Now())
	if err != nil {
		return err
	}
	was := s.Limits.Bans.list.Swap(&list)
	if was == nil || !slices.EqualFunc(*was, list, sameBan) {
		s.endBanned()
	}
	club, err := s.DB.Club(ctx)
	if err == nil {
		s.Limits.Bans.Club.Store(&club)
	}
	return err
}

func sameBan(a, b db.Ban) bool { return a.Prefix == b.Prefix && a.Until.Equal(b.Until) }

// endBanned ends the open streams of banned addresses.
func (s *Site) endBanned() {
	now := s.Now()
	s.Live.EndFrom(func(address string) bool {
		_, banned := s.Limits.Bans.Of(address, now)
		return banned
	})
}
