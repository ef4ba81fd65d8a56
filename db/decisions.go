package db

import (
	"context"
	"time"
)

// Decisions lists what others decided about a person as organisers, admins or operators since
// a moment, the last first, limit at most: about the account with its role, sessions and links
// to a new password, a place in a ladder or a tournament, a message, a pairing, a challenge, or
// that a tournament that the person entered is called off.
// It looks at the last recentActs entries of the log.
func (d *DB) Decisions(ctx context.Context, person string, since time.Time, limit int) ([]Entry, error) {
	list, _, err := d.Log(ctx, LogFilter{decidedAbout: person, since: since}, limit)
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

// recentActs selects the number of the last entry of the log that is no news any more.
// It bounds what is searched: the log has no index by time.
const recentActs = `(SELECT coalesce(max(number), 0) - 1000 FROM log)`

// decidedAbout selects the numbers of entries of the log, with a place for the person.
const decidedAbout = `(SELECT number FROM log WHERE subject = $? AND number > ` + recentActs + ` AND act IN ` + actsAboutSubject + `
	UNION SELECT r.number FROM log r CROSS JOIN pairings p WHERE r.act IN ` + actsAboutPairing + ` AND r.number > ` + recentActs + `
		AND p.id = substr(r.href, 11) AND $? IN (p.first, p.second)
	UNION SELECT r.number FROM log r CROSS JOIN challenges c WHERE r.act IN ` + actsAboutChallenge + ` AND r.number > ` + recentActs + `
		AND c.id = substr(r.href, 13) AND $? IN (c.challenger, c.challenged)
	UNION SELECT r.number FROM log r CROSS JOIN entrants e WHERE r.act IN ` + actsAboutEntrants + ` AND r.number > ` + recentActs + `
		AND e.tournament = substr(r.href, 14) AND e.person = $?)`

// MatterDecision is a decision of an organiser about the person. Its mark is the number
// of its entry in the log. Decisions of pairings are MatterDecided.
const MatterDecision MatterKind = "decision"

// selectDecisions is selectMatters for decisions.
const selectDecisions = `SELECT m.person, l.href, l.number, NULL FROM (
		SELECT number, at, href, person, subject AS about FROM log WHERE number > ` + recentActs + ` AND act IN ` + actsAboutSubject + `
		UNION ALL SELECT r.number, r.at, r.href, r.person, c.challenger FROM log r CROSS JOIN challenges c
			WHERE r.number > ` + recentActs + ` AND r.act IN ` + actsAboutChallenge + ` AND c.id = substr(r.href, 13)
		UNION ALL SELECT r.number, r.at, r.href, r.person, c.challenged FROM log r CROSS JOIN challenges c
			WHERE r.number > ` + recentActs + ` AND r.act IN ` + actsAboutChallenge + ` AND c.id = substr(r.href, 13)
		UNION ALL SELECT r.number, r.at, r.href, r.person, e.person FROM log r CROSS JOIN entrants e
			WHERE r.number > ` + recentActs + ` AND r.act IN ` + actsAboutEntrants + ` AND e.tournament = substr(r.href, 14)
	) l CROSS JOIN mail m
	WHERE $1 > 0 AND l.at <= $2 AND l.at > $3 AND m.person = l.about AND m.person <> coalesce(l.person, '')
	AND l.at > m.seen AND ` + reachable + ` AND m.wants_club
	AND NOT EXISTS (SELECT 1 FROM matters t WHERE t.person = m.person AND t.kind = $4 AND t.href = l.href AND t.mark = l.number)`
