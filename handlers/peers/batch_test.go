package peers

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/live"
)

// drain returns the events of all notifications of a batch, and their number.
func drain(t *testing.T, b *batch) (events []live.Event, notifications int) {
	t.Helper()
	for {
		payload := b.next("me")
		if payload == "" {
			return events, notifications
		}
		if len(payload) > db.MaxNotification {
			t.Errorf("a notification has %d bytes", len(payload))
		}
		sender, part := parse(payload)
		if sender != "me" {
			t.Errorf("the sender is %q", sender)
		}
		events, notifications = append(events, part...), notifications+1
	}
}

func TestBatch(t *testing.T) {
	t.Parallel()
	sent := []live.Event{
		{Kind: live.Changed, Topic: "game"},
		{Kind: live.ChangedByPerson, Topic: "game", Who: "anna"},
		{Kind: live.ChangedToPerson, Topic: "game", Who: "anna"},
		{Kind: live.Ended, Who: "ben"},
		{Kind: attempt, Topic: "log-ins-as", Who: "00ff"},
	}
	b := &batch{}
	for _, e := range sent {
		b.add(e)
	}
	b.add(sent[0]) // is there already
	b.add(sent[4]) // counts again
	want := append(sent, sent[4])
	if events, n := drain(t, b); !slices.Equal(events, want) || n != 1 {
		t.Errorf("%d notifications have the events %+v, want %+v", n, events, want)
	}
	if _, events := parse("me\nz\tx\ty\tmore\nc\tgame\t"); !slices.Equal(events, sent[:1]) {
		t.Errorf("of a newer program's notification the events are %+v", events)
	}
	for _, payload := range []string{"", "me", "\n\n\t\n"} {
		if _, events := parse(payload); len(events) != 0 {
			t.Errorf("%q has the events %+v", payload, events)
		}
	}
}

// Many events need several notifications. If too many wait, or one cannot be written, pages ask for all they show.
func TestLargeBatch(t *testing.T) {
	t.Parallel()
	b := &batch{}
	for i := range maxLines {
		b.add(live.Event{Kind: live.Changed, Topic: fmt.Sprintf("game%08d", i)})
	}
	if events, n := drain(t, b); len(events) != maxLines || n < 10 || n > 20 {
		t.Errorf("%d notifications have %d events", n, len(events))
	}
	all := []live.Event{{Kind: everything}}
	for i := range maxLines + 1 {
		b.add(live.Event{Kind: attempt, Topic: "log-ins-at", Who: fmt.Sprint(i)})
	}
	if events, _ := drain(t, b); len(events) != maxLines {
		t.Errorf("of too many attempts, %d are sent", len(events))
	}
	for i := range maxLines + 1 {
		b.add(live.Event{Kind: live.Changed, Topic: fmt.Sprint("game", i)})
	}
	if events, _ := drain(t, b); !slices.Equal(events, all) {
		t.Errorf("%d events are sent", len(events))
	}
	for _, topic := range []string{"a\tb", "a\nb", strings.Repeat("a", db.MaxNotification)} {
		b.add(live.Event{Kind: live.Changed, Topic: topic})
		if events, _ := drain(t, b); !slices.Equal(events, all) {
			t.Errorf("for the topic %.10q, the events are %.100v", topic, events)
		}
	}
}
