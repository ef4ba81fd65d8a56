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
