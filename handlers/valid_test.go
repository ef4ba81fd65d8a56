package handlers_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
)

// judge returns the path of a file of the npm packages that judge pages.
func judge(t *testing.T, file string) string {
	t.Helper()
	sitetest.NeedsTools(t)
	path := filepath.Join("testdata", "npm", "node_modules", filepath.FromSlash(file))
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%v\nto install it: cd handlers/testdata/npm && npm ci --ignore-scripts", err)
	}
	return path
}

// A markupError is an error, a warning or a hint of the Nu Html Checker.
type markupError struct {
	URL     string // of the file
	Message string
	Extract string // of the file, at the error
}

// checkHTML runs the Nu Html Checker once for all files.
func checkHTML(t *testing.T, files []string) []markupError {
	t.Helper()
	checker := exec.CommandContext(t.Context(), "java", append([]string{
		"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss4m", // it ends before better code or a parallel collector pay
		"-jar", judge(t, "vnu-jar/build/dist/vnu.jar"), "--format", "json", "--stdout", "--exit-zero-always",
	}, files...)...)
	var problem bytes.Buffer
	checker.Stderr = &problem
	output, err := checker.Output()
	if err != nil {
		t.Fatalf("the checker does not run; it needs Java: %v\n%s", err, &problem)
	}
	var report struct{ Messages []markupError }
	if err := json.Unmarshal(output, &report); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	return report.Messages
}

// checkMarkup checks that the pages, and all e-mails, are valid HTML, with their drawings and roles,
// and fetch nothing from other sites.
func checkMarkup(t *testing.T, s *sitetest.Stage, scenes []sitetest.Scene) {
	folder := t.TempDir()
	var files []string
	write := func(name, content string) {
		file := filepath.Join(folder, name+".html")
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	for _, scene := range scenes {
		body := scene.Page().Body
		write(scene.Name, body)
		checkFetches(t, s.Site, scene.Name, body)
	}
	files = append(files, writeLetters(t, folder)...)
	// The checker finds planted faults.
	write("wrong", `<!DOCTYPE html><html lang="en"><title>Wrong</title><p role="nonsense">.</p><svg><rect wide="1"/></svg>`)
	wrong := []string{`Bad value “nonsense” for attribute “role”`, `Attribute “wide” not allowed on element “rect”`}

	found := map[string][]string{} // where, by message
	for _, c := range checkHTML(t, files) {
		name := strings.TrimSuffix(filepath.Base(c.URL), ".html")
		if name == "wrong" {
			wrong = slices.DeleteFunc(wrong, func(start string) bool { return strings.HasPrefix(c.Message, start) })
			continue
		}
		found[c.Message] = append(found[c.Message], name+": "+c.Extract)
	}
	for message, places := range found {
		t.Errorf("%s\n%d times, as in %s", message, len(places), places[0])
	}
	for _, start := range wrong {
		t.Errorf("the checker does not report: %s …", start)
	}
}
