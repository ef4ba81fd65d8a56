package page

// A DayList is the lines of a list that belong to a day.
type DayList[L any] struct {
	Day   string
	Lines []L
}

// ByDay groups the lines of a list, in their order, by the day that a function returns.
func ByDay[L any](lines []L, day func(L) string) (days []DayList[L]) {
	for _, line := range lines {
		last := len(days) - 1
		if last < 0 || days[last].Day != day(line) {
			days = append(days, DayList[L]{Day: day(line)})
			last++
		}
		days[last].Lines = append(days[last].Lines, line)
	}
	return days
}
