package table

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/hex"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
	"hexclub/views/board"
	"hexclub/views/viewstest"
)

// filmAt returns what a film shows at a beat, without empty cells.
func filmAt(t *testing.T, f *board.Timeline, beat int) map[hex.Cell]string {
	t.Helper()
	shown := map[hex.Cell]string{}
	add := func(l board.CellLook) {
		if l.From > beat || l.Until <= beat && l.Until > 0 {
			return
		}
		if _, twice := shown[l.Cell]; twice {
			t.Errorf("%s looks two ways at beat %d", l.Name, beat)
		}
		shown[l.Cell] = lookText(l.BoardCell)
	}
	for _, l := range f.Past {
		add(l)
	}
	for _, l := range f.Now {
		add(l)
	}
	for cell, text := range shown {
		if text == lookText(board.WithoutPieces(rules.BoardCell{})) {
			delete(shown, cell)
		}
	}
	return shown
}

func lookText(c rules.BoardCell) string { return fmt.Sprint(c.Ground, c.Stack) }

func boardText(drawn rules.Board) map[hex.Cell]string {
	shown := map[hex.Cell]string{}
	for _, c := range drawn.Cells {
		if text := lookText(c); text != lookText(board.WithoutPieces(c)) {
			shown[c.Cell] = text
		}
	}
	return shown
}

// At the last beat of every action, the film agrees with the engine; before the first, it shows the position
// before.
func TestFilmsShowWhatIsPlayed(t *testing.T) {
	longGames(t, func(t *testing.T, r *record.Record) {
		for _, turn := range r.Turns() {
			then, err := r.At(t.Context(), turn.Number)
			if err != nil {
				t.Fatal(err)
			}
			st := then.Before().Clone()
			actions := ParseActions(st, turn.Actions)
			film := board.NewTimeline(st.Clone(), actions)
			if diff := cmp.Diff(boardText(st.Board()), filmAt(t, film, 0)); diff != "" {
				t.Errorf("turn %d, before (-want +got):\n%s", turn.Number, diff)
			}
			for i, action := range actions {
				end := board.NewTimeline(then.Before().Clone(), actions[:i+1]).End
				st.Play(action)
				if diff := cmp.Diff(boardText(st.Board()), filmAt(t, film, end-1)); diff != "" {
					t.Errorf("turn %d, %s (-want +got):\n%s", turn.Number, turn.Actions[i], diff)
				}
			}
			for _, f := range film.Flights {
				if len(f.Pieces) == 0 {
					t.Errorf("turn %d, %v: nothing flies from %v to %v", turn.Number, turn.Actions, f.From, f.To)
				}
			}
		}
	})
}

// flightsText writes the flights of a film: beat, cells and pieces by seat, from the bottom.
func flightsText(names map[hex.Cell]string, f *board.Timeline) string {
	var texts []string
	for _, flight := range f.Flights {
		texts = append(texts, fmt.Sprintf("%d %s>%s %s", flight.Beat, names[flight.From], names[flight.To], piecesText(flight.Pieces)))
	}
	return strings.Join(texts, ", ")
}

const tartanTurn = "../.r2.x./.x...../.....x./..r2xBR.../.xb2.b3r3./.b1.b2r1x./.x.b4./.r4 1 20"

// The flights of each game, and their beats. Pieces are written by shape and seat, from the bottom.
func TestFilmFlights(t *testing.T) {
	for _, test := range []struct {
		name, game, position string
		actions              []string
		want                 string
		beats                int
	}{
		{
			"hexone, a chain", "hexone", chain,
			[]string{"d3", "d3xE", "d4xE"},
			"2 d3>d4 t1, 2 d3>e3 t1, 2 d3>c2 t1, 4 d4>d5 t1, 4 d4>e4 t1, 4 d4>c3 t1", 6,
		},
		{
			"hexone, a grey tile goes with what has stayed", "hexone", "-b5../..../...../..r1./... 1 9",
			[]string{"e3xE"},
			"1 e3>e4 t1, 1 e3>c3 t1, 1 e3>d2 t1", 4,
		},
		{"hexone, nothing flies", "hexone", "", []string{"c2"}, "", 2},
		{
			"hexit, a stack is dropped", "hexit", "-1,-1:WWBWWW/-2,0:WWWWWWwbbwWb/0,1:B 1 9",
			[]string{"3,0>E"},
			"1 3,0>4,0 t1, 2 3,0>5,0 t2t2t1", 4,
		},
		{
			"six, a hexagon moves and others go", "six", "rules=advanced 0,0:brbrbrbrr/rbrbrb 1 41",
			[]string{"6,0>0,-1"},
			"1 6,0>0,-1 h1", 4,
		},
		{
			"six, a hexagon moves and goes", "six", "rules=advanced 0,0:brbrbrbrr/rbrbrb 1 41",
			[]string{"6,0>9,0"},
			"1 6,0>9,0 h1", 4,
		},
		{"tartan, a pile", "tartan", tartanTurn, []string{"c4>d3"}, "1 c4>d3 u1u1", 3},
		{"tartan, a hat leaves another", "tartan", tartanTurn, []string{"^e5>d4"}, "1 e5>d4 h1", 3},
		{
			"tartan, a capture", "tartan", "../.r2.x./.x...../.....x./...xBR.../.xb2..../...b2r1x./.x.../.. 1 20",
			[]string{"c4>c5"},
			"1 c4>c5 u1u1", 3,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			st := stateOf(t, test.game, test.position)
			names, actions := map[hex.Cell]string{}, []rules.Action{}
			then := st.Clone()
			for _, text := range test.actions {
				action, err := then.Parse(text)
				if err != nil {
					t.Fatal(err)
				}
				if refusal := then.Refuse(action); refusal != nil {
					t.Fatal(refusal)
				}
				actions = append(actions, action)
				then.Play(action)
			}
			for _, board := range []rules.Board{st.Board(), then.Board()} {
				for _, c := range board.Cells {
					names[c.Cell] = c.Name
				}
			}
			film := board.NewTimeline(st, actions)
			if got := flightsText(names, film); got != test.want || film.End != test.beats {
				t.Errorf("%d beats with %q, want %d with %q", film.End, got, test.beats, test.want)
			}
		})
	}
}

// Stacks on cells while something happens to them: pieces by shape and seat, from the bottom, beat by beat.
func TestFilmStacks(t *testing.T) {
	for _, test := range []struct {
		name, game, position, action string
		cells                        map[string][]string
	}{
		{
			"a stack is dropped from the bottom", "hexit", "-1,-1:WWBWWW/-2,0:WWWwbwWbWWW/0,1:B 1 9", "0,0>E",
			map[string][]string{
				"0,0": {"t1t2t1", "t2t1", "t1", "", ""}, "1,0": {"t2", "t2", "t2t1", "t2t1", "t2t1"},
				"2,0": {"", "", "", "t2", "t2"}, "3,0": {"", "", "", "", "t1"},
			},
		},
		{
			"what is taken stays until it is taken", "tartan", "../.r2.x./.x...../.....x./...xBR.../.xb2..../...b2r1x./.x.../.. 1 20",
			"c4>c5",
			map[string][]string{"c4": {"u1u1", "", ""}, "c5": {"u2", "u2", "u1u1"}},
		},
		{
			"what comes down stays before it goes", "six", "rules=advanced 0,0:brbrbrbrr/rbrbrb 1 41", "6,0>9,0",
			map[string][]string{"6,0": {"h1", "", "", ""}, "9,0": {"", "", "h1", ""}, "8,0": {"h2", "h2", "h2", ""}},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			st := stateOf(t, test.game, test.position)
			film := board.NewTimeline(st, ParseActions(st, []string{test.action}))
			for name, want := range test.cells {
				got := make([]string, film.End)
				for beat := range got {
					got[beat] = piecesText(filmStack(film, name, beat))
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("on %s lies (-want +got):\n%s", name, diff)
				}
			}
		})
	}
}

// filmStack returns the stack on a cell at a beat.
func filmStack(f *board.Timeline, name string, beat int) []rules.Piece {
	for _, l := range slices.AppendSeq(slices.Clone(f.Past), maps.Values(f.Now)) {
		if l.Name == name && l.From <= beat && (l.Until == 0 || beat < l.Until) {
			return l.Stack
		}
	}
	return nil
}

// The film ends with what decided the game.
func TestFilmsTellTheEndLast(t *testing.T) {
	st := stateOf(t, "six", "0,0:rbbbbb/rrrr 1 9")
	film := board.NewTimeline(st, ParseActions(st, []string{"6,0"}))
	for name, from := range map[string]int{"1,0": film.End, "6,0": film.End, "0,0": 0} {
		for _, l := range film.Now {
			if l.Name == name && (l.From != from || (l.Mark == rules.Decisive) != (from > 0)) {
				t.Errorf("%s is %q from beat %d, want %d", name, l.Mark, l.From, from)
			}
		}
	}
	if piecesText(filmStack(film, "6,0", film.End-1)) != "h1" {
		t.Error("the last hexagon comes with the end")
	}
}

func stateOf(t *testing.T, key, position string) rules.State {
	t.Helper()
	game, err := games.Find(key)
	if err != nil {
		t.Fatal(err)
	}
	st, err := game.New(rules.Setup{Position: position})
	if err != nil {
		t.Fatal(err)
	}
	return st
}

func piecesText(stack []rules.Piece) string {
	text := ""
	for _, piece := range stack {
		text += string(piece.Shape[0]) + strconv.Itoa(int(piece.Seat))
	}
	return text
}

// The classes of a beat are its digits in base eight.
func TestBeatsAreToldByClasses(t *testing.T) {
	seen := map[string]bool{}
	for beat := range 8 * 8 * 8 * 8 {
		classes, sum := strings.Fields(board.BeatClasses("from", beat)), 0
		for i, class := range classes {
			digit, place, _ := strings.Cut(strings.TrimPrefix(class, "t"), "x")
			n, err := strconv.Atoi(digit)
			if i == 0 || err != nil {
				continue
			}
			if worth, err := strconv.Atoi(place); err == nil {
				n *= worth
			}
			seen[class] = true
			sum += n
		}
		if sum != beat {
			t.Fatalf("beat %d has the classes %q", beat, classes)
		}
	}
	if len(seen) != 4*7 {
		t.Errorf("%d classes", len(seen))
	}
	if classes := board.BeatClasses("until", 99999); classes != "until t7 t7x8 t7x64 t7x512" {
		t.Errorf("a later beat has the classes %q", classes)
	}
	sheet, err := os.ReadFile("../../static/film.css")
	if err != nil {
		t.Fatal(err)
	}
	for class := range seen {
		if !strings.Contains(string(sheet), "\n."+class+" {") {
			t.Errorf("no style for %s", class)
		}
	}
}

// A film is little larger than its turn, because unchanged cells occur once.
func TestFilmsAreSmall(t *testing.T) {
	const limit = 8_000 // bytes of a zipped fragment
	for name, r := range map[string]*record.Record{
		"a long chain":     longestChain(t),
		"a full Six board": sixBoard(t),
	} {
		in, turn := replayOf(t, r), len(r.Turns())
		sizes := map[bool]int{}
		for _, play := range []bool{false, true} {
			var b bytes.Buffer
			table := newReplay(t, in, Moment{Turn: turn}, play)
			if play != (table.Replay.Film != nil) {
				t.Fatalf("%s: no film", name)
			}
			if err := Fragment(table).Render(t.Context(), &b); err != nil {
				t.Fatal(err)
			}
			sizes[play] = viewstest.Zipped(t, b.Bytes())
			t.Logf("%s, %d actions, film %v: %d bytes, %d zipped", name, len(r.Turns()[turn-1].Actions), play, b.Len(), sizes[play])
		}
		if sizes[true] > limit {
			t.Errorf("%s takes %d bytes, want at most %d", name, sizes[true], limit)
		}
	}
}

// longestChain returns the game with the longest turn among many of Hexone, up to that turn.
func longestChain(t *testing.T) *record.Record {
	var longest *record.Record
	most := 0
	for seed := range uint64(100) {
		r := playedAtRandom(t, hexone.Game{}, nil, seed, 400)
		for _, turn := range r.Turns() {
			if len(turn.Actions) > most {
				then, err := r.At(t.Context(), turn.Number)
				if err != nil {
					t.Fatal(err)
				}
				longest, most = then, len(turn.Actions)
			}
		}
	}
	return longest
}

// sixBoard returns a game of Six after the first move with all hexagons on the table.
func sixBoard(t *testing.T) *record.Record {
	return viewstest.RandomRecord(t, "six", nil, 5, func(r *record.Record) bool { return len(r.Turns()) == 41 })
}
