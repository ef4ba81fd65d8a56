-- What undoing an act needs is kept apart from the log.

INSERT INTO undo_data (number, at, detail) SELECT max(number), max(at), '{"WasOrder": "anna ben"}' FROM audit_log;
