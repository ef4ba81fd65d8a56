package db

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"hexclub/rules"
)

func TestParseRange(t *testing.T) {
	for text, want := range map[string]string{
		"192.0.2.1": "192.0.2.1/32", " 192.0.2.77/24 ": "192.0.2.0/24", "10.0.0.0/16": "10.0.0.0/16", "::ffff:192.0.2.1": "192.0.2.1/32",
		"2001:db8::7": "2001:db8::/64", "2001:DB8::7/128": "2001:db8::7/128", "2001:db8::/32": "2001:db8::/32", "fe80::1%eth0": "fe80::/64",
	} {
		got, err := ParseRange(text)
		if err != nil || got.String() != want {
			t.Errorf("%q is %v, %v; want %s", text, got, err, want)
		}
		if again, err := ParseRange(RangeText(got)); err != nil || again != got {
			t.Errorf("%q is written %s, which is %v, %v", text, RangeText(got), again, err)
		}
	}
	for text, key := range map[string]string{
		"": "error.ban-range", "localhost": "error.ban-range", "192.0.2.1/33": "error.ban-range", "192.0.2": "error.ban-range", "::ffff:192.0.2.0/120": "error.ban-range",
		"0.0.0.0/0": "error.ban-wide", "10.0.0.0/15": "error.ban-wide", "::/0": "error.ban-wide", "2001::/31": "error.ban-wide",
	} {
		_, err := ParseRange(text)
		wantError(t, err, rules.Invalid, key)
	}
}

func TestBans(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Anna")
	organiser := newOrganiser(t, d, "Otto", admin)
	ban := Ban{Prefix: netip.MustParsePrefix("192.0.2.0/24"), Reason: "spam", Until: in(time.Hour)}
	for _, by := range []string{organiser.ID, "nobody"} {
		wantError(t, d.AddBan(ctx, ban, by, noon), rules.Forbidden, "error.admins-only")
		wantError(t, d.LiftBan(ctx, ban.Prefix, by, noon), rules.Forbidden, "error.admins-only")
	}
	for _, until := range []time.Time{noon, in(-time.Hour), in(MaxBan + 1)} {
		wantError(t, d.AddBan(ctx, Ban{Prefix: ban.Prefix, Until: until}, admin.ID, noon), rules.Invalid, "error.ban-time")
	}
	for range 2 { // the second takes the place of the first
		if err := d.AddBan(ctx, ban, admin.ID, noon); err != nil {
			t.Fatal(err)
		}
	}
	list, err := d.Bans(ctx, noon)
	if err != nil || len(list) != 1 || list[0].Prefix != ban.Prefix || list[0].Reason != "spam" || list[0].By.Name != "Anna" || !list[0].Until.Equal(ban.Until) {
		t.Errorf("bans %+v, %v", list, err)
	}
	if e := lastEntry(t, d); e.Act != "address-banned" || e.Detail["Reason"] != "spam" || fmt.Sprint(e.Detail) != fmt.Sprintf("map[Reason:spam UntilTime:%d]", ban.Until.UnixMilli()) {
		t.Errorf("the log ends in %+v", e)
	}
	if list, err := d.Bans(ctx, ban.Until); err != nil || len(list) != 0 {
		t.Errorf("at the end there are %+v, %v", list, err)
	}
	if err := d.ForgetBans(ctx, in(time.Minute)); err != nil || countRows(t, d, "bans") != 1 {
		t.Errorf("it is forgotten too early (%v)", err)
	}
	if err := d.LiftBan(ctx, ban.Prefix, admin.ID, noon); err != nil || countRows(t, d, "bans") != 0 {
		t.Errorf("it is not lifted (%v)", err)
	}
	wantError(t, d.LiftBan(ctx, ban.Prefix, admin.ID, noon), rules.NotFound, "error.not-found")
	wantError(t, d.LiftBan(ctx, ban.Prefix, Operator, noon), rules.NotFound, "error.not-found")
	if err := d.AddBan(ctx, ban, Operator, noon); err != nil {
		t.Fatal(err)
	}
	if e := lastEntry(t, d); e.Act != "address-banned" || e.By.ID != "" {
		t.Errorf("the log ends in %+v", e)
	}
	if err := d.ForgetBans(ctx, ban.Until); err != nil || countRows(t, d, "bans") != 0 {
		t.Errorf("it is not forgotten (%v)", err)
	}
}
