package handlers_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/ladder"
)

// BenchmarkLadder measures pages of a ladder of 500 players with 20,000 challenges, for one of its players.
func BenchmarkLadder(b *testing.B) {
	s := sitetest.New(b)
	c := s.NewLadder(b, func(l *db.LadderTerms) { l.Settings.Reach, l.Settings.Made = 10, 3 })
	file := s.Raw(b)
	tx, err := file.Begin()
	c.Try(err)
	now := s.Now().UnixMilli()
	do := func(query string, args ...any) {
		b.Helper()
		if _, err := tx.Exec(query, args...); err != nil {
			b.Fatal(err)
		}
	}
	id := func(i int) string { return fmt.Sprintf("player%06d", i) }
	for i := range 500 {
		do("INSERT INTO people (id, name, folded, hash, confirm_turns, created) VALUES ($1, $2, $2, '', true, 0)", id(i), fmt.Sprintf("player %d", i))
		do("INSERT INTO ladder_players (ladder, person, place, joined, free, idle, held) VALUES ($1, $2, $3, $4, 0, $4, 0)", c.Ladder.ID, id(i), i+1, now)
	}
	for i := range 20_000 {
		at, from, to := now-int64(20_000-i)*600_000, id(i%500), id((i*7+1)%500)
		if from == to {
			continue
		}
		challenge := fmt.Sprintf("challenge%07d", i)
		do(`INSERT INTO challenges (id, ladder, challenger, challenged, game, unit, site, status, made, answer_by, free, reminded, decided, winner, decided_by)
			VALUES ($1, $2, $3, $4, 'hexone', 'game', false, 'won', $5, $5, false, false, $5, $3, 'play')`, challenge, c.Ladder.ID, from, to, at)
		for j, kind := range []ladder.Kind{ladder.Made, ladder.Accepted, ladder.Won, ladder.Moved, ladder.Moved} {
			do(`INSERT INTO ladder_events (ladder, number, at, kind, person, other, from_place, to_place, moved, challenge, decided_by, until, why)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'play', 0, 'r11')`,
				c.Ladder.ID, 5*i+j+1, at, string(kind), from, to, 1+i%500, 1+(i*7)%500, kind == ladder.Moved, challenge)
		}
	}
	c.Try(tx.Commit())
	_, err = file.Exec("ANALYZE")
	c.Try(err)
	person, err := s.DB.Person(b.Context(), id(250))
	c.Try(err)
	cookie := s.Session(b, person)
	for _, page := range []string{"", "/rules", "/history", "/chronicle", "/chronicle?player=player+7", "/challenge/player%20247"} {
		b.Run("page"+page, func(b *testing.B) {
			for b.Loop() {
				request := httptest.NewRequest(http.MethodGet, web.Href(c.Ladder.Ref())+page, nil)
				request.Header.Set("Cookie", cookie)
				answer := httptest.NewRecorder()
				s.Router.ServeHTTP(answer, request)
				if answer.Code != http.StatusOK && answer.Code != http.StatusUnprocessableEntity {
					b.Fatalf("%s answers %d", page, answer.Code)
				}
			}
		})
	}
}
