package ops

import (
	"encoding/json"
	"net/http"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Monitoring is what answers on the address for metrics, which is the operator's own:
// the metrics, and how the site does, with all details. There are metrics only where the
// Config asked for them.
func (a *Area) Monitoring() http.Handler {
	mux := http.NewServeMux()
	if a.Metrics != nil {
		mux.Handle("GET /metrics", promhttp.HandlerFor(a.Metrics.Registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError}))
	}
	mux.HandleFunc("GET /healthz", a.Healthz)
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		r := a.healthNow()
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(r.status())
		_ = json.NewEncoder(w).Encode(r.private()) // who asked is gone
	})
	return mux
}
