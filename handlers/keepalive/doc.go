// Package keepalive has the system end connections whose other end is gone.
package keepalive
