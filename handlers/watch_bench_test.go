package handlers_test

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"hexclub/handlers/sitetest"
)

// BenchmarkWatch plays 200 games as BenchmarkLive does, without and with viewers of the page of current games:
// each viewer has a stream, and fetches the boards whenever the stream announces a change, as the page does. It
// reports turns a second, how long turns took until the opponent's stream announced them, and how many answers
// viewers had a second. Target: a p95 with 500 viewers of at most 1.3 times the p95 without.
//
// Every table plays one turn in a turnPeriod, far more than people do, and no two at the same moment. There are
// no more tables and viewers than turns, so that a run of one turn is short.
func BenchmarkWatch(b *testing.B) {
	for _, viewers := range []int{0, 50, 500} {
		b.Run(fmt.Sprintf("games=200,viewers=%d", viewers), func(b *testing.B) {
			tables, viewers := min(200, b.N), min(viewers, b.N)
			h := openHall(b)
			records := liveRecords(b)
			var all []*pairOfPlayers
			for i := range tables {
				turns := max(1, b.N/tables)
				if i < b.N%tables {
					turns++
				}
				t := h.table(b, records, i, turns, liveCase{tables: tables, htmx: true})
				t.pause = every(turnPeriod, turnPeriod*time.Duration(i)/time.Duration(tables))
				all = append(all, t)
			}
			w := h.watch(b, viewers)
			var playing sync.WaitGroup
			b.ResetTimer()
			start := time.Now()
			for _, t := range all {
				playing.Go(t.play)
			}
			playing.Wait()
			took := time.Since(start)
			b.StopTimer()
			answers := w.answers.Load()
			w.leave()
			var waits sitetest.Spread
			for _, t := range all {
				if t.err != nil {
					b.Fatal(t.err)
				}
				waits = append(waits, t.waits...)
				t.leave()
			}
			b.ReportMetric(float64(len(waits))/took.Seconds(), "turns/s")
			b.ReportMetric(waits.Percentile(50), "p50-ms")
			b.ReportMetric(waits.Percentile(95), "p95-ms")
			b.ReportMetric(float64(answers)/took.Seconds(), "answers/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

const turnPeriod = 500 * time.Millisecond

// every returns a function that returns once after the delay from its first call, and then once in each period.
func every(period, delay time.Duration) func() {
	var tick *time.Ticker
	return func() {
		if tick == nil {
			<-time.After(delay)
			tick = time.NewTicker(period)
			return
		}
		<-tick.C
	}
}

// viewers are browsers that show the current games.
type viewers struct {
	answers atomic.Int64
	seen    atomic.Pointer[string] // the query of the page's games, as the first viewer read it last
	wires   []*sitetest.Wire
	reading sync.WaitGroup
}

// watch opens the page of current games in many browsers.
func (h *hall) watch(b *testing.B, many int) *viewers {
	b.Helper()
	v := &viewers{}
	v.seen.Store(new(string))
	for i := range many {
		news, err := h.listen("/games/events", "")
		if err != nil {
			b.Fatal(err)
		}
		boards, err := h.dial()
		if err != nil {
			b.Fatal(err)
		}
		v.wires = append(v.wires, news, boards)
		v.reading.Go(func() {
			for news.Event() == nil {
				if v.fetch(h, boards, i == 0) != nil {
					return
				}
			}
		})
	}
	return v
}

// fetch fetches changes. One viewer reads the answer for all, because they show the same.
func (v *viewers) fetch(h *hall, w *sitetest.Wire, reads bool) error {
	_, err := fmt.Fprintf(w, "GET /games/boards?%s HTTP/1.1\r\nHost: %s\r\nHX-Request: true\r\nAccept-Encoding: gzip\r\n\r\n", *v.seen.Load(), h.address)
	if err != nil {
		return err
	}
	answer, err := http.ReadResponse(w.Reader, nil)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusNoContent {
		return fmt.Errorf("the answer is %s", answer.Status)
	}
	v.answers.Add(1)
	if !reads || answer.StatusCode == http.StatusNoContent {
		_, err = io.Copy(io.Discard, answer.Body)
		return err
	}
	return v.read(answer.Body)
}

// read notes the games in an answer.
func (v *viewers) read(body io.Reader) error {
	plain, err := gzip.NewReader(bufio.NewReader(body))
	if err != nil {
		return err
	}
	document, err := goquery.NewDocumentFromReader(plain)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, body)
	query := strings.Join(document.Find("[name=seen]").Map(func(_ int, input *goquery.Selection) string {
		return "seen=" + input.AttrOr("value", "")
	}), "&")
	if document.Find("#watching").Length() > 0 { // the whole list
		v.seen.Store(&query)
	}
	return err
}

// leave closes all browsers.
func (v *viewers) leave() {
	for _, w := range v.wires {
		_ = w.Close()
	}
	v.reading.Wait()
}
