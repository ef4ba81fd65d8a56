package page

import (
	"strconv"

	"hexclub/rules"
	"hexclub/views/i18n"
)

// SeatWords names a seat by its number, its colour, and the other seat of its team.
func SeatWords(t *i18n.Catalog, info rules.Info, seat rules.Seat) string {
	colour := info.Colours[seat-1]
	pairs := []string{"Seat", strconv.Itoa(int(seat)), "Colour", t.T("colour." + colour)}
	for i, other := range info.Colours {
		if mate := rules.Seat(i + 1); mate != seat && other == colour {
			return t.T("setup.seat-team", append(pairs, "Mate", strconv.Itoa(int(mate)))...)
		}
	}
	return t.T("setup.seat-number", pairs...)
}

// SeatColour returns the name of a seat's colour.
func SeatColour(t *i18n.Catalog, info rules.Info, seat rules.Seat) string {
	return t.T("colour." + info.Colours[seat-1])
}
