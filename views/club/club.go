package club

import (
	"strconv"
	"strings"
	"time"

	"hexclub/rules/record"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A ClubPage is the page that a club links to.
type ClubPage struct {
	page.Frame
	Name    string // what the club is called
	Welcome string // in Markdown; empty for none
	Guests  bool   // who has no account may play
	Members string // how many there are
	Seasons []SeasonPart
	Older   bool // there are seasons that are not open
}

// A SeasonPart is a season with what is held in it.
type SeasonPart struct {
	Name, Href string
	Status     string
	Items      []SeasonItem
}

// A SeasonItem is a ladder or a tournament in a season, in the reader's words.
type SeasonItem struct{ Kind, Name, Href, Status string }

// NewClubPage is the page of a club with so many members.
func NewClubPage(f page.Frame, members int) ClubPage {
	return ClubPage{Frame: f, Name: f.Club, Members: f.T.N("club.members-count", members)}
}

// joining is how to come into the club, for who is no member.
func (p ClubPage) joining() string {
	switch {
	case !p.Admits && p.Guests:
		return p.T.T("club.join-invited-guests")
	case !p.Admits:
		return p.T.T("club.join-invited")
	case p.Guests:
		return p.T.T("club.join-open-guests")
	}
	return p.T.T("club.join-open")
}

// A ClubSettingsPage is what admins can set.
type ClubSettingsPage struct {
	page.Frame
	page.Refused
	Name    string // as stored, or typed
	Welcome string
	SignUp  string // "open", "invited"
	Guests  string // "on", "off"
}

// A LogPage is what organisers did, a page of it.
type LogPage struct {
	page.Frame
	Acts    []page.Option // that can be asked for
	Act     string
	Person  string // name that was asked for
	Problem string
	Lines   []LogLine
	Older   string // address of what was done before these; empty for none
	Newest  string // address of the first page; empty on it
}

// A LogLine is an act in words.
type LogLine struct {
	At     string // when
	Stamp  string // the same, for programs
	Text   string
	Reason string // as it was given; empty for none
	Href   string // what it is about; empty for nothing
}

// A LogEntry is an act as the log has it.
type LogEntry struct {
	At          time.Time
	Act         string
	By, Subject string            // names as they are today
	Href        string            // page that it is about
	Detail      map[string]string // by name; what a name ends in says what the value is
	People      map[string]string // names of people in the details, by id
}

// LoggedActs lists all acts that the log can have, in the order in which filters name them.
func LoggedActs() []string {
	return []string{
		"role", "first-admin", "account-made", "reset-link", "sessions-revoked", "sessions-all", "deleted", "import", "invite", "invite-member", "invite-members", "revoke", "revoke-member", "revoke-all",
		"renamed", "member-renamed", "member-removed", "account-closed", "account-opened", "account-deleted", "address-banned", "address-let-in", "message-removed", "guest-message-removed",
		"club-name", "club-welcome", "club-sign-up", "club-guests", "restored",
		"season-new", "season-continued", "season-name", "season-status",
		"pairing-decided", "pairing-corrected", "pairing-off", "pairing-replaced",
		"tournament-made", "tournament-edited", "tournament-about", "tournament-entrant", "tournament-numbers", "tournament-begun",
		"tournament-withdrawn",
		"round-published", "round-opened", "round-relaxed", "round-swapped", "tournament-finished", "tournament-reopened", "tournament-off",
		"ladder-made", "ladder-carried", "ladder-set", "ladder-about", "ladder-closed", "ladder-opened",
		"ladder-placed", "ladder-added", "ladder-removed", "challenge-won", "challenge-drawn", "challenge-lapsed",
	}
}

// NewLogLine tells an act in the reader's language.
func NewLogLine(t *i18n.Catalog, e LogEntry) LogLine {
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
			c, err := record.ParseControl(value)
			if err == nil {
				value = page.ControlWords(t, c)
			}
			pairs = append(pairs, control, value)
		} else if people, ok := strings.CutSuffix(name, "People"); ok {
			names := []string{}
			for id := range strings.FieldsSeq(value) {
				names = append(names, e.People[id])
			}
			pairs = append(pairs, people, strings.Join(names, ", "))
		} else if when, ok := strings.CutSuffix(name, "Time"); ok {
			ms, err := strconv.ParseInt(value, 10, 64)
			if err == nil {
				value = page.MomentWords(t, time.UnixMilli(ms))
			}
			pairs = append(pairs, when, value)
		} else {
			if e.Act == "club-name" {
				value = page.ClubName(value)
			}
			pairs = append(pairs, name, value)
		}
	}
	return LogLine{
		At: page.MomentWords(t, e.At), Stamp: e.At.UTC().Format(time.RFC3339), Text: t.T("log."+e.Act, pairs...), Reason: e.Detail["Reason"], Href: e.Href,
	}
}

// NewLogActs is the acts as a filter offers them.
func NewLogActs(t *i18n.Catalog) []page.Option {
	acts := []page.Option{{Value: "", Text: t.T("archive.any")}}
	for _, act := range LoggedActs() {
		acts = append(acts, page.Option{Value: act, Text: t.T("act." + act)})
	}
	return acts
}
