package styleguide

import (
	"context"
	"slices"
	"strings"
	"time"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/games"
	"hexclub/rules/rating"
	"hexclub/rules/record"
	"hexclub/views/board"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/table"
)

// A scene is a game between Anna, as she sees it, and others.
type scene struct {
	name     string // classes of an element that the table has in this state
	game     string // key
	setup    rules.Setup
	turns    string // separated by spaces
	change   func(*table.Input)
	replayed bool
}

// names are those of players in any language.
var names = []string{"Anna", "Ben", "Chiara", "Dae-jung", "Elena", "Farid"}

// tables returns the table of a game in every state.
func tables(t *i18n.Catalog) ([]Specimen, error) {
	var list []Specimen
	for _, s := range scenes(t) {
		model, err := s.table(t)
		if err != nil {
			return nil, err
		}
		list = append(list, still(s.name, game(model)))
	}
	return list, nil
}

// table plays the scene.
func (s scene) table(t *i18n.Catalog) (table.Table, error) {
	game, err := games.Find(s.game)
	if err != nil {
		return table.Table{}, err
	}
	r, err := record.New(game, s.setup)
	if err != nil {
		return table.Table{}, err
	}
	for turn := range strings.FieldsSeq(s.turns) {
		if err := r.Play(r.State().Turn().Seat, turn); err != nil {
			return table.Table{}, err
		}
	}
	in := table.Input{
		T: t, Look: page.DefaultLook(),
		Game:   table.Game{ID: "styleguide", Record: r, Players: slices.Clone(names[:r.State().Seats()]), Bots: make([]bot.Level, rules.MaxSeats), Explore: true},
		Viewer: table.Viewer{Seats: []rules.Seat{1}, Confirm: true, Pace: record.Live},
	}
	if s.change != nil {
		s.change(&in)
	}
	if s.replayed {
		return table.NewReplay(context.Background(), in, table.Moment{Turn: len(r.Turns())}, table.Playing{})
	}
	return table.New(in), nil
}

// scenes are the states of a table.
func scenes(t *i18n.Catalog) []scene {
	against := func(level bot.Level) func(*table.Input) {
		return func(in *table.Input) { in.Game.Players[1], in.Game.Bots[1] = page.BotName(t, level), level }
	}
	return []scene{
		{name: "goal", game: "hexone"},
		{name: "status mine", game: "hexone", turns: "c2 d3", change: against(1)},
		{name: "commit", game: "hexone", turns: "c2 d3", change: func(in *table.Input) { in.Draft = "c2" }},
		{name: "notice bad", game: "hexone", turns: "c2 d3", change: func(in *table.Input) { in.Picks = []string{"d3"} }},
		{name: "choice", game: "hexone", setup: rules.Setup{Position: twoWays}},
		{name: "duty", game: "hexone", setup: rules.Setup{Position: twoStacks}},
		{name: "suggestion", game: "hexone", turns: "c2 d3", change: suggested},
		{name: "status thinking", game: "hexone", turns: "c2", change: against(3)},
		{name: "offer", game: "hexone", turns: "c2 d3", change: func(in *table.Input) { _ = in.Game.Record.AskTakeback(2) }},
		{name: "clock", game: "six", turns: "-1,0", change: clocks},
		{name: "rose", game: "six", turns: "-1,0", change: rated},
		{name: "part", game: "hexellation", turns: "m:a1,m:a2,m:b1,m:b2,m:c2"},
		{name: "quiet", game: "hexellation", change: func(in *table.Input) { in.Viewer.Seats = nil }},
		{name: "many", game: "hexellation", setup: rules.Setup{Options: map[string]string{rules.SeatsOption: "6"}}},
		{name: "team", game: "six", setup: rules.Setup{Options: map[string]string{rules.SeatsOption: "4"}}},
		{name: "declaring", game: "six", setup: rules.Setup{Options: map[string]string{"declare": "yes"}}, change: func(in *table.Input) {
			in.Viewer.Seats = []rules.Seat{1, 2}
		}},
		{name: "ended", game: "hexone", turns: "c2 d3", change: func(in *table.Input) { _ = in.Game.Record.Resign(2); in.Game.After.NextBot = 2 }},
		{name: "waiting", game: "hexit", change: waits},
		{name: "replay", game: "hexone", turns: "c2 d3", replayed: true},
	}
}

func suggested(in *table.Input) {
	in.Game.Bots[1] = 1
	st := in.Game.Record.State()
	in.Hint = &table.HintInput{Line: st.Actions(nil)[:1], Turn: 1, Chance: .75}
}

func clocks(in *table.Input) {
	in.Game.Clocks = table.Clocks{Left: []time.Duration{10 * time.Second, 5 * time.Minute}, Running: true}
}

func rated(in *table.Input) {
	before, after := rating.Start(), rating.Start()
	after.Rating += 12
	change := rating.Change{Before: before, After: after, Expected: .5, Score: 1, Opponents: 1, Strength: before.Rating}
	lost := change
	lost.After.Rating -= 24
	_ = in.Game.Record.Resign(2)
	in.Game.Rated, in.Game.Ratings = true, []rating.Rating{before, before}
	in.Game.After.Changes = []rating.Change{change, lost}
}

func waits(in *table.Input) {
	in.Game.Waiting, in.Game.Players[1] = true, ""
	in.Game.Room = table.NewWaitingRoom(table.WaitingInput{
		T: in.T, ID: in.Game.ID, Info: in.Game.Record.Game().Info(), Invite: Path, Host: true,
		Seats: []table.WaitingSeat{{Player: names[0], You: true}, {}},
	})
}

// piece is the token of a colour.
func piece(colour string) board.Layer {
	return board.NewLayer(rules.Info{Colours: []string{colour}}, rules.Piece{Seat: 1, Shape: rules.Token})
}

// seats are those of two players, one of them to act.
func seats(t *i18n.Catalog) []table.Seat {
	mark := page.NewRatingMark(t, rating.Start())
	return []table.Seat{
		{Number: "1", Colour: "blue", Name: names[0], You: true, ToAct: true, Rating: &mark, Layer: piece("blue"), Supply: table.Supply{Words: "8", Number: "8"}, Clock: &table.Clock{Text: "5:01"}},
		{Number: "2", Colour: "red", Name: names[1], Won: true, Layer: piece("red"), Points: "38", Change: "+12", Clock: &table.Clock{Text: "0:09", Low: true}},
	}
}
