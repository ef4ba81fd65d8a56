package ops

import (
	"encoding/json"
	"net/http"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Monitoring returns the handler of the operator's private address: metrics, if the Config enables
// them, and health with all details.
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
		_ = json.NewEncoder(w).Encode(r.private()) // the client has left
	})
	return mux
}
