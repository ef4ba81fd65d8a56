package gate

import (
	"fmt"
	"net/http"

	"hexclub/handlers/compress"
	"hexclub/handlers/limit"
	"hexclub/handlers/web"
)

// A Guard has the middleware that every request passes before it reaches an area.
type Guard struct {
	*web.Site
	background  *limit.Slots // one for the requests of all heavy users (giveWay), and one for rejected requests
	lowPriority *threads     // of requests that run at a low priority
	origin      *http.CrossOriginProtection
	Compressor  *compress.Compressor
}

// New returns the middleware of a site. It fails if the site's public address is no origin.
func New(site *web.Site, compressor *compress.Compressor) (*Guard, error) {
	g := &Guard{
		Site: site, background: limit.NewSlots("background", 1), lowPriority: newThreads(), origin: http.NewCrossOriginProtection(), Compressor: compressor,
	}
	if site.URL != nil {
		if err := g.origin.AddTrustedOrigin(g.FullURL("")); err != nil {
			return nil, fmt.Errorf("public address: %w", err)
		}
	}
	return g, nil
}
