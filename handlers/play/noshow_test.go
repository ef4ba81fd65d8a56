package play_test

import (
	"net/http"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/record"
)

// The page of a game that was called off because a player did not start in time names that player, and offers a
// rematch. Neither ratings nor lists of results change.
func TestNoShow(t *testing.T) {
	t.Parallel()
	s, clock := sitetest.LimitedSite(t, web.Limits{})
	people := s.Accounts(t, 2)
	game := s.Together(t, db.NewGame{
		Key: "hexone", Control: record.Control{Base: 60_000}, Terms: db.Terms{Rated: true},
	}, people...)
	people[0].Turn(game, "c2", 0).WantStatus(t, http.StatusOK)
	clock.Advance(time.Minute)
	if err := s.WorkOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
	for language, want := range map[string]string{
		"en": "Cancelled: Ben didn’t play a first turn in time.",
		"fr": "Ben n’a pas joué son premier tour à temps.",
		"es": "Ben no jugó su primer turno a tiempo.",
		"ko": "Ben 님이 제때 첫 수를 두지 않아 대국이 취소됐어요.",
	} {
		people[0].With("Accept-Language", language).Get(game).WantText(t, ".status.over", want)
	}
	people[1].Turn(game, "d3", 1).WantStatus(t, http.StatusConflict).WantText(t, ".status.over", "Ben didn’t play")
	p := people[0].Get(game).WantText(t, ".seat[data-seat='2'] .clock", "0:00").WantCount(t, ".rated", 0)
	p.WantCount(t, `form[action$="/rematch"]`, 1)
	people[0].Get("/people/Anna/games").WantNoText(t, "main", "Ben")
}
