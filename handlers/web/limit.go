package web

import (
	"cmp"
	"math"
	"net/netip"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/limit"
	"hexclub/rules"
)

// Limits are the rate limits. They allow a club whose members are all behind one address. The zero Limits limit
// nothing.
type Limits struct {
	LogInsAt  limit.Limit // attempts to log in, by address; those of addresses that use half of their reads or writes count several times (heavyLogInCost)
	LogInsAs  limit.Limit // the same by the name, from browsers without a mark of the account
	LogInsBy  limit.Limit // the same by the browser, or the person, from browsers with a mark
	ResetsAt  limit.Limit // requested links for new passwords, by address
	ResetsAs  limit.Limit // the same by the account's name
	SignUps   limit.Limit // by address
	Guests    limit.Limit // new guests, by address
	Games     limit.Limit // new games, seeks, challenges and taken seats, by person
	GamesADay limit.Limit // the same over a day: limits how much one person stores
	Hints     limit.Limit // hints, by person
	Chat      limit.Limit // messages, by person
	Mail      limit.Limit // e-mails that a person makes the site send
	Mailboxes limit.Limit // the same, by recipient
	WritesAt  limit.Limit // requests that may change something, by address
	WritesAs  limit.Limit // the same by person
	AllAt     limit.Limit // requests of any kind, by address: further ones are delayed by up to two seconds (Pace)
	ReadsAt   limit.Limit // pages and parts of them, by address: expensive ones count several times (readCosts)
	Made      limit.Limit // seasons, ladders, tournaments, invitations and lists of members, by person
	Searches  limit.Limit // searched lists, by person or address
	Files     limit.Limit // downloads of all games of a person, or of a tournament, by person or address
	Drawings  limit.Limit // boards as PNG, by person or address
	WorkingAt int         // pages, forms of heavy users (GiveWay) and pictures in progress, by address; further ones wait; 0 for no limit
	StreamsAt int         // open streams, by address; 0 for no limit
	StreamsAs int         // the same by person

	// ConnectionsAt is the number of open connections of one address, never more than half of all connections; 0
	// for no limit.
	ConnectionsAt int
}

// DefaultLimits returns the limits of a public site.
//
// ReadsAt is for a class of thirty behind one address. Each browser reads on average two thirds of a page or a
// board a second while its player is in a live game with a turn every five seconds: three clicks within the
// player's own turn, the opponent's turn, and a page now and then. That makes 20 a second. If all thirty watch
// the current games instead, it is 30, one a second each. If all click through replays at the same time, two a
// second at a cost of two, it is 120. The limit refills 143 a second. The burst is for thirty browsers that each
// open and read 50 pages at a cost of three at once.
//
// WorkingAt protects others from an address that spends all of this at once: one of its pages is made at a time,
// up to where its answer begins. The class does not notice, because a page takes milliseconds.
//
// AllAt slows down a client that continues to send requests although they are rejected. Otherwise the site would
// do nothing but read and reject them. The class stays below it: its pages and boards are at most 120 a second,
// and its static files and its forms fit in the rest of 250 and in the burst.
func DefaultLimits() Limits {
	return Limits{
		LogInsAt:  limit.Limit{Burst: 60, Every: 5 * time.Second},
		LogInsAs:  limit.Limit{Burst: 10, Every: time.Minute},
		LogInsBy:  limit.Limit{Burst: 10, Every: time.Minute},
		ResetsAt:  limit.Limit{Burst: 20, Every: time.Minute},
		ResetsAs:  limit.Limit{Burst: 3, Every: time.Hour},
		SignUps:   limit.Limit{Burst: 30, Every: 30 * time.Second},
		Guests:    limit.Limit{Burst: 60, Every: 5 * time.Second},
		Games:     limit.Limit{Burst: 20, Every: 10 * time.Second},
		GamesADay: limit.Limit{Burst: 500, Every: 3 * time.Minute},
		Hints:     limit.Limit{Burst: 10, Every: 5 * time.Second},
		Chat:      limit.Limit{Burst: 5, Every: 5 * time.Second},
		Mail:      limit.Limit{Burst: 5, Every: 10 * time.Minute},
		Mailboxes: limit.Limit{Burst: 3, Every: 24 * time.Hour},
		WritesAt:  limit.Limit{Burst: 1200, Every: 100 * time.Millisecond},
		WritesAs:  limit.Limit{Burst: 120, Every: 500 * time.Millisecond},
		AllAt:     limit.Limit{Burst: 4500, Every: 4 * time.Millisecond},
		ReadsAt:   limit.Limit{Burst: 4500, Every: 7 * time.Millisecond},
		Made:      limit.Limit{Burst: 30, Every: time.Minute},
		Searches:  limit.Limit{Burst: 60, Every: 500 * time.Millisecond},
		Files:     limit.Limit{Burst: 30, Every: 10 * time.Second},
		Drawings:  limit.Limit{Burst: 60, Every: time.Second},
		WorkingAt: 1,
		StreamsAt: 250,
		StreamsAs: 40,

		ConnectionsAt: 500,
	}
}

// limiters enforce Limits.
type limiters struct {
	logInsAt, logInsAs, logInsBy, ResetsAt, ResetsAs, SignUps, guests, games, gamesADay, hints, Chat, Mail, Mailboxes *limit.Limiter
	AllAt, WritesAt, WritesAs, ReadsAt, Made, Searches, Files, Drawings                                               *limit.Limiter
	AllOf, WritesOf, ReadsOf                                                                                          *limit.Limiter // by holder of networks (HolderOf)
	StreamsAt, streamsAs, WaitingAt                                                                                   *limit.Gauge
	Working, Drawing                                                                                                  *limit.Slots
	Connections                                                                                                       int
	Bans                                                                                                              bans // of addresses
}

// NewLimiters returns the limiters of a site with these limits.
func NewLimiters(l Limits, now func() time.Time) *limiters {
	return &limiters{
		logInsAt:  limit.NewLimiter("log-ins-at", l.LogInsAt, now, "error.many-log-ins"),
		logInsAs:  limit.NewLimiter("log-ins-as", l.LogInsAs, now, "error.many-log-ins"),
		logInsBy:  limit.NewLimiter("log-ins-by", l.LogInsBy, now, "error.many-log-ins"),
		ResetsAt:  limit.NewLimiter("resets-at", l.ResetsAt, now, "error.many-resets"),
		ResetsAs:  limit.NewLimiter("resets-as", l.ResetsAs, now, "error.many-resets"),
		SignUps:   limit.NewLimiter("sign-ups", l.SignUps, now, "error.many-sign-ups"),
		guests:    limit.NewLimiter("guests", l.Guests, now, "error.many-guests"),
		games:     limit.NewLimiter("games", l.Games, now, "error.many-games"),
		gamesADay: limit.NewLimiter("games-a-day", l.GamesADay, now, "error.many-games-day"),
		hints:     limit.NewLimiter("hints", l.Hints, now, "error.many-hints"),
		Chat:      limit.NewLimiter("chat", l.Chat, now, "error.many-messages"),
		Mail:      limit.NewLimiter("mail", l.Mail, now, "error.many-mails"),
		Mailboxes: limit.NewLimiter("mailboxes", l.Mailboxes, now, "error.many-mails"),
		AllAt:     limit.NewLimiter("all-at", l.AllAt, now, "error.many-requests"),
		WritesAt:  limit.NewLimiter("writes-at", l.WritesAt, now, "error.many-requests"),
		WritesAs:  limit.NewLimiter("writes-as", l.WritesAs, now, "error.many-requests"),
		ReadsAt:   limit.NewLimiter("reads-at", l.ReadsAt, now, "error.many-requests"),
		AllOf:     limit.NewLimiter("all-of", l.AllAt.OfHolder(), now, "error.many-requests"),
		WritesOf:  limit.NewLimiter("writes-of", l.WritesAt.OfHolder(), now, "error.many-requests"),
		ReadsOf:   limit.NewLimiter("reads-of", l.ReadsAt.OfHolder(), now, "error.many-requests"),
		Made:      limit.NewLimiter("made", l.Made, now, "error.many-requests"),
		Searches:  limit.NewLimiter("searches", l.Searches, now, "error.many-requests"),
		Files:     limit.NewLimiter("files", l.Files, now, "error.many-requests"),
		Drawings:  limit.NewLimiter("drawings", l.Drawings, now, "error.many-requests"),
		Working:   limit.NewSlots("working-at", l.WorkingAt),
		Drawing:   limit.NewSlots("drawing-at", l.WorkingAt),
		StreamsAt: limit.NewGauge("streams-at", l.StreamsAt),
		streamsAs: limit.NewGauge("streams-as", l.StreamsAs),
		WaitingAt: limit.NewGauge("waiting-at", maxWaitingAt),

		Connections: l.ConnectionsAt,
	}
}

// HeavyUser reports whether an address, or the holder of its network, has used so much of a limit that it gives
// way to others.
func (l *limiters) HeavyUser(address string) bool {
	return l.trafficAbove(heavyUse, address) || l.heavyHolder(address) || l.logInsAt.Used(address) > heavyLogIns || l.AllAt.Used(address) > heavyRequests
}

// trafficAbove reports whether an address has used more than a part of its reads or its writes.
func (l *limiters) trafficAbove(part float64, address string) bool {
	return l.ReadsAt.Used(address) > part || l.WritesAt.Used(address) > part
}

// heavyHolder is HeavyUser for the holder of an address's network.
func (l *limiters) heavyHolder(address string) bool {
	holder, ok := HolderOf(address)
	return ok && (l.ReadsOf.Used(holder) > heavyUse || l.WritesOf.Used(holder) > heavyUse || l.AllOf.Used(holder) > heavyRequests)
}

// ChargeHolder counts a request of an address for the holder of its network.
func ChargeHolder(l *limit.Limiter, address string, cost int) {
	if holder, ok := HolderOf(address); ok {
		l.Charge(holder, cost)
	}
}

// Allow returns an *rules.Error of kind TooMany if the client with the key exceeds a limit. The answer then has
// the time to wait.
func Allow(c echo.Context, l *limit.Limiter, key string) error { return AllowCost(c, l, key, 1) }

// AllowCost is Allow for a request that counts cost times.
func AllowCost(c echo.Context, l *limit.Limiter, key string, cost int) error {
	wait, ok := l.TakeMany(key, cost)
	if ok {
		return nil
	}
	return TooMany(c, l.Name, l.Problem, wait)
}

// TooMany notes the limit that a request met, and returns the error, of kind TooMany. The answer then has the
// time to wait.
func TooMany(c echo.Context, limit, problem string, wait time.Duration) error {
	meet(c, limit)
	seconds := int(math.Ceil(wait.Seconds()))
	c.Response().Header().Set("Retry-After", strconv.Itoa(seconds))
	refusal := rules.Errorf(rules.TooMany, problem, "wait %v", wait) // without the key, which may be a name, or a password typed as a name
	refusal.Wait = seconds
	return refusal
}

// AllowAddress is Allow for the address of the request.
func AllowAddress(c echo.Context, l *limit.Limiter) error { return Allow(c, l, Address(c)) }

// AllowVisitor is Allow for the visitor: by person, or by address for a visitor without a session.
func AllowVisitor(c echo.Context, l *limit.Limiter, v *Visitor) error {
	return Allow(c, l, cmp.Or(v.Person.ID, Address(c)))
}

// Address returns the address of a request, as limits distinguish clients.
func Address(c echo.Context) string {
	text := c.RealIP()
	ip, err := netip.ParseAddr(text)
	if err != nil || ip.Is4() { // has only one spelling
		return text
	}
	return AskerAt(ip)
}

// AskerAt returns an address as limits distinguish clients. An IPv6 address counts as its /64 network, because a
// household has any number of addresses in one.
func AskerAt(ip netip.Addr) string {
	if ip = ip.Unmap().WithZone(""); ip.Is4() {
		return ip.String()
	}
	prefix, _ := ip.Prefix(64) // cannot fail: it has 128 bits
	return prefix.String()
}

// HolderOf returns the /48 of an IPv6 address, as AskerAt returns it. Neighbours may share it, so no request is
// rejected because of its holder. There is none for IPv4.
func HolderOf(address string) (holder string, ok bool) {
	network, err := netip.ParsePrefix(address)
	if err != nil {
		return "", false
	}
	prefix, _ := network.Addr().Prefix(48) // cannot fail: it has 128 bits
	return prefix.String(), true
}

// The parts of an address's limits above which it gives way to others. A class behind one address uses more than
// heavyUse only for some seconds, while all open their pages at the same time. Its steady use stays below,
// because its limits of reads and writes refill faster. It never reaches veryHeavyUse, so thirty may log in
// while they open their pages.
const (
	heavyUse      = 0.1 // of the reads or the writes
	veryHeavyUse  = 0.5 // of the same
	heavyLogIns   = 0.5
	heavyRequests = 0.9 // from 1 on they are delayed (Pace)
)

// heavyLogInCost is how many times a log-in counts for the limit of an address that uses more than
// veryHeavyUse. A password is hashed at a normal priority and takes as long as dozens of pages.
const heavyLogInCost = 3

// maxWaitingAt limits the delayed requests of one address. Behind a named proxy an address may have any number
// of connections, and each delayed request takes memory.
const maxWaitingAt = 64
