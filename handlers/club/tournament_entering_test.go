package club_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/sitetest"
)

// entrantNames returns the names of a tournament's entrants, in their order.
func entrantNames(t db.FullTournament) (names []string) {
	for _, e := range t.Entrants {
		names = append(names, e.Name)
	}
	return names
}

// TestEnterEightPeople checks that one form enters ticked members, names on a list and, after an answer, people without
// an account.
func TestEnterEightPeople(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 2)
	for _, name := range []string{"Jon Smith", "Jan Oak", "Ida", "Kim", "Lou"} {
		s.NewAccount(t, name)
	}
	m.Organiser.Get(m.Path+"/organise").WantText(t, "#candidates", "Jon Smith").WantNoText(t, "#candidates", "Alma")
	p := m.Organiser.Post(m.Path+"/entrants", "member", s.IdOf(t, "Ida"), "member", s.IdOf(t, "Kim"),
		"names", "lou\r\nJohn Smith\nAlma\n\n  Wanda Walker \nLOU\nx").WantStatus(t, http.StatusUnprocessableEntity)
	p.WantText(t, "#entering [role=status]", "3 players added.").WantText(t, "#unknown", "these 3 names").
		WantText(t, "[name=names]", "John Smith Wanda Walker x").WantText(t, "#entering", "Jon Smith, a member")
	if names := entrantNames(m.Full(t)); !slices.Equal(names[2:], []string{"Ida", "Kim", "Lou"}) {
		t.Errorf("the entrants are %q", names)
	}
	p.WantCount(t, "#unknown[autofocus]", 1).WantCount(t, "#next", 0) // the question comes first
	p.WantCount(t, "#entering [type=radio][name='as.0']", 3).WantCount(t, "#entering [type=radio][name='as.1'][value=walk-in]", 1)
	m.Organiser.Post(m.Path+"/entrants", "names", "John Smith\nWanda Walker\nx", "unknown", "John Smith", "unknown", "Wanda Walker", "unknown", "x",
		"as.0", s.IdOf(t, "Jon Smith"), "as.1", "walk-in", "as.2", "walk-in").WantStatus(t, http.StatusUnprocessableEntity).
		WantText(t, "#entering [role=status]", "2 players added.").WantText(t, "[name=names]", "x").WantText(t, "#entering fieldset .bad", "characters")
	many := strings.Repeat("Nobody Yet\n", 501)
	p = m.Organiser.Post(m.Path+"/entrants", "names", many, "member", s.IdOf(t, "Jan Oak"), "unknown", "Bo", "unknown", "Jan Oke", "unknown", "Al",
		"as.0", "walk-in", "as.1", s.IdOf(t, "Jan Oak"), "as.2", "").WantStatus(t, http.StatusUnprocessableEntity).
		WantText(t, "#entering", "500 names at a time").WantCount(t, "[name=member][checked]", 1).
		WantCount(t, "[name='as.0'][value=walk-in][checked], [name='as.1'][value='"+s.IdOf(t, "Jan Oak")+"'][checked]", 2).WantCount(t, "[name=unknown]", 2)
	if !strings.Contains(p.Text("[name=names]"), "Nobody Yet") {
		t.Error("the list is lost")
	}
	m.Organiser.Post(m.Path+"/entrants", "names", "Jan Oak").WantStatus(t, http.StatusOK).WantText(t, "#notice", "1 player added.")
	names := entrantNames(m.Full(t))
	if want := []string{"Ida", "Kim", "Lou", "Jon Smith", "Wanda Walker", "Jan Oak"}; !slices.Equal(names[2:], want) {
		t.Errorf("the entrants are %q", names)
	}
	m.Organiser.Get("/club/log").WantText(t, ".log", "Otto added 2 players to “Winter cup”.").WantText(t, ".log details", "Jon Smith, Wanda Walker")
	walkIn, err := s.DB.PersonByName(t.Context(), "Wanda Walker")
	if err != nil || walkIn.Joined() {
		t.Errorf("the walk-in is %+v: %v", walkIn, err)
	}
	m.Organiser.Post(m.Path+"/entrants", "names", " \n").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "Select members")
	m.Organiser.Post(m.Path+"/entrants", "names", "Alma").WantText(t, "#notice", "0 players added.")
	m.Begin(t)
}

// TestSearchKeepsWhatIsTyped checks that a search among the members keeps ticks and the list of names.
func TestSearchKeepsWhatIsTyped(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	m := s.NewCup(t, 2)
	s.NewAccount(t, "Ida")
	s.NewAccount(t, "Kim")
	ida := s.IdOf(t, "Ida")
	m.Organiser.Get(m.Path+"/organise?find=ki&member="+ida+"&names=Zoe").WantText(t, "#candidates", "Kim").
		WantCount(t, "#candidates [value='"+ida+"'][checked]", 1).WantNoText(t, "#candidates", "Otto").WantText(t, "[name=names]", "Zoe").WantCount(t, "[name=find][value=ki]", 1)
}
