package db

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hexclub/rules"
)

func TestLoadZone(t *testing.T) {
	for _, name := range []string{"UTC", "Europe/Paris", "America/Argentina/Buenos_Aires", "America/Port-au-Prince", "Etc/GMT+5"} {
		if zone, err := LoadZone(name); err != nil || zone.String() != name {
			t.Errorf("%s: %v, %v", name, zone, err)
		}
	}
	for _, name := range []string{
		"", "Local", "local", "localtime", "Europe", "Europe/Atlantis", "europe/paris", "../UTC", "/UTC", "Europe//Paris", "Europe/../UTC", "Europe/Paris ",
		"Europe\\Paris", "Europe/Paris\x00", "undefined", "posix/UTC", "Europe/" + strings.Repeat("A", 4000), "UTC;path=/", "é",
	} {
		if zone, err := LoadZone(name); !errors.Is(err, ErrZone) {
			t.Errorf("%.40q: %v, %v; want ErrZone", name, zone, err)
		}
	}
}

func TestZones(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Anna")
	if err := d.SetZone(ctx, admin.ID, "Asia/Seoul"); err != nil {
		t.Fatal(err)
	}
	if p, err := d.Person(ctx, admin.ID); err != nil || p.Zone != "Asia/Seoul" {
		t.Errorf("person %+v, %v", p, err)
	}
	session := Session{Hash: "hash", Person: admin, Data: []byte("{}"), Created: noon, Expires: noon.Add(time.Hour)}
	if err := d.SaveSession(ctx, session); err != nil {
		t.Fatal(err)
	}
	if s, err := d.Session(ctx, "hash", noon); err != nil || s.Person.Zone != "Asia/Seoul" {
		t.Errorf("session %+v, %v", s, err)
	}
	wantError(t, d.SetZone(ctx, admin.ID, "Mars"), rules.Invalid, "error.zone")
	wantError(t, d.SetZone(ctx, "nobody", "UTC"), rules.NotFound, "error.not-found")

	club := Club{Open: true, Guests: true, Zone: "Europe/Paris"}
	if _, err := d.SetClub(ctx, club, "", admin.ID, noon); err != nil {
		t.Fatal(err)
	}
	if got, err := d.Club(ctx); err != nil || got != club {
		t.Errorf("club %+v, %v; want %+v", got, err, club)
	}
	if e := lastEntry(t, d); e.Act != "club-zone" || e.Detail["Is"] != "Europe/Paris" {
		t.Errorf("entry %+v", e)
	}
	club.Zone = "Mars"
	_, err := d.SetClub(ctx, club, "", admin.ID, noon)
	wantError(t, err, rules.Invalid, "error.zone")
}

// Files of earlier versions have no time zones.
func TestZonesOfEarlierFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	oldFile(t, path, 23, "INSERT INTO people (id, confirm_turns, created) VALUES ('anna', true, 0)")
	openAt(t, path, func(d *DB) {
		if p, err := d.Person(t.Context(), "anna"); err != nil || p.Zone != "" {
			t.Errorf("person %+v, %v", p, err)
		}
		if c, err := d.Club(t.Context()); err != nil || c.Zone != "" {
			t.Errorf("club %+v, %v", c, err)
		}
	})
}
