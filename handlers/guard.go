package handlers

import (
	"fmt"
	"net/http"
)

// A guard is what every request passes before it reaches an area.
type guard struct {
	*site
	background  *slots   // one for the requests of all heavy users (giveWay), and one for rejected requests
	lowPriority *threads // of requests that run at a low priority
	origin      *http.CrossOriginProtection
	compressor  *compressor
}

func newGuard(site *site, compressor *compressor) (*guard, error) {
	g := &guard{
		site: site, background: newSlots("background", 1), lowPriority: newThreads(), origin: http.NewCrossOriginProtection(), compressor: compressor,
	}
	if site.url != nil {
		if err := g.origin.AddTrustedOrigin(g.fullURL("")); err != nil {
			return nil, fmt.Errorf("public address: %w", err)
		}
	}
	return g, nil
}
