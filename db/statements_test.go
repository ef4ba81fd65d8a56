package db

import (
	"context"
	"database/sql/driver"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"hexclub/db/pgtest"
)

// A statement is one in the package's source, or a part that others are composed of.
type statement struct {
	parts []string // the constant parts of the text
	whole bool     // nothing is between the parts
	where string   // file and line
}

// A suite collects the statements that tests run.
type suite struct {
	mu      sync.Mutex
	ran     map[string]bool
	planned map[string]bool    // by where they are in the source
	pending []ranStatement     // in the order in which they ran first
	ours    map[string]string  // those of the package that ran, with where they are in the source
	source  func() []statement // those of the package
}

type ranStatement struct {
	query string
	args  []driver.NamedValue
}

// statements is the suite of this package.
var statements = suite{ran: map[string]bool{}, planned: map[string]bool{}, ours: map[string]string{}, source: sync.OnceValue(sourceStatements)}

// TestMain runs the tests. Each checks the plans of the statements that it runs.
// TestConstantStatements checks those whose text is constant. The others are composed, and
// all tests together have to run each of them; then their plans on a server are checked too.
func TestMain(m *testing.M) { os.Exit(pgtest.Main(checkedRun{m})) }

// A checkedRun runs the tests, and checks what only all of them together show.
type checkedRun struct{ *testing.M }

// Run returns the exit status.
func (r checkedRun) Run() int {
	code := r.M.Run()
	if code == 0 && wholeSuite() && !pgtest.On() {
		code = max(statements.missing(), statements.composedOnServer(context.Background()))
	}
	return code
}

// wholeSuite reports whether no flag chose among the tests.
func wholeSuite() bool {
	for _, name := range []string{"run", "skip", "list", "fuzz", "bench"} {
		if f := flag.Lookup("test." + name); f != nil && f.Value.String() != "" {
			return false
		}
	}
	return true
}

// missing prints the package's composed statements that no test ran. It returns the code to
// exit with.
func (s *suite) missing() (code int) {
	for _, of := range s.source() {
		found := s.planned[of.where] || strings.HasPrefix(of.where, "restore.go:") // of a file that nobody uses
		for query := range s.ran {
			found = found || of.in(query)
		}
		if !found {
			fmt.Printf("%s: no test of this package runs this statement on a database of openTest, so nothing checks its plan\n", of.where)
			code = 1
		}
	}
	return code
}

// TestConstantStatements checks the plans of all statements whose text is constant, whether
// a test runs them or not.
func TestConstantStatements(t *testing.T) {
	d := openFile(t)
	for _, of := range statements.source() {
		text := strings.Join(of.parts, "")
		plan, err := explain(t.Context(), d, text, make([]any, parameters(text)))
		if !of.whole || err != nil {
			continue // it is composed, or a part of others
		}
		statements.planned[of.where] = true
		wantNoScans(t, of.where+": "+text, plan)
	}
	if len(statements.planned) < 150 {
		t.Errorf("only %d statements were found", len(statements.planned))
	}
}

// parameters counts the parameters of a statement.
func parameters(query string) int {
	names := map[string]bool{}
	for _, name := range regexp.MustCompile(`\$[0-9]+`).FindAllString(query, -1) {
		names[name] = true
	}
	return len(names)
}

// traced returns a context for Open with which the suite hears the statements.
func (s *suite) traced(ctx context.Context) context.Context {
	return WithTrace(ctx, func(query string, args []driver.NamedValue) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.ran[query] && !strings.HasPrefix(query, "EXPLAIN ") {
			s.ran[query] = true
			s.pending = append(s.pending, ranStatement{query, append([]driver.NamedValue{}, args...)})
		}
	})
}

// take returns the package's statements that ran and were not returned before. Those of
// tests are left out.
func (s *suite) take() (list []ranStatement) {
	s.mu.Lock()
	pending := s.pending
	s.pending = nil
	s.mu.Unlock()
	for _, ran := range pending {
		for _, of := range s.source() {
			if strings.HasPrefix(ran.query, of.parts[0]) && of.in(ran.query) {
				list = append(list, ran)
				s.mu.Lock()
				s.ours[ran.query] = of.where
				s.mu.Unlock()
				break
			}
		}
	}
	return list
}

// in reports whether a query has the statement's parts, in their order.
func (s statement) in(query string) bool {
	for _, part := range s.parts {
		i := strings.Index(query, part)
		if i < 0 {
			return false
		}
		query = query[i+len(part):]
	}
	return true
}

// sqlStart matches the beginning of a statement.
var sqlStart = regexp.MustCompile(`^\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH)\s`)

// sourceStatements returns the statements of the package's source.
func sourceStatements() (list []statement) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		panic(err)
	}
	set, files := token.NewFileSet(), []*ast.File{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			panic(err)
		}
		files = append(files, file)
	}
	constants := packageConstants(files)
	for _, file := range files {
		ast.Inspect(file, func(node ast.Node) bool {
			if spec, ok := node.(*ast.ValueSpec); ok && len(spec.Values) == 1 && constants[spec.Names[0].Name] == spec.Values[0] {
				return false // it counts where it is used
			}
			expr, ok := node.(ast.Expr)
			if !ok {
				return true
			}
			parts, whole, ok := textParts(expr, constants)
			if !ok {
				return true
			}
			if sqlStart.MatchString(parts[0]) {
				list = append(list, statement{parts, whole, set.Position(expr.Pos()).String()})
			}
			return false // its operands are parts of it
		})
	}
	return list
}

// packageConstants returns the constants that files declare outside of functions, by name.
func packageConstants(files []*ast.File) map[string]ast.Expr {
	constants := map[string]ast.Expr{}
	for _, file := range files {
		for _, declared := range file.Decls {
			group, ok := declared.(*ast.GenDecl)
			if !ok || group.Tok != token.CONST {
				continue
			}
			for _, spec := range group.Specs {
				if spec := spec.(*ast.ValueSpec); len(spec.Values) == 1 {
					constants[spec.Names[0].Name] = spec.Values[0]
				}
			}
		}
	}
	return constants
}

// textParts returns the constant parts of a concatenation of texts, and whether nothing is
// between them. It returns false when the expression is no text.
func textParts(expr ast.Expr, constants map[string]ast.Expr) (parts []string, whole, ok bool) {
	switch expr := expr.(type) {
	case *ast.BasicLit:
		if expr.Kind != token.STRING {
			return nil, false, false
		}
		text, err := strconv.Unquote(expr.Value)
		return []string{text}, true, err == nil
	case *ast.BinaryExpr:
		if expr.Op != token.ADD {
			return nil, false, false
		}
		left, leftWhole, isText := textParts(expr.X, constants)
		right, rightWhole, isTextToo := textParts(expr.Y, constants)
		if !isText && !isTextToo {
			return nil, false, false
		}
		if !isText {
			left = []string{""}
		}
		return append(left, right...), leftWhole && rightWhole, true
	case *ast.Ident:
		if value, ok := constants[expr.Name]; ok {
			return textParts(value, constants)
		}
	}
	return nil, false, false
}
