package table

import (
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/views/viewstest"
)

// A toldCase is a turn and its words.
type toldCase struct {
	name     string
	options  string // "seats=4"
	position string
	turns    string // separated by spaces, their actions by commas; the last one is described
	viewer   []rules.Seat
	want     string
}

// toldTo describes the last turn to a viewer. The players are Ann, Ben and so on.
func toldTo(t *testing.T, tag, key string, c toldCase) string {
	t.Helper()
	game, err := games.Find(key)
	if err != nil {
		t.Fatal(err)
	}
	setup := rules.Setup{Position: c.position, Options: map[string]string{}}
	for _, option := range strings.Fields(c.options) {
		name, value, _ := strings.Cut(option, "=")
		setup.Options[name] = value
	}
	r, err := record.New(game, setup)
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range strings.Fields(c.turns) {
		if err := r.Play(r.State().Turn().Seat, turn); err != nil {
			t.Fatalf("turn %q: %v", turn, err)
		}
	}
	b := newBuilder(Input{
		T:      viewstest.Catalog(t, tag),
		Game:   Game{ID: "g1", Record: r, Players: []string{"Ann", "Ben", "Cem", "Dora", "Eva", "Finn"}[:r.State().Seats()]},
		Viewer: Viewer{Seats: c.viewer},
	})
	return b.ToldWords(len(r.Turns()))
}

func testTold(t *testing.T, key string, cases []toldCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := toldTo(t, "en", key, c); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

var (
	one = []rules.Seat{1}
	two = []rules.Seat{2}
)

func TestToldHexone(t *testing.T) {
	testTold(t, "hexone", []toldCase{
		{"a token", "", "", "d3", nil, "Ann (Blue) placed a token on d3."},
		{"the viewer's own token", "", "", "d3", one, "You placed a token on d3."},
		{"an explosion", "", ".../.b2../..r1../..../..r1 1", "d3,d3xE", nil, "Ann (Blue) exploded the stack on d3."},
		{"an explosion that takes a stack", "", ".../.b2r1./..r1../..../... 1", "d3,d3xE", nil, "Ann (Blue) exploded the stack on d3 and took 1 stack from Red."},
		{"for the one who played it", "", ".../.b2r1./..r1../..../... 1", "d3,d3xE", one, "You exploded the stack on d3 and took 1 stack from Red."},
		{"for the one who lost it", "", ".../.b2r1./..r1../..../... 1", "d3,d3xE", two, "Ann (Blue) exploded the stack on d3 and took 1 of yours."},
		{"for both at one screen", "", ".../.b2r1./..r1../..../... 1", "d3,d3xE", []rules.Seat{1, 2}, "Ann (Blue) exploded the stack on d3 and took 1 stack from Red."},
		{"a chain", "", chain, "d3,d3xE,d4xE,c3xE", two, "Ann (Blue) exploded 3 stacks and took 1 of yours."},
		{"tokens over the edge", "", "b2../..../...../..r1./... 1 7", "e3,e3xW", nil, "Ann (Blue) exploded the stack on e3 and lost 2 tokens."},
		{"a tile that goes with its tokens", "", "-b6../..../...../..r1./... 1 9 1", "e3xW", nil, "Ann (Blue) exploded the stack on e3 and lost 5 tokens."},
		{"a pass", "", ".../.r1r1./.r1b1r1./.r1r1./... 1 9", "pass", one, "You passed."},
	})
}

func TestToldHexit(t *testing.T) {
	const edge = "-1,-1:WWBWWW/-2,0:WWWWWWwbbwWb/0,1:B 1 9"
	const prisoners = "-1,-1:WWBWWW.ww/-2,0:WWWWWWW.b/0,1:B.b..wb.b 1 9"
	testTold(t, "hexit", []toldCase{
		{"a token", "", "", "1,0", nil, "Ann (White) placed a token on 1,0."},
		{"a stack", "", "-1,-1:WWBWWW/-2,0:WWWwWbWWW/0,1:B 1 3", "0,0>E", two, "Ann (White) distributed the stack on 0,0 and took 1 of yours."},
		{"a stack over the edge", "", edge, "3,0>E", nil, "Ann (White) distributed the stack on 3,0, took 1 stack from Black and made 3 prisoners."},
		{"a stack of its own", "", "-1,-1:WWBWWW/-2,0:WWWbWbwWWW/0,1:B 1 5", "1,0>W", nil, "Ann (White) distributed the stack on 1,0."},
		{"prisoners", "", prisoners, "+5,-1,end", nil, "Ann (White) freed 2 prisoners and laid 1 tile."},
		{"prisoners, one cell after another", "", prisoners, "+5,-1,+5,0,end", one, "You freed 3 prisoners and laid 2 tiles."},
		{"a pass", "", "2,-2:W/1,-1:BB/0,0:WW/0,1:Bwwwwwwww 1 9", "pass", nil, "Ann (White) passed."},
	})
}

func TestToldSix(t *testing.T) {
	const split, advanced = "rules=advanced 0,0:brbrbrbrr/rbrbrb 1 41", "rules=advanced"
	const halves = "rules=advanced 0,0:brbrbrbrbrbrb/rbrbrb.rbrbrbr 1 41"
	testTold(t, "six", []toldCase{
		{"a hexagon", "", "", "-1,0", two, "Ann (Black) placed a hexagon on -1,0."},
		{"a hexagon that moves", "", "0,0:brb 1 41", "0,0>3,0", nil, "Ann (Black) moved a hexagon from 0,0 to 3,0."},
		{"a group removed", advanced, split, "6,0>0,-1", nil, "Ann (Black) moved a hexagon from 6,0 to 0,-1 and removed 2 hexagons."},
		{"with the viewer's hexagons", advanced, split, "6,0>0,-1", two, "Ann (Black) moved a hexagon from 6,0 to 0,-1 and removed 2 of your hexagons."},
		{"with other hexagons alone", advanced, split, "6,0>0,-1", one, "You moved a hexagon from 6,0 to 0,-1 and removed 2 hexagons."},
		{"a group chosen", advanced, halves, "6,0>0,-1,keep:7,0", nil, "Ann (Black) moved a hexagon from 6,0 to 0,-1 and removed 13 hexagons."},
		{"with some of the viewer's hexagons", advanced, halves, "6,0>0,-1,keep:7,0", two, "Ann (Black) moved a hexagon from 6,0 to 0,-1 and removed 13 hexagons, 6 of them yours."},
		{"a shape declared", "declare=yes", "declare=yes 0,0:rbbbbb/rrrr 1 9", "6,0,!1,0/2,0/3,0/4,0/5,0/6,0", two, "Ann (Black) placed a hexagon on 6,0 and declared a winning shape."},
		{"a turn ended", "declare=yes", "declare=yes 0,0:rbbbbb/rrrr 1 9", "6,0,end", two, "Ann (Black) placed a hexagon on 6,0."},
		{"a partner", "seats=4", "", "-1,0 -2,0 -3,0", one, "Cem (Black) placed a hexagon on -3,0."},
	})
}

func TestToldTartan(t *testing.T) {
	const filled = "h6 e8 d5 f7 a3 d1 f3 g9 b2 b5 h8 e4 c7 h4"
	const take2 = "../.r2.x./.x...../.....x./...xBR.../.xb2..../...b2r1x./.x.../.. 1 20"
	const rebounds = "../.b2.x./.x...../.....x./...xBR.../.x.b1b1r2./.....x./.x.b1./.. 1 20"
	const take3 = "../...x./.x...../r3....x./.b1.xBR.../.xb3.b2../.r1..b3x./.xr2../r4. 1 20"
	const hats = "../...x./.x...../....R.x./..r4xB.../.x.b1r2../.....xb3/.x.b2./.. 1 20"
	testTold(t, "tartan", []toldCase{
		{"a unit placed", "", "", "c4", one, "You placed a unit on c4."},
		{"the last unit, and the hats", "", "", filled, nil, "Ben (Red) placed a unit on h4. Both hats are on e5."},
		{"a unit moves", "", rebounds, "b5>b4", nil, "Ann (Blue) moved a unit from b5 to b4."},
		{"a unit merges", "", rebounds, "d4>d5,end", two, "Ann (Blue) made a pile of 2 on d5."},
		{"a pile moves on", "", rebounds, "d4>d5,d5>b5,b5>d6", two, "Ann (Blue) made a pile of 2 on d5, made a pile of 3 on b5 and took your pile on d6 with the pile from b5."},
		{"a pile moves", "", rebounds, "h5>g5", one, "You moved a pile of 2 from h5 to g5."},
		{"a pile out and back", "", rebounds, "h5>h5", nil, "Ann (Blue) moved a pile of 2 out and back to h5."},
		{"a pile takes a unit", "", take2, "c4>c5", two, "Ann (Blue) took your unit on c5 with the pile from c4."},
		{"a pile takes somebody's unit", "", take2, "c4>c5", nil, "Ann (Blue) took a unit on c5 with the pile from c4."},
		{"a pile takes a pile", "", take3, "d3>b4", two, "Ann (Blue) took your pile on b4 with the pile from d3."},
		{"a pile takes somebody's pile", "", take3, "d3>b4", nil, "Ann (Blue) took a pile on b4 with the pile from d3."},
		{"a split", "", rebounds, "h5/,+a2,+c1,+i7", nil, "Ann (Blue) split the pile on h5 and placed units on a2, c1, i7."},
		{"a hat", "", hats, "^e5>e6", nil, "Ann (Blue) moved the hat to e6."},
		{"a hat on a pile", "", hats, "^e5>d5", nil, "Ann (Blue) put the hat on the pile on d5."},
		{"a hat on the viewer's pile", "", hats, "^e5>d5", two, "Ann (Blue) put the hat on your pile on d5."},
		{"a hat on a unit", "", hats, "^e5>d4", nil, "Ann (Blue) put the hat on the unit on d4."},
		{"a hat on the viewer's unit", "", hats, "^e5>d4", one, "You put the hat on your unit on d4."},
	})
}

func TestToldHexellation(t *testing.T) {
	const claims = "declare=yes **/.**/.. *./.*./.* .../.**./...*./..../... 2 6"
	testTold(t, "hexellation", []toldCase{
		{"MODEL", "", "", "m:a1,m:b1,m:b2,m:b3,m:c2", two, "Ann (Blue) put 5 stars in MODEL."},
		{"AVOID", "", "", "m:a1,m:b1,m:b2,m:b3,end x:a1,x:b1,x:c3", two, "You put 3 stars in AVOID."},
		{"a star", "declare=yes", claims, "d4,end", one, "Ben (Red) put a star on d4."},
		{"a copy declared", "declare=yes", claims, "d4,!m:e4/e5/d4/d5", one, "Ben (Red) put a star on d4 and declared a copy of MODEL."},
		{"a copy declared at once", "declare=yes", claims, "d4,end !m:e4/e5/d4/d5", one, "You declared a copy of MODEL."},
		{"AVOID declared", "declare=yes", "declare=yes **/.**/.. *./.*./.* .../..../.*.*./..../... 1 5", "d4,end !x:d3/d4/d5", one, "Ben (Red) declared a copy of AVOID."},
	})
}

// A language puts deeds together in its own way, and addresses the viewer.
func TestToldInEveryLanguage(t *testing.T) {
	lost := toldCase{position: "b2../.r1../...../..r1./... 1 7", turns: "e3,e3xW"}
	for _, c := range []struct{ tag, toLoser, toMover, toBoth string }{
		{
			"en", "Ann (Blue) exploded the stack on e3, took 1 of yours and lost 2 tokens.",
			"You exploded the stack on e3, took 1 stack from Red and lost 2 tokens.",
			"Ann (Blue) exploded the stack on e3, took 1 stack from Red and lost 2 tokens.",
		},
		{
			"fr", "Ann (Bleu) a fait exploser la pile en e3, pris 1 de vos piles et perdu 2 pions.",
			"Vous avez fait exploser la pile en e3, pris 1 pile à Rouge et perdu 2 pions.",
			"Ann (Bleu) a fait exploser la pile en e3, pris 1 pile à Rouge et perdu 2 pions.",
		},
		{
			"es", "Ann (Azul) ha hecho explotar la pila de e3, tomado 1 pila tuya y perdido 2 fichas.",
			"Has hecho explotar la pila de e3, tomado 1 pila de Rojo y perdido 2 fichas.",
			"Ann (Azul) ha hecho explotar la pila de e3, tomado 1 pila de Rojo y perdido 2 fichas.",
		},
		{
			"ko", "Ann (파랑) 님이 e3 더미를 폭발시켰고, 내 더미 1개를 빼앗았고 말 2개를 잃었어요.",
			"내가 e3 더미를 폭발시켰고, 빨강의 더미 1개를 빼앗았고 말 2개를 잃었어요.",
			"Ann (파랑) 님이 e3 더미를 폭발시켰고, 빨강의 더미 1개를 빼앗았고 말 2개를 잃었어요.",
		},
	} {
		for want, viewer := range map[string][]rules.Seat{c.toLoser: two, c.toMover: one, c.toBoth: {1, 2}} {
			lost.viewer = viewer
			if got := toldTo(t, c.tag, "hexone", lost); got != want {
				t.Errorf("%s: %q, want %q", c.tag, got, want)
			}
		}
	}
}

// A player in a game of several reads each turn since the own one, in the position in which it was played, after
// others left the game too.
func TestToldAfterASeatLeft(t *testing.T) {
	r := viewstest.RandomRecord(t, "hexellation", map[string]string{"seats": "5"}, 1, func(r *record.Record) bool { return len(r.Turns()) == 6 })
	if err := r.Resign(2); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := r.Step(r.State().Actions(nil)[0]); err != nil {
			t.Fatal(err)
		}
	}
	in := seen(viewstest.Catalog(t, "en"), r)
	in.Game.Players, in.Viewer.Seats = []string{"Ann", "Ben", "Cem", "Dora", "Eva"}, nil
	b := newBuilder(in)
	for i, turn := range r.Turns() {
		if got, want := b.ToldWords(i+1), in.Game.Players[turn.Seat-1]+" "; !strings.HasPrefix(got, want) || strings.Contains(got, "played") {
			t.Errorf("turn %d is %q", turn.Number, got)
		}
	}
	if b.ToldWords(0) != "" || b.ToldWords(len(r.Turns())+1) != "" {
		t.Error("a turn that does not exist has words")
	}
}

// Every turn of every game has words in every language: without leftovers of messages, and short.
func TestToldRandomGames(t *testing.T) {
	const longest = 160
	longGames(t, func(t *testing.T, r *record.Record) {
		for _, tag := range []string{"en", "fr", "es", "ko"} {
			for _, viewer := range [][]rules.Seat{nil, one, two} {
				in := replayOf(t, r)
				in.T, in.Viewer.Seats = viewstest.Catalog(t, tag), viewer
				b := newBuilder(in)
				starts := b.starts(1, len(r.Turns()))
				for i, turn := range r.Turns() {
					words := b.told(starts[i], turn.Seat, turn.Actions)
					if n := len([]rune(words)); n == 0 || n > longest {
						t.Errorf("%s: turn %d has %d letters: %q", tag, turn.Number, n, words)
					}
					for _, left := range []string{"{", "}", "told.", "  ", " .", "..", "<no value>"} {
						if strings.Contains(words, left) {
							t.Errorf("%s: turn %d has %q left: %q", tag, turn.Number, left, words)
						}
					}
					if words == b.codeWords(turn, false) {
						t.Errorf("%s: turn %d has no words: %q", tag, turn.Number, words)
					}
				}
			}
		}
	})
}
