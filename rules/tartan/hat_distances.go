package tartan

// The paths of hats: over petals, whatever lies on them, and never back to the
// middle of the board where they start. The tables are by bit, filled once and
// never changed. They ignore that a hat can block the other.
var (
	hatSteps = hatStepsTable()
	nearer   = nearerTable() // the petals closer to a hat on the first bit than to one on the second
	within   = withinTable() // the petals within so many steps of a hat, including its own
)

// never is more steps than to any petal.
const never = 16

func hatStepsTable() (table [64][64]uint8) {
	for from := range table {
		for to := range table[from] {
			table[from][to] = never
		}
		reached := board & (1 << from)
		for n := uint8(0); reached != 0; n++ {
			for set := reached; set != 0; set &= set - 1 {
				table[from][set.first()] = min(table[from][set.first()], n)
			}
			further := cells(0)
			for set := reached.touching() & petals; set != 0; set &= set - 1 {
				if table[from][set.first()] == never {
					further |= 1 << set.first()
				}
			}
			reached = further
		}
	}
	return table
}

func nearerTable() (table [64][64]cells) {
	for a := range table {
		for b := range table[a] {
			for set := petals; set != 0; set &= set - 1 {
				if i := set.first(); hatSteps[a][i] < hatSteps[b][i] {
					table[a][b] |= 1 << i
				}
			}
		}
	}
	return table
}

func withinTable() (table [64][4]cells) {
	for i := range table {
		for n := range table[i] {
			for set := petals; set != 0; set &= set - 1 {
				if int(hatSteps[i][set.first()]) <= n {
					table[i][n] |= 1 << set.first()
				}
			}
		}
	}
	return table
}
