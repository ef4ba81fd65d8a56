package store

import (
	"os"
	"path/filepath"
	"testing"
)

func TestHealth(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "club.db")
	d, err := open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	ctx := t.Context()

	version, known, err := d.Schema(ctx)
	if err != nil || version != known || version != 3 {
		t.Errorf("the schema is %d of %d, %v", version, known, err)
	}
	if _, err := d.Write.ExecContext(ctx, "INSERT INTO schema_version VALUES (9999)"); err != nil {
		t.Fatal(err)
	}
	if version, _, err := d.Schema(ctx); err != nil || version != 9999 {
		t.Errorf("after another program the schema is %d, %v", version, err)
	}

	sizes, err := d.Sizes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for path, got := range map[string]int64{file: sizes.File, file + "-wal": sizes.Log} {
		if info, err := os.Stat(path); err != nil || info.Size() != got || got == 0 {
			t.Errorf("%s has %d bytes, %v", path, got, err)
		}
	}
	if sizes.Free == 0 {
		t.Error("nothing is free on the disk")
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if err := d.inTx(ctx, put(1)); err == nil {
		t.Error("a closed database was written")
	}
}
