package play

import (
	"html/template"
	"time"

	"hexclub/db"
	"hexclub/handlers/cache"
	"hexclub/handlers/compress"
	"hexclub/handlers/search"
	"hexclub/handlers/web"
	"hexclub/views/i18n"
)

// An Area has the handlers of games.
type Area struct {
	*web.Site
	current     *cache.Shared[*currentList]
	currentNews *cache.Throttle                        // publishes changes of current
	seeks       map[string]*cache.Shared[*seekList]    // by the key of the game; empty for all games
	thumbnails  cache.Recent[thumbnail, template.HTML] // of front pages
	searches    *search.Pool                           // all searches of bots
	hints       web.Suggester
	botWait     time.Duration // how long an answer without JavaScript waits for bots
	compressor  *compress.Compressor

	// outcome describes how a pairing ended; empty while it is open.
	outcome func(t *i18n.Catalog, p db.Pairing) (string, error)
}

// New returns the area. botWait is how long a page without scripts waits for bots. outcome returns the text
// about the result of a pairing.
func New(site *web.Site, pool *search.Pool, hints web.Suggester, compressor *compress.Compressor, botWait time.Duration,
	outcome func(*i18n.Catalog, db.Pairing) (string, error),
) *Area {
	a := &Area{Site: site, thumbnails: cache.Recent[thumbnail, template.HTML]{Most: maxThumbnails}, searches: pool, hints: hints, botWait: botWait, compressor: compressor, outcome: outcome}
	a.current = &cache.Shared[*currentList]{Build: a.loadCurrent, MaxAge: listPeriod, Now: site.Now}
	a.seeks = a.newSeeks()
	a.currentNews = &cache.Throttle{
		Period: listPeriod, Announce: a.announceGames, Now: site.Now, After: func(d time.Duration, f func()) { time.AfterFunc(d, f) },
	}
	site.CurrentChanged = a.currentNews.Changed
	site.SeekChanged = func(key string) {
		for _, key := range []string{"", key} {
			if seeks := a.seeks[key]; seeks != nil { // a game of a later version has no list
				seeks.Expire()
			}
		}
	}
	site.Peers.OnChange(func(topic string) {
		if topic == web.GamesTopic || topic == "" {
			a.current.Expire()
		}
		if topic == web.LobbyTopic || topic == "" {
			for _, seeks := range a.seeks {
				seeks.Expire()
			}
		}
	})
	return a
}
