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
	"hexclub/rules/rulestest"
)

// judge is the path of a file of the npm packages that judge pages.
func judge(t *testing.T, file string) string {
	t.Helper()
	sitetest.NeedsTools(t)
	path := filepath.Join("testdata", "npm", "node_modules", filepath.FromSlash(file))
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%v\nit is fetched by: cd handlers/testdata/npm && npm ci --ignore-scripts", err)
	}
	return path
}

// A complaint is what the Nu Html Checker finds in a file.
type complaint struct {
	URL     string // of the file
	Message string
	Extract string // the place
}

// complaints judges files in one run of the Nu Html Checker: errors, warnings
// and hints alike.
func complaints(t *testing.T, files []string) []complaint {
	t.Helper()
	checker := exec.CommandContext(t.Context(), "java", append([]string{
		"-jar", judge(t, "vnu-jar/build/dist/vnu.jar"), "--format", "json", "--stdout", "--exit-zero-always",
	}, files...)...)
	var problem bytes.Buffer
	checker.Stderr = &problem
	output, err := checker.Output()
	if err != nil {
		t.Fatalf("the checker does not run; it needs Java: %v\n%s", err, &problem)
	}
	var report struct{ Messages []complaint }
	if err := json.Unmarshal(output, &report); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	return report.Messages
}

// Every page is valid HTML, its drawings and roles included.
func TestEveryPageIsValid(t *testing.T) {
	t.Parallel()
	sitetest.NeedsTools(t)
	s := newStage(t)
	folder := t.TempDir()
	var files []string
	write := func(name, content string) {
		file := filepath.Join(folder, name+".html")
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	for _, scene := range rulestest.Few(t, s.Scenes, 20) {
		body := scene.Page().Body
		write(scene.Name, body)
		checkFetches(t, s.Site, scene.Name, body)
	}
	// The judge itself sees what it is to see.
	write("wrong", `<!DOCTYPE html><html lang="en"><title>Wrong</title><p role="nonsense">.</p><svg><rect wide="1"/></svg>`)
	wrong := []string{`Bad value “nonsense” for attribute “role”`, `Attribute “wide” not allowed on element “rect”`}

	found := map[string][]string{} // where, by message
	for _, c := range complaints(t, files) {
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
		t.Errorf("the checker does not say: %s …", start)
	}
}
