package rulestest

import (
	"errors"
	"slices"
	"testing"

	"hexclub/rules"
)

// maxCorpus is the number of texts from which garbage is made.
const maxCorpus = 64

// remember stores a text for garbage, in place of an old one.
func (c *checker) remember(text string) {
	c.corpus[c.texts%maxCorpus] = text
	c.texts++
}

// checkGarbage checks that almost valid texts do no harm.
func (c *checker) checkGarbage(st rules.State) {
	c.t.Helper()
	before := st.Position()
	for range 4 {
		text := c.garbage()
		c.checkParse(st, text)
		c.checkNew(st, text)
	}
	if after := st.Position(); after != before {
		c.failf(st, "reading texts changed the position from %s", before)
	}
}

// checkParse checks that Parse turns any text into an action whose notation
// reads back, or an error of kind Invalid.
func (c *checker) checkParse(st rules.State, text string) {
	c.t.Helper()
	action, err := st.Parse(text)
	if err != nil {
		if !isInvalid(err, "error.notation") {
			c.failf(st, "Parse(%q): %v", text, err)
		}
		return
	}
	if back, err := st.Parse(st.Text(action)); err != nil || back != action {
		c.failf(st, "%q reads as %+v, which reads back as %+v, %v", text, action, back, err)
	}
	c.checkRefusal(st, action)
}

// checkNew checks that New turns any position into a state whose position
// reads back, or an error of kind Invalid.
func (c *checker) checkNew(st rules.State, text string) {
	c.t.Helper()
	made, err := c.game.New(rules.Setup{Position: text})
	if err != nil {
		if !isInvalid(err, "error.position") {
			c.failf(st, "New at %q: %v", text, err)
		}
		return
	}
	back, err := c.game.New(rules.Setup{Position: made.Position()})
	if err != nil {
		c.failf(made, "the position read from %q does not read back: %v", text, err)
	}
	c.checkEqual(made, back, "the position read back")
	if actions := made.Actions(nil); len(actions) > 0 {
		made.Play(actions[c.random.IntN(len(actions))])
	}
}

// garbage returns a stored text with some bytes changed, or two such texts cut
// together.
func (c *checker) garbage() string {
	texts := min(c.texts, maxCorpus)
	if texts == 0 {
		return ""
	}
	text := []byte(c.corpus[c.random.IntN(texts)])
	for range 1 + c.random.IntN(3) {
		at := c.random.IntN(len(text) + 1)
		end := min(len(text), at+c.random.IntN(4))
		other := c.corpus[c.random.IntN(texts)]
		switch c.random.IntN(4) {
		case 0:
			text = slices.Delete(text, at, end)
		case 1:
			text = slices.Insert(text, at, byte(c.random.IntN(256)))
		case 2:
			if at < len(text) {
				text[at] = other[c.random.IntN(len(other))]
			}
		case 3:
			text = slices.Insert(text, at, text[at:end]...)
		}
	}
	return string(text)
}

func isInvalid(err error, key string) bool {
	var known *rules.Error
	return errors.As(err, &known) && known.Kind == rules.Invalid && known.Key == key && known.Detail != ""
}

// checkInfo checks the Info of a game, and that the game accepts exactly its
// own options and every version of its rules so far.
func checkInfo(t testing.TB, game rules.Game) {
	t.Helper()
	info := game.Info()
	if info.Key == "" || info.Version < 1 || len(info.Kinds) == 0 || len(info.Phases) == 0 || len(info.Rules) == 0 {
		t.Fatalf("the info is %+v", info)
	}
	refuses := func(key, value string) {
		t.Helper()
		if _, err := game.New(rules.Setup{Options: map[string]string{key: value}}); !isInvalid(err, "error.option") {
			t.Errorf("the option %s=%s: %v", key, value, err)
		}
	}
	if !slices.Contains(info.Refusals, rules.NoAction) {
		t.Errorf("the refusals %v lack %q", info.Refusals, rules.NoAction)
	}
	for _, phase := range info.Phases {
		if phase.Rule != "" && !slices.Contains(info.Rules, phase.Rule) {
			t.Errorf("what is compelled in the phase %q is rule %q, which there is not", phase.Name, phase.Rule)
		}
	}
	for _, reason := range info.Reasons {
		if reason == "" || slices.Contains(rules.PlatformReasons(), reason) {
			t.Errorf("the game lists the reason %q as its own", reason)
		}
	}
	for _, version := range []int{-1, info.Version + 1} {
		if _, err := game.New(rules.Setup{Version: version}); !isInvalid(err, "error.version") {
			t.Errorf("version %d of the rules: %v", version, err)
		}
	}
	for version := range info.Version + 1 {
		if _, err := game.New(rules.Setup{Version: version}); err != nil {
			t.Errorf("version %d of the rules: %v", version, err)
		}
	}
	refuses("no-such-option", "yes")
	for _, option := range info.Options {
		refuses(option.Key, "no-such-value")
		for _, value := range option.Values {
			if _, err := game.New(rules.Setup{Options: map[string]string{option.Key: value}}); err != nil {
				t.Errorf("the option %s=%s: %v", option.Key, value, err)
			}
			if len(option.Values) > 1 && value != option.Values[1] {
				setup := rules.Setup{Options: map[string]string{option.Key: value}, Position: option.Key + "=" + option.Values[1]}
				if _, err := game.New(setup); !isInvalid(err, "error.position") {
					t.Errorf("the option %s=%s for a position of %s: %v", option.Key, value, option.Values[1], err)
				}
			}
		}
	}
}
