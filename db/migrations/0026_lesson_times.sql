-- When a person last solved a lesson, so that the list of courses begins with the one practised last. NULL: before times
-- were stored.
ALTER TABLE lessons ADD COLUMN solved bigint;
