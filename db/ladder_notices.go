package db

// The kinds of notices about ladders. For an accepted challenge, and for the deadline to play it,
// there are the notices about its pairing.
const (
	ClubNoticeChallenged ClubNoticeKind = "ladder-challenged" // another player challenges the person
	ClubNoticeAnswer     ClubNoticeKind = "ladder-answer"     // two thirds of the time to answer have passed
	ClubNoticeRefused    ClubNoticeKind = "ladder-refused"    // the challenged player has refused
	ClubNoticeExpired    ClubNoticeKind = "ladder-expired"    // a challenge ended without being played
	ClubNoticeInactive   ClubNoticeKind = "ladder-inactive"   // the person dropped for want of games
)

// ladderNotices returns the queries about ladders and challenges.
func ladderNotices() []clubNoticeQuery {
	list := []clubNoticeQuery{
		{
			kind: ClubNoticeChallenged, due: `c.answer_by`, at: `c.made`,
			where: `c.decided IS NULL AND c.status = 'waiting' AND m.person = c.challenged`,
		},
		{
			kind: ClubNoticeAnswer, due: `c.answer_by`, at: `(c.made + (c.answer_by - c.made) / 3 * 2)`, until: `c.answer_by`,
			where: `c.decided IS NULL AND c.status = 'waiting' AND m.person = c.challenged`,
		},
		{kind: ClubNoticeRefused, due: `NULL`, at: `c.decided`, where: `c.status = 'declined' AND m.person = c.challenger`},
		{
			kind: ClubNoticeExpired, due: `NULL`, at: `c.decided`,
			where: `(c.status = 'lapsed' OR c.status = 'won' AND c.decided_by = 'default') AND m.person IN (c.challenger, c.challenged)`,
		},
	}
	for i := range list {
		list[i].from, list[i].aboutKind, list[i].about, list[i].mark = `challenges c`, `'challenge'`, `c.id`, `0`
	}
	return append(list, clubNoticeQuery{
		kind: ClubNoticeInactive, from: `ladder_events e`, aboutKind: `'ladder'`, about: `e.ladder`, mark: `e.number`, due: `NULL`, at: `e.at`,
		where: `e.kind = 'dropped' AND e.from_place <> e.to_place AND m.person = e.person`,
	})
}
