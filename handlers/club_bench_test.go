package handlers_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/handlers/sitetest"
)

// pages returns the pages of the club, by name.
func (l *largeClub) pages() map[string]string {
	return map[string]string{
		"home": "/", "club": "/club", "seasons": "/seasons", "season": "/seasons/" + l.season, "season-old": "/seasons/old7",
		"members": "/club/members", "members-search": "/club/members?name=ber+4", "members-page": "/club/members?after=Member+250",
		"members-waiting": "/club/members?waiting=yes", "member": "/club/members/Member%20020", "profile": "/people/Member%20020",
		"log": "/club/log", "log-act": "/club/log?act=role", "log-person": "/club/log?person=Member+020", "log-page": "/club/log?before=2000",
		"ladder": l.ladder, "ladder-part": l.ladder + "?part=3", "ladder-history": l.ladder + "/history",
		"ladder-chronicle": l.ladder + "/chronicle", "ladder-chronicle-old": l.ladder + "/chronicle?before=2000",
		"ladder-chronicle-person": l.ladder + "/chronicle?player=Member+020", "ladder-rules": l.ladder + "/rules",
		"ladder-challenge": l.ladder + "/challenge/" + l.above, "ladder-correct": l.ladder + "/correct", "ladder-edit": l.ladder + "/edit",
		"challenge": l.challenge, "challenge-decided": l.decided, "pairing": l.pairing,
		"swiss": l.swiss, "swiss-round": l.swiss + "/rounds/7", "swiss-table": l.swiss + "/table", "swiss-tiebreaks": l.swiss + "/tiebreaks",
		"swiss-tiebreaks-late": l.swiss + "/tiebreaks?from=150", "swiss-organise": l.swiss + "/organise",
		"robin": l.robin, "robin-round": l.robin + "/rounds/30", "robin-table": l.robin + "/table", "robin-tiebreaks": l.robin + "/tiebreaks",
		"robin-organise": l.robin + "/organise", "knockout": l.knockout, "knockout-round": l.knockout + "/rounds/6", "knockout-bracket": l.knockout + "/bracket",
		"swiss-standings.csv": l.swiss + "/standings.csv", "swiss-table.json": l.swiss + "/table.json", "swiss-pairings.json": l.swiss + "/pairings.json",
		"robin-table.csv": l.robin + "/table.csv", "knockout-pairings.json": l.knockout + "/pairings.json",
		"invitations": "/club/invitations", "games": "/games", "archive": "/people/Member%20020/games",
	}
}

// BenchmarkClub requests every page of the club, as a stranger, a member and an organiser, in a club of 500
// members and 20,000 games. Target: a p95 below 50 ms.
func BenchmarkClub(b *testing.B) {
	l := newLargeClub(b)
	pages := l.pages()
	for _, reader := range []string{"stranger", "member", "organiser"} {
		who := l.readers[reader]
		for _, name := range slices.Sorted(maps.Keys(pages)) {
			w := who.Ask(http.MethodGet, pages[name], "", false)
			if w.Code == http.StatusForbidden && reader != "organiser" {
				continue
			}
			// For a visitor who does not play on the ladder, the page of a challenge has an error
			// status.
			if w.Code != http.StatusOK && !(w.Code == http.StatusUnprocessableEntity && name == "ladder-challenge") {
				b.Fatalf("%s as a %s: %d", pages[name], reader, w.Code)
			}
			b.Run(name+"/"+reader, func(b *testing.B) {
				quick(b, func() { who.Ask(http.MethodGet, pages[name], "", false) })
			})
		}
	}
	for name, job := range map[string]func() error{
		"jobs": func() error { return l.WorkOnce(b.Context()) },
		"ladders": func() error {
			_, err := l.DB.TickLadders(b.Context(), l.now, 50)
			return err
		},
		"rounds": func() error {
			_, err := l.DB.OpenRounds(b.Context(), l.now)
			return err
		},
		"overdue": func() error {
			_, err := l.DB.ForfeitOverdue(b.Context(), l.now, 100)
			return err
		},
		"letters": func() error {
			_, err := l.DB.PlanNotices(b.Context(), l.now.Add(time.Hour))
			return err
		},
	} {
		b.Run("job/"+name, func(b *testing.B) {
			quick(b, func() {
				if err := job(); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
	l.settle(b, strings.TrimPrefix(l.swiss, "/tournaments/"), 1)
	b.Run("swiss-proposal/organiser", func(b *testing.B) {
		quick(b, func() {
			if w := l.readers["organiser"].Ask(http.MethodGet, l.swiss+"/pair", "", false); w.Code != http.StatusOK {
				b.Fatalf("status %d", w.Code)
			}
		})
	})
}

// quick repeats a function and reports the 95th percentile of its duration.
func quick(b *testing.B, do func()) {
	b.Helper()
	var took sitetest.Spread
	for b.Loop() {
		start := time.Now()
		do()
		took = append(took, time.Since(start))
	}
	b.ReportMetric(took.Percentile(95), "p95-ms")
}
