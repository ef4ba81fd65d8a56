package web_test

import (
	"fmt"
	"net/netip"
	"sync"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// A ban holds once it is stored and LoadBans has returned, also while others load bans.
func TestLoadBansRace(t *testing.T) {
	t.Parallel()
	s := sitetest.OpenSite(t, web.Config{})
	done := make(chan struct{})
	var loading sync.WaitGroup
	defer loading.Wait()
	defer close(done)
	for range 4 {
		loading.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if err := s.LoadBans(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range 250 {
		address := fmt.Sprintf("192.0.2.%d", i+1)
		ban := db.Ban{Prefix: netip.MustParsePrefix(address + "/32"), Until: time.Now().Add(time.Hour)}
		if err := s.DB.AddBan(t.Context(), ban, db.Operator, time.Now()); err != nil {
			t.Fatal(err)
		}
		if err := s.LoadBans(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !s.Banned(address) {
			t.Errorf("ban %d does not hold", i+1)
			break
		}
	}
}
