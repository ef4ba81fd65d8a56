package rules

import (
	"slices"
	"strings"
)

// Ending returns how positions write the end of a game: "win", the seats that
// won without anything between, ":" and the reason, as in "win1:resignation"
// and "win13:line"; or "draw" and the reason, with the seats that share it
// where others do not: "draw:agreement", "draw13:full". Points are not
// written.
func (r Result) Ending() string {
	text := "win"
	if r.Drawn {
		text = "draw"
	}
	if !r.Drawn || slices.Contains(r.Places[:], 2) {
		for _, seat := range r.first() {
			text += string(rune('0' + seat))
		}
	}
	return text + ":" + string(r.Reason)
}

// ParseEnding reads what Ending writes of a game with so many seats that ends
// by one of the game's own reasons, or of the platform's; ok is false for
// anything else. The result has no points.
func ParseEnding(text string, seats int, own []Reason) (r Result, ok bool) {
	outcome, reason, _ := strings.Cut(text, ":")
	if !slices.Contains(own, Reason(reason)) && !slices.Contains(PlatformReasons(), Reason(reason)) {
		return Result{}, false
	}
	list, drawn := strings.CutPrefix(outcome, "draw")
	if !drawn {
		list = strings.TrimPrefix(outcome, "win")
	}
	r = Result{Reason: Reason(reason), Drawn: drawn}
	for i := range min(seats, MaxSeats) {
		r.Places[i] = 2
		if drawn && list == "" || strings.ContainsRune(list, rune('1'+i)) {
			r.Places[i] = 1
		}
	}
	if len(r.first()) == 0 || r.Ending() != text { // what was read too kindly is not written back
		return Result{}, false
	}
	return r, true
}
