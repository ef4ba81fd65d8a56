package i18n_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/lesson"
	"hexclub/rules/rulestest"
)

// A statement is what testdata/rules.yaml holds of a rule or ruling.
type statement struct {
	Says     []string // key phrases of its English text
	Refusals []string // that cite it
	Lesson   string   // why none teaches it
	Figure   string   // why no board shows it
}

// statements returns what must be said of the games, by game and number.
func statements(t *testing.T) map[string]map[string]statement {
	t.Helper()
	text, err := os.ReadFile("testdata/rules.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]map[string]statement
	if err := yaml.Load(text, &all, yaml.WithKnownFields()); err != nil {
		t.Fatal(err)
	}
	return all
}

// Every rule and ruling is in the catalog with all its points, is taught by a lesson and shown by a figure.
func TestNoRuleIsMissing(t *testing.T) {
	all, texts := statements(t), load(t).Match("en", "")
	for _, game := range games.All() {
		info, listed := game.Info(), all[game.Info().Key]
		course, err := lesson.NewCourses(nil).Of(info.Key)
		if err != nil {
			t.Fatal(err)
		}
		for number, s := range listed {
			name := info.Key + ".rule." + number
			if !slices.Contains(info.Rules, number) {
				t.Errorf("%s is listed, but the game has no such rule", name)
			}
			text := strings.ToLower(texts.T(name+".title") + ". " + texts.T(name))
			for _, phrase := range s.Says {
				if !strings.Contains(text, strings.ToLower(phrase)) {
					t.Errorf("%s doesn’t say %q", name, phrase)
				}
			}
			if len(s.Says) == 0 {
				t.Errorf("no point of %s is listed", name)
			}
			taught := slices.ContainsFunc(course.Lessons, func(l *lesson.Lesson) bool { return l.Rule == number })
			if ruling := strings.HasPrefix(number, "r"); !ruling && taught == (s.Lesson != "") || ruling && s.Lesson != "" {
				t.Errorf("%s: taught by a lesson: %v; reason why not: %q", name, taught, s.Lesson)
			}
			if _, shown := course.Figure(number); shown == (s.Figure != "") {
				t.Errorf("%s: shown by a figure: %v; reason why not: %q", name, shown, s.Figure)
			}
		}
		for _, number := range info.Rules {
			if _, ok := listed[number]; !ok {
				t.Errorf("%s.rule.%s is not listed", info.Key, number)
			}
		}
	}
}

// Refusals cite the rules that they come from, and each refusal cites one.
func TestRefusalsCiteTheirRules(t *testing.T) {
	all := statements(t)
	for _, game := range games.All() {
		info, listed := game.Info(), all[game.Info().Key]
		cited := map[string]bool{"over": true} // comes from no rule
		for number, s := range listed {
			for _, reason := range s.Refusals {
				cited[reason] = true
				if !slices.Contains(info.Refusals, reason) {
					t.Errorf("%s, rule %s: there is no refusal %q", info.Key, number, reason)
				}
			}
		}
		for _, reason := range info.Refusals {
			if !cited[reason] {
				t.Errorf("%s: no rule has the refusal %q", info.Key, reason)
			}
		}
		for _, r := range refusals(t, game) {
			if r.Reason != "over" && !slices.Contains(listed[r.Rule].Refusals, r.Reason) {
				t.Errorf("%s: the refusal %q cites rule %q, which does not list it", info.Key, r.Reason, r.Rule)
			}
		}
	}
}

// refusals returns the different refusals that random games show, when actions of other positions are tried in each.
func refusals(t *testing.T, game rules.Game) []rules.Refusal {
	t.Helper()
	const times, longest, tries = 3, 150, 30
	random := rand.New(rand.NewPCG(1, 4))
	var seen []rules.Refusal
	for _, options := range rulestest.OptionSets(game.Info()) {
		var others []rules.Action
		for range times {
			st, err := game.New(rules.Setup{Options: options})
			if err != nil {
				t.Fatal(err)
			}
			for range longest {
				actions := st.Actions(nil)
				others = append(others, actions...)
				for range min(tries, len(others)) {
					r := st.Refuse(others[random.IntN(len(others))])
					if r != nil && !slices.ContainsFunc(seen, func(s rules.Refusal) bool { return s.Reason == r.Reason && s.Rule == r.Rule }) {
						seen = append(seen, rules.Refusal{Reason: r.Reason, Rule: r.Rule})
					}
				}
				if len(actions) == 0 {
					break
				}
				st.Play(actions[random.IntN(len(actions))])
			}
		}
	}
	return seen
}
