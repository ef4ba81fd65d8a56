package handlers_test

import (
	"net/http"
	"testing"
)

// What can't be undone is folded, and asks who and why; what was typed stays with the form
// that it was typed in.
func TestTakingSomebodyOut(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	m := s.newCup(t, 4)
	m.organiser.get(m.path+"/organise").wantCount(t, "details:not([open]) > #remove", 1).wantCount(t, "details:not([open]) > #off", 1).
		wantCount(t, "#remove select[required] option:first-child[value='']", 1)
	p := m.organiser.post(m.path+"/remove", "person", "", "reason", "ill").wantStatus(t, http.StatusUnprocessableEntity).
		wantText(t, "#problem", "Choose who is to be taken out").wantCount(t, "details[open] > #remove", 1).wantCount(t, "details:not([open]) > #off", 1)
	if got := p.attribute("#remove [name=reason]", "value"); got != "ill" || p.Find("#off [value=ill]").Length() > 0 {
		t.Errorf("the form keeps %q", got)
	}
	ada := m.idOf(t, "Ada")
	p = m.organiser.post(m.path+"/remove", "person", ada, "reason", "").wantStatus(t, http.StatusUnprocessableEntity)
	if got := p.attribute("#remove option[selected]", "value"); got != ada {
		t.Errorf("the form keeps %q, not who was chosen", got)
	}
	if n := len(m.full(t).Entrants); n != 4 {
		t.Errorf("%d are left", n)
	}
	m.organiser.sends(p, "#remove", "reason", "ill").wantStatus(t, http.StatusOK).wantText(t, "#notice", "taken out")
	m.organiser.post(m.path+"/off", "reason", "").wantStatus(t, http.StatusUnprocessableEntity).wantCount(t, "details[open] > #off", 1)
}
