package cache

import (
	"strconv"
	"strings"
	"testing"
)

// Values in use stay and others are dropped. They never take more than Most.
func TestRecentIsBounded(t *testing.T) {
	t.Parallel()
	const most = 1 << 16
	r := Recent[string, string]{Most: most}
	value := func(i int) string { return strconv.Itoa(i) + strings.Repeat(" ", most/64-len(strconv.Itoa(i))) }
	r.Put("used", value(0))
	for i := 1; i <= 1000; i++ {
		key := strconv.Itoa(i)
		if r.Get(key) != "" {
			t.Fatalf("value %d is kept before it is put", i)
		}
		r.Put(key, value(i))
		if r.Get(key) != value(i) {
			t.Fatalf("value %d is not kept", i)
		}
		if r.Get("used") != value(0) {
			t.Fatalf("after %d others the value that is used is not kept", i)
		}
		total := 0
		for _, kept := range []map[string]string{r.recent, r.older} {
			for _, value := range kept {
				total += len(value)
			}
		}
		if total > most {
			t.Fatalf("after %d values %d bytes are kept, more than %d", i, total, most)
		}
	}
	if r.Get("1") != "" {
		t.Error("the first value is still kept")
	}
}
