package handlers_test

import (
	"fmt"
	"strings"
	"testing"
)

// Two people write to each other while they play: what the one writes the other
// sees at once, each message once, and nothing that is typed is lost.
func TestChatInBrowsers(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	game, host, guest := s.twoPlayers(t)
	anna, ben := b.person(s, desktop), b.person(s, phone)
	anna.comesAs(host)
	ben.comesAs(guest)
	for _, p := range []*person{anna, ben} {
		p.open(game)
		p.shows("#chat-text")
	}
	value := func(p *person) string { return p.evaluate(`document.querySelector("#chat-text").value`) }

	anna.focusOn("chat-text")
	anna.types("hello")
	anna.press("Enter")
	anna.wantChat("hello")
	anna.wantFocus("chat-text", "after a message")
	if got := value(anna); got != "" {
		t.Errorf("the field still has %q", got)
	}
	ben.wantChat("hello")

	t.Run("news leave the field and the board alone", func(t *testing.T) {
		anna.t, ben.t = t, t
		anna.focusOn("chat-text")
		anna.types("half a ")
		guest.say(game, "good luck")
		anna.wantChat("hello", "good luck")
		anna.wantFocus("chat-text", "after news")
		anna.types("thought")
		host.turn(game, "c2", 0) // the table is swapped
		anna.has(".turns li")
		anna.wantFocus("chat-text", "after a turn")
		if got := value(anna); got != "half a thought" {
			t.Errorf("the field has %q", got)
		}
		ben.wantChat("hello", "good luck")
	})
	t.Run("what is typed while a message is on its way stays", func(t *testing.T) {
		ben.t = t
		ben.evaluate(`const field = document.querySelector("#chat-text");
			field.value = "one";
			field.form.requestSubmit();
			field.value += ", two"; ""`)
		ben.wantChat("hello", "good luck", "one")
		if got := value(ben); got != ", two" {
			t.Errorf("the field has %q", got)
		}
		ben.focusOn("chat-text")
		ben.press("Enter")
		ben.wantChat("hello", "good luck", "one", ", two")
		if got := value(ben); got != "" {
			t.Errorf("the field still has %q", got)
		}
	})
	t.Run("what is refused stays", func(t *testing.T) {
		anna.t = t
		anna.evaluate(`document.querySelector("#chat-text").removeAttribute("maxlength"); document.querySelector("#chat-text").value = "x".repeat(301); ""`)
		anna.press("Enter")
		anna.has("#chat-problem [role=alert]")
		if got := value(anna); got != strings.Repeat("x", 301) {
			t.Errorf("the field has %d characters", len(got))
		}
		anna.wantFocus("chat-text", "after a refusal")
		anna.evaluate(`document.querySelector("#chat-text").value = "shorter"; ""`)
		anna.press("Enter")
		anna.wantChat("hello", "good luck", "one", ", two", "shorter")
		if n := anna.count("#chat-problem > *"); n != 0 {
			t.Error("the reason is still there")
		}
	})
	t.Run("it stays open or closed", func(t *testing.T) {
		ben.t = t
		ben.wantChat("hello", "good luck", "one", ", two", "shorter")
		ben.click("#chat-summary")
		ben.has("#chat:not([open])")
		host.say(game, "are you there?")
		guest.turn(game, "d3", 1)
		ben.has(".turns li:nth-child(2)")
		ben.wantChat("hello", "good luck", "one", ", two", "shorter", "are you there?")
		ben.has("#chat:not([open])")
		ben.click("#chat-summary")
		ben.has("#chat[open]")
	})
	t.Run("many at once", func(t *testing.T) {
		anna.t, ben.t = t, t
		want := []string{"hello", "good luck", "one", ", two", "shorter", "are you there?"}
		for i := range 20 {
			host.say(game, fmt.Sprint("from Anna ", i))
			guest.say(game, fmt.Sprint("from Ben ", i))
			want = append(want, fmt.Sprint("from Anna ", i), fmt.Sprint("from Ben ", i))
		}
		ben.focusOn("chat-text")
		ben.types("me too")
		ben.press("Enter")
		want = append(want, "me too")
		anna.wantChat(want...)
		ben.wantChat(want...)
		// The newest is in sight.
		for _, p := range []*person{anna, ben} {
			if at := p.evaluate(`String(Math.round(document.querySelector("#chat .scroll").scrollTop))`); at != "0" {
				t.Errorf("the list is scrolled to %s", at)
			}
		}
	})
	t.Run("muted and shown again", func(t *testing.T) {
		ben.t = t
		ben.click("#chat-tools-summary")
		ben.click("#chat-tools form[action$='/mute'] button")
		ben.has("#chat button[value=off]")
		ben.click("#chat button[value=off]")
		ben.shows("#chat-text")
	})
	t.Run("after the end", func(t *testing.T) {
		anna.t, ben.t = t, t
		guest.post(game + "/resign")
		anna.has(".status.over")
		ben.open(game)
		ben.has("#chat-text")
		host.say(game, "well played")
		ben.has("#chat-log p:nth-of-type(48)")
	})
}

// What was written while a page was cut off comes when it is connected again,
// and a message comes up as news to who hears the page.
func TestChatIsHeard(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	game, host, guest := s.twoPlayers(t)
	guest.say(game, "first")
	p := b.person(s, desktop)
	p.comesAs(host)
	p.open(game)
	p.wantChat("first")
	p.evaluate(`window.said = [];
		new MutationObserver((changes) => {
			for (const change of changes) for (const node of change.addedNodes) if (node.textContent.trim()) said.push(node.textContent.trim().replace(/\s+/g, " "));
		}).observe(document.querySelector("#chat [role=log]"), { childList: true, subtree: true }); ""`)
	guest.say(game, "second")
	p.wantChat("first", "second")
	name := p.text("#chat-log p b")
	if got := p.evaluate(`said.join("|")`); got != name+" second" {
		t.Errorf("it says %q", got)
	}
	heard := 0
	for _, h := range p.hears() {
		if h.role == "log" && h.name == "Messages" {
			heard++
		}
	}
	if heard != 1 {
		t.Errorf("the accessibility tree has %d logs", heard)
	}
}

// A message that came is told of beside the board until its reader goes to the
// chat, whatever happens on the board.
func TestMessageIsToldOf(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	game, host, guest := s.twoPlayers(t)
	p := b.person(s, phone)
	p.comesAs(host)
	p.open(game)
	p.shows("#chat-text")
	host.say(game, "mine")
	p.wantChat("mine")
	if n := p.count("#to-chat"); n != 0 {
		t.Error("one's own message is told of")
	}
	guest.say(game, "hello")
	p.shows(".now #to-chat")
	p.click("#c-c2")
	p.shows(".now + #chat-new #to-chat") // below what is pressed
	p.click("#confirm")
	p.has(listed(1))
	p.click("#to-chat")
	p.gone("#to-chat")
	p.wantChat("mine", "hello")
	guest.say(game, "there?")
	p.has("#to-chat")
	p.focusOn("chat-text")
	p.types("yes")
	p.press("Enter")
	p.wantChat("mine", "hello", "there?", "yes")
	p.gone("#to-chat")
	guest.say(game, "well?")
	p.has("#to-chat")
	p.focusOn("resign-summary")
	p.gone("#to-chat") // who was in the chat has read it
}

// Without JavaScript all of it works by forms.
func TestChatWithoutScript(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	game, host, guest := s.twoPlayers(t)
	guest.say(game, "hello")
	plain := phone
	plain.noScript = true
	p := b.person(s, plain)
	p.comesAs(host)
	p.open(game)
	p.has("#chat-text")
	p.click("#chat-text")
	p.types("and hello")
	p.click("#chat form.send button")
	p.has("#chat-log .own")
	if got := p.text("#chat-log .own span"); got != "and hello" {
		t.Errorf("the page says %q", got)
	}
	guest.get(game).wantSaid(t, "hello", "and hello")
	p.click("#chat-tools-summary")
	p.click("#chat-tools button[name=blocked]")
	p.has("#chat-notes li")
	host.get(game).wantSaid(t, "and hello")
}
