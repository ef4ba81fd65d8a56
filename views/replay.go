package views

import "strconv"

// A Replay is where a replay page stands and where it can go. Addresses are
// empty where there is no such turn.
type Replay struct {
	Turn                        string // number of the turn shown, "0" for the start
	First, Previous, Next, Last string
	Live                        string // back to the game
}

// NewReplay is the table as it stood after turn n, 0 for the start. An n that
// was never reached is an *rules.Error of kind NotFound.
func NewReplay(in TableInput, n int) (Table, error) {
	whole := newTableBuilder(in)
	then, err := in.Game.Record.At(n)
	if err != nil {
		return Table{}, err
	}
	last := len(in.Game.Record.Turns())
	in.Viewer, in.Draft, in.More, in.Pointing = Viewer{}, "", "", Pointing{}
	if n < last { // the last turn is shown with how the game ended
		in.Game.Record = then
	}
	table := NewTable(in)
	table.Turns = whole.turnLines(n)
	table.Title = in.T.T("replay.title", "Game", table.Game, "Turn", strconv.Itoa(n))
	turn := func(i int) string { return whole.gamePath() + "/turns/" + strconv.Itoa(i) }
	table.Watching = false
	table.Replay = &Replay{Turn: strconv.Itoa(n), Live: whole.gamePath()}
	if n > 0 {
		table.Replay.First, table.Replay.Previous = turn(0), turn(n-1)
	}
	if n < last {
		table.Replay.Next, table.Replay.Last = turn(n+1), turn(last)
	}
	return table, nil
}
