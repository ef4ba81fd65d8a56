package rules

import (
	"slices"
	"strings"
)

// Ending returns the end of a game as positions write it. A win is "win", the
// winning seats without separators, ":" and the reason: "win1:resignation",
// "win13:line". A draw is "draw", ":" and the reason, with the seats that
// share it when others do not: "draw:agreement", "draw13:full". Points are not
// included.
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

// ParseEnding parses the output of Ending for a game with the given number of
// seats. The reason must be one of the game's own or of the platform's. It
// returns false for anything else. The result has no points.
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
	if len(r.first()) == 0 || r.Ending() != text { // rejects texts that the loop above accepts too leniently
		return Result{}, false
	}
	return r, true
}
