// Package keepalive makes the system close connections whose other end is unreachable.
package keepalive
