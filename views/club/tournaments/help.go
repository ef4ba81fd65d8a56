package tournaments

import (
	"strconv"
	"strings"

	"hexclub/views/i18n"
)

// beginHelp describes the consequences of starting a tournament.
func (in Input) beginHelp(t *i18n.Catalog) string {
	help := []string{t.T("tournament.begin-help")}
	if late := in.Format.Late; in.Format.Kind == swiss && late > 0 {
		help = append(help, t.T("tournament.begin-late", "Round", strconv.Itoa(late)))
	} else {
		help = append(help, t.T("tournament.begin-closes"))
	}
	if in.Format.Rounds > 0 {
		help = append(help, t.N("tournament.rounds-count", in.Format.Rounds))
	} else if len(in.Entrants) > 1 {
		help = append(help, t.N("tournament.rounds-advised", in.Entry.Advised))
	}
	return strings.Join(append(help, in.startWords(t)), " ")
}

// lateHelp describes what a late entrant misses; it is empty for nothing.
func (in Input) lateHelp(t *i18n.Catalog) string {
	if !in.Entry.Enterable || in.Round == 0 {
		return ""
	}
	return t.T("tournament.enter-late", "Round", strconv.Itoa(in.Round+1)) + " " + in.missedWords(t)
}

// unplaced reports whether an entrant is in no published round. An entrant who withdraws then has
// not taken part.
func (in Input) unplaced(e Entrant) bool {
	return in.Round == 0 || e.From > in.Round
}

// leaveHelp describes the consequences of withdrawing, for the entrant.
func (in Input) leaveHelp(t *i18n.Catalog, e Entrant) string {
	if !in.unplaced(e) {
		return t.T("tournament.leave-running") + " " + in.leftHelp(t)
	}
	again := t.T("tournament.leave-again")
	switch {
	case !in.Entry.Enterable:
		again = t.T("tournament.leave-closed")
	case in.Entry.Closed:
		again = t.T("tournament.leave-ask")
	}
	return t.T("tournament.leave-before") + " " + again
}

// removeHelp describes the consequences of removing an entrant, for an organiser.
func (in Input) removeHelp(t *i18n.Catalog) string {
	if in.Round == 0 {
		return t.T("tournament.remove-before")
	}
	help := t.T("tournament.remove-running") + " " + in.leftHelp(t)
	for _, e := range in.Entrants {
		if in.unplaced(e) {
			return help + " " + t.T("tournament.remove-late")
		}
	}
	return help
}

// leftHelp describes what happens to the results and later opponents of an entrant who withdraws
// after the first round.
func (in Input) leftHelp(t *i18n.Catalog) string {
	switch in.Format.Kind {
	case swiss:
		return t.T("tournament.left-swiss")
	case knockout:
		return t.T("tournament.left-knockout")
	}
	return t.T("tournament.struck-help") + " " + t.T("tournament.left-robin")
}
