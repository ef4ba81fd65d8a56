package limit

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"
	"time"
)

// MaxKeys is the number of askers that a limiter remembers. Each takes about 100 bytes, however
// long its key is.
const MaxKeys = 10_000

// A Limiter limits each of many askers. It is a leaky bucket: it has room for a burst, and one drop
// leaks out each Limit.Every.
type Limiter struct {
	Name    string // in logs and metrics
	limit   Limit
	now     func() time.Time
	Problem string // key of the message for an asker over the limit

	// Relay is called for each request that was counted by Take, with its asker for Receive, so that other programs count it
	// too. Nil for none. It must not wait.
	Relay func(asker string)

	mu    sync.Mutex
	empty map[asker]time.Time // when an asker's bucket will be empty; missing askers have an empty one
}

// An asker is the start of the hash of a key. Keys may be long, because users type some of them.
type asker [16]byte

func askerOf(key string) asker {
	sum := sha256.Sum256([]byte(key))
	return asker(sum[:16])
}

// NewLimiter returns a Limiter. problem is the key of the message about a rejected request.
func NewLimiter(name string, limit Limit, now func() time.Time, problem string) *Limiter {
	return &Limiter{Name: name, limit: limit, now: now, Problem: problem, empty: map[asker]time.Time{}}
}

// Take counts a request of the asker with the key and reports whether it is within the limit. If not,
// wait is the time until the next one is.
func (l *Limiter) Take(key string) (wait time.Duration, ok bool) { return l.TakeMany(key, 1) }

// TakeMany is like Take for a request that counts cost times, but at most the whole burst.
func (l *Limiter) TakeMany(key string, cost int) (wait time.Duration, ok bool) {
	if l.limit.Burst == 0 || cost == 0 {
		return 0, true
	}
	cost = min(cost, l.limit.Burst)
	now, who := l.now(), askerOf(key)
	l.mu.Lock()
	defer l.mu.Unlock()
	empty := l.level(who, now).Add(time.Duration(cost) * l.limit.Every)
	if wait := empty.Sub(now) - l.burst(); wait > 0 {
		return wait, false
	}
	l.fill(who, empty, now)
	if l.Relay != nil {
		for range cost {
			l.Relay(hex.EncodeToString(who[:]))
		}
	}
	return 0, true
}

// Receive counts a request that another program has counted.
func (l *Limiter) Receive(from string) {
	var who asker
	if n, err := hex.Decode(who[:], []byte(from)); n != len(who) || err != nil {
		return // of a newer program
	}
	now := l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	empty := l.level(who, now).Add(l.limit.Every)
	l.fill(who, now.Add(min(empty.Sub(now), 2*l.burst())), now)
}

// Delay counts a request of the asker with the key, and returns how long it has to wait to stay
// within the limit, but at most longest.
func (l *Limiter) Delay(key string, longest time.Duration) time.Duration {
	if l.limit.Burst == 0 {
		return 0
	}
	now, who := l.now(), askerOf(key)
	l.mu.Lock()
	defer l.mu.Unlock()
	wait := min(l.level(who, now).Add(l.limit.Every).Sub(now)-l.burst(), longest)
	l.fill(who, now.Add(l.burst()+wait), now)
	return max(0, wait)
}

// Used returns the used part of the burst of the asker with the key: 0 for nothing, 1 for all, and
// up to 2 after Charge.
func (l *Limiter) Used(key string) float64 {
	if l.limit.Burst == 0 {
		return 0
	}
	now, who := l.now(), askerOf(key)
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.level(who, now).Sub(now).Seconds() / l.burst().Seconds()
}

// Charge counts work that is already done, cost times. It may exceed the burst by at most one
// burst.
func (l *Limiter) Charge(key string, cost int) {
	if l.limit.Burst == 0 || cost == 0 {
		return
	}
	now, who := l.now(), askerOf(key)
	l.mu.Lock()
	defer l.mu.Unlock()
	full := l.level(who, now).Sub(now) + time.Duration(cost)*l.limit.Every
	l.fill(who, now.Add(min(full, 2*l.burst())), now)
}

// burst returns the time in which a full bucket leaks out.
func (l *Limiter) burst() time.Duration { return time.Duration(l.limit.Burst) * l.limit.Every }

// level returns when the bucket of an asker will be empty: now for an unknown asker. The caller
// holds l.mu.
func (l *Limiter) level(who asker, now time.Time) time.Time {
	if empty := l.empty[who]; empty.After(now) {
		return empty
	}
	return now
}

// fill sets when the bucket of an asker will be empty. The caller holds l.mu.
func (l *Limiter) fill(who asker, empty, now time.Time) {
	if _, known := l.empty[who]; !known && len(l.empty) >= MaxKeys {
		l.forget(now)
	}
	l.empty[who] = empty
}

// forget makes room. It deletes empty buckets and, if these are too few, others: then very many
// addresses send requests, and some of them get a new bucket. The caller holds l.mu.
func (l *Limiter) forget(now time.Time) {
	for key, empty := range l.empty {
		if !empty.After(now) {
			delete(l.empty, key)
		}
	}
	for key := range l.empty {
		if len(l.empty) <= MaxKeys*3/4 {
			return
		}
		delete(l.empty, key)
	}
}

// A Gauge counts how many of something each asker has at the same time.
type Gauge struct {
	Name  string // in logs and metrics
	most  int    // for each; 0 for any number
	mu    sync.Mutex
	count map[string]int
}

// NewGauge returns a Gauge that admits most at once for each asker; 0 for any number.
func NewGauge(name string, most int) *Gauge {
	return &Gauge{Name: name, most: most, count: map[string]int{}}
}

// Enter reports whether the asker with the key may have one more. If so, the caller must Leave.
func (g *Gauge) Enter(key string) (ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.most > 0 && g.count[key] >= g.most {
		return false
	}
	g.count[key]++
	return true
}

// Total returns the number for all askers together.
func (g *Gauge) Total() (n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, count := range g.count {
		n += count
	}
	return n
}

// Leave ends what Enter began.
func (g *Gauge) Leave(key string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.count[key]--; g.count[key] == 0 {
		delete(g.count, key)
	}
}

// A Limit is a permitted rate: Burst times at once, and then once each Every. The zero Limit limits
// nothing.
type Limit struct {
	Burst int
	Every time.Duration
}

// OfHolder returns the limit of all networks of one holder.
func (l Limit) OfHolder() Limit { return Limit{l.Burst * networksOfHolder, l.Every / networksOfHolder} }

// networksOfHolder is how many times the limit of one IPv6 network the networks of one holder have
// together. Providers assign a /56 or a /48, which is 256 or 65,536 networks, as easily as one.
const networksOfHolder = 8
