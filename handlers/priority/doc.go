// Package priority runs functions on threads with a lower or a normal priority. On systems
// other than Linux they run normally.
package priority
