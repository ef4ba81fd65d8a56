-- A game that was entered without a challenge before it. Earlier ones were accepted at the moment when they were made.
ALTER TABLE challenges ADD COLUMN recorded boolean NOT NULL DEFAULT false;
UPDATE challenges SET recorded = true WHERE accepted = made AND NOT site;
