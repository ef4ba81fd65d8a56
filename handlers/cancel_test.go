package handlers_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/rulestest"
)

// A client that disconnects while its page is made causes no error, wherever the work stops. The log has status
// 499, or that of an answer that was ready.
func TestCancelledReadsAreNoFailures(t *testing.T) {
	t.Parallel()
	w, log := sitetest.BuildWorld(t).CopyOf(t), &sitetest.LogBuffer{}
	app := sitetest.NewApp(t, web.Config{
		DB: w.DB, Log: slog.New(slog.NewJSONHandler(log, nil)), Now: w.Now,
		URL: "http://hex.example", SMTP: "smtp://127.0.0.1:1", MailFrom: "club@hex.example",
	})
	w.App, w.Router = app, app.Router()
	gone := 0
	for _, route := range w.Routes(t) {
		if !strings.HasPrefix(route, "GET ") || strings.HasSuffix(route, "/events") {
			continue
		}
		method, address, _ := w.Request(route, "over", "admin")
		for _, left := range []int{0, 4, 12, 40} {
			request := httptest.NewRequestWithContext(rulestest.CancelAfter(t.Context(), left), method, address, http.NoBody)
			request.Host = "hex.example"
			w.Send(request, "admin")
		}
	}
	for _, line := range log.Logged(t) {
		status, _ := line["status"].(float64)
		if status == 499 {
			gone++
		} else if status >= 500 || line["level"] == "ERROR" {
			t.Errorf("a cancelled request is logged as %v", line)
		}
	}
	if gone < 100 {
		t.Errorf("%d requests are logged as cancelled", gone)
	}
}
