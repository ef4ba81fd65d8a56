package db

import (
	"slices"
	"testing"

	"hexclub/rules"
)

func TestRemoveMessage(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Anna")
	otto := newOrganiser(t, d, "Otto", admin)
	g := newPair(t, d)
	host, other := g.Players[0].ID, g.Players[1].ID
	makeAccount(t, d, host, "Hanna")
	for _, text := range []string{"one", "two", "three"} {
		say(t, d, g.ID, host, text)
	}
	say(t, d, g.ID, other, "a guest's")
	last := lastEntry(t, d).Number
	for _, by := range []string{host, other, "nobody", ""} {
		wantError(t, d.RemoveMessage(ctx, g.ID, 2, by, noon), rules.Forbidden, "error.organisers-only")
	}
	for game, number := range map[string]int{g.ID: 5, "none": 1} {
		wantError(t, d.RemoveMessage(ctx, game, number, otto.ID, noon), rules.NotFound, "error.not-found")
	}
	if got := lastEntry(t, d).Number; got != last {
		t.Errorf("the log goes to %d, went to %d", got, last)
	}
	if err := d.RemoveMessage(ctx, g.ID, 2, otto.ID, noon); err != nil {
		t.Fatal(err)
	}
	if e := lastEntry(t, d); e.Act != "message-removed" || e.By.ID != otto.ID || e.Subject.ID != host || e.About != (Ref{RefGame, g.ID}) || len(e.Detail) != 0 {
		t.Errorf("the log ends in %+v", e)
	}
	wantError(t, d.RemoveMessage(ctx, g.ID, 2, otto.ID, noon), rules.NotFound, "error.not-found")
	if err := d.RemoveMessage(ctx, g.ID, 4, otto.ID, noon); err != nil {
		t.Fatal(err)
	}
	if e := lastEntry(t, d); e.Act != "guest-message-removed" || e.Subject.ID != "" {
		t.Errorf("the log ends in %+v", e)
	}
	if err := d.Absorb(ctx, other, admin.ID); err != nil { // the guest is gone, the log stays
		t.Fatal(err)
	}
	wantTexts(t, d, g.ID, host, "one", "", "three", "")
	wantNowhere(t, d, "two", "a guest's")
	c := chat(t, d, g.ID, host, Messages{After: 3, Limit: 9})
	if len(c.Messages) != 1 || !c.Messages[0].Removed || !slices.Equal(c.Removed, []int{2}) {
		t.Errorf("the news are %+v, removed %v", c.Messages, c.Removed)
	}
	if c := chat(t, d, g.ID, host, Messages{Limit: 9}); len(c.Removed) != 0 || c.Messages[0].Removed || !c.Messages[1].Removed {
		t.Errorf("all is %+v, removed %v", c.Messages, c.Removed)
	}
}

func TestOverseenChat(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Anna")
	g := newPair(t, d)
	host, other := g.Players[0].ID, g.Players[1].ID
	if yes, err := d.HasMessages(ctx, g.ID); err != nil || yes {
		t.Errorf("there are messages: %v, %v", yes, err)
	}
	say(t, d, g.ID, host, "one")
	say(t, d, g.ID, other, "two")
	if err := d.Block(ctx, host, other, noon); err != nil {
		t.Fatal(err)
	}
	if yes, err := d.HasMessages(ctx, g.ID); err != nil || !yes {
		t.Errorf("there are messages: %v, %v", yes, err)
	}
	c, err := d.OverseenChat(ctx, g.ID, admin.ID, Messages{Limit: 9})
	if err != nil || len(c.Messages) != 2 || len(c.Others) != 2 {
		t.Errorf("%+v, %v", c, err)
	}
	for _, by := range []string{host, newMember(t, d, "Mona").ID, newGuest(t, d).ID, "nobody", ""} {
		_, err := d.OverseenChat(ctx, g.ID, by, Messages{Limit: 9})
		wantError(t, err, rules.Forbidden, "error.not-a-player")
	}
	_, err = d.OverseenChat(ctx, "none", admin.ID, Messages{Limit: 9})
	wantError(t, err, rules.NotFound, "error.no-game")
}
