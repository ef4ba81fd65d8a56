package db

// The kinds of matters on ladders. That a challenge was accepted, and that the time to
// play it runs out, is told of its pairing.
const (
	MatterChallenged MatterKind = "ladder-challenged" // somebody challenges the person
	MatterAnswer     MatterKind = "ladder-answer"     // two thirds of the time to answer are gone
	MatterRefused    MatterKind = "ladder-refused"    // who was challenged has refused
	MatterExpired    MatterKind = "ladder-expired"    // a challenge came to its end without being played
	MatterInactive   MatterKind = "ladder-inactive"   // the person went down for want of games
)

func ladderMatters() []MatterKind {
	return []MatterKind{MatterChallenged, MatterAnswer, MatterRefused, MatterExpired, MatterInactive}
}

// selectLadderMatters is selectMatters for ladders.
func selectLadderMatters(kind MatterKind) string {
	return map[MatterKind]string{
		MatterChallenged: challengeMatter(`c.answer_by`, `c.made`, `c.decided IS NULL AND c.status = 'waiting' AND m.person = c.challenged`),
		MatterAnswer: challengeMatter(`c.answer_by`, `(c.made + (c.answer_by - c.made) / 3 * 2)`,
			`c.decided IS NULL AND c.status = 'waiting' AND c.answer_by > $1 AND m.person = c.challenged`),
		MatterRefused: challengeMatter(`NULL`, `c.decided`, `c.status = 'declined' AND m.person = c.challenger`),
		MatterExpired: challengeMatter(`NULL`, `c.decided`,
			`(c.status = 'lapsed' OR c.status = 'won' AND c.decided_by = 'default') AND m.person IN (c.challenger, c.challenged)`),
		MatterInactive: `SELECT m.person, '/ladders/' || e.ladder, e.number, NULL FROM ladder_events e CROSS JOIN mail m
			WHERE e.kind = 'dropped' AND e.from_place <> e.to_place AND m.person = e.person
			AND e.at <= $2 AND e.at > $3 AND e.at > m.seen AND ` + reachable + ` AND m.wants_club
			AND NOT EXISTS (SELECT 1 FROM matters t WHERE t.person = m.person AND t.kind = $4
				AND t.href = '/ladders/' || e.ladder AND t.mark = e.number)`,
	}[kind]
}

// challengeMatter is a statement about challenges, with by when something is to be done, when it came up, and
// who is told of which.
func challengeMatter(due, at, which string) string {
	return `SELECT m.person, '/challenges/' || c.id, 0, ` + due + ` FROM challenges c CROSS JOIN mail m
		WHERE ` + which + ` AND ` + at + ` <= $2 AND ` + at + ` > $3 AND ` + at + ` > m.seen AND ` + reachable + ` AND m.wants_club
		AND NOT EXISTS (SELECT 1 FROM matters t WHERE t.person = m.person AND t.kind = $4
			AND t.href = '/challenges/' || c.id AND t.mark = 0)`
}
