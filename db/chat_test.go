package db

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
)

// all is every message of a chat.
var all = Messages{Limit: 1000}

func chat(t testing.TB, d *DB, game, person string, which Messages) Chat {
	t.Helper()
	c, err := d.Chat(t.Context(), game, person, which)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func say(t testing.TB, d *DB, game, person, text string) {
	t.Helper()
	if _, err := d.Say(t.Context(), game, person, text, noon); err != nil {
		t.Fatal(err)
	}
}

// texts returns the messages that a person can read.
func texts(t testing.TB, d *DB, game, person string) []string {
	t.Helper()
	list := []string{}
	for _, m := range chat(t, d, game, person, all).Messages {
		list = append(list, m.Text)
	}
	return list
}

func wantTexts(t *testing.T, d *DB, game, person string, want ...string) {
	t.Helper()
	if got := texts(t, d, game, person); !slices.Equal(got, want) {
		t.Errorf("%s reads %q, want %q", person, got, want)
	}
}

func makeAccount(t testing.TB, d *DB, guest, name string) {
	t.Helper()
	if _, err := d.SignUp(t.Context(), guest, name, "hash", noon); err != nil {
		t.Fatal(err)
	}
}

func countRows(t testing.TB, d *DB, table string) (n int) {
	t.Helper()
	if err := d.read.QueryRowContext(t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestChat(t *testing.T) {
	d := openTest(t)
	g := newPair(t, d)
	anna, ben := g.Players[0].ID, g.Players[1].ID
	makeAccount(t, d, anna, "Anna")
	for i, text := range []string{"hello", "<b>&\"' — 𝄞 e\u0301", "3"} {
		number, err := d.Say(t.Context(), g.ID, []string{anna, ben}[i%2], text, noon.Add(time.Duration(i)*time.Minute))
		if err != nil || number != i+1 {
			t.Fatalf("message %d: %d, %v", i+1, number, err)
		}
	}
	other := newPair(t, d)
	say(t, d, other.ID, other.Players[0].ID, "elsewhere")

	want := Chat{
		Others: []Chatter{{Player: Player{ID: ben}, Seat: 2}},
		Messages: []Message{
			{1, Player{ID: anna, Name: "Anna"}, "hello", noon, false},
			{2, Player{ID: ben}, "<b>&\"' — 𝄞 e\u0301", noon.Add(time.Minute), false},
			{3, Player{ID: anna, Name: "Anna"}, "3", noon.Add(2 * time.Minute), false},
		},
	}
	if diff := cmp.Diff(want, chat(t, d, g.ID, anna, all)); diff != "" {
		t.Errorf("Anna sees (-want +got):\n%s", diff)
	}
	want.Others = []Chatter{{Player: Player{ID: anna, Name: "Anna"}, Seat: 1}}
	if diff := cmp.Diff(want, chat(t, d, g.ID, ben, all)); diff != "" {
		t.Errorf("Ben sees (-want +got):\n%s", diff)
	}
	for _, tt := range []struct {
		which   Messages
		want    []int
		earlier bool
	}{
		{Messages{Limit: 2}, []int{2, 3}, true},
		{Messages{Limit: 3}, []int{1, 2, 3}, false},
		{Messages{Limit: 2, Before: 3}, []int{1, 2}, false},
		{Messages{Limit: 1, Before: 3}, []int{2}, true},
		{Messages{Limit: 2, Before: 1}, nil, false},
		{Messages{Limit: 2, After: 2}, []int{3}, false},
		{Messages{Limit: 2, After: 3}, nil, false},
		{Messages{Limit: 1, After: 1}, []int{3}, true},
		{Messages{Limit: 2, After: -5, Before: -5}, nil, false},
	} {
		var got []int
		c := chat(t, d, g.ID, ben, tt.which)
		for _, m := range c.Messages {
			got = append(got, m.Number)
		}
		if !slices.Equal(got, tt.want) || c.Earlier != tt.earlier {
			t.Errorf("%+v is %v, earlier ones: %v; want %v, %v", tt.which, got, c.Earlier, tt.want, tt.earlier)
		}
	}
	t.Run("after the end", func(t *testing.T) {
		if _, err := d.Resign(t.Context(), g.ID, ben, noon); err != nil {
			t.Fatal(err)
		}
		say(t, d, g.ID, ben, "well played")
		wantTexts(t, d, g.ID, anna, "hello", "<b>&\"' — 𝄞 e\u0301", "3", "well played")
	})
}

// People without a seat cannot read or write a chat. A game with one player has no chat.
func TestChatIsForPlayers(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	waiting, device, pair := newGame(t, d, false), newGame(t, d, true), newPair(t, d)
	stranger := newGuest(t, d).ID
	for name, tt := range map[string]struct {
		game, person string
		kind         rules.ErrorKind
		key          string
	}{
		"a stranger":      {pair.ID, stranger, rules.Forbidden, "error.not-a-player"},
		"nobody":          {pair.ID, "", rules.Forbidden, "error.not-a-player"},
		"a free seat":     {waiting.ID, "", rules.Forbidden, "error.not-a-player"},
		"no such game":    {"none", stranger, rules.NotFound, "error.no-game"},
		"another's games": {pair.ID, waiting.Host, rules.Forbidden, "error.not-a-player"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := d.Chat(ctx, tt.game, tt.person, all)
			wantError(t, err, tt.kind, tt.key)
			_, err = d.Say(ctx, tt.game, tt.person, "hello", noon)
			wantError(t, err, tt.kind, tt.key)
		})
	}
	for name, g := range map[string]Game{"waiting": waiting, "on one device": device} {
		t.Run(name, func(t *testing.T) {
			if c := chat(t, d, g.ID, g.Host, all); c.Read() || len(c.Others) > 0 || c.Alone != (name == "on one device") {
				t.Errorf("somebody reads it: %+v", c)
			}
			_, err := d.Say(ctx, g.ID, g.Host, "hello", noon)
			wantError(t, err, rules.Conflict, "error.chat-alone")
		})
	}
	if n := countRows(t, d, "messages"); n != 0 {
		t.Errorf("%d messages are stored", n)
	}
	t.Run("two of many are enough", func(t *testing.T) {
		form := NewGame{Key: "hexellation", Host: newGuest(t, d).ID, HostSeat: 2, Setup: rules.Setup{Options: map[string]string{"seats": "4"}}}
		g, err := d.CreateGame(ctx, form, noon)
		if err != nil {
			t.Fatal(err)
		}
		if g, err = d.joinGame(ctx, g.Invite, newGuest(t, d).ID, noon); err != nil || g.Status != Waiting {
			t.Fatalf("game %s, %v", g.Status, err)
		}
		say(t, d, g.ID, g.Host, "hello")
		wantTexts(t, d, g.ID, g.Players[0].ID, "hello")
	})
}

func TestChatClosed(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	g := newPair(t, d)
	anna, ben := g.Players[0].ID, g.Players[1].ID
	say(t, d, g.ID, ben, "hello")

	t.Run("at all", func(t *testing.T) {
		if on, err := d.Chats(ctx, anna); err != nil || !on {
			t.Errorf("who never said chats: %v, %v", on, err)
		}
		if err := d.SetChats(ctx, anna, false); err != nil {
			t.Fatal(err)
		}
		if on, err := d.Chats(ctx, anna); err != nil || on {
			t.Errorf("chats: %v, %v", on, err)
		}
		if c := chat(t, d, g.ID, anna, all); !c.Off || c.Messages != nil {
			t.Errorf("Anna sees %+v", c)
		}
		_, err := d.Say(ctx, g.ID, anna, "hello", noon)
		wantError(t, err, rules.Forbidden, "error.chat-off")
		if c := chat(t, d, g.ID, ben, all); c.Off || !c.Others[0].Off || c.Read() || len(c.Messages) != 1 {
			t.Errorf("Ben sees %+v", c)
		}
		_, err = d.Say(ctx, g.ID, ben, "hello?", noon)
		wantError(t, err, rules.Conflict, "error.chat-alone")
		if err := d.SetChats(ctx, anna, true); err != nil {
			t.Fatal(err)
		}
		wantTexts(t, d, g.ID, anna, "hello")
	})
	t.Run("in one game", func(t *testing.T) {
		for range 2 {
			if err := d.Mute(ctx, g.ID, anna, true); err != nil {
				t.Fatal(err)
			}
		}
		if c := chat(t, d, g.ID, anna, all); !c.Muted || c.Off || c.Messages != nil {
			t.Errorf("Anna sees %+v", c)
		}
		if c := chat(t, d, g.ID, ben, all); c.Muted || c.Others[0].Off || !c.Read() {
			t.Errorf("Ben sees %+v", c)
		}
		say(t, d, g.ID, ben, "meanwhile")
		for range 2 {
			if err := d.Mute(ctx, g.ID, anna, false); err != nil {
				t.Fatal(err)
			}
		}
		wantTexts(t, d, g.ID, anna, "hello", "meanwhile")
	})
	t.Run("nobody, nowhere", func(t *testing.T) {
		_, err := d.Chats(ctx, "nobody")
		wantError(t, err, rules.NotFound, "error.not-found")
		wantError(t, d.SetChats(ctx, "nobody", false), rules.NotFound, "error.not-found")
		wantError(t, d.Mute(ctx, g.ID, "nobody", true), rules.NotFound, "error.not-found")
		wantError(t, d.Mute(ctx, "none", anna, true), rules.NotFound, "error.not-found")
	})
}

func TestBlocks(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	first, second := newPair(t, d), newPair(t, d)
	anna, ben := first.Players[0].ID, first.Players[1].ID
	mustExec(t, d, "UPDATE seats SET person = CASE seat WHEN 1 THEN $2 ELSE $3 END WHERE game = $1", second.ID, anna, ben)
	for _, g := range []Game{first, second} {
		say(t, d, g.ID, anna, "from Anna")
		say(t, d, g.ID, ben, "from Ben")
	}
	for i := range 2 {
		if err := d.Block(ctx, anna, ben, noon.Add(time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	for _, g := range []Game{first, second} {
		wantTexts(t, d, g.ID, anna, "from Anna")
		wantTexts(t, d, g.ID, ben, "from Anna", "from Ben") // Ben gets no notice
		if c := chat(t, d, g.ID, anna, all); !c.Others[0].Blocked || !c.Read() {
			t.Errorf("Anna sees %+v", c.Others)
		}
		if c := chat(t, d, g.ID, ben, all); c.Others[0].Blocked || !c.Read() {
			t.Errorf("Ben sees %+v", c.Others)
		}
		say(t, d, g.ID, ben, "again") // and can go on
	}
	carl := newGuest(t, d)
	makeAccount(t, d, carl.ID, "Carl")
	if err := d.Block(ctx, anna, carl.ID, noon.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	want := []Player{{ID: carl.ID, Name: "Carl"}, {ID: ben}}
	if list, err := d.Blocks(ctx, anna); err != nil || !slices.Equal(list, want) {
		t.Errorf("Anna blocks %v, %v; want %v", list, err, want)
	}
	if list, err := d.Blocks(ctx, ben); err != nil || list != nil {
		t.Errorf("Ben blocks %v, %v", list, err)
	}
	wantBlocked := func(a, b string, want bool) {
		t.Helper()
		for _, pair := range [][2]string{{a, b}, {b, a}} {
			_, err := d.CreateGame(ctx, NewGame{Key: "six", Host: pair[0], HostSeat: 1, Opponent: pair[1]}, noon)
			if want {
				wantError(t, err, rules.Invalid, "setup.barred")
			} else if err != nil {
				t.Error(err)
			}
		}
	}
	wantBlocked(anna, ben, true)
	wantBlocked(ben, carl.ID, false)
	for range 2 {
		if err := d.Unblock(ctx, anna, ben); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Unblock(ctx, carl.ID, anna); err != nil { // it is not Carl's
		t.Fatal(err)
	}
	wantBlocked(anna, ben, false)
	wantBlocked(anna, carl.ID, true)
	wantTexts(t, d, first.ID, anna, "from Anna", "from Ben", "again")
	wantError(t, d.Block(ctx, anna, anna, noon), rules.Invalid, "error.block-self")
	wantError(t, d.Block(ctx, anna, "nobody", noon), rules.NotFound, "error.not-found")
	wantError(t, d.Block(ctx, "nobody", anna, noon), rules.NotFound, "error.not-found")
}

// A guest who logs in brings along what was written and chosen.
func TestAbsorbChat(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	g := newPair(t, d)
	guest, ben := g.Players[0].ID, g.Players[1].ID
	anna, err := d.SignUp(ctx, "", "Anna", "hash", noon)
	if err != nil {
		t.Fatal(err)
	}
	carl := newGuest(t, d).ID
	say(t, d, g.ID, guest, "hello")
	for _, err := range []error{
		d.Mute(ctx, g.ID, guest, true), d.Mute(ctx, g.ID, anna.ID, true),
		d.Block(ctx, guest, carl, noon), d.Block(ctx, anna.ID, carl, noon), // both have
		d.Block(ctx, ben, guest, noon), d.Block(ctx, guest, anna.ID, noon), d.Block(ctx, anna.ID, guest, noon),
		d.Absorb(ctx, guest, anna.ID),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if c := chat(t, d, g.ID, anna.ID, all); !c.Muted {
		t.Errorf("Anna sees %+v", c)
	}
	if err := d.Mute(ctx, g.ID, anna.ID, false); err != nil {
		t.Fatal(err)
	}
	if c := chat(t, d, g.ID, anna.ID, all); len(c.Messages) != 1 || c.Messages[0].Writer != (Player{ID: anna.ID, Name: "Anna"}) {
		t.Errorf("Anna sees %+v", c)
	}
	wantTexts(t, d, g.ID, ben) // who has blocked the guest
	if list, err := d.Blocks(ctx, anna.ID); err != nil || !slices.Equal(list, []Player{{ID: carl}}) {
		t.Errorf("Anna blocks %v, %v", list, err)
	}
	if n := countRows(t, d, "blocks"); n != 2 {
		t.Errorf("%d blocks are left", n)
	}
}

// What an account wrote that is deleted stays, its choices do not.
func TestForgetChat(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	g := newPair(t, d)
	anna, ben := g.Players[0].ID, g.Players[1].ID
	say(t, d, g.ID, anna, "goodbye")
	for _, err := range []error{
		d.Mute(ctx, g.ID, anna, true), d.Mute(ctx, g.ID, ben, true), d.Mute(ctx, g.ID, ben, false),
		d.Block(ctx, anna, ben, noon), d.Block(ctx, ben, anna, noon),
		d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error { return forgetChat(ctx, tx, anna) }),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	mustExec(t, d, "UPDATE people SET name = NULL, folded = NULL, hash = NULL, deleted = true WHERE id = $1", anna)
	c := chat(t, d, g.ID, ben, all)
	if len(c.Messages) != 1 || !c.Messages[0].Writer.Deleted || c.Read() {
		t.Errorf("Ben sees %+v", c)
	}
	if n := countRows(t, d, "blocks") + countRows(t, d, "mutes"); n != 0 {
		t.Errorf("%d choices are left", n)
	}
}

// All at once each message gets a number of its own, without gaps, and no
// player's come out of order.
func TestChatRace(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	g := newPair(t, d)
	const writers, each = 8, 25
	var group sync.WaitGroup
	for writer := range writers {
		group.Go(func() {
			last := 0
			for i := range each {
				number, err := d.Say(ctx, g.ID, g.Players[writer%2].ID, fmt.Sprint(writer, " ", i), noon)
				if err != nil || number <= last {
					t.Errorf("message %d of %d has number %d after %d, %v", i, writer, number, last, err)
				}
				last = number
				if i%5 == 0 {
					if err := d.Mute(ctx, g.ID, g.Players[writer%2].ID, i%2 == 0); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	group.Wait()
	if err := d.Mute(ctx, g.ID, g.Players[0].ID, false); err != nil {
		t.Fatal(err)
	}
	next := map[string]int{}
	for i, m := range chat(t, d, g.ID, g.Players[0].ID, all).Messages {
		writer, number, _ := strings.Cut(m.Text, " ")
		if m.Number != i+1 || number != fmt.Sprint(next[writer]) {
			t.Fatalf("message %d is %+v", i+1, m)
		}
		next[writer]++
	}
	if len(next) != writers || next["0"] != each {
		t.Errorf("there are %v", next)
	}
}

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
