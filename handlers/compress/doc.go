// Package compress compresses answers with a few gzip writers that all requests share.
package compress
