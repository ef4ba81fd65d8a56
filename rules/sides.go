package rules

// Sides returns which side each seat is on, by seat from 1, in a game with so
// many seats: sides are numbered from 1 in the order of their first seats, and
// seats of one colour are one side, for they win together. Seats that the game
// has not are on side 0. Count is how many sides there are.
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
