-- Ladders that new members of the club join automatically.
ALTER TABLE ladders ADD COLUMN automatic boolean NOT NULL DEFAULT false;
