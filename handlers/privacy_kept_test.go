package handlers_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// kept has, by table, the heading on the privacy page that describes it, and the columns that the description
// covers. A table without personal data has no heading.
var kept = map[string]struct{ heading, columns string }{
	"people":  {"Your account", "id name folded hash confirm_turns created deleted chats role seen closed skeleton confirm_live confirm_alone zone"},
	"renames": {"Your account", "number person was name folded kept skeleton"},

	"presence": {"Your account", "node person account until"},

	"sessions": {"Where you’re logged in", "hash person data created expires"},
	"resets":   {"Where you’re logged in", "hash person maker address expires"},

	"games": {"Your games", "id game rules options position host invite revision created changed status to_act turn result reason explore " +
		"listed drawn rated control class since deadline leg first_leg rematch_of awaits_bot pairing nth opponents"},
	"seats":    {"Your games", "game seat person reserved open"},
	"events":   {"Your games", "game ply event at"},
	"finished": {"Your games", "game person nth rival ended kind class rated outcome"},
	"ratings":  {"Your games", "person game class rating deviation volatility games at"},
	"rating_changes": {"Your games", "game seat person at rating_was deviation_was volatility_was rating deviation expected score " +
		"opponents strength"},

	"messages": {"Game chat", "game number person text at removed"},
	"mutes":    {"Game chat", "person game"},
	"blocks":   {"Game chat", "blocker blocked at"},

	"lessons": {"Your lessons", "person lesson stars solved"},

	"audit_log":   {"The club", "number at person act subject detail about_kind about_id"},
	"invitations": {"The club", "id hash maker person note made expires uses used revoked role"},
	"seasons":     {"The club", "id name folded status continues made closed archived"},
	"pairings": {"The club", "id game options unit control rated decisive site first second revision status how made due ended results chosen " +
		"undecided undecided_at winner half_wins_1 half_wins_2 points_1 points_2 worth_1 worth_2 entered entered_by entered_at " +
		"contested_by contested_at contest decided_by decided_at reason rules"},
	"ladders":        {"The club", "id season name about settings venue control rated continues made closed due automatic"},
	"ladder_players": {"The club", "ladder person place joined free idle held gone last"},
	"challenges": {"The club", "id ladder challenger challenged game unit site status made answer_by accepted play_by free reminded pairing " +
		"decided winner decided_by organiser reason recorded"},
	"ladder_events":       {"The club", "ladder number at kind person other from_place to_place moved challenge decided_by until why"},
	"tournaments":         {"The club", "id season name about kind settings forfeits status rounds round lot made begun ended opens planned"},
	"entrants":            {"The club", "tournament person number entered withdrawn at place score"},
	"absences":            {"The club", "tournament round person halves"},
	"tournament_rounds":   {"The club", "tournament round paired due note"},
	"read_decisions":      {"The club", "person number"},
	"undo_data":           {"The club", "number at detail"},
	"round_saves":         {"The club", "tournament round person at published status_was status boards"},
	"replaced_pairings":   {"The club", "pairing tournament round"},
	"tournament_pairings": {"The club", "tournament round board first second pairing gone"},

	"mail": {"Your e-mail address", "person address pending bounced refused language stop wants_turn wants_challenge wants_result wants_time " +
		"seen told reminded wants_club"},
	"mail_links":   {"Your e-mail address", "hash person address expires"},
	"letters":      {"Your e-mail address", "id person kind created due tries unsure"},
	"notices":      {"Your e-mail address", "person kind game mark letter at"},
	"club_notices": {"Your e-mail address", "person kind about_kind about_id mark due letter at"},

	"bans": {"Your IP address", "prefix reason person made until"},

	"club":           {"", "name welcome open guests skeletons zone"},
	"first_admin":    {"", "hash expires"},
	"pulse":          {"", "at"},
	"nodes":          {"", "id name version started seen streams leader draining"},
	"bot_claims":     {"", "game revision node until"},
	"schema_version": {"", "version"},
}

// The privacy page describes all personal data in the database. A new table or column has to be described there,
// and then listed here.
func TestPrivacyDescribesAllData(t *testing.T) {
	t.Parallel()
	s, _ := sitetest.SiteWithMail(t, web.Config{})
	headings := s.Client(t).Get("/privacy").WantStatus(t, http.StatusOK).List("main h3")
	query := "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' ORDER BY t.name, c.cid"
	if db.OnServer(s.File) {
		query = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position"
	}
	rows, err := s.Raw(t).Query(query)
	if err != nil {
		t.Fatal(err)
	}
	columns := map[string][]string{} // by table
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			t.Fatal(err)
		}
		columns[table] = append(columns[table], column)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if got, want := slices.Sorted(maps.Keys(columns)), slices.Sorted(maps.Keys(kept)); !slices.Equal(got, want) {
		t.Errorf("the tables are %v, described are %v", got, want)
	}
	for table, stated := range kept {
		if got := strings.Join(columns[table], " "); got != stated.columns {
			t.Errorf("%s has %s, described is %s", table, got, stated.columns)
		}
		if stated.heading != "" && !slices.Contains(headings, stated.heading) {
			t.Errorf("%s is described under %q, which is not on the page: %q", table, stated.heading, headings)
		}
	}
}

// The privacy page says how long backups are kept, from the site's settings.
func TestPrivacyOfBackups(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, test := range map[string]struct {
		backups db.Backups
		want    string
	}{
		"none by the clock": {db.Backups{Dir: dir, Keep: 14}, "The operator keeps backups"},
		"nowhere":           {db.Backups{Every: 24 * time.Hour, Keep: 14}, "The operator keeps backups"},
		"daily":             {db.Backups{Dir: dir, Every: 24 * time.Hour, Keep: 14}, "for about 14 days"},
		"hourly":            {db.Backups{Dir: dir, Every: time.Hour, Keep: 5}, "for about 1 day."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := sitetest.Serve(t, sitetest.OpenSite(t, web.Config{Backups: test.backups}))
			s.Client(t).Get("/privacy").WantText(t, "main", test.want).WantText(t, "main", "If a backup is restored")
		})
	}
}
