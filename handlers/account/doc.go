// Package account has the handlers of accounts: sign-up, log-in, passwords, e-mail, settings, privacy and
// deletion. hasher.go limits how many passwords are hashed at once.
package account
