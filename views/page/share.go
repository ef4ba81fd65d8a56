package page

import (
	"net/url"
	"strings"
)

// A Shared is a public page that readers may share.
type Shared struct {
	URL     string // full address
	Path    string // address on the site
	Picture string // path of its picture
}

// QRPath is the path of QR codes of pages. The parameter "path" is the page's path.
const QRPath = "/qr.svg"

// code returns the path of the QR code of the page.
func (s Shared) code() string { return QRPath + "?path=" + url.QueryEscape(s.Path) }

// PictureHref returns the path of the picture of a page, with the query of the page.
func PictureHref(href string) string {
	path, query, asked := strings.Cut(href, "?")
	if !asked {
		return path + "/preview.png"
	}
	return path + "/preview.png?" + query
}
