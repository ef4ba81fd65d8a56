package handlers_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hexclub/db"
)

// A challenge goes its way through the pages: it is asked for, answered, played and
// seen on the ladder.
func TestLadderPages(t *testing.T) {
	t.Parallel()
	c := newSite(t).climb(t, nil, "Anna", "Ben", "Carl", "Dora")
	carl, anna := c.clients["Carl"], c.clients["Anna"]
	p := c.wantOrder("Carl", "Anna Ben Carl Dora")
	p.wantText(t, "#own-place", "You are on place 3").wantText(t, ".you", "Carl").wantCount(t, ".places .button", 2).wantCount(t, ".places details", 1)
	p.wantText(t, "#place-4 details", "Dora is below you").wantText(t, "#place-1 td", "free")
	if href := p.attribute("#place-4 details a", "href"); href != c.ladder.Href()+"/rules#rule-r5" {
		t.Errorf("the rule is at %s", href)
	}
	ask := p.attribute("#place-1 .button", "href")
	carl.get(ask).wantStatus(t, http.StatusOK).wantText(t, "h1", "Challenge Anna?").wantText(t, ".facts", "If Carl wins: from place 3 to place 1").
		wantText(t, ".facts", "If Carl loses: stays on place 3")
	p = carl.post(ask, "game", "hexone").wantStatus(t, http.StatusOK).wantText(t, "h1", "Carl challenges Anna").wantCount(t, "#withdraw", 1).wantCount(t, "#accept", 0)
	challenge := p.path
	anna.get("/").wantText(t, "main", "Carl challenges you: Hexone ladder")
	anna.get(c.ladder.Href()).wantText(t, "#own-challenges", "Carl challenges you").wantText(t, "#place-1", "challenged by Carl")
	anna.get(challenge).wantCount(t, "#accept", 1).wantCount(t, "#refuse", 1).wantText(t, "main", "you may refuse 1 time within 30 days")
	c.clients["Ben"].get(challenge).wantCount(t, "form button", 4) // of languages alone
	p = anna.post(challenge+"/accept").wantStatus(t, http.StatusOK).wantText(t, "#status", "Accepted")
	paired := p.attribute("#pairing", "href")
	p = anna.get(paired).wantStatus(t, http.StatusOK).wantText(t, "h1", "Anna")
	if back := p.attribute("#of", "href"); back != challenge {
		t.Errorf("the pairing leads back to %s", back)
	}
	made, err := c.DB.Challenge(t.Context(), strings.TrimPrefix(challenge, "/challenges/"))
	if err != nil {
		t.Fatal(err)
	}
	c.settles(made, "Carl")
	p = c.wantOrder("Dora", "Carl Anna Ben Dora")
	p.wantText(t, ".happened", "Carl takes place 1 from Anna.").wantText(t, "#place-1", "Last game")
	anna.get(challenge).wantText(t, "#status", "Carl won against Anna").wantCount(t, "#accept", 0)
	other := "forfeit-first"
	if played, err := c.DB.Pairing(t.Context(), made.Pairing); err == nil && played.Players[1].ID == c.people["Carl"].ID {
		other = "forfeit-second"
	}
	c.organiser.post(paired+"/decide", "what", "result", "outcome-1", other, "revision", "3", "why", "Carl was not there").wantStatus(t, http.StatusOK)
	anna.get(challenge).wantText(t, ".facts", "The result was corrected afterwards")
	c.client(t).get(c.ladder.Href()+"/rules").wantStatus(t, http.StatusOK).wantText(t, "#rule-r4", "up to 3 places above you").wantCount(t, ".ladder-rules li", 18)
	p = c.client(t).get(c.ladder.Href()+"/chronicle?player=Anna").wantStatus(t, http.StatusOK).wantText(t, ".happened", "Anna moves from 1 to 2, because of Carl.")
	if got := len(p.list(".happened li")); got != 5 {
		t.Errorf("%d events of Anna: %q", got, p.list(".happened li"))
	}
	c.client(t).get(c.ladder.Href()+"/chronicle?player=Nobody").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "nobody of that name")
	p = carl.get(c.ladder.Href()+"/history").wantStatus(t, http.StatusOK).wantCount(t, ".graph .line", 4).wantCount(t, "tbody tr", 1)
	if got := p.list("tbody td"); !slices.Equal(got, []string{"1", "2", "3", "4"}) {
		t.Errorf("places are %q", got)
	}
	carl.get(c.ladder.Href()+"/history?player=Dora&player=Anna").wantCount(t, ".graph .line", 2).wantText(t, ".legend", "Dora").wantText(t, ".legend", "place 2")
	carl.get(c.ladder.Href()+"/history?player=Dora&player=Xaver").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "nobody of that name")
}

// What is not allowed is answered with the rule, its number, and the way to it.
func TestLadderRefusesOnPages(t *testing.T) {
	t.Parallel()
	c := newSite(t).climb(t, func(l *db.LadderTerms) { l.Settings.Free = 0 }, "Anna", "Ben", "Carl", "Dora", "Emil")
	path := c.ladder.Href()
	for name, ask := range map[string]struct {
		who, to, text, rule string
	}{
		"too far":    {"Emil", "Anna", "Anna is 4 places above you, and you may challenge up to 3 places above.", "Rule 4"},
		"downwards":  {"Anna", "Ben", "Ben is below you", "Rule 5"},
		"oneself":    {"Ben", "Ben", "You cannot challenge yourself", "Rule 2"},
		"a stranger": {"Ben", "Olive", "Olive is not on this ladder", "Rule 2"},
		"outsider":   {"Olive", "Ben", "You are not on this ladder", "Rule 2"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, p := range []webPage{
				c.clients[ask.who].get(path + "/challenge/" + ask.to), c.clients[ask.who].post(path+"/challenge/"+ask.to, "game", "hexone"),
			} {
				p.wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", ask.text).wantText(t, "#problem a", ask.rule)
				if href := p.attribute("#problem a", "href"); !strings.HasPrefix(href, path+"/rules#rule-r") {
					t.Errorf("the rule is at %s", href)
				}
			}
		})
	}
	if n := c.count(t, "challenges"); n != 0 {
		t.Errorf("%d challenges", n)
	}
	first := c.challenges("Ben", "Anna")
	anna := c.clients["Anna"]
	c.clients["Ben"].post(first.Href()+"/accept").wantStatus(t, http.StatusForbidden)
	anna.post(first.Href()+"/refuse").wantStatus(t, http.StatusOK).wantText(t, "#status", "Anna refused")
	c.clients["Ben"].get(path+"/challenge/Anna").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "Anna has refused your challenge").wantText(t, "#problem a", "Rule 7")
	anna.post(first.Href()+"/accept").wantStatus(t, http.StatusConflict).wantText(t, "#problem", "no longer open")
	second := c.challenges("Carl", "Anna")
	anna.get(second.Href()).wantCount(t, "#refuse", 0).wantText(t, "#may-not", "You have refused before: 1 time within 30 days").wantText(t, "#may-not a", "Rule 8")
	anna.post(second.Href()+"/refuse").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem a", "Rule 8")
	c.client(t).get(path+"/challenge/Ben").wantStatus(t, http.StatusForbidden)
	c.client(t).get("/ladders/none").wantStatus(t, http.StatusNotFound).wantText(t, "main", "There is no such ladder.")
	c.client(t).get(path+"?part=2").wantStatus(t, http.StatusNotFound)
}

// A newcomer's challenge beyond the reach is called free before it is made, on its page and in the chronicle.
func TestFreeChallenge(t *testing.T) {
	t.Parallel()
	c := newSite(t).climb(t, func(l *db.LadderTerms) { l.Settings.Free = 2 }, "Anna", "Ben", "Carl", "Dora", "Emil")
	emil, path := c.clients["Emil"], c.ladder.Href()
	p := emil.get(path).wantText(t, "#place-1 .button", "Free challenge").wantCount(t, ".places .button.primary", 3)
	if got := p.attribute("#place-1 .button", "aria-label"); got != "Challenge Anna: a free challenge" {
		t.Errorf("the button is called %q", got)
	}
	emil.get(path+"/challenge/Anna").wantText(t, ".facts", "it uses one of the 2 free challenges that you have left as a newcomer").wantText(t, "#challenge", "Free challenge")
	if text := emil.get(path + "/challenge/Ben").text(".facts"); strings.Contains(text, "free") {
		t.Errorf("a challenge within the reach: %s", text)
	}
	emil.post(path+"/challenge/Anna", "game", "hexone").wantStatus(t, http.StatusOK).wantText(t, ".facts", "A free challenge, as newcomers have: it goes beyond the reach of Emil.")
	emil.get(path+"/chronicle").wantText(t, ".happened li:first-child", "Emil challenges Anna, with a free challenge.").wantText(t, ".happened li:first-child a + a", "Rule 15")
	emil.get(path+"/challenge/Anna").wantStatus(t, http.StatusUnprocessableEntity)
	terms := c.ladder.LadderTerms
	terms.Settings.Free = 1
	_, err := c.DB.EditLadder(t.Context(), c.ladder.ID, terms, c.people["Olive"].ID, c.Now())
	c.try(err)
	c.member("Fay")
	c.try(c.joins("Fay"))
	c.clients["Fay"].get(path+"/challenge/Ben").wantText(t, ".facts", "it uses the last free challenge")
}

// Who was imported and has never come is marked for members, not for the world.
func TestAbsentOnALadder(t *testing.T) {
	t.Parallel()
	c := newSite(t).climb(t, nil, "Anna", "Ben")
	list := []db.NewMember{{Name: "Iris", Hash: hashOf("iris")}}
	c.try(c.DB.ImportMembers(t.Context(), list, c.people["Olive"].ID, c.Now().Add(time.Hour), c.Now()))
	path := c.ladder.Href()
	c.organiser.post(path+"/correct", "what", "add", "player", "Iris", "place", "1", "why", "the strongest").wantStatus(t, http.StatusOK).
		wantText(t, ".happened", "The organiser puts Iris on the ladder, on place 1.")
	ben := c.clients["Ben"]
	ben.get(path).wantText(t, "#place-1 th", "has never been here").wantCount(t, ".places th small", 2) // and who reads
	c.client(t).get(path).wantCount(t, ".places th small", 0)
	ben.get(path+"/challenge/Iris").wantStatus(t, http.StatusOK).wantText(t, ".facts", "Iris was imported and has never been here")
	made := ben.post(path+"/challenge/Iris", "game", "hexone").wantStatus(t, http.StatusOK).wantText(t, ".facts", "Iris was imported and has never been here").path
	if text := c.client(t).get(made).text(".facts"); strings.Contains(text, "never") {
		t.Errorf("the world reads %s", text)
	}
}

func TestJoiningAndLeavingALadder(t *testing.T) {
	t.Parallel()
	c := newSite(t).climb(t, nil, "Anna", "Ben")
	path := c.ladder.Href()
	c.member("Fay")
	fay := c.clients["Fay"]
	fay.get(path).wantText(t, ".own", "You would enter on place 3")
	fay.post(path+"/join").wantStatus(t, http.StatusOK).wantText(t, "#own-place", "place 3").wantText(t, "#notice", "You are on the ladder")
	fay.post(path+"/join").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "Fay is on the ladder already")
	c.clients["Anna"].get(path).wantText(t, ".own details", "If you come back within 60 days")
	made := c.challenges("Ben", "Anna")
	c.clients["Anna"].get(path).wantText(t, ".own details", "You have open challenges.").wantText(t, ".own details", "give up their games that are not over")
	c.organiser.get(path+"/correct").wantText(t, "#removal", "Whoever is taken off the ladder loses open challenges, and gives up their games")
	c.clients["Ben"].post(made.Href()+"/withdraw").wantStatus(t, http.StatusOK)
	c.clients["Anna"].post(path+"/leave").wantStatus(t, http.StatusOK).wantText(t, ".own", "You were on this ladder before. You would come back on place 3")
	c.wantOrder("Ben", "Ben Fay")
	c.clients["Anna"].post(path + "/join")
	c.wantOrder("Ben", "Ben Fay Anna")
	c.client(t).post(path+"/join").wantStatus(t, http.StatusForbidden)
	c.client(t).get(path).wantText(t, ".own", "Members play on this ladder")
}

// Of a large ladder a part is shown, first that in which one is.
func TestLargeLadder(t *testing.T) {
	t.Parallel()
	c := newSite(t).climb(t, nil)
	var names []string
	for i := range 230 {
		name := fmt.Sprintf("Player %03d", i)
		person, err := c.DB.SignUp(t.Context(), "", name, "", c.Now())
		c.try(err)
		_, err = c.DB.JoinLadder(t.Context(), c.ladder.ID, person.ID, c.Now())
		c.try(err)
		names = append(names, name)
	}
	path := c.ladder.Href()
	_, err := c.DB.JoinLadder(t.Context(), c.ladder.ID, c.member("Zoe").ID, c.Now())
	c.try(err)
	p := c.clients["Zoe"].get(path).wantStatus(t, http.StatusOK).wantCount(t, ".places tbody tr", 31).wantText(t, ".you", "Zoe").wantText(t, ".tabs [aria-current] + a, .tabs", "201–231")
	if got := p.list(".places th[scope=row]")[0]; got != names[200] {
		t.Errorf("the part begins with %s", got)
	}
	c.client(t).get(path).wantCount(t, ".places tbody tr", 100)
	c.client(t).get(path+"?part=2").wantCount(t, ".places tbody tr", 100).wantText(t, "#place-101", names[100])
}

// An organiser makes a ladder, changes, corrects and closes it, and the log tells.
func TestOrganisingALadder(t *testing.T) {
	t.Parallel()
	c := newSite(t).climb(t, nil, "Anna", "Ben", "Carl")
	olive, path := c.organiser, c.ladder.Href()
	season := "/seasons/" + c.season.ID
	olive.get(season).wantText(t, "main", "Hexone ladder")
	p := olive.get(olive.get(season).attribute("a[href$='/ladders/new']", "href")).wantStatus(t, http.StatusOK)
	bad := olive.sends(p, "form.ladder-form", "name", "", "reach", "many", "games", "six", "unit", "match").wantStatus(t, http.StatusUnprocessableEntity)
	bad.wantCount(t, "#problem p", 3).wantText(t, "#problem-reach", "0 to 100 places").wantText(t, "#problem-unit", "Hexone alone").wantText(t, "#problem-name", "name")
	bad.wantCount(t, "[autofocus]", 1).wantCount(t, "input[name=name][autofocus]", 1)
	if got := bad.attribute("input[name=reach]", "value"); got != "many" {
		t.Errorf("the reach is kept as %q", got)
	}
	if got := bad.attribute("input[name=reach]", "aria-describedby"); got != "problem-reach" {
		t.Errorf("the field is described by %q", got)
	}
	made := olive.sends(p, "form.ladder-form", "games", "hexone", "name", "Club ladder", "about", "We *play* here.").wantStatus(t, http.StatusOK)
	made.wantText(t, "h1", "Club ladder").wantText(t, ".welcome em", "play")

	p = olive.get(path+"/edit").wantStatus(t, http.StatusOK)
	olive.sends(p, "form.ladder-form", "games", "hexone", "reach", "1", "win", "swap").wantStatus(t, http.StatusOK).wantText(t, "#rule-r4", "up to 1 place above").wantText(t, "#rule-r11", "exchange places")
	p = olive.get(path+"/correct").wantStatus(t, http.StatusOK)
	for name, form := range map[string]struct {
		pairs []string
		text  string
	}{
		"no reason":  {[]string{"what", "place", "player", "Carl", "place", "1"}, "Give a reason"},
		"no player":  {[]string{"what", "place", "player", "Xaver", "place", "1", "why", "so"}, "Nobody has an account with that name"},
		"no place":   {[]string{"what", "place", "player", "Carl", "place", "7", "why", "so"}, "no such place"},
		"not there":  {[]string{"what", "remove", "player", "Olive", "why", "so"}, "nobody of that name on the ladder"},
		"there":      {[]string{"what", "add", "player", "Carl", "why", "so"}, "Carl is on the ladder already"},
		"not number": {[]string{"what", "place", "player", "Carl", "place", "top", "why", "so"}, "no such place"},
	} {
		t.Run(name, func(t *testing.T) {
			p := olive.post(path+"/correct", form.pairs...).wantStatus(t, http.StatusUnprocessableEntity)
			if got := p.text("#problem"); !strings.Contains(got, form.text) {
				t.Errorf("problem %q, want %q", got, form.text)
			}
			if got := p.attribute("input[name=player]", "value"); got != form.pairs[3] {
				t.Errorf("the player is kept as %q", got)
			}
		})
	}
	olive.sends(p, "form.card", "what", "place", "player", "Carl", "place", "1", "why", "A result was wrong").wantStatus(t, http.StatusOK)
	c.wantOrder("Ben", "Carl Anna Ben").wantText(t, ".happened", "The organiser moves Carl from 3 to 1.")
	challenge := c.challenges("Anna", "Carl")
	olive.post(challenge.Href()+"/decide", "outcome", "from").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "Give a reason")
	olive.post(challenge.Href()+"/decide", "why", "so").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "how the challenge ends")
	olive.post(challenge.Href()+"/decide", "outcome", "from", "why", "Carl said so").wantStatus(t, http.StatusOK).wantText(t, "#status", "Anna won against Carl")
	c.wantOrder("Ben", "Anna Carl Ben")
	olive.post(path+"/close", "closed", "on").wantStatus(t, http.StatusOK).wantText(t, "#closed", "closed since")
	c.clients["Ben"].get(path+"/challenge/Carl").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem a", "Rule 1")
	olive.get(path).wantCount(t, "#join", 0)
	olive.post(path+"/join").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "The ladder is closed: nobody joins it.").wantText(t, "#problem a", "Rule 1")
	olive.get(path+"/correct").wantCount(t, "input[name=what]", 2).wantCount(t, "input[value=add]", 0)
	olive.post(path+"/correct", "what", "add", "player", "Olive", "why", "so").wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "nobody joins it")
	olive.post(path+"/close", "closed", "off").wantStatus(t, http.StatusOK).wantCount(t, "#closed", 0)

	log := strings.Join(c.clients["Ben"].get("/club/log").wantStatus(t, http.StatusOK).list(".log li"), "\n")
	for _, want := range []string{
		"Olive made the ladder “Club ladder”.", "Places up that one may challenge: was 3, is 1.", "A lower player who wins gets: was the loser’s place; those between move down, is they exchange places.",
		"Olive put Carl on another place of “Hexone ladder”: was 3, is 1.", "A result was wrong", "Olive decided on “Hexone ladder” that Anna won against Carl.",
		"Olive closed the ladder", "Olive opened the ladder",
	} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %q:\n%s", want, log)
		}
	}
	for _, address := range []string{"/edit", "/correct"} {
		c.clients["Anna"].get(path+address).wantStatus(t, http.StatusForbidden)
	}
	c.clients["Anna"].post(path+"/close", "closed", "on").wantStatus(t, http.StatusForbidden)
}

// A ladder of a new season goes on with one of the season before.
func TestCarryingALadderOver(t *testing.T) {
	t.Parallel()
	c := newSite(t).climb(t, func(l *db.LadderTerms) { l.Settings.Reach = 7 }, "Anna", "Ben", "Carl")
	_, err := c.DB.LeaveLadder(t.Context(), c.ladder.ID, c.people["Ben"].ID, c.Now())
	c.try(err)
	next, err := c.DB.NewSeason(t.Context(), "Summer", c.season.ID, c.people["Olive"].ID, c.Now())
	c.try(err)
	p := c.organiser.get("/seasons/"+next.ID+"/ladders/new").wantText(t, "form.card", "Go on with a ladder of the season before: Hexone ladder")
	p = c.organiser.get(p.attribute("form.card a[href*='from=']", "href")).wantStatus(t, http.StatusOK).wantText(t, "form.card", "goes on with “Hexone ladder”")
	if got := p.attribute("input[name=reach]", "value"); got != "7" {
		t.Errorf("the reach is %q", got)
	}
	p = c.organiser.sends(p, "form.ladder-form", "games", "hexone").wantStatus(t, http.StatusOK)
	if got := p.order(); got != "Anna Carl" {
		t.Errorf("the new ladder is %s", got)
	}
	p.wantCount(t, ".places:contains('new within a month')", 0)
	list, err := c.DB.LaddersOf(t.Context(), next.ID)
	c.try(err)
	_, err = c.DB.JoinLadder(t.Context(), list[0].ID, c.member("Dora").ID, c.Now().Add(time.Second))
	c.try(err)
	c.client(t).get(list[0].Href()).wantText(t, ".places tr:contains('Dora')", "new within a month").wantCount(t, ".places tr:contains('new within a month')", 1)
	c.client(t).get("/club").wantText(t, "main", "Hexone ladder")
	c.client(t).get("/club/log").wantStatus(t, http.StatusForbidden)
}

// The worker does what is due, and tells those whom it concerns.
func TestLadderWorks(t *testing.T) {
	t.Parallel()
	c := newSite(t).climb(t, nil, "Anna", "Ben")
	made := c.challenges("Ben", "Anna")
	stream := c.clients["Anna"].listen("/events", "")
	stream.want(opening)
	c.passes(4 * 24 * time.Hour)
	stream.want(changed)
	c.wantOrder("Anna", "Ben Anna").wantText(t, ".happened", "Ben takes place 1 from Anna. No game was played to its end.").wantText(t, ".happened a[href$='rule-r9']", "Rule 9")
	c.clients["Anna"].post(made.Href()+"/accept").wantStatus(t, http.StatusConflict).wantText(t, "#problem", "no longer open").wantText(t, "#status", "Ben won against Anna")
}

// What had fallen due on a ladder, and is done when a game or a pairing on it is over, is told
// to those whom it concerns.
func TestLadderWorksWithAResult(t *testing.T) {
	t.Parallel()
	for name, venue := range map[string]db.Venue{"on the site": db.OnSite, "over the board": db.OverBoard} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newSite(t).climb(t, func(l *db.LadderTerms) { l.Venue = venue }, "Anna", "Ben", "Carl", "Dora")
			played, waits := c.accepts(c.challenges("Ben", "Anna")), c.challenges("Dora", "Carl")
			stream := c.clients["Dora"].listen("/events", "")
			stream.want(opening)
			stream.want(changed) // since a page that nobody has
			_, err := c.raw(t).Exec("UPDATE challenges SET answer_by = $1 WHERE id = $2", c.Now().Add(-time.Minute).UnixMilli(), waits.ID)
			c.try(err)
			if venue == db.OnSite {
				list, err := c.DB.PairingGames(t.Context(), played.Pairing)
				c.try(err)
				c.clients["Anna"].post("/games/"+list[0].ID+"/resign").wantStatus(t, http.StatusOK)
			} else {
				p, err := c.DB.Pairing(t.Context(), played.Pairing)
				c.try(err)
				path := "/pairings/" + p.ID
				c.clients["Ben"].post(path+"/enter", "outcome-1", "first", "points-1-1", "20").wantStatus(t, http.StatusOK)
				c.clients["Anna"].post(path+"/confirm", "revision", strconv.Itoa(p.Revision+1)).wantStatus(t, http.StatusOK)
			}
			stream.want(changed)
			if got := c.clients["Dora"].get(c.ladder.Href()).order(); !strings.HasSuffix(got, "Dora Carl") {
				t.Errorf("then the ladder is %s", got)
			}
		})
	}
}

// Who is challenged is written to, and reminded; the letter is gone with the challenge.
func TestLadderLetters(t *testing.T) {
	t.Parallel()
	s := newMailSite(t)
	s.readers(t, 2) // Anna and Ben
	c := s.climb(t, nil)
	anna, ben := s.idOf(t, "Anna"), s.idOf(t, "Ben")
	for _, id := range []string{anna, ben} {
		_, err := s.DB.JoinLadder(t.Context(), c.ladder.ID, id, s.Now())
		c.try(err)
	}
	s.clock.advance(time.Hour)
	made, _, err := s.DB.MakeChallenge(t.Context(), c.ladder.ID, ben, anna, "hexone", false, s.Now())
	c.try(err)
	m := s.sendOne(t, 2*time.Minute)
	if m.To != "anna@mail.example" || m.Subject != "Ben challenges you on Hexone ladder" || !strings.Contains(m.Text, s.url+made.Href()) {
		t.Errorf("the mail is %+v", m)
	}
	m = s.sendOne(t, 49*time.Hour)
	if m.Subject != "Ben waits for your answer on Hexone ladder" {
		t.Errorf("the mail is %+v", m)
	}
	_, err = s.DB.RefuseChallenge(t.Context(), made.ID, anna, s.Now())
	c.try(err)
	m = s.sendOne(t, 2*time.Minute)
	if m.To != "ben@mail.example" || m.Subject != "Anna has refused your challenge on Hexone ladder" {
		t.Errorf("the mail is %+v", m)
	}
}
