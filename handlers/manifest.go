package handlers

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/views/draw"
	"hexclub/views/page"
)

// An appIcon is an icon of the site as an app.
type appIcon struct {
	size     int  // width and height in pixels
	maskable bool // systems may cut it to their own shape
}

// appIcons are the icons by path. Safari knows the path of its own.
var appIcons = map[string]appIcon{
	"/icon-192.png": {size: 192}, "/icon-512.png": {size: 512}, "/icon-maskable.png": {size: 512, maskable: true},
	"/apple-touch-icon.png": {size: 180, maskable: true},
}

// A manifest describes the site as an app that readers can install (https://www.w3.org/TR/appmanifest/).
type manifest struct {
	ID          string         `json:"id"`
	Name        string         `json:"name"`
	ShortName   string         `json:"short_name"`
	Description string         `json:"description"`
	Lang        string         `json:"lang"`
	Start       string         `json:"start_url"`
	Scope       string         `json:"scope"`
	Display     string         `json:"display"`
	Background  string         `json:"background_color"`
	Theme       string         `json:"theme_color"`
	Icons       []manifestIcon `json:"icons"`
}

type manifestIcon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose"`
}

// showManifest serves the manifest.
func (a *App) showManifest(c echo.Context) error {
	club, err := a.Site.Club(c)
	if err != nil {
		return err
	}
	t, name := a.Catalog(c), page.ClubName(club.Name)
	paper := page.DefaultLook().Paper()
	m := manifest{
		ID: "/", Name: name, ShortName: name, Description: t.T("preview.site"), Lang: t.Tag, Start: "/", Scope: "/", Display: "standalone",
		Background: paper, Theme: paper,
	}
	for _, path := range []string{"/icon-192.png", "/icon-512.png", "/icon-maskable.png"} {
		icon, purpose := appIcons[path], "any"
		if icon.maskable {
			purpose = "maskable"
		}
		size := strconv.Itoa(icon.size)
		m.Icons = append(m.Icons, manifestIcon{Source: path, Sizes: size + "x" + size, Type: "image/png", Purpose: purpose})
	}
	c.Response().Header().Set(echo.HeaderContentType, "application/manifest+json")
	return c.JSON(http.StatusOK, m)
}

// showIcon serves an icon.
func (a *App) showIcon(icon appIcon) echo.HandlerFunc {
	return func(c echo.Context) error {
		return a.SendPicture(c, "icon "+strconv.FormatBool(icon.maskable)+strconv.Itoa(icon.size), icon.size, func() (draw.Drawing, error) {
			return draw.Icon(icon.maskable), nil
		})
	}
}
