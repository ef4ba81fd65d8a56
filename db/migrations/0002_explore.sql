-- Whether players may look at other positions while the game goes on.
ALTER TABLE games ADD COLUMN explore boolean NOT NULL DEFAULT true;
