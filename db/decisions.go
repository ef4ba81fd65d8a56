package db

import (
	"context"
	"time"
)

// Decisions returns the latest decisions of organisers, admins or operators about a person since a
// moment, the last first, at most limit: about the account with its role, sessions and links to a
// new password, a place in a ladder or a tournament, a message, a pairing, a challenge, or about a
// tournament of the person that was called off. It looks at the last recentActs entries of the
// audit log.
func (d *DB) Decisions(ctx context.Context, person string, since time.Time, limit int) ([]AuditEntry, error) {
	list, _, err := d.AuditLog(ctx, AuditFilter{decidedAbout: person, since: since}, limit)
	return list, err
}

// Acts that are decisions about their subject, about both players of the pairing or the
// challenge that they link to, and about all that entered the tournament that they link to.
const (
	actsAboutSubject = `('renamed', 'message-removed', 'tournament-entrant', 'tournament-withdrawn',
		'ladder-added', 'ladder-placed', 'ladder-removed', 'role', 'account-opened', 'sessions-revoked', 'reset-link')`
	actsAboutPairing   = `('pairing-decided', 'pairing-corrected', 'pairing-off', 'pairing-replaced')`
	actsAboutChallenge = `('challenge-won', 'challenge-drawn', 'challenge-lapsed')`
	actsAboutEntrants  = `('tournament-off')`
)

// recentActs selects the number of the last entry of the audit log that is too old. It bounds the
// search, because the audit log has no index by time.
const recentActs = `(SELECT coalesce(max(number), 0) - 1000 FROM audit_log)`

// decidedAbout selects the numbers of entries of the audit log about decisions that concern a
// person.
func decidedAbout(person string) string {
	return `(SELECT number FROM audit_log WHERE subject = ` + person + ` AND number > ` + recentActs + ` AND act IN ` + actsAboutSubject + `
	UNION SELECT r.number FROM audit_log r CROSS JOIN pairings p WHERE r.act IN ` + actsAboutPairing + ` AND r.number > ` + recentActs + `
		AND p.id = r.about_id AND ` + person + ` IN (p.first, p.second)
	UNION SELECT r.number FROM audit_log r CROSS JOIN challenges c WHERE r.act IN ` + actsAboutChallenge + ` AND r.number > ` + recentActs + `
		AND c.id = r.about_id AND ` + person + ` IN (c.challenger, c.challenged)
	UNION SELECT r.number FROM audit_log r CROSS JOIN entrants e WHERE r.act IN ` + actsAboutEntrants + ` AND r.number > ` + recentActs + `
		AND e.tournament = r.about_id AND e.person = ` + person + `)`
}

// ClubNoticeDecision is a decision of an organiser about the person. Its mark is the number
// of its entry in the audit log. Decisions of pairings are ClubNoticeDecided.
const ClubNoticeDecision ClubNoticeKind = "decision"

// decisionNotices is the query about decisions.
var decisionNotices = clubNoticeQuery{
	kind: ClubNoticeDecision, aboutKind: `l.about_kind`, about: `l.about_id`, mark: `l.number`, due: `NULL`, at: `l.at`,
	from: `(SELECT number, at, about_kind, about_id, person, subject AS concerned FROM audit_log
			WHERE number > ` + recentActs + ` AND act IN ` + actsAboutSubject + `
		UNION ALL SELECT r.number, r.at, r.about_kind, r.about_id, r.person, c.challenger FROM audit_log r CROSS JOIN challenges c
			WHERE r.number > ` + recentActs + ` AND r.act IN ` + actsAboutChallenge + ` AND c.id = r.about_id
		UNION ALL SELECT r.number, r.at, r.about_kind, r.about_id, r.person, c.challenged FROM audit_log r CROSS JOIN challenges c
			WHERE r.number > ` + recentActs + ` AND r.act IN ` + actsAboutChallenge + ` AND c.id = r.about_id
		UNION ALL SELECT r.number, r.at, r.about_kind, r.about_id, r.person, e.person FROM audit_log r CROSS JOIN entrants e
			WHERE r.number > ` + recentActs + ` AND r.act IN ` + actsAboutEntrants + ` AND e.tournament = r.about_id
		) l`,
	where: `m.person = l.concerned AND m.person <> coalesce(l.person, '')`,
}
