// Package priority runs functions on threads with a lower or a normal priority. Only Linux has them;
// elsewhere the functions run as usual.
package priority
