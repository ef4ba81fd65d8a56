package main

import (
	"log/slog"
	"os"
)

// loggingFlags configure the log, which goes to standard error.
type loggingFlags struct {
	Log      string `default:"auto" enum:"auto,json,text" env:"HEXCLUB_LOG" name:"log" help:"Format of the log: json, text, or auto, which is text on a terminal and json otherwise."`
	LogLevel string `default:"info" enum:"debug,info,warn,error" env:"HEXCLUB_LOG_LEVEL" name:"log-level" help:"What to log: debug, info (each request), warn (security events and problems) or error."`
}

// logger returns a logger that writes to a file in the configured format.
func (f loggingFlags) logger(to *os.File) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(f.LogLevel)) // kong accepts no other values
	options := &slog.HandlerOptions{Level: level}
	if f.Log == "text" || f.Log == "auto" && isTerminal(to) {
		return slog.New(slog.NewTextHandler(to, options))
	}
	return slog.New(slog.NewJSONHandler(to, options))
}

// isTerminal reports whether a file is a terminal.
func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
