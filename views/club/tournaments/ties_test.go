package tournaments

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hexclub/rules/rulestest"
	"hexclub/rules/tourney"
	"hexclub/views/page"
	"hexclub/views/viewstest"
)

// tiedSwiss returns a random Swiss with draws, byes, forfeits by one and by both players, people
// who leave and one who comes late, and with half of its last round played.
func tiedSwiss(t *testing.T, chance *rand.Rand) Input {
	t.Helper()
	in := Input{ID: "x", Name: "Cup", Format: Format{Kind: swiss, Breaks: tourney.TieBreaks()}, Status: running, Length: 7, Round: 5, At: map[string]int{}}
	var field []tourney.Entrant
	for i := range 9 {
		e := tourney.Entrant{ID: "id" + strconv.Itoa(i), Rank: i + 1, From: 1}
		if i == 8 {
			e.From = 3
		}
		field = append(field, e)
	}
	var results []tourney.Result
	for round := 1; round <= in.Round; round++ {
		for i := range field[:3] {
			if round > 2 && field[i].To == 0 && chance.IntN(6) == 0 {
				field[i].To = round - 1
			}
		}
		pairs, err := tourney.Swiss(field, results, round, tourney.SwissOptions{Seats: tourney.SeatsFree})
		if err != nil {
			t.Fatal(err)
		}
		for _, pair := range pairs {
			r := tourney.Result{Round: round, Board: pair.Board, First: pair.First, Second: pair.Second, Over: true}
			halves := chance.IntN(3)
			r.Halves = [2]int{halves, 2 - halves}
			switch r.Games, r.Points = r.Halves, [2]int{chance.IntN(60), chance.IntN(60)}; {
			case pair.Bye():
				r.Halves, r.Games, r.Points = [2]int{2, 0}, [2]int{}, [2]int{}
			case round == in.Round && pair.Board > 2:
				r.Over, r.Halves = false, [2]int{}
			case chance.IntN(12) == 0:
				r.Halves, r.Forfeit = [2]int{}, [2]bool{true, true}
			case chance.IntN(6) == 0:
				r.Halves, r.Forfeit = [2]int{0, 2}, [2]bool{true, false}
			}
			results = append(results, r)
		}
	}
	in.fill(t, field, results)
	return in
}

// tiedRobin returns a random round robin in which one player leaves early and one late.
func tiedRobin(t *testing.T, chance *rand.Rand) Input {
	t.Helper()
	in := Input{ID: "x", Name: "Cup", Format: Format{Kind: robin, Breaks: tourney.TieBreaks()}, Status: over, Length: 5, Round: 5, At: map[string]int{}}
	var field []tourney.Entrant
	for i := range 6 {
		field = append(field, tourney.Entrant{ID: "id" + strconv.Itoa(i), Rank: i + 1})
	}
	field[0].To, field[1].To = 1, 4
	var results []tourney.Result
	for i, pairs := range tourney.RoundRobin(field, false) {
		for _, pair := range pairs {
			r := tourney.Result{Round: i + 1, Board: pair.Board, First: pair.First, Second: pair.Second, Over: true}
			halves := chance.IntN(3)
			r.Halves = [2]int{halves, 2 - halves}
			r.Games, r.Points = r.Halves, [2]int{chance.IntN(60), chance.IntN(60)}
			for _, gone := range field[:2] {
				if gone.WithdrawnBefore(r.Round) && (r.First == gone.ID || r.Second == gone.ID) {
					r.Forfeit = [2]bool{r.First == gone.ID, r.Second == gone.ID}
					r.Halves = [2]int{2 * boolean(r.Second == gone.ID), 2 * boolean(r.First == gone.ID)}
				}
			}
			results = append(results, r)
		}
	}
	in.fill(t, field, results)
	return in
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// fill adds entrants, boards and standings.
func (in *Input) fill(t *testing.T, field []tourney.Entrant, results []tourney.Result) {
	t.Helper()
	for i, e := range field {
		in.At[e.ID] = i
		in.Entrants = append(in.Entrants, Entrant{ID: e.ID, Name: "Player" + string(rune('A'+i)), Number: e.Rank, From: e.From, To: e.To})
	}
	for _, r := range results {
		in.Boards = append(in.Boards, Board{Result: r})
	}
	var err error
	if in.Results.Rows, err = tourney.CrossTable(field, results, in.Format.Kind == robin); err != nil {
		t.Fatal(err)
	}
	if in.Results.Standings, err = tourney.Standings(t.Context(), field, results, tourney.Rules{RoundRobin: in.Format.Kind == robin, TieBreaks: in.Format.Breaks}); err != nil {
		t.Fatal(err)
	}
}

// shown returns a number as pages show it, in quarters.
func shown(t *testing.T, text string) int {
	t.Helper()
	n := 0
	for sign, quarters := range map[string]int{"¼": 1, "½": 2, "¾": 3} {
		if whole, found := strings.CutSuffix(text, sign); found {
			text, n = whole, quarters
		}
	}
	if text == "" && n > 0 {
		return n
	}
	whole, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%q is no number", text)
	}
	return 4*whole + n
}

// The numbers of the page: who, what counts, what it is the lower of, and times what.
var (
	number    = `([\d¼½¾]+)`
	dummyPart = regexp.MustCompile(`^imagined opponent, round \d: ` + number + ` \(the lower of ` + number + ` and ` + number + `\)(?: × ` + number + `)?$`)
	scorePart = regexp.MustCompile(`^(Player.)( \(adjusted\))? ` + number + `(?: × ` + number + `)?$`)
	otherPart = regexp.MustCompile(`^(?:Player.|Round \d)( \(not played\))? ` + number + `$`)
	adjusted  = regexp.MustCompile(`^` + number + ` = ` + number + ` \+ ½ for (?:each of )?(\d) rounds?$`)
)

// A secretary can do every sum of the page again, from what it shows.
func TestTieBreaksAddUp(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(rulestest.Some(t, 60)) {
		in := tiedSwiss(t, rand.New(rand.NewPCG(seed, 1)))
		if seed%4 == 3 {
			in = tiedRobin(t, rand.New(rand.NewPCG(seed, 1)))
		}
		page := NewTies(page.Frame{T: viewstest.Catalog(t, "en")}, in, 0)
		counts := map[string]int{} // what a score counts for others
		for _, p := range page.Players {
			counts[p.Name] = shown(t, p.Score)
		}
		for _, fact := range page.Adjust {
			m := adjusted.FindStringSubmatch(fact.Text)
			if m == nil || shown(t, m[2]) != counts[fact.Term] || shown(t, m[1]) != shown(t, m[2])+shown(t, m[3])/2 {
				t.Errorf("%s is adjusted: %s, and has %d quarters", fact.Term, fact.Text, counts[fact.Term])
				continue
			}
			counts[fact.Term], seen["adjusted"] = shown(t, m[1]), true
		}
		for i, p := range page.Players {
			for k, sum := range p.Sums {
				if err := redo(t, sum, in.Format.Breaks[k], shown(t, p.Score), counts, seen); err != nil {
					t.Errorf("tournament %d, %s: %s: %s from %q: %v", seed, p.Name, sum.Name, sum.Sum, sum.From, err)
				}
			}
			if i > 0 && p.Place != "" {
				inOrder(t, page.Players[i-1], p)
			}
		}
	}
	if testing.Short() {
		return // some are rare
	}
	for _, what := range []string{"adjusted", "adjusted opponent", "imagined", "lower than own", "cut", "chosen cut", "not played", "not met", "alone"} {
		if !seen[what] {
			t.Errorf("no sum has what is %s", what)
		}
	}
}

// redo adds a sum up again and does its parts again; what comes up is marked as seen.
func redo(t *testing.T, sum TieSum, by tourney.TieBreak, own int, counts map[string]int, seen map[string]bool) error {
	t.Helper()
	total, right, _ := strings.Cut(sum.Sum, " = ")
	var amounts []string
	if right != "" {
		amounts = strings.Split(right, " + ")
	}
	var parts []string
	if sum.From != "" {
		parts = strings.Split(sum.From, "; ")
	}
	seen["alone"] = seen["alone"] || sum.Note == "No other player is tied here."
	added, cut, lowest := 0, -1, -1
	for i, amount := range amounts {
		inside := strings.Trim(amount, "()")
		if inside != amount {
			if cut >= 0 {
				return fmt.Errorf("two are left out")
			}
			cut, seen["cut"] = shown(t, inside), true
		} else {
			added += shown(t, amount)
		}
		if lowest < 0 || shown(t, inside) < lowest {
			lowest = shown(t, inside)
		}
		worth, err := redoPart(t, parts[i], sumsScores(by), own, counts, seen)
		if err != nil {
			return err
		}
		if worth != shown(t, inside) {
			return fmt.Errorf("%q is %d quarters, and %s is added", parts[i], worth, amount)
		}
	}
	for _, rest := range parts[len(amounts):] {
		if by != tourney.DirectEncounter || !strings.HasSuffix(rest, " (not met)") {
			return fmt.Errorf("%q is not added", rest)
		}
		seen["not met"] = true
	}
	if added != shown(t, total) {
		return fmt.Errorf("it is %d quarters", added)
	}
	if (by == tourney.BuchholzCut1 && len(amounts) > 0) != (cut >= 0) {
		return fmt.Errorf("left out is %d", cut)
	}
	seen["chosen cut"] = seen["chosen cut"] || cut > lowest
	return nil
}

// redoPart computes the value that a part describes, in quarters.
func redoPart(t *testing.T, part string, scores bool, own int, counts map[string]int, seen map[string]bool) (int, error) {
	t.Helper()
	times := func(text string) int {
		if text == "" {
			return 4
		}
		return shown(t, text)
	}
	if m := dummyPart.FindStringSubmatch(part); m != nil && scores {
		seen["imagined"], seen["lower than own"] = true, seen["lower than own"] || m[1] != m[2]
		if shown(t, m[1]) != min(own, shown(t, m[3])) || shown(t, m[2]) != own {
			return 0, fmt.Errorf("%q is not the lower of %d and what it says", part, own)
		}
		return shown(t, m[1]) * times(m[4]) / 4, nil
	}
	if m := scorePart.FindStringSubmatch(part); m != nil && scores {
		seen["adjusted opponent"] = seen["adjusted opponent"] || m[2] != ""
		if shown(t, m[3]) != counts[m[1]] {
			return 0, fmt.Errorf("%q, who counts %d quarters", part, counts[m[1]])
		}
		return shown(t, m[3]) * times(m[4]) / 4, nil
	}
	if m := otherPart.FindStringSubmatch(part); m != nil && !scores {
		seen["not played"] = seen["not played"] || m[1] != ""
		return shown(t, m[2]), nil
	}
	return 0, fmt.Errorf("%q says nothing", part)
}

// inOrder fails unless the page's numbers say why one stands before the next; a direct
// encounter of whom not all have met says it by its note.
func inOrder(t *testing.T, one, next TiesPlayer) {
	t.Helper()
	a, b := []int{shown(t, one.Score)}, []int{shown(t, next.Score)}
	for k := range one.Sums {
		if one.Sums[k].Note != "" || next.Sums[k].Note != "" {
			break
		}
		for _, of := range []struct {
			list *[]int
			sum  TieSum
		}{{&a, one.Sums[k]}, {&b, next.Sums[k]}} {
			total, _, _ := strings.Cut(of.sum.Sum, " = ")
			*of.list = append(*of.list, shown(t, total))
		}
	}
	if slices.Compare(a, b) < 0 {
		t.Errorf("%s stands before %s with %v and %v quarters", one.Name, next.Name, a, b)
	}
}
