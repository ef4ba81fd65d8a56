package lesson

import (
	"embed"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v4"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/games"
)

//go:embed lessons
var files embed.FS

// A Course holds the lessons and figures of one game. Extras are lessons about
// options that are off by default and about rare cases. They come last and are
// not needed to finish the course.
type Course struct {
	Game    rules.Game
	Lessons []*Lesson // the main lessons, then the extras
	Figures []Figure  // in the order of the rules, at most one for each
}

// Courses holds the courses of all games. Each is read on first use. They are
// safe for concurrent use.
type Courses struct {
	read map[string]func() (*Course, error) // by the key of the game
}

// NewCourses returns the courses of all games. When a course is read, each
// text of a lesson passes through typeset once, with the tag of its language;
// nil leaves texts unchanged.
func NewCourses(typeset func(tag, text string) string) Courses {
	c := Courses{read: map[string]func() (*Course, error){}}
	for _, game := range games.All() {
		c.read[game.Info().Key] = sync.OnceValues(func() (*Course, error) {
			course, err := readCourse(game)
			if err == nil && typeset != nil {
				course.typeset(typeset)
			}
			return course, err
		})
	}
	return c
}

// typeset replaces the texts of all lessons.
func (c *Course) typeset(typeset func(tag, text string) string) {
	for _, l := range c.Lessons {
		for tag, text := range l.Texts {
			text.Title, text.Task, text.Done = typeset(tag, text.Title), typeset(tag, text.Task), typeset(tag, text.Done)
			for i, hint := range text.Hints {
				text.Hints[i] = typeset(tag, hint)
			}
			for name, words := range text.Wrong {
				text.Wrong[name] = typeset(tag, words)
			}
			l.Texts[tag] = text
		}
	}
}

// Of returns the course of a game, or an *rules.Error of kind NotFound if
// there is no such game. Any other error names an invalid file.
func (c Courses) Of(game string) (*Course, error) {
	read, ok := c.read[game]
	if !ok {
		_, err := games.Find(game)
		return nil, err
	}
	return read()
}

// All returns the courses of all games, in the order of games.All. It fails
// like Of.
func (c Courses) All() ([]*Course, error) {
	var all []*Course
	for _, game := range games.All() {
		course, err := c.Of(game.Info().Key)
		if err != nil {
			return nil, err
		}
		all = append(all, course)
	}
	return all, nil
}

// Find returns a lesson of the course, or an *rules.Error of kind NotFound if
// there is none with that name.
func (c *Course) Find(id string) (*Lesson, error) {
	for _, l := range c.Lessons {
		if l.ID == id {
			return l, nil
		}
	}
	return nil, rules.Errorf(rules.NotFound, "error.lesson", "no lesson %.40q of %s", id, c.Game.Info().Key)
}

// Main returns the lessons without the extras.
func (c *Course) Main() []*Lesson { return c.Lessons[:c.main()] }

// Extras returns the lessons that are not needed to finish the course.
func (c *Course) Extras() []*Lesson { return c.Lessons[c.main():] }

func (c *Course) main() int {
	if i := slices.IndexFunc(c.Lessons, func(l *Lesson) bool { return l.Extra }); i >= 0 {
		return i
	}
	return len(c.Lessons)
}

// Like returns the lessons among which a lesson has its number: the main
// lessons, or the extras.
func (c *Course) Like(l *Lesson) []*Lesson {
	if l.Extra {
		return c.Extras()
	}
	return c.Main()
}

// Replacing returns the first lesson that replaces a former one, or false if
// there is none, or if a lesson has that ID.
func (c *Course) Replacing(id string) (*Lesson, bool) {
	if _, err := c.Find(id); err == nil {
		return nil, false
	}
	i := slices.IndexFunc(c.Lessons, func(l *Lesson) bool { return slices.Contains(l.Was, id) })
	if i < 0 {
		return nil, false
	}
	return c.Lessons[i], true
}

// add adds the next lesson. It fails for a main lesson after an extra.
func (c *Course) add(l *Lesson) error {
	if !l.Extra && len(c.Extras()) > 0 {
		return fmt.Errorf("extras come after all main lessons")
	}
	c.Lessons = append(c.Lessons, l)
	l.Number = len(c.Like(l))
	return nil
}

// Figure returns the figure of a rule, or false if there is none.
func (c *Course) Figure(rule string) (f Figure, ok bool) {
	i := slices.IndexFunc(c.Figures, func(f Figure) bool { return f.Rule == rule })
	if i < 0 {
		return Figure{}, false
	}
	return c.Figures[i], true
}

const figuresFile = "figures.yaml"

func readCourse(game rules.Game) (*Course, error) {
	course := &Course{Game: game}
	folder := path.Join("lessons", game.Info().Key)
	entries, err := files.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		name := path.Join(folder, entry.Name())
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if entry.Name() == figuresFile {
			err = yaml.Load(text, &course.Figures, yaml.WithKnownFields())
		} else {
			var l *Lesson
			if l, err = parse(game, entry.Name(), string(text)); err == nil {
				err = course.add(l)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return course, nil
}

// header is the header of a lesson's file.
type header struct {
	Rule      string            `yaml:"rule"`
	Extra     bool              `yaml:"extra"`
	Was       []string          `yaml:"was"`
	Look      []string          `yaml:"look"`
	Then      []string          `yaml:"then"`
	Secret    bool              `yaml:"secret"`
	Options   map[string]string `yaml:"options"`
	Position  string            `yaml:"position"`
	Turns     int               `yaml:"turns"`
	Goal      Goal              `yaml:"goal"`
	Replies   []Reply           `yaml:"replies"`
	Bot       bot.Level         `yaml:"bot"`
	Solutions [][]string        `yaml:"solutions"`
	Accepts   int               `yaml:"accepts"`
	Wrong     []Wrong           `yaml:"wrong"`
}

// fileName is a number, for the order of files, and the lesson's ID.
var fileName = regexp.MustCompile(`^[0-9][0-9]-([a-z0-9-]+)\.md$`)

// parse parses a lesson's file.
func parse(game rules.Game, file, text string) (*Lesson, error) {
	id := fileName.FindStringSubmatch(file)
	if id == nil {
		return nil, fmt.Errorf("the name of a lesson's file has the form 03-explosion.md")
	}
	front, body, ok := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
	if !ok {
		return nil, fmt.Errorf("a lesson begins with YAML between two lines of ---")
	}
	var h header
	if err := yaml.Load([]byte(front), &h, yaml.WithKnownFields()); err != nil {
		return nil, err
	}
	l := &Lesson{
		Game: game, ID: id[1], Setup: rules.Setup{Options: h.Options, Position: h.Position}, Rule: h.Rule, Turns: h.Turns, Bot: h.Bot,
		Goal: h.Goal, Replies: h.Replies, Solutions: h.Solutions, Accepts: h.Accepts, Wrongs: h.Wrong,
		Extra: h.Extra, Was: h.Was, Look: h.Look, Then: h.Then, Secret: h.Secret,
	}
	if err := l.prepare(); err != nil {
		return nil, err
	}
	var err error
	l.Texts, err = parseTexts(body)
	return l, err
}

// chapter is the first line of a chapter in one language.
var chapter = regexp.MustCompile(`^# ([a-z]{2}): (.+)$`)

// parseTexts parses the texts of a lesson, language by language.
func parseTexts(body string) (map[string]Text, error) {
	texts := map[string]Text{}
	tag, section, lines := "", "", []string(nil)
	var text Text
	finish := func() error {
		words := strings.TrimSpace(strings.Join(lines, "\n"))
		lines = nil
		kind, name, _ := strings.Cut(section, ": ")
		switch {
		case tag == "" && words == "":
			return nil
		case tag == "":
			return fmt.Errorf("%.40q stands before the first language", words)
		case words == "":
			return fmt.Errorf("%s: nothing below %q", tag, section)
		case section == "" && text.Task == "":
			text.Task = words
		case section == "done" && text.Done == "":
			text.Done = words
		case section == "hint":
			text.Hints = append(text.Hints, words)
		case kind == "wrong" && name != "" && text.Wrong[name] == "":
			text.Wrong[name] = words
		default:
			return fmt.Errorf("%s: section %q", tag, section)
		}
		texts[tag] = text
		return nil
	}
	for line := range strings.Lines(body) {
		line = strings.TrimRight(line, "\r\n")
		if head := chapter.FindStringSubmatch(line); head != nil {
			if err := finish(); err != nil {
				return nil, err
			}
			if _, twice := texts[head[1]]; twice {
				return nil, fmt.Errorf("%s comes twice", head[1])
			}
			tag, section, text = head[1], "", Text{Title: head[2], Wrong: map[string]string{}}
		} else if name, ok := strings.CutPrefix(line, "## "); ok {
			if err := finish(); err != nil {
				return nil, err
			}
			section = name
		} else {
			lines = append(lines, line)
		}
	}
	return texts, finish()
}
