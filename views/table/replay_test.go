package table

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
	"hexclub/rules/six"
	"hexclub/views/board"
	"hexclub/views/viewstest"
)

// replayOf returns a replay of a record, as a player sees it.
func replayOf(t testing.TB, r *record.Record) Input {
	t.Helper()
	players := []string{"Ann", "Ben", "Cid", "Dan", "Eva", "Flo"}[:r.State().Seats()]
	return Input{
		T: viewstest.Catalog(t, "en"), Game: Game{ID: "g1", Record: r, Players: players, Room: &WaitingRoom{Invite: "/join/x"}},
		Viewer: Viewer{Seats: []rules.Seat{1}, Confirm: true}, Draft: "c2", Pointing: Pointing{Picks: []string{"c3"}},
	}
}

func hexoneRecord(t testing.TB, position, events string) *record.Record {
	t.Helper()
	r, err := record.Replay(hexone.Game{}, rules.Setup{Position: position}, strings.Fields(events))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// playedAtRandom returns a random game of at most some actions.
func playedAtRandom(t testing.TB, game rules.Game, options map[string]string, seed uint64, actions int) *record.Record {
	t.Helper()
	r, err := record.New(game, rules.Setup{Options: options})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(seed, 2))
	for range actions {
		legal := r.State().Actions(nil)
		if len(legal) == 0 {
			break
		}
		if err := r.Step(legal[random.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func newReplay(t testing.TB, in Input, at Moment, play bool) Table {
	t.Helper()
	table, err := NewReplay(t.Context(), in, at, Playing{On: play})
	if err != nil {
		t.Fatalf("%+v: %v", at, err)
	}
	return table
}

const chain = ".../.b2b2./..b2../.r1../..r1 1" // d3 begins one of three explosions

func TestReplayLeads(t *testing.T) {
	in := replayOf(t, hexoneRecord(t, chain, "d3 d3xE d4xE c3xE b4 resign:1"))
	if n := len(in.Game.Record.Turns()); n != 2 {
		t.Fatalf("%d turns", n)
	}
	turns := "/games/g1/turns/"
	steps := func(current int) []StepLine {
		var lines []StepLine
		for i, text := range in.Game.Record.Turns()[0].Actions {
			href := turns + "1"
			if i < 3 {
				href += fmt.Sprint("/", i+1)
			}
			lines = append(lines, StepLine{text, fmt.Sprintf("Step %d: %s", i+1, text), href, i+1 == current})
		}
		return lines
	}
	player := func(at, play string, again bool) Player {
		return Player{Play: turns + play + "?play=1", Again: again, Speed: "1", Changed: WordLink{turns + at + "?speed=2", "Speed 1×, change to 2×"}}
	}
	for at, want := range map[Moment]Replay{
		{}: {Next: turns + "1", Last: turns + "2", StepNext: turns + "1/1", Player: player("0", "1", false)},
		{1, 1}: {
			First: turns + "0", Previous: turns + "0", Next: turns + "1", Last: turns + "2",
			StepPrevious: turns + "0", StepNext: turns + "1/2", Steps: steps(1), Player: player("1/1", "1", false),
		},
		{1, 3}: {
			First: turns + "0", Previous: turns + "0", Next: turns + "1", Last: turns + "2",
			StepPrevious: turns + "1/2", StepNext: turns + "1", Steps: steps(3), Player: player("1/3", "1", false),
		},
		{1, 0}: {
			First: turns + "0", Previous: turns + "0", Next: turns + "2", Last: turns + "2",
			StepPrevious: turns + "1/3", StepNext: turns + "2", Steps: steps(4), Player: player("1", "2", false),
		},
		{2, 0}: {
			First: turns + "0", Previous: turns + "1",
			StepPrevious: turns + "1", Player: player("2", "1", true),
		},
	} {
		want.Live, want.Stepped = "/games/g1", true
		table := newReplay(t, in, at, false)
		if diff := cmp.Diff(want, *table.Replay); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", at, diff)
		}
		if len(table.Turns.Lines) != 2 || table.Turns.Earlier != 0 {
			t.Errorf("%+v lists %d turns, want both", at, len(table.Turns.Lines))
		}
		for i, line := range table.Turns.Lines {
			if line.Current != (i+1 == at.Turn) {
				t.Errorf("at %+v line %d is current: %v", at, i, line.Current)
			}
		}
	}
	for at, key := range map[Moment]string{
		{3, 0}: "error.turn", {-1, 0}: "error.turn", {0, 1}: "error.turn", {3, 1}: "error.turn",
		{1, 4}: "error.step", {1, 5}: "error.step", {1, -1}: "error.step", {2, 1}: "error.step",
	} {
		_, err := NewReplay(t.Context(), in, at, Playing{})
		if known := new(rules.Error); !errors.As(err, &known) || known.Kind != rules.NotFound || known.Key != key {
			t.Errorf("%+v: %v, want %s", at, err, key)
		}
	}
}

// Making a page of a replay stops when its reader leaves.
func TestReplayPageStopsWhenCancelled(t *testing.T) {
	in := replayOf(t, playedAtRandom(t, six.Game{}, nil, 3, 30))
	for _, at := range []Moment{{Turn: 25}, {Turn: 0}} {
		for left := range 25 {
			_, err := NewReplay(rulestest.CancelAfter(t.Context(), left), in, at, Playing{})
			if want := at.Turn > 0; errors.Is(err, context.Canceled) != want {
				t.Fatalf("%+v, asked %d times before it is cancelled: %v", at, left, err)
			}
		}
		newReplay(t, in, at, false)
	}
}

func TestReplayTellsWhatWasPlayed(t *testing.T) {
	over := hexoneRecord(t, chain, "d3 d3xE d4xE c3xE b4 resign:1")
	running := hexoneRecord(t, chain, "d3 d3xE d4xE c3xE b4")
	for _, test := range []struct {
		name                string
		r                   *record.Record
		at                  Moment
		last, status, title string
	}{
		{"start", over, Moment{}, "Start: past position.", "Ann (Blue) to play.", "Start · Hexone"},
		{"a step", over, Moment{1, 2}, "Turn 1 of 2, step 2 of 4: past position.", "Ann (Blue) exploded the stack on d3.", "Turn 1 of 2, step 2 of 4 · Hexone"},
		{"a turn", over, Moment{1, 0}, "Turn 1 of 2: past position.", "Ann (Blue) exploded 3 stacks and took 1 stack from Red.", "Turn 1 of 2 · Hexone"},
		{"the end", over, Moment{2, 0}, "Ben (Red) placed a token on b4.", "Ben (Red) wins with", "Turn 2 of 2 · Hexone"},
		{"the present", running, Moment{2, 0}, "Turn 2 of 2: current position.", "Ben (Red) placed a token on b4.", "Turn 2 of 2 · Hexone"},
	} {
		t.Run(test.name, func(t *testing.T) {
			table := newReplay(t, replayOf(t, test.r), test.at, false)
			if table.Status.Last != test.last || !strings.HasPrefix(table.Status.Text, test.status) || table.Head.Title != test.title {
				t.Errorf("%q, %q, %q", table.Status.Last, table.Status.Text, table.Head.Title)
			}
			if table.Status.Mine || table.Room != nil || table.Status.Problem != nil || table.Offers.Acts != nil || table.Offers.Open != nil || len(table.Draft.Steps) > 0 {
				t.Errorf("something can be done: %+v", table)
			}
		})
	}
}

// moments returns all moments of a game, in order.
func moments(r *record.Record) []Moment {
	list := []Moment{{}}
	for _, turn := range r.Turns() {
		for s := 1; s < len(turn.Actions); s++ {
			list = append(list, Moment{turn.Number, s})
		}
		list = append(list, Moment{Turn: turn.Number})
	}
	return list
}

// address returns the address of a moment.
func address(at Moment) string {
	if at.Step > 0 {
		return fmt.Sprintf("/games/g1/turns/%d/%d", at.Turn, at.Step)
	}
	return fmt.Sprintf("/games/g1/turns/%d", at.Turn)
}

// longGames returns random games of every game, with the usual options and with all that make turns longer, each
// cut off somewhere.
func longGames(t *testing.T, test func(t *testing.T, r *record.Record)) {
	for _, game := range games.All() {
		info := game.Info()
		sets := rulestest.OptionSets(info)
		for _, options := range rulestest.Few(t, []map[string]string{sets[len(sets)-1], sets[0]}, 1) {
			t.Run(info.Key+" "+strings.TrimSpace(info.OptionText(options)), func(t *testing.T) {
				test(t, playedAtRandom(t, game, options, 1, 150))
			})
		}
	}
}

// Turn by turn and step by step, forward and back, a replay visits every moment of a game, and shows the board
// as the engine has it.
func TestReplayWalksThroughEveryGame(t *testing.T) {
	longGames(t, func(t *testing.T, r *record.Record) {
		in, all, pages := replayOf(t, r), moments(r), map[string]*Replay{}
		in.Look.Names = true
		for _, at := range all {
			table := newReplay(t, in, at, false)
			pages[address(at)] = table.Replay
			if table.Tools.Return != address(at) {
				t.Errorf("%s is said to be %s", address(at), table.Tools.Return)
			}
			showsBoard(t, in, table, at)
			if len(table.Turns.Lines) != len(r.Turns()) || table.Turns.Earlier != 0 {
				t.Errorf("%s lists %d turns of %d", address(at), len(table.Turns.Lines), len(r.Turns()))
			}
		}
		walk := func(what, from string, next func(*Replay) string) (way []string) {
			for page := from; page != ""; page = next(pages[page]) {
				if pages[page] == nil || len(way) > len(all) {
					t.Fatalf("%s from %s leads by %v to %s", what, from, way, page)
				}
				way = append(way, page)
			}
			return way
		}
		var turns, steps []string
		for _, at := range all {
			steps = append(steps, address(at))
			if at.Step == 0 {
				turns = append(turns, address(at))
			}
		}
		first, last := steps[0], steps[len(steps)-1]
		ways := map[string][2][]string{
			"next":     {turns, walk("next", first, func(r *Replay) string { return r.Next })},
			"previous": {backwards(turns), walk("previous", last, func(r *Replay) string { return r.Previous })},
		}
		if pages[first].Stepped != (len(turns) < len(steps)) {
			t.Errorf("of %d moments %d are turns, and steps are offered: %v", len(steps), len(turns), pages[first].Stepped)
		}
		if pages[first].Stepped {
			ways["next step"] = [2][]string{steps, walk("next step", first, func(r *Replay) string { return r.StepNext })}
			ways["previous step"] = [2][]string{backwards(steps), walk("previous step", last, func(r *Replay) string { return r.StepPrevious })}
		}
		for what, way := range ways {
			if diff := cmp.Diff(way[0], way[1]); diff != "" {
				t.Errorf("%s (-want +got):\n%s", what, diff)
			}
		}
	})
}

func backwards(list []string) []string {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

// showsBoard checks the cells of a page, the marks of changes by the step or the turn, and that the picture
// contains all of the board.
func showsBoard(t *testing.T, in Input, table Table, at Moment) {
	t.Helper()
	then, before := stateAt(t, in.Game.Record, at), stateAt(t, in.Game.Record, before(at))
	drawn := then.Board()
	info := in.Game.Record.Game().Info()
	last := board.Changed(before.Board(), drawn)
	for i, c := range drawn.Cells {
		cell := table.Board.Cells[i]
		if want := board.NewCell(in.T, info, c, board.Drawing{}).Label; !strings.HasPrefix(cell.Label, want) {
			t.Errorf("%+v: a cell is called %q, want %q", at, cell.Label, want)
		}
		if marked := slices.Contains(strings.Fields(cell.Class), "last"); marked != last[c.Cell] {
			t.Errorf("%+v: %s is marked: %v, want %v", at, c.Name, marked, last[c.Cell])
		}
	}
}

// before returns the moment with which a page compares its board.
func before(at Moment) Moment {
	switch {
	case at.Step > 1:
		return Moment{at.Turn, at.Step - 1}
	case at.Turn > 0:
		return Moment{Turn: at.Turn - 1}
	}
	return at
}

// stateAt returns the position of the record at a moment.
func stateAt(t *testing.T, r *record.Record, at Moment) rules.State {
	t.Helper()
	if at == (Moment{Turn: len(r.Turns())}) {
		return r.State()
	}
	then, err := r.At(t.Context(), at.Turn)
	if at.Step > 0 {
		then, err = r.AtStep(t.Context(), at.Turn, at.Step)
	}
	if err != nil {
		t.Fatal(err)
	}
	return then.State()
}

// A seat that drops out within its turn leaves an incomplete turn.
func TestReplayOfAnUnfinishedTurn(t *testing.T) {
	in := replayOf(t, hexoneRecord(t, chain, "d3 d3xE resign:1"))
	if got := newReplay(t, in, Moment{1, 1}, false).Status.Text; got != "Ann (Blue) placed a token on d3." {
		t.Errorf("the first step says %q", got)
	}
	table := newReplay(t, in, Moment{Turn: 1}, true)
	if !strings.HasPrefix(table.Status.Text, "Ben (Red) wins") || table.Replay.Film == nil || len(table.Replay.Steps) != 2 {
		t.Errorf("the turn says %q, with a film: %v", table.Status.Text, table.Replay.Film != nil)
	}
}

// A step shows its own arrows and numbers; a turn shows those of all its steps.
func TestReplayStepShowsWhatItDid(t *testing.T) {
	in := replayOf(t, hexoneRecord(t, chain, "d3 d3xE d4xE c3xE b4"))
	badges := func(table Table) (list []string) {
		for _, c := range table.Board.Cells {
			if c.Badge != "" {
				list = append(list, c.Name+c.Badge)
			}
		}
		slices.Sort(list)
		return list
	}
	for at, want := range map[Moment]struct {
		flights int
		badges  string
	}{{1, 1}: {0, ""}, {1, 2}: {3, ""}, {1, 3}: {3, ""}, {1, 0}: {3, "c34 d31·2 d43"}} {
		table := newReplay(t, in, at, false)
		if got := strings.Join(badges(table), " "); got != want.badges || len(table.Board.Flights) != want.flights {
			t.Errorf("%+v: %d arrows and the numbers %q", at, len(table.Board.Flights), got)
		}
	}
	first, second := newReplay(t, in, Moment{1, 2}, false).Board.Flights, newReplay(t, in, Moment{1, 3}, false).Board.Flights
	if first[0].Place == second[0].Place {
		t.Error("two steps have the same arrows")
	}
}

// While turns are played, each that changes something is an animation. A moment that has none is no error.
func TestReplayPlay(t *testing.T) {
	in := replayOf(t, hexoneRecord(t, chain, "d3 d3xE d4xE c3xE b4"))
	table := newReplay(t, in, Moment{Turn: 1}, true)
	if table.Replay.Film == nil || table.Tools.Return != "/games/g1/turns/1?play=1" || table.Replay.Player.Pause != "/games/g1/turns/1" || table.Replay.Next != "/games/g1/turns/2?play=1" {
		t.Errorf("returning to %s, paused at %s, next %s", table.Tools.Return, table.Replay.Player.Pause, table.Replay.Next)
	}
	for _, at := range []Moment{{}, {1, 2}} {
		if table := newReplay(t, in, at, true); table.Replay.Film != nil || table.Replay.Player.Pause != "" || table.Tools.Return != address(at) {
			t.Errorf("%+v has a film at %s", at, table.Tools.Return)
		}
	}
	in.Look.Table = true
	if table := newReplay(t, in, Moment{Turn: 1}, true); table.Replay.Film != nil || table.Replay.Player.Pause == "" {
		t.Error("a board in words has a film, or its turns are not played")
	}
	passed := replayOf(t, hexoneRecord(t, ".../.r1r1./.r1b1r1./.r1r1./... 1 9", "pass"))
	if table := newReplay(t, passed, Moment{Turn: 1}, true); table.Replay.Film != nil {
		t.Error("a pass has a film")
	}
	if player := newReplay(t, replayOf(t, hexoneRecord(t, "", "")), Moment{}, false).Replay.Player; player.Play != "" || player.Pause != "" {
		t.Errorf("a game without turns is played at %q", player.Play)
	}
}
