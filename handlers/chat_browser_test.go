package handlers_test

import (
	"fmt"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
)

// Two people write to each other while they play. Each message appears at once and once on the other page, and
// typed text is never lost.
func TestChatInBrowsers(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	game, host, guest := s.TwoPlayers(t)
	anna, ben := b.Person(s, sitetest.Desktop), b.Person(s, sitetest.Phone)
	anna.ComesAs(host)
	ben.ComesAs(guest)
	for _, p := range []*sitetest.Person{anna, ben} {
		p.Open(game)
		p.Shows("#chat-text")
	}
	value := func(p *sitetest.Person) string { return p.Evaluate(`document.querySelector("#chat-text").value`) }

	anna.FocusOn("chat-text")
	anna.Types("hello")
	anna.Press("Enter")
	anna.WantChat("hello")
	anna.WantFocus("chat-text", "after a message")
	if got := value(anna); got != "" {
		t.Errorf("the field still has %q", got)
	}
	ben.WantChat("hello")

	t.Run("news leave the field and the board alone", func(t *testing.T) {
		anna.T, ben.T = t, t
		anna.FocusOn("chat-text")
		anna.Types("half a ")
		guest.Say(game, "good luck")
		anna.WantChat("hello", "good luck")
		anna.WantFocus("chat-text", "after news")
		anna.Types("thought")
		host.Turn(game, "c2", 0) // the table is swapped
		anna.Has(".turns li")
		anna.WantFocus("chat-text", "after a turn")
		if got := value(anna); got != "half a thought" {
			t.Errorf("the field has %q", got)
		}
		ben.WantChat("hello", "good luck")
	})
	t.Run("what is typed while a message is on its way stays", func(t *testing.T) {
		ben.T = t
		ben.Evaluate(`const field = document.querySelector("#chat-text");
			field.value = "one";
			field.form.requestSubmit();
			field.value += ", two"; ""`)
		ben.WantChat("hello", "good luck", "one")
		if got := value(ben); got != ", two" {
			t.Errorf("the field has %q", got)
		}
		ben.FocusOn("chat-text")
		ben.Press("Enter")
		ben.WantChat("hello", "good luck", "one", ", two")
		if got := value(ben); got != "" {
			t.Errorf("the field still has %q", got)
		}
	})
	t.Run("what is refused stays", func(t *testing.T) {
		anna.T = t
		anna.Evaluate(`document.querySelector("#chat-text").removeAttribute("maxlength"); document.querySelector("#chat-text").value = "x".repeat(301); ""`)
		anna.Press("Enter")
		anna.Has("#chat-problem [role=alert]")
		if got := value(anna); got != strings.Repeat("x", 301) {
			t.Errorf("the field has %d characters", len(got))
		}
		anna.WantFocus("chat-text", "after a refusal")
		anna.Evaluate(`document.querySelector("#chat-text").value = "shorter"; ""`)
		anna.Press("Enter")
		anna.WantChat("hello", "good luck", "one", ", two", "shorter")
		if n := anna.Count("#chat-problem > *"); n != 0 {
			t.Error("the reason is still there")
		}
	})
	t.Run("beside the turns of others", func(t *testing.T) {
		ben.T = t
		host.Say(game, "are you there?")
		guest.Turn(game, "d3", 1)
		ben.Has(".turns li:nth-child(2)")
		ben.WantChat("hello", "good luck", "one", ", two", "shorter", "are you there?")
	})
	t.Run("many at once", func(t *testing.T) {
		anna.T, ben.T = t, t
		want := []string{"hello", "good luck", "one", ", two", "shorter", "are you there?"}
		for i := range 20 {
			host.Say(game, fmt.Sprint("from Anna ", i))
			guest.Say(game, fmt.Sprint("from Ben ", i))
			want = append(want, fmt.Sprint("from Anna ", i), fmt.Sprint("from Ben ", i))
		}
		ben.FocusOn("chat-text")
		ben.Types("me too")
		ben.Press("Enter")
		want = append(want, "me too")
		anna.WantChat(want...)
		ben.WantChat(want...)
		// The newest message is visible.
		for _, p := range []*sitetest.Person{anna, ben} {
			if at := p.Evaluate(`String(Math.round(document.querySelector("#chat .scroll").scrollTop))`); at != "0" {
				t.Errorf("the list is scrolled to %s", at)
			}
		}
	})
	t.Run("muted and shown again", func(t *testing.T) {
		ben.T = t
		ben.Click("#chat-tools-summary")
		ben.Click("#chat-tools form[action$='/mute'] button")
		ben.Has("#chat button[value=off]")
		ben.Click("#chat button[value=off]")
		ben.Shows("#chat-text")
	})
	t.Run("after the end", func(t *testing.T) {
		anna.T, ben.T = t, t
		guest.Post(game + "/resign")
		anna.Has(".status.over")
		ben.Open(game)
		ben.Has("#chat-text")
		host.Say(game, "well played")
		ben.Has("#chat-log p:nth-of-type(48)")
	})
}

// Messages during a lost connection appear when it is restored. Screen readers announce a new message.
func TestChatIsAnnounced(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	game, host, guest := s.TwoPlayers(t)
	guest.Say(game, "first")
	p := b.Person(s, sitetest.Desktop)
	p.ComesAs(host)
	p.Open(game)
	p.WantChat("first")
	p.Evaluate(`window.said = [];
		new MutationObserver((changes) => {
			for (const change of changes) for (const node of change.addedNodes) if (node.textContent.trim()) said.push(node.textContent.trim().replace(/\s+/g, " "));
		}).observe(document.querySelector("#chat [role=log]"), { childList: true, subtree: true }); ""`)
	guest.Say(game, "second")
	p.WantChat("first", "second")
	name := p.Text("#chat-log p b")
	if got := p.Evaluate(`said.join("|")`); got != name+" second" {
		t.Errorf("it says %q", got)
	}
	heard := 0
	for _, h := range p.AccessibilityNodes() {
		if h.Role == "log" && h.Name == "Messages" {
			heard++
		}
	}
	if heard != 1 {
		t.Errorf("the accessibility tree has %d logs", heard)
	}
}

// A notice about a new message stays next to the board until its reader goes to the chat, whatever happens on
// the board.
func TestNewMessageHasNotice(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	game, host, guest := s.TwoPlayers(t)
	p := b.Person(s, sitetest.Phone)
	p.ComesAs(host)
	p.Open(game)
	p.Shows("#chat-text")
	host.Say(game, "mine")
	p.WantChat("mine")
	if n := p.Count("#to-chat"); n != 0 {
		t.Error("a player's own message is announced")
	}
	guest.Say(game, "hello")
	p.Shows(".now #to-chat")
	p.Click("#c-c2")
	p.Shows(".now #chat-new #to-chat") // below the buttons
	p.Click("#confirm")
	p.Has(sitetest.Listed(1))
	p.Click("#to-chat")
	p.Gone("#to-chat")
	p.WantChat("mine", "hello")
	guest.Say(game, "there?")
	p.Has("#to-chat")
	p.FocusOn("chat-text")
	p.Types("yes")
	p.Press("Enter")
	p.WantChat("mine", "hello", "there?", "yes")
	p.Gone("#to-chat")
	guest.Say(game, "well?")
	p.Has("#to-chat")
	p.FocusOn("resign-summary")
	p.Gone("#to-chat") // a reader of the chat has read it
}

// Without JavaScript the chat works with forms.
func TestChatWithoutScript(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	game, host, guest := s.TwoPlayers(t)
	guest.Say(game, "hello")
	plain := sitetest.Phone
	plain.NoScript = true
	p := b.Person(s, plain)
	p.ComesAs(host)
	p.Open(game)
	p.Has("#chat-text")
	p.Click("#chat-text")
	p.Types("and hello")
	p.Click("#chat form.send button")
	p.Has("#chat-log .own")
	if got := p.Text("#chat-log .own span"); got != "and hello" {
		t.Errorf("the page says %q", got)
	}
	guest.Get(game).WantSaid(t, "hello", "and hello")
	p.Click("#chat-tools-summary")
	p.Click("#chat-tools button[name=blocked]")
	p.Has("#chat-notes li")
	host.Get(game).WantSaid(t, "and hello")
}
