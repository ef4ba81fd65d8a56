package club

import (
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// MemberTraces are numbers of the places that show a member's name, and of what a deletion of the account ends.
type MemberTraces struct {
	Games, Tournaments, Ladders, Seasons, Messages int // that are over, and stay

	OpenGames, OpenPairings, OpenTournaments, OpenLadders int // that the deletion ends
}

// A trace is a number with the key of its text.
type trace struct {
	key string
	n   int
}

// texts returns the texts of the numbers that are not 0.
func texts(t *i18n.Catalog, list ...trace) (texts []string) {
	for _, part := range list {
		if part.n > 0 {
			texts = append(texts, t.N(part.key, part.n))
		}
	}
	return texts
}

// Finished returns what shows the name and is over.
func (m MemberTraces) Finished(t *i18n.Catalog) []string {
	return texts(t, trace{"traces.games", m.Games}, trace{"traces.tournaments", m.Tournaments}, trace{"traces.ladders", m.Ladders}, trace{"traces.seasons", m.Seasons})
}

// Open returns what a deletion of the account ends.
func (m MemberTraces) Open(t *i18n.Catalog) []string {
	return texts(t, trace{"traces.open-games", m.OpenGames}, trace{"traces.open-pairings", m.OpenPairings},
		trace{"traces.open-tournaments", m.OpenTournaments}, trace{"traces.open-ladders", m.OpenLadders})
}

// A MemberDeletion is the form by which an admin deletes a member's account.
type MemberDeletion struct {
	page.Frame
	page.Refused
	Name   string
	Avatar string   // id
	Action string   // address of the form
	Back   string   // address of the member's page
	Stays  []string // what stays, without the name
	Ends   []string // what the deletion ends
	Reason string   // as typed
}

// NewMemberDeletion returns the form for a member with traces.
func NewMemberDeletion(f page.Frame, name string, m MemberTraces) MemberDeletion {
	return MemberDeletion{
		Frame: f, Name: name, Action: page.MemberHref(name) + "/delete", Back: page.MemberHref(name),
		Stays: append(m.Finished(f.T), texts(f.T, trace{"traces.messages", m.Messages})...),
		Ends:  m.Open(f.T),
	}
}
