// Package styleguide has the page that shows the parts of the design to developers: tokens, icons, components and
// boards, each in every state, in the look that they choose. A test fails for a token, an icon or a component that
// is missing. The server shows the page only if it was started with --styleguide.
package styleguide
