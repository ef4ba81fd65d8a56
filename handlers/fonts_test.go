package handlers_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"text/template"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/chromedp"
)

// A fontSet is all fonts that a browser finds, whatever else is installed on the
// machine.
type fontSet struct {
	sans  string // the family of system-ui and sans-serif
	files []string
}

// Folders of Debian's packages, which the check installs.
const (
	dejavuFolder = "/usr/share/fonts/truetype/dejavu/"                    // fonts-dejavu-core
	robotoFolder = "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/" // fonts-roboto-unhinted
	cjkFolder    = "/usr/share/fonts/opentype/noto/"                      // fonts-noto-cjk
)

// Both sets have Chinese, Japanese and Korean, and the same font for code. The
// headings of the narrow set are in the Latin of its Korean font.
var (
	commonFonts = []string{
		cjkFolder + "NotoSansCJK-Regular.ttc", cjkFolder + "NotoSansCJK-Bold.ttc",
		dejavuFolder + "DejaVuSansMono.ttf", dejavuFolder + "DejaVuSansMono-Bold.ttf",
	}
	wideFonts = fontSet{sans: "DejaVu Sans", files: append([]string{
		dejavuFolder + "DejaVuSans.ttf", dejavuFolder + "DejaVuSans-Bold.ttf",
		dejavuFolder + "DejaVuSerif.ttf", dejavuFolder + "DejaVuSerif-Bold.ttf",
	}, commonFonts...)}
	narrowFonts = fontSet{sans: "Roboto", files: append([]string{
		robotoFolder + "Roboto-Regular.ttf", robotoFolder + "Roboto-Italic.ttf",
		robotoFolder + "Roboto-Medium.ttf", robotoFolder + "Roboto-Bold.ttf",
	}, commonFonts...)}
)

// fontConfig is a configuration of fontconfig. Its fonts are links in the folder,
// since the packages' own folders hold more of them. Chromium calls system-ui
// "sans". DejaVu Serif goes by the name of a font that the pages ask for, and
// that is about as wide.
var fontConfig = template.Must(template.New("fonts.conf").Parse(`<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
	<dir>{{.Folder}}/files</dir>
	<cachedir>{{.Folder}}/cache</cachedir>
	<alias binding="strong"><family>sans</family><prefer><family>{{.Sans}}</family></prefer></alias>
	<alias binding="strong"><family>sans-serif</family><prefer><family>{{.Sans}}</family></prefer></alias>
	<alias binding="strong"><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
	<match target="scan">
		<test name="family"><string>DejaVu Serif</string></test>
		<edit name="family" mode="assign"><string>Georgia</string></edit>
	</match>
</fontconfig>
`))

// write writes the configuration of a set into a folder and returns its path.
func (f fontSet) write(folder string) (string, error) {
	if err := os.Mkdir(filepath.Join(folder, "files"), 0o755); err != nil {
		return "", err
	}
	for _, file := range f.files {
		if _, err := os.Stat(file); err != nil {
			return "", fmt.Errorf("a font is missing; cmd/check.sh installs it, with Debian's fonts-dejavu-core, fonts-roboto-unhinted and fonts-noto-cjk: %w", err)
		}
		if err := os.Symlink(file, filepath.Join(folder, "files", filepath.Base(file))); err != nil {
			return "", err
		}
	}
	path := filepath.Join(folder, "fonts.conf")
	config, err := os.Create(path)
	if err != nil {
		return "", err
	}
	defer config.Close()
	return path, fontConfig.Execute(config, struct{ Folder, Sans string }{folder, f.sans})
}

// Browsers use the fonts of the check, whatever the machine has: in one "Six" is
// narrower than a target may be, in the other text is wide.
func TestBrowsersUseFontsOfTheCheck(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, tt := range []struct {
		browser *browser
		want    map[string][]string // families by element
	}{
		{newBrowser(t), map[string][]string{"h1": {"DejaVu Serif", "Noto Sans CJK KR"}, "p": {"DejaVu Sans", "Noto Sans CJK KR"}, "code": {"DejaVu Sans Mono"}}},
		{newNarrowBrowser(t), map[string][]string{"h1": {"Noto Sans CJK KR"}, "p": {"Noto Sans CJK KR", "Roboto"}, "code": {"DejaVu Sans Mono"}}},
	} {
		p := tt.browser.person(s, phone)
		p.open("/")
		p.evaluate(`document.documentElement.lang = "ko"; document.querySelector("main").innerHTML = "<h1>Six 여섯</h1><p>Six 여섯</p><code>Six</code>"`)
		p.promised(`new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(""))))`)
		for element, want := range tt.want {
			if got := p.fontsOf("main " + element); !slices.Equal(got, want) {
				t.Errorf("%s is in %q, want %q", element, got, want)
			}
		}
	}
}

// fontsOf returns the families that an element's own text is drawn with, sorted.
func (p *person) fontsOf(selector string) (families []string) {
	p.t.Helper()
	p.do("list the fonts of "+selector,
		command(dom.Enable, dom.EnableParams{}),
		command(css.Enable, cdp.Empty{}),
		chromedp.QueryAfter(chromedp.CSS(selector), func(ctx context.Context, t *chromedp.Target, nodes []*chromedp.Node) (chromedp.Void, error) {
			used, err := cdp.Call(ctx, t, css.GetPlatformFontsForNode, css.GetPlatformFontsForNodeParams{NodeID: nodes[0].NodeID})
			for _, font := range used.Fonts {
				families = append(families, font.FamilyName)
			}
			return chromedp.Void{}, err
		}),
	)
	slices.Sort(families)
	return families
}
