package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// documents returns the texts of all documents, by their paths in the repository.
func documents(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"*.md", ".github/*.md", ".github/docs/*.md"} {
		files, err := filepath.Glob(filepath.Join("..", "..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			path := filepath.ToSlash(strings.TrimPrefix(file, filepath.Join("..", "..")+string(filepath.Separator)))
			texts[path] = source(t, path)
		}
	}
	if len(texts) < 8 {
		t.Fatalf("there are only %d documents", len(texts))
	}
	return texts
}

// chapter returns the text below a heading of the second level.
func chapter(t *testing.T, text, heading string) string {
	t.Helper()
	_, text, found := strings.Cut(text, "\n## "+heading+"\n")
	if !found {
		t.Fatalf("no chapter is called %q", heading)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	return text
}

var fence = regexp.MustCompile("(?ms)^```\\w*\n(.*?)^```$")

// fences returns the contents of the code blocks of a text.
func fences(text string) (blocks []string) {
	for _, found := range fence.FindAllStringSubmatch(text, -1) {
		blocks = append(blocks, found[1])
	}
	return blocks
}

// hexclubLines returns the arguments of lines in code blocks that begin with the program's name.
func hexclubLines(text string) (commands [][]string) {
	for _, block := range fences(text) {
		for line := range strings.Lines(block) {
			if args, ok := strings.CutPrefix(line, "hexclub "); ok {
				commands = append(commands, strings.Fields(args))
			}
		}
	}
	return commands
}

var (
	span      = regexp.MustCompile("`([^`\n]+)`")
	longLines = strings.NewReplacer("\\\n", " ")
)

// code returns all code of a text: lines of code blocks and inline code.
func code(text string) (pieces []string) {
	for _, block := range fences(text) {
		pieces = append(pieces, strings.Split(strings.TrimSpace(longLines.Replace(block)), "\n")...)
	}
	for _, found := range span.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		pieces = append(pieces, strings.ReplaceAll(found[1], `\|`, "|")) // escaped in tables
	}
	return pieces
}

func TestREADMEIsShort(t *testing.T) {
	t.Parallel()
	if n := strings.Count(source(t, "README.md"), "\n"); n > 150 {
		t.Errorf("it has %d lines, want 150 at most: the rest belongs in the handbooks", n)
	}
}

// Paths in inline code exist. In CONTRIBUTING.md all relative paths are checked, in other documents
// those that begin with a folder of the repository. A part such as <game> matches any name.
func TestDocumentPaths(t *testing.T) {
	t.Parallel()
	path := regexp.MustCompile(`^[.\w][-.\w<>*]*(/[-.\w<>*]+)+/?$|^[-\w]+\.(go|mod|md|sh|css|js|json|templ|sql|txt|yaml)$`)
	ours := regexp.MustCompile(`^(cmd|handlers|views|rules|db|static|\.deploy|\.github)/`)
	part := regexp.MustCompile(`<[^>]+>`)
	for name, text := range documents(t) {
		checked := 0
		for _, piece := range code(text) {
			file := strings.TrimPrefix(piece, "./")
			if !path.MatchString(file) || name != ".github/CONTRIBUTING.md" && !ours.MatchString(file) {
				continue
			}
			checked++
			found, err := filepath.Glob(filepath.Join("..", "..", part.ReplaceAllString(file, "*")))
			if err != nil || len(found) == 0 {
				t.Errorf("%s names %s, which does not exist", name, piece)
			}
		}
		if name == ".github/CONTRIBUTING.md" && checked < 80 {
			t.Errorf("%s names only %d paths", name, checked)
		}
	}
}

// Links lead to existing files and headings.
func TestDocumentLinks(t *testing.T) {
	t.Parallel()
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	texts := documents(t)
	for name, text := range texts {
		for _, found := range link.FindAllStringSubmatch(text, -1) {
			target, anchor, _ := strings.Cut(found[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			file := name
			if target != "" {
				file = filepath.ToSlash(filepath.Join(filepath.Dir(name), target))
			}
			if _, err := os.Stat(filepath.Join("..", "..", file)); err != nil {
				t.Errorf("%s links to %s: %v", name, found[1], err)
			} else if anchor != "" && !slices.Contains(anchors(texts[file]), anchor) {
				t.Errorf("%s links to %s, but %s has no such heading", name, found[1], file)
			}
		}
	}
}

// anchors returns the anchors of a document's headings, as GitHub makes them.
func anchors(text string) (list []string) {
	other := regexp.MustCompile(`[^\w\- ]`)
	for _, found := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(text, -1) {
		list = append(list, strings.ReplaceAll(other.ReplaceAllString(strings.ToLower(found[1]), ""), " ", "-"))
	}
	return list
}

// The program's help names existing documents.
func TestHelpNamesDocuments(t *testing.T) {
	t.Parallel()
	texts := documents(t)
	named := regexp.MustCompile(`[.\w/-]+\.md`).FindAllString(says(t, true, "Usage: hexclub", "help"), -1)
	if !slices.Contains(named, ".github/docs/operating.md") {
		t.Errorf("the help names only %v", named)
	}
	for _, path := range named {
		if texts[path] == "" {
			t.Errorf("the help names %s, which does not exist", path)
		}
	}
}

// Commands in documents have names and flags that the program knows. The changelog may have
// commands of other versions.
func TestDocumentedCommands(t *testing.T) {
	t.Parallel()
	parser := newParser(kong.Exit(func(int) {}), kong.Writers(t.Output(), t.Output()))
	var names []string
	for _, node := range parser.Model.Children {
		names = append(names, node.Name)
	}
	alone := regexp.MustCompile(`^(?:go run \./cmd/)?hexclub (.+)$`)
	within := regexp.MustCompile(`[ /]hexclub ((?:` + strings.Join(names, "|") + `)(?: .*)?)$`)
	commands := 0
	for name, text := range documents(t) {
		if name == ".github/CHANGELOG.md" {
			continue
		}
		for _, piece := range code(text) {
			found := alone.FindStringSubmatch(piece)
			if found == nil {
				found = within.FindStringSubmatch(piece)
			}
			if found == nil {
				continue
			}
			commands++
			args, err := splitWords(found[1])
			if err == nil && !isCommand(parser.Model.Node, args) {
				_, err = parser.Parse(args)
			}
			if err != nil {
				t.Errorf("%s has %q: %v", name, piece, err)
			}
		}
	}
	if commands < 40 {
		t.Errorf("the documents have only %d commands", commands)
	}
}

// isCommand reports whether words are the name of a command, possibly with --help.
func isCommand(node *kong.Node, words []string) bool {
	for _, word := range words {
		if word == "--help" {
			return true
		}
		i := slices.IndexFunc(node.Children, func(child *kong.Node) bool { return child.Name == word })
		if i < 0 {
			return false
		}
		node = node.Children[i]
	}
	return true
}

// The operator's handbook has a row for each flag of the server, with its variable and its default,
// and no other rows.
func TestDocumentedSettings(t *testing.T) {
	t.Parallel()
	row := regexp.MustCompile("(?m)^\\| `--([a-z-]+)` \\| `(HEXCLUB_[A-Z_]+)` \\| (.+?) \\| .+ \\|$")
	rows := map[string][]string{}
	for _, found := range row.FindAllStringSubmatch(chapter(t, source(t, ".github/docs/operating.md"), "Settings"), -1) {
		rows[found[1]] = found[2:]
	}
	model := newParser().Model
	i := slices.IndexFunc(model.Children, func(node *kong.Node) bool { return node.Name == "serve" })
	for _, flag := range model.Children[i].Flags {
		has, ok := rows[flag.Name]
		delete(rows, flag.Name)
		if !ok || !slices.Equal(flag.Envs, has[:1]) || flag.HasDefault && has[1] != "`"+flag.Default+"`" {
			t.Errorf("--%s, %v, with the default %q has the row %q", flag.Name, flag.Envs, flag.Default, has)
		}
	}
	for name := range rows {
		t.Errorf("the handbook has --%s, which the server does not know", name)
	}
}

// The engine understands the examples in the handbook on the text protocol, and the list of
// commands is complete.
func TestDocumentedProtocol(t *testing.T) {
	t.Parallel()
	handbook := source(t, ".github/docs/text-protocol.md")
	talk, positions := fences(chapter(t, handbook, "Talk to the engine")), fences(chapter(t, handbook, "Positions and records"))
	if len(talk) != 3 || len(positions) != 1 {
		t.Fatalf("the handbook has the blocks %q and %q", talk, positions)
	}
	answers := converseWith(t, talk[1]+positions[0])
	for _, answer := range answers {
		if !strings.HasPrefix(answer, "=") {
			t.Errorf("a line of the handbook is answered %q", answer)
		}
	}
	refused := converseWith(t, "new_game hexit tiles=19\nplay 0,0 0,1\nplay 0,0\n")
	if got := refused[len(refused)-1]; got != strings.TrimSpace(talk[2]) {
		t.Errorf("the handbook has the answer %q, and the engine %q", talk[2], got)
	}
	listed := converseWith(t, "list_commands\n")[0]
	for _, command := range strings.Fields(strings.TrimPrefix(listed, "=")) {
		if !regexp.MustCompile("`" + command + "[ `]").MatchString(chapter(t, handbook, "Commands")) {
			t.Errorf("the handbook does not list %s", command)
		}
	}
}

// converseWith returns the engine's answers to lines.
func converseWith(t *testing.T, lines string) []string {
	t.Helper()
	command := program(t, "engine")
	command.Stdin = strings.NewReader(lines)
	output, err := command.Output()
	answers := strings.Split(strings.TrimSpace(string(output)), "\n\n")
	if err != nil || len(answers) != strings.Count(lines, "\n") {
		t.Fatalf("%v, the engine answers %q to %q", err, output, lines)
	}
	return answers
}

// goFlags are the flags of go test that documents use.
var goFlags = []string{"run", "bench", "benchtime", "short", "timeout", "v"}

// Commands that run tests name existing packages and tests, and flags that these define.
func TestDocumentedTests(t *testing.T) {
	t.Parallel()
	commands := 0
	for name, text := range documents(t) {
		for _, piece := range code(text) {
			_, args, ok := strings.Cut(piece, "go test ")
			if !ok {
				continue
			}
			commands++
			words, err := splitWords(args)
			if err != nil {
				t.Errorf("%s has %q: %v", name, piece, err)
				continue
			}
			if problem := testProblem(t, words); problem != "" {
				t.Errorf("%s has %q, but %s", name, piece, problem)
			}
		}
	}
	if commands < 15 {
		t.Errorf("the documents have only %d commands that run tests", commands)
	}
}

// testProblem returns the problem with arguments of go test, or "" if there is none.
func testProblem(t *testing.T, words []string) string {
	t.Helper()
	var tests string // source of the tests in the packages
	for _, word := range words {
		if strings.HasPrefix(word, "./") {
			tests += testsIn(t, word)
		}
	}
	if tests == "" {
		return "there are no tests"
	}
	for i, word := range words {
		flag, isFlag := strings.CutPrefix(word, "-")
		value := ""
		if i+1 < len(words) {
			value = words[i+1]
		}
		kinds := map[string]string{"run": "Test|Fuzz|Example", "bench": "Benchmark"}[flag]
		switch {
		case !isFlag:
		case kinds != "" && value != "^$":
			test, part, _ := strings.Cut(value, "/")
			pattern, err := regexp.Compile(test)
			if err != nil {
				return err.Error()
			}
			if part != "" && !strings.Contains(tests, `t.Run("`+part+`"`) {
				return "no test has the part " + part
			}
			declared := regexp.MustCompile(`(?m)^func ((?:`+kinds+`)\w*)\(`).FindAllStringSubmatch(tests, -1)
			if !slices.ContainsFunc(declared, func(found []string) bool { return pattern.MatchString(found[1]) }) {
				return "no test is called " + test
			}
		case !slices.Contains(goFlags, flag) && !regexp.MustCompile(`flag\.\w+\("`+regexp.QuoteMeta(flag)+`"`).MatchString(tests):
			return "there is no flag " + word
		}
	}
	return ""
}

// testsIn returns the source of the tests in a package, or below a folder that ends in "...".
func testsIn(t *testing.T, pattern string) string {
	t.Helper()
	folder, below := strings.CutSuffix(pattern, "...")
	var tests strings.Builder
	root := filepath.Join("..", "..", folder)
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != root && (!below || entry.Name() == "node_modules"):
			return filepath.SkipDir
		case !entry.IsDir() && strings.HasSuffix(path, "_test.go"):
			text, err := os.ReadFile(path)
			tests.Write(text)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return tests.String()
}
