package play

import (
	"html/template"
	"strconv"
	"strings"
	"testing"
)

// Thumbnails in use stay and others are dropped. They never take more than maxThumbnails.
func TestThumbnailsAreBounded(t *testing.T) {
	t.Parallel()
	var k thumbnails
	const size = maxThumbnails / 64
	picture := func(i int) template.HTML {
		return template.HTML(strconv.Itoa(i) + strings.Repeat(" ", size-len(strconv.Itoa(i))))
	}
	used := thumbnail{game: "used"}
	k.put(used, picture(0))
	for i := 1; i <= 1000; i++ {
		key := thumbnail{game: "other", revision: i}
		if k.get(key) != "" {
			t.Fatalf("picture %d is kept before it is put", i)
		}
		k.put(key, picture(i))
		if k.get(key) != picture(i) {
			t.Fatalf("picture %d is not kept", i)
		}
		if k.get(used) != picture(0) {
			t.Fatalf("after %d others the picture that is used is gone", i)
		}
		total := 0
		for _, kept := range []map[thumbnail]template.HTML{k.recent, k.older} {
			for _, picture := range kept {
				total += len(picture)
			}
		}
		if total > maxThumbnails {
			t.Fatalf("after %d pictures %d bytes are kept, more than %d", i, total, maxThumbnails)
		}
	}
	if k.get(thumbnail{game: "other", revision: 1}) != "" {
		t.Error("the first picture is still kept")
	}
}
