package db

import (
	"strings"
	"testing"
	"time"

	"hexclub/rules/pairing"
)

func TestTournamentsPlayed(t *testing.T) {
	m := newTournament(t, TournamentSettings{Rounds: 2}, 4)
	played := func(person string) []TournamentPlayed {
		t.Helper()
		list, err := m.d.TournamentsPlayed(t.Context(), person, 5)
		m.ok(err)
		return list
	}
	winner := m.members[0]
	if list := played(winner); len(list) != 0 {
		t.Errorf("before it begins: %+v", list)
	}
	m.begin()
	m.publish()
	if list := played(winner); len(list) != 1 || list[0].ID != m.id || list[0].Place != 0 || list[0].Score != -1 {
		t.Errorf("while it runs: %+v", list)
	}
	m.wins(winner)
	m.playAll()
	m.publish()
	m.wins(winner)
	m.playAll()
	if list := played(winner); len(list) != 1 || list[0].Place != 1 || list[0].Shared || list[0].Of != 4 || list[0].Score != 4 {
		t.Errorf("the winner played %+v", list)
	}
	places := map[int]int{}
	for _, person := range m.members {
		places[played(person)[0].Place]++
	}
	if places[0] != 0 || places[1] != 1 {
		t.Errorf("the places are %v", places)
	}
	if _, err := m.d.write.Exec("UPDATE entrants SET score = NULL"); err != nil { // as of a tournament that ended before scores were stored
		t.Fatal(err)
	}
	if list := played(winner); list[0].Place != 1 || list[0].Score != -1 {
		t.Errorf("without scores the winner played %+v", list)
	}
	m.ok(m.d.StoreOldPlaces(t.Context()))
	if list := played(winner); list[0].Place != 1 || list[0].Score != 4 {
		t.Errorf("of an old tournament the winner played %+v", list)
	}
	if list := played(m.organiser); len(list) != 0 {
		t.Errorf("the organiser played %+v", list)
	}
	if err := m.d.ReopenTournament(t.Context(), m.id, 1, m.organiser, "One more evening", noon); err != nil {
		t.Fatal(err)
	}
	if list := played(winner); len(list) != 1 || list[0].Over || list[0].Place != 0 || list[0].Score != -1 {
		t.Errorf("when it goes on again: %+v", list)
	}
}

func TestKnockoutPlayed(t *testing.T) {
	m := newTournament(t, TournamentSettings{Kind: Knockout}, 2)
	m.begin()
	m.publish()
	m.wins(m.members[1])
	for i, want := range []int{2, 1} {
		list, err := m.d.TournamentsPlayed(t.Context(), m.members[i], 5)
		if err != nil || len(list) != 1 || list[0].Place != want || list[0].Of != 2 || list[0].Score != -1 {
			t.Errorf("member %d played %+v, %v", i, list, err)
		}
	}
}

func TestLaddersPlayed(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl", "Dora")
	c.plays(c.accepts(c.challenges("Dora", "Ben")), "Dora")
	c.tick(15 * day)
	c.plays(c.accepts(c.challenges("Ben", "Dora")), "Ben")
	for name, want := range map[string]LadderPlayed{
		"Anna": {Place: 1, Best: 1},
		"Ben":  {Place: 2, Best: 2, Won: 1, Lost: 1},
		"Dora": {Place: 3, Best: 2, Won: 1, Lost: 1},
	} {
		want.ID, want.Name, want.Open = c.ladder.ID, "Hexone ladder", true
		list, err := c.d.LaddersPlayed(t.Context(), c.people[name].ID, 5)
		if err != nil || len(list) != 1 || list[0] != want {
			t.Errorf("%s: %+v, %v, want %+v", name, list, err, want)
		}
	}
}

func TestBoardGames(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl", "Dora")
	dora, ben := c.people["Dora"].ID, c.people["Ben"].ID
	for _, winner := range []string{"Dora", "Ben"} {
		from, to := "Dora", "Ben"
		if winner == "Ben" {
			from, to = to, from
			c.tick(15 * day)
		}
		c.plays(c.accepts(c.challenges(from, to)), winner)
	}
	newPairing(t, c.d, NewPairing{}) // unfinished
	first, more, err := c.d.BoardGames(t.Context(), dora, Place{}, 1)
	if err != nil || len(first) != 1 || !more {
		t.Fatalf("%+v, %v, %v", first, more, err)
	}
	if g := first[0]; g.Outcome != Lost || g.Opponent.ID != ben || g.In.Of != "Hexone ladder" || g.Unit != pairing.OneGame || g.Points[0] >= g.Points[1] {
		t.Errorf("the last one is %+v", g)
	}
	then, more, err := c.d.BoardGames(t.Context(), dora, Place{Ended: first[0].Ended, ID: first[0].ID}, 1)
	if err != nil || len(then) != 1 || more || then[0].Outcome != Won || then[0].Ended.After(first[0].Ended) || then[0].ID == first[0].ID {
		t.Errorf("before that: %+v, %v, %v", then, more, err)
	}
	if list, _, err := c.d.BoardGames(t.Context(), ben, Place{}, 5); err != nil || len(list) != 2 || list[0].Outcome != Won || list[0].Points[0] <= list[0].Points[1] {
		t.Errorf("Ben's are %+v, %v", list, err)
	}
	if list, _, err := c.d.BoardGames(t.Context(), c.people["Anna"].ID, Place{}, 5); err != nil || len(list) != 0 {
		t.Errorf("Anna's are %+v, %v", list, err)
	}
	plan, err := explain(t.Context(), openFile(t), selectBoardGames, []any{dora, time.Now().UnixMilli(), "", 5})
	if steps := strings.Join(plan, "\n"); err != nil || !strings.Contains(steps, "pairings_first (first=? AND status=?)") || !strings.Contains(steps, "pairings_second (second=? AND status=?)") {
		t.Errorf("the plan is %s, %v", steps, err)
	}
}
