package db

import (
	"context"
	"database/sql"
	"maps"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/bot"
)

func TestRoles(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	member, guest := newMember(t, d, "Mona"), newGuest(t, d)
	admin := newAdmin(t, d, "Anna")
	organiser := newOrganiser(t, d, "Otto", admin)

	t.Run("what each may", func(t *testing.T) {
		gone := newAdmin(t, d, "Gone")
		if _, err := d.DeletePerson(ctx, gone.ID, noon); err != nil {
			t.Fatal(err)
		}
		for person, may := range map[string][2]bool{
			admin.ID: {true, true}, Operator: {true, true}, organiser.ID: {true, false}, member.ID: {}, guest.ID: {}, gone.ID: {}, "nobody": {}, "": {}, BotID(3): {},
		} {
			var organise, administer error
			err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
				organise, administer = d.mustOrganise(ctx, tx, person), d.mustAdmin(ctx, tx, person)
				return nil
			})
			if err != nil || (organise == nil) != may[0] || (administer == nil) != may[1] {
				t.Errorf("%q: %v, %v, %v; want %v", person, organise, administer, err, may)
			}
			if organise != nil {
				wantError(t, organise, rules.Forbidden, "error.organisers-only")
			}
			if administer != nil {
				wantError(t, administer, rules.Forbidden, "error.admins-only")
			}
		}
	})
	t.Run("a guest of any role", func(t *testing.T) {
		mustExec(t, d, "UPDATE people SET role = 'admin' WHERE id = $1", guest.ID)
		err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error { return d.mustOrganise(ctx, tx, guest.ID) })
		wantError(t, err, rules.Forbidden, "error.organisers-only")
		mustExec(t, d, "UPDATE people SET role = 'member' WHERE id = $1", guest.ID)
	})
	t.Run("who gives them", func(t *testing.T) {
		for _, by := range []string{organiser.ID, member.ID, guest.ID, "nobody"} {
			wantError(t, d.SetRole(ctx, by, Admin, by, noon), rules.Forbidden, "error.admins-only")
			wantError(t, d.SetRole(ctx, organiser.ID, Member, by, noon), rules.Forbidden, "error.admins-only")
		}
		wantError(t, d.SetRole(ctx, guest.ID, Organiser, admin.ID, noon), rules.NotFound, "error.not-found")
		wantError(t, d.SetRole(ctx, "nobody", Organiser, admin.ID, noon), rules.NotFound, "error.not-found")
		wantError(t, d.SetRole(ctx, member.ID, "king", admin.ID, noon), rules.Invalid, "error.form")
		wantError(t, d.SetRole(ctx, member.ID, "", admin.ID, noon), rules.Invalid, "error.form")
		before := lastEntry(t, d)
		if err := d.SetRole(ctx, member.ID, Member, admin.ID, noon); err != nil || lastEntry(t, d).Number != before.Number {
			t.Errorf("the role that somebody has: %v, %+v", err, lastEntry(t, d))
		}
	})
	t.Run("it is logged", func(t *testing.T) {
		if err := d.SetRole(ctx, member.ID, Organiser, admin.ID, noon); err != nil {
			t.Fatal(err)
		}
		e := lastEntry(t, d)
		if e.By.ID != admin.ID || e.Subject.ID != member.ID || e.Act != "role" || !maps.Equal(e.Detail, map[string]string{"WasKey": "role.member", "IsKey": "role.organiser"}) {
			t.Errorf("entry %+v", e)
		}
		if p, err := d.Person(ctx, member.ID); err != nil || p.Role != Organiser {
			t.Errorf("person %+v, %v", p, err)
		}
	})
	t.Run("the last admin", func(t *testing.T) {
		wantError(t, d.SetRole(ctx, admin.ID, Organiser, admin.ID, noon), rules.Conflict, "error.last-admin")
		wantError(t, d.SetRole(ctx, admin.ID, Organiser, Operator, noon), rules.Conflict, "error.last-admin")
		_, err := d.DeletePerson(ctx, admin.ID, noon)
		wantError(t, err, rules.Conflict, "error.last-admin")
		if err := d.SetRole(ctx, organiser.ID, Admin, admin.ID, noon); err != nil {
			t.Fatal(err)
		}
		if err := d.SetRole(ctx, admin.ID, Member, admin.ID, noon); err != nil {
			t.Fatal(err)
		}
		wantError(t, d.SetRole(ctx, admin.ID, Admin, admin.ID, noon), rules.Forbidden, "error.admins-only")
	})
}

// What organisers and admins do is refused to everybody else, by the database itself.
func TestOrganisersOnly(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Anna")
	organiser, member, guest := newOrganiser(t, d, "Otto", admin), newMember(t, d, "Mona"), newGuest(t, d)
	season, err := d.NewSeason(ctx, "Autumn", "", admin.ID, noon)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Invite(ctx, NewInvitation{Hash: "open", Uses: 1, Expires: noon.Add(time.Hour)}, admin.ID, noon); err != nil {
		t.Fatal(err)
	}
	open, _, err := d.Invitations(ctx, "", 9)
	if err != nil || len(open) != 1 {
		t.Fatalf("invitations %v, %v", open, err)
	}
	hour := noon.Add(time.Hour)
	acts := map[string]func(by string) error{
		"import": func(by string) error {
			return d.ImportMembers(ctx, []NewMember{{Name: "Pia", Hash: "pia"}}, by, hour, noon)
		},
		"invite": func(by string) error {
			return d.Invite(ctx, NewInvitation{Hash: "other", Uses: 1, Expires: hour}, by, noon)
		},
		"invite a member": func(by string) error { return d.InviteMember(ctx, member.ID, "more", by, hour, noon) },
		"revoke":          func(by string) error { return d.Revoke(ctx, open[0].ID, by, noon) },
		"new season": func(by string) error {
			_, err := d.NewSeason(ctx, "Winter", "", by, noon)
			return err
		},
		"new links": func(by string) error {
			_, err := d.InviteMembers(ctx, []MemberLink{{member.ID, "many"}}, by, hour, noon)
			return err
		},
		"rename a member": func(by string) error { return d.RenameMember(ctx, member.ID, "Queen", by, noon) },
		"remove a member": func(by string) error {
			_, err := d.RemoveMember(ctx, member.ID, by, noon)
			return err
		},
		"decide a pairing": func(by string) error {
			_, err := d.DecidePairing(ctx, "none", by, Decision{Off: true, Why: "so"}, noon)
			return err
		},
		"rename season": func(by string) error { return d.RenameSeason(ctx, season.ID, "Fall", by, noon) },
		"set season":    func(by string) error { return d.SetSeason(ctx, season.ID, SeasonClosed, by, noon) },
	}
	last := lastEntry(t, d)
	for name, act := range acts {
		for _, by := range []string{member.ID, guest.ID, "nobody", ""} {
			t.Run(name, func(t *testing.T) { wantError(t, act(by), rules.Forbidden, "error.organisers-only") })
		}
	}
	for _, by := range []string{organiser.ID, member.ID, guest.ID, "nobody", ""} {
		_, err := d.SetClub(ctx, Club{Name: "Ours"}, "", by, noon)
		wantError(t, err, rules.Forbidden, "error.admins-only")
		wantError(t, d.SetRole(ctx, member.ID, Organiser, by, noon), rules.Forbidden, "error.admins-only")
	}
	if after := lastEntry(t, d); after.Number != last.Number {
		t.Errorf("the log goes on with %+v", after)
	}
	if all, _, err := d.CountMembers(ctx); err != nil || all != 3 {
		t.Errorf("%d members, %v", all, err)
	}
	if got, err := d.Season(ctx, season.ID); err != nil || got != season {
		t.Errorf("season %+v, %v; want %+v", got, err, season)
	}
	if club, err := d.Club(ctx); err != nil || club != (Club{Open: true, Guests: true}) {
		t.Errorf("club %+v, %v", club, err)
	}
}

func TestSetClub(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin, guest := newAdmin(t, d, "Anna"), newGuest(t, d)
	want := Club{Name: "Six Corners"}
	if _, err := d.SetClub(ctx, want, "Hello", admin.ID, noon); err != nil {
		t.Fatal(err)
	}
	if club, err := d.Club(ctx); err != nil || club != want {
		t.Errorf("club %+v, %v; want %+v", club, err, want)
	}
	if welcome, err := d.Welcome(ctx); err != nil || welcome != "Hello" {
		t.Errorf("welcome %q, %v", welcome, err)
	}
	list, _, err := d.AuditLog(ctx, AuditFilter{}, 4)
	if err != nil || len(list) != 4 {
		t.Fatalf("log %v, %v", list, err)
	}
	for i, act := range []string{"club-guests", "club-sign-up", "club-welcome", "club-name"} {
		if list[i].Act != act || list[i].By.ID != admin.ID {
			t.Errorf("entry %+v, want %s", list[i], act)
		}
	}
	_, err = d.SignUp(ctx, "", "Ben", "hash", noon)
	wantError(t, err, rules.Forbidden, "error.invitation-only")
	_, err = d.SignUp(ctx, guest.ID, "Ben", "hash", noon)
	wantError(t, err, rules.Forbidden, "error.invitation-only")
	_, err = d.CreateGuest(ctx, noon)
	wantError(t, err, rules.Forbidden, "error.no-guests")
	_, err = d.CreateGame(ctx, NewGame{Key: "hexone", Host: guest.ID, HostSeat: 1}, noon)
	wantError(t, err, rules.Forbidden, "error.no-guests")
	g, err := d.CreateGame(ctx, NewGame{Key: "hexone", Host: admin.ID, HostSeat: 1}, noon)
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.joinGame(ctx, g.Invite, guest.ID, noon)
	wantError(t, err, rules.Forbidden, "error.no-guests")
}

// What guests have open when they may play no more does not begin.
func TestGuestsGo(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin, guest, other := newAdmin(t, d, "Anna"), newGuest(t, d), newGuest(t, d)
	made := func(n NewGame) Game {
		t.Helper()
		n.Key, n.HostSeat = "hexone", 1
		g, err := d.CreateGame(ctx, n, noon)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	seek := made(NewGame{Host: guest.ID, Terms: Terms{Listed: true}})
	asked, hers := made(NewGame{Host: admin.ID, Opponent: other.ID}), made(NewGame{Host: admin.ID})
	running := made(NewGame{Host: guest.ID})
	if _, err := d.joinGame(ctx, running.Invite, other.ID, noon); err != nil {
		t.Fatal(err)
	}
	over := made(NewGame{Host: guest.ID, Bots: map[rules.Seat]bot.Level{2: 1}})
	if _, err := d.Resign(ctx, over.ID, guest.ID, noon); err != nil {
		t.Fatal(err)
	}
	changed, err := d.SetClub(ctx, Club{Open: true}, "", admin.ID, noon)
	if err != nil || len(changed) != 2 {
		t.Errorf("changed %v, %v", idsOf(changed), err)
	}
	for id, want := range map[string]Status{seek.ID: Over, asked.ID: Over, hers.ID: Waiting, running.ID: Running} {
		if g, err := d.Game(ctx, id); err != nil || g.Status != want {
			t.Errorf("%s is %s, %v; want %s", id, g.Status, err, want)
		}
	}
	_, err = d.Rematch(ctx, over.ID, guest.ID, noon, nil)
	wantError(t, err, rules.Forbidden, "error.no-guests")
}

// An organiser who loses the role also loses the open invitations whose links only that organiser
// knows.
func TestInvitationsGoWithTheRole(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Anna")
	for name, goes := range map[string]func(organiser string) error{
		"demoted": func(organiser string) error { return d.SetRole(ctx, organiser, Member, admin.ID, noon) },
		"deleted": func(organiser string) error {
			_, err := d.DeletePerson(ctx, organiser, noon)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			otto := newOrganiser(t, d, "Otto "+name, admin)
			for _, secret := range []string{"one", "two"} {
				if err := d.Invite(ctx, NewInvitation{Hash: secret + name, Uses: 1, Expires: noon.Add(time.Hour)}, otto.ID, noon); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := d.SignUpInvited(ctx, "two"+name, "", "Tim "+name, "hash", noon); err != nil {
				t.Fatal(err)
			}
			if err := goes(otto.ID); err != nil {
				t.Fatal(err)
			}
			_, err := d.Invitation(ctx, "one"+name, noon)
			wantError(t, err, rules.NotFound, "error.invitation")
			list, _, err := d.AuditLog(ctx, AuditFilter{Person: otto.ID}, 2)
			if err != nil || list[0].Act != map[string]string{"demoted": "revoke-all", "deleted": "deleted"}[name] {
				t.Errorf("log %+v, %v", list, err)
			}
			if list, _, err := d.AuditLog(ctx, AuditFilter{Acts: []string{"revoke-all"}, Person: otto.ID}, 1); err != nil || list[0].Detail["Count"] != "1" {
				t.Errorf("log %+v, %v", list, err)
			}
		})
	}
}
