package club

import "hexclub/handlers/web"

// A Area is the club: its members, ladders and tournaments.
type Area struct{ *web.Site }
