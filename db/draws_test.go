package db

import (
	"fmt"
	"slices"
	"testing"

	"hexclub/rules/pairing"
)

// What is published is what was proposed, board by board, in all kinds and units; and
// the rounds that are published along with the first are as they would be proposed.
func TestPublishedAsProposed(t *testing.T) {
	for _, unit := range []pairing.Unit{pairing.OneGame, pairing.TwoGames, pairing.Match} {
		for name, settings := range map[string]TournamentSettings{
			"swiss":    {Kind: Swiss, Rounds: 4},
			"robin":    {Kind: RoundRobin, Double: true},
			"at once":  {Kind: RoundRobin, AllAtOnce: true},
			"knockout": {Kind: Knockout, Third: true},
		} {
			t.Run(fmt.Sprint(name, " ", unit), func(t *testing.T) {
				t.Parallel()
				settings.Unit = unit
				m := newTournament(t, settings, 7)
				m.begin()
				before := m.full()
				for m.full().Status == TournamentRunning {
					p, err := m.d.ProposeRound(t.Context(), m.id, ProposalChange{})
					m.ok(err)
					if again, err := m.d.ProposeRound(t.Context(), m.id, ProposalChange{}); err != nil || !slices.Equal(again.Pairs, p.Pairs) {
						t.Fatalf("proposed are %+v, and then %+v, %v", p.Pairs, again.Pairs, err)
					}
					m.ok(errOf(m.d.PublishRound(t.Context(), m.id, ProposalChange{}, p.Mark, m.organiser, noon)))
					m.published(p.Round, p.Pairs)
					for round := 2; settings.AllAtOnce && round <= p.Length; round++ {
						pairs, err := before.pairs(round, false)
						m.ok(err)
						m.published(round, pairs)
					}
					m.playUnits()
				}
			})
		}
	}
}

// published fails unless the boards of a round are these pairs, and what is played
// there is played in the same seats.
func (m *tournamentTest) published(round int, want []ProposedPair) {
	m.Helper()
	var got []ProposedPair
	for _, b := range m.full().RoundBoards(round) {
		got = append(got, ProposedPair{b.Board, b.First, b.Second, b.Gone})
		if b.Pairing == "" {
			continue
		}
		p, err := m.d.Pairing(m.Context(), b.Pairing)
		m.ok(err)
		if p.Players[0].ID != b.First || p.Players[1].ID != b.Second {
			m.Errorf("round %d: at board %d of %s and %s plays %+v", round, b.Board, b.First, b.Second, p.Players)
		}
	}
	slices.SortFunc(want, func(a, b ProposedPair) int { return a.Board - b.Board })
	if !slices.Equal(got, want) {
		m.Errorf("round %d has %+v, want %+v", round, got, want)
	}
}

// playUnits settles all boards that are open: the lower number wins every game.
func (m *tournamentTest) playUnits() {
	m.Helper()
	for _, b := range m.full().Boards {
		if !b.Open() {
			continue
		}
		var games []pairing.Game
		for range m.full().Unit.Games() {
			games = append(games, m.won(m.stronger(b), b.Round))
		}
		m.ok(m.decide(b.Pairing, Decision{Games: games}))
	}
}

// People who change places leave who starts elsewhere as it was.
func TestSwapsKeepTheLot(t *testing.T) {
	m := newTournament(t, TournamentSettings{Unit: pairing.Match, Rounds: 3}, 20)
	m.begin()
	p, err := m.d.ProposeRound(t.Context(), m.id, ProposalChange{})
	m.ok(err)
	first, second := p.Pairs[0], p.Pairs[1]
	change := ProposalChange{Swaps: [][2]string{{first.Second, second.First}}}
	swapped, err := m.d.ProposeRound(t.Context(), m.id, change)
	m.ok(err)
	if !slices.Equal(swapped.Pairs[2:], p.Pairs[2:]) {
		t.Errorf("other pairs are %+v, and were %+v", swapped.Pairs[2:], p.Pairs[2:])
	}
	if pair := swapped.Pairs[0]; !pair.has(first.First) || !pair.has(second.First) {
		t.Errorf("the first pair is %+v", pair)
	}
	m.ok(errOf(m.d.PublishRound(t.Context(), m.id, change, swapped.Mark, m.organiser, noon)))
	m.published(1, swapped.Pairs)
}

// Lots are fair: to both of two, whatever their ids, in every round, and to the first
// of the ranking.
func TestDrawsAreFair(t *testing.T) {
	const many = 4000
	starts, alternates, top := 0, 0, 0
	for range many {
		tournament := Tournament{ID: NewID(tournamentLetters), drawSeed: newDrawSeed()}
		one, other := NewID(12), NewID(12)
		now, then := tournament.starts(1, one, other), tournament.starts(2, one, other)
		if now == tournament.starts(1, other, one) {
			t.Fatalf("%s and %s both start, or none", one, other)
		}
		for is, n := range map[*int]bool{&starts: now, &alternates: now != then, &top: tournament.topSecond()} {
			if n {
				*is++
			}
		}
	}
	for what, n := range map[string]int{"who is asked for first starts": starts, "another starts in round 2": alternates, "the first has the second seat": top} {
		if n < many*45/100 || n > many*55/100 { // six deviations
			t.Errorf("%s in %d of %d", what, n, many)
		}
	}
}
