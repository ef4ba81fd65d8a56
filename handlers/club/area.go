package club

import "hexclub/handlers/web"

// An Area has the handlers of the club: members, seasons, ladders and tournaments.
type Area struct{ *web.Site }
