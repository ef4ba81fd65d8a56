// Package account has the handlers of accounts: sign-up, log-in, passwords, e-mail, settings, privacy and
// deletion. hasher.go hashes passwords, a few at once.
package account
