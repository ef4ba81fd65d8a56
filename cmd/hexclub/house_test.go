package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// Imports run one way: cmd, handlers, then views and db side by side, then
// rules. Each part lists what it may use of ours.
var mayImport = map[string][]string{
	"rules":    {"rules"},
	"static":   {"static"},
	"views":    {"views", "rules"},
	"db":       {"db", "rules"},
	"handlers": {"handlers", "views", "db", "rules", "static"},
	"cmd":      {"cmd", "handlers", "views", "db", "rules", "static"},
}

func TestImportsRunOneWay(t *testing.T) {
	for part, allowed := range mayImport {
		t.Run(part, func(t *testing.T) {
			for _, used := range dependencies(t, part) {
				path, ours := strings.CutPrefix(used, "hexclub/")
				top, _, _ := strings.Cut(path, "/")
				if ours && !slices.Contains(allowed, top) {
					t.Errorf("%s uses %s", part, used)
				}
			}
		})
	}
}

// The rules do no input or output, read no clock and know no network. Testing
// helpers may read their files.
func TestRulesArePure(t *testing.T) {
	forbidden := []string{"os", "time", "net", "net/http", "database/sql", "math/rand", "math/rand/v2", "crypto/rand", "log", "log/slog"}
	for _, pkg := range list(t, "list", "hexclub/rules/...") {
		if pkg == "hexclub/rules/rulestest" {
			continue
		}
		for _, used := range list(t, "list", "-f", `{{join .Imports "\n"}}`, pkg) {
			if slices.Contains(forbidden, used) {
				t.Errorf("%s imports %s", pkg, used)
			}
		}
	}
}

// Rules and views have no goroutines, so the check runs their tests without the
// race detector, but for the one package that has some.
func TestRulesAndViewsHaveNoGoroutines(t *testing.T) {
	files := list(t, "list", "-f", `{{$dir := .Dir}}{{range .GoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}`, "hexclub/rules/...", "hexclub/views/...")
	if len(files) < 100 {
		t.Fatalf("they are %d files", len(files))
	}
	for _, path := range files {
		if strings.Contains(path, "/rules/bot/match/") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.GoStmt, *ast.SendStmt, *ast.ChanType, *ast.SelectStmt:
				t.Errorf("%s has goroutines", path)
			}
			return true
		})
	}
}

// dependencies are all packages that a part of the program is built from.
func dependencies(t *testing.T, part string) []string {
	t.Helper()
	return list(t, "list", "-deps", "hexclub/"+part+"/...")
}

func list(t *testing.T, args ...string) []string {
	t.Helper()
	command := exec.Command("go", args...)
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		t.Fatalf("go %v: %v", args, err)
	}
	return strings.Fields(string(output))
}
