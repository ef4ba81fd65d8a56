package club

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"hexclub/rules/record"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A LogPage is a page of the audit log.
type LogPage struct {
	page.Frame
	Groups  []page.Tab    // of acts
	Acts    []page.Option // to filter by
	Act     string        // or a group
	Person  string        // name to filter by
	Problem string
	Refused string // why an act could not be undone; empty for no reason
	Lines   []LogLine
	Older   string // address of older entries; empty for none
	Newest  string // address of the first page; empty on it
}

// Filtered reports whether entries were chosen by more than a group.
func (p LogPage) Filtered() bool {
	return p.Person != "" || p.Problem != "" || p.Act != "" && ActsOf(p.Act) == nil
}

// A LogLine is an entry in words.
type LogLine struct {
	Avatar string // of the author
	At     page.Moment
	Day    string      // in words
	Clock  page.Moment // its time on that day
	Text   string
	Reason string // as given; empty for none
	Names  string // of the people of an act about several; empty for none
	Href   string // address of its subject; empty for none
	Undo   string // address to undo it; empty if the reader cannot
	Away   string // address to put away a decision about the reader; empty elsewhere
}

// day returns the day of the entry.
func (l LogLine) day() string { return l.Day }

// A LogEntry is an entry as stored.
type LogEntry struct {
	At          time.Time
	Act         string
	Author      string            // id; empty for the operator
	By, Subject string            // current names
	Href        string            // page about its subject
	Detail      map[string]string // by name; the suffix of a name says what the value is
	People      map[string]string // names of people in the details, by id
}

// LoggedActs returns all acts of the log, in the order of the filter.
func LoggedActs() []string {
	return []string{
		"role", "first-admin", "account-made", "reset-link", "sessions-revoked", "sessions-all", "deleted", "import", "invite", "invite-role", "role-joined", "invite-member", "invite-members", "revoke", "revoke-member", "revoke-all",
		"renamed", "member-renamed", "member-removed", "account-closed", "account-opened", "account-deleted", "address-banned", "address-let-in", "message-removed", "guest-message-removed",
		"club-name", "club-welcome", "club-sign-up", "club-guests", "club-zone", "restored",
		"season-new", "season-continued", "season-name", "season-status",
		"pairing-entered", "pairing-decided", "pairing-corrected", "pairing-off", "pairing-replaced", "pairing-undone", "pairing-confirmed",
		"tournament-made", "tournament-edited", "tournament-about", "tournament-entrant", "tournament-entrants", "tournament-entrants-removed", "tournament-walk-ins", "tournament-numbers", "tournament-begun", "tournament-entry",
		"tournament-withdrawn", "tournament-paused", "tournament-resumed",
		"round-published", "round-opened", "round-relaxed", "round-retracted", "round-swapped", "round-deadline", "round-note", "tournament-finished", "tournament-reopened", "tournament-off",
		"ladder-made", "ladder-carried", "ladder-set", "ladder-about", "ladder-closed", "ladder-opened",
		"ladder-recorded", "ladder-result", "ladder-ordered", "ladder-drawn", "ladder-placed", "ladder-added", "ladder-members", "ladder-members-removed", "ladder-removed", "challenge-won", "challenge-drawn", "challenge-lapsed",
	}
}

// NoteForOrganisers reports whether only organisers read the reason of an act: the note of an invitation, or why an account
// was deleted.
func NoteForOrganisers(act string) bool {
	return slices.Contains([]string{"invite", "invite-role", "revoke", "account-deleted"}, act)
}

// logGroups are the groups of acts, with what their names begin with. Members have all other acts.
var logGroups = []struct{ name, key, starts string }{
	{"members", "club.members", ""},
	{"ladders", "log.ladders", "ladder- challenge-"},
	{"tournaments", "log.tournaments", "tournament- round-"},
	{"pairings", "log.pairings", "pairing-"},
	{"seasons", "season.all", "season-"},
	{"club", "nav.club", "club- restored"},
}

// ActsOf returns the acts of a group; none for any other name.
func ActsOf(group string) (acts []string) {
	for _, act := range LoggedActs() {
		in := logGroups[0].name
		for _, g := range logGroups[1:] {
			if slices.ContainsFunc(strings.Fields(g.starts), func(start string) bool { return strings.HasPrefix(act, start) }) {
				in = g.name
			}
		}
		if in == group {
			acts = append(acts, act)
		}
	}
	return acts
}

// NewLogGroups returns links to the entries of each group. href returns the address of the entries with an act or of a
// group, and of all entries for an empty one.
func NewLogGroups(t *i18n.Catalog, act string, href func(act string) string) []page.Tab {
	tabs := []page.Tab{{Text: t.T("log.all"), Href: href(""), Current: act == ""}}
	for _, g := range logGroups {
		tabs = append(tabs, page.Tab{Text: t.T(g.key), Href: href(g.name), Current: act == g.name})
	}
	return tabs
}

// NewLogLine describes an entry in the reader's language.
func NewLogLine(c page.Calendar, e LogEntry) LogLine {
	t := c.T
	pairs := logValues(c, e)
	line := LogLine{
		Avatar: e.Author, At: c.Near(e.At), Day: c.DayOf(e.At), Clock: c.Clock(e.At), Text: t.T("log."+e.Act, pairs...), Reason: e.Detail["Reason"], Href: e.Href,
		Names: e.names(t),
	}
	if e.Act == "member-renamed" && e.Detail["Was"] != "" { // until it can be undone no longer
		line.Text = t.T("log.member-corrected", pairs...)
	}
	if e.Detail["Undoes"] != "" {
		line.Reason = t.T("undo.reason")
	}
	return line
}

// DecisionText describes an entry to a person whom it concerns: its subject, one of several people whom it is about, or one of
// the two players of a pairing or a challenge, or a player of a tournament. For other people, and acts without such words, it is the text of the log.
func DecisionText(c page.Calendar, e LogEntry, subject, person string) string {
	t := c.T
	pairs, key, other := logValues(c, e), "decision."+e.Act, ""
	switch person {
	case e.Detail["FirstPeople"]:
		other = e.Detail["SecondPeople"]
	case e.Detail["SecondPeople"]:
		other = e.Detail["FirstPeople"]
	}
	if other != "" {
		pairs = append(pairs, "Other", e.People[other])
	}
	if e.Act == "challenge-won" && e.Detail["LoserPeople"] == person {
		key = "decision.challenge-lost"
	}
	named := slices.Contains(strings.Fields(e.Detail["NamesPeople"]), person)
	ofPlayers := e.Act == "round-deadline" || e.Act == "tournament-off"
	if !slices.Contains(addressedActs(), e.Act) || other == "" && subject != person && !named && !ofPlayers {
		return NewLogLine(c, e).Text
	}
	return t.T(key, pairs...)
}

// addressedActs returns the acts with a text for the people whom they concern.
func addressedActs() []string {
	return []string{
		"account-opened", "challenge-drawn", "challenge-lapsed", "challenge-won", "ladder-added", "ladder-members",
		"ladder-members-removed", "ladder-placed", "ladder-recorded", "ladder-removed", "ladder-result", "message-removed",
		"pairing-corrected", "pairing-decided", "pairing-off", "pairing-replaced", "pairing-undone", "renamed", "reset-link",
		"role", "round-deadline", "sessions-revoked", "tournament-entrant", "tournament-entrants", "tournament-entrants-removed",
		"tournament-off", "tournament-paused", "tournament-resumed", "tournament-withdrawn",
	}
}

// logValues returns the values of the text about an entry.
func logValues(c page.Calendar, e LogEntry) []string {
	t := c.T
	calendar := c
	if strings.HasPrefix(e.Act, "tournament-") || e.Act == "round-deadline" { // when rounds begin
		calendar = c.InClub()
	}
	pairs := []string{"By", e.By, "Subject", e.Subject}
	for name, value := range e.Detail {
		if key, ok := strings.CutSuffix(name, "Key"); ok {
			pairs = append(pairs, key, t.T(value))
		} else if keys, ok := strings.CutSuffix(name, "Keys"); ok {
			texts := []string{}
			for key := range strings.FieldsSeq(value) {
				texts = append(texts, t.T(key))
			}
			pairs = append(pairs, keys, strings.Join(texts, ", "))
		} else if control, ok := strings.CutSuffix(name, "Control"); ok {
			clock, err := record.ParseControl(value)
			if err == nil {
				value = page.ControlWords(t, clock)
			}
			pairs = append(pairs, control, value)
		} else if people, ok := strings.CutSuffix(name, "People"); ok {
			pairs = append(pairs, people, e.namesOf(t, value))
		} else if when, ok := strings.CutSuffix(name, "Time"); ok {
			ms, err := strconv.ParseInt(value, 10, 64)
			if err == nil {
				value = calendar.Written(time.UnixMilli(ms))
			}
			pairs = append(pairs, when, value)
		} else {
			if e.Act == "club-name" {
				value = page.ClubName(value)
			}
			pairs = append(pairs, name, value)
		}
	}
	return pairs
}

// names returns the names of the people of an act about several; empty for others, and for those whose sentence has them.
func (e LogEntry) names(t *i18n.Catalog) string {
	if e.Act == "tournament-walk-ins" || e.Act == "import" {
		return ""
	}
	return e.namesOf(t, e.Detail["NamesPeople"])
}

// MostLoggedNames is how many people of an act the log names.
const MostLoggedNames = 50

// namesOf returns the names of people, given by ids with spaces between them, and how many there are beyond MostLoggedNames.
func (e LogEntry) namesOf(t *i18n.Catalog, people string) string {
	ids := strings.Fields(people)
	names := make([]string, 0, min(len(ids), MostLoggedNames))
	for _, id := range ids[:min(len(ids), MostLoggedNames)] {
		names = append(names, e.People[id])
	}
	text := strings.Join(names, ", ")
	if more := len(ids) - len(names); more > 0 {
		text += " " + t.N("log.more-names", more)
	}
	return text
}

// NewLogActs returns the options of the filter by act.
func NewLogActs(t *i18n.Catalog) []page.Option {
	acts := []page.Option{{Value: "", Text: t.T("archive.any")}}
	for _, act := range LoggedActs() {
		acts = append(acts, page.Option{Value: act, Text: t.T("act." + act)})
	}
	return acts
}
