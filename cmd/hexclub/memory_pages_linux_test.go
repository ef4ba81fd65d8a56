package main

import (
	"slices"
	"testing"
)

func TestUnchangedMappings(t *testing.T) {
	t.Parallel()
	const smaps = `00400000-00500000 r-xp 00000000 08:01 42                         /srv/hex club
Rss:                 896 kB
Anonymous:             0 kB
00500000-00600000 r--p 00100000 08:01 42                         /srv/hex club
Anonymous:             0 kB
00600000-00700000 r--p 00200000 08:01 42                         /srv/hex club
Anonymous:            12 kB
00700000-00800000 rw-p 00300000 08:01 42                         /srv/hex club
Anonymous:             0 kB
00900000-00a00000 r-xp 00000000 08:01 43                         /lib/hex club
Anonymous:             0 kB
7f0000000000-7f0000001000 r--p 00000000 00:00 0
Anonymous:             0 kB
`
	want := []mapping{{0x400000, 0x500000}, {0x500000, 0x600000}}
	if got := unchangedMappings([]byte(smaps), "/srv/hex club"); !slices.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
}
