package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
)

// mayImport lists what each top-level folder may import of this module.
var mayImport = map[string][]string{
	"rules":    {"rules"},
	"static":   {"static"},
	"views":    {"views", "rules"},
	"db":       {"db", "rules"},
	"handlers": {"handlers", "views", "db", "rules", "static"},
	"cmd":      {"cmd", "handlers", "views", "db", "rules", "static"},
}

func TestImportsRunOneWay(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range ours(t) {
		part := topOf(p.ImportPath)
		seen[part] = true
		for _, used := range p.Deps {
			if top := topOf(used); top != "" && !slices.Contains(mayImport[part], top) {
				t.Errorf("%s uses %s", p.ImportPath, used)
			}
		}
	}
	for part := range mayImport {
		if !seen[part] {
			t.Errorf("there is no %s", part)
		}
	}
}

// Areas of handlers and of views do not import each other, nor the packages that assemble them.
// Shared packages import no area. An area of handlers only renders pages of the same area of views.
func TestAreasAreApart(t *testing.T) {
	areas := []string{"play", "learn", "club", "account", "ops"}
	seen := 0
	for _, p := range ours(t) {
		part, name, below := strings.Cut(strings.TrimPrefix(p.ImportPath, "hexclub/"), "/")
		if part != "handlers" && part != "views" || !below || name == "sitetest" {
			continue
		}
		own := slices.Contains(areas, name)
		if own {
			seen++
		}
		for _, used := range p.Imports {
			if used == "hexclub/handlers" || used == "hexclub/views" {
				t.Errorf("%s imports %s", p.ImportPath, used)
			}
			usedPart, usedName, _ := strings.Cut(strings.TrimPrefix(used, "hexclub/"), "/")
			if usedPart != "handlers" && usedPart != "views" || !slices.Contains(areas, usedName) {
				continue
			}
			if usedPart == part || !own || usedName != name {
				t.Errorf("%s imports %s", p.ImportPath, used)
			}
		}
	}
	if seen != 2*len(areas) {
		t.Errorf("found %d areas, want %d", seen, 2*len(areas))
	}
}

// db/store imports no package of the project but rules, and only db imports it.
func TestStoreIsApart(t *testing.T) {
	const store = "hexclub/db/store"
	seen := false
	for _, p := range ours(t) {
		for _, used := range p.Imports {
			if p.ImportPath == store && topOf(used) != "" && used != "hexclub/rules" || used == store && p.ImportPath != "hexclub/db" {
				t.Errorf("%s imports %s", p.ImportPath, used)
			}
			seen = seen || used == store
		}
	}
	if !seen {
		t.Error("db does not import db/store")
	}
}

// The rules do no input or output, read no clock and use no network. Test helpers may read files.
func TestRulesArePure(t *testing.T) {
	forbidden := []string{"os", "time", "net", "net/http", "database/sql", "math/rand", "math/rand/v2", "crypto/rand", "log", "log/slog"}
	for _, p := range ours(t) {
		if topOf(p.ImportPath) != "rules" || p.ImportPath == "hexclub/rules/rulestest" {
			continue
		}
		for _, used := range p.Imports {
			if slices.Contains(forbidden, used) {
				t.Errorf("%s imports %s", p.ImportPath, used)
			}
		}
	}
}

// An ourPackage is a package of this module, as go list describes it.
type ourPackage struct {
	ImportPath    string
	Imports, Deps []string // Deps: all dependencies
}

// topOf returns the top-level folder of a package, or "" if it is not in this module.
func topOf(path string) string {
	path, found := strings.CutPrefix(path, "hexclub/")
	if !found {
		return ""
	}
	top, _, _ := strings.Cut(path, "/")
	return top
}

// listed returns all packages of this module. It runs go list once.
var listed = sync.OnceValues(func() (list []ourPackage, err error) {
	output, err := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", "hexclub/...").Output()
	for decoder := json.NewDecoder(bytes.NewReader(output)); err == nil && decoder.More(); {
		var p ourPackage
		if err = decoder.Decode(&p); err == nil {
			list = append(list, p)
		}
	}
	return list, err
})

func ours(t *testing.T) []ourPackage {
	t.Helper()
	list, err := listed()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return list
}
