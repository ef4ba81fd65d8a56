package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/rules/record"
)

// BenchmarkLists requests lists with many readers: the front page as a stranger and as a player with eight games
// to act in, and the lobby's list of 60 seeks as a stranger and as a guest.
func BenchmarkLists(b *testing.B) {
	s := sitetest.New(b)
	player, stranger := &sitetest.Direct{Site: s}, &sitetest.Direct{Site: s}
	host, err := s.DB.Game(b.Context(), strings.TrimPrefix(player.NewGame(b), "/games/"))
	if err != nil {
		b.Fatal(err)
	}
	opponent, err := s.DB.CreateGuest(b.Context(), s.Now())
	if err != nil {
		b.Fatal(err)
	}
	for range 8 {
		s.Made(b, db.NewGame{Host: host.Host}, opponent)
	}
	for range 12 {
		host, err := s.DB.CreateGuest(b.Context(), s.Now())
		for range 5 {
			if err == nil {
				_, err = s.DB.CreateGame(b.Context(), db.NewGame{
					Key: "hexone", Host: host.ID, HostSeat: 1, Control: record.Control{Base: 300_000, Increment: 3000}, Terms: db.Terms{Listed: true},
				}, s.Now())
			}
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	for _, c := range []struct {
		name, path string
		who        *sitetest.Direct
	}{
		{"home/stranger", "/", stranger},
		{"home/player", "/", player},
		{"learn/stranger", "/learn", stranger},
		{"lobby/stranger", "/lobby/list", stranger},
		{"lobby/guest", "/lobby/list", player},
	} {
		if w := c.who.Ask(http.MethodGet, c.path, "", true); w.Code != http.StatusOK {
			b.Fatalf("%s: %d", c.path, w.Code)
		}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.who.Ask(http.MethodGet, c.path, "", true)
			}
		})
	}
}
