// Package styleguide has the page that shows the parts of the design to developers: tokens, icons, components and
// boards, each in every state, in the look that the URL names. Tests fail for a missing token, icon or component. The
// server has the page only if it was started with --styleguide.
package styleguide
