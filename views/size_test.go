package views_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// mostFields is the maximum number of fields of a view model.
const mostFields = 20

// tooManyFields are the exceptions, with their number of fields: none may grow.
var tooManyFields = map[string]int{}

// View models and what they are made from have few fields, those of embedded view
// models included. The frame of a page counts as one.
func TestViewModelsAreSmall(t *testing.T) {
	structs := exportedStructs(t)
	for name, s := range structs {
		n, most := countFields(structs, filepath.Dir(name), s), mostFields
		if exception, ok := tooManyFields[name]; ok {
			most = exception
		}
		if n > most {
			t.Errorf("%s has %d fields, at most %d are allowed", name, n, most)
		}
		if n <= mostFields && most > mostFields {
			t.Errorf("%s has %d fields: it is no exception any more", name, n)
		}
	}
	if n := len(structs); n < 200 {
		t.Errorf("found %d structs, want all of them", n)
	}
	if n := countFields(structs, "play", structs["play/PlayPage"]); n != 4 {
		t.Errorf("PlayPage has %d fields, want 4", n)
	}
	if own, whole := len(structs["table/Table"].Fields.List), countFields(structs, "table", structs["table/Table"]); whole <= own+5 {
		t.Errorf("Table has %d fields with those of Play, %d without", whole, own)
	}
}

// exportedStructs returns all exported structs of views by folder and name, such as
// "play/PlayPage".
func exportedStructs(t *testing.T) map[string]*ast.StructType {
	t.Helper()
	structs := map[string]*ast.StructType{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "_templ.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok && spec.Name.IsExported() && !strings.HasSuffix(spec.Name.Name, "Builder") {
				if s, ok := spec.Type.(*ast.StructType); ok {
					structs[filepath.ToSlash(filepath.Join(filepath.Dir(path), spec.Name.Name))] = s
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return structs
}

// countFields counts the fields of a struct of a folder.
func countFields(structs map[string]*ast.StructType, folder string, s *ast.StructType) (n int) {
	for _, field := range s.Fields.List {
		if len(field.Names) > 0 {
			n += len(field.Names)
			continue
		}
		name, embedded := "", field.Type
		if star, ok := embedded.(*ast.StarExpr); ok {
			embedded = star.X
		}
		switch of := embedded.(type) {
		case *ast.Ident:
			name = filepath.Join(folder, of.Name)
		case *ast.SelectorExpr:
			name = of.X.(*ast.Ident).Name + "/" + of.Sel.Name
		}
		if inner, ok := structs[name]; ok && name != "page/Frame" {
			n += countFields(structs, filepath.Dir(name), inner)
		} else {
			n++
		}
	}
	return n
}
