package club_test

import (
	"net/http"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// An organiser adds members by ticks and a list; a name that nobody has stays on the list, with suggestions.
func TestAddingToALadder(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben")
	for _, name := range []string{"Carl", "Dorothea", "Emil"} {
		c.Member(name)
	}
	path := web.Href(c.Ladder.Ref())
	c.Clients["Anna"].Post(path+"/add", "everybody", "yes").WantStatus(t, http.StatusForbidden)
	p := c.Organiser.Get(c.Organiser.Get(path).Attribute("#manage a[href$='/add']", "href")).WantStatus(t, http.StatusOK).WantCount(t, "#candidates :checked", 0)
	p.WantText(t, "#candidates", "Dorothea").WantCount(t, "#candidates .radio:contains('Anna')", 0)
	c.Organiser.Post(path+"/add", "names", " ").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "Select members, or enter at least one name")

	emil := c.People["Emil"].ID
	p = c.Organiser.Get(path+"/add?find=carl&member="+emil+"&names=Xaver").WantCount(t, "#candidates .radio", 2).WantText(t, "textarea", "Xaver")
	p.WantCount(t, "#candidates input[value='"+emil+"'][checked]", 1)

	p = c.Organiser.Post(path+"/add", "member", emil, "names", "carl\nAnna\nDorothee").WantStatus(t, http.StatusUnprocessableEntity)
	p.WantText(t, "main", "2 players added.").WantText(t, "#unknown", "No member has this name").WantText(t, "textarea", "Dorothee").WantText(t, "fieldset .radio", "Dorothea, a member")
	p = c.Organiser.Post(path+"/add", "names", "Dorothee", "unknown", "Dorothee", "as.0", c.People["Dorothea"].ID).WantStatus(t, http.StatusOK).WantText(t, "#notice", "1 player added.")
	if got := p.Order(); got != "Anna Ben Emil Carl Dorothea" {
		t.Errorf("the ladder is %s", got)
	}
	p = c.Organiser.Post(path+"/add", "names", "Wanda", "unknown", "Wanda", "as.0", "walk-in").WantStatus(t, http.StatusUnprocessableEntity) // for tournaments
	p.WantText(t, "#unknown", "No member")
	p = c.Organiser.Post(path+"/add", "everybody", "yes").WantStatus(t, http.StatusOK).WantText(t, "#notice", "1 player added.")
	if got := p.Order(); got != "Anna Ben Emil Carl Dorothea Olive" {
		t.Errorf("the ladder is %s", got)
	}
	c.Organiser.Post(path+"/close", "closed", "on")
	c.Member("Gus")
	c.Organiser.Post(path+"/add", "names", "Gus").WantText(t, "#problem", "closed")
}

// Organisers let new members join automatically, with the tick or in the ladder's form; its rules and events say so.
func TestNewMembersJoinALadder(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben")
	path := web.Href(c.Ladder.Ref())
	c.Organiser.Get(path+"/rules").WantCount(t, "#rule-r14:contains('automatically')", 0)
	p := c.Organiser.Post(path+"/add", "automatic", "yes", "names", "Nobody").WantStatus(t, http.StatusUnprocessableEntity).WantCount(t, "input[name=automatic]", 0)
	p.WantText(t, "form .quiet", "Newcomers join at the bottom. New club members join automatically.")
	c.Client(t).SignUp("Carl").WantStatus(t, http.StatusOK)
	p = c.Organiser.Get(path).WantText(t, "main", "Carl, a new club member, joins at place 3.")
	if got := p.Order(); got != "Anna Ben Carl" {
		t.Errorf("the ladder is %s", got)
	}
	c.Organiser.Get(path+"/rules").WantText(t, "#rule-r14", "join automatically")
	edit := c.Organiser.Get(path+"/edit").WantCount(t, "#more-rules [name=automatic] [value=yes][selected]", 1).WantText(t, "#rules #rule-r14", "join automatically")
	c.Organiser.Get("/seasons/"+c.Season.ID+"/ladders/new?from="+c.Ladder.ID).WantCount(t, "[name=automatic] [value=yes][selected]", 1)
	c.Organiser.Sends(edit, "form.ladder-form", "automatic", "no").WantStatus(t, http.StatusOK)
	c.Client(t).SignUp("Dora").WantStatus(t, http.StatusOK)
	if got := c.Organiser.Get(path).Order(); got != "Anna Ben Carl" {
		t.Errorf("the ladder is %s", got)
	}
	log := c.Organiser.Get("/club/log").WantText(t, ".log li:first-child", "New members join automatically: Yes → No.")
	c.Organiser.Sends(log, ".log li:first-child form").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Undone.")
	if l, err := c.DB.Ladder(t.Context(), c.Ladder.ID); err != nil || !l.Automatic {
		t.Errorf("the terms are %+v, %v", l.LadderTerms, err)
	}
	c.Organiser.Post(path+"/add", "automatic", "yes").WantStatus(t, http.StatusOK).WantText(t, "#notice", "Saved.")
}

// A ticked member whose account was closed meanwhile is named, and the others stay ticked, for ladders and tournaments.
func TestAddingClosedAccounts(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c, m := s.NewLadder(t, nil, "Anna"), s.NewCup(t, 2)
	_, nora := s.NewAccount(t, "Nora")
	_, nils := s.NewAccount(t, "Nils")
	if _, err := s.DB.CloseAccount(t.Context(), nora.ID, "left town", s.IdOf(t, "Olive"), s.Now()); err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{web.Href(c.Ladder.Ref()) + "/add", m.Path + "/entrants"} {
		p := m.Organiser.Post(form, "member", nils.ID, "member", nora.ID, "names", "Nemo", "unknown", "Nemo", "as.0", nora.ID).WantStatus(t, http.StatusConflict)
		p.WantText(t, "#closed", "Closed or deleted accounts can’t be added: Nora. Nobody was added").WantText(t, "textarea[name=names]", "Nemo")
		p.WantCount(t, "[name=member][checked]", 1).WantCount(t, "[name=member][value='"+nils.ID+"'][checked]", 1).WantCount(t, "[name='as.0'][checked]:not([value=''])", 0)
		m.Organiser.Post(form, "member", nils.ID).WantStatus(t, http.StatusOK).WantNoText(t, "main", "Nora")
	}
}
