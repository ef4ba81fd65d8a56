package main

import (
	"log/slog"
	"os"
)

// loggingFlags say how the log is written. It goes to the standard error.
type loggingFlags struct {
	Log      string `default:"auto" enum:"auto,json,text" env:"HEXCLUB_LOG" name:"log" help:"How the log is written: json, text, or auto, which is text on a terminal and json elsewhere."`
	LogLevel string `default:"info" enum:"debug,info,warn,error" env:"HEXCLUB_LOG_LEVEL" name:"log-level" help:"What is logged: debug, info (each request), warn (security events and what is wrong) or error."`
}

// logger writes to a file as the flags say.
func (f loggingFlags) logger(to *os.File) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(f.LogLevel)) // the flag has no other values
	options := &slog.HandlerOptions{Level: level}
	if f.Log == "text" || f.Log == "auto" && isTerminal(to) {
		return slog.New(slog.NewTextHandler(to, options))
	}
	return slog.New(slog.NewJSONHandler(to, options))
}

// isTerminal tells whether somebody may look at what is written to a file.
func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
