package db

import (
	"testing"

	"hexclub/rules/pairing"
)

// The first place of a finished tournament follows corrections, and is not known while it goes on. Tournaments that ended
// before places were stored get them later.
func TestTournamentWinners(t *testing.T) {
	m := newTournament(t, TournamentSettings{Rounds: 1}, 2)
	winner := func() string {
		t.Helper()
		all, err := m.d.TournamentWinners(t.Context(), m.season, "nowhere")
		m.ok(err)
		names := ""
		for _, p := range all[m.id] {
			names += p.ID + " "
		}
		return names
	}
	m.begin()
	m.publish()
	if got := winner(); got != "" {
		t.Errorf("before the end the first is %q", got)
	}
	board := m.full().Boards[0]
	m.wins(board.First)
	m.playAll()
	if got := winner(); got != board.First+" " {
		t.Errorf("the first is %q, want %s", got, board.First)
	}
	m.ok(m.decide(board.Pairing, Decision{Games: []pairing.Game{{Halves: [2]int{0, 2}, Points: [2]int{0, 80}}}}))
	if got := winner(); got != board.Second+" " {
		t.Errorf("after a correction the first is %q, want %s", got, board.Second)
	}

	if _, err := m.d.write.Exec("UPDATE entrants SET place = NULL"); err != nil {
		t.Fatal(err)
	}
	if got := winner(); got != "" {
		t.Errorf("without places the first is %q", got)
	}
	m.ok(m.d.StoreOldPlaces(t.Context()))
	if got := winner(); got != board.Second+" " {
		t.Errorf("of an old tournament the first is %q, want %s", got, board.Second)
	}
	m.ok(m.d.ReopenTournament(t.Context(), m.id, 1, m.organiser, "one more", noon))
	if got := winner(); got != "" {
		t.Errorf("once it is open again the first is %q", got)
	}
	m.ok(m.d.FinishTournament(t.Context(), m.id, m.organiser, noon))
	if got := winner(); got != board.Second+" " {
		t.Errorf("once it is finished the first is %q, want %s", got, board.Second)
	}
}

// TestKnockoutWinner stores the places of a knockout.
func TestKnockoutWinner(t *testing.T) {
	m := newTournament(t, TournamentSettings{Kind: Knockout}, 2)
	m.begin()
	m.publish()
	board := m.full().Boards[0]
	m.wins(board.Second)
	all, err := m.d.TournamentWinners(t.Context(), m.season)
	m.ok(err)
	if got := all[m.id]; len(got) != 1 || got[0].ID != board.Second {
		t.Errorf("the first is %+v, want %s", got, board.Second)
	}
}

// The news of tournaments are the rounds that were published last, of those published at once only the last.
func TestPublishedRounds(t *testing.T) {
	m := newTournament(t, TournamentSettings{Rounds: 3}, 4)
	m.begin()
	for range 2 {
		m.publish()
		m.playAll()
	}
	if _, err := m.d.write.Exec("UPDATE tournament_rounds SET paired = paired + round"); err != nil {
		t.Fatal(err)
	}
	news, err := m.d.PublishedRounds(t.Context(), 1, m.id)
	if err != nil || len(news) != 1 || news[0].Round != 2 || news[0].Tournament != m.id {
		t.Errorf("the news are %+v, %v", news, err)
	}
	if _, err := m.d.write.Exec("UPDATE tournament_rounds SET paired = 7"); err != nil {
		t.Fatal(err)
	}
	news, err = m.d.PublishedRounds(t.Context(), 9, m.id, "other")
	if err != nil || len(news) != 1 || news[0].Round != 2 || !news[0].Paired.Equal(fromMS(7)) {
		t.Errorf("of rounds published at once the news are %+v, %v", news, err)
	}
	if news, err := m.d.PublishedRounds(t.Context(), 9); err != nil || news != nil {
		t.Errorf("without tournaments the news are %+v, %v", news, err)
	}
}
