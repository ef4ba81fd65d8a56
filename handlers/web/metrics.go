package web

import (
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// metrics are the counters for Prometheus. Values that are read on request are in metrics_read.go. Labels have
// few values, whatever clients send. A nil *metrics counts nothing.
type metrics struct {
	Registry *prometheus.Registry
	requests *prometheus.CounterVec   // by method, route and class of status
	answers  *prometheus.HistogramVec // seconds, by route
	turns    *prometheus.HistogramVec // seconds to commit one, by game
	events   *prometheus.CounterVec   // security events, by name
	limits   *prometheus.CounterVec   // rejected requests, by limit
	delays   prometheus.Counter       // delayed requests (Pace)
}

// NewMetrics returns metrics with a registry of their own.
func NewMetrics(version string, read prometheus.Collector) *metrics {
	m := &metrics{
		Registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hexclub_http_requests_total", Help: "Requests, by route pattern.",
		}, []string{"method", "route", "status"}),
		answers: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "hexclub_http_request_duration_seconds", Help: "Time to answer a request.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
		}, []string{"route"}),
		turns: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "hexclub_turn_commit_duration_seconds", Help: "Time to judge and store an accepted turn.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5},
		}, []string{"game"}),
		events: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hexclub_security_events_total", Help: "Security events of the log, such as log-ins and rejected requests.",
		}, []string{"event"}),
		limits: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hexclub_limit_refusals_total", Help: "Requests rejected by rate limits.",
		}, []string{"limit"}),
		delays: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "hexclub_requests_delayed_total", Help: "Requests delayed because their address sent too many.",
		}),
	}
	build := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "hexclub_build_info", Help: "1, with the versions of the program and of Go as labels.",
	}, []string{"version", "go"})
	build.WithLabelValues(version, runtime.Version()).Set(1)
	m.Registry.MustRegister(m.requests, m.answers, m.turns, m.events, m.limits, m.delays, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), read)
	return m
}

// Request counts an answered request.
func (m *metrics) Request(method, route string, status int, took time.Duration) {
	if m == nil {
		return
	}
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost:
	default:
		method = "other"
	}
	m.requests.WithLabelValues(method, route, classOf(status)).Inc()
	m.answers.WithLabelValues(route).Observe(took.Seconds())
}

// classOf returns the class of a status, such as "2xx".
func classOf(status int) string {
	if status < 100 || status > 599 {
		return "other"
	}
	return strconv.Itoa(status/100) + "xx"
}

// Turn counts a committed turn.
func (m *metrics) Turn(game string, took time.Duration) {
	if m != nil {
		m.turns.WithLabelValues(game).Observe(took.Seconds())
	}
}

// event counts a security event.
func (m *metrics) event(name string) {
	if m != nil {
		m.events.WithLabelValues(name).Inc()
	}
}

// refused counts a request over a limit.
func (m *metrics) refused(limit string) {
	if m != nil {
		m.limits.WithLabelValues(limit).Inc()
	}
}

// Delay counts a delayed request.
func (m *metrics) Delay() {
	if m != nil {
		m.delays.Inc()
	}
}
