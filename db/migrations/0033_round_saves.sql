-- Finds results that can be undone no longer, to delete what was stored for that.
CREATE INDEX round_saves_at ON round_saves (at);
