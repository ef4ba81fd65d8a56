package hexit_test

import (
	"testing"

	"hexclub/rules/hexit"
	"hexclub/rules/rulestest"
)

func TestArrange(t *testing.T) {
	const start, late = "1,-1:B/0,0:WW/0,1:B 1 1", "tiles=19 1,-1:BW/0,0:WWwb.b/0,1:B 2 8"
	rulestest.Arrangements(t, hexit.Game{}, [][4]string{
		{"nothing changed", late, "", "tiles=19 1,-1:BW/0,0:WWwb.b/0,1:B 2 2"},
		{"another seat", late, "1", "tiles=19 1,-1:BW/0,0:WWwb.b/0,1:B 1 1"},
		{"a stack, bottom to top", start, "0,0+1token 0,0+2token 0,0+1token", "1,-1:B/0,0:WwbwW/0,1:B 1 1"},
		{"the top piece", late, "1,0-", "tiles=19 1,-1:BW/0,0:WWw.b/0,1:B 2 2"},
		{"a tile on the bare table", start, "1,1=white", "1,-1:B/0,0:WW/0,1:BW 1 1"},
		{"a tile that is turned", late, "2,-1=black", "tiles=19 1,-1:BB/0,0:WWwb.b/0,1:B 2 2"},
		{"a tile taken away", late, "2,-1=table", "tiles=19 1,-1:B/0,0:WWwb.b/0,1:B 2 2"},
		{"what stood on it is imprisoned", late, "2,-1+1token 2,-1=table", "tiles=19 1,-1:B.w/0,0:WWwb.b/0,1:B 2 2"},
		{"prisoners", start, "1,1+1token 1,1+2token", "1,-1:B/0,0:WW/0,1:B.wb 1 1"},
		{"prisoners freed", late, "2,0-", "tiles=19 1,-1:BW/0,0:WWwb/0,1:B 2 2"},
		{"nothing on the bare table", start, "3,3=table -9,0=table", "1,-1:B/0,0:WW/0,1:B 1 1"},
		{"a tile that touches one", start, "2,0=white", "no 2,0 never touched two"},
		{"no start tile", start, "0,0=table", "no starts with a tile of seat 1 on 0,0"},
		{"nine pieces", late, "1,0+1token 1,0+1token 1,0+1token 1,0+1token 1,0+1token 1,0+1token 1,0+1token 1,0+1token", "no seat 1 has more"},
		{"a piece of another game", start, "0,0+1hat", `no 0,0 begins with "?"`},
		{"a ground of another game", start, "0,0=grey", `no 0,0 begins with "?"`},
		{"a tile of no number", start, "100,0=white", "no 100,0 is farther out"},
		{"a last tile", "tiles=19 -2,-1:WWWBWWWW/-3,0:WWWWWWWWW/0,1:B 1", "1,1=white", "no write win1:tiles"},
		{"in the middle of a turn", "1,-1:BW/0,0:WWw.b/0,1:B 1 9 +2,-1", "", "1,-1:BW/0,0:WWw.b/0,1:B 1 1"},
		{"after a pass", "1,-1:Bw/0,0:WwWw/0,1:Bw 1 9 passed", "0,1-", "1,-1:Bw/0,0:WwWw/0,1:B 1 1"},
		{"when it is over", "1,-1:B/0,0:WW/0,1:B win2:timeout 1", "2", "1,-1:B/0,0:WW/0,1:B 2 2"},
	})
}
