package ladder

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
)

// Scripts are named after the rule that they show: "rule4-reach.txt" for r4. A
// line is a comment with "#", or one command:
//
//	set NAME=VALUE ...       settings other than the default, by their names in JSON, of the next players
//	players NAME ...         a new ladder at day 1, from the top
//	day N                    the moment of what follows, "4.5" for noon of the fifth
//	await ID NAME            who is awaited in a challenge, "-" for no player
//	enter ID NAME WINNER|draw  the result that a player has entered
//
// or an act:
//
//	challenge ID FROM TO [GAME]      accept ID NAME
//	refuse ID NAME                   withdraw ID NAME
//	decide ID WINNER|draw|lapsed BY  join NAME [PLACE]
//	return NAME [PLACE]              leave NAME
//	add NAME [PLACE]                 correct NAME PLACE
//	record ID NAME NAME WINNER|draw [GAME]
//	report ID NAME OTHER [GAME]      rectify ID WINNER|draw|lapsed
//	tick, remind, close, reopen      change NAME=VALUE ...
//
// or it checks one thing:
//
//	says EVENT; EVENT; ...   the events of the last act, "nothing" for nothing
//	ladder NAME ...          the players in order
//	forbid ACT -> RULE KEY NAME=VALUE ...
//	                         the act is refused by that rule, with the key ladder.refuse.KEY
//	                         and the values
//	wrong ACT -> KEY         the act is another error
//	reach NAME: NAME[*] ...  whom one may challenge, "*" by a free challenge alone
//	may ID, may-not ID       whether the challenged may refuse
//	opponents NAME: NAME ... against whom one may report a game
//
// An event is its kind, its player, the other, the places, the challenge, how it was
// decided, the deadline, the rule, and its day where that is not the act's.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/rules/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	seen := map[string]bool{}
	name := regexp.MustCompile(`^rule([0-9]+)-[a-z0-9-]+\.txt$`)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			found := name.FindStringSubmatch(filepath.Base(file))
			if found == nil || !slices.Contains(allRules, Rule("r"+found[1])) {
				t.Fatal("the script is not named after a rule")
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			seen["r"+found[1]] = true
			s := &script{seen: seen, settings: Default("hexone", "hexit")}
			for n, line := range strings.Split(string(text), "\n") {
				if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
					s.line = fmt.Sprintf("line %d: %s", n+1, line)
					s.run(t, line)
				}
			}
			if s.checks == 0 {
				t.Error("the script checks nothing")
			}
		})
	}
	for _, want := range everything(t) {
		if !seen[want] {
			t.Errorf("no script shows %s", want)
		}
	}
}

// allRules are the rules in their order.
var allRules = []Rule{
	OpenRule, PlayersRule, GamesRule, ReachRule, UpwardsRule, AtOnceRule, PauseRule, RefusingRule, AnsweringRule,
	PlayingRule, WinningRule, LosingRule, InactivityRule, NewcomersRule, FreeRule, LeavingRule, ReturningRule, OrganisersRule,
}

// everything returns what the scripts must cover in all.
func everything(t *testing.T) []string {
	t.Helper()
	want := []string{"downwards=true", "downwards=false"}
	for _, rule := range allRules {
		want = append(want, string(rule))
	}
	for _, choice := range Default().choices() {
		for _, value := range choice.values {
			want = append(want, choice.name+"="+value)
		}
	}
	for _, bound := range Bounds() {
		want = append(want, bound.Name+" set")
		if bound.Min == 0 {
			want = append(want, bound.Name+"=0")
		}
	}
	for _, kind := range kinds {
		want = append(want, "kind "+string(kind))
	}
	for _, by := range []By{ByPlay, ByDefault, ByOrganiser} {
		want = append(want, "by "+string(by))
	}
	for key := range catalog(t) {
		if strings.HasPrefix(key, "ladder.refuse.") {
			want = append(want, key)
		}
	}
	return want
}

var kinds = []Kind{
	Made, Accepted, Declined, Withdrawn, Won, Drawn, Lapsed, Joined, Returned, Added, Ended, Removed, Placed, Dropped, Moved,
	CorrectedWon, CorrectedDrawn, CorrectedLapsed, Closed, Opened, Set, RemindAnswer, RemindPlay,
}

// catalog returns the English messages.
func catalog(t *testing.T) map[string]any {
	t.Helper()
	text, err := os.ReadFile("../../views/i18n/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var messages map[string]any
	if err := json.Unmarshal(text, &messages); err != nil {
		t.Fatal(err)
	}
	return messages
}

type script struct {
	seen     map[string]bool
	settings Settings
	state    State
	now      int64
	events   []Event
	history  History
	line     string
	checks   int
}

func (s *script) run(t *testing.T, line string) {
	t.Helper()
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	fields := strings.Fields(rest)
	switch word {
	case "set":
		s.set(t, fields)
	case "players":
		s.begin(t, fields)
	case "day":
		s.now = moment(t, rest)
	case "await":
		i := s.state.index(fields[0])
		s.state.Challenges[i].Awaited = strings.TrimPrefix(fields[1], "-")
	case "enter":
		s.state.Challenges[s.state.index(fields[0])].Entered = Entered{By: fields[1], Winner: strings.TrimPrefix(fields[2], "draw")}
	case "says":
		s.says(t, rest)
	case "ladder":
		s.same(t, s.places(), fields)
	case "forbid":
		s.forbid(t, rest)
	case "wrong":
		act, key, _ := strings.Cut(rest, " -> ")
		var known *rules.Error
		if err := s.unchanged(t, act); !errors.As(err, &known) {
			t.Errorf("%s: %v", s.line, err)
		} else {
			s.same(t, known.Key, key)
		}
	case "reach":
		s.reach(t, rest)
	case "opponents":
		name, want, _ := strings.Cut(rest, ":")
		s.same(t, strings.Join(s.state.Opponents(s.now, name, s.settings.Games[0]), " "), strings.TrimSpace(want))
	case "may":
		s.same(t, s.state.MayRefuse(s.now, rest), nil)
	case "may-not":
		s.same(t, s.state.MayRefuse(s.now, rest) != nil, true)
	default:
		if err := s.act(t, line); err != nil {
			t.Fatalf("%s: %v", s.line, err)
		}
	}
}

// set changes settings by their names in JSON.
func (s *script) set(t *testing.T, fields []string) {
	t.Helper()
	for _, field := range fields {
		name, value, _ := strings.Cut(field, "=")
		if _, err := strconv.Atoi(value); err != nil && value != "true" && value != "false" {
			value = strconv.Quote(value)
		}
		if name == "games" {
			value = "[" + value + "]"
		}
		decoder := json.NewDecoder(strings.NewReader(`{"` + name + `":` + value + `}`))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&s.settings); err != nil {
			t.Fatalf("%s: %v", s.line, err)
		}
	}
}

// note records the settings in use.
func (s *script) note() {
	s.seen["downwards="+strconv.FormatBool(s.settings.Downwards)] = true
	for _, choice := range s.settings.choices() {
		s.seen[choice.name+"="+choice.value] = true
	}
	usual := Default()
	for _, bound := range Bounds() {
		n := *bound.Value(&s.settings)
		s.seen[bound.Name+"="+strconv.Itoa(n)] = true
		if n != *bound.Value(&usual) {
			s.seen[bound.Name+" set"] = true
		}
	}
}

// begin puts players without free challenges on a ladder.
func (s *script) begin(t *testing.T, names []string) {
	t.Helper()
	var err error
	s.now = day
	if s.state, err = New(day, s.settings, names); err != nil {
		t.Fatal(err)
	}
	s.history = History{Rules: []Settings{s.settings}}
	for i, name := range names {
		s.history.Events = append(s.history.Events, Event{Kind: Added, At: s.now, Player: name, To: i + 1})
	}
	s.note()
}

func moment(t *testing.T, text string) int64 {
	t.Helper()
	days, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return int64(days * float64(day))
}

// dayText returns a moment in the form of scripts.
func dayText(at int64) string { return strconv.FormatFloat(float64(at)/float64(day), 'f', -1, 64) }

func (s *script) act(t *testing.T, line string) (err error) {
	t.Helper()
	f := append(strings.Fields(line), "", "", "", "")
	place, _ := strconv.Atoi(f[2])
	switch f[0] {
	case "challenge":
		s.events, err = s.state.Challenge(s.now, f[1], f[2], f[3], orElse(f[4], s.settings.Games[0]))
	case "accept":
		s.events, err = s.state.Accept(s.now, f[1], f[2])
	case "refuse":
		s.events, err = s.state.Refuse(s.now, f[1], f[2])
	case "withdraw":
		s.events, err = s.state.Withdraw(s.now, f[1], f[2])
	case "decide":
		o := Outcome{Winner: f[2], By: By(f[3])}
		if f[2] == "draw" || f[2] == "lapsed" {
			o.Winner, o.Lapsed = "", f[2] == "lapsed"
		}
		s.events, err = s.state.Decide(s.now, f[1], o)
	case "join":
		s.events, err = s.state.Join(s.now, f[1], place)
	case "add":
		s.events, err = s.state.Add(s.now, f[1], place)
	case "return":
		s.events, err = s.state.Return(s.now, f[1], place)
	case "leave":
		s.events, err = s.state.Leave(s.now, f[1])
	case "correct":
		s.events, err = s.state.Correct(s.now, f[1], place)
	case "record":
		winner := strings.TrimPrefix(f[4], "draw")
		_, s.events, err = s.state.Record(s.now, f[1], f[2], f[3], orElse(f[5], s.settings.Games[0]), winner)
	case "report":
		_, s.events, err = s.state.Report(s.now, f[1], f[2], f[3], orElse(f[4], s.settings.Games[0]))
	case "rectify":
		o := Outcome{Winner: f[2]}
		if f[2] == "draw" || f[2] == "lapsed" {
			o = Outcome{Lapsed: f[2] == "lapsed"}
		}
		s.events, err = s.state.Rectify(s.now, s.history, f[1], o)
	case "tick":
		s.events = s.state.Tick(s.now)
	case "remind":
		s.events = s.state.Reminders(s.now)
	case "close":
		s.events = s.state.Close(s.now)
	case "change":
		s.set(t, strings.Fields(line)[1:])
		s.events, err = s.state.Change(s.now, s.settings)
		s.history.Rules = append(s.history.Rules, s.settings)
		s.note()
	case "reopen":
		s.events = s.state.Reopen(s.now)
	default:
		t.Fatalf("%s: unknown", s.line)
	}
	if err == nil && f[0] != "remind" {
		s.history.Events = append(s.history.Events, s.events...)
	}
	for _, e := range s.events {
		s.seen["kind "+string(e.Kind)], s.seen["by "+string(e.By)] = true, true
	}
	return err
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// unchanged returns the error of an act, which must not change the state.
func (s *script) unchanged(t *testing.T, act string) error {
	t.Helper()
	before := text(t, s.state)
	err := s.act(t, act)
	if err == nil {
		t.Fatalf("%s: allowed, %v", s.line, s.events)
	}
	s.same(t, text(t, s.state), before)
	return err
}

func (s *script) forbid(t *testing.T, line string) {
	t.Helper()
	act, want, _ := strings.Cut(line, " -> ")
	var refused *Refusal
	var plain *rules.Refusal
	err := s.unchanged(t, act)
	if !errors.As(err, &refused) || !errors.As(err, &plain) {
		t.Fatalf("%s: %v", s.line, err)
	}
	got := string(refused.Rule()) + " " + strings.TrimPrefix(plain.Key, "ladder.refuse.")
	for _, v := range refused.Values {
		got += " " + valueText(v)
	}
	s.seen[plain.Key] = true
	s.same(t, got, want)
	checkValues(t, plain.Key, refused.Values)
}

// checkValues checks values against the placeholders of a message.
func checkValues(t *testing.T, key string, values []Value) {
	t.Helper()
	messages := catalog(t)
	message, ok := messages[key].(string)
	if !ok {
		t.Fatalf("the catalog lacks %s", key)
	}
	var asked, given []string
	for _, found := range regexp.MustCompile(`{{\.(\w+)}}`).FindAllStringSubmatch(message, -1) {
		asked = append(asked, found[1])
	}
	for _, v := range values {
		given = append(given, v.Name)
		if _, plural := messages[v.Of].(map[string]any); v.Of != "" && !plural {
			t.Errorf("%s: nothing counts %s", key, v.Of)
		}
	}
	slices.Sort(asked)
	slices.Sort(given)
	if diff := cmp.Diff(slices.Compact(asked), given); diff != "" {
		t.Errorf("%s (-asks +gets):\n%s", key, diff)
	}
}

func valueText(v Value) string {
	switch {
	case v.Of != "":
		return v.Name + "=" + strconv.Itoa(v.Count)
	case v.Moment != 0:
		return v.Name + "=" + dayText(v.Moment)
	case v.Games != nil:
		return v.Name + "=" + strings.Join(v.Games, ",")
	}
	return v.Name + "=" + v.Player
}

func (s *script) reach(t *testing.T, line string) {
	t.Helper()
	name, want, _ := strings.Cut(line, ":")
	got := []string{}
	for _, o := range s.state.Reach(s.now, name) {
		switch {
		case o.Refusal != nil:
		case o.Free:
			got = append(got, o.Player+"*")
		default:
			got = append(got, o.Player)
		}
	}
	s.same(t, got, append([]string{}, strings.Fields(want)...))
}

func (s *script) says(t *testing.T, want string) {
	t.Helper()
	var got []string
	for _, e := range s.events {
		got = append(got, eventText(e, s.now))
	}
	s.same(t, orElse(strings.Join(got, "; "), "nothing"), want)
}

func eventText(e Event, now int64) string {
	parts := []string{string(e.Kind), e.Player, e.Other, "", e.Challenge, string(e.By), "", string(e.Why), ""}
	if e.From != 0 || e.To != 0 {
		parts[3] = fmt.Sprintf("%d>%d", e.From, e.To)
	}
	if e.Until != 0 {
		parts[6] = "until:" + dayText(e.Until)
	}
	if e.At != now {
		parts[8] = "@" + dayText(e.At)
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " ")
}

func (s *script) places() []string {
	names := []string{}
	for _, p := range s.state.Players {
		names = append(names, p.ID)
	}
	return names
}

func (s *script) same(t *testing.T, got, want any) {
	t.Helper()
	s.checks++
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", s.line, diff)
	}
}

// text returns the whole state as text.
func text(t testing.TB, s State) string {
	t.Helper()
	written, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(written)
}
