package club

import "hexclub/views/page"

// A ClubSettingsPage is the form with the club's settings.
type ClubSettingsPage struct {
	page.Frame
	page.Refused
	Name    string // as stored, or typed
	Welcome string
	SignUp  string // "open", "invited"
	Guests  string // "on", "off"
	Zone    page.FormField
}
