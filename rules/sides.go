package rules

// Sides returns the side of each seat, by seat from 1, in a game with the
// given number of seats, and the number of sides. Seats of one colour win
// together and form one side. Sides are numbered from 1 in the order of their
// first seats. Seats that the game does not have are on side 0.
func (i Info) Sides(seats int) (of [MaxSeats + 1]int8, count int) {
	for seat := 1; seat <= seats; seat++ {
		for other := 1; other < seat; other++ {
			if i.Colours[other-1] == i.Colours[seat-1] {
				of[seat] = of[other]
			}
		}
		if of[seat] == 0 {
			count++
			of[seat] = int8(count)
		}
	}
	return of, count
}
