package sitetest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"text/template"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/chromedp"
)

// A fontSet is the set of fonts that a browser finds, independent of those installed on the
// machine.
type fontSet struct {
	sans  string // for system-ui and sans-serif
	files []string
}

// Folders of Debian packages that the check installs.
const (
	dejavuFolder = "/usr/share/fonts/truetype/dejavu/"                    // fonts-dejavu-core
	robotoFolder = "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/" // fonts-roboto-unhinted
	cjkFolder    = "/usr/share/fonts/opentype/noto/"                      // fonts-noto-cjk
)

// Both sets have Chinese, Japanese and Korean fonts, and the same monospaced font.
var (
	commonFonts = []string{
		cjkFolder + "NotoSansCJK-Regular.ttc", cjkFolder + "NotoSansCJK-Bold.ttc",
		dejavuFolder + "DejaVuSansMono.ttf", dejavuFolder + "DejaVuSansMono-Bold.ttf",
	}
	wideFonts = fontSet{sans: "DejaVu Sans", files: append([]string{
		dejavuFolder + "DejaVuSans.ttf", dejavuFolder + "DejaVuSans-Bold.ttf",
	}, commonFonts...)}
	narrowFonts = fontSet{sans: "Roboto", files: append([]string{
		robotoFolder + "Roboto-Regular.ttf", robotoFolder + "Roboto-Italic.ttf",
		robotoFolder + "Roboto-Medium.ttf", robotoFolder + "Roboto-Bold.ttf",
	}, commonFonts...)}
)

// fontConfig is a fontconfig file. Its folder contains links to fonts, because the folders of
// packages contain other fonts too. Chromium calls system-ui "sans".
var fontConfig = template.Must(template.New("fonts.conf").Parse(`<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
	<dir>{{.Folder}}/files</dir>
	<cachedir>{{.Folder}}/cache</cachedir>
	<alias binding="strong"><family>sans</family><prefer><family>{{.Sans}}</family></prefer></alias>
	<alias binding="strong"><family>sans-serif</family><prefer><family>{{.Sans}}</family></prefer></alias>
	<alias binding="strong"><family>serif</family><prefer><family>DejaVu Serif</family></prefer></alias>
	<alias binding="strong"><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`))

// write writes the font configuration into a folder and returns its path.
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

// FontsOf returns the sorted font families in which an element's own text is rendered.
func (p *Person) FontsOf(selector string) (families []string) {
	p.T.Helper()
	p.Do("list the fonts of "+selector,
		Command(dom.Enable, dom.EnableParams{}),
		Command(css.Enable, cdp.Empty{}),
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
