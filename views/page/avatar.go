package page

import (
	"hash/fnv"

	"github.com/a-h/templ"
)

// avatarColours are the colours of avatars: middle tones that differ from each other and from light and dark paper.
var avatarColours = []string{
	"#3f7fd1", "#5fb3e6", "#2a9d8f", "#3a9a4f", "#8cc152", "#c7a317", "#e08a2c", "#d1583a",
	"#c23b5e", "#db6fa8", "#9a5fc4", "#6f62c9", "#7a8694", "#9c6b43", "#4a6b8a", "#b8a58a",
}

// avatarSides are the sides of a hexagon with its corners up and down, in pairs of triangles from the top.
var avatarSides = [3]string{"M0 0-12-7 0-14 12-7Z", "M0 0-12-7V7ZM0 0 12-7V7Z", "M0 0-12 7 0 14 12 7Z"}

// AvatarPattern returns the colours of the three parts of an account's avatar, from the top. They depend on nothing but
// the id of the account, and differ from each other.
func AvatarPattern(id string) [3]string {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(id)) // a hash cannot fail
	rest := hash.Sum32()
	left := append([]string(nil), avatarColours...)
	var pattern [3]string
	for i := range pattern {
		at := rest % uint32(len(left))
		rest /= uint32(len(left))
		pattern[i] = left[at]
		left = append(left[:at], left[at+1:]...)
	}
	return pattern
}

// An AvatarPart is a part of an avatar: an outline in SVG with absolute commands alone.
type AvatarPart struct{ Path, Colour string }

// AvatarParts returns the parts of an account's avatar, from the top, in 28 units from top to bottom.
func AvatarParts(id string) (parts [3]AvatarPart) {
	for i, colour := range AvatarPattern(id) {
		parts[i] = AvatarPart{avatarSides[i], colour}
	}
	return parts
}

// BotAvatar is the id of all bots for avatars.
const BotAvatar = "bot"

// Avatar draws the hexagon of an account or guest, next to the name. The hexagon of bots has a robot; that of nobody,
// with an empty id, is empty.
func Avatar(id string) templ.Component {
	return Component(2*SizeOfPiece, func(m *Markup, _ func()) {
		switch id {
		case "":
			m.Raw(`<svg class="avatar nobody" viewBox="-12 -14 24 28" aria-hidden="true"><path d="M0-13 11-6.5v13L0 13-11 6.5v-13Z"/></svg>`)
			return
		case BotAvatar:
			m.Raw(`<svg class="avatar bot" viewBox="-12 -14 24 28" aria-hidden="true"><path d="M0-14 12-7V7L0 14-12 7V-7Z"/>` +
				`<use href="#bot-icon" transform="translate(-8-8.5)scale(.667)"/></svg>`)
			return
		}
		m.Raw(`<svg class="avatar" viewBox="-12 -14 24 28" aria-hidden="true">`)
		for _, part := range AvatarParts(id) {
			m.Raw(`<path fill="` + part.Colour + `" d="` + part.Path + `"/>`)
		}
		m.Raw(`</svg>`)
	})
}
