package lesson

// Parse reads a lesson's file.
var Parse = parse

// Add adds the next lesson of a course.
func (c *Course) Add(l *Lesson) error { return c.add(l) }
