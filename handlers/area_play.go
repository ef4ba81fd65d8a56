package handlers

import (
	"hexclub/db"
	"hexclub/views/i18n"
	"time"
)

// A playArea is where games are found, played, watched and looked at again.
type playArea struct {
	*site
	current     *shared[*currentList]
	currentNews *throttle                     // announces current
	seeks       map[string]*shared[*seekList] // by the key of their game; empty for all games
	thumbnails  thumbnails                    // of desks
	thinkers    *thinkers                     // all searches of games
	hints       suggester
	patience    time.Duration // with bots, of those whose pages do not follow
	compressor  *compressor

	// outcome returns how a pairing ended, in words; empty while it is open.
	outcome func(t *i18n.Catalog, p db.Pairing) (string, error)
}

func newPlayArea(site *site, search *thinkers, hints suggester, compressor *compressor, patience time.Duration,
	outcome func(*i18n.Catalog, db.Pairing) (string, error),
) *playArea {
	a := &playArea{site: site, thinkers: search, hints: hints, patience: patience, compressor: compressor, outcome: outcome}
	a.current = &shared[*currentList]{build: a.loadCurrent, maxAge: listPeriod, now: site.Now}
	a.seeks = a.newSeeks()
	a.currentNews = &throttle{
		period: listPeriod, announce: a.announceGames, now: site.Now, after: func(d time.Duration, f func()) { time.AfterFunc(d, f) },
	}
	site.currentChanged = a.currentNews.changed
	site.seekChanged = func(key string) {
		for _, key := range []string{"", key} {
			if seeks := a.seeks[key]; seeks != nil { // a later version may have more games
				seeks.expire()
			}
		}
	}
	return a
}
