package main

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// A typedPackage is a package of this module with the types of its expressions.
type typedPackage struct {
	path  string
	files []*ast.File
	types *types.Package
	info  types.Info
}

// positions has the files of typed.
var positions = token.NewFileSet()

// typed returns all packages of this module, without their tests.
var typed = sync.OnceValues(func() ([]typedPackage, error) {
	output, err := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,GoFiles,Export", "hexclub/...").Output()
	if err != nil {
		return nil, err
	}
	type listed struct {
		ImportPath, Dir, Export string
		GoFiles                 []string
	}
	exports, ours := map[string]string{}, []listed(nil)
	for decoder := json.NewDecoder(bytes.NewReader(output)); decoder.More(); {
		var p listed
		if err := decoder.Decode(&p); err != nil {
			return nil, err
		}
		exports[p.ImportPath] = p.Export
		if topOf(p.ImportPath) != "" {
			ours = append(ours, p)
		}
	}
	config := types.Config{Importer: importer.ForCompiler(positions, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })}
	var all []typedPackage
	for _, p := range ours {
		one := typedPackage{path: p.ImportPath, info: types.Info{Uses: map[*ast.Ident]types.Object{}}}
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(positions, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			one.files = append(one.files, file)
		}
		if one.types, err = config.Check(p.ImportPath, positions, one.files, &one.info); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
})

// TestMessageKeysAreTexts finds code that decides by the message key of an error. Errors are
// distinguished by errors.Is, their kind or their fields; a key is only a text.
func TestMessageKeysAreTexts(t *testing.T) {
	packages, err := typed()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages {
		if p.path == "hexclub/rules/rulestest" || p.path == "hexclub/handlers/sitetest" {
			continue // used by tests only
		}
		isKey := func(e ast.Expr) bool {
			literal, ok := e.(*ast.BasicLit)
			if ok && strings.HasPrefix(literal.Value, `"error.`) {
				return true
			}
			selector, ok := e.(*ast.SelectorExpr)
			if !ok || selector.Sel.Name != "Key" {
				return false
			}
			field, ok := p.info.Uses[selector.Sel].(*types.Var)
			return ok && isErrorKey(field)
		}
		for _, file := range p.files {
			ast.Inspect(file, func(n ast.Node) bool {
				var compared []ast.Expr
				switch n := n.(type) {
				case *ast.BinaryExpr:
					if n.Op == token.EQL || n.Op == token.NEQ {
						compared = []ast.Expr{n.X, n.Y}
					}
				case *ast.SwitchStmt:
					compared = []ast.Expr{n.Tag}
				case *ast.CaseClause:
					compared = n.List
				case *ast.IndexExpr:
					compared = []ast.Expr{n.Index}
				case *ast.CallExpr:
					if called, ok := n.Fun.(*ast.SelectorExpr); ok {
						if of, ok := called.X.(*ast.Ident); ok && (of.Name == "strings" || of.Name == "slices") {
							compared = n.Args
						}
					}
				}
				for _, e := range compared {
					if isKey(e) {
						t.Errorf("%s decides by a message key: %s", positions.Position(e.Pos()), types.ExprString(e))
					}
				}
				return true
			})
		}
	}
}

// isErrorKey reports whether a field is the key of rules.Error or of rules.Refusal.
func isErrorKey(field *types.Var) bool {
	if field.Pkg().Path() != "hexclub/rules" {
		return false
	}
	for _, name := range []string{"Error", "Refusal"} {
		s := field.Pkg().Scope().Lookup(name).Type().Underlying().(*types.Struct)
		for i := range s.NumFields() {
			if s.Field(i) == field {
				return true
			}
		}
	}
	return false
}

// maxFields is the maximum number of fields of the structs that carry the dependencies of handlers.
const maxFields = 12

// maxFiles is the maximum number of files of a package of handlers besides tests.
const maxFiles = 40

// TestAreasAreSmall finds packages of handlers with too many files and structs with too many
// fields. An embedded struct counts as one field.
func TestAreasAreSmall(t *testing.T) {
	packages, err := typed()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, p := range packages {
		if p.path != "hexclub/handlers" && !strings.HasPrefix(p.path, "hexclub/handlers/") {
			continue
		}
		if n := len(p.files); n > maxFiles {
			t.Errorf("%s has %d files, at most %d are allowed", p.path, n, maxFiles)
		}
		for _, name := range []string{"App", "Site", "Area", "Guard"} {
			found := p.types.Scope().Lookup(name)
			if found == nil || p.path == "hexclub/handlers/sitetest" {
				continue
			}
			seen++
			if n := found.Type().Underlying().(*types.Struct).NumFields(); n > maxFields {
				t.Errorf("%s.%s has %d fields, at most %d are allowed", p.path, name, n, maxFields)
			}
		}
	}
	if seen != 8 {
		t.Errorf("found %d structs, want 8", seen)
	}
}
