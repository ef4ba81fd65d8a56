-- Guests, the oldest first, to find those who no longer come.
CREATE INDEX people_guests ON people (created, id) WHERE name IS NULL AND NOT deleted;
