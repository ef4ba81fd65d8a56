package page

import (
	"time"

	"hexclub/views/i18n"
)

// BannedText returns the text for a banned visitor.
func BannedText(t *i18n.Catalog, until time.Time) string {
	return t.T("ban.told", "When", MomentWords(t, until))
}
