-- Events of a ladder are listed by their moments: some are stored later than others that happened after them.
CREATE INDEX ladder_events_at ON ladder_events (ladder, at, number);
