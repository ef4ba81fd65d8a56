package db

import (
	"context"
	"database/sql"
	"errors"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"hexclub/rules"
)

// The bounds of bans.
const (
	MaxBan  = 366 * 24 * time.Hour
	maxBans = 500
	widest4 = 16 // the minimal length of an IPv4 prefix
	widest6 = 32 // the minimal length of an IPv6 prefix
)

// A Ban blocks a range of addresses until a moment.
type Ban struct {
	Prefix netip.Prefix // masked
	Reason string
	By     Player // the zero Player: the operator
	Made   time.Time
	Until  time.Time
}

// ParseRange parses an address or a range, such as 192.0.2.0/24 or 2001:db8::/48. A single IPv6
// address means its /64, which is what one household has. It fails with kind Invalid for anything
// else (error.ban-range) and for a range that is too wide (error.ban-wide).
func ParseRange(text string) (netip.Prefix, error) {
	text = strings.TrimSpace(text)
	prefix, err := netip.ParsePrefix(text)
	if address, single := netip.ParseAddr(text); single == nil {
		address = address.Unmap().WithZone("")
		bits := address.BitLen()
		if address.Is6() {
			bits = 64
		}
		prefix, err = address.Prefix(bits)
	}
	switch {
	case err != nil || prefix.Addr().Is4In6():
		return netip.Prefix{}, rules.Errorf(rules.Invalid, "error.ban-range", "%.60q", text)
	case prefix.Addr().Is4() && prefix.Bits() < widest4, prefix.Addr().Is6() && prefix.Bits() < widest6:
		return netip.Prefix{}, rules.Errorf(rules.Invalid, "error.ban-wide", "%s", prefix)
	}
	return prefix.Masked(), nil
}

// RangeText returns a range as ParseRange reads it: a single IPv4 address without its prefix
// length, which a single IPv6 address needs.
func RangeText(prefix netip.Prefix) string {
	if prefix.Addr().Is4() && prefix.IsSingleIP() {
		return prefix.Addr().String()
	}
	return prefix.String()
}

// Bans returns the current bans, in the order of their ends.
func (d *DB) Bans(ctx context.Context, now time.Time) (list []Ban, err error) {
	rows, err := d.read.QueryContext(ctx, `SELECT b.prefix, b.reason, b.made, b.until, coalesce(p.id, ''), coalesce(p.name, ''), coalesce(p.deleted, false)
		FROM bans b LEFT JOIN people p ON p.id = b.person WHERE b.until > $1 ORDER BY b.until, b.prefix`, now.UnixMilli())
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var b Ban
		var prefix string
		var made, until int64
		if err := rows.Scan(&prefix, &b.Reason, &made, &until, &b.By.ID, &b.By.Name, &b.By.Deleted); err != nil {
			return nil, kind(err)
		}
		if b.Prefix, err = netip.ParsePrefix(prefix); err != nil {
			return nil, err
		}
		b.Made, b.Until = fromMS(made), fromMS(until)
		list = append(list, b)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

// ErrBanProxy is the sentinel error for a ban of this machine.
var ErrBanProxy = &rules.Error{Kind: rules.Invalid, Key: "error.ban-proxy"}

// AddBan bans a range of addresses; it replaces a ban of the same range. The audit log records it
// without the addresses, which are deleted when the ban ends. It fails with kind Forbidden when by
// is neither an admin (error.admins-only) nor [Operator], Invalid for a reason that is too long or
// has invisible characters (error.reason), for an end in the past or too far away
// (error.ban-time), and for this machine, whose proxies forward all visitors (error.ban-proxy), and
// TooMany at the limit of bans (error.many-bans).
func (d *DB) AddBan(ctx context.Context, b Ban, by string, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustAdmin(ctx, tx, by); err != nil {
			return err
		}
		if err := checkText(b.Reason, MaxReason, "error.reason", "reason"); err != nil {
			return err
		}
		if !b.Until.After(now) || b.Until.Sub(now) > MaxBan {
			return rules.Errorf(rules.Invalid, "error.ban-time", "until %v", b.Until)
		}
		if b.Prefix.Addr().IsLoopback() || b.Prefix.Contains(netip.IPv6Loopback()) {
			return ErrBanProxy.Errorf("%s is this machine", RangeText(b.Prefix))
		}
		const others = "SELECT count(*) FROM bans WHERE until > $1 AND prefix <> $2"
		if err := mustHaveRoom(ctx, tx, maxBans, rules.TooMany, "error.many-bans", others, now.UnixMilli(), b.Prefix.String()); err != nil {
			return err
		}
		_, err := exec(ctx, tx, `INSERT INTO bans (prefix, reason, person, made, until) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (prefix) DO UPDATE SET reason = excluded.reason, person = excluded.person, made = excluded.made, until = excluded.until`,
			b.Prefix.String(), b.Reason, storedBy(by), now.UnixMilli(), b.Until.UnixMilli())
		if err != nil {
			return err
		}
		return writeAudit(ctx, tx, Act{By: by, Act: "address-banned", Detail: map[string]string{
			"UntilTime": strconv.FormatInt(b.Until.UnixMilli(), 10), "Reason": b.Reason,
		}}, now)
	})
}

// LiftBan ends the ban of a range. It fails with kind Forbidden when by is neither an admin
// (error.admins-only) nor [Operator], and NotFound when the range is not banned.
func (d *DB) LiftBan(ctx context.Context, prefix netip.Prefix, by string, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustAdmin(ctx, tx, by); err != nil {
			return err
		}
		n, err := exec(ctx, tx, "DELETE FROM bans WHERE prefix = $1", prefix.String())
		switch {
		case err != nil:
			return err
		case n == 0:
			return kind(sql.ErrNoRows)
		}
		return writeAudit(ctx, tx, Act{By: by, Act: "address-let-in"}, now)
	})
}

// ForgetBans deletes expired bans.
func (d *DB) ForgetBans(ctx context.Context, now time.Time) error {
	_, err := d.exec(ctx, "DELETE FROM bans WHERE until <= $1", now.UnixMilli())
	return err
}
