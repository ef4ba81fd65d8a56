package hexellation_test

import (
	"testing"

	"hexclub/rules/hexellation"
	"hexclub/rules/rulestest"
)

func TestArrange(t *testing.T) {
	const sky = made + ".../..../..*../..../... 2 4"
	const full = "seats=3 declare=yes " + made + "***/****/*****/****/*** "
	rulestest.Arrangements(t, hexellation.Game{}, [][4]string{
		{"nothing changed", sky, "", sky},
		{"the stars tell whose turn it is", sky, "1", sky},
		{"a star more", sky, "f4+0star 2", made + "*../..../..*../..../... 1 5"},
		{"a star less", sky, "d4- 2", made + ".../..../...../..../... 1 3"},
		{"another MODEL", sky, "m:c2- m:a2+0star", ".*/.**/.* *./.*./.* .../..../..*../..../... 2 4"},
		{"AVOID not complete any more", sky, "x:b2-", "no AVOID has 2 stars"},
		{"AVOID to be completed", sky, "x:b2- d4-", "**/.**/.. *./.../.* - 2 2"},
		{"MODEL, with AVOID to begin", sky, "d4- x:c2- x:b2- x:a2-", "**/.**/.. ../.../.. - 2 2"},
		{"MODEL to be completed", sky, "d4- x:c2- x:b2- x:a2- m:c2- 2", ".*/.**/.. - - 1 1"},
		{"four stars while MODEL is being made", "**/*../.. - - 1", "m:b2+0star 2", "**/**./.. - - 1 1"},
		{"five stars in MODEL", "**/*../.. - - 1", "m:b2+0star m:b3+0star", "**/***/.. ../.../.. - 2 2"},
		{"AVOID begun", "**/*../.. - - 1", "m:b3+0star x:b2+0star", "**/*.*/.. ../.*./.. - 2 2"},
		{"all from the start", "../.../.. - - 1", "m:c2+0star m:c3+0star m:b2+0star m:b3+0star x:c2+0star x:b2+0star x:a2+0star d4+0star", sky},
		{"options stay", "sky=advanced seats=4 declare=yes planet=yes ../.../.. - - 1", "m:b2+0star", "sky=advanced seats=4 declare=yes planet=yes ../.*./.. - - 1 1"},
		{"a copy of MODEL", sky, "d5+0star e4+0star e5+0star", "no a copy of MODEL"},
		{"a copy to claim", "declare=yes " + sky, "d5+0star e4+0star e5+0star", "declare=yes " + made + ".../.**./..**./..../... 1 7"},
		{"a turn that is to be ended", "declare=yes " + made + "*../..../..*../..../... 2 4 1", "", "declare=yes " + made + "*../..../..*../..../... 1 5"},
		{"a full sky", full + "2 22", "", full + "2 22"},
		{"a full sky, some have passed", full + "1 24 passed:23", "", full + "1 24 passed:23"},
		{"a full sky, another seat", full + "2 22", "3", full + "3 23 passed:2"},
		{"a full sky, no such seat", full + "2 22", "4", full + "2 22"},
		{"a seat that is out", "seats=3 " + made + ".../..../..*../..../... 3 4 out:1", "f4+0star 2", "seats=3 " + made + "*../..../..*../..../... 2 5 out:1"},
		{"a seat that is out acts", "seats=3 " + made + ".../..../..*../..../... 3 4 out:1", "1", "no is out"},
		{"when it is over", made + ".**/..**/...../..../... win2:model 6 by:e6", "e6-", made + ".**/..*./...../..../... 2 6"},
		{"two on each other", sky, "d4+0star", "no fields: 1"},
		{"a star outside the sky in use", sky, "3,0+0star", sky},
		{"a star of a seat", sky, "d5+1star", "no fields: 1"},
		{"a piece of another game", sky, "d5+0token", "no fields: 1"},
	})
}
