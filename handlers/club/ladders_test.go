package club_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// A challenge passes through its pages: it is made, accepted and played, and changes the ladder.
func TestLadderPages(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben", "Carl", "Dora")
	carl, anna := c.Clients["Carl"], c.Clients["Anna"]
	c.Passes(8 * 24 * time.Hour)
	p := c.WantOrder("Carl", "Anna Ben Carl Dora")
	p.WantText(t, "#own-place", "Your place: 3").WantText(t, ".mine", "Carl").WantCount(t, ".places .button", 2).WantCount(t, ".places details", 0)
	p.WantText(t, "#own-place", "You can challenge Anna or Ben.").WantText(t, ".own-place .primary", "Challenge Anna").WantCount(t, ".state", 0)
	ask := p.Attribute("#place-1 .button", "href")
	carl.Get(ask).WantStatus(t, http.StatusOK).WantText(t, "h1", "Challenge Anna?").WantText(t, ".facts", "Place 3 → 1").
		WantText(t, ".facts", "Still place 3")
	p = carl.Post(ask, "game", "hexone").WantStatus(t, http.StatusOK).WantText(t, "h1", "You challenge Anna").WantCount(t, "#withdraw", 1).WantCount(t, "#accept", 0)
	challenge := p.Path
	anna.Get("/").WantText(t, "main", "Carl challenges you: Hexone ladder")
	anna.Get(web.Href(c.Ladder.Ref())).WantText(t, "#own-challenges .mine", "Carl challenges you").WantText(t, "#own-challenges button", "Accept").WantText(t, "#place-1", "challenged by Carl")
	anna.Get(challenge).WantCount(t, "#accept", 1).WantCount(t, "#refuse", 1).WantText(t, "main", "You can decline once within 30 days")
	c.Clients["Ben"].Get(challenge).WantCount(t, "main form", 0)
	p = anna.Post(challenge+"/accept").WantStatus(t, http.StatusOK).WantText(t, "#status", "Accepted")
	paired := p.Attribute("#pairing", "href")
	p = anna.Get(paired).WantStatus(t, http.StatusOK).WantText(t, "h1", "Anna")
	if back := p.Attribute("#of", "href"); back != challenge {
		t.Errorf("the pairing leads back to %s", back)
	}
	made, err := c.DB.Challenge(t.Context(), strings.TrimPrefix(challenge, "/challenges/"))
	if err != nil {
		t.Fatal(err)
	}
	c.Settles(made, "Carl")
	p = c.WantOrder("Dora", "Carl Anna Ben Dora")
	p.WantText(t, ".happened", "Carl takes place 1 from Anna.").WantText(t, "#place-1 .rose", "▲2").WantText(t, "#place-1 .form", "W").WantText(t, "#place-2 .form", "L")
	carl.Get(web.Href(c.Ladder.Ref())).WantText(t, "#own-place", "You lead the ladder.")
	anna.Get(web.Href(c.Ladder.Ref())).WantText(t, "#place-1 details", "You can challenge Carl again from")
	anna.Get(challenge).WantText(t, "#status", "Carl beat Anna").WantCount(t, "#accept", 0)
	c.Client(t).Get(web.Href(c.Ladder.Ref())+"/rules").WantStatus(t, http.StatusOK).WantText(t, "#rule-r4", "up to 3 places above you").WantCount(t, ".ladder-rules li", 18)
	p = c.Client(t).Get(web.Href(c.Ladder.Ref())+"/chronicle?player=Anna").WantStatus(t, http.StatusOK).WantText(t, ".happened", "Anna moves from 1 to 2 because of Carl.")
	if got := len(p.List(".happened li")); got != 3 { // not the steps of the challenge
		t.Errorf("%d events of Anna: %q", got, p.List(".happened li"))
	}
	c.Client(t).Get(web.Href(c.Ladder.Ref())+"/chronicle?player=Nobody").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "No player on the ladder has that name")
	p = carl.Get(web.Href(c.Ladder.Ref())+"/history").WantStatus(t, http.StatusOK).WantCount(t, ".graph .line", 4).WantCount(t, "tbody tr", 2)
	if got := p.List("tbody td"); !slices.Equal(got, []string{"1", "2", "3", "4", "3", "1", "2", "4"}) {
		t.Errorf("places are %q", got)
	}
	carl.Get(web.Href(c.Ladder.Ref())+"/history?player=Dora&player=Anna").WantCount(t, ".graph .line", 2).WantText(t, ".legend", "Dora").WantText(t, ".legend", "place 2")
	carl.Get(web.Href(c.Ladder.Ref())+"/history?player=Dora&player=Xaver").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "No player on the ladder has that name")
}

// A refused challenge shows the rule, its number and a link to it.
func TestLadderRefusesOnPages(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, func(l *db.LadderTerms) { l.Settings.Free = 0 }, "Anna", "Ben", "Carl", "Dora", "Emil")
	path := web.Href(c.Ladder.Ref())
	for name, ask := range map[string]struct {
		who, to, text, rule string
	}{
		"too far":    {"Emil", "Anna", "Anna is 4 places above you. Your reach is 3 places.", "Rule 4"},
		"downwards":  {"Anna", "Ben", "Ben is below you", "Rule 5"},
		"oneself":    {"Ben", "Ben", "You can’t challenge yourself", "Rule 2"},
		"a stranger": {"Ben", "Olive", "Olive isn’t on this ladder", "Rule 2"},
		"outsider":   {"Olive", "Ben", "You aren’t on this ladder", "Rule 2"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, p := range []sitetest.WebPage{
				c.Clients[ask.who].Get(path + "/challenge/" + ask.to), c.Clients[ask.who].Post(path+"/challenge/"+ask.to, "game", "hexone"),
			} {
				p.WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", ask.text).WantText(t, "#problem a", ask.rule)
				if href := p.Attribute("#problem a", "href"); !strings.HasPrefix(href, path+"/rules#rule-r") {
					t.Errorf("the rule is at %s", href)
				}
			}
		})
	}
	if n := c.Count(t, "challenges"); n != 0 {
		t.Errorf("%d challenges", n)
	}
	first := c.Challenges("Ben", "Anna")
	anna := c.Clients["Anna"]
	c.Clients["Ben"].Post(web.Href(first.Ref())+"/accept").WantStatus(t, http.StatusForbidden)
	anna.Post(web.Href(first.Ref())+"/refuse").WantStatus(t, http.StatusOK).WantText(t, "#status", "Anna declined")
	c.Clients["Ben"].Get(path+"/challenge/Anna").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "Anna declined your challenge").WantText(t, "#problem a", "Rule 7")
	anna.Post(web.Href(first.Ref())+"/accept").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "no longer open")
	second := c.Challenges("Carl", "Anna")
	anna.Get(web.Href(second.Ref())).WantCount(t, "#refuse", 0).WantText(t, "#may-not", "You can decline once within 30 days").WantText(t, "#may-not a", "Rule 8")
	anna.Post(web.Href(second.Ref())+"/refuse").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem a", "Rule 8")
	c.Client(t).Get(path+"/challenge/Ben").WantStatus(t, http.StatusForbidden)
	c.Client(t).Get("/ladders/none").WantStatus(t, http.StatusNotFound).WantText(t, "main", "This ladder doesn’t exist.")
	c.Client(t).Get(path+"?part=2").WantStatus(t, http.StatusNotFound)
}

// A newcomer's challenge beyond the range is called free before it is made, on its page and in the list of
// events.
func TestFreeChallenge(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, func(l *db.LadderTerms) { l.Settings.Free = 2 }, "Anna", "Ben", "Carl", "Dora", "Emil")
	emil, path := c.Clients["Emil"], web.Href(c.Ladder.Ref())
	p := emil.Get(path).WantText(t, "#place-1 .button", "Free challenge").WantText(t, ".own-place .primary", "Challenge Ben").WantCount(t, ".places .button:contains('Free')", 1)
	if got := p.Attribute("#place-1 .button", "aria-label"); got != "Free challenge: Anna" {
		t.Errorf("the button is called %q", got)
	}
	emil.Get(path+"/challenge/Anna").WantText(t, ".facts", "uses one of your 2 free challenges").WantText(t, "#challenge", "Free challenge")
	if text := emil.Get(path + "/challenge/Ben").Text(".facts"); strings.Contains(text, "free") {
		t.Errorf("a challenge within the reach: %s", text)
	}
	emil.Post(path+"/challenge/Anna", "game", "hexone").WantStatus(t, http.StatusOK).WantText(t, ".facts", "A newcomer’s challenge beyond Emil’s reach.")
	emil.Get(path+"/chronicle").WantText(t, ".happened li:first-child", "Emil challenges Anna with a free challenge.").WantText(t, ".happened li:first-child small a", "Rule 15")
	emil.Get(path+"/challenge/Anna").WantStatus(t, http.StatusUnprocessableEntity)
	terms := c.Ladder.LadderTerms
	terms.Settings.Free = 1
	_, err := c.DB.EditLadder(t.Context(), c.Ladder.ID, terms, c.People["Olive"].ID, c.Now())
	c.Try(err)
	c.Member("Fay")
	c.Try(c.Joins("Fay"))
	c.Clients["Fay"].Get(path+"/challenge/Ben").WantText(t, ".facts", "uses your last free challenge")
}

// Members see which players they may challenge have not joined yet; visitors do not.
func TestAbsentOnALadder(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben")
	list := []db.NewMember{{Name: "Iris", Hash: sitetest.HashOf("iris")}}
	c.Try(c.DB.ImportMembers(t.Context(), list, c.People["Olive"].ID, c.Now().Add(time.Hour), c.Now()))
	path := web.Href(c.Ladder.Ref())
	c.Organiser.Post(path+"/correct", "what", "add", "player", "Iris", "place", "1", "why", "the strongest").WantStatus(t, http.StatusOK).
		WantText(t, ".happened", "An organiser adds Iris at place 1.")
	ben := c.Clients["Ben"]
	ben.Get(path).WantText(t, "#place-1 .main", "not joined yet").WantCount(t, ".places .main small", 2) // and the reader's own row
	c.Client(t).Get(path).WantCount(t, ".places .main small", 0)
	ben.Get(path+"/challenge/Iris").WantStatus(t, http.StatusOK).WantText(t, ".remark", "Iris hasn’t joined yet")
	made := ben.Post(path+"/challenge/Iris", "game", "hexone").WantStatus(t, http.StatusOK).WantText(t, ".remark", "Iris hasn’t joined yet").Path
	if text := c.Client(t).Get(made).Text(".challenge"); strings.Contains(text, "joined") {
		t.Errorf("the world reads %s", text)
	}
}

func TestJoiningAndLeavingALadder(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben")
	path := web.Href(c.Ladder.Ref())
	c.Member("Fay")
	fay := c.Clients["Fay"]
	fay.Get(path).WantText(t, ".own-place", "You’d join at place 3")
	fay.Post(path+"/join").WantStatus(t, http.StatusOK).WantText(t, "#own-place", "Your place: 3").WantText(t, "#notice", "You’ve joined the ladder")
	fay.Post(path+"/join").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "Fay is already on the ladder")
	c.Clients["Anna"].Get(path).WantText(t, ".leave", "If you rejoin within 60 days")
	made := c.Challenges("Ben", "Anna")
	c.Clients["Anna"].Get(path).WantText(t, ".leave", "You lose the others and their unfinished games")
	c.Organiser.Get(path+"/correct").WantText(t, "#removal", "The player loses the others and their unfinished games")
	c.Clients["Ben"].Post(web.Href(made.Ref())+"/withdraw").WantStatus(t, http.StatusOK)
	c.Clients["Anna"].Post(path+"/leave").WantStatus(t, http.StatusOK).WantText(t, ".own-place", "You’d rejoin at place 3")
	c.Clients["Anna"].Post(path+"/leave").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "You’re no longer on this ladder")
	c.WantOrder("Ben", "Ben Fay")
	c.Clients["Anna"].Post(path + "/join")
	c.WantOrder("Ben", "Ben Fay Anna")
	c.Client(t).Post(path+"/join").WantStatus(t, http.StatusForbidden)
	c.Client(t).Get(path).WantText(t, ".own-place", "This ladder is for members")
}

// A large ladder is shown in parts, first the reader's.
func TestLargeLadder(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil)
	var names []string
	for i := range 230 {
		name := fmt.Sprintf("Player %03d", i)
		person, err := c.DB.SignUp(t.Context(), "", name, "", c.Now())
		c.Try(err)
		_, err = c.DB.JoinLadder(t.Context(), c.Ladder.ID, person.ID, c.Now())
		c.Try(err)
		names = append(names, name)
	}
	path := web.Href(c.Ladder.Ref())
	_, err := c.DB.JoinLadder(t.Context(), c.Ladder.ID, c.Member("Zoe").ID, c.Now())
	c.Try(err)
	p := c.Clients["Zoe"].Get(path).WantStatus(t, http.StatusOK).WantCount(t, ".places li", 31).WantText(t, ".mine", "Zoe").WantText(t, ".places + .pills [aria-current]", "201–231")
	if got := p.List(".places .main a")[0]; got != names[200] {
		t.Errorf("the part begins with %s", got)
	}
	c.Client(t).Get(path).WantCount(t, ".places li", 100)
	c.Client(t).Get(path+"?part=2").WantCount(t, ".places li", 100).WantText(t, "#place-101", names[100])
}

// An organiser makes, changes, corrects and closes a ladder, and the audit log lists it.
func TestOrganisingALadder(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben", "Carl")
	olive, path := c.Organiser, web.Href(c.Ladder.Ref())
	season := "/seasons/" + c.Season.ID
	olive.Get(season).WantText(t, "main", "Hexone ladder")
	p := olive.Get(olive.Get(season).Attribute("a[href$='/ladders/new']", "href")).WantStatus(t, http.StatusOK)
	bad := olive.Sends(p, "form.ladder-form", "name", "", "reach", "many", "games", "six", "unit", "match").WantStatus(t, http.StatusUnprocessableEntity)
	bad.WantCount(t, "#problem p", 3).WantText(t, "#problem-reach", "0 to 100 places").WantText(t, "#problem-unit", "with Hexone only").WantText(t, "#problem-name", "1 to 60 visible characters")
	bad.WantCount(t, "[autofocus]", 1).WantCount(t, "input[name=name][autofocus]", 1)
	if got := bad.Attribute("input[name=reach]", "value"); got != "many" {
		t.Errorf("the reach is kept as %q", got)
	}
	if got := bad.Attribute("input[name=reach]", "aria-describedby"); got != "problem-reach" {
		t.Errorf("the field is described by %q", got)
	}
	made := olive.Sends(p, "form.ladder-form", "games", "hexone", "name", "Club ladder", "about", "We *play* here.").WantStatus(t, http.StatusOK)
	made.WantText(t, "h1", "Club ladder").WantText(t, ".welcome em", "play")

	p = olive.Get(path+"/edit").WantStatus(t, http.StatusOK)
	olive.Sends(p, "form.ladder-form", "games", "hexone", "reach", "1", "win", "swap").WantStatus(t, http.StatusOK).WantText(t, "#rule-r4", "up to 1 place above").WantText(t, "#rule-r11", "swaps places")
	p = olive.Get(path+"/correct").WantStatus(t, http.StatusOK)
	for name, form := range map[string]struct {
		pairs []string
		text  string
	}{
		"no reason":  {[]string{"what", "place", "player", "Carl", "place", "1"}, "Give a reason"},
		"no player":  {[]string{"what", "place", "player", "Xaver", "place", "1", "why", "so"}, "No account has that name"},
		"no place":   {[]string{"what", "place", "player", "Carl", "place", "7", "why", "so"}, "doesn’t have that place"},
		"not there":  {[]string{"what", "remove", "player", "Olive", "why", "so"}, "No player on the ladder has that name"},
		"there":      {[]string{"what", "add", "player", "Carl", "why", "so"}, "Carl is already on the ladder"},
		"not number": {[]string{"what", "place", "player", "Carl", "place", "top", "why", "so"}, "doesn’t have that place"},
	} {
		t.Run(name, func(t *testing.T) {
			p := olive.Post(path+"/correct", form.pairs...).WantStatus(t, http.StatusUnprocessableEntity)
			if got := p.Text("#problem"); !strings.Contains(got, form.text) {
				t.Errorf("problem %q, want %q", got, form.text)
			}
			if got := p.Attribute("input[name=player]", "value"); got != form.pairs[3] {
				t.Errorf("the player is kept as %q", got)
			}
		})
	}
	olive.Sends(p, "form.correct", "what", "place", "player", "Carl", "place", "1", "why", "A result was wrong").WantStatus(t, http.StatusOK)
	c.WantOrder("Ben", "Carl Anna Ben").WantText(t, ".happened", "An organiser moves Carl from 3 to 1.")
	challenge := c.Challenges("Anna", "Carl")
	olive.Post(web.Href(challenge.Ref())+"/decide", "outcome", "from").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "Give a reason")
	olive.Post(web.Href(challenge.Ref())+"/decide", "why", "so").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "how the challenge ends")
	olive.Post(web.Href(challenge.Ref())+"/decide", "outcome", "from", "why", "Carl said so").WantStatus(t, http.StatusOK).WantText(t, "#status", "Anna beat Carl")
	c.WantOrder("Ben", "Anna Carl Ben")
	asked := olive.Get(path+"/close").WantText(t, "h1", "Close the ladder?").WantText(t, "form.panel", "Nobody can join or send new challenges")
	olive.Sends(asked, "form.panel", "closed", "on").WantStatus(t, http.StatusOK).WantText(t, "#closed", "Closed since")
	if to := olive.Get(path + "/close"); to.Path != path { // it is closed already
		t.Errorf("a question about a closed ladder is answered with %s", to.Path)
	}
	c.Clients["Ben"].Get(path+"/challenge/Carl").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem a", "Rule 1")
	olive.Get(path).WantCount(t, "#join", 0)
	olive.Post(path+"/join").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "This ladder is closed.").WantText(t, "#problem a", "Rule 1")
	olive.Get(path+"/correct").WantCount(t, "input[name=what]", 2).WantCount(t, "input[value=add]", 0)
	olive.Post(path+"/correct", "what", "add", "player", "Olive", "why", "so").WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "This ladder is closed")
	olive.Post(path+"/close", "closed", "off").WantStatus(t, http.StatusOK).WantCount(t, "#closed", 0)

	log := strings.Join(c.Clients["Ben"].Get("/club/log").WantStatus(t, http.StatusOK).List(".log li"), "\n")
	for _, want := range []string{
		"Olive created the ladder “Club ladder”.", "Reach, in places: 3 → 1.", "If the lower player wins: Takes the loser’s place; others move down → Swaps places with the loser.",
		"Olive moved Carl on “Hexone ladder”: place 3 → 1.", "A result was wrong", "Olive decided on “Hexone ladder”: Anna beat Carl.",
		"Olive closed “Hexone ladder”", "Olive reopened “Hexone ladder”",
	} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %q:\n%s", want, log)
		}
	}
	for _, address := range []string{"/edit", "/correct"} {
		c.Clients["Anna"].Get(path+address).WantStatus(t, http.StatusForbidden)
	}
	c.Clients["Anna"].Post(path+"/close", "closed", "on").WantStatus(t, http.StatusForbidden)
}

// A ladder of a new season continues one of the previous season.
func TestCarryingALadderOver(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, func(l *db.LadderTerms) { l.Settings.Reach = 7 }, "Anna", "Ben", "Carl")
	_, err := c.DB.LeaveLadder(t.Context(), c.Ladder.ID, c.People["Ben"].ID, c.Now())
	c.Try(err)
	next, err := c.DB.NewSeason(t.Context(), "Summer", c.Season.ID, c.People["Olive"].ID, c.Now())
	c.Try(err)
	p := c.Organiser.Get("/seasons/"+next.ID+"/ladders/new").WantText(t, ".carry .button", "Continue “Hexone ladder · Spring”")
	p = c.Organiser.Get(p.Attribute(".carry a[href*='from=']", "href")).WantStatus(t, http.StatusOK).WantText(t, ".about", "Continues “Hexone ladder”")
	if got := p.Attribute("input[name=reach]", "value"); got != "7" {
		t.Errorf("the reach is %q", got)
	}
	p = c.Organiser.Sends(p, "form.ladder-form", "games", "hexone").WantStatus(t, http.StatusOK)
	if got := p.Order(); got != "Anna Carl" {
		t.Errorf("the new ladder is %s", got)
	}
	p.WantCount(t, ".places:contains('new in the last 7 days')", 0)
	list, err := c.DB.LaddersOf(t.Context(), next.ID)
	c.Try(err)
	_, err = c.DB.JoinLadder(t.Context(), list[0].ID, c.Member("Dora").ID, c.Now().Add(time.Second))
	c.Try(err)
	c.Client(t).Get(web.Href(list[0].Ref())).WantText(t, ".places li:contains('Dora')", "new in the last 7 days").WantCount(t, ".places li:contains('new in the last 7 days')", 1)
	c.Client(t).Get("/club").WantText(t, "main", "Hexone ladder")
	c.Client(t).Get("/club/log").WantStatus(t, http.StatusForbidden)
}

// The job carries out what is due, and notifies the players concerned.
func TestLadderWorks(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben")
	made := c.Challenges("Ben", "Anna")
	stream := c.Clients["Anna"].Listen("/events", "")
	stream.Want(sitetest.Opening)
	c.Passes(4 * 24 * time.Hour)
	stream.Want(sitetest.Changed)
	c.WantOrder("Anna", "Ben Anna").WantText(t, ".happened", "Ben takes place 1 from Anna. By forfeit.").WantText(t, ".happened a[href$='rule-r9']", "Rule 9")
	c.Clients["Anna"].Post(web.Href(made.Ref())+"/accept").WantStatus(t, http.StatusConflict).WantText(t, "#problem", "no longer open").WantText(t, "#status", "Ben beat Anna")
}

// The end of a game or a pairing carries out what was due on its ladder; the players concerned are notified.
func TestLadderWorksWithAResult(t *testing.T) {
	t.Parallel()
	for name, venue := range map[string]db.Venue{"on the site": db.OnSite, "over the board": db.OverBoard} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := sitetest.New(t).NewLadder(t, func(l *db.LadderTerms) { l.Venue = venue }, "Anna", "Ben", "Carl", "Dora")
			played, waits := c.Accepts(c.Challenges("Ben", "Anna")), c.Challenges("Dora", "Carl")
			stream := c.Clients["Dora"].Listen("/events", "")
			stream.Want(sitetest.Opening)
			stream.Want(sitetest.Changed) // for a subscriber without a page
			_, err := c.Raw(t).Exec("UPDATE challenges SET answer_by = $1 WHERE id = $2", c.Now().Add(-time.Minute).UnixMilli(), waits.ID)
			c.Try(err)
			if venue == db.OnSite {
				list, err := c.DB.PairingGames(t.Context(), played.Pairing)
				c.Try(err)
				c.Clients["Anna"].Post("/games/"+list[0].ID+"/resign").WantStatus(t, http.StatusOK)
			} else {
				p, err := c.DB.Pairing(t.Context(), played.Pairing)
				c.Try(err)
				path := "/pairings/" + p.ID
				c.Clients["Ben"].Post(path+"/enter", "outcome-1", "first", "points-1-1", "20").WantStatus(t, http.StatusOK)
				c.Clients["Anna"].Post(path+"/confirm", "revision", strconv.Itoa(p.Revision+1)).WantStatus(t, http.StatusOK)
			}
			stream.Want(sitetest.Changed)
			if got := c.Clients["Dora"].Get(web.Href(c.Ladder.Ref())).Order(); !strings.HasSuffix(got, "Dora Carl") {
				t.Errorf("then the ladder is %s", got)
			}
		})
	}
}

// A challenged player gets an e-mail and a reminder, unless the challenge has ended.
func TestLadderLetters(t *testing.T) {
	t.Parallel()
	s := sitetest.NewMailSite(t)
	s.Readers(t, 2) // Anna and Ben
	c := s.NewLadder(t, nil)
	anna, ben := s.IdOf(t, "Anna"), s.IdOf(t, "Ben")
	for _, id := range []string{anna, ben} {
		_, err := s.DB.JoinLadder(t.Context(), c.Ladder.ID, id, s.Now())
		c.Try(err)
	}
	s.Clock.Advance(time.Hour)
	made, _, err := s.DB.MakeChallenge(t.Context(), c.Ladder.ID, ben, anna, "hexone", false, s.Now())
	c.Try(err)
	m := s.SendOne(t, 2*time.Minute)
	if m.To != "anna@mail.example" || m.Subject != "Ben challenges you on Hexone ladder" || !strings.Contains(m.Text, s.Url+web.Href(made.Ref())) {
		t.Errorf("the mail is %+v", m)
	}
	m = s.SendOne(t, 49*time.Hour)
	if m.Subject != "Ben is waiting for your answer on Hexone ladder" {
		t.Errorf("the mail is %+v", m)
	}
	_, err = s.DB.RefuseChallenge(t.Context(), made.ID, anna, s.Now())
	c.Try(err)
	m = s.SendOne(t, 2*time.Minute)
	if m.To != "ben@mail.example" || m.Subject != "Anna declined your challenge on Hexone ladder" {
		t.Errorf("the mail is %+v", m)
	}
}
