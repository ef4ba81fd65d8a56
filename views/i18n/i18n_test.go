package i18n_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/hex"
	"hexclub/rules/lesson"
	"hexclub/rules/pairing"
	"hexclub/rules/rulestest"
	"hexclub/views/i18n"
	"hexclub/views/ops"
	"hexclub/views/page"
)

func load(t *testing.T) *i18n.Catalogs {
	t.Helper()
	catalogs, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	return catalogs
}

// entries returns the messages of a catalog file; plural forms are an object.
func entries(t *testing.T, tag string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(tag + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestCatalogsAgree(t *testing.T) {
	base := entries(t, i18n.Tags[0])
	for _, tag := range i18n.Tags[1:] {
		other := entries(t, tag)
		for key, message := range base {
			if _, ok := other[key]; !ok {
				if !slices.Contains(i18n.Incomplete, tag) {
					t.Errorf("%s lacks %s", tag, key)
				}
			} else if diff := cmp.Diff(placeholders(message), placeholders(other[key])); diff != "" {
				t.Errorf("placeholders of %s (-%s +%s):\n%s", key, i18n.Tags[0], tag, diff)
			} else if plural(other[key]) && !plural(message) {
				t.Errorf("%s has plural forms in %s, but not in %s", key, tag, i18n.Tags[0])
			}
		}
		for key := range other {
			if _, ok := base[key]; !ok {
				t.Errorf("%s has %s, which %s has not", tag, key, i18n.Tags[0])
			}
		}
	}
}

// A club has a name of its own: what the site is made of is named where the product is
// meant, and nowhere else.
func TestTheClubHasItsOwnName(t *testing.T) {
	products := []string{"footer.about"}
	for _, tag := range i18n.Tags {
		for key, message := range entries(t, tag) {
			text, _ := json.Marshal(message)
			if named := strings.Contains(string(text), page.ClubName("")); named != slices.Contains(products, key) {
				t.Errorf("%s: %s names the product or not: %s", tag, key, text)
			}
		}
	}
}

// plural reports whether a message has plural forms.
func plural(message any) bool {
	_, forms := message.(map[string]any)
	return forms
}

// categories are the plural forms that each language has (CLDR 48, cardinal numbers).
var categories = map[string][]string{"en": {"one", "other"}, "fr": {"many", "one", "other"}, "es": {"many", "one", "other"}, "ko": {"other"}}

// Where a text goes with a number, it has all forms that the language has for it. Tools for translators write the form
// of a language that has only one as a text.
func TestPluralForms(t *testing.T) {
	base := entries(t, i18n.Tags[0])
	for _, tag := range i18n.Tags {
		for key, message := range entries(t, tag) {
			forms, several := message.(map[string]any)
			if !plural(base[key]) || !several && len(categories[tag]) == 1 {
				continue
			}
			if got := slices.Sorted(maps.Keys(forms)); !slices.Equal(got, categories[tag]) {
				t.Errorf("%s: %s has the forms %v, want %v", tag, key, got, categories[tag])
			}
		}
	}
}

// agreeing finds a noun that agrees with a number before it. TestPluralForms knows nothing of a
// message that has such a noun and no plural forms.
var agreeing = regexp.MustCompile(`{{\.(Before|Most|Number|Of|Opponents|Points|Rounds|Seats|Taken|Used|Uses|Was)}}[ \x{a0}\x{202f}]\pL+[sx]\b`)

// neverOne are the messages whose numbers are never 1.
var neverOne = map[string]string{
	"games.players": "a game has 2 players or more", "games.players-either": "", "games.players-range": "",
	"learn.progress": "a course has several lessons", "rating.why-many": "with one opponent it is rating.why",
	"tournament.entry-full": "a limit is 2 or more", "lobby.taken": "a room has 3 seats or more",
	"play.points": "games count more points", "result.win-points": "", "tournament.left": "", "tournament.tied": "",
	"rating.certain": "a rating is never as certain as that", "profile.scores": "1 is profile.score",
}

// TestNumbersAgree checks that a message without plural forms has no noun in the plural after a
// number that can be 1.
func TestNumbersAgree(t *testing.T) {
	for _, tag := range i18n.Tags {
		for key, message := range entries(t, tag) {
			text, ok := message.(string)
			_, exempt := neverOne[key]
			if found := agreeing.FindString(text); ok && found != "" && (!exempt || strings.HasPrefix(found, "{{.Taken}}")) {
				t.Errorf("%s: %s has no plural forms, and says %q", tag, key, found)
			}
		}
	}
}

var placeholder = regexp.MustCompile(`{{\.\w+}}`)

// placeholders returns the placeholders of a message in all its plural forms, each once.
func placeholders(message any) []string {
	text, err := json.Marshal(message)
	if err != nil {
		return nil
	}
	found := placeholder.FindAllString(string(text), -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// composed are the beginnings of keys that the program completes with a value
// of its own.
var composed = []string{
	"date.month.", "date.short-month.", "form.", "mark.", "term.", "cell.arrow.", "log.", "act.", "decision.", "check.", "duty.", "end.", "event.", "settings.confirm.", "setup.way.", "play.confirm-on.", "play.confirm-off.",
}

func TestEveryKeyIsKnownAndUsed(t *testing.T) {
	known, used := entries(t, i18n.Tags[0]), keysInSource(t)
	families := map[string]bool{}
	for key := range known {
		families[family(key)] = true
	}
	for key := range used {
		file := slices.Contains([]string{".css", ".js", ".json"}, path.Ext(key))
		event := slices.Contains(ops.SecurityEvents(), key) // a name for the log, which has its words elsewhere
		if _, ok := known[key]; !ok && !file && !event && families[family(key)] && !strings.HasSuffix(key, ".") {
			t.Errorf("the program uses %s, which no catalog has", key)
		}
	}
	for key := range known {
		// TestGamesHaveTheirTexts sees to those of games.
		if !used[key] && !ofGames(key) && !slices.ContainsFunc(composed, func(start string) bool { return strings.HasPrefix(key, start) }) {
			t.Errorf("the catalogs have %s, which nothing uses", key)
		}
	}
}

// family returns the first part of a key.
func family(key string) string {
	first, _, _ := strings.Cut(key, ".")
	return first
}

// quoted is a string in the source of the program that looks like a key. One
// that ends in a dot is completed by the program.
var quoted = regexp.MustCompile(`"([a-z0-9]+\.[a-zA-Z0-9.-]*)"`)

func keysInSource(t *testing.T) map[string]bool {
	t.Helper()
	used := map[string]bool{}
	for _, folder := range []string{"../../views", "../../handlers", "../../db", "../../rules"} {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() && (entry.Name() == "sitetest" || entry.Name() == "viewstest") {
				return fs.SkipDir // for tests alone
			}
			source := strings.HasSuffix(path, ".go") || strings.HasSuffix(path, ".templ")
			if err != nil || !source || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "_templ.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, match := range quoted.FindAllStringSubmatch(string(text), -1) {
				used[match[1]] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return used
}

// Games bring the texts that pages ask for by their keys, in every language,
// and no others.
func TestGamesHaveTheirTexts(t *testing.T) {
	want, used := map[string]bool{}, keysInSource(t)
	for _, reason := range rules.PlatformReasons() {
		want["reason."+string(reason)], want["by."+string(reason)] = true, true
	}
	for _, reason := range []rules.Reason{pairing.Forfeited, pairing.ForfeitedDecision} {
		want["by."+string(reason)] = true
	}
	for _, game := range games.All() {
		wantInfo(want, game.Info())
		wantPlayed(t, want, game)
	}
	for _, tag := range i18n.Tags {
		known := entries(t, tag)
		for key := range want {
			if _, ok := known[key]; !ok && !slices.Contains(i18n.Incomplete, tag) {
				t.Errorf("%s lacks %s", tag, key)
			}
		}
		for key := range known {
			asked := key
			if strings.Contains(key, ".option.") { // an option and its values may be explained by one text more
				asked = strings.TrimSuffix(key, ".help")
			}
			if ofGames(key) && !want[asked] && !used[key] {
				t.Errorf("%s has %s, which no game asks for", tag, key)
			}
		}
	}
}

// ofGames reports whether a key belongs to a game, or ends in a name that games declare.
func ofGames(key string) bool {
	_, err := games.Find(family(key))
	return err == nil || slices.Contains([]string{"by", "colour", "ground", "piece", "reason"}, family(key))
}

// wantInfo adds the keys that follow from what a game says of itself.
func wantInfo(want map[string]bool, info rules.Info) {
	add := func(start string, ends ...string) {
		for _, end := range ends {
			want[start+end] = true
		}
	}
	for _, phase := range info.Phases {
		if phase.Part > 0 {
			want[info.Key+".part."+strconv.Itoa(phase.Part)] = true
		}
	}
	add(info.Key, ".name", ".goal", ".pitch", ".line", ".tag", ".notation", ".position", ".start", ".turn")
	for _, option := range info.Options {
		key := info.Key + ".option." + option.Key
		want[key] = true
		add(key+".", option.Values...)
	}
	add(info.Key+".rule.", info.Rules...)
	if course, err := lesson.NewCourses(nil).Of(info.Key); err == nil {
		for _, figure := range course.Figures {
			add(info.Key+".figure.", figure.Rule)
		}
	}
	for _, number := range info.Rules {
		if strings.HasPrefix(number, "r") { // a ruling has a reason, a rule a title
			add(info.Key+".why.", number)
		} else {
			add(info.Key+".rule."+number, ".title")
		}
	}
	for _, phase := range info.Phases {
		add(info.Key+".prompt.", phase.Name)
		if phase.Rule != "" {
			add(info.Key+".must.", phase.Name)
		}
	}
	for _, kind := range info.Kinds {
		add(info.Key+".action.", kind.Name)
		if kind.Secret {
			add(info.Key+".declare.", kind.Name)
			add(info.Key+".prompt.", kind.Name)
		}
	}
	add(info.Key+".refuse.", info.Refusals...)
	add("colour.", info.Colours...)
	for _, reason := range info.Reasons {
		want["reason."+string(reason)], want["by."+string(reason)] = true, true
	}
}

// wantPlayed adds the keys that random games of it show to be needed, under
// each of its options.
func wantPlayed(t *testing.T, want map[string]bool, game rules.Game) {
	t.Helper()
	const times, longest = 30, 1000
	info, random := game.Info(), rand.New(rand.NewPCG(1, 3))
	sets := rulestest.OptionSets(info)
	for i := range max(times, len(sets)) {
		st, err := game.New(rules.Setup{Options: sets[i%len(sets)]})
		if err != nil {
			t.Fatal(err)
		}
		for range longest {
			wantState(want, info, st)
			actions := st.Actions(nil)
			if len(actions) == 0 {
				break
			}
			st.Play(actions[random.IntN(len(actions))])
		}
	}
}

// wantState adds the keys that the page of a position asks for.
func wantState(want map[string]bool, info rules.Info, st rules.State) {
	phase := info.Phases[st.Turn().Phase].Name
	for _, action := range st.Actions(nil) {
		if action.Way != hex.None {
			for _, way := range hex.Directions { // boards are turned, and words with them
				want[info.Key+".way."+way.String()] = true
			}
		}
		if len(st.Picks(action)) > 1 {
			want[info.Key+".prompt."+phase+".to"] = true
		}
	}
	board := st.Board()
	for _, count := range board.Counts {
		want[info.Key+".count."+count.Key] = true
	}
	for _, cell := range board.Cells {
		want["ground."+string(cell.Ground)] = true
		for _, piece := range cell.Stack {
			want["piece."+string(piece.Shape)] = true
		}
	}
}

// formats matches the formats of errors about positions and set-ups.
var formats = regexp.MustCompile(`(?:badPosition|ErrPosition\.Errorf|sentinel\.Errorf)\("((?:[^"\\]|\\.)*)"`)

// verb is a place in a format where a value is written.
var verb = regexp.MustCompile(`%[.0-9]*[a-z]`)

// Details of errors about positions exist in every language, with the same values in the same
// order, and there are no translations of details that the program does not have.
func TestDetails(t *testing.T) {
	source := ""
	err := filepath.WalkDir("../../rules", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		source += string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	found := formats.FindAllStringSubmatch(source, -1)
	if len(found) < 100 {
		t.Fatalf("only %d formats found", len(found))
	}
	for _, tag := range i18n.Tags[1:] {
		text, err := os.ReadFile("details." + tag + ".json")
		if errors.Is(err, fs.ErrNotExist) && slices.Contains(i18n.Incomplete, tag) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		var details map[string]string
		if err := json.Unmarshal(text, &details); err != nil {
			t.Fatal(err)
		}
		for _, match := range found {
			if details[match[1]] == "" && !slices.Contains(i18n.Incomplete, tag) {
				t.Errorf("%s lacks the detail %q", tag, match[1])
			}
		}
		for english, detail := range details {
			if !strings.Contains(source, `"`+english+`"`) {
				t.Errorf("%s has the detail %q, which nobody tells", tag, english)
			}
			if want, got := verb.FindAllString(english, -1), verb.FindAllString(detail, -1); !slices.Equal(want, got) {
				t.Errorf("%s: %q has %v, want %v", tag, english, got, want)
			}
		}
	}
}

func TestMatch(t *testing.T) {
	catalogs := load(t)
	for _, test := range []struct{ name, chosen, accept, want string }{
		{"nothing known", "", "", "en"},
		{"the browser's first", "", "fr-CA,fr;q=0.9,en;q=0.5", "fr"},
		{"the browser's second", "", "de;q=1,fr;q=0.4", "fr"},
		{"a language without catalog", "", "de", "en"},
		{"the reader's choice wins", "en", "fr", "en"},
		{"a choice without catalog", "xx", "fr", "fr"},
		{"garbage", "", ";;;q=,", "en"},
		{"Spanish", "es", "", "es"}, // a catalog that cannot be read would be English
		{"Korean", "", "ko-KR", "ko"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := catalogs.Match(test.chosen, test.accept).Tag; got != test.want {
				t.Errorf("Match(%q, %q) is %s, want %s", test.chosen, test.accept, got, test.want)
			}
		})
	}
}

func TestTexts(t *testing.T) {
	catalogs := load(t)
	en, fr, es, ko := catalogs.Match("en", ""), catalogs.Match("fr", ""), catalogs.Match("es", ""), catalogs.Match("ko", "")
	for _, test := range []struct{ name, got, want string }{
		{"plain", en.T("cell.empty"), "empty"},
		{"placeholder", en.T("home.won", "Player", "Ann <b>"), "Ann <b> won"},
		{"one", en.N("piece.token", 1), "1 token"},
		{"several", en.N("piece.token", 3), "3 tokens"},
		{"none in English", en.N("piece.token", 0), "0 tokens"},
		{"none in French", fr.N("piece.token", 0), "0 pion"},
		{"again, as kept from before", fr.N("piece.token", 0), "0 pion"},
		{"unknown", en.T("no.such-key"), "no.such-key"},
		{"a detail in English", en.Detail("the row ends before %s", "a3"), "the row ends before a3"},
		{"a detail in French", fr.Detail("the row ends before %s", "a3"), "la rangée finit avant a3"},
		{"a detail with words", fr.Detail("%s has no %s", "black", rules.Reason("line")), "Noir n’a pas de ligne"},
		{"a detail nobody knows", fr.Detail("%d of %q", 3, "x"), `3 of "x"`},
		{"a half in English", en.Number("17.5"), "17.5"},
		{"a half in French", fr.Number("17.5"), "17,5"},
		{"a whole number in French", fr.Number("36"), "36"},
		{"thousands in English", en.Number("1234567.25"), "1,234,567.25"},
		{"a negative number in English", en.Number("−1234"), "−1,234"},
		{"hundreds in English", en.Number("-999"), "-999"},
		{"thousands in French", fr.Number("1234.5"), "1\u202f234,5"},
		{"thousands in Spanish", es.Number("1234"), "1234"},
		{"tens of thousands in Spanish", es.Number("12345.5"), "12\u202f345,5"},
		{"thousands in Korean", ko.Number("1234"), "1,234"},
		{"a large count in French", fr.N("club.members-count", 1234), "1\u202f234 membres"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.got != test.want {
				t.Errorf("%q, want %q", test.got, test.want)
			}
		})
	}
}
