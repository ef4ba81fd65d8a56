package styleguide

import (
	"strconv"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/hex"
	"hexclub/rules/hexone"
	"hexclub/rules/tartan"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// Positions of Hexone.
const (
	twoWays   = ".../..b3./..r1../..../... 1" // a stack explodes in one of two ways
	twoStacks = ".../.b3b3./..r1../..../... 1"
)

// cells returns a cell on each ground, with each kind of stack, and with each mark.
func cells(t *i18n.Catalog) ([]Specimen, error) {
	info := hexone.Game{}.Info()
	var list []Specimen
	add := func(name string, info rules.Info, c rules.BoardCell, change func(*board.Drawing)) {
		c.Name = "a1"
		d := board.Drawing{Id: "-cell-" + strconv.Itoa(len(list)), Picture: true}
		if change != nil {
			change(&d)
		}
		list = append(list, show(name, board.SVG(board.New(t, info, rules.Board{Cells: []rules.BoardCell{c}}, d))))
	}
	for _, ground := range []rules.Ground{
		rules.Fixed, rules.White, rules.Grey, rules.Black, rules.Dark, rules.Removed, rules.Sky, rules.Model, rules.Avoid,
	} {
		add("."+board.GroundClass(rules.BoardCell{Ground: ground}), info, rules.BoardCell{Ground: ground}, nil)
	}
	add(".zone-1", info, rules.BoardCell{Ground: rules.Fixed, Zone: 1}, nil)
	add(".zone-4", info, rules.BoardCell{Ground: rules.Fixed, Zone: 4}, nil)
	add(".arrow .value", info, rules.BoardCell{Ground: rules.White, Value: 4, Arrow: hex.E}, nil)
	tokens := func(n int) rules.BoardCell {
		c := rules.BoardCell{Ground: rules.White}
		for range n {
			c.Stack = append(c.Stack, rules.Piece{Seat: 1, Shape: rules.Token})
		}
		return c
	}
	for n := 1; n <= 4; n++ {
		add(".token "+strconv.Itoa(n), info, tokens(n), nil)
	}
	mixed := tokens(2)
	mixed.Stack = append(mixed.Stack, rules.Piece{Seat: 2, Shape: rules.Token})
	add(".mixed", info, mixed, nil)
	piled := rules.BoardCell{Ground: rules.Fixed, Stack: []rules.Piece{{Seat: 1, Shape: rules.Unit}, {Seat: 1, Shape: rules.Unit}, {Seat: 1, Shape: rules.Hat}}}
	add(".hat", tartan.Game{}.Info(), piled, nil)
	piled.Stack[0].Seat, piled.Stack[1].Seat, piled.Stack[2].Seat = 2, 2, 2
	add(".hat", tartan.Game{}.Info(), piled, nil)
	for seat := range rules.Seat(2) {
		add(".hexagon", info, rules.BoardCell{Ground: rules.Table, Stack: []rules.Piece{{Seat: seat + 1, Shape: rules.Hexagon}}}, nil)
	}
	add(".star", info, rules.BoardCell{Ground: rules.Sky, Stack: []rules.Piece{{Shape: rules.Star}}}, nil)

	here := map[hex.Cell]bool{{}: true}
	open := &board.Picking{Clicks: map[hex.Cell]board.Click{{}: {}}}
	add(".last", info, tokens(1), func(d *board.Drawing) { d.Last = here })
	add(".last .step", info, tokens(1), func(d *board.Drawing) { d.Last, d.Steps, d.Stepped = here, map[hex.Cell]string{{}: "1"}, true })
	add(".draft", info, tokens(1), func(d *board.Drawing) { d.Draft = here })
	add(".hint", info, tokens(0), func(d *board.Drawing) { d.Hint = here })
	add(".picked", info, tokens(2), func(d *board.Drawing) { d.Pointed = []hex.Cell{{}} })
	add(".open", info, tokens(1), func(d *board.Drawing) { d.Pick = open })
	add(".open .dot", info, tokens(0), func(d *board.Drawing) { d.Pick = open })
	add(".open .dot", info, rules.BoardCell{Ground: rules.Table}, func(d *board.Drawing) { d.Pick = open })
	add(".must", info, tokens(3), func(d *board.Drawing) { d.Pick, d.Must = open, here })
	add(".name", info, tokens(1), func(d *board.Drawing) { d.Names = true })
	add(".named", info, tokens(1), func(d *board.Drawing) { d.Named = map[string]bool{"a1": true} })
	for _, mark := range []rules.Mark{rules.Decisive, rules.Choice, rules.Doomed} {
		c := tokens(1)
		c.Mark = mark
		add("."+string(mark), info, c, nil)
	}
	return list, nil
}

// boards returns boards of all games, and the ways to draw one.
func boards(t *i18n.Catalog) ([]Specimen, error) {
	var list []Specimen
	add := func(name string, b board.Board, err error) error {
		list = append(list, show(name, board.SVG(b)))
		return err
	}
	for _, game := range games.All() {
		b, err := board.GamePicture(t, game)
		if err := add("GamePicture", b, err); err != nil {
			return nil, err
		}
	}
	for _, one := range []struct {
		name     string
		game     rules.Game
		position string
		change   func(*board.Drawing, rules.State)
	}{
		{"Names", hexone.Game{}, "", func(d *board.Drawing, _ rules.State) { d.Names = true }},
		{"Table", hexone.Game{}, "", func(d *board.Drawing, _ rules.State) { d.Table = true }},
		{"Turn", hexone.Game{}, twoStacks, func(d *board.Drawing, _ rules.State) { d.Turn = 1 }},
		{"Ways", hexone.Game{}, twoWays, func(d *board.Drawing, st rules.State) { d.Pick = picking(hexone.Game{}, st) }},
		{"Choosing", tartan.Game{}, board.PicturePosition("tartan"), func(d *board.Drawing, st rules.State) { d.Pick = picking(tartan.Game{}, st) }},
		{"Flights", hexone.Game{}, "", func(d *board.Drawing, _ rules.State) {
			d.Flights = []rules.Motion{{From: hex.Cell{}, To: hex.Cell{Q: 1}}}
		}},
	} {
		st, err := one.game.New(rules.Setup{Position: one.position})
		if err != nil {
			return nil, err
		}
		d := board.Drawing{Id: "-board-" + strconv.Itoa(len(list)), Picture: true}
		if one.change != nil {
			one.change(&d, st)
		}
		if err := add(one.name, board.New(t, one.game.Info(), st.Board(), d), nil); err != nil {
			return nil, err
		}
	}
	st, err := hexone.Game{}.New(rules.Setup{Position: twoStacks})
	if err != nil {
		return nil, err
	}
	return append(list, show("NewThumbnail", board.SVG(board.NewThumbnail(t, hexone.Game{}, st, page.Look{})))), nil
}

// picking returns what can be clicked in a position.
func picking(game rules.Game, st rules.State) *board.Picking {
	p := board.Pick(game.Info(), nil, st, nil)
	return &p
}
