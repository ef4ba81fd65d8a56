package club_test

import (
	"net/http"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// A preset fills in the rules of the form, except fields that were changed, and the page shows them in words.
func TestPresetsOfALadder(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben")
	preview, season := "/seasons/"+c.Season.ID+"/ladders/preview", "/seasons/"+c.Season.ID
	wantValue := func(p sitetest.WebPage, field, want string) {
		t.Helper()
		if got := p.Attribute("input[name="+field+"]", "value"); got != want {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
	p := c.Organiser.Get(season+"/ladders/new").WantCount(t, "#preset-classic[checked]", 1).WantCount(t, "details[open] #more-rules", 0).WantText(t, "#rules #rule-r4", "up to 3 places above")

	p = c.Organiser.Sends(p, "form.ladder-form", "preset", "classic", "name", "Cup", "reach", "9")
	p.WantStatus(t, http.StatusOK).WantText(t, "h1", "Cup") // a reach of one's own is no other preset
	for name, tt := range map[string]struct {
		form          []string
		shown, answer string
		rematch       string
	}{
		"another preset":                {[]string{"preset", "strict", "shown", "classic", "answer", "3", "rematch", "7"}, "strict", "2", "14"},
		"another preset and a change":   {[]string{"preset", "strict", "shown", "classic", "answer", "4", "rematch", "7"}, "own", "4", "14"},
		"a change":                      {[]string{"preset", "classic", "shown", "classic", "answer", "4", "rematch", "7"}, "own", "4", "7"},
		"a preset instead of own rules": {[]string{"preset", "friendly", "shown", "own", "answer", "4", "rematch", "7"}, "friendly", "7", "0"},
		"a preset and no fields":        {[]string{"preset", "strict"}, "strict", "2", "14"},
	} {
		t.Run(name, func(t *testing.T) {
			form := append([]string{"games", "hexone", "unit", "game", "name", "", "about", "Bring a board", "venue", "board", "control", "none", "rated", "no"}, tt.form...)
			p := c.Organiser.Post(preview, form...).WantStatus(t, http.StatusOK).WantCount(t, "#problem", 0).WantCount(t, "#preset-"+tt.shown+"[checked]", 1)
			wantValue(p, "shown", tt.shown)
			wantValue(p, "answer", tt.answer)
			wantValue(p, "rematch", tt.rematch)
			p.WantText(t, "textarea[name=about]", "Bring a board").WantCount(t, "#rules li", 18)
		})
	}
	p = c.Organiser.Post(preview, "preset", "classic", "shown", "classic", "games", "six", "unit", "match", "play", "999").WantStatus(t, http.StatusOK)
	p.WantCount(t, "#rules li", 0).WantText(t, "#rules", "with Hexone only").WantCount(t, "#rules .notice", 2)
	wantValue(p, "play", "999")

	p = c.Organiser.Post(web.Href(c.Ladder.Ref())+"/edit/preview", "preset", "strict", "games", "six", "unit", "game").WantStatus(t, http.StatusOK).WantText(t, "#rule-r7", "wait 14 days")
	p.WantText(t, ".ladder-form .primary", "Save")
	p = c.Organiser.Post(season+"/ladders", "preset", "strict", "name", "Short", "games", "hexone", "unit", "game", "venue", "board", "control", "none", "rated", "no")
	c.Organiser.Get(p.Path+"/rules").WantText(t, "#rule-r8", "can’t be declined").WantText(t, "#rule-r4", "up to 2 places above")
	c.Clients["Anna"].Post(preview, "preset", "strict").WantStatus(t, http.StatusForbidden)
}
