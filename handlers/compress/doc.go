// Package compress compresses responses with a few gzip writers that all requests share.
package compress
