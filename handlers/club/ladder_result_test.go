package club_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/ladder"
)

// An organiser corrects a result with one form, looks at the places that change, and accepts them.
func TestCorrectLadderResult(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, func(l *db.LadderTerms) { l.Settings = ladder.Default("six") }, "Anna", "Ben", "Carl", "Dora")
	path := web.Href(c.Ladder.Ref())
	p := c.Organiser.Post(path+"/record", "first", "Anna", "second", "Carl", "game", "six", "outcome-1", "second")
	challenge := p.Attribute(".happened li:first-child a", "href")
	c.Organiser.Post(path+"/record", "first", "Ben", "second", "Dora", "game", "six", "outcome-1", "second")
	c.WantOrder("Anna", "Carl Anna Dora Ben")
	c.Clients["Anna"].Get(challenge).WantCount(t, "#correct", 0)
	c.Clients["Anna"].Get(challenge+"/correct").WantStatus(t, http.StatusForbidden)
	correct := c.Organiser.Get(challenge).Attribute("#correct", "href")
	paired := web.Href(c.Played(challenge).Ref())
	c.Organiser.Get(paired).WantCount(t, "#decide", 0)
	if href := c.Organiser.Get(paired).Attribute("#correct", "href"); href != correct {
		t.Errorf("the pairing leads to %q", href)
	}
	revision := c.Organiser.Get(correct).WantStatus(t, http.StatusOK).Attribute("[name=revision]", "value")
	sent := []string{"what", "result", "outcome-1", "first", "revision", revision}
	c.Organiser.Post(correct, sent...).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem-decide", "Give a reason")
	sent = append(sent, "why", "The sheet says so.")
	preview := c.Organiser.Post(correct, sent...).WantStatus(t, http.StatusOK).WantText(t, "#accept", "Anna")
	if got := preview.List("#moves tbody th"); !slices.Equal(got, []string{"Anna", "Dora", "Ben", "Carl"}) {
		t.Errorf("moves of %q", got)
	}
	c.WantOrder("Anna", "Carl Anna Dora Ben") // nothing is stored yet
	again := c.Organiser.Post(correct, append(sent, "again", "on")...).WantStatus(t, http.StatusOK)
	if got := again.Text("textarea[name=why]"); got != "The sheet says so." {
		t.Errorf("the reason is %q", got)
	}
	mark := preview.Attribute("[name=mark]", "value")
	// The ladder changes before that is accepted.
	c.Organiser.Post(path+"/record", "first", "Ben", "second", "Dora", "game", "six", "outcome-1", "first").WantStatus(t, http.StatusOK)
	c.WantOrder("Anna", "Carl Anna Ben Dora")
	changed := c.Organiser.Post(correct, append(sent, "mark", mark)...).WantStatus(t, http.StatusConflict).WantText(t, "#problem", "The ladder has changed")
	c.WantOrder("Anna", "Carl Anna Ben Dora")
	done := c.Organiser.Post(correct, append(sent, "mark", changed.Attribute("[name=mark]", "value"))...).WantStatus(t, http.StatusOK).
		WantText(t, "#notice", "Result corrected").WantText(t, ".happened li:first-child", "An organiser corrects a result: Anna beat Carl.")
	if got := done.Order(); got != "Anna Ben Dora Carl" {
		t.Errorf("the order is %s", got)
	}
	c.Organiser.Get(challenge).WantText(t, "#status", "Anna beat Carl").WantText(t, "#how", "The sheet says so.")
	c.Organiser.Get("/club/log").WantText(t, "main", "Olive corrected the result of Anna – Carl and the places on “Hexone ladder”: 0–1 → 1–0.")
	c.Organiser.Post(paired+"/decide", "what", "off", "revision", revision, "why", "x").WantStatus(t, http.StatusConflict)
	c.Organiser.Post(correct, append(sent, "mark", mark)...).WantStatus(t, http.StatusConflict).WantText(t, "[role=alert]", "Something has changed")
	c.Client(t).Get(path+"/chronicle").WantText(t, ".happened", "An organiser corrects a result")
}

// A challenge that was never accepted has a result, too: it was lost without an answer.
func TestCorrectUnansweredChallenge(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben", "Carl")
	made := c.Challenges("Carl", "Anna")
	open := web.Href(made.Ref()) + "/correct"
	c.Organiser.Get(open).WantStatus(t, http.StatusConflict)
	c.Passes(4 * 24 * time.Hour)
	c.WantOrder("Anna", "Carl Anna Ben")
	c.Organiser.Get(open).WantStatus(t, http.StatusOK).WantCount(t, "[name=outcome]", 4)
	c.Organiser.Post(open, "why", "ill").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "Choose how the challenge ends")
	p := c.Organiser.Post(open, "outcome", "lapse", "why", "ill").WantStatus(t, http.StatusOK).WantCount(t, "#moves tbody tr", 3)
	c.Organiser.Post(open, "outcome", "lapse", "why", "ill", "mark", p.Attribute("[name=mark]", "value")).WantStatus(t, http.StatusOK)
	c.WantOrder("Anna", "Anna Ben Carl")
}
