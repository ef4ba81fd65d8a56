package db

import (
	"context"
	"database/sql"
	"slices"
	"testing"
	"time"

	"hexclub/rules"
)

// askAddress gives an address for a person, as it would be sent a link.
func askAddress(t testing.TB, d *DB, person, address string, now time.Time) {
	t.Helper()
	if err := d.AskAddress(t.Context(), person, address, "en", true, now); err != nil {
		t.Fatal(err)
	}
}

// due returns the letters to be tried now.
func due(t testing.TB, d *DB, now time.Time) []Letter {
	t.Helper()
	list, err := d.DueLetters(t.Context(), now, 100)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// sendLink sends the letter with the link that confirms a person's address.
func sendLink(t testing.TB, d *DB, person, hash string, now time.Time) {
	t.Helper()
	m := mailOf(t, d, person)
	for _, l := range due(t, d, now) {
		if l.Person != person || l.Notice != "" {
			continue
		}
		link := &MailLink{Hash: hash, Person: person, Address: m.Pending, Expires: now.Add(48 * time.Hour)}
		if err := d.BeginLetter(t.Context(), l.ID, link, now.Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		if err := d.EndLetter(t.Context(), l.ID); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Fatal("there is no letter to send")
}

// newReader returns a new account that gets e-mail.
func newReader(t testing.TB, d *DB, now time.Time) string {
	t.Helper()
	person := newAccount(t, d).ID
	askAddress(t, d, person, person+"@mail.example", now)
	sendLink(t, d, person, "hash "+person, now)
	if _, _, err := d.ConfirmAddress(t.Context(), "hash "+person, now); err != nil {
		t.Fatal(err)
	}
	return person
}

func mailOf(t testing.TB, d *DB, person string) Mail {
	t.Helper()
	m, err := d.Mail(t.Context(), person)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAddresses(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, ben := newAccount(t, d).ID, newAccount(t, d).ID
	gone := func(t *testing.T, hash string, now time.Time) {
		t.Helper()
		_, err := d.MailLink(ctx, hash, now)
		wantError(t, err, rules.NotFound, "error.mail-link")
		_, _, err = d.ConfirmAddress(ctx, hash, now)
		wantError(t, err, rules.NotFound, "error.mail-link")
	}
	confirm := func(t *testing.T, hash string, now time.Time) {
		t.Helper()
		if _, _, err := d.ConfirmAddress(ctx, hash, now); err != nil {
			t.Fatal(err)
		}
	}

	// informed checks that one e-mail informs an address that it is no longer Anna's, and sends it.
	informed := func(t *testing.T, address string, now time.Time) {
		t.Helper()
		list := due(t, d, now)
		if len(list) != 1 || list[0].Person != anna || list[0].Notice != NoticeAddress {
			t.Fatalf("letters %+v", list)
		}
		if to, err := d.FormerAddress(ctx, list[0].ID, now.Add(FormerStays-1)); err != nil || to != address {
			t.Errorf("it goes to %s, %v", to, err)
		}
		_, err := d.FormerAddress(ctx, list[0].ID, now.Add(FormerStays))
		wantError(t, err, rules.NotFound, "error.not-found")
		gone(t, list[0].ID, now) // its id is no link
		if err := d.EndLetter(ctx, list[0].ID); err != nil {
			t.Fatal(err)
		}
	}

	t.Run("nobody", func(t *testing.T) {
		_, err := d.Mail(ctx, anna)
		wantError(t, err, rules.NotFound, "error.not-found")
		for _, person := range []string{"", "nobody", newGuest(t, d).ID} {
			err := d.AskAddress(ctx, person, "a@mail.example", "en", true, noon)
			wantError(t, err, rules.Forbidden, "error.log-in-first")
		}
		if err := d.ForgetAddress(ctx, anna, noon); err != nil {
			t.Error(err)
		}
		gone(t, "no hash", noon)
	})
	t.Run("asked for", func(t *testing.T) {
		if err := d.AskAddress(ctx, anna, "anna@mail.example", "fr", true, noon); err != nil {
			t.Fatal(err)
		}
		m := mailOf(t, d, anna)
		if m.Pending != "anna@mail.example" || m.Address != "" || m.Language != "fr" || !slices.Equal(m.Wanted, Notices()) || len(m.Stop) != 26 {
			t.Errorf("mail %+v", m)
		}
		list := due(t, d, noon)
		if len(list) != 1 || list[0].Person != anna || list[0].Notice != "" || !list[0].Created.Equal(noon) {
			t.Errorf("letters %+v", list)
		}
	})
	t.Run("asked again, one letter goes out", func(t *testing.T) {
		askAddress(t, d, anna, "anna@mail.example", in(time.Minute))
		if list := due(t, d, in(time.Minute)); len(list) != 1 || !list[0].Created.Equal(in(time.Minute)) {
			t.Errorf("letters %+v", list)
		}
	})
	t.Run("the same address as somebody else's", func(t *testing.T) {
		askAddress(t, d, ben, "anna@mail.example", noon)
		sendLink(t, d, ben, "ben", noon)
		confirm(t, "ben", noon)
		if m := mailOf(t, d, ben); m.Address != "anna@mail.example" {
			t.Errorf("mail %+v", m)
		}
	})
	t.Run("confirmed while the link works, once or twice", func(t *testing.T) {
		sendLink(t, d, anna, "first", in(time.Minute))
		gone(t, "first", in(time.Minute+48*time.Hour))
		if link, err := d.MailLink(ctx, "first", in(time.Hour)); err != nil || link.Person != anna || link.Address != "anna@mail.example" {
			t.Errorf("link %+v, %v", link, err)
		}
		if m := mailOf(t, d, anna); m.Address != "" {
			t.Errorf("to look at the link confirms: %+v", m)
		}
		for range 2 {
			confirm(t, "first", in(time.Hour))
			if m := mailOf(t, d, anna); m.Address != "anna@mail.example" || m.Pending != "" || !m.Seen.Equal(in(time.Hour)) {
				t.Errorf("mail %+v", m)
			}
		}
	})
	t.Run("a new address counts when it is confirmed", func(t *testing.T) {
		stop := mailOf(t, d, anna).Stop
		askAddress(t, d, anna, "typo@mail.example", in(2*time.Hour))
		sendLink(t, d, anna, "typo", in(2*time.Hour))
		if m := mailOf(t, d, anna); m.Address != "anna@mail.example" || m.Pending != "typo@mail.example" {
			t.Errorf("mail %+v", m)
		}
		askAddress(t, d, anna, "new@mail.example", in(2*time.Hour))
		sendLink(t, d, anna, "new", in(2*time.Hour))
		gone(t, "typo", in(3*time.Hour)) // given up for another
		confirm(t, "new", in(3*time.Hour))
		if m := mailOf(t, d, anna); m.Address != "new@mail.example" || m.Pending != "" || m.Stop != stop {
			t.Errorf("mail %+v", m)
		}
		gone(t, "first", in(3*time.Hour)) // of the old address
		confirm(t, "new", in(3*time.Hour))
		informed(t, "anna@mail.example", in(3*time.Hour)) // whatever becomes of the new one
	})
	t.Run("thought better of", func(t *testing.T) {
		askAddress(t, d, anna, "third@mail.example", in(3*time.Hour))
		sendLink(t, d, anna, "third", in(3*time.Hour))
		askAddress(t, d, anna, "third@mail.example", in(3*time.Hour))
		if err := d.ForgetPending(ctx, anna); err != nil {
			t.Fatal(err)
		}
		gone(t, "third", in(4*time.Hour))
		if m := mailOf(t, d, anna); m.Address != "new@mail.example" || m.Pending != "" {
			t.Errorf("mail %+v", m)
		}
		if list := due(t, d, in(4*time.Hour)); len(list) != 0 {
			t.Errorf("letters %+v", list)
		}
	})
	t.Run("forgotten, but not what was wanted", func(t *testing.T) {
		stop := mailOf(t, d, anna).Stop
		if err := d.SetNotices(ctx, anna, only(NoticeResult)); err != nil {
			t.Fatal(err)
		}
		askAddress(t, d, anna, "fourth@mail.example", in(4*time.Hour))
		for range 2 {
			if err := d.ForgetAddress(ctx, anna, in(4*time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
		m := mailOf(t, d, anna)
		if m.Address != "" || m.Pending != "" || m.Stop != stop || !slices.Equal(m.Wanted, []Notice{NoticeResult}) {
			t.Errorf("mail %+v", m)
		}
		gone(t, "new", in(4*time.Hour)) // does not come back
		informed(t, "new@mail.example", in(4*time.Hour))
	})
	t.Run("changed and forgotten at once", func(t *testing.T) {
		for _, name := range []string{"fifth", "sixth"} {
			askAddress(t, d, anna, name+"@mail.example", in(4*time.Hour))
			sendLink(t, d, anna, name, in(4*time.Hour))
			confirm(t, name, in(4*time.Hour))
		}
		if err := d.ForgetAddress(ctx, anna, in(4*time.Hour)); err != nil {
			t.Fatal(err)
		}
		gone(t, "sixth", in(4*time.Hour))
		informed(t, "fifth@mail.example", in(4*time.Hour))
	})
	t.Run("forgotten when it had bounced", func(t *testing.T) {
		askAddress(t, d, anna, "bad@mail.example", in(4*time.Hour))
		sendLink(t, d, anna, "bad", in(4*time.Hour))
		confirm(t, "bad", in(4*time.Hour))
		if err := d.BounceLetter(ctx, Letter{Person: anna, Notice: NoticeTurn}, "bad@mail.example"); err != nil {
			t.Fatal(err)
		}
		if err := d.ForgetAddress(ctx, anna, in(4*time.Hour)); err != nil {
			t.Fatal(err)
		}
		if list := due(t, d, in(4*time.Hour)); len(list) != 0 {
			t.Errorf("letters %+v", list)
		}
	})
	t.Run("without a letter", func(t *testing.T) {
		if err := d.AskAddress(ctx, anna, "full@mail.example", "en", false, in(5*time.Hour)); err != nil {
			t.Fatal(err)
		}
		if m, list := mailOf(t, d, anna), due(t, d, in(5*time.Hour)); m.Pending != "full@mail.example" || len(list) != 0 {
			t.Errorf("mail %+v, letters %+v", m, list)
		}
	})
}

func TestNoticesWanted(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, ben := newReader(t, d, noon), newReader(t, d, noon)
	stop := mailOf(t, d, anna).Stop
	want := func(t *testing.T, want ...Notice) {
		t.Helper()
		if m := mailOf(t, d, anna); !slices.Equal(m.Wanted, want) {
			t.Errorf("wanted %v, want %v", m.Wanted, want)
		}
		if m := mailOf(t, d, ben); !slices.Equal(m.Wanted, Notices()) {
			t.Errorf("another wants %v", m.Wanted)
		}
	}
	if stop == mailOf(t, d, ben).Stop {
		t.Error("two people have the same secret")
	}
	for _, some := range [][]Notice{nil, {NoticeTurn}, {NoticeTurn, NoticeTime}, {NoticeChallenge, NoticeResult}, Notices()} {
		if err := d.SetNotices(ctx, anna, only(some...)); err != nil {
			t.Fatal(err)
		}
		want(t, some...)
	}
	for _, given := range []map[Notice]bool{{NoticeTurn: false}, {}, {NoticeTime: true, NoticeTurn: true}} { // and nothing else
		if err := d.SetNotices(ctx, anna, given); err != nil {
			t.Fatal(err)
		}
		if m := mailOf(t, d, anna); slices.Contains(m.Wanted, NoticeTurn) != given[NoticeTurn] || len(m.Wanted) < 3 {
			t.Errorf("after %v wanted are %v", given, m.Wanted)
		}
	}
	if m, err := d.SwitchNotices(ctx, stop, []Notice{NoticeChallenge, NoticeTime}, false); err != nil || m.Person != anna {
		t.Errorf("%+v, %v", m, err)
	}
	want(t, NoticeTurn, NoticeResult, NoticeClub)
	for range 2 {
		if _, err := d.SwitchNotices(ctx, stop, []Notice{NoticeTime, NoticeTurn}, true); err != nil {
			t.Fatal(err)
		}
		want(t, NoticeTurn, NoticeResult, NoticeTime, NoticeClub)
	}
	if m, err := d.MailByStop(ctx, stop); err != nil || m.Person != anna {
		t.Errorf("%+v, %v", m, err)
	}
	for _, forged := range []string{"", stop[1:], stop + "0", "%", anna} {
		_, err := d.SwitchNotices(ctx, forged, Notices(), false)
		wantError(t, err, rules.NotFound, "error.mail-stop")
		_, err = d.MailByStop(ctx, forged)
		wantError(t, err, rules.NotFound, "error.mail-stop")
	}
	want(t, NoticeTurn, NoticeResult, NoticeTime, NoticeClub)
	wantError(t, d.SetNotices(ctx, newAccount(t, d).ID, nil), rules.NotFound, "error.not-found")
}

// only switches some kinds of notices on, and all others off.
func only(some ...Notice) map[Notice]bool {
	on := map[Notice]bool{}
	for _, n := range Notices() {
		on[n] = slices.Contains(some, n)
	}
	return on
}

func TestVisits(t *testing.T) {
	d := openTest(t)
	anna := newReader(t, d, noon)
	visit := func(at time.Time, language string) Mail {
		t.Helper()
		visits := map[string]Visit{anna: {at, language}, "nobody": {at, ""}}
		if err := d.NoteVisits(t.Context(), visits); err != nil {
			t.Fatal(err)
		}
		return mailOf(t, d, anna)
	}
	if m := visit(in(time.Hour), ""); !m.Seen.Equal(in(time.Hour)) || m.Language != "en" {
		t.Errorf("mail %+v", m)
	}
	if m := visit(in(2*time.Hour), "fr"); !m.Seen.Equal(in(2*time.Hour)) || m.Language != "fr" {
		t.Errorf("mail %+v", m)
	}
	if m := visit(in(time.Minute), ""); !m.Seen.Equal(in(2*time.Hour)) || m.Language != "fr" {
		t.Errorf("an earlier visit makes it %+v", m)
	}
}

func TestLetters(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna := newAccount(t, d).ID
	letter := func(t *testing.T, now time.Time) string {
		t.Helper()
		list := due(t, d, now)
		if len(list) != 1 {
			t.Fatalf("letters %+v", list)
		}
		return list[0].ID
	}
	begin := func(t *testing.T, id string, again time.Time) {
		t.Helper()
		if err := d.BeginLetter(ctx, id, nil, again); err != nil {
			t.Fatal(err)
		}
	}
	none := func(t *testing.T, now time.Time) {
		t.Helper()
		if list := due(t, d, now); len(list) > 0 {
			t.Errorf("letters %+v", list)
		}
	}

	t.Run("that fail are tried when it is time again", func(t *testing.T) {
		askAddress(t, d, anna, "a@mail.example", noon)
		for try := range 3 {
			now := in(time.Duration(try) * time.Hour)
			id := letter(t, now)
			if l := due(t, d, now)[0]; l.Tries != try {
				t.Errorf("%d tries, want %d", l.Tries, try)
			}
			begin(t, id, now.Add(time.Hour))
			none(t, now)
			if err := d.DelayLetter(ctx, id, now.Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			none(t, now.Add(time.Hour-time.Millisecond))
		}
		begin(t, letter(t, in(3*time.Hour)), in(4*time.Hour)) // and nobody knows how that ends
		if err := d.EndLetter(ctx, letter(t, in(4*time.Hour))); err != nil {
			t.Fatal(err)
		}
		none(t, in(1000*time.Hour))
	})
	t.Run("of which nobody knows what became are repeated once", func(t *testing.T) {
		askAddress(t, d, anna, "a@mail.example", noon)
		id := letter(t, noon)
		begin(t, id, in(time.Hour))
		begin(t, letter(t, in(time.Hour)), in(2*time.Hour))
		none(t, in(1000*time.Hour))
		wantError(t, d.BeginLetter(ctx, id, nil, noon), rules.NotFound, "error.not-found")
	})
	t.Run("of which nobody knows, and which then fail, are tried again", func(t *testing.T) {
		askAddress(t, d, anna, "a@mail.example", noon)
		id := letter(t, noon)
		begin(t, id, in(time.Hour))
		for hour := range 3 {
			begin(t, id, in(time.Duration(hour+2)*time.Hour))
			if err := d.DelayLetter(ctx, id, in(time.Duration(hour+2)*time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
		if got := letter(t, in(4*time.Hour)); got != id {
			t.Errorf("letter %s, want %s", got, id)
		}
		askAddress(t, d, anna, "b@mail.example", noon)
		wantError(t, d.BeginLetter(ctx, id, nil, noon), rules.NotFound, "error.not-found")
	})
	t.Run("that another has overtaken end", func(t *testing.T) {
		id := letter(t, noon)
		begin(t, id, noon)
		begin(t, id, noon)
		mustExec(t, d, "INSERT INTO letters (id, person, kind, created, due, tries, unsure) VALUES ('other', $1, 'confirm', 0, $2, 0, 0)",
			anna, noon.UnixMilli())
		if err := d.DelayLetter(ctx, id, noon); err != nil {
			t.Fatal(err)
		}
		if got := letter(t, noon); got != "other" {
			t.Errorf("letter %s", got)
		}
	})
	t.Run("refused for good", func(t *testing.T) {
		askAddress(t, d, anna, "a@mail.example", noon)
		l := due(t, d, noon)[0]
		if err := d.BounceLetter(ctx, l, "other@mail.example"); err != nil {
			t.Fatal(err)
		}
		if m := mailOf(t, d, anna); m.Refused || m.Bounced {
			t.Errorf("that another address was refused makes %+v", m)
		}
		if err := d.BounceLetter(ctx, l, "a@mail.example"); err != nil {
			t.Fatal(err)
		}
		if m := mailOf(t, d, anna); !m.Refused || m.Bounced {
			t.Errorf("mail %+v", m)
		}
		none(t, in(1000*time.Hour))
		askAddress(t, d, anna, "a@mail.example", noon)
		if m := mailOf(t, d, anna); m.Refused {
			t.Errorf("given again: %+v", m)
		}
	})
	t.Run("old ones are forgotten", func(t *testing.T) {
		sendLink(t, d, anna, "a", noon)
		for _, tt := range []struct {
			after          time.Duration
			links, letters bool
		}{{47 * time.Hour, true, true}, {48 * time.Hour, false, true}, {61 * 24 * time.Hour, false, false}} {
			if err := d.DeleteOldMail(ctx, in(tt.after)); err != nil {
				t.Fatal(err)
			}
			if links, letters := countRows(t, d, "mail_links") > 0, countRows(t, d, "letters") > 0; links != tt.links || letters != tt.letters {
				t.Errorf("after %v links %v, letters %v", tt.after, links, letters)
			}
		}
	})
}

func TestForgetMail(t *testing.T) {
	d := openTest(t)
	anna, ben := newReader(t, d, in(-time.Hour)), newReader(t, d, in(-time.Hour))
	for _, person := range []string{anna, ben} {
		create(t, d, NewGame{Opponent: person})
		askAddress(t, d, person, "other@mail.example", noon)
	}
	if n, err := d.PlanNotices(t.Context(), in(time.Hour)); err != nil || n != 2 {
		t.Fatalf("%d, %v", n, err)
	}
	err := d.inTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error { return ForgetMail(ctx, tx, anna) })
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"mail", "mail_links", "letters", "notices"} {
		count := func(person string) (n int) {
			t.Helper()
			if err := d.read.QueryRowContext(t.Context(), "SELECT count(*) FROM "+table+" WHERE person = $1", person).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		if count(anna) != 0 || count(ben) == 0 {
			t.Errorf("%s has %d and %d", table, count(anna), count(ben))
		}
	}
}
