package club

// A dayList is the lines of a list that belong to a day.
type dayList[L any] struct {
	Day   string
	Lines []L
}

// byDay groups the lines of a list, in their order, by the day that a function returns.
func byDay[L any](lines []L, day func(L) string) (days []dayList[L]) {
	for _, line := range lines {
		last := len(days) - 1
		if last < 0 || days[last].Day != day(line) {
			days = append(days, dayList[L]{Day: day(line)})
			last++
		}
		days[last].Lines = append(days[last].Lines, line)
	}
	return days
}
