package handlers

import (
	"cmp"
	"math"
	"net/netip"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/rules"
)

// Limits are how often things may be done. They leave room for a club whose
// members all sit behind one address; the zero Limits limit nothing.
type Limits struct {
	LogInsAt  Limit // attempts to log in, by address; from those that use half of their reads or writes they count several times (heavyLogInCost)
	LogInsAs  Limit // the same by the name that is tried, from browsers that do not know the account
	LogInsBy  Limit // the same by the browser, or the person, of those that do
	ResetsAt  Limit // letters with links for new passwords asked for, by address
	ResetsAs  Limit // the same by the account's name
	SignUps   Limit // by address
	Guests    Limit // people who play without an account: new ones, by address
	Games     Limit // games, seeks and challenges asked for, and seats taken, by person
	GamesADay Limit // the same over a day: a bound on what one person has the site store
	Hints     Limit // turns suggested, by person
	Chat      Limit // messages, by person
	Mail      Limit // messages that the site is made to send, by person
	Mailboxes Limit // the same, by the mailbox they go to
	WritesAt  Limit // whatever may change something, by address: a bound on all that the others let through
	WritesAs  Limit // the same by person
	AllAt     Limit // requests of any kind, by address: more than these wait for up to two seconds (pace)
	ReadsAt   Limit // pages and parts of them, by address: expensive ones count several times (readCosts)
	Made      Limit // seasons, ladders, tournaments, invitations and lists of members, by person
	Searches  Limit // lists that are searched for, by person, or address
	Files     Limit // all that there is of somebody's games, or of a tournament, in a file, by person or address
	Drawings  Limit // boards in pixels, by person or address
	WorkingAt int   // pages made at the same time, by address, forms of heavy users (giveWay) and pictures; the others wait; 0 for any number
	StreamsAt int   // streams open at the same time, by address; 0 for any number
	StreamsAs int   // the same by person

	// ConnectionsAt is how many connections one address may have open at the same time,
	// but never more than half of all there may be; 0 for any number.
	ConnectionsAt int
}

// DefaultLimits are those of a site that is open to the world.
//
// ReadsAt is for a class of thirty behind one address. Each browser of theirs reads on
// average two thirds of a page or a board a second while its player is in a live game with
// a turn every five seconds: three clicks within the player's own turn, the opponent's turn,
// and a page now and then. That makes 20 a second. When all thirty watch the current games
// instead it is 30, one a second each; when all click through replays at the same time, two a
// second at a cost of two, it is 120. The limit refills 143 a second. The burst is what thirty
// browsers spend that each open and read 50 pages at a cost of three at once.
//
// WorkingAt keeps an address that spends all of this at once from the processor of others: one
// of its pages is made at a time, up to where its answer begins. The class does not notice,
// because a page takes milliseconds.
//
// AllAt slows down a client that sends requests without end although they are rejected, for which
// the site would have nothing but reading and rejecting them to do. The class stays below it: its
// pages and boards are at most 120 a second, and its static files and its forms fit in the rest
// of 250 and in the burst.
func DefaultLimits() Limits {
	return Limits{
		LogInsAt:  Limit{60, 5 * time.Second},
		LogInsAs:  Limit{10, time.Minute},
		LogInsBy:  Limit{10, time.Minute},
		ResetsAt:  Limit{20, time.Minute},
		ResetsAs:  Limit{3, time.Hour},
		SignUps:   Limit{30, 30 * time.Second},
		Guests:    Limit{60, 5 * time.Second},
		Games:     Limit{20, 10 * time.Second},
		GamesADay: Limit{500, 3 * time.Minute},
		Hints:     Limit{10, 5 * time.Second},
		Chat:      Limit{5, 5 * time.Second},
		Mail:      Limit{5, 10 * time.Minute},
		Mailboxes: Limit{3, 24 * time.Hour},
		WritesAt:  Limit{1200, 100 * time.Millisecond},
		WritesAs:  Limit{120, 500 * time.Millisecond},
		AllAt:     Limit{4500, 4 * time.Millisecond},
		ReadsAt:   Limit{4500, 7 * time.Millisecond},
		Made:      Limit{30, time.Minute},
		Searches:  Limit{60, 500 * time.Millisecond},
		Files:     Limit{30, 10 * time.Second},
		Drawings:  Limit{60, time.Second},
		WorkingAt: 1,
		StreamsAt: 250,
		StreamsAs: 40,

		ConnectionsAt: 500,
	}
}

// limiters hold the site to its Limits.
type limiters struct {
	logInsAt, logInsAs, logInsBy, resetsAt, resetsAs, signUps, guests, games, gamesADay, hints, chat, mail, mailboxes *limiter
	allAt, writesAt, writesAs, readsAt, made, searches, files, drawings                                               *limiter
	allOf, writesOf, readsOf                                                                                          *limiter // by holder of networks (holderOf)
	streamsAt, streamsAs, waitingAt                                                                                   *gauge
	working, drawing                                                                                                  *slots
	connections                                                                                                       int
}

func newLimiters(l Limits, now func() time.Time) *limiters {
	return &limiters{
		logInsAt:  newLimiter("log-ins-at", l.LogInsAt, now, "error.many-log-ins"),
		logInsAs:  newLimiter("log-ins-as", l.LogInsAs, now, "error.many-log-ins"),
		logInsBy:  newLimiter("log-ins-by", l.LogInsBy, now, "error.many-log-ins"),
		resetsAt:  newLimiter("resets-at", l.ResetsAt, now, "error.many-resets"),
		resetsAs:  newLimiter("resets-as", l.ResetsAs, now, "error.many-resets"),
		signUps:   newLimiter("sign-ups", l.SignUps, now, "error.many-sign-ups"),
		guests:    newLimiter("guests", l.Guests, now, "error.many-guests"),
		games:     newLimiter("games", l.Games, now, "error.many-games"),
		gamesADay: newLimiter("games-a-day", l.GamesADay, now, "error.many-games-day"),
		hints:     newLimiter("hints", l.Hints, now, "error.many-hints"),
		chat:      newLimiter("chat", l.Chat, now, "error.many-messages"),
		mail:      newLimiter("mail", l.Mail, now, "error.many-mails"),
		mailboxes: newLimiter("mailboxes", l.Mailboxes, now, "error.many-mails"),
		allAt:     newLimiter("all-at", l.AllAt, now, "error.many-requests"),
		writesAt:  newLimiter("writes-at", l.WritesAt, now, "error.many-requests"),
		writesAs:  newLimiter("writes-as", l.WritesAs, now, "error.many-requests"),
		readsAt:   newLimiter("reads-at", l.ReadsAt, now, "error.many-requests"),
		allOf:     newLimiter("all-of", l.AllAt.ofHolder(), now, "error.many-requests"),
		writesOf:  newLimiter("writes-of", l.WritesAt.ofHolder(), now, "error.many-requests"),
		readsOf:   newLimiter("reads-of", l.ReadsAt.ofHolder(), now, "error.many-requests"),
		made:      newLimiter("made", l.Made, now, "error.many-requests"),
		searches:  newLimiter("searches", l.Searches, now, "error.many-requests"),
		files:     newLimiter("files", l.Files, now, "error.many-requests"),
		drawings:  newLimiter("drawings", l.Drawings, now, "error.many-requests"),
		working:   newSlots("working-at", l.WorkingAt),
		drawing:   newSlots("drawing-at", l.WorkingAt),
		streamsAt: newGauge("streams-at", l.StreamsAt),
		streamsAs: newGauge("streams-as", l.StreamsAs),
		waitingAt: newGauge("waiting-at", maxWaitingAt),

		connections: l.ConnectionsAt,
	}
}

// heavyUser reports whether an address, or the holder of its network, has used so much of a limit
// that it gives way to others.
func (l *limiters) heavyUser(address string) bool {
	return l.trafficAbove(heavyUse, address) || l.heavyHolder(address) || l.logInsAt.used(address) > heavyLogIns || l.allAt.used(address) > heavyRequests
}

// trafficAbove reports whether an address has used more than a part of its reads or its writes.
func (l *limiters) trafficAbove(part float64, address string) bool {
	return l.readsAt.used(address) > part || l.writesAt.used(address) > part
}

// heavyHolder is heavyUser for the holder of an address's network.
func (l *limiters) heavyHolder(address string) bool {
	holder, ok := holderOf(address)
	return ok && (l.readsOf.used(holder) > heavyUse || l.writesOf.used(holder) > heavyUse || l.allOf.used(holder) > heavyRequests)
}

// chargeHolder counts a request of an address for the holder of its network.
func chargeHolder(l *limiter, address string, cost int) {
	if holder, ok := holderOf(address); ok {
		l.charge(holder, cost)
	}
}

// allow returns an *rules.Error of kind TooMany when the asker with the key asks too often. The answer
// then says when to try again.
func allow(c echo.Context, l *limiter, key string) error { return allowCost(c, l, key, 1) }

// allowCost is allow for a request that counts cost times.
func allowCost(c echo.Context, l *limiter, key string, cost int) error {
	wait, ok := l.takeMany(key, cost)
	if ok {
		return nil
	}
	return tooMany(c, l.name, l.problem, wait)
}

// tooMany notes with a request which limit it met and returns the error, of kind TooMany. The
// answer then says how long to wait.
func tooMany(c echo.Context, limit, problem string, wait time.Duration) error {
	meet(c, limit)
	seconds := int(math.Ceil(wait.Seconds()))
	c.Response().Header().Set("Retry-After", strconv.Itoa(seconds))
	refusal := rules.Errorf(rules.TooMany, problem, "wait %v", wait) // the key may be a name, or a password typed for one
	refusal.Wait = seconds
	return refusal
}

// allowAddress is allow for the address of the request.
func allowAddress(c echo.Context, l *limiter) error { return allow(c, l, address(c)) }

// allowVisitor is allow for the visitor: by person, or by address if the visitor is not known yet.
func allowVisitor(c echo.Context, l *limiter, v *visitor) error {
	return allow(c, l, cmp.Or(v.person.ID, address(c)))
}

// address returns the address that a request comes from, as limits tell askers apart.
func address(c echo.Context) string {
	text := c.RealIP()
	ip, err := netip.ParseAddr(text)
	if err != nil || ip.Is4() { // which is written in one way only
		return text
	}
	return askerAt(ip)
}

// askerAt returns an address as limits tell askers apart. An address of version 6 counts as its /64
// network, because a household has any number of addresses in one.
func askerAt(ip netip.Addr) string {
	if ip = ip.Unmap().WithZone(""); ip.Is4() {
		return ip.String()
	}
	prefix, _ := ip.Prefix(64) // never fails: it has 128 bits
	return prefix.String()
}

// holderOf returns the /48 that an address of version 6, as askerAt has it, is in. Neighbours may
// share it, so no request is rejected for what its holder uses. There is none for version 4.
func holderOf(address string) (holder string, ok bool) {
	network, err := netip.ParsePrefix(address)
	if err != nil {
		return "", false
	}
	prefix, _ := network.Addr().Prefix(48) // never fails: it has 128 bits
	return prefix.String(), true
}

// The parts of an address's limits from which on it gives way to others. A class behind one address
// uses more than heavyUse only for some seconds, while all open their pages at the same time. Its
// steady use stays below, because its limits of reads and writes refill faster. It never reaches
// veryHeavyUse, so thirty may log in while they open their pages.
const (
	heavyUse      = 0.1 // of the reads or the writes
	veryHeavyUse  = 0.5 // of the same
	heavyLogIns   = 0.5
	heavyRequests = 0.9 // from 1 on they wait (pace)
)

// heavyLogInCost is how many times a log-in counts for the limit of an address that uses more than
// veryHeavyUse. A password is hashed at a normal priority and takes as long as dozens of pages.
const heavyLogInCost = 3

// maxWaitingAt is how many requests of one address may wait because it sends too many. Behind a named
// proxy an address may have any number of connections, and each request that waits takes memory.
const maxWaitingAt = 64
