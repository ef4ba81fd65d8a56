package db

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hexclub/rules"
)

func TestInvitations(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Anna")
	hour := noon.Add(time.Hour)
	for name, tt := range map[string]struct {
		n   NewInvitation
		key string
	}{
		"no uses":       {NewInvitation{Hash: "a", Uses: 0, Expires: hour}, "error.uses"},
		"too many uses": {NewInvitation{Hash: "a", Uses: MaxUses + 1, Expires: hour}, "error.uses"},
		"over already":  {NewInvitation{Hash: "a", Uses: 1, Expires: noon}, "error.invitation-time"},
		"for ever":      {NewInvitation{Hash: "a", Uses: 1, Expires: noon.Add(MaxInvites + 1)}, "error.invitation-time"},
	} {
		t.Run(name, func(t *testing.T) { wantError(t, d.Invite(ctx, tt.n, admin.ID, noon), rules.Invalid, tt.key) })
	}
	if err := d.Invite(ctx, NewInvitation{Hash: "secret", Note: "chess", Uses: 3, Expires: hour}, admin.ID, noon); err != nil {
		t.Fatal(err)
	}
	inv, err := d.Invitation(ctx, "secret", noon)
	if err != nil || inv.Maker.Name != "Anna" || inv.Note != "chess" || inv.Uses != 3 || inv.Used != 0 || !inv.Expires.Equal(hour) {
		t.Errorf("invitation %+v, %v", inv, err)
	}
	_, err = d.Invitation(ctx, "secret", hour)
	wantError(t, err, rules.NotFound, "error.invitation")
	_, err = d.JoinInvited(ctx, "secret", "", "hash", noon)
	wantError(t, err, rules.NotFound, "error.invitation") // it is nobody's

	t.Run("page by page", func(t *testing.T) {
		for i := range 4 {
			if err := d.Invite(ctx, NewInvitation{Hash: fmt.Sprint("more", i), Uses: 1, Expires: hour}, admin.ID, noon); err != nil {
				t.Fatal(err)
			}
		}
		seen, after := map[string]bool{}, ""
		for {
			list, more, err := d.Invitations(ctx, after, 2)
			if err != nil {
				t.Fatal(err)
			}
			for _, inv := range list {
				seen[inv.ID], after = true, inv.ID
			}
			if !more {
				break
			}
		}
		if len(seen) != 5 {
			t.Errorf("%d invitations are listed", len(seen))
		}
	})
	t.Run("all at once", func(t *testing.T) {
		var came atomic.Int32
		var all sync.WaitGroup
		for i := range 12 {
			all.Go(func() {
				if _, err := d.SignUpInvited(ctx, "secret", "", fmt.Sprint("Member ", i), "hash", noon); err == nil {
					came.Add(1)
				} else if !rules.IsKind(err, rules.NotFound) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if came.Load() != 3 {
			t.Errorf("%d came by an invitation for 3", came.Load())
		}
	})
	t.Run("who is refused uses none", func(t *testing.T) {
		if err := d.Invite(ctx, NewInvitation{Hash: "one", Uses: 1, Expires: hour}, admin.ID, noon); err != nil {
			t.Fatal(err)
		}
		_, err := d.SignUpInvited(ctx, "one", "", "ANNA", "hash", noon)
		wantError(t, err, rules.Conflict, "error.name-taken")
		if inv, err := d.Invitation(ctx, "one", noon); err != nil || inv.Used != 0 {
			t.Errorf("invitation %+v, %v", inv, err)
		}
	})
	t.Run("while the club is closed to others", func(t *testing.T) {
		if _, err := d.SetClub(ctx, Club{}, "", admin.ID, noon); err != nil {
			t.Fatal(err)
		}
		if p, err := d.SignUpInvited(ctx, "one", "", "Ben", "hash", noon); err != nil || p.Role != Member || p.Hash != "hash" {
			t.Errorf("person %+v, %v", p, err)
		}
	})
}

func TestImportedMembers(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Anna")
	hour := noon.Add(time.Hour)
	states, err := d.CheckNames(ctx, []string{"Pia", "ANNA", "pia", "Rosa", "Pia "}, noon)
	want := []NameState{{Double: -1}, {Taken: true, Double: -1}, {Double: 0}, {Double: -1}, {Double: 0}}
	if err != nil || fmt.Sprint(states) != fmt.Sprint(want) {
		t.Errorf("names %v, %v; want %v", states, err, want)
	}
	t.Run("all or none", func(t *testing.T) {
		last := lastEntry(t, d).Number
		err := d.ImportMembers(ctx, []NewMember{{Name: "Pia", Hash: "pia"}, {Name: "anna", Hash: "anna"}}, admin.ID, hour, noon)
		wantError(t, err, rules.Conflict, "error.name-taken")
		if all, waiting, err := d.CountMembers(ctx); err != nil || all != 1 || waiting != 0 || lastEntry(t, d).Number != last {
			t.Errorf("%d members, %d waiting, %v, log %+v", all, waiting, err, lastEntry(t, d))
		}
	})
	if err := d.ImportMembers(ctx, []NewMember{{Name: "Pia", Hash: "pia"}, {Name: "Rosa", Hash: "rosa"}}, admin.ID, hour, noon); err != nil {
		t.Fatal(err)
	}
	if e := lastEntry(t, d); e.Act != "import" || e.Detail["Count"] != "2" || len(e.People) != 2 {
		t.Errorf("entry %+v", e)
	}
	if all, waiting, err := d.CountMembers(ctx); err != nil || all != 3 || waiting != 2 {
		t.Errorf("%d members, %d waiting, %v", all, waiting, err)
	}
	pia, err := d.PersonByName(ctx, "pia")
	if err != nil || pia.Hash != "" || pia.Role != Member || pia.Guest() {
		t.Errorf("person %+v, %v", pia, err)
	}
	_, err = d.SignUpInvited(ctx, "pia", "", "Queen", "hash", noon)
	wantError(t, err, rules.NotFound, "error.invitation") // it is Pia's
	if came, err := d.JoinInvited(ctx, "pia", "", "hash", noon); err != nil || came.ID != pia.ID || came.Hash != "hash" || came.Name != "Pia" {
		t.Errorf("person %+v, %v", came, err)
	}
	_, err = d.JoinInvited(ctx, "pia", "", "other", noon)
	wantError(t, err, rules.NotFound, "error.invitation")
	wantError(t, d.InviteMember(ctx, pia.ID, "again", admin.ID, hour, noon), rules.Conflict, "error.has-joined")
	wantError(t, d.InviteMember(ctx, newGuest(t, d).ID, "again", admin.ID, hour, noon), rules.NotFound, "error.not-found")

	rosa, err := d.PersonByName(ctx, "Rosa")
	if err != nil {
		t.Fatal(err)
	}
	if err := d.InviteMember(ctx, rosa.ID, "again", admin.ID, hour, noon); err != nil {
		t.Fatal(err)
	}
	_, err = d.JoinInvited(ctx, "rosa", "", "hash", noon)
	wantError(t, err, rules.NotFound, "error.invitation")
	if _, err := d.DeletePerson(ctx, rosa.ID, noon); err != nil {
		t.Fatal(err)
	}
	_, err = d.JoinInvited(ctx, "again", "", "hash", noon)
	wantError(t, err, rules.NotFound, "error.invitation")
}

func TestSeasons(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Anna")
	autumn, err := d.NewSeason(ctx, "Autumn", "", admin.ID, noon)
	if err != nil || autumn.Status != SeasonOpen || !autumn.Made.Equal(noon) || !autumn.Closed.IsZero() {
		t.Fatalf("season %+v, %v", autumn, err)
	}
	open := func(season string) (open, kept error) {
		err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
			open, kept = mustBeOpen(ctx, tx, season), mustNotBeArchived(ctx, tx, season)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return open, kept
	}
	if may, kept := open(autumn.ID); may != nil || kept != nil {
		t.Errorf("open: %v, %v", may, kept)
	}
	may, kept := open("none")
	wantError(t, may, rules.NotFound, "error.not-found")
	wantError(t, kept, rules.NotFound, "error.not-found")
	wantError(t, d.SetSeason(ctx, "none", SeasonClosed, admin.ID, noon), rules.NotFound, "error.not-found")
	for i, step := range []struct {
		to     SeasonStatus
		closed bool
	}{{SeasonClosed, true}, {SeasonArchived, true}, {SeasonClosed, true}, {SeasonOpen, false}, {SeasonClosed, true}, {SeasonArchived, true}} {
		if err := d.SetSeason(ctx, autumn.ID, step.to, admin.ID, noon.Add(time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
		s, err := d.Season(ctx, autumn.ID)
		if err != nil || s.Status != step.to || s.Closed.IsZero() == step.closed || s.Archived.IsZero() == (step.to == SeasonArchived) {
			t.Errorf("step %d: %+v, %v", i, s, err)
		}
		if may, kept := open(autumn.ID); (may == nil) != (step.to == SeasonOpen) || (kept == nil) != (step.to != SeasonArchived) {
			t.Errorf("step %d: %v, %v", i, may, kept)
		}
	}
	may, kept = open(autumn.ID)
	wantError(t, may, rules.Conflict, "error.season-closed")
	wantError(t, kept, rules.Conflict, "error.season-archived")
	spring, err := d.NewSeason(ctx, "Spring", autumn.ID, admin.ID, noon.Add(time.Minute))
	if err != nil || spring.Continues != autumn.ID || spring.ContinuesName != "Autumn" {
		t.Errorf("season %+v, %v", spring, err)
	}
	_, err = d.NewSeason(ctx, "SPRING", "", admin.ID, noon)
	wantError(t, err, rules.Conflict, "error.season-taken")
	_, err = d.NewSeason(ctx, "Summer", "none", admin.ID, noon)
	wantError(t, err, rules.NotFound, "error.not-found")
	if list, err := d.OpenSeasons(ctx); err != nil || len(list) != 1 || list[0] != spring {
		t.Errorf("open seasons %+v, %v", list, err)
	}
	if list, err := d.Seasons(ctx); err != nil || len(list) != 2 || list[0] != spring || list[1].ID != autumn.ID {
		t.Errorf("seasons %+v, %v", list, err)
	}
}

// What club pages ask for goes by indexes.
func TestClubQueries(t *testing.T) {
	d := openFile(t)
	const members = "SELECT id FROM people WHERE name IS NOT NULL AND "
	wantPlan(t, d, "people_members", members+"folded > 'a' ORDER BY folded LIMIT 50")
	wantPlan(t, d, "INDEX people_", "SELECT count(*), count(*) - count(hash) FROM people WHERE name IS NOT NULL")
	wantPlan(t, d, "people_roles", members+"folded > 'a' AND role = 'organiser' ORDER BY folded LIMIT 50")
	wantPlan(t, d, "people_roles", countOtherAdmins, "a")
	wantPlan(t, d, "sqlite_autoindex_audit_log", "SELECT number FROM audit_log l WHERE l.number < 9 ORDER BY l.number DESC LIMIT 50")
	wantPlan(t, d, "audit_log_act", "SELECT number FROM audit_log l WHERE l.act = 'role' ORDER BY l.number DESC LIMIT 50")
	wantPlan(t, d, "sqlite_autoindex_invitations", selectInvitation+"WHERE i.hash = 'a'")
	wantPlan(t, d, "invitations_person", selectInvitation+"WHERE i.person IS NULL AND (i.made, i.id) < (9, 'a') ORDER BY i.made DESC, i.id DESC LIMIT 50")
	wantPlan(t, d, "seasons_status", selectSeason+"WHERE s.status = 'open' ORDER BY s.made DESC, s.id")
}

// A member who has not joined yet has a higher role from joining on, and joins only by a link that an
// admin made: an organiser may know other links.
func TestRolesBeforeJoining(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Anna")
	otto := newOrganiser(t, d, "Otto", admin)
	hour := noon.Add(time.Hour)
	list := []NewMember{{Name: "Pia", Hash: "pia"}, {Name: "Rosa", Hash: "rosa", Role: Organiser}}
	wantError(t, d.ImportMembers(ctx, list, otto.ID, hour, noon), rules.Forbidden, "error.admins-only")
	if err := d.ImportMembers(ctx, list[:1], otto.ID, hour, noon); err != nil {
		t.Fatal(err)
	}
	if err := d.ImportMembers(ctx, list[1:], admin.ID, hour, noon); err != nil {
		t.Fatal(err)
	}
	if e := lastEntry(t, d); e.Act != "role" || e.Subject.Name != "Rosa" || e.Detail["IsKey"] != "role.organiser" {
		t.Errorf("entry %+v", e)
	}
	pia, rosa := idNamed(t, d, "Pia"), idNamed(t, d, "Rosa")
	wantError(t, d.SetRole(ctx, pia, Admin, otto.ID, noon), rules.Forbidden, "error.admins-only")
	for _, by := range []string{Operator, admin.ID} {
		for _, role := range []Role{Admin, Member, Organiser} {
			if err := d.SetRole(ctx, pia, role, by, noon); err != nil {
				t.Fatal(err)
			}
		}
	}
	pending := func(person string) (until time.Time) {
		t.Helper()
		members, _, err := d.Members(ctx, MemberFilter{Role: Organiser, Waiting: true}, 9)
		if err != nil || len(members) != 2 {
			t.Fatalf("members %+v, %v", members, err)
		}
		for _, m := range members {
			if m.ID == person {
				until = m.Until
			}
		}
		return until
	}
	_, err := d.JoinInvited(ctx, "pia", "", "hash", noon)
	wantError(t, err, rules.NotFound, "error.invitation")
	_, err = d.PersonalInvitation(ctx, pia, noon)
	wantError(t, err, rules.NotFound, "error.not-found")
	if !pending(pia).IsZero() || !pending(rosa).Equal(hour) {
		t.Errorf("links until %v and %v", pending(pia), pending(rosa))
	}
	if invited, err := d.InviteMembers(ctx, []MemberLink{{pia, "p"}, {rosa, "r"}}, otto.ID, hour, noon); err != nil || len(invited) != 0 {
		t.Errorf("an organiser invites %v, %v", invited, err)
	}
	if invited, err := d.InviteMembers(ctx, []MemberLink{{pia, "p"}}, admin.ID, hour, noon); err != nil || len(invited) != 1 {
		t.Errorf("an admin invites %v, %v", invited, err)
	}
	if p, err := d.JoinInvited(ctx, "p", "", "hash", noon); err != nil || p.Role != Organiser {
		t.Errorf("person %+v, %v", p, err)
	}
	if e := lastEntry(t, d); e.Act != "role-joined" || e.By.ID != pia || e.Detail["RoleKey"] != "role.organiser" {
		t.Errorf("entry %+v", e)
	}
	if err := d.SetRole(ctx, pia, Admin, admin.ID, noon); err != nil {
		t.Fatal(err)
	}
	if err := d.SetRole(ctx, admin.ID, Organiser, pia, noon); err != nil { // the maker of Rosa's link
		t.Fatal(err)
	}
	_, err = d.JoinInvited(ctx, "rosa", "", "hash", noon)
	wantError(t, err, rules.NotFound, "error.invitation")
}

// An invitation that gives a role is an admin's, and for one person.
func TestInvitationsWithRoles(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Anna")
	otto := newOrganiser(t, d, "Otto", admin)
	invite := func(hash string, role Role, uses int, by string) error {
		return d.Invite(ctx, NewInvitation{Hash: hash, Role: role, Uses: uses, Note: "The new secretary", Expires: noon.Add(time.Hour)}, by, noon)
	}
	wantError(t, invite("a", Organiser, 1, otto.ID), rules.Forbidden, "error.admins-only")
	wantError(t, invite("a", Organiser, 2, admin.ID), rules.Invalid, "error.role-uses")
	wantError(t, invite("a", "king", 1, admin.ID), rules.Invalid, "error.form")
	for _, role := range []Role{Organiser, Admin} {
		if err := invite(string(role), role, 1, admin.ID); err != nil {
			t.Fatal(err)
		}
	}
	if e := lastEntry(t, d); e.Act != "invite-role" || e.Detail["RoleKey"] != "role.admin" || e.Detail["Reason"] != "The new secretary" {
		t.Errorf("entry %+v", e)
	}
	if p, err := d.SignUpInvited(ctx, "admin", "", "Ben", "hash", noon); err != nil || p.Role != Admin || lastEntry(t, d).Act != "role-joined" {
		t.Errorf("person %+v, %v, entry %+v", p, err, lastEntry(t, d))
	}
	ben := idNamed(t, d, "Ben")
	if err := d.SetRole(ctx, admin.ID, Organiser, ben, noon); err != nil {
		t.Fatal(err)
	}
	_, err := d.SignUpInvited(ctx, "organiser", "", "Cem", "hash", noon)
	wantError(t, err, rules.NotFound, "error.invitation")
	list, _, err := d.Invitations(ctx, "", 9)
	if err != nil || len(list) != 2 || list[0].Open(noon) || list[1].Open(noon) {
		t.Errorf("invitations %+v, %v", list, err)
	}
}

// Lists of members are sorted by name, by the day on which they joined, and by their last visit,
// page by page.
func TestOrdersOfMembers(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	for i, name := range []string{"Cleo", "Anna", "Ben", "Dora"} {
		person, err := d.SignUp(ctx, "", name, "hash", noon.Add(time.Duration(i)*time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if name == "Ben" || name == "Dora" { // on the same day
			if err := d.NoteDays(ctx, map[string]time.Time{person.ID: noon}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for order, want := range map[MemberOrder]string{ByName: "[Anna Ben Cleo Dora]", BySince: "[Dora Ben Anna Cleo]", BySeen: "[Dora Ben Cleo Anna]"} {
		var got []string
		for more := true; more; {
			f := MemberFilter{Order: order}
			if len(got) > 0 {
				f.After = got[len(got)-1]
			}
			list, next, err := d.Members(ctx, f, 1)
			if err != nil || len(list) != 1 || len(got) > 4 {
				t.Fatalf("%s: after %v come %v, %v", order, got, list, err)
			}
			got, more = append(got, list[0].Name), next
		}
		if fmt.Sprint(got) != want {
			t.Errorf("by %q: %v, want %s", order, got, want)
		}
	}
	if found, err := d.CountMatching(ctx, MemberFilter{Order: BySince, Search: "n", After: "Ben"}); err != nil || found != 2 {
		t.Errorf("%d match, %v", found, err)
	}
}

// Organisers make links by which they could come in themselves: never as more than
// they are.
func TestInviteMoreThanMembers(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Anna")
	organiser := newOrganiser(t, d, "Otto", admin)
	hour := noon.Add(time.Hour)
	if err := d.ImportMembers(ctx, []NewMember{{Name: "Pia", Hash: "pia"}, {Name: "Rosa", Hash: "rosa"}}, admin.ID, hour, noon); err != nil {
		t.Fatal(err)
	}
	pia, rosa := idNamed(t, d, "Pia"), idNamed(t, d, "Rosa")
	mustExec(t, d, "UPDATE people SET role = 'admin' WHERE id = $1", pia)
	wantError(t, d.InviteMember(ctx, pia, "again", organiser.ID, hour, noon), rules.Forbidden, "error.admins-only")
	wantError(t, d.RenameMember(ctx, pia, "Queen", organiser.ID, noon), rules.Forbidden, "error.admins-only")
	_, err := d.RemoveMember(ctx, pia, organiser.ID, noon)
	wantError(t, err, rules.Forbidden, "error.admins-only")
	last := lastEntry(t, d).Number
	all := []MemberLink{{pia, "p"}, {rosa, "r"}, {admin.ID, "a"}, {"nobody", "n"}}
	if invited, err := d.InviteMembers(ctx, all, organiser.ID, hour, noon); err != nil || fmt.Sprint(invited) != fmt.Sprint([]string{rosa}) {
		t.Errorf("invited %v, %v", invited, err)
	}
	if e := lastEntry(t, d); e.Number != last+1 || e.Act != "invite-members" || e.Detail["Count"] != "1" {
		t.Errorf("entry %+v", e)
	}
	if inv, err := d.PersonalInvitation(ctx, rosa, noon); err != nil || inv.Maker.ID != organiser.ID {
		t.Errorf("invitation %+v, %v", inv, err)
	}
	_, err = d.Invitation(ctx, "rosa", noon)
	wantError(t, err, rules.NotFound, "error.invitation")
	t.Run("an admin who cannot log in is none", func(t *testing.T) {
		_, err := d.DeletePerson(ctx, admin.ID, noon)
		wantError(t, err, rules.Conflict, "error.last-admin")
		wantError(t, d.SetRole(ctx, admin.ID, Member, admin.ID, noon), rules.Conflict, "error.last-admin")
	})
	t.Run("a guest comes along, or nobody comes", func(t *testing.T) {
		_, err := d.JoinInvited(ctx, "r", "nobody", "hash", noon)
		wantError(t, err, rules.Conflict, "error.not-a-guest")
		guest := newGuest(t, d)
		g, err := d.CreateGame(ctx, NewGame{Key: "hexone", Host: guest.ID, HostSeat: 1}, noon)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.JoinInvited(ctx, "r", guest.ID, "hash", noon); err != nil {
			t.Fatal(err)
		}
		if g, err = d.Game(ctx, g.ID); err != nil || g.Host != rosa {
			t.Errorf("game of %s, %v", g.Host, err)
		}
	})
}

func idNamed(t *testing.T, d *DB, name string) string {
	t.Helper()
	p, err := d.PersonByName(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return p.ID
}

func TestMembersNeverJoined(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	admin := newAdmin(t, d, "Anna")
	if err := d.ImportMembers(ctx, []NewMember{{Name: "Pai", Hash: "pia"}}, admin.ID, noon.Add(time.Hour), noon); err != nil {
		t.Fatal(err)
	}
	pia := idNamed(t, d, "Pai")
	wantError(t, d.RenameMember(ctx, pia, "ANNA", admin.ID, noon), rules.Conflict, "error.name-taken")
	if err := d.RenameMember(ctx, pia, "Pia", admin.ID, noon); err != nil || idNamed(t, d, "pia") != pia {
		t.Error(err)
	}
	e := lastEntry(t, d)
	if e.Act != "member-renamed" || e.Subject.Name != "Pia" || e.Detail["Was"] != "Pai" || e.Detail["Is"] != "Pia" {
		t.Errorf("entry %+v", e)
	}
	for _, step := range []struct {
		after time.Duration
		want  string
	}{{UndoLife - time.Second, "Pai"}, {UndoLife, ""}} {
		if err := d.ForgetUndo(ctx, noon.Add(step.after)); err != nil || lastEntry(t, d).Detail["Was"] != step.want {
			t.Errorf("%v later the log has %+v, %v", step.after, lastEntry(t, d), err)
		}
	}
	inv, err := d.PersonalInvitation(ctx, pia, noon)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Revoke(ctx, inv.ID, admin.ID, noon); err != nil {
		t.Fatal(err)
	}
	if e := lastEntry(t, d); e.Act != "revoke-member" || e.Subject.ID != pia || e.Detail["MadeTime"] != fmt.Sprint(noon.UnixMilli()) {
		t.Errorf("entry %+v", e)
	}
	_, err = d.PersonalInvitation(ctx, pia, noon)
	wantError(t, err, rules.NotFound, "error.not-found")
	g, err := d.CreateGame(ctx, NewGame{Key: "hexone", Host: admin.ID, HostSeat: 1, Opponent: pia}, noon)
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.RemoveMember(ctx, admin.ID, admin.ID, noon)
	wantError(t, err, rules.Conflict, "error.has-joined")
	if changed, err := d.RemoveMember(ctx, pia, admin.ID, noon); err != nil || len(changed) != 1 || changed[0].ID != g.ID || changed[0].Status != Over {
		t.Errorf("changed %+v, %v", changed, err)
	}
	if p, err := d.Person(ctx, pia); err != nil || !p.Deleted || lastEntry(t, d).Act != "member-removed" {
		t.Errorf("person %+v, %v, entry %+v", p, err, lastEntry(t, d))
	}
}
