package tartan_test

import (
	"testing"

	"hexclub/rules/rulestest"
	"hexclub/rules/tartan"
)

func TestArrange(t *testing.T) {
	const placed = "b1./...x./.x...../.....x./...x.../.x...../.....x./.x.../.. 2 2"
	rulestest.Arrangements(t, tartan.Game{}, [][4]string{
		{"nothing changed", later + " 1 33", "", later + " 1 1"},
		{"another seat", later + " 1 33", "2", later + " 2 2"},
		{"a pile grows", later + " 1", "d4+1unit", "../...x./.x...../.....x./...xBR.../.xb2b2b3../.r2...xr1/.x.../.. 1 1"},
		{"a pile shrinks", later + " 1", "d5- c2-", "../...x./.x...../.....x./...xBR.../.xb2b1b2../.r1...xr1/.x.../.. 1 1"},
		{"hats that lie elsewhere", later + " 1", "e5- e5- d6+1hat c2+2hat", "../...x./.x...../.....x./...x.../.xb2b1b3.B./.r2R...xr1/.x.../.. 1 1"},
		{"hats in the other order", later + " 1", "e5- e5- e5+2hat e5+1hat", later + " 1 1"},
		{"one hat only", later + " 1", "e5-", "no seat 2 has no hat"},
		{"a second hat", later + " 1", "e6+1hat", "no second hat"},
		{"the same hat twice", later + " 1", "e5+1hat", "no e5 is dark"},
		{"a hat on an own pile of 4", later + " 1", "d5+1unit e5- e5- d5+1hat e5+2hat", "no write win1:hat"},
		{"a hat on a dark cell", later + " 1", "e5- g4+2hat", "no g4 is dark"},
		{"a pile on a dark cell", later + " 1", "c6+2unit", "no c6 is dark"},
		{"a pile on a hat", later + " 1", "e5- e6+2hat e6+2unit", "no e6 is neither"},
		{"a unit on a hat on a unit", later + " 1", "e5- d4+2hat d4+1unit", "no d4 is neither"},
		{"a pile of 5", later + " 1", "d5+1unit d5+1unit", "no d5 is neither"},
		{"a pile of both", later + " 1", "d5+2unit", "no d5 is neither"},
		{"a piece of another game", later + " 1", "d6+1token", "no d6 is neither"},
		{"a unit of nobody", later + " 1", "d6+0unit", "no d6 is neither"},
		{"no such seat", later + " 1", "0", "no neither a seat"},
		{"the placement goes on with the seat whose turn it is", placed, "d6+2unit 2", "b1./...x./.x...../.....x./...x.../.x...r1./.....x./.x.../.. 1 3"},
		{"the placement begins", placed, "i7- 2", empty + " 1 1"},
		{"units of the placement that touch", placed, "i8+2unit", "no touches another"},
		{"two units more of the placement", placed, "d6+1unit", "no placed in turn"},
		{"hats end the placement", placed, "d3+1unit d3+1unit e5+1hat e5+2hat 2", "b1./...x./.x...../.....x./...xBR.../.xb2..../.....x./.x.../.. 2 2"},
		{"no hats, as in the placement", later + " 2", "e5- e5- d3- d3- d4- d5- d5- d5- c2-", "no 0 and 2 units"},
		{"in a rebound", later + " 1>d3 9 1", "", later + " 1 1"},
		{"in a split", "b1./...x./.x...../.....x./...xBR.../.x...../.....x./.x.../.. 1+1", "i8+1unit", "b1b1/...x./.x...../.....x./...xBR.../.x...../.....x./.x.../.. 1 1"},
		{"when it is over", later + " draw:agreement 9", "2", later + " 2 2"},
	})
}
