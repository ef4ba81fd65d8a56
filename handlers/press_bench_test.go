package handlers_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"hexclub/handlers/sitetest"
)

// timed measures the times from a press on a cell until the cell shows its piece, and until the answer is on the page.
const timed = `(() => {
	document.addEventListener("pointerdown", () => {
		const start = performance.now();
		window.shown = window.swapped = 0;
		const look = () => {
			const ghost = document.querySelector(".open:is(:active, .htmx-request) .ghost");
			if (ghost && getComputedStyle(ghost).display !== "none") window.shown = performance.now() - start;
			else requestAnimationFrame(look);
		};
		requestAnimationFrame(look);
		document.addEventListener("htmx:afterSettle", () => (window.swapped = performance.now() - start), { once: true });
	}, true);
})()`

// BenchmarkPress presses cells of Hexone on a phone, with a network that takes some time for each answer. It reports
// the medians of the times until the cell shows its piece, and until the answer is on the page. Targets: 50 ms, and
// 60 ms more than the network takes.
func BenchmarkPress(b *testing.B) {
	for _, latency := range []int{0, 150} {
		b.Run(fmt.Sprintf("latency=%dms", latency), func(b *testing.B) {
			s, browser := sitetest.New(b), sitetest.NewBrowser(b)
			c := s.Client(b).Confirming()
			game := c.DeviceGame()
			p := browser.Person(s, sitetest.Phone)
			p.Bring(timed + fmt.Sprintf(`;
				const send = XMLHttpRequest.prototype.send;
				XMLHttpRequest.prototype.send = function (...all) { setTimeout(() => send.apply(this, all), %d); };`, latency))
			p.ComesAs(c)
			var shown, swapped []float64
			for b.Loop() {
				p.Open(game)
				p.Has("#board")
				p.Click("#board .open.free")
				p.Until("window.swapped > 0 && window.shown > 0")
				for times, name := range map[*[]float64]string{&shown: "shown", &swapped: "swapped"} {
					ms, err := strconv.ParseFloat(p.Evaluate("String(window."+name+")"), 64)
					if err != nil {
						b.Fatal(err)
					}
					*times = append(*times, ms)
				}
			}
			for name, times := range map[string][]float64{"shown": shown, "answered": swapped} {
				slices.Sort(times)
				b.ReportMetric(times[len(times)/2], "ms/"+name)
			}
		})
	}
}
