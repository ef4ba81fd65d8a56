package lesson

// Parse reads a lesson's file.
var Parse = parse
